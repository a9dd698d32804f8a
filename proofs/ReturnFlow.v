(* A table of return flows proves the exit: docs/certificates.md#flows, for one start taken as the root of its tree.

   The table r (u, w) for arcs away from the root satisfies the judge's local equations; then following last departures
   from the root leads to its exit.  Proof: the table yields departures x which are a switching flow (the run profile of
   docs/book/exits.md), and Walk.switching_flow_decides does the rest. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Visits TreeArcs.
Import ListNotations.

Section Tree.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation deg := (deg heads).
Notation dest := (dest heads rho).
Notation inflow := (inflow n heads rho).
Notation arrivals := (arrivals n sinkb dest).
Notation cnt := (cnt heads rho).
Notation upto := (upto heads rho).
Notation cnt_S := (cnt_S heads rho).
Notation cnt_mono := (cnt_mono heads rho).
Notation cnt_none := (cnt_none n heads rho).
Notation upto_spec := (upto_spec n heads rho).

(* ---- the tree, seen from its root ---- *)
Variable root : nat.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis root_in : root < n.
Hypothesis root_live : ~ is_sink root.
Hypothesis par_root : par root = None.
Hypothesis par_in : forall v q, par v = Some q -> q < n /\ ~ is_sink q /\ depth v = S (depth q).
(* every arc is a loop, leads to a sink, or joins a vertex with its parent, one way or the other *)
Hypothesis treelike : forall u w, u < n -> ~ is_sink u -> In w (heads u) ->
  w = u \/ is_sink w \/ par w = Some u \/ par u = Some w.

Notation live := (live heads).
Notation is_child := (is_child par).
Notation by_heads := (by_heads n heads rho wf).
Notation comes := (comes n heads rho par depth par_in treelike).
Notation goes := (goes n heads rho wf par depth par_in treelike).

(* ---- the table ---- *)
Variable r : nat -> nat -> option nat.          (* None is infinity *)
Variable L : nat -> nat.                        (* departures before the last one, the parent always sending back *)

(* what the routine at u sees: loops and the parent are never complete, a sink at its first visit *)
Definition flow u h : option nat :=
  if h =? u then None
  else match par u with
       | Some q => if h =? q then None else if sinkb h then Some 1 else r u h
       | None => if sinkb h then Some 1 else r u h
       end.

Definition stop u k : Prop :=
  (forall h, match flow u h with Some f => cnt u h k < f | None => True end)
  /\ flow u (dest u k) = Some (cnt u (dest u k) (S k)).

Hypothesis root_stops : stop root (L root).
Hypothesis table : forall u w, par w = Some u -> w < n -> ~ is_sink w -> In w (heads u) ->
  match r u w with
  | Some f => stop w (L w) /\ f = cnt w u (L w) + 1
  | None => In u (heads w) /\ forall h, In h (heads w) -> flow w h = None
  end.

(* the claimed exits, along last departures *)
Variable ex : nat -> nat.
Hypothesis ex_sink : forall s, s < n -> is_sink s -> ex s = s.

Lemma head_in u k : u < n -> ~ is_sink u -> dest u k < n.
Proof. intros Hu Hs. apply (dest_in n heads rho wf); [assumption|]. apply sinkb_false. assumption. Qed.

(* ---- the departures that the table yields, from the root outwards ---- *)
Fixpoint op (fuel u : nat) : bool :=
  match fuel with
  | 0 => false
  | S f => if u =? root then true else match par u with None => false | Some q => op f q && (dest q (L q) =? u) end
  end.
Definition onpath u := op (S (depth u)) u.

Fixpoint xf (fuel u : nat) : nat :=
  match fuel with
  | 0 => 0
  | S f => if sinkb u then 0 else if u =? root then S (L u) else
      match par u with
      | None => 0
      | Some q => let k := cnt q u (xf f q) in
                  if k =? 0 then 0 else if onpath u then S (L u) else upto u q k
      end
  end.
Definition x u := xf (S (depth u)) u.

Lemma onpath_root : onpath root = true.
Proof. unfold onpath. simpl. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma onpath_child u q : par u = Some q -> onpath u = onpath q && (dest q (L q) =? u).
Proof.
  intros P. unfold onpath at 1. simpl. destruct (Nat.eqb_spec u root) as [->|_]; [congruence|].
  rewrite P. destruct (par_in u q P) as (_ & _ & D). rewrite D. reflexivity.
Qed.

Lemma x_sink u : is_sink u -> x u = 0.
Proof. intros H. unfold x. simpl. apply sinkb_spec in H. fold sinkb in H. rewrite H. reflexivity. Qed.

Lemma x_root : x root = S (L root).
Proof. unfold x. simpl. rewrite (live root root_live), Nat.eqb_refl. reflexivity. Qed.

Lemma x_child u q : ~ is_sink u -> par u = Some q ->
  x u = if cnt q u (x q) =? 0 then 0 else if onpath u then S (L u) else upto u q (cnt q u (x q)).
Proof.
  intros Hs P. unfold x at 1. simpl. rewrite (live u Hs).
  destruct (Nat.eqb_spec u root) as [->|_]; [congruence|]. rewrite P.
  destruct (par_in u q P) as (_ & _ & D). rewrite D. reflexivity.
Qed.

Lemma x_lost u : par u = None -> u <> root -> x u = 0.
Proof.
  intros P N. unfold x. simpl. destruct (sinkb u); [reflexivity|]. destruct (Nat.eqb_spec u root); [contradiction|].
  rewrite P. reflexivity.
Qed.

(* what is known of the departures of a vertex *)
Definition good v : Prop :=
  (onpath v = true -> stop v (L v) /\ x v = S (L v)) /\
  (onpath v = false -> x v = 0 \/ (stop v (L v) /\ x v <= L v) \/ (forall h, In h (heads v) -> flow v h = None)).

Lemma flow_child v w : par w = Some v -> ~ is_sink w -> flow v w = r v w.
Proof.
  intros P Hs. unfold flow. destruct (par_in w v P) as (_ & _ & D).
  destruct (Nat.eqb_spec w v) as [->|_]; [lia|]. rewrite (live w Hs).
  destruct (par v) as [q|] eqn:Q; [|reflexivity]. destruct (Nat.eqb_spec w q) as [->|]; [|reflexivity].
  destruct (par_in v q Q) as (_ & _ & D2). lia.
Qed.

Lemma flow_sink v s : v < n -> ~ is_sink v -> is_sink s -> flow v s = Some 1.
Proof.
  intros Hv Hs Hss. unfold flow. destruct (Nat.eqb_spec s v) as [->|_]; [contradiction|].
  apply sinkb_spec in Hss. fold sinkb in Hss. rewrite Hss. destruct (par v) as [q|] eqn:Q; [|reflexivity].
  destruct (Nat.eqb_spec s q) as [->|]; [|reflexivity]. destruct (par_in v q Q) as (_ & Hq & _).
  apply sinkb_spec in Hss. contradiction.
Qed.

Lemma flow_parent v q : par v = Some q -> flow v q = None.
Proof. intros P. unfold flow. rewrite P. destruct (q =? v); [reflexivity|]. rewrite Nat.eqb_refl. reflexivity. Qed.

(* entries of a child: all given back unless the path leads there *)
Lemma entries v w : good v -> v < n -> ~ is_sink v -> par w = Some v -> ~ is_sink w -> In w (heads v)
  -> 0 < cnt v w (x v) ->
  (onpath w = true -> r v w = Some (cnt v w (x v))) /\
  (onpath w = false -> match r v w with Some f => cnt v w (x v) < f | None => True end).
Proof.
  intros (G1 & G2) Hv Hs P Hw Hin Hk. rewrite (onpath_child w v P). rewrite <- (flow_child v w P Hw).
  destruct (onpath v) eqn:O; simpl.
  - destruct (G1 eq_refl) as ((S1 & S2) & E). rewrite E. split; intros D.
    + apply Nat.eqb_eq in D. rewrite <- D. assumption.
    + apply Nat.eqb_neq in D. specialize (S1 w). rewrite cnt_S.
      replace (one (dest v (L v) =? w)) with 0 by (unfold one; destruct (Nat.eqb_spec (dest v (L v)) w); congruence).
      rewrite Nat.add_0_r. assumption.
  - split; [discriminate|]. intros _. destruct (G2 eq_refl) as [Z|[(S & Le)|N]].
    + rewrite Z in Hk. change (cnt v w 0) with 0 in Hk. lia.
    + destruct S as (S1 & _). specialize (S1 w). destruct (flow v w); [|trivial].
      pose proof (cnt_mono v w _ _ Le). lia.
    + rewrite (N w Hin). trivial.
Qed.

(* a child gives back what it got, but for one on the path *)
Lemma child_good v w : good v -> v < n -> ~ is_sink v -> par w = Some v -> w < n -> ~ is_sink w ->
  good w /\ cnt w v (x w) + one (onpath w) = cnt v w (x v).
Proof.
  intros G Hv Hs P Hwn Hw. destruct (in_dec Nat.eq_dec w (heads v)) as [Hin|N].
  2:{ (* never entered *)
    assert (Z : cnt v w (x v) = 0) by (apply cnt_none; assumption).
    assert (X : x w = 0) by (rewrite (x_child w v Hw P), Z; reflexivity).
    assert (O : onpath w = false).
    { rewrite (onpath_child w v P). destruct (Nat.eqb_spec (dest v (L v)) w) as [E|]; [|apply andb_false_r].
      exfalso. apply N. rewrite <- E. apply Rotor.dest_head; assumption. }
    rewrite Z, X, O. split; [|reflexivity]. split; [congruence|auto]. }
  pose proof (table v w P Hwn Hw Hin) as T.
  destruct (Nat.eq_dec (cnt v w (x v)) 0) as [Z|NZ].
  - assert (X : x w = 0) by (rewrite (x_child w v Hw P), Z; reflexivity).
    assert (O : onpath w = false).
    { rewrite (onpath_child w v P). destruct (onpath v) eqn:O; [|reflexivity]. simpl.
      destruct (Nat.eqb_spec (dest v (L v)) w) as [E|]; [|reflexivity]. exfalso.
      destruct G as (G1 & _). destruct (G1 O) as (_ & E2). rewrite E2, cnt_S, E, Nat.eqb_refl in Z. simpl in Z. lia. }
    rewrite Z, X, O. split; [|reflexivity]. split; [congruence|auto].
  - destruct (entries v w G Hv Hs P Hw Hin ltac:(lia)) as (E1 & E2).
    rewrite (x_child w v Hw P). destruct (Nat.eqb_spec (cnt v w (x v)) 0) as [|_]; [contradiction|].
    destruct (onpath w) eqn:O.
    + rewrite (E1 eq_refl) in T. destruct T as (S & Ef). split.
      * split; [|congruence]. intros _. split; [assumption|].
        rewrite (x_child w v Hw P), O. destruct (Nat.eqb_spec (cnt v w (x v)) 0); [contradiction|reflexivity].
      * rewrite cnt_S. replace (one (dest w (L w) =? v)) with 0; [simpl; lia|].
        unfold one. destruct (Nat.eqb_spec (dest w (L w)) v) as [E|]; [|reflexivity]. exfalso.
        destruct S as (_ & S2). rewrite E, (flow_parent w v P) in S2. discriminate.
    + specialize (E2 eq_refl). set (k := cnt v w (x v)) in *.
      assert (Hback : In v (heads w)).
      { destruct (in_dec Nat.eq_dec v (heads w)) as [|N]; [assumption|]. exfalso.
        destruct (r v w) as [f|]; [|destruct T; contradiction]. destruct T as (_ & Ef).
        rewrite (cnt_none w v _ Hwn Hw N) in Ef. lia. }
      destruct (upto_spec w v k Hwn Hw Hback ltac:(lia)) as (U1 & U2). split.
      * split; [congruence|]. intros _. rewrite (x_child w v Hw P), O. fold k.
        destruct (Nat.eqb_spec k 0); [contradiction|].
        destruct (r v w) as [f|]; [|right; right; apply T]. right. left. destruct T as (S & Ef). split; [assumption|].
        apply U2. lia.
      * simpl. lia.
Qed.

Lemma all_good : forall m v, depth v < m -> v < n -> ~ is_sink v -> good v.
Proof.
  induction m; intros v D Hv Hs; [lia|]. destruct (par v) as [q|] eqn:P.
  - destruct (par_in v q P) as (Hq & Hsq & D2). apply (child_good q v); auto. apply IHm; auto. lia.
  - destruct (Nat.eq_dec v root) as [->|N].
    + split; [intros _; split; [assumption|apply x_root]|rewrite onpath_root; discriminate].
    + split.
      * unfold onpath. simpl. destruct (Nat.eqb_spec v root); [contradiction|]. rewrite P. discriminate.
      * intros _. left. apply x_lost; assumption.
Qed.

Lemma goodness v : v < n -> ~ is_sink v -> good v.
Proof. intros. apply (all_good (S (depth v))); auto. Qed.

(* of the last departure on the path, one particle more stays than comes back: in a sink or in a child *)
Lemma stays v : v < n -> ~ is_sink v ->
  sum n (fun w => if sinkb w then cnt v w (x v) else if is_child w v then one (onpath w) else 0) = one (onpath v).
Proof.
  intros Hv Hs. pose proof (goodness v Hv Hs) as (G1 & G2). destruct (onpath v) eqn:O.
  - destruct (G1 eq_refl) as ((S1 & S2) & E). set (h := dest v (L v)) in *.
    assert (Hh : h < n) by (apply head_in; assumption).
    rewrite (sum_ext n _ (fun w => if w =? h then 1 else 0)); [simpl; apply sum_one; assumption|].
    intros w Hw. destruct (sinkb w) eqn:Es.
    + apply sinkb_spec in Es. specialize (S1 w). rewrite (flow_sink v w Hv Hs Es) in S1.
      rewrite E, cnt_S. fold h. replace (cnt v w (L v)) with 0 by lia. rewrite (Nat.eqb_sym h w). reflexivity.
    + assert (Hsw : ~ is_sink w) by (rewrite <- sinkb_spec; fold sinkb; rewrite Es; discriminate).
      unfold TreeArcs.is_child. destruct (par w) as [q|] eqn:P.
      * destruct (Nat.eqb_spec q v) as [->|N].
        -- rewrite (onpath_child w v P), O. fold h. rewrite (Nat.eqb_sym h w). reflexivity.
        -- destruct (Nat.eqb_spec w h) as [->|]; [|reflexivity]. exfalso.
           destruct (treelike v h Hv Hs (Rotor.dest_head heads rho v (L v) Hs)) as [A|[A|[A|A]]]; try congruence; try contradiction.
           ++ unfold flow in S2. rewrite A, Nat.eqb_refl in S2. discriminate.
           ++ rewrite (flow_parent v h A) in S2. discriminate.
      * destruct (Nat.eqb_spec w h) as [->|]; [|reflexivity]. exfalso.
        destruct (treelike v h Hv Hs (Rotor.dest_head heads rho v (L v) Hs)) as [A|[A|[A|A]]]; try congruence; try contradiction.
        ++ unfold flow in S2. rewrite A, Nat.eqb_refl in S2. discriminate.
        ++ rewrite (flow_parent v h A) in S2. discriminate.
  - rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros w Hw. destruct (sinkb w) eqn:Es.
    + apply sinkb_spec in Es. destruct (G2 eq_refl) as [Z|[((S1 & _) & Le)|N]].
      * rewrite Z. reflexivity.
      * specialize (S1 w). rewrite (flow_sink v w Hv Hs Es) in S1. pose proof (cnt_mono v w _ _ Le). lia.
      * apply cnt_none; auto. intros I. specialize (N w I). rewrite (flow_sink v w Hv Hs Es) in N. discriminate.
    + unfold TreeArcs.is_child. destruct (par w) as [q|] eqn:P; [|reflexivity].
      destruct (Nat.eqb_spec q v) as [->|]; [|reflexivity].
      rewrite (onpath_child w v P), O. reflexivity.
Qed.

(* The table yields a switching flow. *)
Lemma conserved v : v < n -> ~ is_sink v -> inflow x v + one (v =? root) = x v.
Proof.
  intros Hv Hs. rewrite inflow_is_arrivals. rewrite (comes x v Hv Hs). pose proof (goes x v Hv Hs) as Go.
  rewrite !sum_add. rewrite !sum_add in Go. rewrite !(sum_one n v) by assumption.
  rewrite !(sum_one n v) in Go by assumption.
  pose proof (stays v Hv Hs) as St. pose proof (goodness v Hv Hs) as G.
  (* children: came back + stayed = sent *)
  assert (C : sum n (fun u => if sinkb u then 0 else if is_child u v then cnt u v (x u) else 0)
            + sum n (fun w => if sinkb w then cnt v w (x v) else if is_child w v then one (onpath w) else 0)
            = sum n (fun w => if sinkb w then cnt v w (x v) else if is_child w v then cnt v w (x v) else 0)).
  { rewrite <- sum_add. apply sum_ext. intros w Hw. destruct (sinkb w) eqn:Es; [lia|].
    unfold TreeArcs.is_child. destruct (par w) as [q|] eqn:P; [|lia]. destruct (Nat.eqb_spec q v) as [->|]; [|lia].
    apply (child_good v w); auto. rewrite <- sinkb_spec. fold sinkb. rewrite Es. discriminate. }
  destruct (par v) as [q|] eqn:P.
  - destruct (par_in v q P) as (Hq & Hsq & _). rewrite !(sum_one n q) by assumption.
    rewrite !(sum_one n q) in Go by assumption.
    destruct (child_good q v (goodness q Hq Hsq) Hq Hsq P Hv Hs) as (_ & B).
    destruct (Nat.eqb_spec v root) as [->|]; [congruence|]. simpl. lia.
  - rewrite !sum_zero. rewrite !sum_zero in Go. destruct (Nat.eqb_spec v root) as [->|N].
    + rewrite onpath_root in St. simpl in *. lia.
    + assert (O : onpath v = false).
      { unfold onpath. simpl. destruct (Nat.eqb_spec v root); [contradiction|]. rewrite P. reflexivity. }
      rewrite O in St. simpl in *. lia.
Qed.

(* Off the path a vertex uses its arc to the parent last; on it, the arc along the path. *)
Lemma last_off_path u q : u < n -> ~ is_sink u -> par u = Some q -> onpath u = false -> 0 < x u -> dest u (x u - 1) = q.
Proof.
  intros Hu Hs P O Hx. destruct (par_in u q P) as (Hq & Hsq & _).
  destruct (child_good q u (goodness q Hq Hsq) Hq Hsq P Hu Hs) as (_ & B). rewrite O in B. simpl in B.
  rewrite Nat.add_0_r in B.
  assert (Nz : cnt q u (x q) <> 0) by (intros Z; rewrite (x_child u q Hs P), Z in Hx; simpl in Hx; lia).
  assert (I : In q (heads u)).
  { destruct (in_dec Nat.eq_dec q (heads u)) as [|N]; [assumption|]. exfalso.
    rewrite (cnt_none u q (x u) Hu Hs N) in B. lia. }
  destruct (upto_spec u q (cnt q u (x q)) Hu Hs I ltac:(lia)) as (_ & U).
  assert (E : x u = upto u q (cnt q u (x q))).
  { rewrite (x_child u q Hs P), O. destruct (Nat.eqb_spec (cnt q u (x q)) 0); [contradiction|reflexivity]. }
  rewrite <- E in *. destruct (x u) as [|m] eqn:Ex; [lia|]. simpl. rewrite Nat.sub_0_r. rewrite cnt_S in B.
  destruct (Nat.eqb_spec (dest u m) q) as [|N]; [assumption|exfalso]. simpl in B. rewrite Nat.add_0_r in B.
  specialize (U m ltac:(lia)). lia.
Qed.

(* So last arcs close no cycle: x is the run itself, and the root is left once more than its last departure says. *)
Theorem table_is_the_run d : legal n sinkb dest (start root) d -> ended n sinkb dest (start root) d ->
  d root = S (L root).
Proof.
  intros Le En. rewrite <- x_root.
  assert (exists D, sum n depth < D) as (D & HD) by eauto. set (rank := fun v => if onpath v then D - depth v else S (D + depth v)).
  apply (acyclic_flow_is_the_run n sinkb dest (dest_in n heads rho wf) (start root) x d rank); auto.
  - split; intros v Hv H; [apply x_sink; apply sinkb_spec; assumption|].
    rewrite <- inflow_is_arrivals. apply conserved; [assumption|]. apply sinkb_false. assumption.
  - intros u Hu Hsb Hx Hw Hxw. apply sinkb_false in Hsb, Hw. destruct (onpath u) eqn:O.
    + destruct (goodness u Hu Hsb) as (G & _). destruct (G O) as ((_ & S2) & E). rewrite E in *. simpl in *.
      rewrite Nat.sub_0_r in *. set (h := dest u (L u)) in *.
      assert (P : par h = Some u).
      { destruct (treelike u h Hu Hsb (Rotor.dest_head heads rho u (L u) Hsb)) as [A|[A|[A|A]]]; [| |assumption|].
        - unfold flow in S2. rewrite A, Nat.eqb_refl in S2. discriminate.
        - contradiction.
        - rewrite (flow_parent u h A) in S2. discriminate. }
      unfold rank. rewrite O, (onpath_child h u P), O. fold h. rewrite Nat.eqb_refl. cbn [andb].
      destruct (par_in h u P) as (_ & _ & Dh). pose proof (sum_term n depth u Hu). lia.
    + destruct (par u) as [q|] eqn:P.
      * rewrite (last_off_path u q Hu Hsb P O Hx) in *. destruct (par_in u q P) as (_ & _ & Dq).
        unfold rank. rewrite O. destruct (onpath q); lia.
      * destruct (Nat.eq_dec u root) as [->|N]; [rewrite onpath_root in O; discriminate|].
        rewrite (x_lost u P N) in Hx. lia.
Qed.

(* every sink gets what last departures on the path bring *)
Lemma sink_inflow s : s < n -> is_sink s ->
  arrivals x s = sum n (fun u => if sinkb u then 0 else if onpath u then one (dest u (L u) =? s) else 0).
Proof.
  intros Hs1 Hss. unfold Stacks.arrivals. apply sum_ext. intros u Hu. destruct (sinkb u) eqn:Eu; [reflexivity|].
  assert (Hsu : ~ is_sink u) by (rewrite <- sinkb_spec; fold sinkb; rewrite Eu; discriminate).
  fold (cnt u s (x u)). pose proof (goodness u Hu Hsu) as (G1 & G2). destruct (onpath u) eqn:O.
  - destruct (G1 eq_refl) as ((S1 & _) & E). specialize (S1 s). rewrite (flow_sink u s Hu Hsu Hss) in S1.
    rewrite E, cnt_S. lia.
  - destruct (G2 eq_refl) as [Z|[((S1 & _) & Le)|N]].
    + rewrite Z. reflexivity.
    + specialize (S1 s). rewrite (flow_sink u s Hu Hsu Hss) in S1. pose proof (cnt_mono u s _ _ Le). lia.
    + apply cnt_none; auto. intros I. specialize (N s I). rewrite (flow_sink u s Hu Hsu Hss) in N. discriminate.
Qed.

(* exits along the path *)
Hypothesis ex_path : forall u, u < n -> ~ is_sink u -> onpath u = true -> ex u = ex (dest u (L u)).

Lemma path_exit : forall m u, depth u < m -> u < n -> ~ is_sink u -> onpath u = true -> ex u = ex root.
Proof.
  induction m; intros u D Hu Hs O; [lia|]. destruct (par u) as [q|] eqn:P.
  - rewrite (onpath_child u q P) in O. apply andb_prop in O. destruct O as (O & E). apply Nat.eqb_eq in E.
    destruct (par_in u q P) as (Hq & Hsq & D2). rewrite <- (IHm q ltac:(lia) Hq Hsq O), (ex_path q Hq Hsq O), E.
    reflexivity.
  - unfold onpath in O. simpl in O. destruct (Nat.eqb_spec u root) as [->|]; [reflexivity|]. rewrite P in O.
    discriminate.
Qed.

Theorem return_flows_decide : exits heads rho root (ex root).
Proof.
  (* the one sink that is entered *)
  assert (Only : forall s, s < n -> is_sink s -> s <> ex root -> arrivals x s = 0).
  { intros s Hs Hss N. rewrite (sink_inflow s Hs Hss). rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|].
    intros u Hu. destruct (sinkb u) eqn:Eu; [reflexivity|]. destruct (onpath u) eqn:O; [|reflexivity].
    unfold one. destruct (Nat.eqb_spec (dest u (L u)) s) as [E|]; [|reflexivity]. exfalso.
    assert (Hsu : ~ is_sink u) by (rewrite <- sinkb_spec; fold sinkb; rewrite Eu; discriminate).
    apply N. rewrite <- (path_exit (S (depth u)) u ltac:(lia) Hu Hsu O), (ex_path u Hu Hsu O), E. symmetry.
    apply ex_sink; assumption. }
  (* in all, the sinks get one *)
  assert (T : sum n (fun v => if sinkb v then arrivals x v else 0) = 1).
  { assert (F : is_flow n sinkb dest (start root) x).
    { split; intros v Hv H; [apply x_sink; apply sinkb_spec; assumption|].
      rewrite <- inflow_is_arrivals. apply conserved; [assumption|]. apply sinkb_false. assumption. }
    pose proof (ends_add_up n sinkb dest (dest_in n heads rho wf) (start root) x F) as T. unfold start in T at 2.
    rewrite (sum_indicator n root root_in) in T. rewrite <- T. apply sum_ext. intros v _. destruct (sinkb v) eqn:E; [|reflexivity].
    unfold start. destruct (Nat.eqb_spec v root) as [->|]; [|simpl; lia]. apply sinkb_spec in E. contradiction. }
  assert (Ex : ex root < n /\ is_sink (ex root) /\ arrivals x (ex root) = 1).
  { assert (F : forall m, sum m (fun v => if sinkb v then arrivals x v else 0) = 0 \/ m > n \/
                exists s, s < m /\ is_sink s /\ arrivals x s <> 0).
    { induction m; [left; reflexivity|]. simpl.
      destruct IHm as [Z|[Z|(s & A)]]; [|right; left; lia|right; right; exists s; intuition lia].
      destruct (sinkb m) eqn:E; [|left; lia]. destruct (Nat.eq_dec (arrivals x m) 0) as [Z2|Z2]; [left; lia|].
      right. right. exists m. apply sinkb_spec in E. auto. }
    destruct (F n) as [Z|[Z|(s & Hs & Hss & Hi)]]; [lia|lia|].
    destruct (Nat.eq_dec s (ex root)) as [Es|N]; [|specialize (Only s Hs Hss N); contradiction].
    rewrite <- Es. split; [assumption|]. split; [assumption|].
    rewrite (sum_ext n _ (fun v => if v =? s then arrivals x s else 0)) in T.
    - rewrite sum_one in T; assumption.
    - intros v Hv. destruct (Nat.eqb_spec v s) as [->|N].
      + apply sinkb_spec in Hss. fold sinkb in Hss. rewrite Hss. reflexivity.
      + destruct (sinkb v) eqn:E; [|reflexivity]. apply sinkb_spec in E. apply Only; auto. congruence. }
  destruct Ex as (E1 & E2 & E3).
  apply (switching_flow_decides n heads rho wf root root_in x).
  - split; [intros v _; apply x_sink|]. intros v Hv Hs. apply conserved; assumption.
  - intros v Hv Hs. rewrite inflow_is_arrivals.
    destruct (Nat.eqb_spec v root) as [->|]; [contradiction|]. destruct (Nat.eqb_spec v (ex root)) as [->|N].
    + rewrite E3. reflexivity.
    + rewrite (Only v Hv Hs N). reflexivity.
Qed.
End Tree.
