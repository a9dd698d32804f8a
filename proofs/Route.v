(* docs/certificates.md, `route`: many particles, moved in any order.

   Particles may go on moving inside traps for ever; a run is settled when none is left outside sinks and traps.
     runs_settle            particles can be moved until the run is settled, and no order of moves takes longer than the
                            flow says
     route_flow_decides     every settled run has put on each sink, and into each trap, what the flow says
     route_flow_counts      without a cycle of last arcs, outside traps every settled run makes the departures of the
       flow  *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Trap.
Import ListNotations.

Section Route.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable trap_of : nat -> option nat.
Hypothesis traps_closed : closed n heads trap_of.
Variable p : nat -> nat.                        (* particles put on each vertex *)

Notation in_trap := (in_trap trap_of).
Notation cut := (cut heads trap_of).
Notation dest := (dest heads rho).
Notation dest' := (Rotor.dest cut rho).
Notation arrivals := (arrivals n (sinkb heads) dest).
Notation arrivals' := (Stacks.arrivals n (sinkb cut) dest').
Notation legal := (legal n (sinkb heads) dest p).
Notation legal' := (Stacks.legal n (sinkb cut) dest' p).

Definition outside d u := if in_trap u then 0 else d u.

Definition settled d :=
  forall u, u < n -> in_trap u = false -> ~ is_sink heads u -> arrivals d u + p u <= d u.

Lemma cut_sinkb u : sinkb cut u = in_trap u || sinkb heads u.
Proof.
  destruct (sinkb cut u) eqn:E.
  - apply sinkb_spec, cut_sink in E. destruct E as [->|E]; [reflexivity|]. apply sinkb_spec in E. rewrite E.
    symmetry. apply orb_true_r.
  - apply sinkb_false, cut_live in E. destruct E as (-> & E). apply sinkb_false in E. rewrite E. reflexivity.
Qed.

Lemma dest_of_trap u k i : u < n -> trap_of u = Some i -> trap_of (dest u k) = Some i.
Proof. intros Hu T. destruct (traps_closed u i Hu T) as (Hs & C). apply C. apply dest_head. assumption. Qed.

(* Outside traps, arrivals come from outside traps. *)
Lemma outside_arrivals d v : in_trap v = false -> arrivals d v = arrivals' (outside d) v.
Proof.
  intros Tv. apply sum_ext. intros u Hu. rewrite cut_sinkb. unfold outside. destruct (in_trap u) eqn:T.
  - simpl. destruct (sinkb heads u); [reflexivity|]. apply sum_all_zero. intros k _. unfold Trap.in_trap in T.
    destruct (trap_of u) as [i|] eqn:E; [|discriminate]. pose proof (dest_of_trap u k i Hu E) as D.
    destruct (Nat.eqb_spec (dest u k) v) as [Ev|]; [|reflexivity]. rewrite Ev in D. unfold Trap.in_trap in Tv.
    rewrite D in Tv. discriminate.
  - simpl. destruct (sinkb heads u); [reflexivity|]. apply sum_ext. intros k _. rewrite cut_dest by assumption.
    reflexivity.
Qed.

(* Moves outside traps are moves in the cut graph, and the other way round. *)
Lemma legal_outside d : legal d -> exists e, legal' e /\ forall u, u < n -> e u = outside d u.
Proof.
  induction 1 as [|d u L (e & Le & E) Hu Hs W].
  - exists (fun _ => 0). split; [constructor|]. intros u _. unfold outside. destruct (in_trap u); reflexivity.
  - destruct (in_trap u) eqn:T.
    + exists e. split; [assumption|]. intros v Hv. rewrite (E v Hv). unfold outside, bump.
      destruct (Nat.eqb_spec v u) as [->|]; [rewrite T|]; reflexivity.
    + exists (bump e u). split.
      * constructor; auto; [rewrite cut_sinkb, T; assumption|]. rewrite (E u Hu). unfold outside at 1. rewrite T.
        rewrite (arrivals_ext n (sinkb cut) dest' e (outside d)) by (intros; apply E; assumption).
        rewrite <- outside_arrivals by assumption. assumption.
      * intros v Hv. unfold bump, outside.
        destruct (Nat.eqb_spec v u) as [->|]; rewrite (E _ Hv); unfold outside; [rewrite T|]; reflexivity.
Qed.

Lemma legal_inside e : legal' e -> legal e.
Proof.
  induction 1 as [|e u L IH Hu Hs W]; [constructor|]. rewrite cut_sinkb in Hs. apply orb_false_iff in Hs.
  destruct Hs as (T & Hs). constructor; auto. rewrite outside_arrivals by assumption.
  rewrite (arrivals_ext n (sinkb cut) dest' (outside e) e); [assumption|].
  intros w Hw Hl. unfold outside. rewrite cut_sinkb in Hl. apply orb_false_iff in Hl. destruct Hl as (-> & _).
  reflexivity.
Qed.

(* ---- the certificate ---- *)
Variable x : nat -> nat.                        (* departures *)
Variable sinks : nat -> nat.                    (* how many end on each vertex *)
Variable trapped : nat -> nat.                  (* how many end in each trap *)

(* the part of a sum over vertices that lies in trap i *)
Definition within_trap i (f : nat -> nat) v :=
  match trap_of v with Some j => if j =? i then f v else 0 | None => 0 end.

Record route_certificate : Prop := {
  route_rests : forall v, v < n -> in_trap v = true \/ is_sink heads v -> x v = 0;
  route_conserved : forall v, v < n -> in_trap v = false -> ~ is_sink heads v -> inflow n heads rho x v + p v = x v;
  on_sinks : forall v, v < n -> is_sink heads v -> inflow n heads rho x v + p v = sinks v;
  in_traps : forall i, sum n (within_trap i (fun v => inflow n heads rho x v + p v)) = trapped i
}.
Hypothesis certificate : route_certificate.

Lemma route_inflow v : inflow n heads rho x v = arrivals' x v.
Proof.
  rewrite <- inflow_is_arrivals. symmetry. apply cut_inflow. intros u Hu T. apply certificate; auto.
Qed.

Lemma route_is_flow : is_flow n (sinkb cut) dest' p x.
Proof.
  destruct certificate as [R C _ _]. split; intros u Hu H.
  - apply R; [assumption|]. apply sinkb_spec, cut_sink in H. assumption.
  - rewrite <- route_inflow. apply sinkb_false, cut_live in H. apply C; tauto.
Qed.

Notation cut_dest_in := (dest_in n cut rho (cut_well_formed n heads rho wf trap_of)).

Lemma settled_run d : legal d -> settled d ->
  exists e, legal' e /\ ended n (sinkb cut) dest' p e /\ forall u, u < n -> e u = outside d u.
Proof.
  intros L St. destruct (legal_outside d L) as (e & Le & E). exists e. split; [assumption|]. split; [|assumption].
  intros u Hu H. apply sinkb_false, cut_live in H. destruct H as (T & Hs). specialize (St u Hu T Hs).
  rewrite (arrivals_ext n (sinkb cut) dest' e (outside d)) by (intros; apply E; assumption).
  rewrite <- outside_arrivals by assumption. rewrite (E u Hu). unfold outside. rewrite T. assumption.
Qed.

(* Some run settles, and every run makes at most as many moves outside traps as the flow has departures. *)
Theorem runs_settle :
  (exists d, legal d /\ settled d) /\ (forall d, legal d -> sum n (outside d) <= sum n x).
Proof.
  split.
  - destruct (runs_end n (sinkb cut) dest' p x (flow_suffices _ _ _ _ _ route_is_flow)) as (e & L & E).
    exists e. split; [apply legal_inside; assumption|]. intros u Hu T Hs. rewrite outside_arrivals by assumption.
    rewrite (arrivals_ext n (sinkb cut) dest' (outside e) e).
    + apply E; [assumption|]. apply sinkb_false, cut_live. auto.
    + intros w Hw Hl. unfold outside. rewrite cut_sinkb in Hl. apply orb_false_iff in Hl. destruct Hl as (-> & _).
      reflexivity.
  - intros d L. destruct (legal_outside d L) as (e & Le & E). rewrite <- (sum_ext n e (outside d)) by assumption.
    apply (moves_are_bounded n (sinkb cut) dest' p); [apply route_is_flow|assumption].
Qed.

(* Inside a trap, particles only go round: arrivals beyond those from outside are departures inside. *)
Lemma inside_arrivals d i :
  sum n (within_trap i (arrivals d)) = sum n (within_trap i (arrivals' (outside d))) + sum n (within_trap i d).
Proof.
  assert (Sw : forall (h : nat -> bool) (g : nat -> nat -> nat) (y : nat -> nat),
    sum n (within_trap i (fun v => sum n (fun u => if h u then 0 else sum (y u) (fun k => one (g u k =? v)))))
    = sum n (fun u => sum n (within_trap i (fun v => if h u then 0 else sum (y u) (fun k => one (g u k =? v)))))).
  { intros h g y. rewrite <- sum_swap. apply sum_ext. intros v _. unfold within_trap.
    destruct (trap_of v) as [j|]; [destruct (j =? i); [reflexivity|]|]; rewrite sum_zero; reflexivity. }
  unfold Stacks.arrivals. rewrite !Sw. rewrite <- sum_add. apply sum_ext. intros u Hu.
  rewrite cut_sinkb. unfold outside. destruct (trap_of u) as [j|] eqn:T.
  - assert (Tu : in_trap u = true) by (unfold Trap.in_trap; rewrite T; reflexivity). rewrite Tu. simpl.
    rewrite (sum_all_zero n (within_trap i (fun _ => 0))) 
      by (intros v _; unfold within_trap; destruct (trap_of v) as [l|]; [destruct (l =? i)|]; reflexivity).
    destruct (traps_closed u j Hu T) as (Hs & _). pose proof Hs as Hs'. apply sinkb_false in Hs'. rewrite Hs'.
    unfold within_trap at 2. rewrite T. destruct (Nat.eqb_spec j i) as [->|N]; simpl.
    + transitivity (sum n (fun v => sum (d u) (fun k => one (dest u k =? v))));
        [|apply (departures_by_head n (sinkb heads) dest (dest_in n heads rho wf)); assumption].
      apply sum_ext. intros v _. unfold within_trap. destruct (trap_of v) as [l|] eqn:Tv.
      * destruct (Nat.eqb_spec l i) as [|Nl]; [reflexivity|]. symmetry. apply sum_all_zero. intros k _.
        destruct (Nat.eqb_spec (dest u k) v) as [Ev|]; [|reflexivity].
        pose proof (dest_of_trap u k i Hu T) as D. rewrite Ev, Tv in D. congruence.
      * symmetry. apply sum_all_zero. intros k _. destruct (Nat.eqb_spec (dest u k) v) as [Ev|]; [|reflexivity].
        pose proof (dest_of_trap u k i Hu T) as D. rewrite Ev, Tv in D. discriminate.
    + apply sum_all_zero. intros v _. unfold within_trap. destruct (trap_of v) as [l|] eqn:Tv; [|reflexivity].
      destruct (Nat.eqb_spec l i) as [->|]; [|reflexivity]. apply sum_all_zero. intros k _.
      destruct (Nat.eqb_spec (dest u k) v) as [Ev|]; [|reflexivity].
      pose proof (dest_of_trap u k j Hu T) as D. rewrite Ev, Tv in D. congruence.
  - assert (Tu : in_trap u = false) by (unfold Trap.in_trap; rewrite T; reflexivity). rewrite Tu. simpl.
    unfold within_trap at 3. rewrite T, Nat.add_0_r. apply sum_ext. intros v _. unfold within_trap.
    destruct (trap_of v) as [l|]; [|reflexivity]. destruct (l =? i); [|reflexivity].
    destruct (sinkb heads u); [reflexivity|].
    apply sum_ext. intros k _. rewrite cut_dest by assumption. reflexivity.
Qed.

(* Every settled run, in whichever order, has put on each sink and into each trap what the certificate says.  (In a
   trap are those that were put or came there, less those that have left its vertices again: all of these came back.) *)
Theorem route_flow_decides d : legal d -> settled d ->
  (forall v, v < n -> is_sink heads v -> arrivals d v + p v = sinks v) /\
  (forall i, sum n (within_trap i (fun v => arrivals d v + p v)) = trapped i + sum n (within_trap i d)).
Proof.
  intros L St. destruct (settled_run d L St) as (e & Le & En & E).
  assert (A : forall v, arrivals' (outside d) v = arrivals' e v)
    by (intros v; apply arrivals_ext; intros; symmetry; apply E; assumption).
  pose proof (any_flow_decides n (sinkb cut) dest' cut_dest_in p x e route_is_flow Le En) as D.
  assert (Split : forall i f, sum n (within_trap i (fun v => f v + p v)) = sum n (within_trap i f) + sum n (within_trap
    i p)).
  { intros i f. rewrite <- sum_add. apply sum_ext. intros v _. unfold within_trap.
    destruct (trap_of v) as [j|]; [destruct (j =? i)|]; lia. }
  destruct certificate as [R C S T]. split.
  - intros v Hv Hs. rewrite <- (S v Hv Hs). rewrite route_inflow. rewrite <- D.
    + rewrite outside_arrivals, A; [reflexivity|]. destruct (in_trap v) eqn:Tv; [|reflexivity].
      unfold Trap.in_trap in Tv.
      destruct (trap_of v) as [i|] eqn:Ev; [|discriminate]. destruct (traps_closed v i Hv Ev). contradiction.
    + assumption.
    + apply sinkb_spec, cut_sink. auto.
  - intros i. rewrite <- (T i), !Split, inside_arrivals.
    assert (Eq : sum n (within_trap i (arrivals' (outside d))) = sum n (within_trap i (inflow n heads rho x))).
    { apply sum_ext. intros v Hv. unfold within_trap. destruct (trap_of v) as [j|] eqn:Ev; [|reflexivity].
      destruct (j =? i); [|reflexivity]. rewrite A, route_inflow. apply D; [assumption|].
      apply sinkb_spec, cut_sink. left. unfold Trap.in_trap. rewrite Ev. reflexivity. }
    lia.
Qed.

(* With `steps`: outside traps every settled run makes exactly these departures, so many in all; the final rotors
   follow from them. *)
Theorem route_flow_counts rank d : last_arcs_fall n cut rho x rank -> legal d -> settled d ->
  (forall u, u < n -> in_trap u = false -> d u = x u) /\ sum n (outside d) = sum n x.
Proof.
  intros Falls L St. destruct (settled_run d L St) as (e & Le & En & E).
  assert (Eq : forall u, u < n -> e u = x u).
  { apply (acyclic_flow_is_the_run n (sinkb cut) dest' cut_dest_in p x e rank); auto; [apply route_is_flow|].
    intros u Hu Hs Hx Hw Hxw. apply sinkb_false in Hs, Hw. apply Falls; assumption. }
  split.
  - intros u Hu T. rewrite <- (Eq u Hu), (E u Hu). unfold outside. rewrite T. reflexivity.
  - apply sum_ext. intros u Hu. rewrite <- (E u Hu). auto.
Qed.
End Route.
