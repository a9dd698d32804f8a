(* docs/certificates.md, `forest`: turns that circulate, after which the rotors close no cycle, prove the exits of all
   vertices of any graph. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Trap.
Import ListNotations.

Section Forest.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Notation inflow := (inflow n heads rho).
Notation arrivals := (arrivals n sinkb dest).

Variable turns : nat -> nat.
Variable ex : nat -> nat.                            (* where the turned rotors lead *)
Variable rank : nat -> nat.                          (* falls along the turned rotors: they close no cycle *)
Definition next u := dest u (turns u).
Hypothesis rests : forall v, v < n -> is_sink v -> turns v = 0.
Hypothesis circulates : forall v, v < n -> ~ is_sink v -> inflow turns v = turns v.
Hypothesis falls : forall u, u < n -> ~ is_sink u -> ~ is_sink (next u) -> rank (next u) < rank u.
Hypothesis ex_sink : forall s, s < n -> is_sink s -> ex s = s.
Hypothesis ex_next : forall u, u < n -> ~ is_sink u -> ex u = ex (next u).

(* There are as many entries as departures, and only vertices that are not sinks are left: no sink is entered. *)
Lemma dry v : v < n -> is_sink v -> arrivals turns v = 0.
Proof.
  intros Hv Hs.
  assert (T : sum n (arrivals turns) = sum n turns)
    by (apply (total n sinkb dest (dest_in n heads rho wf)); intros u Hu H; apply rests; auto; apply sinkb_spec;
      assumption).
  assert (Eq : turns v = arrivals turns v).
  { apply (sum_eq_pointwise n); auto. intros u Hu. destruct (sinkb u) eqn:E.
    - apply sinkb_spec in E. rewrite (rests u Hu E). lia.
    - apply sinkb_false in E. rewrite <- inflow_is_arrivals, (circulates u Hu E). lia. }
  rewrite <- Eq. apply rests; assumption.
Qed.

(* A switching flow of one particle from u to the end of the turned rotors. *)
Definition flow_from u x : Prop :=
  (forall v, v < n -> is_sink v -> x v = 0) /\
  (forall v, v < n -> ~ is_sink v -> arrivals x v + one (v =? u) = x v) /\
  (forall v, v < n -> is_sink v -> arrivals x v + one (v =? u) = one (v =? ex u)).

(* The turns and the path along the turned rotors together: one departure more at every vertex of the path. *)
Lemma flows : forall k u, rank u < k -> u < n -> ~ is_sink u ->
  exists x, flow_from u x /\ (forall w, w < n -> rank u < rank w -> x w = turns w) /\ x u = S (turns u).
Proof.
  induction k; intros u Hr Hu Hs; [lia|]. pose proof Hs as Hsb. apply sinkb_false in Hsb.
  set (u' := next u). assert (Hu' : u' < n) by (apply (dest_in n heads rho wf); assumption).
  assert (exists x, flow_from u' x /\ (forall w, w < n -> (is_sink u' \/ rank u' < rank w) -> x w = turns w))
    as (x & (F0 & F1 & F2) & X).
  { destruct (sinkb u') eqn:E.
    - apply sinkb_spec in E. exists turns. split; [split; [assumption|split]|auto].
      + intros v Hv Hsv. rewrite <- inflow_is_arrivals, circulates by assumption.
        destruct (Nat.eqb_spec v u') as [->|]; [contradiction|]. simpl. lia.
      + intros v Hv Hsv. rewrite dry by assumption. rewrite (ex_sink u' Hu' E). reflexivity.
    - apply sinkb_false in E. pose proof (falls u Hu Hs E) as Fa. fold u' in Fa.
      destruct (IHk u' ltac:(lia) Hu' E) as (x & F & X & _). exists x. split; [assumption|].
      intros w Hw [H|H]; [contradiction|auto]. }
  assert (Down : is_sink u' \/ rank u' < rank u).
  { destruct (sinkb u') eqn:E; [left; apply sinkb_spec; assumption|right]. apply sinkb_false in E.
    apply falls; assumption. }
  assert (Xu : x u = turns u) by (apply X; assumption).
  exists (bump x u). split; [split; [|split]|split].
  - intros v Hv Hsv. unfold bump. destruct (Nat.eqb_spec v u) as [->|]; [contradiction|auto].
  - intros v Hv Hsv. rewrite arrivals_bump by assumption. rewrite Xu. change (dest u (turns u)) with u'.
    specialize (F1 v Hv Hsv). rewrite (Nat.eqb_sym u' v). unfold bump.
    destruct (Nat.eqb_spec v u); simpl; lia.
  - intros v Hv Hsv. rewrite arrivals_bump by assumption. rewrite Xu. change (dest u (turns u)) with u'.
    specialize (F2 v Hv Hsv). rewrite (Nat.eqb_sym u' v). rewrite (ex_next u Hu Hs). fold u'.
    destruct (Nat.eqb_spec v u) as [->|]; [contradiction|]. simpl. lia.
  - intros w Hw Hrw. unfold bump. destruct (Nat.eqb_spec w u) as [->|]; [lia|]. apply X; [assumption|].
    destruct Down as [D|D]; [left; assumption|right; lia].
  - unfold bump. rewrite Nat.eqb_refl, Xu. reflexivity.
Qed.

Theorem turns_prove_all_exits : forall u, u < n -> exits heads rho u (ex u).
Proof.
  intros u Hu. destruct (sinkb u) eqn:E.
  - apply sinkb_spec in E. exists 0. simpl. rewrite (ex_sink u Hu E). auto.
  - apply sinkb_false in E. destruct (flows (S (rank u)) u ltac:(lia) Hu E) as (x & (F0 & F1 & F2) & _).
    apply (switching_flow_decides n heads rho wf u Hu x).
    + split; [assumption|]. intros v Hv Hs. rewrite inflow_is_arrivals. auto.
    + intros v Hv Hs. rewrite inflow_is_arrivals. auto.
Qed.
End Forest.

(* The certificate, with traps. *)
Section Certificate.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable trap_of : nat -> option nat.
Hypothesis traps_closed : closed n heads trap_of.
Variable turns ex rank : nat -> nat.
Notation cut := (cut heads trap_of).

Record forest_certificate : Prop := {
  forest_rests : forall v, v < n -> is_sink cut v -> turns v = 0;
  forest_circulates : forall v, v < n -> ~ is_sink cut v -> inflow n cut rho turns v = turns v;
  forest_falls : forall u, u < n -> ~ is_sink cut u ->
    let w := dest cut rho u (turns u) in ~ is_sink cut w -> rank w < rank u;
  forest_halts : forall s, s < n -> is_sink cut s -> ex s = s;
  forest_leads : forall u, u < n -> ~ is_sink cut u -> ex u = ex (dest cut rho u (turns u))
}.

Theorem forest_proves_all_exits : forest_certificate ->
  forall u, u < n -> ends heads rho trap_of u (ending_at trap_of (ex u)).
Proof.
  intros [R C F H L] u Hu. apply (end_of_cut_walk n); auto.
  apply (turns_prove_all_exits n _ rho (cut_well_formed n heads rho wf trap_of) turns ex rank); assumption.
Qed.
End Certificate.
