(* Judges that run, for `walk`, `trap`, `route` and `forest` certificates, and the proofs that they are right.

   A judge takes hints beside the certificate, numbers that make a check local: `rank` falls along arcs that must not
   close a cycle, `ex` says where following such arcs ends.  Who computes the hints is not trusted: a wrong hint makes a
   judge refuse, never accept. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive.
Require Import Sums Stacks Rotor Walk Trap Route Forest Machine.
Import ListNotations.

(* Traps, by the number of the trap of each vertex. *)
Definition trap_of (T : PM.t positive) (u : nat) : option nat := option_map Pos.to_nat (PM.find (id u) T).

(* What a certificate says of one vertex, and what that means. *)
Inductive claim := ToSink (s : positive) | ToTrap (i : positive).
Definition meaning c := match c with ToSink s => OnSink (idx s) | ToTrap i => InTrap (Pos.to_nat i) end.
Definition claim_eqb a b :=
  match a, b with ToSink s, ToSink t => Pos.eqb s t | ToTrap i, ToTrap j => Pos.eqb i j | _, _ => false end.

Lemma claim_eqb_eq a b : claim_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; intros H; apply Pos.eqb_eq in H; congruence. Qed.

Section Judge.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).

Definition check_traps (T : PM.t positive) : bool :=
  forallb (fun p => match PM.find p T with
    | None => true
    | Some i => negb (is_end (arcs_of g p))
                && forallb (fun h => match PM.find h T with Some j => Pos.eqb i j | None => false end) (arcs_of g p)
    end) (ids g).

(* Where a particle halts once the traps are cut. *)
Definition halted (T : PM.t positive) p := PM.mem p T || is_end (arcs_of g p).

(* The last arc that x uses at p leads down, or to where x uses none. *)
Definition last_falls T x rank p : bool :=
  let y := count x p in
  if N.eqb y 0 || halted T p then true
  else let w := head_at g p (N.pred y) in
       if halted T w || N.eqb (count x w) 0 then true else N.ltb (count rank w) (count rank p).

Definition check_steps T x rank (steps : option N) : bool :=
  match steps with
  | None => true
  | Some s => forallb (last_falls T x rank) (ids g) && N.eqb s (sum_map g x)
  end.

Definition at_one (p q : positive) : N := if Pos.eqb p q then 1%N else 0%N.

Section Sound.
Hypothesis ok : check_graph g = true.

Lemma mem_find {A} p (m : PM.t A) : PM.mem p m = match PM.find p m with Some _ => true | None => false end.
Proof. rewrite PM.mem_find. reflexivity. Qed.

Lemma in_trap_mem T u : PM.mem (id u) T = in_trap (trap_of T) u.
Proof. rewrite mem_find. unfold in_trap, trap_of. destruct (PM.find (id u) T); reflexivity. Qed.

Lemma halted_cut T u : halted T (id u) = sinkb (cut heads (trap_of T)) u.
Proof. unfold halted. rewrite cut_sinkb, in_trap_mem, end_is_sink. reflexivity. Qed.

Lemma traps_closed T : check_traps T = true -> closed n heads (trap_of T).
Proof.
  intros H u i Hu E. pose proof (for_all g ok _ H u Hu) as A. cbv beta in A. unfold trap_of in E.
  destruct (PM.find (id u) T) as [j|]; [|discriminate]. simpl in E. injection E as <-.
  apply andb_prop in A. destruct A as (A1 & A2). split.
  - apply negb_true_iff in A1. rewrite end_is_sink in A1. apply sinkb_false. assumption.
  - intros v I. unfold Machine.heads in I. apply in_map_iff in I. destruct I as (h & <- & I).
    rewrite forallb_forall in A2. specialize (A2 h I). unfold trap_of. rewrite id_idx.
    destruct (PM.find h T) as [l|]; [|discriminate]. apply Pos.eqb_eq in A2. subst l. reflexivity.
Qed.

Lemma count_pos x u : N.eqb (count x (id u)) 0 = false <-> 0 < departures x u.
Proof. unfold departures. rewrite N.eqb_neq. lia. Qed.

Lemma falls T x rank : forallb (last_falls T x rank) (ids g) = true ->
  last_arcs_fall n (cut heads (trap_of T)) rho (departures x) (departures rank).
Proof.
  intros H u Hu Hs Hx. pose proof (for_all g ok _ H u Hu) as A. unfold last_falls in A.
  pose proof Hs as Hb. apply sinkb_false in Hb. rewrite <- halted_cut in Hb. rewrite Hb in A.
  pose proof Hx as Hc. apply count_pos in Hc. rewrite Hc in A. simpl in A.
  pose proof Hs as Hl. apply cut_live in Hl. destruct Hl as (Ht & Hl). rewrite cut_dest by assumption.
  pose proof (head_at_dest g ok u (N.pred (count x (id u))) Hu Hl) as D.
  rewrite N2Nat.inj_pred in D. fold (departures x u) in D. rewrite <- Nat.sub_1_r in D.
  set (w := head_at g (id u) (N.pred (count x (id u)))) in *. rewrite <- D.
  intros Sw Xw. apply sinkb_false in Sw. rewrite <- halted_cut in Sw. apply count_pos in Xw. rewrite id_idx in *.
  rewrite Sw, Xw in A. simpl in A. apply N.ltb_lt in A. unfold departures. rewrite id_idx. lia.
Qed.

Lemma falls_without_traps x rank : forallb (last_falls (PM.empty positive) x rank) (ids g) = true ->
  last_arcs_fall n heads rho (departures x) (departures rank).
Proof.
  intros H. apply falls in H. unfold last_arcs_fall in *.
  assert (C : forall u, cut heads (trap_of (PM.empty positive)) u = heads u).
  { intros u. apply cut_at. unfold in_trap, trap_of. rewrite PM.gempty. reflexivity. }
  intros u Hu Hs Hx. specialize (H u Hu). unfold is_sink in *. rewrite C in H. specialize (H Hs Hx).
  rewrite cut_dest in H by (unfold in_trap, trap_of; rewrite PM.gempty; reflexivity). rewrite C in H. assumption.
Qed.

Lemma at_one_nat v p : N.to_nat (at_one (id v) p) = one (v =? idx p).
Proof.
  unfold at_one. destruct (Pos.eqb_spec (id v) p) as [<-|N].
  - rewrite idx_id, Nat.eqb_refl. reflexivity.
  - destruct (Nat.eqb_spec v (idx p)) as [->|]; [|reflexivity]. rewrite id_idx in N. congruence.
Qed.

Lemma counts_equal a b : N.eqb a b = true -> N.to_nat a = N.to_nat b.
Proof. intros H. apply N.eqb_eq in H. congruence. Qed.

Lemma inflow_counts x v : N.to_nat (count (inflow_map g x) (id v)) = inflow n heads rho (departures x) v.
Proof. apply (inflow_map_counts g ok). Qed.
End Sound.

(* ---- walk ---- *)
Definition check_walk (from exit : positive) (x rank : PM.t N) (steps : option N) : bool :=
  check_graph g && has_vertex g from && has_vertex g exit && is_end (arcs_of g exit)
  && (let m := inflow_map g x in
      forallb (fun p => let entered := (count m p + at_one p from)%N in
        if is_end (arcs_of g p) then N.eqb (count x p) 0 && N.eqb entered (at_one p exit)
        else N.eqb entered (count x p)) (ids g))
  && check_steps (PM.empty positive) x rank steps.

Theorem check_walk_sound from exit x rank steps : check_walk from exit x rank steps = true ->
  exits heads rho (idx from) (idx exit) /\
  forall s, steps = Some s ->
    snd (walk heads (N.to_nat s) rho (idx from)) = idx exit /\
    (forall j, j < N.to_nat s -> ~ is_sink heads (snd (walk heads j rho (idx from)))) /\
    (forall u, u < n -> ~ is_sink heads u ->
       fst (walk heads (N.to_nat s) rho (idx from)) u = (rho u + departures x u) mod deg heads u).
Proof.
  unfold check_walk. rewrite !andb_true_iff. intros (((((ok & Hf) & _) & _) & C) & St).
  pose proof (graph_well_formed g ok) as wf. apply (vertex_in g ok) in Hf.
  pose proof (for_all g ok _ C) as A. cbv beta zeta in A.
  assert (F : switching_flow n heads rho (idx from) (departures x)).
  { split; intros v Hv Hs; specialize (A v Hv); rewrite end_is_sink in A.
    - apply sinkb_spec in Hs. rewrite Hs in A. apply andb_prop in A. apply (counts_equal _ 0). tauto.
    - apply sinkb_false in Hs. rewrite Hs in A. apply counts_equal in A.
      rewrite N2Nat.inj_add, inflow_counts, at_one_nat in A by assumption. assumption. }
  assert (E : forall v, v < n -> is_sink heads v
    -> inflow n heads rho (departures x) v + one (v =? idx from) = one (v =? idx exit)).
  { intros v Hv Hs. specialize (A v Hv). rewrite end_is_sink in A. apply sinkb_spec in Hs. rewrite Hs in A.
    apply andb_prop in A. destruct A as (_ & A). apply counts_equal in A.
    rewrite N2Nat.inj_add, inflow_counts, !at_one_nat in A by assumption. assumption. }
  split; [apply (switching_flow_decides n heads rho wf (idx from) Hf (departures x)); assumption|].
  intros s ->. simpl in St. apply andb_prop in St. destruct St as (St & Su). apply counts_equal in Su.
  rewrite sum_map_counts in Su by assumption. rewrite Su.
  apply (falls_without_traps ok) in St.
  destruct (acyclic_flow_counts_the_steps n heads rho wf (idx from) Hf (departures x) (departures rank) (idx exit) F E
    St)
    as (W & _ & B & R). auto.
Qed.

(* ---- trap ---- *)
Definition check_trap (from : positive) (T : PM.t positive) (x rank : PM.t N) (steps : option N) : bool :=
  check_graph g && has_vertex g from && check_traps T
  && (let m := inflow_map g x in
      forallb (fun p => let entered := (count m p + at_one p from)%N in
        match PM.find p T with
        | Some i => Pos.eqb i 1 && N.eqb (count x p) 0
        | None => if is_end (arcs_of g p) then N.eqb (count x p) 0 && N.eqb entered 0 else N.eqb entered (count x p)
        end) (ids g))
  && check_steps T x rank steps.

Theorem check_trap_sound from T x rank steps : check_trap from T x rank steps = true ->
  ends heads rho (trap_of T) (idx from) (InTrap 1) /\
  (forall s, ~ exits heads rho (idx from) s) /\
  forall s, steps = Some s ->
    trap_of T (snd (walk heads (N.to_nat s) rho (idx from))) = Some 1 /\
    forall j, j < N.to_nat s -> in_trap (trap_of T) (snd (walk heads j rho (idx from))) = false.
Proof.
  unfold check_trap. rewrite !andb_true_iff. intros ((((ok & Hf) & Ht) & C) & St).
  pose proof (graph_well_formed g ok) as wf. apply (vertex_in g ok) in Hf. apply (traps_closed ok) in Ht.
  pose proof (for_all g ok _ C) as A. cbv beta zeta in A.
  assert (Cert : trap_certificate n heads rho (trap_of T) (idx from) (departures x) 1).
  { split; intros v Hv; specialize (A v Hv).
    - unfold in_trap, trap_of. destruct (PM.find (id v) T) as [i|]; [|discriminate]. intros _.
      apply andb_prop in A. destruct A as (A & _). apply Pos.eqb_eq in A. subst i. reflexivity.
    - unfold in_trap, trap_of. destruct (PM.find (id v) T) as [i|]; simpl.
      + intros _. apply andb_prop in A. apply (counts_equal _ 0). tauto.
      + intros [H|H]; [discriminate|]. rewrite end_is_sink in A. apply sinkb_spec in H. rewrite H in A.
        apply andb_prop in A. apply (counts_equal _ 0). tauto.
    - intros H. destruct (PM.find (id v) T) as [i|] eqn:E.
      + exfalso. assert (Tv : trap_of T v = Some (Pos.to_nat i)) by (unfold trap_of; rewrite E; reflexivity).
        destruct (Ht v _ Hv Tv). contradiction.
      + rewrite end_is_sink in A. apply sinkb_spec in H. rewrite H in A. apply andb_prop in A. destruct A as (_ & A).
        apply counts_equal in A. rewrite N2Nat.inj_add, inflow_counts, at_one_nat in A by assumption. assumption.
    - unfold in_trap, trap_of. destruct (PM.find (id v) T) as [i|]; simpl; [discriminate|]. intros _ H.
      rewrite end_is_sink in A. apply sinkb_false in H. rewrite H in A. apply counts_equal in A.
      rewrite N2Nat.inj_add, inflow_counts, at_one_nat in A by assumption. assumption. }
  destruct (trap_flow_decides n heads rho wf (trap_of T) Ht (idx from) Hf (departures x) 1 Cert) as (E & _).
  split; [assumption|]. split; [apply (trapped_never_exits n heads rho wf (trap_of T) Ht (idx from) 1 Hf E)|].
  intros s ->. simpl in St. apply andb_prop in St. destruct St as (St & Su). apply counts_equal in Su.
  rewrite sum_map_counts in Su by assumption. rewrite Su. apply (falls ok) in St.
  apply (trap_flow_counts n heads rho wf (trap_of T) (idx from) Hf (departures x) 1 Cert (departures rank) St).
Qed.

(* ---- route ---- *)

(* What arrives in each trap, particles put there included. *)
Definition add_trapped (T : PM.t positive) (m particles t : PM.t N) (p : positive) : PM.t N :=
  match PM.find p T with
  | Some i => PM.add i (count t i + (count m p + count particles p))%N t
  | None => t
  end.
Definition trap_totals T m particles : PM.t N := fold_left (add_trapped T m particles) (ids g) (PM.empty N).

Definition check_route (T : PM.t positive) (particles x sinks : PM.t N) (trapped : list (positive * N))
    (rank : PM.t N) (steps : option N) : bool :=
  check_graph g && check_traps T
  && (let m := inflow_map g x in
      forallb (fun p => let received := (count m p + count particles p)%N in
        match PM.find p T with
        | Some _ => N.eqb (count x p) 0 && N.eqb (count sinks p) 0
        | None => if is_end (arcs_of g p) then N.eqb (count x p) 0 && N.eqb received (count sinks p)
                  else N.eqb (count sinks p) 0 && N.eqb received (count x p)
        end) (ids g)
      && (let totals := trap_totals T m particles in
          forallb (fun c => N.eqb (count totals (fst c)) (snd c)) trapped))
  && check_steps T x rank steps.

Lemma trap_totals_count (ok : check_graph g = true) T m particles i :
  N.to_nat (count (trap_totals T m particles) i)
  = sum n (within_trap (trap_of T) (Pos.to_nat i) (fun v => departures m v + departures particles v)).
Proof.
  unfold trap_totals. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, N.to_nat (count (fold_left (add_trapped T m particles) (map id (seq 0 k)) (PM.empty N)) i)
    = sum k (within_trap (trap_of T) (Pos.to_nat i) (fun v => departures m v + departures particles v))).
  { induction k.
    - simpl. unfold count. rewrite PM.gempty. reflexivity.
    - rewrite seq_S, map_app, fold_left_app. cbn [map fold_left sum plus].
      set (t := fold_left (add_trapped T m particles) (map id (seq 0 k)) (PM.empty N)) in *.
      rewrite <- IHk. unfold within_trap, trap_of, add_trapped.
      destruct (PM.find (id k) T) as [j|]; cbn [option_map]; [|lia].
      destruct (Nat.eqb_spec (Pos.to_nat j) (Pos.to_nat i)) as [E|N].
      + apply Pos2Nat.inj in E. subst j. unfold count at 1. rewrite PM.gss. rewrite !N2Nat.inj_add. reflexivity.
      + unfold count at 1. rewrite PM.gso by congruence. unfold count. lia. }
  apply H.
Qed.

Notation stack := (dest heads rho).
Notation arrivals := (arrivals n (sinkb heads) stack).

Theorem check_route_sound T particles x sinks trapped rank steps :
  check_route T particles x sinks trapped rank steps = true ->
  let p := departures particles in
  let legal := legal n (sinkb heads) stack p in
  let settled := settled n heads rho (trap_of T) p in
  (exists d, legal d /\ settled d) /\
  (forall d, legal d -> sum n (outside (trap_of T) d) <= sum n (departures x)) /\
  forall d, legal d -> settled d ->
    (forall v, v < n -> is_sink heads v -> arrivals d v + p v = departures sinks v) /\
    (forall i c, In (i, c) trapped ->
       sum n (within_trap (trap_of T) (Pos.to_nat i) (fun v => arrivals d v + p v))
       = N.to_nat c + sum n (within_trap (trap_of T) (Pos.to_nat i) d)) /\
    (forall s, steps = Some s ->
       sum n (outside (trap_of T) d) = N.to_nat s /\
       forall u, u < n -> in_trap (trap_of T) u = false -> d u = departures x u).
Proof.
  unfold check_route. rewrite !andb_true_iff. intros (((ok & Ht) & C) & St). cbv zeta in C.
  destruct C as (C & Tr). pose proof (graph_well_formed g ok) as wf. apply (traps_closed ok) in Ht.
  pose proof (for_all g ok _ C) as A. cbv beta zeta in A. cbv zeta.
  set (p := departures particles).
  set (totals := fun i => sum n (within_trap (trap_of T) i (fun v => inflow n heads rho (departures x) v + p v))).
  assert (Cert : route_certificate n heads rho (trap_of T) p (departures x) (departures sinks) totals).
  { split; [| | |reflexivity]; intros v Hv; specialize (A v Hv).
    - unfold in_trap, trap_of. destruct (PM.find (id v) T) as [i|]; simpl.
      + intros _. apply andb_prop in A. apply (counts_equal _ 0). tauto.
      + intros [H|H]; [discriminate|]. rewrite end_is_sink in A. apply sinkb_spec in H. rewrite H in A.
        apply andb_prop in A. apply (counts_equal _ 0). tauto.
    - unfold in_trap, trap_of. destruct (PM.find (id v) T) as [i|]; simpl; [discriminate|]. intros _ H.
      rewrite end_is_sink in A. apply sinkb_false in H. rewrite H in A. apply andb_prop in A. destruct A as (_ & A).
      apply counts_equal in A. rewrite N2Nat.inj_add, inflow_counts in A by assumption. assumption.
    - intros H. destruct (PM.find (id v) T) as [i|] eqn:E.
      + exfalso. assert (Tv : trap_of T v = Some (Pos.to_nat i)) by (unfold trap_of; rewrite E; reflexivity).
        destruct (Ht v _ Hv Tv). contradiction.
      + rewrite end_is_sink in A. apply sinkb_spec in H. rewrite H in A. apply andb_prop in A. destruct A as (_ & A).
        apply counts_equal in A. rewrite N2Nat.inj_add, inflow_counts in A by assumption. assumption. }
  destruct (runs_settle n heads rho (trap_of T) Ht p (departures x) (departures sinks) totals Cert) as (R1 & R2).
  split; [assumption|]. split; [assumption|]. intros d L Se.
  destruct (route_flow_decides n heads rho wf (trap_of T) Ht p (departures x) (departures sinks) totals Cert d L Se) as
    (D1 & D2).
  split; [assumption|]. split.
  - intros i c I. rewrite forallb_forall in Tr. specialize (Tr _ I). cbn [fst snd] in Tr. apply counts_equal in Tr.
    rewrite <- Tr, D2. f_equal. rewrite trap_totals_count by assumption. unfold totals. apply sum_ext. intros v _.
    unfold within_trap. destruct (trap_of T v) as [j|]; [|reflexivity]. destruct (j =? Pos.to_nat i); [|reflexivity].
    f_equal. symmetry. apply inflow_counts. assumption.
  - intros s ->. simpl in St. apply andb_prop in St. destruct St as (St & Su). apply counts_equal in Su.
    rewrite sum_map_counts in Su by assumption. rewrite Su. apply (falls ok) in St.
    destruct (route_flow_counts n heads rho wf (trap_of T) Ht p (departures x) (departures sinks) totals Cert
      (departures rank) d St L Se)
      as (E1 & E2). split; assumption.
Qed.

(* ---- forest ---- *)
Definition lookup (ex : PM.t positive) p := match PM.find p ex with Some e => e | None => p end.
Definition end_claim (T : PM.t positive) e := match PM.find e T with Some i => ToTrap i | None => ToSink e end.

(* The claimed exits are the ends that ex names. *)
Definition check_claims (T ex : PM.t positive) (claims : PM.t claim) : bool :=
  forallb (fun p => match PM.find p claims with Some c => claim_eqb c (end_claim T (lookup ex p)) | None => false end)
    (ids g).

Definition check_forest (T : PM.t positive) (turns rank : PM.t N) (ex : PM.t positive) (claims : PM.t claim) : bool :=
  check_graph g && check_traps T
  && (let m := inflow_map g turns in
      forallb (fun p =>
        if halted T p then N.eqb (count turns p) 0 && Pos.eqb (lookup ex p) p
        else let w := head_at g p (count turns p) in
             N.eqb (count m p) (count turns p) && (halted T w || N.ltb (count rank w) (count rank p))
             && Pos.eqb (lookup ex p) (lookup ex w)) (ids g))
  && check_claims T ex claims.

Lemma claims_mean T ex claims (ok : check_graph g = true) : check_claims T ex claims = true ->
  (forall u, u < n -> ends heads rho (trap_of T) u (ending_at (trap_of T) (idx (lookup ex (id u))))) ->
  forall u, u < n -> exists c, PM.find (id u) claims = Some c /\ ends heads rho (trap_of T) u (meaning c).
Proof.
  intros H E u Hu. pose proof (for_all g ok _ H u Hu) as A. cbv beta in A. specialize (E u Hu).
  destruct (PM.find (id u) claims) as [c|]; [|discriminate]. apply claim_eqb_eq in A. exists c. split; [reflexivity|].
  replace (meaning c) with (ending_at (trap_of T) (idx (lookup ex (id u)))); [assumption|].
  subst c. unfold ending_at, end_claim, trap_of. rewrite id_idx. destruct (PM.find _ T); reflexivity.
Qed.

Definition ends_by (ex : PM.t positive) (u : nat) := idx (lookup ex (id u)).

Lemma check_forest_means T turns rank ex claims : check_forest T turns rank ex claims = true ->
  check_graph g = true /\ closed n heads (trap_of T) /\ check_claims T ex claims = true /\
  forest_certificate n heads rho (trap_of T) (departures turns) (ends_by ex) (departures rank).
Proof.
  unfold check_forest. rewrite !andb_true_iff. intros (((ok & Ht) & C) & Cl). apply (traps_closed ok) in Ht.
  do 3 (split; [assumption|]). pose proof (for_all g ok _ C) as A. cbv beta zeta in A. set (e := ends_by ex).
  assert (Hal : forall v, v < n -> in_trap (trap_of T) v = true \/ is_sink heads v -> halted T (id v) = true).
  { intros v Hv H. rewrite halted_cut. apply sinkb_spec, cut_sink. assumption. }
  assert (Liv : forall v, in_trap (trap_of T) v = false -> ~ is_sink heads v -> halted T (id v) = false).
  { intros v H1 H2. rewrite halted_cut. apply sinkb_false, cut_live. auto. }
  split; intros v Hv; specialize (A v Hv).
    - intros H. rewrite (Hal v Hv H) in A. apply andb_prop in A. apply (counts_equal _ 0). tauto.
    - intros H1 H2. rewrite (Liv v H1 H2) in A. rewrite !andb_true_iff in A. destruct A as ((A & _) & _).
      apply counts_equal in A. rewrite inflow_counts in A by assumption. assumption.
    - intros H1 H2 w H3 H4. rewrite (Liv v H1 H2) in A. rewrite !andb_true_iff in A. destruct A as ((_ & A) & _).
      pose proof (head_at_dest g ok v (count turns (id v)) Hv H2) as D. fold (departures turns v) in D. fold w in D.
      pose proof (Liv w H3 H4) as Lw. rewrite <- D, id_idx in Lw. rewrite Lw in A. simpl in A. apply N.ltb_lt in A.
      unfold departures. rewrite <- D, id_idx. lia.
    - intros H. rewrite (Hal v Hv H) in A. apply andb_prop in A. destruct A as (_ & A). apply Pos.eqb_eq in A.
      unfold e, ends_by. rewrite A. apply idx_id.
    - intros H1 H2. rewrite (Liv v H1 H2) in A. rewrite !andb_true_iff in A. destruct A as (_ & A).
      apply Pos.eqb_eq in A.
      pose proof (head_at_dest g ok v (count turns (id v)) Hv H2) as D. fold (departures turns v) in D.
      unfold e, ends_by. rewrite A, <- D, id_idx. reflexivity.
Qed.

Theorem check_forest_sound T turns rank ex claims : check_forest T turns rank ex claims = true ->
  forall u, u < n -> exists c, PM.find (id u) claims = Some c /\ ends heads rho (trap_of T) u (meaning c).
Proof.
  intros C. destruct (check_forest_means T turns rank ex claims C) as (ok & Cl & Ex & Cert). apply (claims_mean T ex claims ok Ex).
  intros u Hu. exact (forest_proves_all_exits n heads rho (graph_well_formed g ok) (trap_of T) Cl (departures turns) (ends_by ex) (departures rank) Cert u Hu).
Qed.
End Judge.
