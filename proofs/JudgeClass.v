(* A judge that runs, for classes of rotor configurations, and the proof that it is right. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Machine Judge MachineZ Chips Group Integers Classes JudgeChips JudgeGroup.
Import ListNotations.
Local Open Scope Z_scope.

(* The group does not depend on how it is said which vertices are sinks. *)
Section Sinks.
Variable n : nat.
Variable heads : nat -> list nat.
Variable a b : nat -> bool.
Hypothesis agree : forall u, a u = b u.

Lemma image_sinks phi c i : image n a phi c i = image n b phi c i.
Proof. apply sumZ_ext. intros v _. rewrite agree. reflexivity. Qed.

Lemma row_image_sinks phi u i : row_image n heads a phi u i = row_image n heads b phi u i.
Proof. unfold row_image. f_equal. apply sumZ_ext. intros v _. rewrite agree. reflexivity. Qed.

Lemma equivalent_sinks c e : equivalent n heads a c e -> equivalent n heads b c e.
Proof.
  intros (x & E). exists x. intros v (Hv & S). rewrite <- agree in S. rewrite <- (E v (conj Hv S)). unfold after, gives, gets.
  rewrite <- agree. f_equal. apply sumZ_ext. intros u _. rewrite agree. reflexivity.
Qed.
End Sinks.

Section Judge.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).
Notation none := (PM.empty Z).
Notation free := (PM.empty positive).
Notation sinkb := (sinkb heads).

Definition value_at (m : PM.t Z) (p : positive) (j : N) : Z :=
  total_of (fun h => inner g m p - inner g m h) (firstn (N.to_nat j) (arcs_of g p)).
Definition element_at (m : PM.t Z) (positions : PM.t N) : Z := total_of (fun p => value_at m p (count positions p)) (ids g).
Definition residue (f x : Z) : Z := if f =? 0 then x else x mod f.

Definition in_range (positions : PM.t N) : bool :=
  forallb (fun p => is_end (arcs_of g p) || N.ltb (count positions p) (N.of_nat (length (arcs_of g p)))) (ids g).

Section Certificate.
Variable factors : list Z.
Variable phis gens : list (PM.t Z).
Notation k := (length factors).
Notation factor i := (nth i factors 0).
Notation phi := (fun v i => numbers (nth i phis none) v).
Notation element i := (Classes.element n heads (fun v => phi v i)).

(* each coordinate of some element is the one claimed *)
Definition coordinates_are (claimed : list Z) (found : nat -> Z) : bool :=
  (length claimed =? k)%nat && forallb (fun i => residue (factor i) (found i) =? nth i claimed 0) (seq 0 k).

Definition check_class images steps multiples (here : list Z) (other : option (PM.t N * list Z * PM.t Z)) : bool :=
  check_group g factors phis gens images steps multiples
  && coordinates_are here (fun i => element_at (nth i phis none) (rotors g))
  && match other with
     | None => true
     | Some (positions, there, chips) =>
         in_range positions
         && coordinates_are there (fun i => element_at (nth i phis none) positions)
         && coordinates_are there (fun i => nth i here 0 + dot g (support g chips) chips (nth i phis none))
     end.

Lemma residue_means f x : (f | x - residue f x).
Proof.
  unfold residue. destruct (Z.eqb_spec f 0) as [->|N]; [exists 0; lia|]. exists (x / f).
  pose proof (Z.div_mod x f N). lia.
Qed.

Lemma residue_same f x y : (f | x - y) -> residue f x = residue f y.
Proof.
  unfold residue. intros (m & E). destruct (Z.eqb_spec f 0) as [->|N]; [lia|]. replace x with (y + m * f) by lia.
  apply Z_mod_plus_full.
Qed.

Lemma coordinates_mean claimed found : coordinates_are claimed found = true ->
  forall i, (i < k)%nat -> nth i claimed 0 = residue (factor i) (found i).
Proof.
  unfold coordinates_are. rewrite andb_true_iff. intros (_ & C) i Hi. rewrite forallb_forall in C.
  specialize (C i ltac:(apply in_seq; lia)). apply Z.eqb_eq in C. congruence.
Qed.

Section Ok.
Hypothesis ok : check_graph g = true.

Lemma halted_sink u : halted g free (id u) = sinkb u.
Proof. unfold halted. rewrite <- end_is_sink. rewrite PM.mem_find, PM.gempty. reflexivity. Qed.

Lemma inner_class m u : inner g m (id u) = Classes.class heads (numbers m) u.
Proof. unfold inner, Classes.class, numbers. rewrite halted_sink. reflexivity. Qed.

Lemma value_is m u j : (N.to_nat j <= Rotor.deg heads u)%nat -> value_at m (id u) j = Classes.value heads (numbers m) u (N.to_nat j).
Proof.
  intros Hj. unfold value_at, Classes.value. rewrite (total_is_sum _ _ 1%positive).
  assert (L : (length (arcs_of g (id u)) = Rotor.deg heads u)) by (unfold Rotor.deg, Machine.heads; rewrite map_length; reflexivity).
  rewrite firstn_length_le by lia. apply sumZ_ext. intros i Hi. rewrite nth_first by assumption. rewrite inner_class. f_equal.
  unfold Classes.head, Machine.heads. rewrite (nth_indep _ 0%nat (idx 1)) by (rewrite map_length; lia). rewrite map_nth.
  rewrite <- inner_class, id_idx. reflexivity.
Qed.

Lemma element_is m positions : in_range positions = true ->
  element_at m positions = Classes.element n heads (numbers m) (departures positions).
Proof.
  intros R. unfold element_at, Classes.element. rewrite (total_is_sum _ (ids g) (id 0)). apply sumZ_ext. intros u Hu.
  assert (E : nth u (ids g) (id 0) = id u).
  { rewrite (proj1 (ids_are g ok)). rewrite (map_nth id). rewrite seq_nth by assumption. reflexivity. }
  rewrite E. pose proof (for_all g ok _ R u Hu) as A. cbv beta in A. rewrite end_is_sink in A. destruct (sinkb u) eqn:S.
  - unfold value_at. assert (Z : arcs_of g (id u) = []).
    { rewrite <- end_is_sink in S. destruct (arcs_of g (id u)); [reflexivity|discriminate]. }
    rewrite Z. rewrite firstn_nil. reflexivity.
  - apply N.ltb_lt in A. apply value_is. unfold Rotor.deg, Machine.heads. rewrite map_length. lia.
Qed.

Lemma range_means positions : in_range positions = true ->
  forall u, (u < n)%nat -> sinkb u = false -> (departures positions u < Rotor.deg heads u)%nat.
Proof.
  intros R u Hu S. pose proof (for_all g ok _ R u Hu) as A. cbv beta in A. rewrite end_is_sink, S in A. apply N.ltb_lt in A.
  unfold Rotor.deg, Machine.heads, departures. rewrite map_length. lia.
Qed.

Lemma own_range : in_range (rotors g) = true.
Proof.
  pose proof ok as C. unfold check_graph in C. destruct (counted 1 (ids g)) as [next|]; [|discriminate]. unfold in_range.
  rewrite forallb_forall in *. intros q I. specialize (C q I). apply andb_prop in C. apply C.
Qed.
End Ok.

(* Two configurations have the same element exactly if departures that circulate turn one into the other; and the chips
   of the certificate, routed as particles and antiparticles, turn the rotors into the other configuration. *)
Theorem check_class_sound images steps multiples here other : check_class images steps multiples here other = true ->
  (forall i, (i < k)%nat -> (factor i | element i rho - nth i here 0)) /\
  forall positions there chips, other = Some (positions, there, chips) ->
    let s := departures positions in
    (forall i, (i < k)%nat -> (factor i | element i s - nth i there 0)) /\
    (exists x, turned_by n heads rho x s /\ forall v, active n sinkb v -> f n heads rho (numbers chips) x v = x v) /\
    ((forall i, (i < k)%nat -> nth i here 0 = nth i there 0) <->
     exists x, turned_by n heads rho x s /\ forall v, active n sinkb v -> f n heads rho (fun _ => 0) x v = x v).
Proof.
  unfold check_class. rewrite !andb_true_iff. intros ((G & H) & O).
  assert (ok : check_graph g = true) by (unfold check_group in G; rewrite !andb_true_iff in G; apply G).
  destruct (check_group_sound g factors phis gens images steps multiples G) as (Rows & Iff & _).
  pose proof (graph_well_formed g ok) as wf.
  assert (Own : forall i, (i < k)%nat -> (factor i | element i rho - nth i here 0)).
  { intros i Hi. rewrite (coordinates_mean _ _ H i Hi). rewrite (element_is ok _ _ (own_range ok)). apply residue_means. }
  split; [exact Own|]. intros positions there chips ->. cbv zeta. rewrite !andb_true_iff in O. destruct O as ((R & C1) & C2).
  assert (Other : forall i, (i < k)%nat -> (factor i | element i (departures positions) - nth i there 0)).
  { intros i Hi. rewrite (coordinates_mean _ _ C1 i Hi). rewrite (element_is ok _ _ R). apply residue_means. }
  assert (In : forall u v, (u < n)%nat -> In v (heads u) -> (v < n)%nat) by (intros u v Hu; apply (proj1 wf u Hu)).
  assert (Rows' : forall u i, active n sinkb u -> (i < k)%nat -> (factor i | row_image n heads sinkb phi u i)).
  { intros u i (Hu & A) Hi. rewrite <- (row_image_sinks n heads _ _ halted_sink). apply Rows; [|assumption]. split; [assumption|].
    rewrite halted_sink. assumption. }
  assert (One : forall c e, same_image n sinkb k (fun i => factor i) phi c e -> equivalent n heads sinkb c e).
  { intros c e S. apply (equivalent_sinks n heads _ _ halted_sink). apply Iff. intros i Hi. specialize (S i Hi).
    rewrite !(image_sinks n _ _ halted_sink). assumption. }
  assert (Ri : forall u, (u < n)%nat -> sinkb u = false -> (rho u < Rotor.deg heads u)%nat) by (intros u; apply (range_means ok _ (own_range ok))).
  pose proof (classes_are_elements n heads In k (fun i => factor i) phi Rows' One rho (departures positions) Ri (range_means ok _ R)) as Main.
  cbv beta in Main. split; [exact Other|]. split.
  - apply Main. intros i Hi. destruct (Own i Hi) as (a & A). destruct (Other i Hi) as (b & B).
    pose proof (coordinates_mean _ _ C2 i Hi) as C. destruct (residue_means (factor i) (nth i here 0 + dot g (support g chips) chips (nth i phis none))) as (d & D).
    rewrite <- C in D. rewrite (dot_is g ok) in D. exists (a - b + d). unfold image.
    rewrite (sumZ_ext n (fun v => if sinkb v then 0 else numbers chips v * numbers (nth i phis none) v)
      (fun v => if halted g free (id v) then 0 else numbers chips v * numbers (nth i phis none) v)) by (intros; rewrite halted_sink; reflexivity).
    lia.
  - rewrite <- Main. assert (Z : forall i, image n sinkb phi (fun _ => 0) i = 0).
    { intros i. unfold image. rewrite (sumZ_ext n _ (fun _ => 0)); [apply sumZ_zero|]. intros v _. destruct (sinkb v); lia. }
    split; intros E i Hi; specialize (E i Hi); destruct (Own i Hi) as (a & A); destruct (Other i Hi) as (b & B).
    + exists (a - b). rewrite Z. lia.
    + rewrite (coordinates_mean _ _ H i Hi), (coordinates_mean _ _ C1 i Hi), (element_is ok _ _ (own_range ok)), (element_is ok _ _ R).
      apply residue_same. rewrite Z in E. destruct E as (d & D). exists d. rewrite <- D, Z.add_0_r. reflexivity.
Qed.
End Certificate.
End Judge.
