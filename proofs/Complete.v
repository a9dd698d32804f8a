(* Every walk that ends has a certificate: the departures that it makes.

   Along the last arcs of a run, the times of the last departures rise; so what the judges check of `walk`, `trap` and
   `route` certificates, steps included, can be met whenever the claim is true.
     runs_have_falling_ranks   the departures of any run that has ended, and a rank that falls along its last arcs
     walks_have_certificates   a walk that exits has a switching flow that counts its steps *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk.
Import ListNotations.

Section Stacks.
Variable n : nat.
Variable halts : nat -> bool.
Variable dest : nat -> nat -> nat.
Hypothesis dest_in : forall u k, u < n -> halts u = false -> dest u k < n.
Variable p : nat -> nat.
Notation legal := (legal n halts dest p).
Notation ended := (ended n halts dest p).
Notation arrivals := (arrivals n halts dest).

(* Where the last departure of u has led, a particle waits, or the last departure came later. *)
Lemma last_departures d : legal d -> exists t : nat -> nat,
  (forall u, 0 < d u -> t u < sum n d) /\
  forall u, u < n -> halts u = false -> 0 < d u -> let w := dest u (d u - 1) in
    halts w = true \/ d w < arrivals d w + p w \/ (0 < d w /\ t u < t w).
Proof.
  induction 1 as [|d v L (t & T1 & T2) Hv Hs W].
  - exists (fun _ => 0). split; intros; lia.
  - exists (fun u => if u =? v then sum n d else t u). rewrite sum_bump by assumption. split.
    + intros u Hu. unfold bump in Hu. destruct (Nat.eqb_spec u v) as [E|N]; [lia|]. specialize (T1 u Hu). lia.
    + intros u Hu Hl Pu. cbv zeta. set (w := dest u (bump d v u - 1)). destruct (halts w) eqn:Ew; [left; reflexivity|right].
      destruct (Nat.eqb_spec u v) as [->|N].
      * left. assert (E : w = dest v (d v)) by (unfold w, bump; rewrite Nat.eqb_refl; simpl; rewrite Nat.sub_0_r; reflexivity).
        rewrite arrivals_bump by assumption. rewrite <- E, Nat.eqb_refl. simpl.
        assert (Hw : w < n) by (rewrite E; apply dest_in; assumption).
        pose proof (legal_waits n halts dest p d L w Hw). unfold bump. destruct (Nat.eqb_spec w v) as [->|]; lia.
      * assert (E : w = dest u (d u - 1)) by (unfold w, bump; destruct (Nat.eqb_spec u v); [contradiction|reflexivity]).
        assert (Pd : 0 < d u) by (unfold bump in Pu; destruct (Nat.eqb_spec u v); [contradiction|assumption]).
        specialize (T2 u Hu Hl Pd). cbv zeta in T2. rewrite <- E, Ew in T2. specialize (T1 u Pd).
        unfold bump. destruct (Nat.eqb_spec w v) as [Ev|Nv]; [right; lia|].
        destruct T2 as [T2|[T2|(T2 & T3)]]; [discriminate| |right; split; assumption].
        left. fold (bump d v). rewrite arrivals_bump by assumption. lia.
Qed.

Theorem runs_have_falling_ranks d : legal d -> ended d ->
  is_flow n halts dest p d /\ exists rank : nat -> nat,
    forall u, u < n -> halts u = false -> 0 < d u ->
      halts (dest u (d u - 1)) = false -> 0 < d (dest u (d u - 1)) -> rank (dest u (d u - 1)) < rank u.
Proof.
  intros L E. split; [apply run_is_flow; assumption|]. destruct (last_departures d L) as (t & T1 & T2).
  exists (fun v => sum n d - t v). intros u Hu Hs Pu Hw Pw. specialize (T2 u Hu Hs Pu). cbv zeta in T2.
  set (w := dest u (d u - 1)) in *. pose proof (T1 u Pu). pose proof (T1 w Pw).
  assert (Iw : w < n) by (apply dest_in; assumption). specialize (E w Iw Hw).
  destruct T2 as [T2|[T2|(_ & T2)]]; [congruence|lia|lia].
Qed.
End Stacks.

Section Walk.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation dest := (dest heads rho).
Notation sinkb := (sinkb heads).

Lemma path_legal from : from < n -> forall k, let (d, w) := path sinkb dest k (fun _ => 0) from in
  legal n sinkb dest (start from) d /\ on n sinkb dest from d w.
Proof.
  intros Hf. assert (H : forall k d u, legal n sinkb dest (start from) d -> on n sinkb dest from d u ->
    let (e, w) := path sinkb dest k d u in legal n sinkb dest (start from) e /\ on n sinkb dest from e w).
  { induction k; intros d u L O; simpl; [auto|]. destruct (sinkb u) eqn:E; [auto|]. apply IHk.
    - constructor; auto; [apply O|]. apply on_may_move. assumption.
    - apply on_step; [apply (dest_in n heads rho wf)|assumption..]. }
  intros k. apply H; [constructor|apply on_start; assumption].
Qed.

(* What is checked of a `walk` certificate with steps can be met by every walk that exits. *)
Theorem walks_have_certificates from exit : from < n -> exits heads rho from exit ->
  exists x rank, switching_flow n heads rho from x /\
    (forall v, v < n -> is_sink heads v -> inflow n heads rho x v + one (v =? from) = one (v =? exit)) /\
    last_arcs_fall n heads rho x rank.
Proof.
  intros Hf (k & W & S). pose proof (path_legal from Hf k) as P.
  destruct (walk_is_path n heads rho wf k (fun _ => 0) rho from Hf (advanced_start n heads rho wf)) as (Wp & _).
  destruct (path sinkb dest k (fun _ => 0) from) as (d, w). simpl in Wp. rewrite W in Wp. subst w. destruct P as (L & O).
  assert (E : ended n sinkb dest (start from) d) by (apply (on_end_ended n sinkb dest from d exit); [assumption|apply sinkb_spec; assumption]).
  destruct (runs_have_falling_ranks n sinkb dest (dest_in n heads rho wf) (start from) d L E) as ((F1 & F2) & rank & R).
  exists d, rank. split; [|split].
  - split; intros v Hv H.
    + apply F1; [assumption|]. apply sinkb_spec. assumption.
    + rewrite inflow_is_arrivals. apply F2; [assumption|]. apply sinkb_false. assumption.
  - intros v Hv H. rewrite inflow_is_arrivals. destruct O as (_ & O). specialize (O v Hv). unfold start in O. rewrite O.
    rewrite (F1 v Hv); [reflexivity|]. apply sinkb_spec. assumption.
  - intros u Hu Hs Pu Hw Pw. apply R; auto; apply sinkb_false; assumption.
Qed.
End Walk.
