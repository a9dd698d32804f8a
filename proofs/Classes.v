(* docs/certificates.md, classes: the element of the group that a rotor configuration stands for.

   [v] is the class of one chip on v, 0 for sinks.  An arc of u has the value 0 if it is the first one, and the next arc
   has the value of this one plus [u] - [head].  The element of a configuration is the sum of the values of its rotors.
     full_turn_is_row         once round u adds the row of u in the Laplacian, which is 0 in the group
     routing_adds             routing a particle from u to a sink adds [u] to the element
     moves_add                departures x, of either sign, add what they take away from the vertices
     classes_are_elements     chips c can be routed so that r becomes s exactly if the elements of r and c add up to that of s;
                              with no chips: r becomes s by departures that circulate exactly if their elements agree *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Rotor Chips Group Integers.
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

(* ---- departures of either sign ---- *)
Lemma value_next u s : (u < n)%nat -> sinkb u = false -> (s < deg u)%nat ->
  congruent (value u (S s mod deg u)) (value u s + (class u - class (head u s))).
Proof.
  intros Hu L R. unfold congruent. destruct (Nat.eq_dec (S s) (deg u)) as [E|N].
  - rewrite E, Nat.mod_same by lia. pose proof (rows_vanish u Hu L) as V. rewrite <- full_turn_is_row, <- E in V by assumption.
    unfold value in *. cbn [sumZ] in *. replace (_ - _) with (- (sumZ s (fun i => class u - class (head u i)) + (class u - class (head u s)))) by lia.
    apply Z.divide_opp_r. assumption.
  - rewrite Nat.mod_small by lia. unfold value. cbn [sumZ]. exists 0. lia.
Qed.

Section Moves.
Variable r : nat -> nat.
Hypothesis positions : forall u, (u < n)%nat -> sinkb u = false -> (r u < deg u)%nat.
Notation dest := (dest heads r).

Lemma value_turned u m : (u < n)%nat -> sinkb u = false ->
  congruent (value u ((r u + m) mod deg u)) (value u (r u) + sumZ m (fun j => class u - class (dest u j))).
Proof.
  intros Hu L. pose proof (positions u Hu L) as R. induction m; cbn [sumZ].
  - rewrite Nat.add_0_r, Nat.mod_small by assumption. exists 0. lia.
  - assert (E : ((r u + S m) mod deg u = S ((r u + m) mod deg u) mod deg u)%nat).
    { rewrite <- (Nat.add_1_r ((r u + m) mod deg u)), Nat.add_mod_idemp_l by lia. f_equal. lia. }
    rewrite E. assert (B : ((r u + m) mod deg u < deg u)%nat) by (apply Nat.mod_upper_bound; lia).
    destruct (value_next u _ Hu L B) as (a & A). destruct IHm as (b & IH). exists (a + b).
    change (head u ((r u + m) mod deg u)) with (dest u m) in A. lia.
Qed.

Lemma first_terms d m (t : nat -> Z) : (m <= d)%nat -> sumZ d (fun j => if Z.of_nat j <? Z.of_nat m then t j else 0) = sumZ m t.
Proof.
  intros H. induction H as [|d H IH].
  - apply sumZ_ext. intros j Hj. destruct (Z.ltb_spec (Z.of_nat j) (Z.of_nat m)); lia.
  - cbn [sumZ]. rewrite IH. destruct (Z.ltb_spec (Z.of_nat d) (Z.of_nat m)); lia.
Qed.

Lemma value_moved u x s : (u < n)%nat -> sinkb u = false -> Z.of_nat s = (Z.of_nat (r u) + x) mod Z.of_nat (deg u) ->
  congruent (value u s) (value u (r u) + sumZ (deg u) (fun j => useZ (deg u) x j * (class u - class (dest u j)))).
Proof.
  intros Hu L E. pose proof (positions u Hu L) as R.
  pose proof (Z.div_mod x (Z.of_nat (deg u)) ltac:(lia)) as D. pose proof (Z.mod_pos_bound x (Z.of_nat (deg u)) ltac:(lia)) as B.
  set (q := x / Z.of_nat (deg u)) in *. set (m := Z.to_nat (x mod Z.of_nat (deg u))) in *.
  assert (Em : x mod Z.of_nat (deg u) = Z.of_nat m) by (unfold m; lia). rewrite Em in *.
  assert (Es : s = ((r u + m) mod deg u)%nat).
  { apply Nat2Z.inj. rewrite E, Nat2Z.inj_mod, Nat2Z.inj_add, D.
    replace (Z.of_nat (r u) + (Z.of_nat (deg u) * q + Z.of_nat m)) with (Z.of_nat (r u) + Z.of_nat m + q * Z.of_nat (deg u)) by ring.
    apply Z_mod_plus_full. }
  rewrite (sumZ_ext (deg u) _ (fun j => q * (class u - class (dest u j)) + (if Z.of_nat j <? Z.of_nat m then class u - class (dest u j) else 0))).
  - rewrite sumZ_add, sumZ_scale, first_terms by lia. rewrite Es. destruct (value_turned u m Hu L) as (a & A).
    destruct (value_turned u (deg u) Hu L) as (b & F).
    assert (Er : ((r u + deg u) mod deg u = r u)%nat) by (rewrite <- (Nat.mul_1_l (deg u)) at 1; rewrite Nat.mod_add, Nat.mod_small by lia; reflexivity).
    rewrite Er in F. exists (a + q * b). rewrite Z.mul_add_distr_r, <- Z.mul_assoc, <- F, <- A. ring.
  - intros j Hj. rewrite D, useZ_value by lia. destruct (Z.of_nat j <? Z.of_nat m); ring.
Qed.

(* departures x turn r into s *)
Definition turned_by (x : nat -> Z) (s : nat -> nat) :=
  forall u, (u < n)%nat -> sinkb u = false -> Z.of_nat (s u) = (Z.of_nat (r u) + x u) mod Z.of_nat (deg u).

(* what departures take away from v *)
Definition taken (x : nat -> Z) v : Z := x v - into n heads r v (fun u j => useZ (deg u) (x u) j).

Theorem moves_add x s : turned_by x s ->
  congruent (element s) (element r + sumZ n (fun v => if sinkb v then 0 else taken x v * phi v)).
Proof.
  intros M. unfold congruent, element.
  assert (E : sumZ n (fun v => if sinkb v then 0 else taken x v * phi v)
    = sumZ n (fun u => if sinkb u then 0 else sumZ (deg u) (fun j => useZ (deg u) (x u) j * (class u - class (dest u j))))).
  { assert (I : sumZ n (fun v => if sinkb v then 0 else into n heads r v (fun u j => useZ (deg u) (x u) j) * phi v)
      = sumZ n (fun u => sumZ (deg u) (fun j => useZ (deg u) (x u) j * class (dest u j)))).
    { rewrite (sumZ_ext n _ (fun v => sumZ n (fun u => sumZ (deg u) (fun j => if (v =? dest u j)%nat then useZ (deg u) (x u) j * class (dest u j) else 0)))).
      - rewrite sumZ_swap. apply sumZ_ext. intros u Hu. rewrite sumZ_swap. apply sumZ_ext. intros j Hj.
        apply sumZ_one. apply (heads_in u); [assumption|]. apply dest_head. apply sinkb_false. apply (live_deg heads u j Hj).
      - intros v _. unfold into, class.
        destruct (sinkb v) eqn:S.
        + rewrite (sumZ_ext n _ (fun _ => 0)); [rewrite sumZ_zero; reflexivity|]. intros u _.
          rewrite (sumZ_ext (deg u) _ (fun _ => 0)); [apply sumZ_zero|]. intros j _.
          destruct (Nat.eqb_spec v (dest u j)) as [<-|]; [rewrite S; lia|reflexivity].
        + rewrite Z.mul_comm, <- sumZ_scale. apply sumZ_ext. intros u _. rewrite <- sumZ_scale. apply sumZ_ext. intros j _.
          rewrite (Nat.eqb_sym v). destruct (Nat.eqb_spec (dest u j) v) as [->|]; [rewrite S; lia|lia]. }
    unfold taken. rewrite (sumZ_ext n _ (fun v => (if sinkb v then 0 else x v * phi v)
      - (if sinkb v then 0 else into n heads r v (fun u j => useZ (deg u) (x u) j) * phi v))) by (intros v _; destruct (sinkb v); lia).
    rewrite sumZ_sub, I, <- sumZ_sub. apply sumZ_ext. intros u _. destruct (sinkb u) eqn:S.
    - assert (D : deg u = 0%nat) by (apply sinkb_spec in S; unfold is_sink in S; unfold Rotor.deg; rewrite S; reflexivity).
      rewrite D. reflexivity.
    - rewrite (sumZ_ext (deg u) (fun j => useZ (deg u) (x u) j * (class u - class (dest u j)))
        (fun j => class u * useZ (deg u) (x u) j - useZ (deg u) (x u) j * class (dest u j))) by (intros; ring).
      rewrite sumZ_sub, sumZ_scale, useZ_total by (apply deg_live; assumption). unfold class at 2. rewrite S. ring. }
  rewrite E. clear E. rewrite <- sumZ_add, <- sumZ_sub. apply divides_sum. intros u Hu. destruct (sinkb u) eqn:S; [exists 0; lia|].
  apply value_moved; auto.
Qed.
End Moves.
End Classes.

Section Elements.
Variable n : nat.
Variable heads : nat -> list nat.
Hypothesis heads_in : forall u v, (u < n)%nat -> In v (heads u) -> (v < n)%nat.
Notation sinkb := (sinkb heads).
Notation deg := (Rotor.deg heads).
Variable k : nat.
Variable factor : nat -> Z.
Variable phi : nat -> nat -> Z.
Notation image := (image n sinkb phi).
Hypothesis rows_vanish : forall u i, active n sinkb u -> (i < k)%nat -> (factor i | row_image n heads sinkb phi u i).
Hypothesis one_to_one : forall c e, same_image n sinkb k factor phi c e -> equivalent n heads sinkb c e.
Variable r s : nat -> nat.
Hypothesis r_in : forall u, (u < n)%nat -> sinkb u = false -> (r u < deg u)%nat.
Hypothesis s_in : forall u, (u < n)%nat -> sinkb u = false -> (s u < deg u)%nat.
Notation element i := (element n heads (fun v => phi v i)).
Notation dest := (dest heads r).

(* a full turn uses every arc once *)
Lemma into_firings y v : into n heads r v (fun u _ => y u) = gets n heads sinkb y v.
Proof.
  unfold into, gets. apply sumZ_ext. intros u Hu. destruct (sinkb u) eqn:L.
  - apply sinkb_spec in L. unfold Rotor.deg. unfold is_sink in L. rewrite L. reflexivity.
  - rewrite (sumZ_ext (deg u) _ (fun j => y u * (if (dest u j =? v)%nat then 1 else 0))) by (intros; destruct (_ =? v)%nat; lia).
    rewrite sumZ_scale. f_equal. pose proof (r_in u Hu L) as R.
    assert (A : forall a, sumZ (deg u) (fun j => if (nth ((a + j) mod deg u) (heads u) 0 =? v)%nat then 1 else 0) = arcs_to heads u v).
    { assert (Front : forall m (F : nat -> Z), sumZ (S m) F = F 0%nat + sumZ m (fun j => F (S j))).
      { induction m; intros F; [simpl; lia|]. cbn [sumZ] in *. rewrite IHm. lia. }
      induction a.
      - unfold arcs_to, Rotor.deg. rewrite (sumZ_ext _ _ (fun j => if (nth j (heads u) 0 =? v)%nat then 1 else 0))
          by (intros j Hj; rewrite Nat.add_0_l, Nat.mod_small by assumption; reflexivity).
        clear - Front. induction (heads u) as [|h t IH]; [reflexivity|]. cbn [length]. rewrite Front. simpl nth. rewrite IH. simpl count_occ.
        destruct (Nat.eqb_spec h v); destruct (Nat.eq_dec h v); try contradiction; lia.
      - rewrite <- IHa. destruct (deg u) as [|d] eqn:D; [lia|]. symmetry. rewrite Front. cbn [sumZ].
        rewrite (sumZ_ext d (fun j => if (nth ((S a + j) mod S d) (heads u) 0 =? v)%nat then 1 else 0)
          (fun j => if (nth ((a + S j) mod S d) (heads u) 0 =? v)%nat then 1 else 0)) by (intros; rewrite Nat.add_succ_r; reflexivity).
        replace (S a + d)%nat with (a + 0 + 1 * S d)%nat by lia. rewrite Nat.mod_add by lia. lia. }
    apply A.
Qed.

Theorem classes_are_elements c :
  (forall i, (i < k)%nat -> (factor i | element i r + image c i - element i s)) <->
  exists x, turned_by n heads r x s /\ forall v, active n sinkb v -> f n heads r c x v = x v.
Proof.
  split.
  - intros H. set (x0 := fun u => Z.of_nat (s u) - Z.of_nat (r u)).
    assert (T0 : turned_by n heads r x0 s).
    { intros u Hu S. unfold x0. replace (_ + _) with (Z.of_nat (s u)) by lia. symmetry. apply Z.mod_small. specialize (s_in u Hu S). lia. }
    destruct (one_to_one c (taken n heads r x0)) as (y & Y).
    { intros i Hi. destruct (moves_add n heads heads_in (fun v => phi v i) (factor i)
        (fun u Hu S => rows_vanish u i (conj Hu S) Hi) r r_in x0 s T0) as (a & A).
      destruct (H i Hi) as (b & B). exists (a + b). unfold Group.image in *. lia. }
    exists (fun u => x0 u + (if sinkb u then 0 else y u * Z.of_nat (deg u))). split.
    + intros u Hu S. rewrite S. rewrite (T0 u Hu S). rewrite Z.add_assoc. symmetry. apply Z_mod_plus_full.
    + intros v A. destruct A as (Hv & S). specialize (Y v (conj Hv S)). rewrite after_at in Y by (split; assumption). rewrite S.
      unfold taken in Y. unfold f.
      rewrite (into_ext n heads r v _ (fun u j => useZ (deg u) (x0 u) j + y u)).
      * rewrite into_add, (into_firings y). change (Chips.deg heads v) with (Z.of_nat (deg v)) in Y. lia.
      * intros u j Hu Hj. rewrite (live_deg heads u j Hj). unfold useZ.
        replace (x0 u + y u * Z.of_nat (deg u) + (Z.of_nat (deg u) - 1 - Z.of_nat j))
          with (x0 u + (Z.of_nat (deg u) - 1 - Z.of_nat j) + y u * Z.of_nat (deg u)) by ring.
        apply Z.div_add. lia.
  - intros (x & T & C) i Hi. destruct (moves_add n heads heads_in (fun v => phi v i) (factor i)
        (fun u Hu S => rows_vanish u i (conj Hu S) Hi) r r_in x s T) as (a & A).
    assert (E : sumZ n (fun v => if sinkb v then 0 else taken n heads r x v * phi v i) = image c i).
    { apply sumZ_ext. intros v Hv. destruct (sinkb v) eqn:S; [reflexivity|]. unfold taken. rewrite <- (C v (conj Hv S)) at 1.
      unfold f. ring. }
    rewrite E in A. exists (- a). lia.
Qed.
End Elements.
