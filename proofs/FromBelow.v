(* Many particles from below: departures below the run, from the solution of a linear system, that leave at most
   2|A| particles to be moved one by one, whatever the number of particles and the graph.
     from_below_moves           from x <= f(x) and x at most the run, moves in any order end in the run
     solution_is_below          any rational solution q of the linear system q_v = p_v - k ind(v) + Sum q_u / d(u) over
     solution_leaves_few        arcs u -> v, k >= 1, rounded down, is at most the run, has x <= f(x), and leaves at
                                most (k + 1) |A| particles over
     many_particles_from_below  all together                                                                         *)
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
Notation ind := (ind n heads rho).
Notation arcs := (arcs n heads).
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
Notation into_const := (into_const n heads rho).
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

(* ---- the linear system ---- *)
Section Solution.
Variables D k : Z.
Hypothesis D_pos : 0 < D.
Hypothesis k_pos : 1 <= k.
(* The expected use of each arc of u is the fraction C u / D; departures are q_u = d(u) C u / D.  The equation is
   q_v = p_v - k ind(v) + Sum q_u / d(u) over all arcs u -> v, times D. *)
Variable C : nat -> Z.
Hypothesis solves : forall v, (v < n)%nat -> sinkb v = false ->
  Z.of_nat (deg v) * C v = D * (Z.of_nat (p v) - k * ind v) + into v (fun u _ => C u).

Definition x0 v : Z := (Z.of_nat (deg v) * C v) / D.

Lemma x0_floor v : D * x0 v <= Z.of_nat (deg v) * C v < D * x0 v + D.
Proof. unfold x0. pose proof (Z.mul_div_le (Z.of_nat (deg v) * C v) D D_pos).
pose proof (Z.mul_succ_div_gt (Z.of_nat (deg v) * C v) D D_pos). lia. Qed.

(* One arc carries its share up to less than one. *)
Lemma share_low d y j : (j < d)%nat -> y - (Z.of_nat d - 1) <= Z.of_nat d * useZ d y j.
Proof.
  intros H. unfold useZ. pose proof (Z.mul_succ_div_gt (y + (Z.of_nat d - 1 - Z.of_nat j)) (Z.of_nat d) ltac:(lia)).
  lia.
Qed.

Lemma share_high d y j : (j < d)%nat -> Z.of_nat d * useZ d y j <= y + (Z.of_nat d - 1).
Proof.
  intros H. unfold useZ. pose proof (Z.mul_div_le (y + (Z.of_nat d - 1 - Z.of_nat j)) (Z.of_nat d) ltac:(lia)). lia.
Qed.

Lemma ind_nonneg v : 0 <= ind v.
Proof. apply sumZ_nonneg. intros u _. apply sumZ_nonneg. intros j _. destruct (_ =? _)%nat; lia. Qed.

Lemma below_f v : (v < n)%nat -> sinkb v = false -> x0 v <= f x0 v.
Proof.
  intros Hv Hs. pose proof (x0_floor v) as (Fl & _). rewrite (solves v Hv Hs) in Fl.
  assert (L : into v (fun u _ => C u + - D) <= into v (fun u j => D * useZ (deg u) (x0 u) j)).
  { apply into_le. intros u j Hu Hj. pose proof (x0_floor u) as (_ & Fu).
    pose proof (share_low (deg u) (x0 u) j Hj) as Sh.
    assert (A : Z.of_nat (deg u) * (C u + - D) < Z.of_nat (deg u) * (D * useZ (deg u) (x0 u) j)) by nia. nia. }
  rewrite into_add, into_const, into_scale in L. pose proof (ind_nonneg v).
  assert (D * x0 v <= D * f x0 v) by (unfold Integers.f; nia). nia.
Qed.

Lemma few_left v : (v < n)%nat -> sinkb v = false -> f x0 v - x0 v <= (k + 1) * ind v.
Proof.
  intros Hv Hs. pose proof (x0_floor v) as (_ & Fl). rewrite (solves v Hv Hs) in Fl.
  assert (L : into v (fun u j => D * useZ (deg u) (x0 u) j) <= into v (fun u _ => C u + D)).
  { apply into_le. intros u j Hu Hj. pose proof (x0_floor u) as (Fu & _).
    pose proof (share_high (deg u) (x0 u) j Hj) as Sh.
    assert (A : Z.of_nat (deg u) * (D * useZ (deg u) (x0 u) j) < Z.of_nat (deg u) * (C u + D)) by nia. nia. }
  rewrite into_add, into_const, into_scale in L. pose proof (ind_nonneg v).
  assert (D * (f x0 v - x0 v) < D * ((k + 1) * ind v + 1)) by (unfold Integers.f; nia). nia.
Qed.

(* No vertex of the set N where the solution exceeds y: summed over N, what comes in is more than what goes out. *)
Theorem solution_is_below y : below (f y) y -> below x0 y.
Proof.
  intros Fy v0 Hv0 Hs0.
  set (z := fun v => D * y v - Z.of_nat (deg v) * C v).
  set (N := fun v => negb (sinkb v) && (z v <? 0)).
  set (e := fun u j => D * useZ (deg u) (y u) j - C u + D).
  assert (Step : forall v, (v < n)%nat -> N v = true -> into v e <= z v).
  { intros v Hv Nv. apply andb_prop in Nv. destruct Nv as (Sv & _). apply negb_true_iff in Sv.
    specialize (Fy v Hv Sv). unfold z. rewrite (solves v Hv Sv).
    assert (E : into v e = D * into v (fun u j => useZ (deg u) (y u) j) + -1 * into v (fun u _ => C u) + D * ind v).
    { unfold e. rewrite <- into_scale, <- into_scale, <- (into_const v D), <- !into_add. apply into_ext. intros. lia. }
    rewrite E. unfold Integers.f in Fy. pose proof (ind_nonneg v). nia. }
  assert (Out : forall u, (u < n)%nat ->
    (if N u then z u + 1 else 0) <= sumZ (deg u) (fun j => if N (dest u j) then e u j else 0)).
  { intros u Hu.
    assert (Arc : forall j, (j < deg u)%nat -> z u + 1 <= Z.of_nat (deg u) * e u j).
    { intros j Hj. pose proof (share_low (deg u) (y u) j Hj). unfold e, z. nia. }
    destruct (N u) eqn:Nu.
    - apply andb_prop in Nu. destruct Nu as (Su & Zu). apply negb_true_iff in Su. apply Z.ltb_lt in Zu.
      pose proof (deg_live u Su) as Hd.
      assert (A : sumZ (deg u) (fun _ => z u + 1) <= sumZ (deg u) (fun j => Z.of_nat (deg u) * (if N (dest u j) then e
        u j else 0))).
      { apply sumZ_le. intros j Hj. specialize (Arc j Hj). destruct (N (dest u j)); lia. }
      rewrite sumZ_const, sumZ_scale in A. nia.
    - apply sumZ_nonneg. intros j Hj. destruct (N (dest u j)); [|lia]. specialize (Arc j Hj).
      pose proof (live_deg u j Hj) as Su. unfold N in Nu. rewrite Su in Nu. simpl in Nu. apply Z.ltb_ge in Nu. nia. }
  assert (Sum : sumZ n (fun u => if N u then z u + 1 else 0) <= sumZ n (fun v => if N v then z v else 0)).
  { transitivity (sumZ n (fun v => if N v then into v e else 0)).
    - rewrite into_total. apply sumZ_le. assumption.
    - apply sumZ_le. intros v Hv. destruct (N v) eqn:Nv; [apply Step; assumption|lia]. }
  assert (None : N v0 = false).
  { destruct (N v0) eqn:E; [exfalso|reflexivity].
    assert (sumZ n (fun v => if N v then z v else 0) < sumZ n (fun u => if N u then z u + 1 else 0)); [|lia].
    apply sumZ_lt with v0; [intros v _; destruct (N v); lia|assumption|rewrite E; lia]. }
  unfold N in None. rewrite Hs0 in None. simpl in None. apply Z.ltb_ge in None. pose proof (x0_floor v0).
  unfold z in None. nia.
Qed.

(* So many particles are left over in all. *)
Theorem solution_leaves_few :
  below x0 (f x0) /\ sumZ n (live (fun v => f x0 v - x0 v)) <= (k + 1) * arcs.
Proof.
  split; [intros v; apply below_f|].
  transitivity (sumZ n (fun v => (k + 1) * ind v)).
  - apply sumZ_le. intros v Hv. unfold Integers.live. destruct (sinkb v) eqn:E; [|apply few_left; assumption].
    pose proof (ind_nonneg v). nia.
  - rewrite sumZ_scale. apply Z.mul_le_mono_nonneg_l; [lia|]. unfold Integers.ind.
    rewrite (into_total (fun _ => true) (fun _ _ => 1) : sumZ n (fun v => into v (fun _ _ => 1)) = _). apply sumZ_le.
    intros u _. rewrite sumZ_const. lia.
Qed.

(* Theorem M: start from the solution rounded down; at most (k + 1)|A| particles are left over; moved on in any order
   they come to rest, and what is above 0 then is the run of all particles. *)
Theorem many_particles_from_below d : legal d -> ended d ->
  sumZ n (live (fun v => f x0 v - x0 v)) <= (k + 1) * arcs /\
  (exists m y, reach x0 m y /\ below (f y) y) /\
  (forall m y, reach x0 m y -> below (f y) y -> forall v, (v < n)%nat -> above_zero y v = d v).
Proof.
  intros L E. destruct solution_leaves_few as (Up & Few). split; [assumption|].
  assert (Low : below x0 (fun v => Z.of_nat (d v))).
  { apply solution_is_below. intros v Hv Hs. rewrite (run_fixed d L E v Hv Hs). lia. }
  destruct (from_below_moves d L E x0 Low Up) as (_ & Ex & Is). split; assumption.
Qed.
End Solution.
End FromBelow.
