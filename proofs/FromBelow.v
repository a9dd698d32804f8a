(* Many particles from below: departures below the run, from the solution of a linear system, that leave at most
   2|A| particles to be moved one by one, whatever the number of particles and the graph.

   Departures may be negative here: arc number j from the rotor on carries ceil ((x - j)/d) of x departures for every
   integer x, f(x)_v = particles on v + arrivals at v.
     integers_decide            f(x) = x proves the ends for any integers x; those above 0 are a switching flow
     from_below_moves           from x <= f(x) and x at most the run, moves in any order end in the run
     solution_is_below          any rational solution q of the linear system q_v = p_v - k ind(v) + Sum q_u / d(u) over
     solution_leaves_few        arcs u -> v, k >= 1, rounded down, is at most the run, has x <= f(x), and leaves at
                                most (k + 1) |A| particles over
     many_particles_from_below  all together                                                                         *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Stacks Rotor.
Import ListNotations.
Local Open Scope Z_scope.

Definition useZ (d : nat) (x : Z) (j : nat) : Z := (x + (Z.of_nat d - 1 - Z.of_nat j)) / Z.of_nat d.

Lemma useZ_value d q m j : (j < d)%nat -> 0 <= m < Z.of_nat d ->
  useZ d (Z.of_nat d * q + m) j = q + (if Z.of_nat j <? m then 1 else 0).
Proof.
  intros Hj Hm. unfold useZ. symmetry. destruct (Z.ltb_spec (Z.of_nat j) m).
  - apply Z.div_unique with (r := m - 1 - Z.of_nat j); lia.
  - apply Z.div_unique with (r := m + Z.of_nat d - 1 - Z.of_nat j); lia.
Qed.

Lemma useZ_mono d x y j : x <= y -> useZ d x j <= useZ d y j.
Proof.
  intros H. unfold useZ. destruct (Nat.eq_dec d 0) as [->|]; [rewrite !Zdiv_0_r; lia|].
  apply Z.div_le_mono; lia.
Qed.

Lemma useZ_nat d x j : (j < d)%nat -> useZ d (Z.of_nat x) j = Z.of_nat (use d x j).
Proof. intros H. unfold useZ, use. rewrite Nat2Z.inj_div. f_equal. lia. Qed.

Lemma useZ_step d x j : (j < d)%nat ->
  useZ d (x + 1) j = useZ d x j + (if (j =? Z.to_nat (x mod Z.of_nat d))%nat then 1 else 0).
Proof.
  intros Hj. pose proof (Z.div_mod x (Z.of_nat d) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound x (Z.of_nat d) ltac:(lia)) as B.
  set (q := x / Z.of_nat d) in *. set (m := x mod Z.of_nat d) in *.
  rewrite E at 2. rewrite (useZ_value d q m j Hj B).
  destruct (Z.eq_dec (m + 1) (Z.of_nat d)) as [Em|Nm].
  - replace (x + 1) with (Z.of_nat d * (q + 1) + 0) by lia. rewrite useZ_value by lia.
    destruct (Z.ltb_spec (Z.of_nat j) 0); [lia|].
    destruct (Z.ltb_spec (Z.of_nat j) m); destruct (Nat.eqb_spec j (Z.to_nat m)); lia.
  - replace (x + 1) with (Z.of_nat d * q + (m + 1)) by lia. rewrite useZ_value by lia.
    destruct (Z.ltb_spec (Z.of_nat j) (m + 1)); destruct (Z.ltb_spec (Z.of_nat j) m);
      destruct (Nat.eqb_spec j (Z.to_nat m)); lia.
Qed.

(* All arcs together carry all departures, for negative numbers too. *)
Lemma useZ_total d x : (0 < d)%nat -> sumZ d (useZ d x) = x.
Proof.
  intros Hd. pose proof (Z.div_mod x (Z.of_nat d) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound x (Z.of_nat d) ltac:(lia)) as B.
  set (q := x / Z.of_nat d) in *. set (m := x mod Z.of_nat d) in *.
  rewrite (sumZ_ext d _ (fun j => q + (if Z.of_nat j <? m then 1 else 0))).
  - rewrite sumZ_add, sumZ_const. assert (C : forall k, (k <= d)%nat
      -> sumZ k (fun j => if Z.of_nat j <? m then 1 else 0) = Z.min (Z.of_nat k) m).
    { induction k; intros Hk; cbn [sumZ]; [lia|]. rewrite IHk by lia. destruct (Z.ltb_spec (Z.of_nat k) m); lia. }
    rewrite (C d) by lia. lia.
  - intros j Hj. rewrite E. apply useZ_value; assumption.
Qed.

Section FromBelow.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable p : nat -> nat.
Notation deg := (deg heads).
Notation dest := (dest heads rho).
Notation sinkb := (sinkb heads).
Notation legal := (legal n sinkb dest p).
Notation ended := (ended n sinkb dest p).

(* A sum over all arcs into v. *)
Definition into v (t : nat -> nat -> Z) : Z :=
  sumZ n (fun u => sumZ (deg u) (fun j => if (dest u j =? v)%nat then t u j else 0)).

Definition f (x : nat -> Z) v : Z := Z.of_nat (p v) + into v (fun u j => useZ (deg u) (x u) j).
Definition ind v : Z := into v (fun _ _ => 1).
Definition arcs : Z := sumZ n (fun u => Z.of_nat (deg u)).
Definition bumpZ (x : nat -> Z) u : nat -> Z := fun w => if (w =? u)%nat then x w + 1 else x w.
Definition live (x : nat -> Z) v : Z := if sinkb v then 0 else x v.

Lemma live_deg u j : (j < deg u)%nat -> sinkb u = false.
Proof. unfold Rotor.deg, Rotor.sinkb. destruct (heads u); simpl; [lia|reflexivity]. Qed.

Lemma deg_live u : sinkb u = false -> (0 < deg u)%nat.
Proof. intros H. apply deg_pos. apply sinkb_false. assumption. Qed.

Lemma dest_below u j : (u < n)%nat -> (j < deg u)%nat -> (dest u j < n)%nat.
Proof. intros Hu Hj. apply (dest_in n heads rho wf); [assumption|]. apply (live_deg u j). assumption. Qed.

Lemma into_le v s t : (forall u j, (u < n)%nat -> (j < deg u)%nat -> s u j <= t u j) -> into v s <= into v t.
Proof.
  intros H. apply sumZ_le. intros u Hu. apply sumZ_le. intros j Hj. destruct (_ =? _)%nat; [auto|lia].
Qed.

Lemma into_ext v s t : (forall u j, (u < n)%nat -> (j < deg u)%nat -> s u j = t u j) -> into v s = into v t.
Proof.
  intros H. apply sumZ_ext. intros u Hu. apply sumZ_ext. intros j Hj. destruct (_ =? _)%nat; [auto|reflexivity].
Qed.

Lemma into_add v s t : into v (fun u j => s u j + t u j) = into v s + into v t.
Proof.
  unfold into. rewrite <- sumZ_add. apply sumZ_ext. intros u _. rewrite <- sumZ_add. apply sumZ_ext. intros j _.
  destruct (_ =? _)%nat; lia.
Qed.

Lemma into_scale v c t : into v (fun u j => c * t u j) = c * into v t.
Proof.
  unfold into. rewrite <- sumZ_scale. apply sumZ_ext. intros u _. rewrite <- sumZ_scale. apply sumZ_ext. intros j _.
  destruct (_ =? _)%nat; lia.
Qed.

Lemma into_const v c : into v (fun _ _ => c) = c * ind v.
Proof. unfold ind. rewrite <- into_scale. apply into_ext. intros. lia. Qed.

(* Every arc has one head: summed over the heads in a set, each arc counts once. *)
Lemma into_total (b : nat -> bool) t :
  sumZ n (fun v => if b v then into v t else 0)
  = sumZ n (fun u => sumZ (deg u) (fun j => if b (dest u j) then t u j else 0)).
Proof.
  unfold into.
  rewrite (sumZ_ext n _ (fun v => sumZ n (fun u => sumZ (deg u) (fun j => if (dest u j =? v)%nat then if b v then t u j
    else 0 else 0)))).
  - rewrite sumZ_swap. apply sumZ_ext. intros u Hu. rewrite sumZ_swap. apply sumZ_ext. intros j Hj.
    rewrite (sumZ_ext n _ (fun v => if (v =? dest u j)%nat then (if b (dest u j) then t u j else 0) else 0)).
    + apply sumZ_one. apply dest_below; assumption.
    + intros v _. rewrite Nat.eqb_sym. destruct (Nat.eqb_spec v (dest u j)) as [->|]; reflexivity.
  - intros v _. destruct (b v).
    + reflexivity.
    + rewrite (sumZ_ext n _ (fun _ => 0)); [rewrite sumZ_zero; reflexivity|]. intros u _.
      rewrite (sumZ_ext (deg u) _ (fun _ => 0)); [apply sumZ_zero|]. intros j _. destruct (_ =? _)%nat; reflexivity.
Qed.

Lemma f_mono x y v : (forall u, (u < n)%nat -> sinkb u = false -> x u <= y u) -> f x v <= f y v.
Proof.
  intros H. unfold f. apply Zplus_le_compat_l. apply into_le. intros u j Hu Hj. apply useZ_mono. apply H; [assumption|].
  apply (live_deg u j). assumption.
Qed.

(* What leaves arrives somewhere. *)
Lemma f_total x : sumZ n (f x) = sumZ n (fun v => Z.of_nat (p v)) + sumZ n (live x).
Proof.
  unfold f. rewrite sumZ_add. f_equal.
  transitivity (sumZ n (fun u => sumZ (deg u) (useZ (deg u) (x u))));
    [exact (into_total (fun _ => true) (fun u => useZ (deg u) (x u)))|].
  apply sumZ_ext. intros u Hu. unfold live. destruct (sinkb u) eqn:E.
  - apply sinkb_spec in E. unfold Rotor.deg. rewrite E. reflexivity.
  - apply useZ_total. apply deg_live. assumption.
Qed.

Lemma f_nat x v : f (fun u => Z.of_nat (x u)) v = Z.of_nat (inflow n heads rho x v + p v).
Proof.
  unfold f, into, inflow. rewrite Nat2Z.inj_add, Z.add_comm. f_equal. rewrite <- sumZ_of_nat. apply sumZ_ext.
  intros u Hu.
  rewrite <- sumZ_of_nat. apply sumZ_ext. intros j Hj. destruct (_ =? _)%nat; [|reflexivity]. apply useZ_nat.
  assumption.
Qed.

(* A departure from u moves a particle along the rotor that x departures leave behind. *)
Lemma f_bump x u v : (u < n)%nat -> sinkb u = false ->
  f (bumpZ x u) v = f x v + (if (dest u (Z.to_nat (x u mod Z.of_nat (deg u))) =? v)%nat then 1 else 0).
Proof.
  intros Hu Hs. unfold f. rewrite <- Z.add_assoc. f_equal. set (a := Z.to_nat (x u mod Z.of_nat (deg u))).
  pose proof (deg_live u Hs) as Hd.
  assert (Ha : (a < deg u)%nat) by (unfold a; pose proof (Z.mod_pos_bound (x u) (Z.of_nat (deg u)) ltac:(lia)); lia).
  set (h := if (dest u a =? v)%nat then 1 else 0). rewrite <- (sumZ_one n u h Hu). unfold into. rewrite <- sumZ_add.
  apply sumZ_ext. intros w Hw. destruct (Nat.eqb_spec w u) as [->|N].
  - unfold bumpZ. rewrite Nat.eqb_refl. rewrite <- (sumZ_one (deg u) a h Ha). rewrite <- sumZ_add. apply sumZ_ext.
    intros j Hj. rewrite useZ_step by assumption. fold a. unfold h. clear h.
    destruct (Nat.eqb_spec j a) as [->|]; cbv iota; [destruct (dest u a =? v)%nat|destruct (dest u j =? v)%nat]; lia.
  - rewrite Z.add_0_r. apply sumZ_ext. intros j _. unfold bumpZ. destruct (Nat.eqb_spec w u); [congruence|reflexivity].
Qed.

(* ---- integers decide ---- *)
Definition above_zero (x : nat -> Z) v : nat := if sinkb v then 0%nat else Z.to_nat (x v).

Theorem integers_decide x : (forall v, (v < n)%nat -> sinkb v = false -> f x v = x v) ->
  is_flow n sinkb dest p (above_zero x) /\
  forall v, (v < n)%nat -> sinkb v = true -> Z.of_nat (inflow n heads rho (above_zero x) v + p v) = f x v.
Proof.
  intros Fx. set (y := fun u => Z.of_nat (above_zero x u)).
  assert (Le : forall u, (u < n)%nat -> sinkb u = false -> x u <= y u)
    by (intros u _ H; unfold y, above_zero; rewrite H; lia).
  assert (Up : forall v, (v < n)%nat -> sinkb v = false -> y v <= f y v).
  { intros v Hv Hs. pose proof (f_mono x y v Le) as M. rewrite (Fx v Hv Hs) in M.
    unfold y at 1. unfold above_zero. rewrite Hs. unfold y in *. rewrite f_nat in *. lia. }
  pose proof (f_total x) as Tx. pose proof (f_total y) as Ty.
  set (a := fun v => if sinkb v then f x v else y v). set (b := f y).
  assert (E : forall v, (v < n)%nat -> a v = b v).
  { apply sumZ_eq_pointwise.
    - intros v Hv. unfold a, b. destruct (sinkb v) eqn:S; [apply f_mono; assumption|auto].
    - unfold b. rewrite Ty. assert (A : sumZ n a = sumZ n (fun v => (f x v - live x v) + live y v)).
      { apply sumZ_ext. intros v Hv. unfold a, live. destruct (sinkb v) eqn:S; [|rewrite (Fx v Hv S)]; lia. }
      rewrite A, sumZ_add, sumZ_sub. lia. }
  split.
  - split; intros v Hv H.
    + unfold above_zero. rewrite H. reflexivity.
    + rewrite <- inflow_is_arrivals. specialize (E v Hv). unfold a, b in E. rewrite H in E. unfold y in E at 2.
      rewrite f_nat in E. unfold y in E. lia.
  - intros v Hv H. specialize (E v Hv). unfold a, b in E. rewrite H in E. rewrite E. unfold y. rewrite f_nat.
    reflexivity.
Qed.

(* ---- moves from below ---- *)
Inductive reach (x : nat -> Z) : nat -> (nat -> Z) -> Prop :=
| reach_here : reach x 0 x
| reach_move k y u : reach x k y -> (u < n)%nat -> sinkb u = false -> y u < f y u -> reach x (S k) (bumpZ y u).

Definition below (x y : nat -> Z) := forall v, (v < n)%nat -> sinkb v = false -> x v <= y v.

Section Moves.
Variable d : nat -> nat.                        (* the run *)
Hypothesis d_legal : legal d.
Hypothesis d_ended : ended d.
Variable x : nat -> Z.
Hypothesis x_low : below x (fun v => Z.of_nat (d v)).
Hypothesis x_up : below x (f x).

Lemma run_fixed v : (v < n)%nat -> sinkb v = false -> f (fun u => Z.of_nat (d u)) v = Z.of_nat (d v).
Proof.
  intros Hv Hs. rewrite f_nat, inflow_is_arrivals. f_equal.
  apply (run_is_flow n sinkb dest p d d_legal d_ended); assumption.
Qed.

Lemma moves_stay_below k y : reach x k y -> below y (fun v => Z.of_nat (d v)) /\ below y (f y).
Proof.
  induction 1 as [|k y u R (I1 & I2) Hu Hs W]; [split; assumption|]. split; intros v Hv Hsv.
  - unfold bumpZ. destruct (Nat.eqb_spec v u) as [->|]; [|auto].
    pose proof (f_mono y _ u I1) as M. rewrite run_fixed in M by assumption. lia.
  - pose proof (f_bump y u v Hu Hs) as B. specialize (I2 v Hv Hsv). unfold bumpZ at 1.
    destruct (Nat.eqb_spec v u) as [->|]; destruct (_ =? _)%nat in B; lia.
Qed.

Lemma moves_add_up k y : reach x k y -> sumZ n (live y) = sumZ n (live x) + Z.of_nat k.
Proof.
  induction 1 as [|k y u R I Hu Hs W]; [lia|].
  rewrite (sumZ_ext n (live (bumpZ y u)) (fun v => live y v + (if (v =? u)%nat then 1 else 0))).
  - rewrite sumZ_add, sumZ_one by assumption. lia.
  - intros v _. unfold live, bumpZ. destruct (Nat.eqb_spec v u) as [->|]; [rewrite Hs; lia|destruct (sinkb v); lia].
Qed.

(* Moves in any order are bounded, and when none is possible any more, what is above 0 is the run. *)
Theorem from_below_moves :
  (forall k y, reach x k y -> Z.of_nat k <= sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x)) /\
  (exists k y, reach x k y /\ below (f y) y) /\
  (forall k y, reach x k y -> below (f y) y -> forall v, (v < n)%nat -> above_zero y v = d v).
Proof.
  assert (Bound : forall k y, reach x k y -> Z.of_nat k <= sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x)).
  { intros k y R. pose proof (moves_add_up k y R) as A. destruct (moves_stay_below k y R) as (B & _).
    assert (sumZ n (live y) <= sumZ n (live (fun v => Z.of_nat (d v)))).
    { apply sumZ_le. intros v Hv. unfold live. destruct (sinkb v) eqn:E; [lia|]. apply B; assumption. }
    lia. }
  split; [assumption|]. split.
  - assert (H : forall fuel k y, reach x k y
      -> sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x) <= Z.of_nat (fuel + k) ->
      exists k' y', reach x k' y' /\ below (f y') y').
    { induction fuel; intros k y R F.
      - exists k, y. split; [assumption|]. intros v Hv Hs. destruct (Z_le_gt_dec (f y v) (y v)) as [|G]; [assumption|].
        pose proof (Bound _ _ (reach_move x k y v R Hv Hs ltac:(lia))). lia.
      - destruct (find_below n (fun v => negb (sinkb v) && (y v <? f y v))) as [(v & Hv & B)|N].
        + apply andb_prop in B. destruct B as (B1 & B2). apply negb_true_iff in B1. apply Z.ltb_lt in B2.
          apply (IHfuel (S k) (bumpZ y v)); [constructor; assumption|lia].
        + exists k, y. split; [assumption|]. intros v Hv Hs. specialize (N v Hv). rewrite Hs in N. simpl in N.
          apply Z.ltb_ge in N. assumption. }
    apply (H (Z.to_nat (sumZ n (live (fun v => Z.of_nat (d v))) - sumZ n (live x))) 0%nat x); [constructor|lia].
  - intros k y R E v Hv. destruct (moves_stay_below k y R) as (B1 & B2).
    assert (Fy : forall v, (v < n)%nat -> sinkb v = false -> f y v = y v).
    { intros w Hw Hs. specialize (B2 w Hw Hs). specialize (E w Hw Hs). lia. }
    destruct (integers_decide y Fy) as (F & _).
    destruct (sinkb v) eqn:S.
    + unfold above_zero. rewrite S. symmetry. apply (legal_halts n sinkb dest p d d_legal v S).
    + apply Nat.le_antisymm.
      * unfold above_zero. rewrite S. specialize (B1 v Hv S). cbv beta in B1. lia.
      * apply (within n sinkb dest p (above_zero y) d); auto. apply flow_suffices. assumption.
Qed.
End Moves.

(* ---- the linear system ---- *)
Section Solution.
Variables D k : Z.
Hypothesis D_pos : 0 < D.
Hypothesis k_pos : 1 <= k.
(* The expected use of each arc of u is the fraction C u / D; departures are q_u = d(u) C u / D.  The equation is
   q_v = p_v - k ind(v) + Sum q_u / d(u) over all arcs u -> v, times D. *)
Variable C : nat -> Z.
Hypothesis solves : forall v, (v < n)%nat -> sinkb v = false ->
  Z.of_nat (deg v) * C v = D * (Z.of_nat (p v) - k * ind v) + into v (fun u _ => C u).

Definition x0 v : Z := (Z.of_nat (deg v) * C v) / D.

Lemma x0_floor v : D * x0 v <= Z.of_nat (deg v) * C v < D * x0 v + D.
Proof. unfold x0. pose proof (Z.mul_div_le (Z.of_nat (deg v) * C v) D D_pos).
pose proof (Z.mul_succ_div_gt (Z.of_nat (deg v) * C v) D D_pos). lia. Qed.

(* One arc carries its share up to less than one. *)
Lemma share_low d y j : (j < d)%nat -> y - (Z.of_nat d - 1) <= Z.of_nat d * useZ d y j.
Proof.
  intros H. unfold useZ. pose proof (Z.mul_succ_div_gt (y + (Z.of_nat d - 1 - Z.of_nat j)) (Z.of_nat d) ltac:(lia)).
  lia.
Qed.

Lemma share_high d y j : (j < d)%nat -> Z.of_nat d * useZ d y j <= y + (Z.of_nat d - 1).
Proof.
  intros H. unfold useZ. pose proof (Z.mul_div_le (y + (Z.of_nat d - 1 - Z.of_nat j)) (Z.of_nat d) ltac:(lia)). lia.
Qed.

Lemma ind_nonneg v : 0 <= ind v.
Proof. apply sumZ_nonneg. intros u _. apply sumZ_nonneg. intros j _. destruct (_ =? _)%nat; lia. Qed.

Lemma below_f v : (v < n)%nat -> sinkb v = false -> x0 v <= f x0 v.
Proof.
  intros Hv Hs. pose proof (x0_floor v) as (Fl & _). rewrite (solves v Hv Hs) in Fl.
  assert (L : into v (fun u _ => C u + - D) <= into v (fun u j => D * useZ (deg u) (x0 u) j)).
  { apply into_le. intros u j Hu Hj. pose proof (x0_floor u) as (_ & Fu).
    pose proof (share_low (deg u) (x0 u) j Hj) as Sh.
    assert (A : Z.of_nat (deg u) * (C u + - D) < Z.of_nat (deg u) * (D * useZ (deg u) (x0 u) j)) by nia. nia. }
  rewrite into_add, into_const, into_scale in L. pose proof (ind_nonneg v).
  assert (D * x0 v <= D * f x0 v) by (unfold f; nia). nia.
Qed.

Lemma few_left v : (v < n)%nat -> sinkb v = false -> f x0 v - x0 v <= (k + 1) * ind v.
Proof.
  intros Hv Hs. pose proof (x0_floor v) as (_ & Fl). rewrite (solves v Hv Hs) in Fl.
  assert (L : into v (fun u j => D * useZ (deg u) (x0 u) j) <= into v (fun u _ => C u + D)).
  { apply into_le. intros u j Hu Hj. pose proof (x0_floor u) as (Fu & _).
    pose proof (share_high (deg u) (x0 u) j Hj) as Sh.
    assert (A : Z.of_nat (deg u) * (D * useZ (deg u) (x0 u) j) < Z.of_nat (deg u) * (C u + D)) by nia. nia. }
  rewrite into_add, into_const, into_scale in L. pose proof (ind_nonneg v).
  assert (D * (f x0 v - x0 v) < D * ((k + 1) * ind v + 1)) by (unfold f; nia). nia.
Qed.

(* No vertex of the set N where the solution exceeds y: summed over N, what comes in is more than what goes out. *)
Theorem solution_is_below y : below (f y) y -> below x0 y.
Proof.
  intros Fy v0 Hv0 Hs0.
  set (z := fun v => D * y v - Z.of_nat (deg v) * C v).
  set (N := fun v => negb (sinkb v) && (z v <? 0)).
  set (e := fun u j => D * useZ (deg u) (y u) j - C u + D).
  assert (Step : forall v, (v < n)%nat -> N v = true -> into v e <= z v).
  { intros v Hv Nv. apply andb_prop in Nv. destruct Nv as (Sv & _). apply negb_true_iff in Sv.
    specialize (Fy v Hv Sv). unfold z. rewrite (solves v Hv Sv).
    assert (E : into v e = D * into v (fun u j => useZ (deg u) (y u) j) + -1 * into v (fun u _ => C u) + D * ind v).
    { unfold e. rewrite <- into_scale, <- into_scale, <- (into_const v D), <- !into_add. apply into_ext. intros. lia. }
    rewrite E. unfold f in Fy. pose proof (ind_nonneg v). nia. }
  assert (Out : forall u, (u < n)%nat ->
    (if N u then z u + 1 else 0) <= sumZ (deg u) (fun j => if N (dest u j) then e u j else 0)).
  { intros u Hu.
    assert (Arc : forall j, (j < deg u)%nat -> z u + 1 <= Z.of_nat (deg u) * e u j).
    { intros j Hj. pose proof (share_low (deg u) (y u) j Hj). unfold e, z. nia. }
    destruct (N u) eqn:Nu.
    - apply andb_prop in Nu. destruct Nu as (Su & Zu). apply negb_true_iff in Su. apply Z.ltb_lt in Zu.
      pose proof (deg_live u Su) as Hd.
      assert (A : sumZ (deg u) (fun _ => z u + 1) <= sumZ (deg u) (fun j => Z.of_nat (deg u) * (if N (dest u j) then e
        u j else 0))).
      { apply sumZ_le. intros j Hj. specialize (Arc j Hj). destruct (N (dest u j)); lia. }
      rewrite sumZ_const, sumZ_scale in A. nia.
    - apply sumZ_nonneg. intros j Hj. destruct (N (dest u j)); [|lia]. specialize (Arc j Hj).
      pose proof (live_deg u j Hj) as Su. unfold N in Nu. rewrite Su in Nu. simpl in Nu. apply Z.ltb_ge in Nu. nia. }
  assert (Sum : sumZ n (fun u => if N u then z u + 1 else 0) <= sumZ n (fun v => if N v then z v else 0)).
  { transitivity (sumZ n (fun v => if N v then into v e else 0)).
    - rewrite into_total. apply sumZ_le. assumption.
    - apply sumZ_le. intros v Hv. destruct (N v) eqn:Nv; [apply Step; assumption|lia]. }
  assert (None : N v0 = false).
  { destruct (N v0) eqn:E; [exfalso|reflexivity].
    assert (sumZ n (fun v => if N v then z v else 0) < sumZ n (fun u => if N u then z u + 1 else 0)); [|lia].
    apply sumZ_lt with v0; [intros v _; destruct (N v); lia|assumption|rewrite E; lia]. }
  unfold N in None. rewrite Hs0 in None. simpl in None. apply Z.ltb_ge in None. pose proof (x0_floor v0).
  unfold z in None. nia.
Qed.

(* So many particles are left over in all. *)
Theorem solution_leaves_few :
  below x0 (f x0) /\ sumZ n (live (fun v => f x0 v - x0 v)) <= (k + 1) * arcs.
Proof.
  split; [intros v; apply below_f|].
  transitivity (sumZ n (fun v => (k + 1) * ind v)).
  - apply sumZ_le. intros v Hv. unfold live. destruct (sinkb v) eqn:E; [|apply few_left; assumption].
    pose proof (ind_nonneg v). nia.
  - rewrite sumZ_scale. apply Z.mul_le_mono_nonneg_l; [lia|]. unfold ind.
    rewrite (into_total (fun _ => true) (fun _ _ => 1) : sumZ n (fun v => into v (fun _ _ => 1)) = _). apply sumZ_le.
    intros u _. rewrite sumZ_const. lia.
Qed.

(* Theorem M: start from the solution rounded down; at most (k + 1)|A| particles are left over; moved on in any order
   they come to rest, and what is above 0 then is the run of all particles. *)
Theorem many_particles_from_below d : legal d -> ended d ->
  sumZ n (live (fun v => f x0 v - x0 v)) <= (k + 1) * arcs /\
  (exists m y, reach x0 m y /\ below (f y) y) /\
  (forall m y, reach x0 m y -> below (f y) y -> forall v, (v < n)%nat -> above_zero y v = d v).
Proof.
  intros L E. destruct solution_leaves_few as (Up & Few). split; [assumption|].
  assert (Low : below x0 (fun v => Z.of_nat (d v))).
  { apply solution_is_below. intros v Hv Hs. rewrite (run_fixed d L E v Hv Hs). lia. }
  destruct (from_below_moves d L E x0 Low Up) as (_ & Ex & Is). split; assumption.
Qed.
End Solution.
End FromBelow.
