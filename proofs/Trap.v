(* docs/certificates.md, `trap`: closed sets without a sink, taken as sinks.

   The judge cuts the arcs of all vertices in traps, so that a particle halts there, and then reasons as for sinks.
     end_of_cut_walk        where a walk ends in the cut graph says how it ends in the graph itself
     trapped_never_exits    a walk that ends in a trap has no exit
     traps_have_certificates   every walk that enters a trap has such a flow *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Complete.
Import ListNotations.

(* How a walk ends: on a sink, or in the trap of this number, which it never leaves. *)
Inductive ending := OnSink (s : nat) | InTrap (i : nat).

Section Trap.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable trap_of : nat -> option nat.    (* the number of the trap that a vertex lies in *)

Definition in_trap u := match trap_of u with Some _ => true | None => false end.

(* What the judge checks of traps: they hold no sink, and no arc leaves them. *)
Definition closed :=
  forall u i, u < n -> trap_of u = Some i -> ~ is_sink heads u /\ forall v, In v (heads u) -> trap_of v = Some i.
Hypothesis traps_closed : closed.

Definition ends (from : nat) (e : ending) : Prop :=
  match e with
  | OnSink s => exits heads rho from s
  | InTrap i => exists k, forall j, k <= j -> trap_of (snd (walk heads j rho from)) = Some i
  end.

Definition cut u := if in_trap u then [] else heads u.
Notation walk := (walk heads).
Notation walk' := (Rotor.walk cut).

Lemma cut_live u : ~ is_sink cut u <-> in_trap u = false /\ ~ is_sink heads u.
Proof. unfold is_sink, cut. destruct (in_trap u); intuition congruence. Qed.

Lemma cut_sink u : is_sink cut u <-> in_trap u = true \/ is_sink heads u.
Proof. unfold is_sink, cut. destruct (in_trap u); intuition congruence. Qed.

Lemma cut_at u : in_trap u = false -> cut u = heads u.
Proof. intros H. unfold cut. rewrite H. reflexivity. Qed.

Lemma cut_well_formed : well_formed n cut rho.
Proof.
  destruct wf as (H1 & H2). split; intros u Hu.
  - intros v. unfold cut. destruct (in_trap u); [intros []|apply (H1 u Hu)].
  - intros L. apply cut_live in L. destruct L as (T & L). unfold deg. rewrite cut_at by assumption. apply (H2 u Hu L).
Qed.

Lemma cut_dest u k : in_trap u = false -> dest cut rho u k = dest heads rho u k.
Proof. intros H. unfold dest, deg. rewrite cut_at by assumption. reflexivity. Qed.

(* With nothing that leaves a trap's vertex, both graphs have the same inflow. *)
Lemma cut_inflow x v : (forall u, u < n -> in_trap u = true -> x u = 0) ->
  inflow n cut rho x v = inflow n heads rho x v.
Proof.
  intros Z. unfold inflow. apply sum_ext. intros u Hu. destruct (in_trap u) eqn:T.
  - unfold deg at 1. unfold cut at 1. rewrite T. simpl. symmetry. apply sum_all_zero. intros j Hj.
    rewrite (Z u Hu T), use_0 by assumption. destruct (_ =? _); reflexivity.
  - unfold deg. rewrite cut_at by assumption. apply sum_ext. intros j Hj. rewrite cut_dest by assumption. reflexivity.
Qed.

Lemma cut_step r u : in_trap u = false -> turn cut r u = turn heads r u /\ nth (r u) (cut u) 0 = nth (r u) (heads u) 0.
Proof. intros H. unfold turn, deg. rewrite (cut_at u H). split; reflexivity. Qed.

(* The two walks are the same until the cut one halts. *)
Lemma walk_until_cut : forall k r u, (forall j, j < k -> ~ is_sink cut (snd (walk' j r u))) -> walk k r u = walk' k r u.
Proof.
  induction k; intros r u H; [reflexivity|]. pose proof (H 0 ltac:(lia)) as H0. simpl in H0.
  pose proof H0 as L. apply cut_live in L. destruct L as (T & Hs).
  apply sinkb_false in H0, Hs. simpl. rewrite H0, Hs. destruct (cut_step r u T) as (-> & ->).
  apply IHk. intros j Hj. specialize (H (S j) ltac:(lia)). simpl in H. rewrite H0 in H.
  destruct (cut_step r u T) as (E1 & E2). rewrite E1, E2 in H. assumption.
Qed.

Lemma walk_of_cut : forall k r u, exists j, j <= k /\ walk j r u = walk' k r u.
Proof.
  induction k; intros r u; [exists 0; auto|]. simpl.
  destruct (sinkb cut u) eqn:E; [exists 0; split; [lia|reflexivity]|].
  pose proof E as L. apply sinkb_false, cut_live in L. destruct L as (T & Hs). destruct (cut_step r u T) as (-> & ->).
  destruct (IHk (turn heads r u) (nth (r u) (heads u) 0)) as (j & Hj & W).
  exists (S j). split; [lia|]. simpl. apply sinkb_false in Hs. rewrite Hs. assumption.
Qed.

(* Rotors always are positions. *)
Definition positions r := forall u, u < n -> ~ is_sink heads u -> r u < deg heads u.

Lemma walk_positions : forall k r u, u < n -> positions r -> snd (walk k r u) < n /\ positions (fst (walk k r u)).
Proof.
  induction k; intros r u Hu P; simpl; [auto|]. destruct (sinkb heads u) eqn:E; [auto|].
  apply sinkb_false in E. pose proof (P u Hu E) as R. apply IHk.
  - apply (proj1 wf u Hu). apply nth_In. assumption.
  - intros w Hw Hs. unfold turn. destruct (Nat.eqb_spec w u) as [->|]; [|auto].
    apply Nat.mod_upper_bound. pose proof (deg_pos heads u E). lia.
Qed.

(* Nothing leaves a closed set. *)
Lemma trapped_for_ever i : forall k r u, u < n -> positions r -> trap_of u = Some i
  -> trap_of (snd (walk k r u)) = Some i.
Proof.
  induction k; intros r u Hu P T; simpl; [assumption|]. destruct (traps_closed u i Hu T) as (S & C).
  apply sinkb_false in S. rewrite S. apply sinkb_false in S. pose proof (P u Hu S) as R.
  assert (In (nth (r u) (heads u) 0) (heads u)) by (apply nth_In; assumption). apply IHk.
  - apply (proj1 wf u Hu). assumption.
  - apply (walk_positions 1 r u Hu) in P. simpl in P. apply sinkb_false in S. rewrite S in P. apply P.
  - apply C. assumption.
Qed.

Definition ending_at s := match trap_of s with Some i => InTrap i | None => OnSink s end.

Theorem end_of_cut_walk from s : from < n -> exits cut rho from s -> ends from (ending_at s).
Proof.
  intros Hf (k & W & S). destruct (walk_of_cut k rho from) as (j & Hj & E).
  assert (P : positions rho) by (intros u Hu Hs; apply wf; assumption).
  destruct (walk_positions j rho from Hf P) as (Hs & Pj). rewrite E, W in Hs.
  unfold ending_at. destruct (trap_of s) as [i|] eqn:T; simpl.
  - exists j. intros m Hm. replace m with (j + (m - j)) by lia. rewrite walk_add, E, W. apply trapped_for_ever; auto.
    rewrite <- E. assumption.
  - exists j. rewrite E. split; [assumption|]. apply cut_sink in S. unfold in_trap in S. rewrite T in S.
    destruct S; [discriminate|assumption].
Qed.

Theorem trapped_never_exits from i : from < n -> ends from (InTrap i) -> forall s, ~ exits heads rho from s.
Proof.
  intros Hf (k & T) s (m & W & S). specialize (T (m + k) ltac:(lia)).
  assert (P : positions rho) by (intros u Hu Hs; apply wf; assumption).
  destruct (walk_positions m rho from Hf P) as (Hs & _). rewrite W in Hs.
  rewrite walk_add, W, walk_stays in T by assumption. simpl in T. destruct (traps_closed s i Hs T). contradiction.
Qed.
End Trap.

(* Conversely every walk that enters a trap has a certificate. *)
Section Complete.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable trap_of : nat -> option nat.
Hypothesis traps_closed : closed n heads trap_of.
Variable i : nat.
Hypothesis one_trap : forall u, u < n -> in_trap trap_of u = true -> trap_of u = Some i.
Variable from : nat.
Hypothesis from_in : from < n.
Notation cut := (cut heads trap_of).
Notation place k := (snd (walk heads k rho from)).

Lemma place_in k : place k < n.
Proof. apply (walk_positions n heads rho wf); [assumption|]. intros u Hu S. apply wf; assumption. Qed.

Lemma cut_walk_enters : forall k, trap_of (place k) = Some i -> exists s, trap_of s = Some i /\ exits cut rho from s.
Proof.
  induction k as [k IH] using lt_wf_ind; intros T.
  destruct (find_below k (fun j => in_trap trap_of (place j))) as [(j & Hj & E)|N].
  { apply (IH j Hj). apply one_trap; [apply place_in|assumption]. }
  assert (Live : forall j, j < k -> ~ is_sink cut (snd (walk cut j rho from))).
  { induction j as [j IHj] using lt_wf_ind; intros Hj. rewrite <- (walk_until_cut heads trap_of j rho from) by (intros m Hm; apply IHj; lia).
    apply cut_live. split; [apply N; assumption|]. intros S.
    replace k with (j + (k - j)) in T by lia. rewrite walk_add, walk_stays in T by assumption.
    destruct (traps_closed _ i (place_in j) T). contradiction. }
  exists (place k). split; [assumption|]. exists k. rewrite <- (walk_until_cut heads trap_of k rho from Live). split; [reflexivity|].
  apply cut_sink. left. unfold in_trap. rewrite T. reflexivity.
Qed.

Theorem traps_have_certificates k : trap_of (place k) = Some i ->
  exists x rank, switching_flow n cut rho from x /\ last_arcs_fall n cut rho x rank /\
    forall v, v < n -> is_sink heads v -> inflow n heads rho x v + one (v =? from) = 0.
Proof.
  intros T. destruct (cut_walk_enters k T) as (s & Ts & E).
  destruct (walks_have_certificates n cut rho (cut_well_formed n heads rho wf trap_of) from s from_in E) as (x & rank & C & S & F).
  exists x, rank. split; [assumption|]. split; [assumption|]. intros v Hv H.
  rewrite <- (cut_inflow n heads rho trap_of) by (intros u Hu I; apply (proj1 C); [assumption|]; apply cut_sink; auto).
  rewrite S by (auto; apply cut_sink; auto). destruct (Nat.eqb_spec v s) as [->|]; [exfalso|reflexivity].
  destruct (traps_closed s i Hv Ts). contradiction.
Qed.
End Complete.
