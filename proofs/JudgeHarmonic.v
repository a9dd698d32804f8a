(* A judge that runs, for exit probabilities with one denominator, and the proof that it is right. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith QArith PArith FMapPositive Lqa.
Require Import Sums Stacks Rotor Trap Harmonic Chips Machine Judge MachineZ.
Import ListNotations.
Local Close Scope Q_scope.

Section Judge.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).

Local Open Scope Z_scope.
Notation halts T := (fun u => halted g T (id u)).

Definition arriving (T : PM.t positive) (from : positive) (uses : PM.t Z) (D : Z) (a : PM.t Z) (p : positive) : Z :=
  countZ a p + (if Pos.eqb p from then D else 0).

Definition check_harmonic (from : positive) (T : PM.t positive) (uses sinks : PM.t Z) (trapped : list (positive * Z)) (D : Z) : bool :=
  check_graph g && check_traps g T && has_vertex g from && (0 <? D)
  && forallb (fun p => if halted g T p then countZ uses p =? 0 else 0 <=? countZ uses p) (ids g)
  && (let a := send g (halted g T) (countZ uses) in let r := arriving T from uses D a in
      forallb (fun p => halted g T p || (r p =? countZ uses p * degree g p)) (ids g)
      && forallb (fun p => countZ sinks p =? (if is_end (arcs_of g p) then r p else 0)) (ids g)
      && (let t := in_traps g T r in forallb (fun c => countZ t (fst c) =? snd c) trapped)).

Lemma receives_integers T c (D : Z) v : (0 < D)%Z ->
  (receives n heads (halts T) (fun u => inject_Z (c u) / inject_Z D) v == inject_Z (Chips.gets n heads (halts T) c v) / inject_Z D)%Q.
Proof.
  intros P. assert (Nz : ~ (inject_Z D == 0)%Q) by (intros E; unfold Qeq in E; simpl in E; lia).
  unfold receives, Chips.gets. generalize n at 1 2 as m. induction m; cbn [sumQ sumZ].
  - unfold Qdiv. rewrite Qmult_0_l. reflexivity.
  - rewrite IHm, inject_Z_plus. destruct (halted g T (id m)).
    + field. assumption.
    + unfold Harmonic.arcs_to, number, Chips.arcs_to. rewrite inject_Z_mult. field. assumption.
Qed.

(* h are numerators of the probabilities: of being at v after k steps, chance is at most h v / D, and h v / D minus it is at
   most (expected number of steps)/k *)
Theorem check_harmonic_sound from T uses sinks trapped D : check_harmonic from T uses sinks trapped D = true ->
  exists (h : nat -> Z) (steps : Q),
    (forall v, (v < n)%nat -> is_sink heads v -> h v = numbers sinks v) /\
    (forall i c, In (i, c) trapped -> sumZ n (within T i h) = c) /\
    forall k v, (v < n)%nat -> halts T v = true ->
      (chance n heads (halts T) (idx from) k v <= inject_Z (h v) / inject_Z D)%Q /\
      (number k * (inject_Z (h v) / inject_Z D - chance n heads (halts T) (idx from) k v) <= steps)%Q.
Proof.
  unfold check_harmonic. rewrite !andb_true_iff. intros (((((ok & Ht) & Hf) & Dp) & C1) & C2). cbv zeta in C2.
  rewrite ?andb_true_iff in C2. destruct C2 as ((C2 & C3) & C4). apply (vertex_in g ok) in Hf. apply Z.ltb_lt in Dp.
  pose proof (graph_well_formed g ok) as wf. pose proof (for_all g ok _ C1) as U. cbv beta in U.
  set (a := send g (halted g T) (countZ uses)) in *.
  set (h := fun v => arriving T from uses D a (id v)).
  assert (Nz : ~ (inject_Z D == 0)%Q) by (intros E; unfold Qeq in E; simpl in E; lia).
  set (q := fun u => (inject_Z (numbers uses u) / inject_Z D)%Q).
  assert (Arr : forall v, (at_start (idx from) v + receives n heads (halts T) q v == inject_Z (h v) / inject_Z D)%Q).
  { intros v. unfold q. rewrite (receives_integers T (numbers uses) D v Dp). unfold h, arriving. fold (numbers a v).
    unfold a. rewrite (send_numbers g ok). rewrite inject_Z_plus. unfold at_start.
    assert (E : Pos.eqb (id v) from = (v =? idx from)%nat).
    { destruct (Pos.eqb_spec (id v) from) as [<-|N]; [rewrite idx_id, Nat.eqb_refl; reflexivity|].
      destruct (Nat.eqb_spec v (idx from)) as [->|]; [rewrite id_idx in N; congruence|reflexivity]. }
    rewrite E. change (fun u => countZ uses (id u)) with (numbers uses).
    destruct (v =? idx from)%nat; [|change (inject_Z 0) with 0%Q]; field; assumption. }
  assert (In : forall u v, (u < n)%nat -> In v (heads u) -> (v < n)%nat) by (intros u v Hu; apply (proj1 wf u Hu)).
  assert (Sk : forall u, (u < n)%nat -> heads u = [] -> halts T u = true).
  { intros u Hu E. unfold halted. rewrite end_is_sink. unfold sinkb. rewrite E. apply orb_true_r. }
  assert (Nn : forall u, (u < n)%nat -> halts T u = false -> (0 <= q u)%Q).
  { intros u Hu H. specialize (U u Hu). cbv beta in H. rewrite H in U. apply Z.leb_le in U. unfold q.
    apply Qle_shift_div_l; [rewrite <- (Zlt_Qlt 0); assumption|]. rewrite Qmult_0_l. rewrite <- (Zle_Qle 0). exact U. }
  assert (Bal : forall v, (v < n)%nat -> halts T v = false ->
    (at_start (idx from) v + receives n heads (halts T) q v == q v * Harmonic.deg heads v)%Q).
  { intros v Hv H. rewrite Arr. pose proof (for_all g ok _ C2 v Hv) as B. cbv beta in B, H. rewrite H in B. simpl in B.
    apply Z.eqb_eq in B. rewrite degree_is in B. unfold h. rewrite B. unfold q, Harmonic.deg, number, Chips.deg.
    rewrite inject_Z_mult. unfold numbers. field. assumption. }
  exists h, (Harmonic.steps n heads (halts T) q). split; [|split].
  - intros v Hv Hs. pose proof (for_all g ok _ C3 v Hv) as B. cbv beta in B. apply Z.eqb_eq in B. apply sinkb_spec in Hs.
    rewrite end_is_sink, Hs in B. symmetry. exact B.
  - intros i c I. rewrite forallb_forall in C4. specialize (C4 _ I). simpl in C4. apply Z.eqb_eq in C4. rewrite <- C4.
    rewrite (in_traps_count g ok). reflexivity.
  - intros k v Hv H. destruct (harmonic_decides n heads (halts T) In Sk (idx from) Hf q Nn Bal k v Hv H) as (L1 & L2).
    unfold ends_at in L1, L2. rewrite Arr in L1, L2. split; assumption.
Qed.
End Judge.
