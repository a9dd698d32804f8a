(* docs/certificates.md, probabilities: where a random walk ends, by equations that its expected departures satisfy.

   The walk leaves an active vertex along each of its arcs with the same probability, and stays where it halts.  Let q be
   expected departures: d(v) times the expected uses of each arc, so that q_v = [v = from] + the sum of uses over the arcs
   into v.  Any solution q >= 0 proves the ends; nothing else is supposed of the graph.
     harmonic_decides    after k steps the probability to be at an end e is at most h(e), what the solution sends there, and
                         h(e) minus it is at most (sum of q)/k *)
Require Import List Arith Lia PeanoNat Bool QArith Lqa.
Require Import Sums.
Import ListNotations.
Local Open Scope Q_scope.

Fixpoint sumQ (n : nat) (f : nat -> Q) : Q := match n with O => 0 | S k => sumQ k f + f k end.

Lemma sumQ_ext n f g : (forall i, (i < n)%nat -> f i == g i) -> sumQ n f == sumQ n g.
Proof.
  induction n; simpl; intros H; [reflexivity|]. rewrite IHn by (intros; apply H; lia). rewrite (H n) by lia. reflexivity.
Qed.

Lemma sumQ_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sumQ n f <= sumQ n g.
Proof.
  induction n; simpl; intros H; [lra|]. specialize (IHn ltac:(intros; apply H; lia)). specialize (H n ltac:(lia)). lra.
Qed.

Lemma sumQ_add n f g : sumQ n (fun i => f i + g i) == sumQ n f + sumQ n g.
Proof. induction n; simpl; [reflexivity|]. rewrite IHn. ring. Qed.

Lemma sumQ_scale n c f : sumQ n (fun i => c * f i) == c * sumQ n f.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.

Lemma sumQ_zero n : sumQ n (fun _ => 0) == 0.
Proof. induction n; simpl; [reflexivity|]. rewrite IHn. reflexivity. Qed.

Lemma sumQ_swap n m (f : nat -> nat -> Q) :
  sumQ n (fun i => sumQ m (fun j => f i j)) == sumQ m (fun j => sumQ n (fun i => f i j)).
Proof.
  induction n; simpl; [rewrite sumQ_zero; reflexivity|]. rewrite IHn, sumQ_add. reflexivity.
Qed.

Lemma sumQ_one n k c : (k < n)%nat -> sumQ n (fun i => if (i =? k)%nat then c else 0) == c.
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eq_dec k n) as [->|N].
  - rewrite Nat.eqb_refl. rewrite (sumQ_ext n _ (fun _ => 0)), sumQ_zero; [ring|].
    intros i Hi. destruct (Nat.eqb_spec i n); [lia|reflexivity].
  - rewrite IHn by lia. destruct (Nat.eqb_spec n k); [lia|ring].
Qed.

Section Harmonic.
Variable n : nat.
Variable heads : nat -> list nat.
Variable halts : nat -> bool.
Hypothesis heads_in : forall u v, (u < n)%nat -> In v (heads u) -> (v < n)%nat.
Hypothesis sinks_halt : forall u, (u < n)%nat -> heads u = [] -> halts u = true.
Variable from : nat.
Hypothesis from_in : (from < n)%nat.

Definition number (k : nat) : Q := inject_Z (Z.of_nat k).
Definition deg u : Q := number (length (heads u)).
Definition arcs_to u v : Q := number (count_occ Nat.eq_dec (heads u) v).

(* What v receives if each arc of an active vertex u is used c u times. *)
Definition receives (c : nat -> Q) v : Q := sumQ n (fun u => if halts u then 0 else c u * arcs_to u v).
Definition at_start v : Q := if (v =? from)%nat then 1 else 0.

(* The probability to be on v after k steps. *)
Fixpoint chance (k : nat) (v : nat) : Q :=
  match k with
  | O => at_start v
  | S k' => (if halts v then chance k' v else 0) + receives (fun u => chance k' u / deg u) v
  end.

(* How often v is left in k steps, on average. *)
Definition left_in (k : nat) (v : nat) : Q := if halts v then 0 else sumQ k (fun i => chance i v).
Definition walking (k : nat) : Q := sumQ n (fun v => if halts v then 0 else chance k v).

Lemma number_S k : number (S k) == number k + 1.
Proof. unfold number. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. Qed.

Lemma number_nonneg k : 0 <= number k.
Proof. unfold number. rewrite <- (Zle_Qle 0). lia. Qed.

Lemma deg_pos u : (u < n)%nat -> halts u = false -> 0 < deg u.
Proof.
  intros Hu H. unfold deg, number. rewrite <- (Zlt_Qlt 0). destruct (heads u) eqn:E; [|simpl; lia].
  rewrite (sinks_halt u Hu E) in H. discriminate.
Qed.

Lemma receives_le c e v : (forall u, (u < n)%nat -> halts u = false -> c u <= e u) -> receives c v <= receives e v.
Proof.
  intros H. apply sumQ_le. intros u Hu. destruct (halts u) eqn:E; [lra|]. specialize (H u Hu E).
  apply Qmult_le_compat_r; [assumption|apply number_nonneg].
Qed.

Lemma receives_ext c e v : (forall u, (u < n)%nat -> halts u = false -> c u == e u) -> receives c v == receives e v.
Proof. intros H. apply sumQ_ext. intros u Hu. destruct (halts u) eqn:E; [reflexivity|]. rewrite (H u Hu E). reflexivity. Qed.

Lemma receives_add c e v : receives (fun u => c u + e u) v == receives c v + receives e v.
Proof. unfold receives. rewrite <- sumQ_add. apply sumQ_ext. intros u _. destruct (halts u); ring. Qed.

Lemma receives_none v : receives (fun _ => 0) v == 0.
Proof. unfold receives. rewrite (sumQ_ext n _ (fun _ => 0)); [apply sumQ_zero|]. intros u _. destruct (halts u); ring. Qed.

Lemma receives_nonneg c v : (forall u, (u < n)%nat -> halts u = false -> 0 <= c u) -> 0 <= receives c v.
Proof. intros H. rewrite <- (receives_none v). apply receives_le. assumption. Qed.

(* All arcs of u together. *)
Lemma arcs_total u : (u < n)%nat -> sumQ n (fun v => arcs_to u v) == deg u.
Proof.
  intros Hu. unfold arcs_to, deg. assert (I : forall v, In v (heads u) -> (v < n)%nat) by (intros v; apply heads_in; assumption).
  induction (heads u) as [|h t IH].
  - simpl. unfold number. simpl. apply sumQ_zero.
  - rewrite (sumQ_ext n _ (fun v => (if (v =? h)%nat then 1 else 0) + number (count_occ Nat.eq_dec t v))).
    + rewrite sumQ_add, sumQ_one by (apply I; left; reflexivity). rewrite IH by (intros v Hv; apply I; right; assumption).
      simpl length. rewrite number_S. ring.
    + intros v _. simpl. destruct (Nat.eq_dec h v) as [->|N].
      * rewrite Nat.eqb_refl, number_S. ring.
      * destruct (Nat.eqb_spec v h); [congruence|ring].
Qed.

Lemma receives_total c : sumQ n (receives c) == sumQ n (fun u => if halts u then 0 else c u * deg u).
Proof.
  unfold receives. rewrite sumQ_swap. apply sumQ_ext. intros u Hu. destruct (halts u); [apply sumQ_zero|].
  rewrite sumQ_scale, arcs_total by assumption. reflexivity.
Qed.

Lemma chance_nonneg k : forall v, 0 <= chance k v.
Proof.
  induction k; intros v; simpl.
  - unfold at_start. destruct (_ =? _)%nat; lra.
  - assert (0 <= receives (fun u => chance k u / deg u) v).
    { apply receives_nonneg. intros u Hu H. apply Qle_shift_div_l; [apply deg_pos; assumption|]. specialize (IHk u). lra. }
    specialize (IHk v). destruct (halts v); lra.
Qed.

(* The particle is somewhere. *)
Lemma chance_total k : sumQ n (chance k) == 1.
Proof.
  induction k; simpl; [apply sumQ_one; assumption|]. rewrite sumQ_add, receives_total, <- IHk, <- sumQ_add.
  apply sumQ_ext. intros v Hv. destruct (halts v) eqn:E; [ring|]. pose proof (deg_pos v Hv E). field. lra.
Qed.

(* Where it halts it has been brought by the departures so far. *)
Lemma chance_is_brought k : forall v, halts v = true -> chance k v == at_start v + receives (fun u => left_in k u / deg u) v.
Proof.
  induction k; intros v H.
  - simpl. rewrite (receives_ext _ (fun _ => 0)), receives_none; [ring|]. intros u Hu E. unfold left_in. rewrite E. simpl.
    field. pose proof (deg_pos u Hu E). lra.
  - simpl. rewrite H, (IHk v H), <- Qplus_assoc, <- receives_add. apply Qplus_comp; [reflexivity|].
    apply receives_ext. intros u Hu E. unfold left_in. rewrite E. simpl. field. pose proof (deg_pos u Hu E). lra.
Qed.

Lemma left_is_brought k : forall v, halts v = false ->
  left_in (S k) v == at_start v + receives (fun u => left_in k u / deg u) v.
Proof.
  induction k; intros v H.
  - unfold left_in at 1. rewrite H. simpl. rewrite (receives_ext _ (fun _ => 0)), receives_none; [ring|].
    intros u Hu E. unfold left_in. rewrite E. simpl. field. pose proof (deg_pos u Hu E). lra.
  - transitivity (left_in (S k) v + chance (S k) v); [unfold left_in; rewrite H; simpl; ring|].
    rewrite (IHk v H). simpl. rewrite H, Qplus_0_l, <- Qplus_assoc, <- receives_add. apply Qplus_comp; [reflexivity|].
    apply receives_ext. intros u Hu E. unfold left_in. rewrite E. simpl. field. pose proof (deg_pos u Hu E). lra.
Qed.

Lemma walking_falls k : walking (S k) <= walking k.
Proof.
  pose proof (chance_total k) as T. pose proof (chance_total (S k)) as T'.
  assert (Split : forall j, sumQ n (chance j) == sumQ n (fun v => if halts v then chance j v else 0) + walking j).
  { intros j. unfold walking. rewrite <- sumQ_add. apply sumQ_ext. intros v _. destruct (halts v); ring. }
  rewrite Split in T, T'.
  assert (sumQ n (fun v => if halts v then chance k v else 0) <= sumQ n (fun v => if halts v then chance (S k) v else 0)).
  { apply sumQ_le. intros v _. destruct (halts v) eqn:E; [|lra]. simpl. rewrite E.
    assert (0 <= receives (fun u => chance k u / deg u) v); [|lra]. apply receives_nonneg. intros u Hu Eu.
    apply Qle_shift_div_l; [apply deg_pos; assumption|]. pose proof (chance_nonneg k u). lra. }
  lra.
Qed.

(* ---- the certificate ---- *)
Variable uses : nat -> Q.                (* expected uses of each arc of a vertex *)
Hypothesis uses_nonneg : forall u, (u < n)%nat -> halts u = false -> 0 <= uses u.
Hypothesis balanced : forall v, (v < n)%nat -> halts v = false -> at_start v + receives uses v == uses v * deg v.

Definition ends_at v : Q := at_start v + receives uses v.
Definition steps : Q := sumQ n (fun v => if halts v then 0 else uses v * deg v).

Lemma left_within k : forall v, (v < n)%nat -> halts v = false -> left_in k v <= uses v * deg v.
Proof.
  induction k; intros v Hv H.
  - unfold left_in. rewrite H. simpl. pose proof (uses_nonneg v Hv H). pose proof (deg_pos v Hv H).
    apply Qmult_le_0_compat; lra.
  - rewrite (left_is_brought k v H), <- (balanced v Hv H).
    assert (receives (fun u => left_in k u / deg u) v <= receives uses v); [|lra].
    apply receives_le. intros u Hu E. apply Qle_shift_div_r; [apply deg_pos; assumption|]. apply IHk; assumption.
Qed.

Lemma walking_bounded k : number k * walking k <= steps.
Proof.
  assert (A : sumQ k walking <= steps).
  { apply Qle_trans with (sumQ n (left_in k)).
    - unfold walking. rewrite sumQ_swap. apply sumQ_le. intros v _. unfold left_in. destruct (halts v).
      + rewrite sumQ_zero. lra.
      + lra.
    - apply sumQ_le. intros v Hv. destruct (halts v) eqn:E.
      + unfold left_in. rewrite E. lra.
      + apply left_within; assumption. }
  assert (B : number k * walking k <= sumQ k walking); [|lra]. clear A. induction k.
  - assert (Z0 : number 0 == 0) by reflexivity. rewrite Z0. simpl. lra.
  - rewrite number_S. simpl. pose proof (walking_falls k). pose proof (number_nonneg k).
    assert (number k * walking (S k) <= number k * walking k) by (rewrite !(Qmult_comm (number k)); apply Qmult_le_compat_r; assumption).
    lra.
Qed.

Lemma ends_total : sumQ n (fun v => if halts v then ends_at v else 0) == 1.
Proof.
  assert (T : sumQ n ends_at == 1 + steps).
  { unfold ends_at. rewrite sumQ_add, receives_total. unfold at_start at 1. rewrite sumQ_one by assumption. reflexivity. }
  rewrite (sumQ_ext n ends_at (fun v => (if halts v then ends_at v else 0) + (if halts v then 0 else uses v * deg v))) in T.
  - rewrite sumQ_add in T. fold steps in T. lra.
  - intros v Hv. destruct (halts v) eqn:E; [ring|]. unfold ends_at. rewrite (balanced v Hv E). ring.
Qed.

Lemma not_more k v : (v < n)%nat -> halts v = true -> chance k v <= ends_at v.
Proof.
  intros Hv H. rewrite (chance_is_brought k v H). unfold ends_at.
  assert (receives (fun u => left_in k u / deg u) v <= receives uses v); [|lra].
  apply receives_le. intros u Hu E. apply Qle_shift_div_r; [apply deg_pos; assumption|]. apply left_within; assumption.
Qed.

Theorem harmonic_decides k v : (v < n)%nat -> halts v = true ->
  chance k v <= ends_at v /\ number k * (ends_at v - chance k v) <= steps.
Proof.
  intros Hv H. split; [apply not_more; assumption|].
  assert (G : ends_at v - chance k v <= walking k).
  { pose proof ends_total as T. pose proof (chance_total k) as C.
    rewrite (sumQ_ext n (chance k) (fun v => (if halts v then chance k v else 0) + (if halts v then 0 else chance k v))) in C
      by (intros i _; destruct (halts i); ring).
    rewrite sumQ_add in C. fold (walking k) in C.
    assert (D : ends_at v - chance k v <= sumQ n (fun i => (if halts i then ends_at i else 0) - (if halts i then chance k i else 0))).
    { rewrite <- (sumQ_one n v (ends_at v - chance k v) Hv). apply sumQ_le. intros i Hi.
      destruct (Nat.eqb_spec i v) as [->|]; [rewrite H; lra|]. destruct (halts i) eqn:E; [|lra].
      pose proof (not_more k i Hi E). lra. }
    rewrite (sumQ_ext n _ (fun i => (if halts i then ends_at i else 0) + (-1) * (if halts i then chance k i else 0))) in D
      by (intros i _; ring).
    rewrite sumQ_add, sumQ_scale in D. lra. }
  pose proof (walking_bounded k). pose proof (number_nonneg k).
  assert (number k * (ends_at v - chance k v) <= number k * walking k); [|lra].
  rewrite !(Qmult_comm (number k)). apply Qmult_le_compat_r; assumption.
Qed.
End Harmonic.
