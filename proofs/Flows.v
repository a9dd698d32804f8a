(* One table of return flows, for all arcs of a tree-like graph and in both directions, proves the exits of ALL
  vertices:
   the judge's rule "the exit of a vertex is that of the head of its last departure" (docs/certificates.md#flows). *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Trap Visits ReturnFlow Rerooting.
Import ListNotations.

Section All.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Notation cnt := (cnt heads rho).

(* From every vertex that is not a sink the graph hangs together as a rooted forest (Rerooting.stripping_roots). *)
Notation rooted := (rooted n heads).
Hypothesis forest : forall root, root < n -> ~ is_sink root -> exists par depth, rooted root par depth.

(* ---- the certificate ---- *)
Variable r : nat -> nat -> option nat.      (* return flows of all arcs *)
Variable K : nat -> nat -> nat.             (* K u w: departures of w before its last one if u always sends back *)
Variable M : nat -> nat.                    (* M w: departures of w before its last one *)
Variable ex : nat -> nat.

(* what the routine at u sees, one neighbour (or none) taken as one that always sends back *)
Definition sees (left_out : option nat) u h : option nat :=
  if h =? u then None
  else match left_out with
       | Some q => if h =? q then None else if sinkb h then Some 1 else r u h
       | None => if sinkb h then Some 1 else r u h
       end.
Definition stops left_out u k : Prop :=
  (forall h, match sees left_out u h with Some f => cnt u h k < f | None => True end)
  /\ sees left_out u (dest u k) = Some (cnt u (dest u k) (S k)).

(* what the judge checks *)
Hypothesis table : forall u w, u < n -> ~ is_sink u -> w < n -> ~ is_sink w -> u <> w -> In w (heads u) ->
  match r u w with
  | Some f => stops (Some u) w (K u w) /\ f = cnt w u (K u w) + 1
  | None => In u (heads w) /\ forall h, In h (heads w) -> sees (Some u) w h = None
  end.
Hypothesis some_finite : forall w, w < n -> ~ is_sink w -> stops None w (M w).
Hypothesis ex_sink : forall s, s < n -> is_sink s -> ex s = s.
Hypothesis ex_last : forall u, u < n -> ~ is_sink u -> ex u = ex (dest u (M u)).

Lemma stops_once e u a b : stops e u a -> stops e u b -> a = b.
Proof.
  assert (H : forall a b, stops e u a -> stops e u b -> ~ a < b).
  { intros a' b' (_ & A) (B & _) L. specialize (B (dest u a')). rewrite A in B.
    pose proof (cnt_mono heads rho u (dest u a') (S a') b' ltac:(lia)). lia. }
  intros A B. pose proof (H a b A B). pose proof (H b a B A). lia.
Qed.

Section Root.
Variable root : nat.
Hypothesis root_in : root < n.
Hypothesis root_live : ~ is_sink root.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis tree : rooted root par depth.

Definition L v := match par v with Some q => K q v | None => M v end.
Notation onpath := (onpath heads rho root par depth L).

Lemma sees_flow u h : flow heads par r u h = sees (par u) u h.
Proof. unfold flow, sees. destruct (par u); reflexivity. Qed.

Lemma stops_stop u k : stop heads rho par r u k <-> stops (par u) u k.
Proof.
  unfold stop, stops. split; intros (A & B); split.
  - intros h. rewrite <- sees_flow. apply A.
  - rewrite <- sees_flow. apply B.
  - intros h. rewrite sees_flow. apply A.
  - rewrite sees_flow. apply B.
Qed.

(* on the way of last departures from the root, leaving the parent out makes no difference *)
Lemma path_last : forall m v, depth v < m -> v < n -> ~ is_sink v -> onpath v = true -> L v = M v.
Proof.
  destruct tree as [T1 T2 T3].
  induction m; intros w D Hw Hs O; [lia|]. destruct (par w) as [v|] eqn:P; [|unfold L; rewrite P; reflexivity].
  destruct (T2 w v P) as (Hv & Hsv & D2).
  rewrite (onpath_child n heads rho root par depth T1 T2 L w v P) in O. apply andb_prop in O. destruct O as (O & E).
  apply Nat.eqb_eq in E. pose proof (IHm v ltac:(lia) Hv Hsv O) as EL. rewrite EL in E.
  assert (Nvw : v <> w) by (intros ->; lia).
  assert (Hin : In w (heads v)) by (rewrite <- E; apply Rotor.dest_head; assumption).
  pose proof (some_finite v Hv Hsv) as (S1 & S2).
  (* the flow to w is used up at the last departure of v *)
  assert (Rw : r v w = Some (cnt v w (S (M v)))).
  { rewrite E in S2. unfold sees in S2. destruct (Nat.eqb_spec w v); [congruence|].
    destruct (sinkb w) eqn:Es; [apply sinkb_spec in Es; contradiction|]. assumption. }
  pose proof (table v w Hv Hsv Hw Hs Nvw Hin) as T. rewrite Rw in T. destruct T as (A & F).
  unfold L. rewrite P. apply (stops_once None w); [|apply some_finite; assumption].
  destruct A as (A1 & A2). split.
  - intros h. destruct (Nat.eq_dec h v) as [->|N].
    + unfold sees. destruct (Nat.eqb_spec v w); [congruence|].
      destruct (sinkb v) eqn:Es; [apply sinkb_spec in Es; contradiction|].
      destruct (in_dec Nat.eq_dec v (heads w)) as [Iv|Niv].
      * pose proof (table w v Hw Hs Hv Hsv ltac:(congruence) Iv) as T'. destruct (r w v) as [f|]; [|trivial].
        destruct T' as (B & F'). set (k := K w v) in *.
        assert (M v < k).
        { destruct B as (B1 & B2). destruct (le_lt_dec k (M v)) as [Le|]; [|assumption]. exfalso.
          destruct (Nat.eq_dec k (M v)) as [Ek|Nk].
          - rewrite Ek, E in B2. unfold sees in B2. rewrite Nat.eqb_refl in B2. destruct (w =? v); discriminate.
          - set (g := dest v k) in *. specialize (S1 g).
            assert (G : sees None v g = sees (Some w) v g).
            { unfold sees in *. destruct (g =? v); [reflexivity|]. destruct (g =? w); [discriminate|reflexivity]. }
            rewrite G, B2 in S1. pose proof (cnt_mono heads rho v g (S k) (M v) ltac:(lia)). lia. }
        pose proof (cnt_mono heads rho v w (S (M v)) k ltac:(lia)). lia.
      * destruct (r w v) as [f|] eqn:Rf; [|trivial].
        rewrite (cnt_none n heads rho w v _ Hw Hs Niv).
        (* a flow of 0 is never met: v is no head of w, so this number does not matter *)
        destruct f; [|lia]. exfalso. specialize (some_finite w Hw Hs) as (Z & _). specialize (Z v). unfold sees in Z.
        destruct (Nat.eqb_spec v w); [congruence|]. rewrite Es, Rf in Z. lia.
    + specialize (A1 h). unfold sees in *. destruct (h =? w); [trivial|].
      destruct (Nat.eqb_spec h v); [contradiction|assumption].
  - set (g := dest w (K v w)) in *. unfold sees in *. destruct (g =? w); [discriminate|].
    destruct (g =? v); [discriminate|assumption].
Qed.

Lemma from_root : exits heads rho root (ex root).
Proof.
  destruct tree as [T1 T2 T3].
  apply (return_flows_decide n heads rho wf root par depth root_in root_live T1 T2 T3 r L).
  - apply stops_stop. unfold L. rewrite T1. apply some_finite; assumption.
  - intros u w P Hw Hs Hin. destruct (T2 w u P) as (Hu & Hsu & D).
    pose proof (table u w Hu Hsu Hw Hs ltac:(intros ->; lia) Hin) as T. destruct (r u w) as [f|].
    + destruct T as (A & F). unfold L. rewrite P. split; [|assumption]. apply stops_stop. rewrite P. assumption.
    + destruct T as (A & F). split; [assumption|]. intros h Hh. rewrite sees_flow, P. auto.
  - assumption.
  - intros u Hu Hs O. rewrite (path_last (S (depth u)) u ltac:(lia) Hu Hs O). apply ex_last; assumption.
Qed.
End Root.

Theorem a_table_proves_all_exits : forall u, u < n -> exits heads rho u (ex u).
Proof.
  intros u Hu. destruct (sinkb u) eqn:E.
  - apply sinkb_spec in E. exists 0. simpl. rewrite (ex_sink u Hu E). auto.
  - assert (Hs : ~ is_sink u) by (rewrite <- sinkb_spec; rewrite E; discriminate).
    destruct (forest u Hu Hs) as (par & depth & T). apply (from_root u Hu Hs par depth T).
Qed.
End All.

(* The certificate, with traps: the judge checks the table in the graph in which the traps are cut. *)
Section Certificate.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable trap_of : nat -> option nat.
Hypothesis traps_closed : closed n heads trap_of.
Notation cut := (cut heads trap_of).
Notation live v := (v < n /\ ~ is_sink cut v).

Variable up : nat -> option nat.            (* where leaf-by-leaf stripping joins a vertex *)
Variable rank : nat -> nat.                 (* when it is taken away *)
Variable r : nat -> nat -> option nat.      (* the table *)
Variable K : nat -> nat -> nat.
Variable M : nat -> nat.
Variable ex : nat -> nat.                   (* where last departures lead *)

Record flows_certificate : Prop := {
  flows_up : forall v q, v < n -> ~ is_sink cut v -> up v = Some q -> q < n /\ ~ is_sink cut q /\ rank v < rank q;
  flows_edges : forall u w, u < n -> ~ is_sink cut u -> In w (cut u) ->
    w = u \/ is_sink cut w \/ (w < n /\ up w = Some u) \/ up u = Some w;
  flows_table : forall u w, u < n -> ~ is_sink cut u -> w < n -> ~ is_sink cut w -> u <> w -> In w (cut u) ->
    match r u w with
    | Some f => stops cut rho r (Some u) w (K u w) /\ f = cnt cut rho w u (K u w) + 1
    | None => In u (cut w) /\ forall h, In h (cut w) -> sees cut r (Some u) w h = None
    end;
  flows_finite : forall w, w < n -> ~ is_sink cut w -> stops cut rho r None w (M w);
  flows_halt : forall s, s < n -> is_sink cut s -> ex s = s;
  flows_last : forall u, u < n -> ~ is_sink cut u -> ex u = ex (dest cut rho u (M u))
}.

Theorem flows_prove_all_exits : flows_certificate ->
  forall u, u < n -> ends heads rho trap_of u (ending_at trap_of (ex u)).
Proof.
  intros [U E T F H L] u Hu. apply (end_of_cut_walk n); auto.
  apply (a_table_proves_all_exits n cut rho (cut_well_formed n heads rho wf trap_of)) with (r := r) (K := K) (M := M);
    auto.
  intros root Hr Sr. apply (stripping_roots n cut up rank); auto.
Qed.
End Certificate.
