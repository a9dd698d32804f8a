(* Moves from below: from departures x that are at most the run and have x <= f(x), moves in any order end in the run,
   counts below 0 taken as 0: from_below_moves.  Such an x is in Relaxed.v.                                       *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Stacks Rotor Integers.
Import ListNotations.
Local Open Scope Z_scope.

Section FromBelow.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable p : nat -> nat.
Notation deg := (deg heads).
Notation dest := (dest heads rho).
Notation sinkb := (sinkb heads).
Notation legal := (legal n sinkb dest p).
Notation ended := (ended n sinkb dest p).
Notation into := (into n heads rho).
Notation live := (live heads).
Notation above_zero := (above_zero heads).
Notation supply := (fun v => Z.of_nat (p v)).
Notation f := (f n heads rho supply).
Notation f_mono := (f_mono n heads rho supply).
Notation f_bump := (f_bump n heads rho supply).
Notation f_nat := (f_nat n heads rho p).
Notation integers_decide := (integers_decide n heads rho wf p).
Notation into_le := (into_le n heads rho).
Notation into_ext := (into_ext n heads rho).
Notation into_add := (into_add n heads rho).
Notation into_scale := (into_scale n heads rho).
Notation into_total := (into_total n heads rho wf).
Notation live_deg := (live_deg heads).
Notation deg_live := (deg_live heads).

(* ---- moves from below ---- *)
Inductive reach (x : nat -> Z) : nat -> (nat -> Z) -> Prop :=
| reach_here : reach x 0 x
| reach_move k y u : reach x k y -> (u < n)%nat -> sinkb u = false -> y u < f y u -> reach x (S k) (bumpZ y u).

Definition below (x y : nat -> Z) := forall v, (v < n)%nat -> sinkb v = false -> x v <= y v.

Section Moves.
Variable d : nat -> nat.                        (* the run *)
Hypothesis d_legal : legal d.
Hypothesis d_ended : ended d.
Variable x : nat -> Z.
Hypothesis x_low : below x (fun v => Z.of_nat (d v)).
Hypothesis x_up : below x (f x).

Lemma run_fixed v : (v < n)%nat -> sinkb v = false -> f (fun u => Z.of_nat (d u)) v = Z.of_nat (d v).
Proof.
  intros Hv Hs. rewrite f_nat, inflow_is_arrivals. f_equal.
  apply (run_is_flow n sinkb dest p d d_legal d_ended); assumption.
Qed.

Lemma moves_stay_below k y : reach x k y -> below y (fun v => Z.of_nat (d v)) /\ below y (f y).
Proof.
  induction 1 as [|k y u R (I1 & I2) Hu Hs W]; [split; assumption|]. split; intros v Hv Hsv.
  - unfold bumpZ. destruct (Nat.eqb_spec v u) as [->|]; [|auto].
    pose proof (f_mono y _ u I1) as M. rewrite run_fixed in M by assumption. lia.
  - pose proof (f_bump y u v Hu Hs) as B. specialize (I2 v Hv Hsv). unfold bumpZ at 1.
    destruct (Nat.eqb_spec v u) as [->|]; destruct (_ =? _)%nat in B; lia.
Qed.

Lemma moves_add_up k y : reach x k y -> sumZ n (live y) = sumZ n (live x) + Z.of_nat k.
Proof.
  induction 1 as [|k y u R I Hu Hs W]; [lia|].
  rewrite (sumZ_ext n (live (bumpZ y u)) (fun v => live y v + (if (v =? u)%nat then 1 else 0))).
  - rewrite sumZ_add, sumZ_one by assumption. lia.
  - intros v _. unfold Integers.live, bumpZ. destruct (Nat.eqb_spec v u) as [->|]; [rewrite Hs; lia|destruct (sinkb v); lia].
Qed.

(* Moves in any order are bounded, and when none is possible any more, what is above 0 is the run. *)
Theorem from_below_moves :
  (forall k y, reach x k y -> Z.of_nat k <= sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x)) /\
  (exists k y, reach x k y /\ below (f y) y) /\
  (forall k y, reach x k y -> below (f y) y -> forall v, (v < n)%nat -> above_zero y v = d v).
Proof.
  assert (Bound : forall k y, reach x k y -> Z.of_nat k <= sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x)).
  { intros k y R. pose proof (moves_add_up k y R) as A. destruct (moves_stay_below k y R) as (B & _).
    assert (sumZ n (live y) <= sumZ n (live (fun v => Z.of_nat (d v)))).
    { apply sumZ_le. intros v Hv. unfold Integers.live. destruct (sinkb v) eqn:E; [lia|]. apply B; assumption. }
    lia. }
  split; [assumption|]. split.
  - assert (H : forall fuel k y, reach x k y
      -> sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x) <= Z.of_nat (fuel + k) ->
      exists k' y', reach x k' y' /\ below (f y') y').
    { induction fuel; intros k y R F.
      - exists k, y. split; [assumption|]. intros v Hv Hs. destruct (Z_le_gt_dec (f y v) (y v)) as [|G]; [assumption|].
        pose proof (Bound _ _ (reach_move x k y v R Hv Hs ltac:(lia))). lia.
      - destruct (find_below n (fun v => negb (sinkb v) && (y v <? f y v))) as [(v & Hv & B)|N].
        + apply andb_prop in B. destruct B as (B1 & B2). apply negb_true_iff in B1. apply Z.ltb_lt in B2.
          apply (IHfuel (S k) (bumpZ y v)); [constructor; assumption|lia].
        + exists k, y. split; [assumption|]. intros v Hv Hs. specialize (N v Hv). rewrite Hs in N. simpl in N.
          apply Z.ltb_ge in N. assumption. }
    apply (H (Z.to_nat (sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x))) 0%nat x); [constructor|lia].
  - intros k y R E v Hv. destruct (moves_stay_below k y R) as (B1 & B2).
    assert (Fy : forall v, (v < n)%nat -> sinkb v = false -> f y v = y v).
    { intros w Hw Hs. specialize (B2 w Hw Hs). specialize (E w Hw Hs). lia. }
    destruct (integers_decide y Fy) as (F & _).
    destruct (sinkb v) eqn:S.
    + unfold Integers.above_zero. rewrite S. symmetry. apply (legal_halts n sinkb dest p d d_legal v S).
    + apply Nat.le_antisymm.
      * unfold Integers.above_zero. rewrite S. specialize (B1 v Hv S). cbv beta in B1. lia.
      * apply (within n sinkb dest p (above_zero y) d); auto. apply flow_suffices. assumption.
Qed.
End Moves.

End FromBelow.
