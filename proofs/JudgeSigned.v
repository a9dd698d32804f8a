(* The judge for routings of particles and antiparticles, and the proof that it is right. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Integers Machine Judge MachineZ.
Import ListNotations.
Local Open Scope Z_scope.

Section Judge.
Variable g : graph.
Variable T : PM.t positive.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).
Notation cut := (cut heads (trap_of T)).

(* q to each head, and one more to the first of them *)
Fixpoint spreadZ (hs : list positive) (more q : Z) (m : PM.t Z) : PM.t Z :=
  match hs with
  | [] => m
  | h :: t => spreadZ t (more - 1) q (addZ h (if 0 <? more then q + 1 else q) m)
  end.

Definition leaveZ (p : positive) (x : Z) (m : PM.t Z) : PM.t Z :=
  if x =? 0 then m
  else let l := used g p in let d := Z.of_nat (length l) in spreadZ l (x mod d) (x / d) m.

Definition inflowZ (x : PM.t Z) : PM.t Z :=
  fold_left (fun m p => if halted g T p then m else leaveZ p (countZ x p) m) (ids g) (PM.empty Z).

Definition check_signed (particles x sinks : PM.t Z) (trapped : list (positive * Z)) : bool :=
  check_graph g && check_traps g T
  && (let m := inflowZ x in let r := fun p => countZ m p + countZ particles p in
      forallb (fun p => if halted g T p then countZ x p =? 0 else r p =? countZ x p) (ids g)
      && forallb (fun p => countZ sinks p =? (if is_end (arcs_of g p) then r p else 0)) (ids g)
      && (let t := in_traps g T r in forallb (fun c => countZ t (fst c) =? snd c) trapped)).

Lemma spreadZ_numbers : forall hs more q m v,
  numbers (spreadZ hs more q m) v
  = numbers m v + sumZ (length hs) (fun j => if (nth j (map idx hs) 0 =? v)%nat then q + (if Z.of_nat j <? more then 1 else 0) else 0).
Proof.
  induction hs as [|h t IH]; intros more q m v; cbn [spreadZ length]; [cbn [sumZ]; lia|].
  rewrite IH, addZ_numbers. rewrite <- Z.add_assoc. f_equal.
  assert (Front : forall k (F : nat -> Z), sumZ (S k) F = F 0%nat + sumZ k (fun j => F (S j))).
  { induction k; intros F; [simpl; lia|]. cbn [sumZ] in *. rewrite IHk. lia. }
  rewrite Front. cbn [nth map]. f_equal.
  - destruct (idx h =? v)%nat; [|reflexivity]. change (Z.of_nat 0) with 0. destruct (0 <? more); lia.
  - apply sumZ_ext. intros j _. destruct (_ =? v)%nat; [|reflexivity]. f_equal.
    destruct (Z.ltb_spec (Z.of_nat j) (more - 1)); destruct (Z.ltb_spec (Z.of_nat (S j)) more); lia.
Qed.

Hypothesis ok : check_graph g = true.

Lemma leaveZ_numbers u x m v : (u < n)%nat -> ~ is_sink heads u ->
  numbers (leaveZ (id u) x m) v
  = numbers m v + sumZ (deg heads u) (fun j => if (dest heads rho u j =? v)%nat then useZ (deg heads u) x j else 0).
Proof.
  intros Hu Hs. pose proof (deg_pos heads u Hs) as Hd.
  assert (E : forall j, (j < deg heads u)%nat ->
    useZ (deg heads u) x j = x / Z.of_nat (deg heads u) + (if Z.of_nat j <? x mod Z.of_nat (deg heads u) then 1 else 0)).
  { intros j Hj. rewrite (Z.div_mod x (Z.of_nat (deg heads u))) at 1 by lia. apply useZ_value; [assumption|].
    apply Z.mod_pos_bound. lia. }
  unfold leaveZ. destruct (Z.eqb_spec x 0) as [->|_].
  - rewrite (sumZ_ext (deg heads u) _ (fun _ => 0)); [rewrite sumZ_zero; lia|]. intros j Hj. rewrite E by assumption.
    rewrite Z.div_0_l, Z.mod_0_l by lia. destruct (_ =? v)%nat; [|reflexivity]. destruct (Z.ltb_spec (Z.of_nat j) 0); lia.
  - cbv zeta. rewrite spreadZ_numbers, (used_length g). f_equal. apply sumZ_ext. intros j Hj. rewrite E by assumption.
    rewrite (nth_indep _ 0%nat (idx 1)) by (rewrite map_length, (used_length g); assumption).
    rewrite map_nth, (used_dest g ok) by assumption. reflexivity.
Qed.

Lemma inflowZ_numbers x v : numbers (inflowZ x) v = into n cut rho v (fun u j => useZ (deg cut u) (numbers x u) j).
Proof.
  unfold inflowZ, into. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, (k <= n)%nat ->
    numbers (fold_left (fun m p => if halted g T p then m else leaveZ p (countZ x p) m) (map id (seq 0 k)) (PM.empty Z)) v
    = sumZ k (fun u => sumZ (deg cut u) (fun j => if (dest cut rho u j =? v)%nat then useZ (deg cut u) (numbers x u) j else 0))).
  { induction k; intros Hk; [apply empty_numbers|]. rewrite seq_S, map_app, fold_left_app. cbn [map fold_left sumZ plus].
    specialize (IHk ltac:(lia)). set (m := fold_left _ (map id (seq 0 k)) _) in *.
    rewrite (halted_cut g T k). destruct (sinkb cut k) eqn:S.
    - apply sinkb_spec in S. assert (D : deg cut k = 0%nat) by (unfold deg; rewrite S; reflexivity). rewrite D. cbn [sumZ].
      rewrite Z.add_0_r. exact IHk.
    - apply sinkb_false, cut_live in S. destruct S as (Tk & Sk). rewrite leaveZ_numbers by (assumption || lia).
      f_equal; [exact IHk|].
      unfold deg. rewrite cut_at by assumption. apply sumZ_ext. intros j _. rewrite cut_dest by assumption. reflexivity. }
  apply H. lia.
Qed.
End Judge.

(* However particles and antiparticles are moved until none is left to move, with traps taken as sinks: every sink and every
   trap holds what the certificate says. *)
Theorem check_signed_sound g T particles x sinks trapped : check_signed g T particles x sinks trapped = true ->
  let n := order g in let heads := Machine.heads g in let rho := Machine.rho g in let cut := cut heads (trap_of T) in
  let f := f n cut rho (numbers particles) in
  forall y, routing n cut rho (numbers particles) y -> conserved n cut rho (numbers particles) y ->
    (forall v, (v < n)%nat -> is_sink heads v -> f y v = numbers sinks v) /\
    (forall i c, In (i, c) trapped -> sumZ n (within T i (f y)) = c).
Proof.
  unfold check_signed. rewrite !andb_true_iff. intros ((ok & Ht) & C). cbv zeta in *.
  rewrite ?andb_true_iff in C. destruct C as ((C1 & C2) & C3). intros y R Cy.
  pose proof (cut_well_formed _ _ _ (graph_well_formed g ok) (trap_of T)) as wf.
  set (cut := Trap.cut (Machine.heads g) (trap_of T)) in *. set (F := f (order g) cut (Machine.rho g) (numbers particles)) in *.
  assert (Fx : forall v, F (numbers x) v = countZ (inflowZ g T x) (id v) + countZ particles (id v)).
  { intros v. unfold F, f. pose proof (inflowZ_numbers g T ok x v) as E. fold cut in E. rewrite <- E. unfold numbers. lia. }
  assert (Cx : conserved (order g) cut (Machine.rho g) (numbers particles) (numbers x)).
  { intros v Hv S. pose proof (for_all g ok _ C1 v Hv) as B. cbv beta in B. rewrite (halted_cut g T v) in B.
    fold cut in B. rewrite S in B. apply Z.eqb_eq in B. fold F. rewrite Fx. exact B. }
  pose proof (flows_agree (order g) cut (Machine.rho g) wf (numbers particles) y (numbers x) Cy Cx) as A. fold F in A. split.
  - intros v Hv Hs. rewrite A; [|assumption|apply sinkb_spec, cut_sink; right; assumption]. rewrite Fx.
    pose proof (for_all g ok _ C2 v Hv) as B. cbv beta in B. apply sinkb_spec in Hs. rewrite end_is_sink, Hs in B.
    apply Z.eqb_eq in B. symmetry. exact B.
  - intros i c I. rewrite forallb_forall in C3. specialize (C3 _ I). simpl in C3. apply Z.eqb_eq in C3. rewrite <- C3.
    rewrite (in_traps_count g ok). apply sumZ_ext. intros v Hv. unfold within.
    destruct (PM.find (id v) T) as [j|] eqn:E; [|reflexivity]. destruct (Pos.eqb j i); [|reflexivity].
    rewrite A; [apply Fx|assumption|]. apply sinkb_spec, cut_sink. left. unfold in_trap, trap_of. rewrite E. reflexivity.
Qed.
