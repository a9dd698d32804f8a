(* docs/certificates.md, groups: which vertices need firings of their own.

   A vertex is related if one chip on it is equivalent to its image in generators.  If all vertices of a row of the Laplacian
   but one are related, and that one has the entry 1 or -1 there, it is related too; so firings are needed for few vertices.
     row_relates         the step from a row to its last vertex
     related_suffice     if all vertices are related, chips with the same image are equivalent *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Chips Group.
Import ListNotations.
Local Open Scope Z_scope.

Lemma finite_choice (P : nat -> (nat -> Z) -> Prop) m :
  (forall v, (v < m)%nat -> exists x, P v x) -> exists f, forall v, (v < m)%nat -> P v (f v).
Proof.
  induction m; intros H; [exists (fun _ _ => 0); intros; lia|].
  destruct IHm as (f & F); [intros; apply H; lia|]. destruct (H m (Nat.lt_succ_diag_r m)) as (x & X).
  exists (fun v => if (v =? m)%nat then x else f v). intros v Hv. destruct (Nat.eqb_spec v m) as [->|]; [assumption|].
  apply F. lia.
Qed.

Section Related.
Variable n : nat.
Variable heads : nat -> list nat.
Variable halts : nat -> bool.            (* the sinks *)
Notation deg := (deg heads).
Notation arcs_to := (arcs_to heads).
Notation gets := (gets n heads halts).
Notation after := (after n heads halts).
Notation active := (active n halts).
Variable k : nat.
Variable factor : nat -> Z.
Variable phi : nat -> nat -> Z.
Variable gen : nat -> nat -> Z.
Notation combined := (combined k gen).
Notation equivalent := (equivalent n heads halts).
Notation row_image := (row_image n heads halts phi).

Definition one_chip (v u : nat) : Z := if (u =? v)%nat then 1 else 0.
Definition vanishes (c : nat -> Z) := exists x, forall v, active v -> after c x v = 0.
Definition related v := vanishes (fun u => one_chip v u - combined (phi v) u).
Definition entry u v : Z := (if (u =? v)%nat then deg u else 0) - arcs_to u v.

Lemma vanishes_ext c e : vanishes c -> (forall v, active v -> c v = e v) -> vanishes e.
Proof. intros (x & X) H. exists x. intros v A. rewrite <- (X v A). unfold Chips.after. rewrite (H v A). reflexivity. Qed.

Lemma vanishes_add c e : vanishes c -> vanishes e -> vanishes (fun v => c v + e v).
Proof. intros (x & X) (y & Y). exists (fun v => x v + y v). intros v A. rewrite after_add, X, Y by assumption. reflexivity. Qed.

Lemma vanishes_scale a c : vanishes c -> vanishes (fun v => a * c v).
Proof. intros (x & X). exists (fun v => a * x v). intros v A. rewrite after_scale, X by assumption. lia. Qed.

Lemma vanishes_none : vanishes (fun _ => 0).
Proof. exists (fun _ => 0). intros v _. apply after_none. Qed.

Lemma vanishes_sum m (t : nat -> nat -> Z) : (forall j, (j < m)%nat -> vanishes (t j)) -> vanishes (fun v => sumZ m (fun j => t j v)).
Proof.
  induction m; intros H; [exact vanishes_none|]. cbn [sumZ]. apply vanishes_add; [apply IHm; intros; apply H; lia|apply H; lia].
Qed.

(* one firing of u *)
Lemma row_vanishes u : active u -> vanishes (entry u).
Proof.
  intros A. exists (one_chip u). intros v B. unfold Chips.after. rewrite (gives_live n) by assumption.
  assert (E : gets (one_chip u) v = arcs_to u v).
  { unfold Chips.gets, one_chip. rewrite (sumZ_ext n _ (fun w => if (w =? u)%nat then arcs_to u v else 0)).
    - apply sumZ_one. apply A.
    - intros w _. destruct (Nat.eqb_spec w u) as [->|]; [rewrite (proj2 A); lia|destruct (halts w); lia]. }
  rewrite E. unfold entry, one_chip. rewrite (Nat.eqb_sym v u). destruct (Nat.eqb_spec u v) as [->|]; lia.
Qed.

Lemma combined_sum m (t : nat -> nat -> Z) v : combined (fun i => sumZ m (fun j => t j i)) v = sumZ m (fun j => combined (t j) v).
Proof.
  unfold Group.combined. rewrite sumZ_swap. apply sumZ_ext. intros i _. rewrite Z.mul_comm, <- sumZ_scale. apply sumZ_ext.
  intros; lia.
Qed.

Hypothesis rows_vanish : forall u i, active u -> (i < k)%nat -> (factor i | row_image u i).
Hypothesis factors_vanish : forall i, (i < k)%nat -> vanishes (fun u => factor i * gen i u).

Lemma multiples_vanish t : (forall i, (i < k)%nat -> (factor i | t i)) -> vanishes (combined t).
Proof.
  intros H. unfold Group.combined. apply (vanishes_sum k (fun i v => t i * gen i v)). intros i Hi.
  destruct (H i Hi) as (q & Q). apply (vanishes_ext (fun u => q * (factor i * gen i u))).
  - apply vanishes_scale. auto.
  - intros v _. rewrite Q. lia.
Qed.

Lemma row_image_entries u i : active u ->
  row_image u i = sumZ n (fun w => if halts w then 0 else entry u w * phi w i).
Proof.
  intros (Hu & A). unfold Group.row_image, entry.
  rewrite (sumZ_ext n (fun w => if halts w then 0 else ((if (u =? w)%nat then deg u else 0) - arcs_to u w) * phi w i)
    (fun w => (if (w =? u)%nat then phi u i * deg u else 0) - (if halts w then 0 else arcs_to u w * phi w i))).
  - rewrite sumZ_sub, sumZ_one by assumption. reflexivity.
  - intros w _. rewrite (Nat.eqb_sym u w). destruct (Nat.eqb_spec w u) as [->|]; [rewrite A; lia|destruct (halts w); lia].
Qed.

Theorem row_relates u v : active u -> active v -> entry u v = 1 \/ entry u v = -1 ->
  (forall w, active w -> w <> v -> entry u w <> 0 -> related w) -> related v.
Proof.
  intros A B E R. set (D := fun w q => one_chip w q - combined (phi w) q).
  (* the whole row *)
  assert (All : vanishes (fun q => sumZ n (fun w => if halts w then 0 else entry u w * D w q))).
  { apply (vanishes_ext (fun q => entry u q + -1 * combined (row_image u) q)).
    - apply vanishes_add; [apply row_vanishes; assumption|]. apply vanishes_scale. apply multiples_vanish. intros i Hi. auto.
    - intros q Q. unfold D.
      rewrite (sumZ_ext n (fun w => if halts w then 0 else entry u w * (one_chip w q - combined (phi w) q))
        (fun w => (if (w =? q)%nat then entry u q else 0) - combined (fun i => if halts w then 0 else entry u w * phi w i) q)).
      + rewrite sumZ_sub, sumZ_one by apply Q. rewrite <- combined_sum.
        assert (C : combined (row_image u) q = combined (fun i => sumZ n (fun w => if halts w then 0 else entry u w * phi w i)) q).
        { unfold Group.combined. apply sumZ_ext. intros i _. rewrite row_image_entries by assumption. reflexivity. }
        rewrite C. lia.
      + intros w _. unfold one_chip. rewrite (Nat.eqb_sym w q). unfold Group.combined. destruct (halts w) eqn:H.
        * rewrite (sumZ_ext k _ (fun _ => 0)) by (intros; lia). rewrite sumZ_zero.
          destruct (Nat.eqb_spec q w) as [->|]; [rewrite (proj2 Q) in H; discriminate|reflexivity].
        * rewrite (sumZ_ext k (fun j => entry u w * phi w j * gen j q) (fun j => entry u w * (phi w j * gen j q))) by (intros; ring).
          rewrite sumZ_scale.
          destruct (Nat.eqb_spec q w) as [->|]; ring. }
  (* without v *)
  assert (Others : vanishes (fun q => sumZ n (fun w => if (w =? v)%nat then 0 else if halts w then 0 else entry u w * D w q))).
  { apply (vanishes_sum n (fun w q => if (w =? v)%nat then 0 else if halts w then 0 else entry u w * D w q)). intros w Hw.
    destruct (Nat.eqb_spec w v) as [|N]; [exact vanishes_none|]. destruct (halts w) eqn:H; [exact vanishes_none|].
    destruct (Z.eq_dec (entry u w) 0) as [Z|Z].
    - apply (vanishes_ext (fun _ => 0)); [exact vanishes_none|]. intros q _. rewrite Z. reflexivity.
    - apply vanishes_scale. apply R; [split; assumption|assumption|assumption]. }
  unfold related. apply (vanishes_ext (fun q => entry u v *
    (sumZ n (fun w => if halts w then 0 else entry u w * D w q)
     + -1 * sumZ n (fun w => if (w =? v)%nat then 0 else if halts w then 0 else entry u w * D w q)))).
  - apply vanishes_scale. apply vanishes_add; [assumption|]. apply vanishes_scale. assumption.
  - intros q _. rewrite <- sumZ_scale, <- sumZ_add, <- sumZ_scale.
    rewrite (sumZ_ext n _ (fun w => if (w =? v)%nat then entry u v * (entry u v * D v q) else 0)).
    + rewrite sumZ_one by apply B. unfold D. destruct E as [->| ->]; lia.
    + intros w _. destruct (Nat.eqb_spec w v) as [->|]; [rewrite (proj2 B); ring|destruct (halts w); ring].
Qed.

Theorem related_suffice : (forall v, active v -> related v) ->
  forall c e, same_image n halts k factor phi c e -> equivalent c e.
Proof.
  intros R. destruct (finite_choice (fun v x => active v -> same n halts (after (one_chip v) x) (combined (phi v))) n) as (f & F).
  { intros v Hv. destruct (halts v) eqn:H.
    - exists (fun _ => 0). intros (_ & A). congruence.
    - destruct (R v (conj Hv H)) as (x & X). exists x. intros _ q Q. specialize (X q Q). unfold Chips.after in *. lia. }
  destruct (finite_choice (fun i x => same n halts (after (fun u => factor i * gen i u) x) (fun _ => 0)) k) as (h & H).
  { intros i Hi. destruct (factors_vanish i Hi) as (x & X). exists x. assumption. }
  intros c e. apply (relations_suffice n heads halts k factor phi gen f h).
  - intros v A. apply F; [apply A|assumption].
  - assumption.
Qed.
End Related.
