(* docs/certificates.md, `game`: two tables of pairs prove what a game on a tree is worth, and that two strategies secure
   it, for the strategy sets `start`, `order` and `free`.
     plans_win           the player wins every play within plans that pass the judge's check
     game_is_worth       the two tables of a certificate prove the value
     equilibrium         and the two strategies, played against each other, come to it *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Stacks Game GamePlans.
Import ListNotations.

Lemma path_more halts dest : forall k d u, path halts dest (S k) d u =
  (let (d', u') := path halts dest k d u in if halts u' then (d', u') else (bump d' u', dest u' (d' u'))).
Proof.
  induction k; intros d u; [simpl; destruct (halts u); reflexivity|].
  cbn [path]. destruct (halts u) eqn:A; [simpl; rewrite A; reflexivity|].
  rewrite <- IHk. reflexivity.
Qed.

Section Tables.
Variable n : nat.
Variable sink : nat -> bool.
Variable dead : nat -> bool.                    (* from here no sink can be reached *)
Variable active : nat -> bool.
Variable root : nat.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis root_in : root < n.
Hypothesis par_root : par root = None.
Hypothesis par_in : forall v q, par v = Some q ->
  v < n /\ active v = true /\ q < n /\ active q = true /\ depth v = S (depth q).
Hypothesis active_moves : forall v, v < n -> active v = true -> sink v = false.
Hypothesis root_halts : active root = false -> sink root = false -> dead root = true.
Hypothesis dead_moves : forall v, v < n -> dead v = true -> sink v = false.

(* A play: departures within the plans at active vertices, and none that leads out of where no sink can be reached. *)
Definition play (plans : nat -> plan) (dest : nat -> nat -> nat) :=
  (forall u, u < n -> active u = true -> within (plans u) (dest u)) /\
  (forall u k, u < n -> dead u = true -> dest u k < n /\ dead (dest u k) = true).

Definition place dest k := snd (path sink dest k (fun _ => 0) root).

(* What the judge checks of one table; `endless`: whether the player wins a play without an end. *)
Record table_ok (endless : bool) (good : nat -> bool) (flow : nat -> option nat) (plans : nat -> plan) : Prop := {
  flows_positive : forall h f, flow h = Some f -> 1 <= f;
  ends_halt : forall h, h < n -> active h = false -> flow h = Some 1;
  ends_dead : forall h, h < n -> active h = false -> sink h = false -> good h = endless;
  start_won : good root = true /\ flow root = Some 1;
  tree_like : forall u h, u < n -> active u = true -> In h (arcs_of_plan (plans u)) ->
    h < n /\ (active h = false -> sink h = false -> dead h = true) /\
    (h = u \/ active h = false \/ par h = Some u \/ par u = Some h);
  only_start_has_no_parent : forall u, u < n -> active u = true -> good u = false -> par u <> None;
  vertices_ok : forall u, u < n -> active u = true -> plan_ok par endless good flow u (plans u)
}.

Section Win.
Variable endless : bool.
Variable good : nat -> bool.
Variable flow : nat -> option nat.
Variable plans : nat -> plan.
Hypothesis table : table_ok endless good flow plans.
Variable dest : nat -> nat -> nat.
Hypothesis playing : play plans dest.
Notation halts := (fun v => negb (active v)).

Lemma head_ok u k : u < n -> active u = true ->
  dest u k < n /\ (active (dest u k) = false -> sink (dest u k) = false -> dead (dest u k) = true) /\
  (dest u k = u \/ active (dest u k) = false \/ par (dest u k) = Some u \/ par u = Some (dest u k)).
Proof.
  intros Hu A. destruct table as [_ _ _ _ T _ V]. apply T; auto. apply within_arcs; [apply playing; assumption|].
  eapply plan_has_arcs. apply V; assumption.
Qed.

(* The play goes on after the particle has halted in the tables only where no sink can be reached. *)
Lemma same_play : forall k, let '(d1, u1) := path halts dest k (fun _ => 0) root in
  let '(d2, u2) := path sink dest k (fun _ => 0) root in
  u1 < n /\ u2 < n /\
  (active u1 = true -> (d1, u1) = (d2, u2)) /\
  (active u1 = false -> sink u1 = true -> u1 = u2) /\
  (active u1 = false -> sink u1 = false -> dead u2 = true).
Proof.
  induction k; [simpl; repeat split; auto|].
  rewrite !path_more. destruct (path halts dest k (fun _ => 0) root) as (d1, u1).
  destruct (path sink dest k (fun _ => 0) root) as (d2, u2). destruct IHk as (H1 & H2 & Same & End & Dead).
  destruct (active u1) eqn:A; simpl.
  - injection (Same eq_refl) as <- <-. rewrite (active_moves u1 H1 A).
    destruct (head_ok u1 (d1 u1) H1 A) as (Hh & Dh & _).
    repeat split; auto.
  - destruct (sink u2) eqn:S2.
    + repeat split; auto. rewrite A. discriminate.
    + destruct (sink u1) eqn:S1; [rewrite (End eq_refl eq_refl) in S1; congruence|]. specialize (Dead eq_refl eq_refl).
      destruct (proj2 playing u2 (d2 u2) H2 Dead) as (Hh & Dh). repeat split; auto; rewrite ?A; congruence.
Qed.

Theorem plans_win :
  (forall k, sink (place dest k) = true -> good (place dest k) = true) /\
  (endless = false -> exists k, sink (place dest k) = true).
Proof.
  destruct (bool_dec (active root) true) as [Ar|Ar].
  - pose proof table as [Fp Eh Ed Sw T Lp V].
    destruct (tables_win n active root par depth dest endless good flow root_in Ar par_root par_in) as (Safe & Ends);
      auto.
    + intros u k Hu A. apply (head_ok u k); assumption.
    + intros u k Hu A. apply (head_ok u k); assumption.
    + intros u Hu A. apply (plan_secures par endless good flow Fp u (Lp u Hu A) dest (plans u)); auto.
      apply playing; assumption.
    + split.
      * intros k S. unfold place in *. pose proof (same_play k) as P. specialize (Safe k).
        destruct (path halts dest k (fun _ => 0) root) as (d1, u1).
        destruct (path sink dest k (fun _ => 0) root) as (d2, u2).
        simpl in *. destruct P as (H1 & H2 & Same & End & Dead). destruct (active u1) eqn:A.
        -- injection (Same eq_refl) as <- <-. rewrite (active_moves u1 H1 A) in S. discriminate.
        -- destruct (sink u1) eqn:S1; [rewrite <- (End eq_refl eq_refl); auto|].
           specialize (Dead eq_refl eq_refl). rewrite (dead_moves u2 H2 Dead) in S. discriminate.
      * intros E. destruct (Ends E) as (k & A). exists k. unfold place. pose proof (same_play k) as P.
        specialize (Safe k A).
        destruct (path halts dest k (fun _ => 0) root) as (d1, u1).
        destruct (path sink dest k (fun _ => 0) root) as (d2, u2).
        simpl in *. destruct P as (H1 & H2 & Same & End & Dead).
        destruct (sink u1) eqn:S1; [rewrite <- (End A eq_refl); assumption|].
        rewrite (Ed u1 H1 A S1) in Safe. congruence.
  - (* the particle halts where it starts *)
    apply not_true_is_false in Ar. pose proof table as [_ _ Ed (Gr & _) _ _ _]. pose proof (root_halts Ar) as Rd.
    destruct (sink root) eqn:Sr.
    + assert (P : forall k, place dest k = root) by (intros [|k]; unfold place; simpl; [|rewrite Sr]; reflexivity).
      split; [intros k _; rewrite P; assumption|]. intros _. exists 0. rewrite P. assumption.
    + split; [|intros E; rewrite (Ed root root_in Ar Sr) in Gr; congruence].
      intros k S. exfalso.
      assert (D : place dest k < n /\ dead (place dest k) = true).
      { clear S. induction k; [split; [assumption|apply Rd; reflexivity]|]. unfold place in *. rewrite path_more.
        destruct (path sink dest k (fun _ => 0) root) as (d2, u2). simpl in IHk. destruct IHk as (H2 & D2).
        rewrite (dead_moves u2 H2 D2). simpl. apply playing; assumption. }
      rewrite (dead_moves _ (proj1 D) (proj2 D)) in S. discriminate.
Qed.
End Win.

(* ---- values ---- *)
Local Open Scope Z_scope.
Variable value : nat -> Z.
Variable e : Z.                                 (* what a play that never exits is worth *)

Definition worth dest (x : Z) : Prop :=
  (exists k, sink (place dest k) = true /\ value (place dest k) = x) \/
  ((forall k, sink (place dest k) = false) /\ x = e).

Variable v : Z.                                 (* the claimed value *)
Variables (good_a good_b : nat -> bool) (flow_a flow_b : nat -> option nat) (plans_max plans_min : nat -> plan).
(* Max wins "at least v" at a sink worth at least v; Min wins "more than v" at a sink worth at most v. *)
Hypothesis good_a_sink : forall s, (s < n)%nat -> sink s = true -> good_a s = (v <=? value s).
Hypothesis good_b_sink : forall s, (s < n)%nat -> sink s = true -> good_b s = (value s <=? v).
Hypothesis at_least : table_ok (v <=? e) good_a flow_a plans_max.
Hypothesis more_than : table_ok (e <=? v) good_b flow_b plans_min.

Lemma place_in endless good flow plans dest k : table_ok endless good flow plans -> play plans dest
  -> (place dest k < n)%nat.
Proof.
  intros T P. pose proof (same_play endless good flow plans T dest P k) as S. unfold place.
  destruct (path (fun v => negb (active v)) dest k (fun _ => 0%nat) root) as (d1, u1).
  destruct (path sink dest k (fun _ => 0%nat) root) as (d2, u2). simpl. tauto.
Qed.

(* Whatever Min does, Max's strategy gets at least v; whatever Max does, Min's holds him to v: the value is v. *)
Theorem game_is_worth :
  (forall dest x, play plans_max dest -> worth dest x -> v <= x) /\
  (forall dest x, play plans_min dest -> worth dest x -> x <= v).
Proof.
  split; intros dest x P W.
  - destruct (plans_win _ _ _ _ at_least dest P) as (Safe & Ends). destruct W as [(k & S & <-)|(N & ->)].
    + pose proof (Safe k S) as G. rewrite good_a_sink in G; [|exact (place_in _ _ _ _ dest k at_least P)|exact S].
      apply Z.leb_le. assumption.
    + destruct (Z.leb_spec v e) as [|L]; [assumption|]. destruct Ends as (k & S); [reflexivity|]. congruence.
  - destruct (plans_win _ _ _ _ more_than dest P) as (Safe & Ends). destruct W as [(k & S & <-)|(N & ->)].
    + pose proof (Safe k S) as G. rewrite good_b_sink in G; [|exact (place_in _ _ _ _ dest k more_than P)|exact S].
      apply Z.leb_le. assumption.
    + destruct (Z.leb_spec e v) as [|L]; [assumption|]. destruct Ends as (k & S); [reflexivity|]. congruence.
Qed.

(* Played against each other, the two strategies come to v: a pure equilibrium. *)
Theorem equilibrium dest x : play plans_max dest -> play plans_min dest -> worth dest x -> x = v.
Proof. intros A B W. destruct game_is_worth as (G1 & G2). specialize (G1 dest x A W). specialize (G2 dest x B W). lia.
Qed.
End Tables.
