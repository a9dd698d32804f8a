(* docs/certificates.md, classes: the element of the group that a rotor configuration stands for.

   [v] is the class of one chip on v, 0 for sinks.  An arc of u has the value 0 if it is the first one, and the next arc
   has the value of this one plus [u] - [head].  The element of a configuration is the sum of the values of its rotors.
     full_turn_is_row         once round u adds the row of u in the Laplacian, which is 0 in the group
     routing_adds             routing a particle from u to a sink adds [u] to the element *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Rotor Chips Group.
Import ListNotations.
Local Open Scope Z_scope.

Section Classes.
Variable n : nat.
Variable heads : nat -> list nat.
Hypothesis heads_in : forall u v, (u < n)%nat -> In v (heads u) -> (v < n)%nat.
Notation sinkb := (sinkb heads).
Notation deg := (Rotor.deg heads).
Variable phi : nat -> Z.                 (* one coordinate of the class of one chip, modulo its factor *)
Variable factor : Z.

Definition head u j := nth j (heads u) 0%nat.
Definition class v : Z := if sinkb v then 0 else phi v.
Definition value u j : Z := sumZ j (fun i => class u - class (head u i)).
Definition element (r : nat -> nat) : Z := sumZ n (fun u => if sinkb u then 0 else value u (r u)).

Lemma heads_sum u : (u < n)%nat ->
  sumZ (deg u) (fun i => class (head u i)) = sumZ n (fun v => if sinkb v then 0 else Chips.arcs_to heads u v * phi v).
Proof.
  intros Hu. unfold Rotor.deg, head, Chips.arcs_to.
  assert (I : forall v, In v (heads u) -> (v < n)%nat) by (intros v; apply heads_in; assumption).
  induction (heads u) as [|h t IH] using rev_ind.
  - simpl. rewrite (sumZ_ext n _ (fun _ => 0)); [rewrite sumZ_zero; reflexivity|]. intros v _. destruct (sinkb v); lia.
  - rewrite app_length. simpl length. rewrite Nat.add_1_r. cbn [sumZ]. rewrite app_nth2, Nat.sub_diag by lia. simpl nth.
    rewrite (sumZ_ext (length t) _ (fun i => class (nth i t 0%nat))) by (intros i Hi; rewrite app_nth1 by assumption; reflexivity).
    rewrite IH by (intros v Hv; apply I; apply in_or_app; left; assumption).
    assert (Hh : (h < n)%nat) by (apply I; apply in_or_app; right; left; reflexivity).
    rewrite <- (sumZ_one n h (class h) Hh), <- sumZ_add. apply sumZ_ext. intros v _. rewrite count_occ_app. simpl.
    destruct (Nat.eqb_spec v h) as [->|N].
    + destruct (Nat.eq_dec h h); [|contradiction]. unfold class. destruct (sinkb h); lia.
    + destruct (Nat.eq_dec h v); [congruence|]. destruct (sinkb v); lia.
Qed.

Theorem full_turn_is_row u : (u < n)%nat -> sinkb u = false ->
  value u (deg u) = row_image n heads sinkb (fun v _ => phi v) u 0.
Proof.
  intros Hu S. unfold value. rewrite sumZ_sub, sumZ_const, heads_sum by assumption. unfold row_image, class, Chips.deg.
  rewrite S. unfold Rotor.deg. lia.
Qed.

Hypothesis rows_vanish : forall u, (u < n)%nat -> sinkb u = false -> (factor | row_image n heads sinkb (fun v _ => phi v) u 0).

Definition congruent a b := (factor | a - b).

Lemma step_adds r u : (u < n)%nat -> sinkb u = false -> (r u < deg u)%nat ->
  congruent (element (turn heads r u) + class (head u (r u))) (element r + class u).
Proof.
  intros Hu L R. unfold congruent, element.
  set (d := value u (S (r u) mod deg u) - value u (r u)).
  rewrite (sumZ_ext n (fun w => if sinkb w then 0 else value w (turn heads r u w))
    (fun w => (if sinkb w then 0 else value w (r w)) + (if (w =? u)%nat then d else 0))).
  - rewrite sumZ_add, sumZ_one by assumption.
    replace (_ - _) with (d + class (head u (r u)) - class u) by lia. unfold d.
    destruct (Nat.eq_dec (S (r u)) (deg u)) as [E|N].
    + rewrite E, Nat.mod_same by (unfold Rotor.deg in *; lia). pose proof (rows_vanish u Hu L) as V.
      rewrite <- full_turn_is_row, <- E in V by assumption. unfold value in *. cbn [sumZ] in *.
      replace (_ - _) with (- (sumZ (r u) (fun i => class u - class (head u i)) + (class u - class (head u (r u))))) by lia.
      apply Z.divide_opp_r. assumption.
    + rewrite Nat.mod_small by lia. unfold value. cbn [sumZ]. exists 0. lia.
  - intros w _. unfold turn. destruct (Nat.eqb_spec w u) as [->|]; [rewrite L; unfold d; lia|destruct (sinkb w); lia].
Qed.

Theorem routing_adds : forall k r u, (u < n)%nat -> (forall w, (w < n)%nat -> sinkb w = false -> (r w < deg w)%nat) ->
  congruent (element (fst (walk heads k r u)) + class (snd (walk heads k r u))) (element r + class u).
Proof.
  induction k; intros r u Hu P; simpl; [exists 0; lia|]. destruct (sinkb u) eqn:S; [exists 0; simpl; lia|].
  pose proof (P u Hu S) as R.
  assert (Hh : (nth (r u) (heads u) 0 < n)%nat) by (apply (heads_in u); [assumption|apply nth_In; assumption]).
  assert (P' : forall w, (w < n)%nat -> sinkb w = false -> (turn heads r u w < deg w)%nat).
  { intros w Hw Sw. unfold turn. destruct (Nat.eqb_spec w u) as [->|]; [|auto]. apply Nat.mod_upper_bound. lia. }
  pose proof (IHk (turn heads r u) (nth (r u) (heads u) 0%nat) Hh P') as C. pose proof (step_adds r u Hu S R) as D.
  unfold congruent, head in *. destruct C as (a & C). destruct D as (b & D). exists (a + b). lia.
Qed.
End Classes.
