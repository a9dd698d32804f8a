(* Legal firings of more chips, one after the other, and with chips in abundance.
     legal_compose    firings of what firings have left
     legal_sum        firings of two piles at once
     legal_ample      with enough chips, whatever
     confluent        whatever was fired first, stabilising leaves the same chips *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Integers Chips.
Local Open Scope Z_scope.

Section Firings.
Variable n : nat.
Variable heads : nat -> list nat.
Variable halts : nat -> bool.
Notation deg := (deg heads).
Notation arcs_to := (arcs_to heads).
Notation gets := (gets n heads halts).
Notation after := (after n heads halts).
Notation active := (active n halts).
Notation stable := (stable n heads halts).
Notation nonneg := (nonneg n halts).
Notation upto := (upto n halts).
Notation same := (same n halts).
Notation legal := (legal n heads halts).
Notation spared := (spared n heads halts).
Notation nothing_spared := (nothing_spared n heads halts).

Definition plus (a b : nat -> Z) v := a v + b v.
Definition is_stable (s : nat -> Z) := forall v, active v -> s v < deg v.

Lemma after_at s x v : active v -> after s x v = s v - x v * deg v + gets x v.
Proof. intros A. unfold Chips.after. rewrite (gives_live n) by assumption. reflexivity. Qed.

(* ---- legal firings of other chips ---- *)
Lemma legal_more s t x : legal s x -> upto s t -> legal t x.
Proof.
  intros L U. induction L as [|x u L IH A D|x y L IH E]; [constructor| |apply (read_as _ _ _ t x y); assumption].
  constructor; auto. rewrite after_at in * by assumption. specialize (U u A). lia.
Qed.

Lemma legal_compose s x y : legal s x -> legal (after s x) y -> legal s (plus x y).
Proof.
  intros Lx Ly. induction Ly as [|y u L IH A D|y z L IH E].
  - apply (read_as _ _ _ s x); [assumption|]. intros v _. unfold plus. lia.
  - apply (read_as _ _ _ s (bumpZ (plus x y) u)).
    + constructor; auto. unfold plus. rewrite after_twice. assumption.
    + intros v _. unfold plus, bumpZ. destruct (v =? u)%nat; lia.
  - apply (read_as _ _ _ s (plus x y)); [assumption|]. intros v A. unfold plus. rewrite (E v A). reflexivity.
Qed.

Lemma legal_sum a b x y : nonneg a -> nonneg b -> legal a x -> legal b y -> legal (plus a b) (plus x y).
Proof.
  intros Na Nb Lx Ly. apply legal_compose.
  - apply (legal_more a); [assumption|]. intros v A. unfold plus. specialize (Nb v A). lia.
  - apply (legal_more b); [assumption|]. intros v A. pose proof (legal_solvent _ _ _ a x Lx Na v A) as S.
    rewrite after_at in * by assumption. unfold plus. lia.
Qed.

(* With enough chips everything can be fired. *)
Lemma legal_ample c x : nonneg x -> (forall v, active v -> x v * deg v <= c v) -> legal c x.
Proof.
  assert (H : forall k x, (Z.to_nat (total n halts x) <= k)%nat -> nonneg x -> (forall v, active v -> x v * deg v <= c v)
    -> legal c x).
  { induction k; intros y T N B.
    - apply (read_as _ _ _ c (fun _ => 0)); [constructor|]. intros v A.
      destruct (Z.eq_dec (y v) 0) as [|P]; [lia|exfalso].
      assert (total n halts (bumpZ (fun _ => 0) v) <= total n halts y).
      { apply total_upto. intros i Ai. specialize (N i Ai) as Ni. specialize (N v A). unfold bumpZ.
        destruct (Nat.eqb_spec i v) as [->|]; lia. }
      rewrite total_bump in H by assumption.
      assert (0 <= total n halts (fun _ => 0)); [|lia]. apply sumZ_nonneg. intros i _. destruct (halts i); lia.
    - destruct (find_below n (fun v => negb (halts v) && (0 <? y v))) as [(u & Hu & P)|Z0].
      + apply andb_prop in P. destruct P as (P1 & P2). apply negb_true_iff in P1. apply Z.ltb_lt in P2.
        set (z := fun v => if (v =? u)%nat then y v - 1 else y v).
        assert (A : active u) by (split; assumption).
        assert (E : same (bumpZ z u) y) by (intros v _; unfold bumpZ, z; destruct (v =? u)%nat; lia).
        assert (Tz : total n halts y = total n halts z + 1).
        { rewrite <- (total_bump n halts z u A). apply Z.le_antisymm; apply total_upto; intros v Av; rewrite (E v Av);
            lia. }
        assert (Nz : nonneg z).
        { intros v Av. unfold z. specialize (N v Av). destruct (Nat.eqb_spec v u) as [->|]; lia. }
        assert (Lz : legal c z).
        { apply IHk; [lia|assumption|]. intros v Av. specialize (B v Av). unfold z. destruct (Nat.eqb_spec v u); [|lia].
          unfold Chips.deg in *. nia. }
        apply (read_as _ _ _ c (bumpZ z u)); [|assumption]. constructor; [assumption..|].
        rewrite after_at by assumption. specialize (B u A). unfold z at 1. rewrite Nat.eqb_refl.
        assert (0 <= gets z u); [|nia]. rewrite <- (gets_none n heads halts u). apply gets_mono. assumption.
      + apply (read_as _ _ _ c (fun _ => 0)); [constructor|]. intros v (Hv & A). specialize (Z0 v Hv). rewrite A in Z0.
        simpl in Z0. apply Z.ltb_ge in Z0. specialize (N v (conj Hv A)). lia. }
  intros N B. apply (H (Z.to_nat (total n halts x))); auto.
Qed.

(* Whatever was fired first, stabilising leaves the same chips. *)
Lemma confluent c x y : legal c x -> stable c x -> legal c y ->
  exists w, legal (after c y) w /\ stable (after c y) w /\ same (after (after c y) w) (after c x).
Proof.
  intros Lx Sx Ly. pose proof (least_action _ _ _ c x (legal_nonneg _ _ _ c x Lx) Sx y Ly) as U.
  set (z := fun v => x v - y v).
  assert (E : forall v, active v -> after (after c y) z v = after c x v).
  { intros v A. rewrite <- after_twice. apply after_ext; [assumption|]. intros i _. unfold z. lia. }
  destruct (firings_end n heads halts (after c y) z) as (w & Lw & Sw & _).
  - intros v A. specialize (U v A). unfold z. lia.
  - intros v A. rewrite E by assumption. apply Sx. assumption.
  - exists w. split; [assumption|]. split; [assumption|].
    assert (Sxw : same (plus y w) x).
    { apply (same_firings n heads halts c); auto; [apply legal_compose; assumption|].
      intros v A. unfold plus. rewrite after_twice. apply Sw. assumption. }
    intros v A. rewrite <- after_twice. apply after_ext; assumption.
Qed.
End Firings.
