(* Traps that are strongly connected, and graphs in which everything reaches a sink or a trap: checks that run.

   Hints: a root for every trap, `toward` falls along some arc of every other vertex of the trap, `onward` rises along some
   arc into it; `near` falls along some arc of every vertex outside of traps and sinks, unless the arc leads to one. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive Relations.
Require Import Sums Stacks Rotor Trap Machine Judge.
Import ListNotations.

Section Connected.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).

(* an arc after the other *)
Definition leads : nat -> nat -> Prop := clos_refl_trans nat (fun u v => u < n /\ In v (heads u)).

Section Check.
Variable T : PM.t positive.
Variable roots : PM.t positive.
Variable toward onward near : PM.t N.

Definition is_root p := match PM.find p T with
  | Some i => match PM.find i roots with Some q => Pos.eqb q p | None => false end
  | None => false
  end.

(* the vertices of traps that some arc within the trap leads up to *)
Definition entered : PM.t unit :=
  fold_left (fun m p => if PM.mem p T then
    fold_left (fun m h => if N.ltb (count onward p) (count onward h) then PM.add h tt m else m) (arcs_of g p) m else m)
    (ids g) (PM.empty unit).

Definition check_connected : bool :=
  check_traps g T
  && forallb (fun p => if PM.mem p T then is_root p
       || existsb (fun h => N.ltb (count toward h) (count toward p)) (arcs_of g p) else true) (ids g)
  && (let e := entered in forallb (fun p => if PM.mem p T then is_root p || PM.mem p e else true) (ids g)).

Definition check_stopping : bool :=
  forallb (fun p => halted g T p
    || existsb (fun h => halted g T h || N.ltb (count near h) (count near p)) (arcs_of g p)) (ids g).

Hypothesis ok : check_graph g = true.

Lemma entered_means p : PM.mem p entered = true ->
  exists q, In q (ids g) /\ PM.mem q T = true /\ In p (arcs_of g q) /\ (count onward q < count onward p)%N.
Proof.
  unfold entered. induction (ids g) as [|q l IH] using rev_ind; intros H.
  - exfalso. destruct p; discriminate H.
  - rewrite fold_left_app in H. cbn [fold_left] in H.
    destruct (PM.mem q T) eqn:Tq; [|destruct (IH H) as (r & I & R); exists r; split; [apply in_or_app; left|]; assumption].
    set (m0 := fold_left _ l _) in *.
    assert (A : forall hs m, PM.mem p (fold_left (fun m h => if N.ltb (count onward q) (count onward h) then PM.add h tt m else m) hs m) = true ->
      PM.mem p m = true \/ In p hs /\ (count onward q < count onward p)%N).
    { induction hs as [|h hs IHh]; intros m M; simpl in M; [left; assumption|]. destruct (IHh _ M) as [M'|(I & L)]; [|right; split; [right|]; assumption].
      destruct (N.ltb_spec (count onward q) (count onward h)) as [L|]; [|left; assumption].
      destruct (Pos.eq_dec h p) as [->|N]; [right; split; [left; reflexivity|assumption]|].
      left. rewrite PM.mem_find in *. rewrite PM.gso in M' by congruence. assumption. }
    destruct (A _ _ H) as [M|(I & L)].
    + destruct (IH M) as (r & I & R). exists r. split; [apply in_or_app; left|]; assumption.
    + exists q. split; [apply in_or_app; right; left; reflexivity|]. auto.
Qed.

Lemma in_trap_find u i : trap_of T u = Some i <-> exists j, PM.find (id u) T = Some j /\ Pos.to_nat j = i.
Proof.
  unfold trap_of. destruct (PM.find (id u) T) as [j|]; simpl; split.
  - intros E. injection E as <-. eauto.
  - intros (k & E & <-). injection E as <-. reflexivity.
  - discriminate.
  - intros (k & E & _). discriminate.
Qed.

Lemma member_id p u : In p (ids g) -> p = id u -> u < n.
Proof.
  intros I ->. rewrite (proj1 (ids_are g ok)) in I. apply in_map_iff in I. destruct I as (w & E & I). apply in_seq in I.
  apply (f_equal idx) in E. rewrite !idx_id in E. lia.
Qed.

(* Any vertex of a trap leads to any other. *)
Theorem connected : check_connected = true ->
  closed n heads (trap_of T) /\
  forall u v i, u < n -> v < n -> trap_of T u = Some i -> trap_of T v = Some i -> leads u v.
Proof.
  unfold check_connected. rewrite !andb_true_iff. intros ((C & Dn) & Up). pose proof (traps_closed g ok T C) as Cl.
  split; [assumption|]. cbv zeta in Up.
  pose proof (for_all g ok _ Dn) as Down. pose proof (for_all g ok _ Up) as Rise. cbv beta in Down, Rise. clear Dn Up.
  assert (Mem : forall u i, trap_of T u = Some i -> PM.mem (id u) T = true).
  { intros u i E. apply in_trap_find in E. destruct E as (j & E & _). rewrite PM.mem_find, E. reflexivity. }
  assert (Root : forall u i, trap_of T u = Some i -> is_root (id u) = true ->
    exists j q, Pos.to_nat j = i /\ PM.find j roots = Some q /\ q = id u).
  { intros u i E R. apply in_trap_find in E. destruct E as (j & E & Ei). unfold is_root in R. rewrite E in R.
    destruct (PM.find j roots) as [q|] eqn:Q; [|discriminate]. apply Pos.eqb_eq in R. exists j, q. auto. }
  assert (ToRoot : forall k u i, N.to_nat (count toward (id u)) < k -> u < n -> trap_of T u = Some i ->
    exists r, r < n /\ trap_of T r = Some i /\ is_root (id r) = true /\ leads u r).
  { induction k; intros u i Hk Hu E; [lia|]. specialize (Down u Hu). rewrite (Mem u i E) in Down. apply orb_prop in Down.
    destruct Down as [R|D]; [exists u; repeat split; auto; apply rt_refl|].
    apply existsb_exists in D. destruct D as (h & I & L). apply N.ltb_lt in L.
    assert (Ih : In (idx h) (heads u)) by (apply in_map; assumption).
    destruct (Cl u i Hu E) as (_ & Tr). specialize (Tr _ Ih).
    assert (Hh : idx h < n) by (apply (proj1 (graph_well_formed g ok) u Hu); assumption).
    destruct (IHk (idx h) i) as (r & Hr & Tr' & R & Le); auto; [rewrite id_idx; lia|].
    exists r. repeat split; auto. apply rt_trans with (idx h); [apply rt_step; split; assumption|assumption]. }
  assert (FromRoot : forall k u i, N.to_nat (count onward (id u)) < k -> u < n -> trap_of T u = Some i ->
    exists r, r < n /\ trap_of T r = Some i /\ is_root (id r) = true /\ leads r u).
  { induction k; intros u i Hk Hu E; [lia|]. specialize (Rise u Hu). rewrite (Mem u i E) in Rise. apply orb_prop in Rise.
    destruct Rise as [R|D]; [exists u; repeat split; auto; apply rt_refl|].
    apply entered_means in D. destruct D as (q & I & Tq & A & L).
    assert (Hq : idx q < n) by (apply (member_id q); [assumption|rewrite id_idx; reflexivity]).
    assert (Iq : In u (heads (idx q))).
    { unfold Machine.heads. rewrite id_idx. apply in_map_iff. exists (id u). split; [apply idx_id|assumption]. }
    rewrite PM.mem_find in Tq. destruct (PM.find q T) as [j|] eqn:Fq; [|discriminate].
    assert (Ej : trap_of T (idx q) = Some (Pos.to_nat j)) by (unfold trap_of; rewrite id_idx, Fq; reflexivity).
    destruct (Cl (idx q) _ Hq Ej) as (_ & Tr). specialize (Tr u Iq). rewrite E in Tr. injection Tr as Tr. subst i.
    destruct (IHk (idx q) (Pos.to_nat j)) as (r & Hr & Tr' & R & Le); auto; [rewrite id_idx; lia|].
    exists r. repeat split; auto. apply rt_trans with (idx q); [assumption|apply rt_step; split; assumption]. }
  intros u v i Hu Hv Eu Ev.
  destruct (ToRoot _ u i (Nat.lt_succ_diag_r _) Hu Eu) as (r & Hr & Tr & Rr & Lr).
  destruct (FromRoot _ v i (Nat.lt_succ_diag_r _) Hv Ev) as (s & Hs & Ts & Rs & Ls).
  assert (E : r = s).
  { destruct (Root r i Tr Rr) as (j & q & Ej & Q & Eq). destruct (Root s i Ts Rs) as (j' & q' & Ej' & Q' & Eq').
    assert (j = j') by (apply Pos2Nat.inj; congruence). subst j'. rewrite Q in Q'. injection Q' as <-.
    rewrite <- (idx_id r), <- (idx_id s). congruence. }
  subst s. apply rt_trans with r; assumption.
Qed.

Theorem everything_stops : check_stopping = true -> forall u, u < n -> sinkb (cut heads (trap_of T)) u = false ->
  exists w, In w (heads u) /\
    (sinkb (cut heads (trap_of T)) w = true \/ w < n /\ sinkb (cut heads (trap_of T)) w = false /\ departures near w < departures near u).
Proof.
  intros C u Hu H. pose proof (for_all g ok _ C u Hu) as A. cbv beta in A. rewrite (halted_cut g T u), H in A. simpl in A.
  apply existsb_exists in A. destruct A as (h & I & A). exists (idx h).
  assert (Ih : In (idx h) (heads u)) by (apply in_map; assumption). split; [assumption|].
  assert (Hh : idx h < n) by (apply (proj1 (graph_well_formed g ok) u Hu); assumption).
  pose proof (halted_cut g T (idx h)) as E. rewrite id_idx in E.
  destruct (sinkb (cut heads (trap_of T)) (idx h)) eqn:S; [left; reflexivity|right].
  rewrite E in A. simpl in A. apply N.ltb_lt in A. split; [assumption|]. split; [reflexivity|].
  unfold departures. rewrite id_idx. lia.
Qed.
End Check.
End Connected.
