(* Departures of either sign: docs/book, many particles from below, and particles with antiparticles.

   Departures may be negative here: arc number j from the rotor on carries ceil ((x - j)/d) of x departures for every
   integer x, and f(x)_v = p_v + what arrives at v, with particles p_v of either sign.
     flows_agree        whatever integers are conserved, f(x) = x off the sinks, the sinks get the same
     routings_agree     so the order in which particles and antiparticles are moved makes no difference
     integers_decide    if no particle is an antiparticle, the departures above 0 are a switching flow, with the same ends *)
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

Section Integers.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable p : nat -> Z.                   (* particles on each vertex; antiparticles count as -1 *)
Notation deg := (deg heads).
Notation dest := (dest heads rho).
Notation sinkb := (sinkb heads).

(* A sum over all arcs into v. *)
Definition into v (t : nat -> nat -> Z) : Z :=
  sumZ n (fun u => sumZ (deg u) (fun j => if (dest u j =? v)%nat then t u j else 0)).

Definition f (x : nat -> Z) v : Z := p v + into v (fun u j => useZ (deg u) (x u) j).
Definition bumpZ (x : nat -> Z) u : nat -> Z := fun w => if (w =? u)%nat then x w + 1 else x w.
Definition dropZ (x : nat -> Z) u : nat -> Z := fun w => if (w =? u)%nat then x w - 1 else x w.
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
Lemma f_total x : sumZ n (f x) = sumZ n p + sumZ n (live x).
Proof.
  unfold f. rewrite sumZ_add. f_equal.
  transitivity (sumZ n (fun u => sumZ (deg u) (useZ (deg u) (x u))));
    [exact (into_total (fun _ => true) (fun u => useZ (deg u) (x u)))|].
  apply sumZ_ext. intros u Hu. unfold live. destruct (sinkb u) eqn:E.
  - apply sinkb_spec in E. unfold Rotor.deg. rewrite E. reflexivity.
  - apply useZ_total. apply deg_live. assumption.
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

(* ---- particles and antiparticles ---- *)
Definition conserved (x : nat -> Z) := forall v, (v < n)%nat -> sinkb v = false -> f x v = x v.

(* What arrives at the sinks is what was put in, whatever is conserved. *)
Lemma sinks_total x : conserved x -> sumZ n (fun v => if sinkb v then f x v else 0) = sumZ n p.
Proof.
  intros C. pose proof (f_total x) as T.
  rewrite (sumZ_ext n (f x) (fun v => (if sinkb v then f x v else 0) + live x v)) in T; [rewrite sumZ_add in T; lia|].
  intros v Hv. unfold live. destruct (sinkb v) eqn:E; [lia|]. rewrite (C v Hv E). lia.
Qed.

(* The greater of two conserved vectors sends at least as much to every sink; but all of it adds up to what was put in. *)
Theorem flows_agree x y : conserved x -> conserved y -> forall v, (v < n)%nat -> sinkb v = true -> f x v = f y v.
Proof.
  intros Cx Cy. set (z := fun v => Z.max (x v) (y v)).
  assert (Le : forall w v, (w = x \/ w = y) -> f w v <= f z v).
  { intros w v H. apply f_mono. intros u _ _. unfold z. destruct H; subst w; lia. }
  assert (Top : sumZ n (fun v => if sinkb v then f z v else 0) <= sumZ n p).
  { pose proof (f_total z) as T.
    rewrite (sumZ_ext n (f z) (fun v => (if sinkb v then f z v else 0) + (if sinkb v then 0 else f z v))) in T
      by (intros v _; destruct (sinkb v); lia).
    rewrite sumZ_add in T.
    assert (sumZ n (live z) <= sumZ n (fun v => if sinkb v then 0 else f z v)); [|lia].
    apply sumZ_le. intros v Hv. unfold live. destruct (sinkb v) eqn:E; [lia|].
    pose proof (Le x v (or_introl eq_refl)) as L1. pose proof (Le y v (or_intror eq_refl)) as L2.
    rewrite (Cx v Hv E) in L1. rewrite (Cy v Hv E) in L2. unfold z at 1. lia. }
  assert (Eq : forall w, w = x \/ w = y -> conserved w ->
    forall v, (v < n)%nat -> (if sinkb v then f w v else 0) = (if sinkb v then f z v else 0)).
  { intros w H C. apply sumZ_eq_pointwise.
    - intros v _. destruct (sinkb v); [apply Le; assumption|lia].
    - apply Z.le_antisymm; [|rewrite (sinks_total w C); assumption].
      apply sumZ_le. intros v _. destruct (sinkb v); [apply Le; assumption|lia]. }
  intros v Hv S. pose proof (Eq x (or_introl eq_refl) Cx v Hv) as Ex. pose proof (Eq y (or_intror eq_refl) Cy v Hv) as Ey.
  rewrite S in Ex, Ey. lia.
Qed.

(* A particle that waits on u moves along the rotor and turns it; an antiparticle turns the rotor back and moves along
   the arc that it then shows. *)
Inductive routing : (nat -> Z) -> Prop :=
| nothing_moved : routing (fun _ => 0)
| particle_moved x u : routing x -> (u < n)%nat -> sinkb u = false -> x u < f x u -> routing (bumpZ x u)
| antiparticle_moved x u : routing x -> (u < n)%nat -> sinkb u = false -> f x u < x u -> routing (dropZ x u).

(* Once nothing is left to move, every sink holds what any conserved departures say. *)
Theorem routings_agree x y : conserved x -> routing y -> conserved y ->
  forall v, (v < n)%nat -> sinkb v = true -> f y v = f x v.
Proof. intros Cx _ Cy. apply flows_agree; assumption. Qed.

(* ---- particles only ---- *)
Definition above_zero (x : nat -> Z) v : nat := if sinkb v then 0%nat else Z.to_nat (x v).
End Integers.

Section Particles.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable p : nat -> nat.
Notation deg := (deg heads).
Notation dest := (dest heads rho).
Notation sinkb := (sinkb heads).
Notation live := (live heads).
Notation above_zero := (above_zero heads).
Notation f := (f n heads rho (fun v => Z.of_nat (p v))).

Lemma f_nat x v : f (fun u => Z.of_nat (x u)) v = Z.of_nat (inflow n heads rho x v + p v).
Proof.
  unfold Integers.f, into, inflow. rewrite Nat2Z.inj_add, Z.add_comm. f_equal. rewrite <- sumZ_of_nat. apply sumZ_ext.
  intros u Hu.
  rewrite <- sumZ_of_nat. apply sumZ_ext. intros j Hj. destruct (_ =? _)%nat; [|reflexivity]. apply useZ_nat.
  assumption.
Qed.

Theorem integers_decide x : (forall v, (v < n)%nat -> sinkb v = false -> f x v = x v) ->
  is_flow n sinkb dest p (above_zero x) /\
  forall v, (v < n)%nat -> sinkb v = true -> Z.of_nat (inflow n heads rho (above_zero x) v + p v) = f x v.
Proof.
  intros Fx. set (y := fun u => Z.of_nat (above_zero x u)).
  assert (Le : forall u, (u < n)%nat -> sinkb u = false -> x u <= y u)
    by (intros u _ H; unfold y, Integers.above_zero; rewrite H; lia).
  assert (Up : forall v, (v < n)%nat -> sinkb v = false -> y v <= f y v).
  { intros v Hv Hs. pose proof (f_mono n heads rho (fun v => Z.of_nat (p v)) x y v Le) as M. rewrite (Fx v Hv Hs) in M.
    unfold y at 1. unfold Integers.above_zero. rewrite Hs. unfold y in *. rewrite f_nat in *. lia. }
  pose proof (f_total n heads rho wf (fun v => Z.of_nat (p v)) x) as Tx.
  pose proof (f_total n heads rho wf (fun v => Z.of_nat (p v)) y) as Ty.
  set (a := fun v => if sinkb v then f x v else y v). set (b := f y).
  assert (E : forall v, (v < n)%nat -> a v = b v).
  { apply sumZ_eq_pointwise.
    - intros v Hv. unfold a, b. destruct (sinkb v) eqn:S; [apply f_mono; assumption|auto].
    - unfold b. rewrite Ty. assert (A : sumZ n a = sumZ n (fun v => (f x v - live x v) + live y v)).
      { apply sumZ_ext. intros v Hv. unfold a, Integers.live. destruct (sinkb v) eqn:S; [|rewrite (Fx v Hv S)]; lia. }
      rewrite A, sumZ_add, sumZ_sub. lia. }
  split.
  - split; intros v Hv H.
    + unfold Integers.above_zero. rewrite H. reflexivity.
    + rewrite <- inflow_is_arrivals. specialize (E v Hv). unfold a, b in E. rewrite H in E. unfold y in E at 2.
      rewrite f_nat in E. unfold y in E. lia.
  - intros v Hv H. specialize (E v Hv). unfold a, b in E. rewrite H in E. rewrite E. unfold y. rewrite f_nat.
    reflexivity.
Qed.
End Particles.
