(* Finite sums, over natural numbers and over integers. *)
Require Import List Arith Lia PeanoNat Bool ZArith.

(* sum n f = f 0 + … + f (n - 1) *)
Fixpoint sum (n : nat) (f : nat -> nat) : nat :=
  match n with 0 => 0 | S k => sum k f + f k end.

(* 1 if b holds, else 0 *)
Definition one (b : bool) : nat := if b then 1 else 0.

Lemma sum_ext n f g : (forall i, i < n -> f i = g i) -> sum n f = sum n g.
Proof.
  induction n; simpl; intros H; [reflexivity|].
  rewrite IHn by (intros; apply H; lia). rewrite H by lia. reflexivity.
Qed.

Lemma sum_le n f g : (forall i, i < n -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n; simpl; intros H; [lia|].
  specialize (IHn ltac:(intros; apply H; lia)). specialize (H n ltac:(lia)). lia.
Qed.

Lemma sum_add n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; lia. Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n; simpl; lia. Qed.

Lemma sum_all_zero n f : (forall i, i < n -> f i = 0) -> sum n f = 0.
Proof. intros H. rewrite (sum_ext n f (fun _ => 0) H). apply sum_zero. Qed.

Lemma sum_const n c : sum n (fun _ => c) = n * c.
Proof. induction n; simpl; lia. Qed.

Lemma sum_one n k c : k < n -> sum n (fun i => if i =? k then c else 0) = c.
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eq_dec k n) as [->|N].
  - rewrite Nat.eqb_refl. rewrite (sum_ext n _ (fun _ => 0)), sum_zero; [lia|].
    intros i Hi. destruct (Nat.eqb_spec i n); lia.
  - rewrite IHn by lia. destruct (Nat.eqb_spec n k); lia.
Qed.

Lemma sum_indicator n k : k < n -> sum n (fun i => one (i =? k)) = 1.
Proof. intros H. apply (sum_one n k 1 H). Qed.

Lemma sum_swap n m (f : nat -> nat -> nat) :
  sum n (fun i => sum m (fun j => f i j)) = sum m (fun j => sum n (fun i => f i j)).
Proof. induction n; simpl; [rewrite sum_zero; reflexivity|]. rewrite IHn, sum_add. reflexivity. Qed.

Lemma sum_lt n f g k : (forall i, i < n -> f i <= g i) -> k < n -> f k < g k -> sum n f < sum n g.
Proof.
  intros H Hk L. induction n; [lia|]. simpl.
  destruct (Nat.eq_dec k n) as [->|N].
  - specialize (sum_le n f g ltac:(intros; apply H; lia)). lia.
  - specialize (IHn ltac:(intros; apply H; lia) ltac:(lia)). specialize (H n ltac:(lia)). lia.
Qed.

(* Termwise at most, and equal in sum: termwise equal. *)
Lemma sum_eq_pointwise n f g :
  (forall i, i < n -> f i <= g i) -> sum n f = sum n g -> forall i, i < n -> f i = g i.
Proof.
  intros H E i Hi. destruct (Nat.eq_dec (f i) (g i)) as [|N]; [assumption|].
  specialize (H i Hi) as L. assert (sum n f < sum n g) by (apply sum_lt with i; auto; lia). lia.
Qed.

Lemma sum_longer (f : nat -> nat) a b : a <= b -> sum a f <= sum b f.
Proof. intros H. induction H; [lia|]. simpl. lia. Qed.

Lemma sum_term n f k : k < n -> f k <= sum n f.
Proof.
  intros H. rewrite <- (sum_one n k (f k) H). apply sum_le. intros i _.
  destruct (Nat.eqb_spec i k) as [->|]; lia.
Qed.

Lemma sum_split a b f : sum (a + b) f = sum a f + sum b (fun i => f (a + i)).
Proof.
  induction b; simpl; [rewrite Nat.add_0_r; lia|].
  rewrite Nat.add_succ_r. simpl. rewrite IHb. lia.
Qed.

(* A decidable property holds somewhere below n or nowhere. *)
Lemma find_below n (b : nat -> bool) :
  (exists u, u < n /\ b u = true) \/ (forall u, u < n -> b u = false).
Proof.
  induction n.
  - right. intros. lia.
  - destruct IHn as [(u & Hu & B)|N]; [left; exists u; split; [lia|assumption]|].
    destruct (b n) eqn:E; [left; exists n; split; [lia|assumption]|].
    right. intros u Hu. destruct (Nat.eq_dec u n) as [->|]; [assumption|apply N; lia].
Qed.

(* ---- integers ---- *)
Local Open Scope Z_scope.

Fixpoint sumZ (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S k => sumZ k f + f k end.

Lemma sumZ_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sumZ n f = sumZ n g.
Proof.
  induction n; simpl; intros H; [reflexivity|].
  rewrite IHn by (intros; apply H; lia). rewrite H by lia. reflexivity.
Qed.

Lemma sumZ_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sumZ n f <= sumZ n g.
Proof.
  induction n; simpl; intros H; [lia|].
  specialize (IHn ltac:(intros; apply H; lia)). specialize (H n ltac:(lia)). lia.
Qed.

Lemma sumZ_lt n f g k : (forall i, (i < n)%nat -> f i <= g i) -> (k < n)%nat -> f k < g k -> sumZ n f < sumZ n g.
Proof.
  intros H Hk L. induction n; [lia|]. simpl. destruct (Nat.eq_dec k n) as [->|N].
  - specialize (sumZ_le n f g ltac:(intros; apply H; lia)). lia.
  - specialize (IHn ltac:(intros; apply H; lia) ltac:(lia)). specialize (H n ltac:(lia)). lia.
Qed.

Lemma sumZ_add n f g : sumZ n (fun i => f i + g i) = sumZ n f + sumZ n g.
Proof. induction n; simpl; lia. Qed.

Lemma sumZ_sub n f g : sumZ n (fun i => f i - g i) = sumZ n f - sumZ n g.
Proof. induction n; simpl; lia. Qed.

Lemma sumZ_scale n c f : sumZ n (fun i => c * f i) = c * sumZ n f.
Proof. induction n; simpl; lia. Qed.

Lemma sumZ_zero n : sumZ n (fun _ => 0) = 0.
Proof. induction n; simpl; lia. Qed.

Lemma sumZ_const n c : sumZ n (fun _ => c) = Z.of_nat n * c.
Proof. induction n; cbn [sumZ]; lia. Qed.

Lemma sumZ_swap n m (f : nat -> nat -> Z) :
  sumZ n (fun i => sumZ m (fun j => f i j)) = sumZ m (fun j => sumZ n (fun i => f i j)).
Proof. induction n; simpl; [rewrite sumZ_zero; reflexivity|]. rewrite IHn, sumZ_add. reflexivity. Qed.

Lemma sumZ_one n k c : (k < n)%nat -> sumZ n (fun i => if (i =? k)%nat then c else 0) = c.
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eq_dec k n) as [->|N].
  - rewrite Nat.eqb_refl. rewrite (sumZ_ext n _ (fun _ => 0)), sumZ_zero; [lia|].
    intros i Hi. destruct (Nat.eqb_spec i n); lia.
  - rewrite IHn by lia. destruct (Nat.eqb_spec n k); lia.
Qed.

Lemma sumZ_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sumZ n f.
Proof. intros H. rewrite <- (sumZ_zero n). apply sumZ_le. assumption. Qed.

Lemma sumZ_of_nat n f : sumZ n (fun i => Z.of_nat (f i)) = Z.of_nat (sum n f).
Proof. induction n; cbn [sum sumZ]; lia. Qed.

Lemma sumZ_eq_pointwise n f g :
  (forall i, (i < n)%nat -> f i <= g i) -> sumZ n f = sumZ n g -> forall i, (i < n)%nat -> f i = g i.
Proof.
  intros H E i Hi. destruct (Z.eq_dec (f i) (g i)) as [|N]; [assumption|].
  specialize (H i Hi) as L. assert (sumZ n f < sumZ n g) by (apply sumZ_lt with i; auto; lia). lia.
Qed.
