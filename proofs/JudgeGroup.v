(* A judge that runs, for the sandpile group, and the proof that it is right.

   Instead of determinants it takes relations, which a certificate may list and are hints otherwise: for some vertices firings
   that lead from one chip on it to its image in generators, rows of the Laplacian that relate the other vertices one after the
   other, and for every factor firings that lead from the generator, that many times, to nothing. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Machine Judge MachineZ Chips Group Related JudgeChips.
Import ListNotations.
Local Open Scope Z_scope.

Section Judge.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Notation free := (PM.empty positive).    (* no trap is taken for a sink *)
Notation halts := (fun u => halted g free (id u)).
Notation active := (Chips.active n halts).
Notation everywhere := (everywhere g free).
Notation none := (PM.empty Z).

Definition divides (f x : Z) : bool := if f =? 0 then x =? 0 else x mod f =? 0.

Definition total_of {A} (F : A -> Z) (l : list A) : Z := fold_right (fun a s => F a + s) 0 l.
Definition inner (m : PM.t Z) (p : positive) : Z := if halted g free p then 0 else countZ m p.
Definition support (a : PM.t Z) : list positive := filter (fun p => negb (countZ a p =? 0)) (ids g).
Definition dot (l : list positive) (a b : PM.t Z) : Z := total_of (fun p => if halted g free p then 0 else countZ a p * countZ b p) l.

(* phi vanishes on all rows *)
Definition check_rows (f : Z) (m : PM.t Z) : bool :=
  everywhere (fun p => divides f (countZ m p * degree g p - total_of (inner m) (arcs_of g p))).

(* firings y lead from the chips s to the chips t *)
Definition leads_to (s : positive -> Z) (y : PM.t Z) (t : positive -> Z) : bool :=
  let a := sent g free y in everywhere (fun q => s q - countZ y q * degree g q + countZ a q =? t q).

(* the entry of p in the row of u *)
Definition entry_at (u p : positive) : Z :=
  (if Pos.eqb u p then degree g u else 0) - total_of (fun h => if Pos.eqb h p then 1 else 0) (arcs_of g u).

(* the row of u relates p to the vertices related before *)
Definition relates (R : PM.t unit) (u p : positive) : bool :=
  has_vertex g u && has_vertex g p && negb (halted g free u) && negb (halted g free p)
  && (Z.abs (entry_at u p) =? 1)
  && forallb (fun h => Pos.eqb h p || halted g free h || PM.mem h R) (u :: arcs_of g u).

Definition derive (R : PM.t unit) (steps : list (positive * positive)) : PM.t unit :=
  fold_left (fun R s => if relates R (fst s) (snd s) then PM.add (snd s) tt R else R) steps R.

Section Certificate.
Variable factors : list Z.
Variable phis gens : list (PM.t Z).

(* the generators that the image of p needs, and how often *)
Definition parts (p : positive) : list (Z * PM.t Z) :=
  filter (fun c => negb (fst c =? 0)) (map (fun c => (countZ (fst c) p, snd c)) (combine phis gens)).

Definition shown (images : PM.t (PM.t Z)) : PM.t unit :=
  fold_left (fun R p => match PM.find p images with
    | Some y => let image := parts p in
                if leads_to (fun q => if Pos.eqb q p then 1 else 0) y
                     (fun q => total_of (fun c => fst c * countZ (snd c) q) image)
                then PM.add p tt R else R
    | None => R
    end) (ids g) (PM.empty unit).

Definition check_group (images : PM.t (PM.t Z)) (steps : list (positive * positive)) (multiples : list (PM.t Z)) : bool :=
  let k := length factors in
  check_graph g && (length phis =? k)%nat && (length gens =? k)%nat && (length multiples =? k)%nat
  && forallb (fun c => check_rows (fst c) (snd c)) (combine factors phis)
  && forallb (fun j => let gen := nth j gens none in let chips := support gen in forallb (fun i =>
       divides (nth i factors 0) (dot chips gen (nth i phis none) - (if (i =? j)%nat then 1 else 0))) (seq 0 k)) (seq 0 k)
  && (let S := shown images in
      forallb (fun image => PM.mem (fst image) S) (PM.elements images)
      && (let R := derive S steps in everywhere (fun p => PM.mem p R)))
  && forallb (fun i => leads_to (fun q => nth i factors 0 * countZ (nth i gens none) q) (nth i multiples none) (fun _ => 0)) (seq 0 k).

Lemma divides_means f x : divides f x = true -> (f | x).
Proof.
  unfold divides. destruct (Z.eqb_spec f 0) as [->|N]; intros H; apply Z.eqb_eq in H.
  - subst x. apply Z.divide_0_r.
  - apply Z.mod_divide; assumption.
Qed.

Lemma total_is_sum {A} (F : A -> Z) l d : total_of F l = sumZ (length l) (fun i => F (nth i l d)).
Proof.
  induction l as [|a l IH] using rev_ind; [reflexivity|].
  assert (E : total_of F (l ++ [a]) = total_of F l + F a).
  { unfold total_of. clear IH. induction l as [|b l IHl]; simpl in *; lia. }
  rewrite E, app_length. simpl length. rewrite Nat.add_1_r. cbn [sumZ]. rewrite app_nth2, Nat.sub_diag by lia. simpl nth.
  rewrite IH. f_equal. apply sumZ_ext. intros i Hi. rewrite app_nth1 by assumption. reflexivity.
Qed.

Lemma total_filter {A} (F : A -> Z) keep l : (forall a, keep a = false -> F a = 0) -> total_of F (filter keep l) = total_of F l.
Proof.
  intros H. unfold total_of. induction l as [|a l IH]; [reflexivity|]. simpl. destruct (keep a) eqn:K; simpl; rewrite IH; [reflexivity|].
  rewrite (H a K). reflexivity.
Qed.

Lemma parts_total p q : total_of (fun c => fst c * countZ (snd c) q) (parts p)
  = total_of (fun c => countZ (fst c) p * countZ (snd c) q) (combine phis gens).
Proof.
  unfold parts. rewrite total_filter.
  - unfold total_of. induction (combine phis gens) as [|c l IH]; [reflexivity|]. simpl. rewrite IH. reflexivity.
  - intros c H. apply negb_false_iff, Z.eqb_eq in H. rewrite H. reflexivity.
Qed.

Section Ok.
Hypothesis ok : check_graph g = true.

Lemma dot_is a b : dot (support a) a b = sumZ n (fun v => if halts v then 0 else numbers a v * numbers b v).
Proof.
  unfold dot, support. rewrite total_filter.
  2:{ intros p H. apply negb_false_iff, Z.eqb_eq in H. rewrite H. destruct (halted g free p); reflexivity. }
  rewrite (total_is_sum _ (ids g) (id 0)). apply sumZ_ext. intros v Hv.
  assert (E : nth v (ids g) (id 0) = id v).
  { rewrite (proj1 (ids_are g ok)). rewrite (map_nth id). rewrite seq_nth by assumption. reflexivity. }
  rewrite E. reflexivity.
Qed.

Lemma inner_total u m : (u < n)%nat ->
  total_of (inner m) (arcs_of g (id u)) = sumZ n (fun v => if halts v then 0 else arcs_to heads u v * numbers m v).
Proof.
  intros Hu. unfold arcs_to, Machine.heads.
  assert (I : forall h, In h (arcs_of g (id u)) -> (idx h < n)%nat).
  { intros h Ih. apply (proj1 (graph_well_formed g ok) u Hu). unfold Machine.heads. apply in_map. assumption. }
  induction (arcs_of g (id u)) as [|h t IH]; simpl.
  - rewrite (sumZ_ext n _ (fun _ => 0)); [rewrite sumZ_zero; reflexivity|]. intros v _. destruct (halted g free (id v)); lia.
  - change (fold_right (fun a s => inner m a + s) 0 t) with (total_of (inner m) t).
    rewrite IH by (intros h' Ih; apply I; right; assumption).
    rewrite <- (sumZ_one n (idx h) (inner m h) (I h (or_introl eq_refl))), <- sumZ_add. apply sumZ_ext. intros v _.
    unfold inner. destruct (Nat.eqb_spec v (idx h)) as [->|N].
    + rewrite id_idx. destruct (Nat.eq_dec (idx h) (idx h)); [|contradiction]. unfold numbers. rewrite id_idx.
      destruct (halted g free h); lia.
    + destruct (Nat.eq_dec (idx h) v); [congruence|]. destruct (halted g free (id v)); lia.
Qed.

Lemma leads_means s y t : leads_to s y t = true -> forall v, active v ->
  after n heads halts (fun u => s (id u)) (numbers y) v = t (id v).
Proof.
  unfold leads_to. intros H v A. pose proof (everywhere_means g free ok _ H v A) as E. cbv beta in E. apply Z.eqb_eq in E.
  rewrite degree_is in E. match type of E with context [countZ (sent g free y) (id v)] => fold (numbers (sent g free y) v) in E end.
  rewrite (sent_gets g free ok) in E. rewrite <- E. unfold Chips.after. rewrite (gives_live n) by assumption. reflexivity.
Qed.

Lemma entry_is u v : (u < n)%nat -> entry_at (id u) (id v) = entry heads u v.
Proof.
  intros Hu. unfold entry_at, entry. rewrite degree_is. f_equal.
  - destruct (Nat.eqb_spec u v) as [->|N]; [rewrite Pos.eqb_refl; reflexivity|].
    destruct (Pos.eqb_spec (id u) (id v)) as [E|]; [|reflexivity]. apply (f_equal idx) in E. rewrite !idx_id in E. congruence.
  - f_equal. unfold arcs_to, Machine.heads. induction (arcs_of g (id u)) as [|h t IH]; [reflexivity|]. simpl.
    change (fold_right (fun a s => (if Pos.eqb a (id v) then 1 else 0) + s) 0 t) with (total_of (fun h => if Pos.eqb h (id v) then 1 else 0) t).
    rewrite IH. destruct (Nat.eq_dec (idx h) v) as [E|N].
    + rewrite <- E, id_idx, Pos.eqb_refl. lia.
    + destruct (Pos.eqb_spec h (id v)) as [->|]; [rewrite idx_id in N; contradiction|]. lia.
Qed.

Lemma entry_head u w : entry heads u w <> 0 -> w = u \/ In w (heads u).
Proof.
  unfold entry, arcs_to. intros H. destruct (in_dec Nat.eq_dec w (heads u)) as [I|I]; [right; assumption|left].
  rewrite (proj1 (count_occ_not_In Nat.eq_dec (heads u) w) I) in H. destruct (Nat.eqb_spec u w); [congruence|simpl in H; lia].
Qed.
End Ok.

(* The group is the product of the cyclic groups of the factors: phi is defined on it, onto, and one-to-one. *)
Theorem check_group_sound images steps multiples : check_group images steps multiples = true ->
  let k := length factors in
  let factor i := nth i factors 0 in
  let phi v i := numbers (nth i phis none) v in
  let equivalent := equivalent n heads halts in
  let same_image := same_image n halts k factor phi in
  (forall u i, active u -> (i < k)%nat -> (factor i | row_image n heads halts phi u i)) /\
  (forall c e, equivalent c e <-> same_image c e) /\
  forall t, exists c, forall i, (i < k)%nat -> (factor i | image n halts phi c i - t i).
Proof.
  unfold check_group. rewrite !andb_true_iff. intros (((((((ok & L1) & L2) & L3) & C1) & C2) & C3) & C4). cbv zeta in *.
  destruct C3 as (_ & C3).
  apply Nat.eqb_eq in L1, L2, L3.
  set (k := length factors) in *. set (factor := fun i => nth i factors 0). set (phi := fun v i => numbers (nth i phis none) v).
  set (gen := fun i v => numbers (nth i gens none) v).
  assert (Rows : forall u i, active u -> (i < k)%nat -> (factor i | row_image n heads halts phi u i)).
  { intros u i A Hi. rewrite forallb_forall in C1.
    specialize (C1 (nth i factors 0, nth i phis none)). simpl in C1.
    assert (In (nth i factors 0, nth i phis none) (combine factors phis)).
    { rewrite <- (combine_nth factors phis i 0 none) by (symmetry; assumption). apply nth_In. rewrite combine_length. fold k. lia. }
    specialize (C1 H). pose proof (everywhere_means g free ok _ C1 u A) as D. cbv beta in D. apply divides_means in D.
    rewrite degree_is in D. rewrite (inner_total ok u _ (proj1 A)) in D. exact D. }
  assert (Units : forall i j, (i < k)%nat -> (j < k)%nat -> (factor i | image n halts phi (gen j) i - (if (i =? j)%nat then 1 else 0))).
  { intros i j Hi Hj. rewrite forallb_forall in C2. specialize (C2 j ltac:(apply in_seq; lia)). rewrite forallb_forall in C2.
    specialize (C2 i ltac:(apply in_seq; lia)). apply divides_means in C2. rewrite (dot_is ok) in C2. exact C2. }
  assert (Multiples : forall i, (i < k)%nat -> vanishes n heads halts (fun u => factor i * gen i u)).
  { intros i Hi. rewrite forallb_forall in C4. specialize (C4 i ltac:(apply in_seq; lia)).
    exists (numbers (nth i multiples none)). intros v A. exact (leads_means ok _ _ _ C4 v A). }
  assert (Shown : forall p, PM.mem p (shown images) = true -> active (idx p) -> related n heads halts k phi gen (idx p)).
  { unfold shown. induction (ids g) as [|q l IH] using rev_ind; intros p M A; [exfalso; destruct p; discriminate M|].
    rewrite fold_left_app in M. cbn [fold_left] in M. set (m := fold_left _ l _) in *.
    destruct (PM.find q images) as [y|]; [|apply IH; assumption]. cbv zeta in M. destruct (leads_to _ y _) eqn:Le; [|apply IH; assumption].
    destruct (Pos.eq_dec p q) as [->|N]; [|apply IH; [rewrite PM.mem_find in *; rewrite PM.gso in M by assumption|]; assumption].
    exists (numbers y). intros v Av. pose proof (leads_means ok _ _ _ Le v Av) as E. cbv beta in E.
    rewrite parts_total, (total_is_sum _ (combine phis gens) (none, none)), combine_length, L1, L2, Nat.min_id in E.
    unfold Chips.after in *. unfold Related.one_chip.
    assert (Eu : (v =? idx q)%nat = Pos.eqb (id v) q).
    { destruct (Pos.eqb_spec (id v) q) as [<-|Nq]; [rewrite idx_id; apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros ->. apply Nq. apply id_idx. }
    rewrite Eu. assert (Ec : combined k gen (phi (idx q)) v = sumZ k (fun i => countZ (fst (nth i (combine phis gens) (none, none))) q
        * countZ (snd (nth i (combine phis gens) (none, none))) (id v))).
    { unfold combined. apply sumZ_ext. intros i Hi. rewrite combine_nth by congruence. unfold phi, gen, numbers. rewrite id_idx. reflexivity. }
    rewrite Ec. lia. }
  assert (Derived : forall l p, PM.mem p (derive (shown images) l) = true -> active (idx p) -> related n heads halts k phi gen (idx p)).
  { unfold derive. induction l as [|(u, v) l IH] using rev_ind; intros p M A; [apply Shown; assumption|].
    rewrite fold_left_app in M. cbn [fold_left fst snd] in M. set (R := fold_left _ l _) in *.
    destruct (relates R u v) eqn:Re; [|apply IH; assumption].
    destruct (Pos.eq_dec p v) as [->|N]; [|apply IH; [rewrite PM.mem_find in *; rewrite PM.gso in M by assumption|]; assumption].
    unfold relates in Re. rewrite !andb_true_iff in Re. destruct Re as (((((Hu & Hv) & Au) & _) & En) & Al).
    apply (vertex_in g ok) in Hu. apply negb_true_iff in Au. apply Z.eqb_eq in En.
    rewrite <- (id_idx u), <- (id_idx v), (entry_is (idx u) (idx v) Hu) in En.
    apply (row_relates n heads halts k factor phi gen Rows Multiples (idx u) (idx v)).
    - split; [assumption|]. rewrite id_idx. assumption.
    - assumption.
    - lia.
    - intros w Aw Nw Ew. rewrite forallb_forall in Al.
      assert (I : In (id w) (u :: arcs_of g u)).
      { apply entry_head in Ew. destruct Ew as [->|I]; [left; symmetry; apply id_idx|right].
        unfold Machine.heads in I. rewrite id_idx in I. apply in_map_iff in I. destruct I as (h & <- & I). rewrite id_idx. assumption. }
      specialize (Al _ I). apply orb_prop in Al. destruct Al as [Al|Al].
      + apply orb_prop in Al. destruct Al as [Al|Al]; [apply Pos.eqb_eq in Al; exfalso; apply Nw; rewrite <- Al, idx_id; reflexivity|].
        destruct Aw as (_ & Aw). cbv beta in Aw. congruence.
      + rewrite <- (idx_id w). apply IH; [assumption|]. rewrite idx_id. assumption. }
  split; [assumption|]. split.
  - intros c e. split.
    + apply (defined_on_classes n heads halts k factor phi Rows).
    + apply (related_suffice n heads halts k factor phi gen Multiples). intros v A.
      pose proof (everywhere_means g free ok _ C3 v A) as M. cbv beta in M. rewrite <- (idx_id v). apply (Derived steps); [assumption|].
      rewrite idx_id. assumption.
  - apply (onto n halts k factor phi gen Units).
Qed.
End Certificate.
End Judge.
