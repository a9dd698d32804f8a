(* docs/certificates.md, `walk`: a switching flow decides the exit of a walk; without a cycle of last arcs it counts the
   steps and gives the final rotors. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor.
Import ListNotations.

Section Walk.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Notation inflow := (inflow n heads rho).
Notation walk := (walk heads).
Variable from : nat.
Hypothesis from_in : from < n.

(* Departures x that are conserved from one particle on `from`, as the judge computes them. *)
Definition switching_flow (x : nat -> nat) :=
  (forall v, v < n -> is_sink v -> x v = 0) /\
  (forall v, v < n -> ~ is_sink v -> inflow x v + one (v =? from) = x v).

(* Along the last arcs that x uses some rank falls: they close no cycle. *)
Definition last_arcs_fall (x rank : nat -> nat) :=
  forall u, u < n -> ~ is_sink u -> 0 < x u ->
    ~ is_sink (dest u (x u - 1)) -> 0 < x (dest u (x u - 1)) -> rank (dest u (x u - 1)) < rank u.

Lemma switching_flow_is_flow x : switching_flow x -> is_flow n sinkb dest (start from) x.
Proof.
  intros (Z & C). split; intros u Hu Hs.
  - apply Z; [assumption|]. apply sinkb_spec. assumption.
  - rewrite <- inflow_is_arrivals. apply C; [assumption|]. apply sinkb_false. assumption.
Qed.

(* The walk ends on a sink that the flow enters, within the departures of the flow. *)
Lemma flow_stops_the_walk x : switching_flow x ->
  exists k s, k <= sum n x /\ s < n /\ snd (walk k rho from) = s /\ is_sink s /\ inflow x s + one (s =? from) = 1 /\
    forall j, j < k -> ~ is_sink (snd (walk j rho from)).
Proof.
  intros F. apply switching_flow_is_flow in F.
  destruct (path_ends n sinkb dest (dest_in n heads rho wf) from x from_in (flow_suffices _ _ _ _ _ F))
    as (d & s & P & H & L & E & O & B).
  assert (W : forall j, snd (walk j rho from) = snd (path sinkb dest j (fun _ => 0) from))
    by (intros j; apply (walk_is_path n heads rho wf); [assumption|apply advanced_start; assumption]).
  exists (sum n d), s. split.
  - apply (moves_are_bounded n sinkb dest (start from)); assumption.
  - split; [apply O|]. split; [rewrite W, P; reflexivity|]. split; [apply sinkb_spec; assumption|]. split.
    + rewrite inflow_is_arrivals. apply (end_is_entered n sinkb dest (dest_in n heads rho wf) from x d); assumption.
    + intros j Hj. rewrite W. apply sinkb_false. apply B. assumption.
Qed.

(* One particle is put in, so one arrives in all. *)
Lemma one_end x s : switching_flow x -> s < n -> is_sink s -> inflow x s + one (s =? from) = 1 ->
  forall v, v < n -> is_sink v -> inflow x v + one (v =? from) = one (v =? s).
Proof.
  intros F Hs S I v Hv Sv. destruct (Nat.eqb_spec v s) as [->|N]; [assumption|]. simpl.
  pose proof (ends_add_up n sinkb dest (dest_in n heads rho wf) (start from) x (switching_flow_is_flow x F)) as Sum.
  unfold start in Sum. rewrite (sum_indicator n from from_in) in Sum.
  set (a := fun v => if sinkb v then arrivals n sinkb dest x v + one (v =? from) else 0) in Sum.
  assert (As : a s = 1) by (unfold a; apply sinkb_spec in S; rewrite S, <- inflow_is_arrivals; assumption).
  assert (Av : a v = 0).
  { destruct (Nat.eq_dec (a v) 0) as [|Nz]; [assumption|exfalso].
    assert (sum n (fun w => (if w =? s then 1 else 0) + (if w =? v then 1 else 0)) <= sum n a).
    { apply sum_le. intros w Hw. destruct (Nat.eqb_spec w s) as [E1|]; destruct (Nat.eqb_spec w v) as [E2|];
        [congruence|rewrite E1|rewrite E2|]; lia. }
    rewrite sum_add, !sum_one in H by assumption. lia. }
  unfold a in Av. apply sinkb_spec in Sv. rewrite Sv, <- inflow_is_arrivals in Av. assumption.
Qed.

(* Any switching flow decides the exit. *)
Theorem switching_flow_decides x exit :
  switching_flow x -> (forall v, v < n -> is_sink v -> inflow x v + one (v =? from) = one (v =? exit)) ->
  exits heads rho from exit.
Proof.
  intros F A. destruct (flow_stops_the_walk x F) as (k & s & _ & Hs & W & H & I & _).
  exists k. rewrite (A s Hs H) in I. unfold one in I. destruct (Nat.eqb_spec s exit) as [<-|]; [|discriminate].
  split; assumption.
Qed.

(* A flow without a cycle of last arcs is the walk: its sum is the number of steps, exactly, and it has turned the
   rotors to where they are in the end. *)
Theorem acyclic_flow_counts_the_steps x rank exit :
  switching_flow x -> (forall v, v < n -> is_sink v -> inflow x v + one (v =? from) = one (v =? exit)) ->
  last_arcs_fall x rank ->
  snd (walk (sum n x) rho from) = exit /\ is_sink exit /\
  (forall j, j < sum n x -> ~ is_sink (snd (walk j rho from))) /\
  (forall u, u < n -> ~ is_sink u -> fst (walk (sum n x) rho from) u = (rho u + x u) mod deg heads u).
Proof.
  intros Fx A Falls. pose proof (switching_flow_is_flow x Fx) as F.
  destruct (path_ends n sinkb dest (dest_in n heads rho wf) from x from_in (flow_suffices _ _ _ _ _ F))
    as (d & s & P & H & L & E & O & B).
  assert (Eq : forall u, u < n -> d u = x u).
  { apply (acyclic_flow_is_the_run n sinkb dest (dest_in n heads rho wf) (start from) x d rank); auto.
    intros u Hu Hs Hx Hw Hxw. apply sinkb_false in Hs, Hw. apply Falls; assumption. }
  assert (Sum : sum n d = sum n x) by (apply sum_ext; assumption). rewrite Sum in P, B.
  assert (W : forall j, snd (walk j rho from) = snd (path sinkb dest j (fun _ => 0) from)
                      /\ advanced n heads rho (fst (path sinkb dest j (fun _ => 0) from)) (fst (walk j rho from)))
    by (intros j; apply (walk_is_path n heads rho wf); [assumption|apply advanced_start; assumption]).
  assert (Ex : s = exit).
  { pose proof (end_is_entered n sinkb dest (dest_in n heads rho wf) from x d s F O H L E) as I.
    unfold start in I. rewrite <- inflow_is_arrivals, (A s) in I; [|apply O|apply sinkb_spec; assumption].
    unfold one in I. destruct (Nat.eqb_spec s exit); [assumption|discriminate]. }
  destruct (W (sum n x)) as (W1 & W2). rewrite P in W1, W2. simpl in W1, W2. subst s. split; [assumption|].
  split; [apply sinkb_spec; assumption|]. split.
  - intros j Hj. apply sinkb_false. rewrite (proj1 (W j)). apply B. assumption.
  - intros u Hu Hs. rewrite (W2 u Hu Hs), (Eq u Hu). reflexivity.
Qed.
End Walk.
