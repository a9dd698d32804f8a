(* Many particles from below: the ceilings dropped.

   q_v = p_v + Sum (q_u - j) / d(u) over the arcs number j of u that lead to v: the equations of a switching flow with
   (x - j)/d in place of ceil ((x - j)/d).  Rounded up, a solution
     relaxed_is_below       is at most the run
     relaxed_goes_up        has x <= f(x)
     relaxed_leaves_few     leaves at most (|A| - n)/2 particles over, n counting the vertices that are not sinks
     many_particles_relaxed all together
   For the first two and the moves (relaxed_moves), q_v <= ... is enough, which is what the solver verifies in integers. *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Stacks Rotor Integers FromBelow.
Import ListNotations.
Local Open Scope Z_scope.

Section Relaxed.
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
Notation into := (into n heads rho).
Notation live := (live heads).
Notation above_zero := (above_zero heads).
Notation f := (f n heads rho (fun v => Z.of_nat (p v))).
Notation below := (below n heads).
Notation reach := (reach n heads rho p).
Notation into_le := (into_le n heads rho).
Notation into_add := (into_add n heads rho).
Notation into_scale := (into_scale n heads rho).
Notation into_total := (into_total n heads rho wf).
Notation live_deg := (live_deg heads).
Notation deg_live := (deg_live heads).

(* the graph is stopping *)
Variable rank : nat -> nat.
Hypothesis stopping : forall u, (u < n)%nat -> sinkb u = false ->
  exists j, (j < deg u)%nat /\ (sinkb (dest u j) = true \/ (rank (dest u j) < rank u)%nat).

(* D is a common denominator, D = d(u) E u; q_u = d(u) C u / D, so that (q_u - j)/d(u) = (C u - j E u) / D. *)
Variable D : Z.
Hypothesis D_pos : 0 < D.
Variables C E : nat -> Z.
Hypothesis common : forall u, (u < n)%nat -> sinkb u = false -> D = Z.of_nat (deg u) * E u.
Hypothesis at_most : forall v, (v < n)%nat -> sinkb v = false ->
  Z.of_nat (deg v) * C v <= D * Z.of_nat (p v) + into v (fun u j => C u - Z.of_nat j * E u).

Definition up v : Z := - ((- (Z.of_nat (deg v) * C v)) / D).

Lemma up_ceiling v : D * up v - D < Z.of_nat (deg v) * C v <= D * up v.
Proof.
  unfold up. pose proof (Z.mul_div_le (- (Z.of_nat (deg v) * C v)) D D_pos).
  pose proof (Z.mul_succ_div_gt (- (Z.of_nat (deg v) * C v)) D D_pos). lia.
Qed.

Lemma E_pos u : (u < n)%nat -> sinkb u = false -> 0 < E u.
Proof. intros Hu Hs. pose proof (common u Hu Hs). pose proof (deg_live u Hs). nia. Qed.

Lemma share d x j : (j < d)%nat -> x - Z.of_nat j <= Z.of_nat d * useZ d x j.
Proof.
  intros H. unfold useZ. pose proof (Z.mul_succ_div_gt (x + (Z.of_nat d - 1 - Z.of_nat j)) (Z.of_nat d) ltac:(lia)). lia.
Qed.

Lemma share_D u x j : (u < n)%nat -> (j < deg u)%nat -> E u * (x - Z.of_nat j) <= D * useZ (deg u) x j.
Proof.
  intros Hu Hj. pose proof (live_deg u j Hj) as Hs. rewrite (common u Hu Hs). pose proof (E_pos u Hu Hs).
  pose proof (share (deg u) x j Hj). nia.
Qed.

Lemma up_carries u j : (u < n)%nat -> (j < deg u)%nat -> C u - Z.of_nat j * E u <= D * useZ (deg u) (up u) j.
Proof.
  intros Hu Hj. pose proof (live_deg u j Hj) as Hs. pose proof (share_D u (up u) j Hu Hj).
  pose proof (up_ceiling u) as (_ & L). rewrite (common u Hu Hs) in L.
  assert (C u <= E u * up u) by (pose proof (deg_live u Hs); nia). lia.
Qed.

Theorem relaxed_goes_up : below up (f up).
Proof.
  intros v Hv Hs. pose proof (up_ceiling v) as (L & _). pose proof (at_most v Hv Hs) as Q.
  assert (M : into v (fun u j => C u - Z.of_nat j * E u) <= into v (fun u j => D * useZ (deg u) (up u) j)).
  { apply into_le. intros. apply up_carries; assumption. }
  rewrite into_scale in M. assert (D * up v - D < D * f up v) by (unfold Integers.f; nia). nia.
Qed.

(* ---- at most the run ---- *)
Section Below.
Variable y : nat -> Z.
Hypothesis y_ended : below (f y) y.

Definition t u := E u * y u - C u.                                        (* D (y_u - q_u) / d(u) *)
Definition bad u := negb (sinkb u) && (t u <? 0).

Lemma bad_spec u : bad u = true <-> sinkb u = false /\ t u < 0.
Proof. unfold bad. rewrite andb_true_iff, negb_true_iff, Z.ltb_lt. tauto. Qed.

Lemma balance v : (v < n)%nat -> sinkb v = false -> into v (fun u _ => t u) <= Z.of_nat (deg v) * t v.
Proof.
  intros Hv Hs. pose proof (y_ended v Hv Hs) as F. unfold Integers.f in F.
  assert (M : into v (fun u j => (C u - Z.of_nat j * E u) + t u) <= into v (fun u j => D * useZ (deg u) (y u) j)).
  { apply into_le. intros u j Hu Hj. pose proof (share_D u (y u) j Hu Hj). unfold t. lia. }
  rewrite into_scale, into_add in M. pose proof (at_most v Hv Hs). unfold t at 2.
  pose proof (common v Hv Hs). nia.
Qed.

Lemma bad_stays u j : (u < n)%nat -> bad u = true -> (j < deg u)%nat -> bad (dest u j) = true.
Proof.
  intros Hu Bu Hj. destruct (bad (dest u j)) eqn:Bd; [reflexivity|exfalso].
  set (out := fun w => sumZ (deg w) (fun i => if bad (dest w i) then t w else 0)).
  set (own := fun w => if bad w then Z.of_nat (deg w) * t w else 0).
  assert (Each : forall w, (w < n)%nat -> own w <= out w).
  { intros w Hw. unfold own, out. destruct (bad w) eqn:B.
    - apply bad_spec in B. destruct B as (_ & B). rewrite <- sumZ_const. apply sumZ_le. intros i _. destruct (bad (dest w i)); [apply Z.le_refl|apply Z.lt_le_incl; exact B].
    - apply sumZ_nonneg. intros i Hi. destruct (bad (dest w i)); [|apply Z.le_refl].
      assert (~ (sinkb w = false /\ t w < 0)) by (rewrite <- bad_spec; congruence).
      pose proof (live_deg w i Hi). destruct (Z_lt_le_dec (t w) 0); [tauto|assumption]. }
  assert (Strict : own u < out u).
  { unfold own, out. rewrite Bu. apply bad_spec in Bu. destruct Bu. rewrite <- sumZ_const.
    apply sumZ_lt with j; [|assumption|rewrite Bd; assumption]. intros i _.
    destruct (bad (dest u i)); [apply Z.le_refl|apply Z.lt_le_incl; assumption]. }
  assert (Lt : sumZ n own < sumZ n out) by (apply sumZ_lt with u; assumption).
  assert (Le : sumZ n out <= sumZ n own).
  { unfold out. rewrite <- (into_total bad (fun w _ => t w)). apply sumZ_le. intros v Hv. unfold own.
    destruct (bad v) eqn:B; [|lia]. apply bad_spec in B. apply balance; tauto. }
  lia.
Qed.

Lemma none_bad : forall k u, (u < n)%nat -> (rank u < k)%nat -> bad u = false.
Proof.
  induction k; intros u Hu Hk; [lia|]. destruct (bad u) eqn:B; [exfalso|reflexivity].
  pose proof (proj1 (bad_spec u) B) as (Hs & _). destruct (stopping u Hu Hs) as (j & Hj & W).
  pose proof (bad_stays u j Hu B Hj) as Bd. destruct W as [S|R].
  - apply bad_spec in Bd. rewrite S in Bd. destruct Bd; discriminate.
  - rewrite (IHk (dest u j)) in Bd; [discriminate| |lia]. apply (dest_below n heads rho wf); assumption.
Qed.

Theorem relaxed_is_below : below up y.
Proof.
  intros v Hv Hs. pose proof (none_bad (S (rank v)) v Hv ltac:(lia)) as B.
  assert (N : ~ (sinkb v = false /\ t v < 0)) by (rewrite <- bad_spec; congruence).
  assert (T : 0 <= t v) by (destruct (Z_lt_le_dec (t v) 0); [tauto|assumption]).
  unfold t in T. pose proof (up_ceiling v) as (L & _). pose proof (common v Hv Hs). pose proof (deg_live v Hs). nia.
Qed.
End Below.

Theorem relaxed_moves d : legal d -> ended d ->
  (exists m y, reach up m y /\ below (f y) y) /\
  (forall m y, reach up m y -> below (f y) y -> forall v, (v < n)%nat -> above_zero y v = d v).
Proof.
  intros L N. assert (Low : below up (fun v => Z.of_nat (d v))).
  { apply relaxed_is_below. intros v Hv Hs. rewrite (run_fixed n heads rho p d L N v Hv Hs). lia. }
  destruct (from_below_moves n heads rho wf p d L N up Low relaxed_goes_up) as (_ & Ex & Is). split; assumption.
Qed.

(* ---- what is left over ---- *)
Hypothesis solves : forall v, (v < n)%nat -> sinkb v = false ->
  Z.of_nat (deg v) * C v = D * Z.of_nat (p v) + into v (fun u j => C u - Z.of_nat j * E u).

Lemma triangle d : 2 * sumZ d (fun j => Z.of_nat j) = Z.of_nat d * (Z.of_nat d - 1).
Proof. induction d; cbn [sumZ]; lia. Qed.

Theorem relaxed_leaves_few :
  2 * sumZ n (live (fun v => f up v - up v)) <= sumZ n (live (fun u => Z.of_nat (deg u) - 1)).
Proof.
  set (s := fun u j => C u - Z.of_nat j * E u). set (g := fun u j => useZ (deg u) (up u) j).
  pose proof (f_total n heads rho wf (fun v => Z.of_nat (p v)) up) as T.
  (* arrivals on sinks *)
  assert (OnSinks : sumZ n (fun v => if sinkb v then into v s else 0) <= D * sumZ n (fun v => if sinkb v then into v g else 0)).
  { rewrite <- sumZ_scale. apply sumZ_le. intros v Hv. destruct (sinkb v); [|lia]. rewrite <- into_scale. apply into_le.
    intros. apply up_carries; assumption. }
  assert (All : sumZ n (fun v => into v s) = sumZ n (fun v => if sinkb v then into v s else 0)
                                            + sumZ n (fun v => if sinkb v then 0 else into v s)).
  { rewrite <- sumZ_add. apply sumZ_ext. intros v _. destruct (sinkb v); [rewrite Z.add_0_r|rewrite Z.add_0_l]; reflexivity. }
  assert (Live : sumZ n (live (fun v => Z.of_nat (deg v) * C v))
                 = D * sumZ n (live (fun v => Z.of_nat (p v))) + sumZ n (fun v => if sinkb v then 0 else into v s)).
  { rewrite <- sumZ_scale, <- sumZ_add. apply sumZ_ext. intros v Hv. unfold Integers.live. destruct (sinkb v) eqn:H; [lia|].
    rewrite (solves v Hv H). reflexivity. }
  assert (Arcs : 2 * sumZ n (fun v => into v s)
                 = 2 * sumZ n (live (fun v => Z.of_nat (deg v) * C v)) - D * sumZ n (live (fun u => Z.of_nat (deg u) - 1))).
  { rewrite (into_total (fun _ => true) s : sumZ n (fun v => into v s) = _).
    rewrite <- !sumZ_scale, <- sumZ_sub. apply sumZ_ext. intros u Hu. unfold Integers.live, s.
    rewrite sumZ_sub, sumZ_const.
    rewrite (sumZ_ext (deg u) (fun j => Z.of_nat j * E u) (fun j => E u * Z.of_nat j)) by (intros; lia).
    rewrite sumZ_scale. pose proof (triangle (deg u)) as Tr.
    destruct (sinkb u) eqn:H.
    - apply sinkb_spec in H. unfold Rotor.deg. rewrite H. cbn [length sumZ]. ring.
    - pose proof (common u Hu H) as Du. set (S := sumZ (deg u) (fun j => Z.of_nat j)) in *.
      transitivity (2 * (Z.of_nat (deg u) * C u) - E u * (2 * S)); [ring|]. rewrite Tr, Du at 1. ring. }
  assert (Split : sumZ n (f up) = sumZ n (live (f up)) + sumZ n (fun v => if sinkb v then f up v else 0)).
  { rewrite <- sumZ_add. apply sumZ_ext. intros v _. unfold Integers.live. destruct (sinkb v); lia. }
  assert (SplitP : sumZ n (fun v => Z.of_nat (p v)) = sumZ n (live (fun v => Z.of_nat (p v)))
                     + sumZ n (fun v => if sinkb v then Z.of_nat (p v) else 0)).
  { rewrite <- sumZ_add. apply sumZ_ext. intros v _. unfold Integers.live. destruct (sinkb v); lia. }
  assert (Sinks : sumZ n (fun v => if sinkb v then f up v else 0)
                  = sumZ n (fun v => if sinkb v then Z.of_nat (p v) else 0) + sumZ n (fun v => if sinkb v then into v g else 0)).
  { rewrite <- sumZ_add. apply sumZ_ext. intros v _. destruct (sinkb v); [reflexivity|lia]. }
  assert (Left : sumZ n (live (fun v => f up v - up v)) = sumZ n (live (f up)) - sumZ n (live up)).
  { rewrite <- sumZ_sub. apply sumZ_ext. intros v _. unfold Integers.live. destruct (sinkb v); lia. }
  nia.
Qed.

Theorem many_particles_relaxed d : legal d -> ended d ->
  2 * sumZ n (live (fun v => f up v - up v)) <= sumZ n (live (fun u => Z.of_nat (deg u) - 1)) /\
  (exists m y, reach up m y /\ below (f y) y) /\
  (forall m y, reach up m y -> below (f y) y -> forall v, (v < n)%nat -> above_zero y v = d v).
Proof. intros L N. split; [exact relaxed_leaves_few|exact (relaxed_moves d L N)]. Qed.
End Relaxed.
