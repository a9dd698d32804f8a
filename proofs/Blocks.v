(* Return flows of blocks, as far as they go: what c can send into its block B and get back.

   Until something stays, an arc out of B gives the particle back and counts as a loop, so within B the particles move by
   stacks that never halt but at c.  T v is the number of the departure of v at which the particle would stay behind v; all
   departures before it are harmless.
     returns_iff            y particles sent by c all come back, with fewer than T v departures of every v, exactly if there
                            is a circulation with y departures of c below T
     greatest_circulation   there is a greatest circulation below given bounds, found by lowering them
     most_returns           so r(c, B) - 1, the most particles that all come back, is its coordinate at c *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks.

Section Blocks.
Variable n : nat.
Variable dest : nat -> nat -> nat.
Hypothesis dest_in : forall u k, u < n -> dest u k < n.
Variable c : nat.
Hypothesis c_in : c < n.

Definition nowhere (v : nat) := false.
Definition at_c (v : nat) := v =? c.
Notation arrivals := (arrivals n nowhere dest).
Notation arrivals_c := (Stacks.arrivals n at_c dest).

(* Every vertex is left as often as it is entered. *)
Definition circulation (z : nat -> nat) := forall v, v < n -> arrivals z v = z v.
(* What the first y departures of c send to each vertex. *)
Definition sent (y : nat) (v : nat) : nat := sum y (fun k => one (dest c k =? v)).
Definition off_c (z : nat -> nat) v := if v =? c then 0 else z v.
Definition with_c (d : nat -> nat) y v := if v =? c then y else d v.

Lemma arrivals_split z v : arrivals z v = arrivals_c z v + sent (z c) v.
Proof.
  unfold Stacks.arrivals, nowhere, at_c, sent.
  rewrite <- (sum_one n c (sum (z c) (fun k => one (dest c k =? v))) c_in), <- sum_add. apply sum_ext. intros u _.
  destruct (Nat.eqb_spec u c) as [->|]; lia.
Qed.

Lemma arrivals_off z y v : (forall u, u < n -> u <> c -> z u = y u) -> arrivals_c z v = arrivals_c y v.
Proof. intros H. apply arrivals_ext. intros u Hu N. unfold at_c in N. apply Nat.eqb_neq in N. auto. Qed.

Lemma flow_of_circulation z : circulation z -> is_flow n at_c dest (sent (z c)) (off_c z).
Proof.
  intros C. split; intros v Hv H; unfold at_c in H.
  - unfold off_c. rewrite H. reflexivity.
  - unfold off_c at 2. rewrite H. rewrite <- (C v Hv), arrivals_split. f_equal. apply arrivals_off. intros u _ N.
    unfold off_c. destruct (Nat.eqb_spec u c); [contradiction|reflexivity].
Qed.

(* All y particles have come back to c, and nothing was left T v times. *)
Definition all_return (T : nat -> nat) (y : nat) := exists d, legal n at_c dest (sent y) d /\ ended n at_c dest (sent y) d /\
  arrivals_c d c + sent y c = y /\ forall v, v < n -> v <> c -> d v < T v.

Theorem returns_iff T y :
  all_return T y <-> exists z, circulation z /\ z c = y /\ forall v, v < n -> v <> c -> z v < T v.
Proof.
  split.
  - intros (d & L & E & B & Lt). exists (with_c d y).
    assert (Zc : with_c d y c = y) by (unfold with_c; rewrite Nat.eqb_refl; reflexivity).
    split; [|split; [assumption|]].
    + intros v Hv. rewrite arrivals_split, Zc.
      rewrite (arrivals_off (with_c d y) d) by (intros u _ N; unfold with_c; destruct (Nat.eqb_spec u c); [contradiction|reflexivity]).
      unfold with_c. destruct (Nat.eqb_spec v c) as [->|N]; [assumption|].
      apply (run_is_flow n at_c dest (sent y) d L E); [assumption|]. unfold at_c. apply Nat.eqb_neq. assumption.
    + intros v Hv N. unfold with_c. destruct (Nat.eqb_spec v c); [contradiction|auto].
  - intros (z & C & <- & Lt). pose proof (flow_of_circulation z C) as F.
    destruct (runs_end n at_c dest (sent (z c)) (off_c z) (flow_suffices _ _ _ _ _ F)) as (d & L & E).
    exists d. split; [assumption|]. split; [assumption|]. split.
    + rewrite (any_flow_decides n at_c dest (fun u k Hu _ => dest_in u k Hu) (sent (z c)) (off_c z) d F L E c c_in)
        by (unfold at_c; apply Nat.eqb_refl).
      rewrite (arrivals_off (off_c z) z) by (intros u _ N; unfold off_c; destruct (Nat.eqb_spec u c); [contradiction|reflexivity]).
      rewrite <- arrivals_split. apply C. assumption.
    + intros v Hv N. pose proof (within n at_c dest (sent (z c)) (off_c z) d (flow_suffices _ _ _ _ _ F) L v Hv) as W.
      specialize (Lt v Hv N). unfold off_c in W. destruct (Nat.eqb_spec v c); [contradiction|]. lia.
Qed.

(* ---- the greatest circulation ---- *)
Lemma arrivals_total z : sum n (arrivals z) = sum n z.
Proof. apply total; [intros u k Hu _; apply dest_in; assumption|discriminate]. Qed.

Definition lowered z v u := if u =? v then arrivals z v else z u.

(* Lowered to what arrives, vertex by vertex, bounds stay above every circulation, and end in one. *)
Theorem greatest_circulation b : exists z, circulation z /\ (forall v, v < n -> z v <= b v) /\
  forall y, circulation y -> (forall v, v < n -> y v <= b v) -> forall v, v < n -> y v <= z v.
Proof.
  assert (H : forall fuel x, sum n x <= fuel -> (forall v, v < n -> x v <= b v) ->
    (forall y, circulation y -> (forall v, v < n -> y v <= b v) -> forall v, v < n -> y v <= x v) ->
    exists z, circulation z /\ (forall v, v < n -> z v <= b v) /\
      forall y, circulation y -> (forall v, v < n -> y v <= b v) -> forall v, v < n -> y v <= z v).
  { induction fuel; intros x S Up All.
    - exists x. split; [|split; assumption]. intros v Hv. pose proof (sum_term n x v Hv).
      pose proof (sum_term n (arrivals x) v Hv). rewrite arrivals_total in *. lia.
    - destruct (find_below n (fun v => arrivals x v <? x v)) as [(v & Hv & L)|N].
      + apply Nat.ltb_lt in L. apply (IHfuel (lowered x v)).
        * assert (sum n (lowered x v) < sum n x); [|lia]. apply sum_lt with v; [|assumption|].
          -- intros u _. unfold lowered. destruct (Nat.eqb_spec u v) as [->|]; lia.
          -- unfold lowered. rewrite Nat.eqb_refl. assumption.
        * intros u Hu. unfold lowered. destruct (Nat.eqb_spec u v) as [->|]; [|auto]. specialize (Up v Hv). lia.
        * intros y C By u Hu. unfold lowered. destruct (Nat.eqb_spec u v) as [->|]; [|apply All; assumption].
          rewrite <- (C v Hv). apply arrivals_mono. intros w Hw _. apply All; assumption.
      + exists x. split; [|split; assumption]. intros v Hv. symmetry.
        apply (sum_eq_pointwise n x (arrivals x)); [|rewrite arrivals_total; reflexivity|assumption].
        intros u Hu. specialize (N u Hu). apply Nat.ltb_ge in N. assumption. }
  apply (H (sum n b) b); auto.
Qed.

(* Of all numbers below a bound, the greatest that c can send and get back. *)
Theorem most_returns T most : (forall v, v < n -> v <> c -> 0 < T v) ->
  exists y, y <= most /\ all_return T y /\ forall y', y' <= most -> all_return T y' -> y' <= y.
Proof.
  intros P. set (b := fun v => if v =? c then most else T v - 1).
  destruct (greatest_circulation b) as (z & C & B & G). exists (z c). split; [|split].
  - specialize (B c c_in). unfold b in B. rewrite Nat.eqb_refl in B. assumption.
  - apply returns_iff. exists z. split; [assumption|]. split; [reflexivity|]. intros v Hv N. specialize (B v Hv).
    specialize (P v Hv N). unfold b in B. destruct (Nat.eqb_spec v c); [contradiction|]. lia.
  - intros y' Le R. apply returns_iff in R. destruct R as (x & Cx & <- & Lx). apply G; auto.
    intros v Hv. unfold b. destruct (Nat.eqb_spec v c) as [->|N]; [assumption|]. specialize (Lx v Hv N). lia.
Qed.
End Blocks.
