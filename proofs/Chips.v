(* docs/certificates.md, chips: that firings stabilise chips, and that none of them can be spared.

   A vertex fires if it holds a chip for each of its arcs, and sends one along each.  Chips may be negative.
     least_action         legal firings never exceed firings after which the chips are stable
     firings_end          if any firings stabilise the chips, so do legal ones, in any order the same
     unspared_is_the_run  if nothing of them can be spared, these firings are the legal ones
     spared_is_not        if something can, they are not
     lowering             what can be spared stays below bounds that are lowered vertex by vertex
     sets_suffice         where no vertex has more arcs in than out, only sets have to be tried
     last_firings_err     a counterexample: an order of last firings does not show on digraphs that nothing can be spared *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Integers.
Import ListNotations.
Local Open Scope Z_scope.

Section Chips.
Variable n : nat.                        (* vertices are 0 .. n-1 *)
Variable heads : nat -> list nat.        (* the heads of the arcs of a vertex *)
Variable halts : nat -> bool.            (* where chips stay: sinks and traps *)

Definition deg u : Z := Z.of_nat (length (heads u)).
Definition arcs_to u v : Z := Z.of_nat (count_occ Nat.eq_dec (heads u) v).
(* What v gets if every u fires x u times. *)
Definition gets (x : nat -> Z) v : Z := sumZ n (fun u => if halts u then 0 else x u * arcs_to u v).
Definition gives (x : nat -> Z) v : Z := if halts v then 0 else x v * deg v.
(* Chips s after the firings x: s - x Delta *)
Definition after (s x : nat -> Z) v : Z := s v - gives x v + gets x v.

Definition active v := (v < n)%nat /\ halts v = false.
Definition stable s x := forall v, active v -> after s x v < deg v.
Definition nonneg (x : nat -> Z) := forall v, active v -> 0 <= x v.
Definition upto (x y : nat -> Z) := forall v, active v -> x v <= y v.
Definition same (x y : nat -> Z) := forall v, active v -> x v = y v.

(* Firings in some order, each of a vertex that has the chips for it. *)
Inductive legal (s : nat -> Z) : (nat -> Z) -> Prop :=
| at_rest : legal s (fun _ => 0)
| fire x u : legal s x -> active u -> deg u <= after s x u -> legal s (bumpZ x u)
| read_as x y : legal s x -> same x y -> legal s y.    (* only the numbers of active vertices count *)

Lemma arcs_nonneg u v : 0 <= arcs_to u v.
Proof. unfold arcs_to. lia. Qed.

Lemma gets_mono x y v : upto x y -> gets x v <= gets y v.
Proof.
  intros H. apply sumZ_le. intros u Hu. destruct (halts u) eqn:E; [lia|].
  pose proof (H u (conj Hu E)). pose proof (arcs_nonneg u v). nia.
Qed.

Lemma gets_ext x y v : same x y -> gets x v = gets y v.
Proof. intros H. apply sumZ_ext. intros u Hu. destruct (halts u) eqn:E; [lia|]. rewrite (H u (conj Hu E)). lia. Qed.

Lemma gets_add x y v : gets (fun u => x u + y u) v = gets x v + gets y v.
Proof. unfold gets. rewrite <- sumZ_add. apply sumZ_ext. intros u _. destruct (halts u); lia. Qed.

Lemma gets_scale c x v : gets (fun u => c * x u) v = c * gets x v.
Proof. unfold gets. rewrite <- sumZ_scale. apply sumZ_ext. intros u _. destruct (halts u); lia. Qed.

Lemma gets_none v : gets (fun _ => 0) v = 0.
Proof. unfold gets. rewrite (sumZ_ext n _ (fun _ => 0)); [apply sumZ_zero|]. intros u _. destruct (halts u); lia. Qed.

Lemma gives_live x v : active v -> gives x v = x v * deg v.
Proof. intros (_ & H). unfold gives. rewrite H. reflexivity. Qed.

Lemma after_add s t x y v : after (fun u => s u + t u) (fun u => x u + y u) v = after s x v + after t y v.
Proof. unfold after, gives. rewrite gets_add. destruct (halts v); lia. Qed.

Lemma after_scale c s x v : after (fun u => c * s u) (fun u => c * x u) v = c * after s x v.
Proof. unfold after, gives. rewrite gets_scale. destruct (halts v); lia. Qed.

Lemma after_none s v : after s (fun _ => 0) v = s v.
Proof. unfold after, gives. rewrite gets_none. destruct (halts v); lia. Qed.

Lemma after_ext s x y v : active v -> same x y -> after s x v = after s y v.
Proof. intros A H. unfold after. rewrite !gives_live, (gets_ext x y v H), (H v A) by assumption. reflexivity. Qed.

Lemma after_twice s x y v : after s (fun u => x u + y u) v = after (after s x) y v.
Proof. unfold after at 1 2. rewrite gets_add. unfold after, gives. destruct (halts v); lia. Qed.

Lemma bump_is_add x u v : bumpZ x u v = x v + (if (v =? u)%nat then 1 else 0).
Proof. unfold bumpZ. destruct (v =? u)%nat; lia. Qed.

Lemma gets_bump x u v : active u -> gets (bumpZ x u) v = gets x v + arcs_to u v.
Proof.
  intros (Hu & A). rewrite <- (sumZ_one n u (arcs_to u v) Hu). unfold gets. rewrite <- sumZ_add. apply sumZ_ext.
  intros w _. rewrite bump_is_add. destruct (Nat.eqb_spec w u) as [->|]; [rewrite A; lia|destruct (halts w); lia].
Qed.

Lemma legal_nonneg s x : legal s x -> nonneg x.
Proof.
  induction 1 as [|x u L IH A D|x y L IH E]; intros v Hv; [lia| |rewrite <- (E v Hv); auto].
  specialize (IH v Hv). unfold bumpZ. destruct (v =? u)%nat; lia.
Qed.

(* Where there were no debts, firing makes none. *)
Lemma legal_solvent s x : legal s x -> nonneg s -> nonneg (after s x).
Proof.
  intros L N. induction L as [|x u L IH A D|x y L IH E]; intros v Hv;
    [rewrite after_none; auto| |rewrite <- (after_ext s x y v Hv E); auto].
  unfold after. rewrite gets_bump by assumption. rewrite gives_live by assumption. specialize (IH v Hv).
  unfold after in IH, D. rewrite gives_live in IH, D by assumption. pose proof (arcs_nonneg u v).
  unfold bumpZ. destruct (Nat.eqb_spec v u) as [->|]; lia.
Qed.

(* No vertex can be the first that fires too often. *)
Theorem least_action s z : nonneg z -> stable s z -> forall x, legal s x -> upto x z.
Proof.
  intros N S. induction 1 as [|x u L IH A D|x y L IH E]; intros v Hv; [apply N; assumption| |rewrite <- (E v Hv); auto].
  unfold bumpZ. destruct (Nat.eqb_spec v u) as [->|]; [|auto].
  destruct (Z.eq_dec (x u) (z u)) as [E|]; [|specialize (IH u A); lia]. exfalso.
  specialize (S u A). pose proof (gets_mono x z u IH). unfold after in *. rewrite gives_live in * by assumption.
  rewrite E in D. lia.
Qed.

Definition total (x : nat -> Z) : Z := sumZ n (fun v => if halts v then 0 else x v).

Lemma total_bump x u : active u -> total (bumpZ x u) = total x + 1.
Proof.
  intros (Hu & A). unfold total. rewrite <- (sumZ_one n u 1 Hu), <- sumZ_add. apply sumZ_ext. intros v _.
  rewrite bump_is_add. destruct (Nat.eqb_spec v u) as [->|]; [rewrite A; lia|destruct (halts v); lia].
Qed.

Lemma total_upto x y : upto x y -> total x <= total y.
Proof. intros H. apply sumZ_le. intros v Hv. destruct (halts v) eqn:E; [lia|]. apply H. split; assumption. Qed.

Lemma unstable_or s x : stable s x \/ exists u, active u /\ deg u <= after s x u.
Proof.
  destruct (find_below n (fun v => negb (halts v) && (deg v <=? after s x v))) as [(u & Hu & B)|N].
  - right. exists u. apply andb_prop in B. destruct B as (B1 & B2). apply negb_true_iff in B1. apply Z.leb_le in B2.
    split; [split; assumption|assumption].
  - left. intros v (Hv & A). specialize (N v Hv). rewrite A in N. simpl in N. apply Z.leb_gt in N. assumption.
Qed.

Theorem firings_end s z : nonneg z -> stable s z -> exists x, legal s x /\ stable s x /\ upto x z.
Proof.
  intros N S. assert (H : forall fuel x, legal s x -> total z <= Z.of_nat fuel + total x -> exists y, legal s y /\ stable s y).
  { induction fuel; intros x L F; destruct (unstable_or s x) as [|(u & A & D)]; eauto;
      assert (L' : legal s (bumpZ x u)) by (constructor; assumption).
    - pose proof (total_upto _ _ (least_action s z N S _ L')). rewrite total_bump in H by assumption. lia.
    - apply (IHfuel (bumpZ x u) L'). rewrite total_bump by assumption. lia. }
  destruct (H (Z.to_nat (total z)) (fun _ => 0) (at_rest s)) as (x & L & E).
  - assert (total (fun _ => 0) = 0); [|lia]. unfold total. rewrite (sumZ_ext n _ (fun _ => 0)); [apply sumZ_zero|].
    intros v _. destruct (halts v); reflexivity.
  - exists x. split; [assumption|]. split; [assumption|]. apply (least_action s z); assumption.
Qed.

(* The abelian property: all orders that leave stable chips fire the same. *)
Theorem same_firings s x y : legal s x -> stable s x -> legal s y -> stable s y -> same x y.
Proof.
  intros Lx Sx Ly Sy v A. apply Z.le_antisymm.
  - apply (least_action s y (legal_nonneg s y Ly) Sy x Lx v A).
  - apply (least_action s x (legal_nonneg s x Lx) Sx y Ly v A).
Qed.

(* ---- what can be spared ---- *)

(* w can be taken from the firings u that leave the chips sigma: the rest leaves stable chips too. *)
Definition spared (sigma u w : nat -> Z) :=
  nonneg w /\ upto w u /\ forall v, active v -> 0 < w v -> w v * deg v <= deg v - 1 - sigma v + gets w v.

Lemma rest_is_stable s u w : spared (after s u) u w -> stable s u -> stable s (fun v => u v - w v).
Proof.
  intros (N & U & W) S v A. specialize (S v A). pose proof (N v A) as Nv.
  assert (E : after s (fun v => u v - w v) v = after s u v + w v * deg v - gets w v).
  { replace (after s (fun v => u v - w v) v) with (after s (fun v => u v + (-1) * w v) v)
      by (apply after_ext; [assumption|intros i _; lia]).
    unfold after. rewrite !gives_live by assumption. rewrite gets_add, gets_scale. lia. }
  rewrite E. destruct (Z.eq_dec (w v) 0) as [Z0|NZ]; [|specialize (W v A ltac:(lia)); lia].
  rewrite Z0. assert (0 <= gets w v); [|lia]. rewrite <- (gets_none v). apply gets_mono. assumption.
Qed.

Lemma rest_is_spared s u x : nonneg x -> upto x u -> stable s x -> spared (after s u) u (fun v => u v - x v).
Proof.
  intros N U S. split; [intros v A; specialize (U v A); lia|]. split; [intros v A; specialize (N v A); lia|].
  intros v A _. specialize (S v A). replace (gets (fun v => u v - x v) v) with (gets u v - gets x v).
  - unfold after in *. rewrite gives_live in * by assumption. lia.
  - assert (gets (fun v => u v - x v) v + gets x v = gets u v); [|lia]. rewrite <- gets_add. apply gets_ext.
    intros i _. lia.
Qed.

Definition nothing_spared sigma u := forall w, spared sigma u w -> forall v, active v -> w v = 0.

(* What the judge accepts: legal firings end, and in whatever order, they are u and leave the chips after u. *)
Theorem unspared_is_the_run s u : nonneg u -> stable s u -> nothing_spared (after s u) u ->
  (exists x, legal s x /\ stable s x) /\
  forall x, legal s x -> upto x u /\ (stable s x -> same x u /\ forall v, active v -> after s x v = after s u v).
Proof.
  intros N S Nothing. destruct (firings_end s u N S) as (y & Ly & Sy & _). split; [eauto|]. intros x L.
  pose proof (least_action s u N S x L) as U. split; [assumption|]. intros Sx.
  assert (E : same x u).
  { intros v A. pose proof (Nothing _ (rest_is_spared s u x (legal_nonneg s x L) U Sx) v A) as Z0. cbv beta in Z0. lia. }
  split; [assumption|]. intros v A. apply after_ext; assumption.
Qed.

Theorem spared_is_not s u w : stable s u -> spared (after s u) u w -> (exists v, active v /\ 0 < w v) ->
  forall x, legal s x -> ~ same x u.
Proof.
  intros S W (v & A & P) x L E. pose proof (rest_is_stable s u w W S) as R. destruct W as (_ & U & _).
  assert (N : nonneg (fun v => u v - w v)) by (intros i Ai; specialize (U i Ai); lia).
  pose proof (least_action s _ N R x L v A) as Le. rewrite (E v A) in Le. lia.
Qed.

(* Conversely nothing can be spared of legal firings that leave stable chips. *)
Theorem runs_spare_nothing s u : legal s u -> stable s u -> nonneg u /\ nothing_spared (after s u) u.
Proof.
  intros L S. split; [apply (legal_nonneg s); assumption|]. intros w Sp v A. pose proof (rest_is_stable s u w Sp S) as R.
  destruct Sp as (Nw & Uw & _).
  assert (Nr : nonneg (fun v => u v - w v)) by (intros x Ax; specialize (Uw x Ax); cbv beta; lia).
  pose proof (least_action s _ Nr R u L v A) as Le. specialize (Nw v A). cbv beta in Le. lia.
Qed.

(* A bound b on everything that can be spared stays one if it is lowered at a vertex to what the others allow. *)
Definition lowest sigma b v : Z := Z.max 0 ((deg v - 1 - sigma v + gets b v) / deg v).

Theorem lowering sigma u b v : active v -> 0 < deg v -> (forall w, spared sigma u w -> upto w b) ->
  forall w, spared sigma u w -> upto w (fun i => if (i =? v)%nat then Z.min (b i) (lowest sigma b v) else b i).
Proof.
  intros A D B w W i Ai. pose proof (B w W) as U. destruct (Nat.eqb_spec i v) as [->|]; [|apply U; assumption].
  specialize (U v A) as Uv. apply Z.min_glb; [assumption|]. unfold lowest.
  destruct W as (N & _ & W). specialize (N v A). destruct (Z.eq_dec (w v) 0) as [|P]; [lia|].
  specialize (W v A ltac:(lia)). pose proof (gets_mono w b v U).
  assert (w v <= (deg v - 1 - sigma v + gets b v) / deg v); [|lia]. apply Z.div_le_lower_bound; lia.
Qed.

(* ---- sets ---- *)
Definition support (u : nat -> Z) v : Z := if 0 <? u v then 1 else 0.

Lemma greatest (w : nat -> Z) : (exists v, active v /\ 0 < w v) -> exists m, 0 < m /\
  (exists v, active v /\ w v = m) /\ forall v, active v -> w v <= m.
Proof.
  intros (v & (Hv & A) & P).
  assert (H : forall k, (k <= n)%nat -> (forall i, (i < k)%nat -> halts i = false -> w i <= 0) \/
    exists m, 0 < m /\ (exists i, active i /\ w i = m) /\ forall i, (i < k)%nat -> halts i = false -> w i <= m).
  { induction k; intros Hk; [left; intros; lia|]. destruct (halts k) eqn:E.
    - destruct (IHk ltac:(lia)) as [L|(m & M1 & M2 & M3)]; [left|right; exists m; repeat split; auto];
        intros i Hi Hl; destruct (Nat.eq_dec i k) as [->|]; try congruence; first [apply L|apply M3]; auto; lia.
    - destruct (IHk ltac:(lia)) as [L|(m & M1 & M2 & M3)].
      + destruct (Z_lt_le_dec 0 (w k)) as [K|K].
        * right. exists (w k). split; [assumption|]. split; [exists k; split; [split; [lia|assumption]|reflexivity]|].
          intros i Hi Hl. destruct (Nat.eq_dec i k) as [->|]; [lia|]. specialize (L i ltac:(lia) Hl). lia.
        * left. intros i Hi Hl. destruct (Nat.eq_dec i k) as [->|]; [lia|]. apply L; auto; lia.
      + right. destruct (Z_lt_le_dec m (w k)) as [K|K].
        * exists (w k). split; [lia|]. split; [exists k; split; [split; [lia|assumption]|reflexivity]|].
          intros i Hi Hl. destruct (Nat.eq_dec i k) as [->|]; [lia|]. specialize (M3 i ltac:(lia) Hl). lia.
        * exists m. split; [assumption|]. split; [assumption|].
          intros i Hi Hl. destruct (Nat.eq_dec i k) as [->|]; [lia|]. apply M3; auto; lia. }
  destruct (H n (Nat.le_refl n)) as [L|(m & M1 & M2 & M3)]; [specialize (L v Hv A); lia|].
  exists m. split; [assumption|]. split; [assumption|]. intros i (Hi & Ai). auto.
Qed.

Theorem sets_suffice sigma u : (forall v, active v -> 0 < u v -> gets (support u) v <= deg v) ->
  nothing_spared sigma (support u) -> nothing_spared sigma u.
Proof.
  intros In Sets w W v A. pose proof W as (N & U & W').
  destruct (Z.eq_dec (w v) 0) as [|P]; [assumption|exfalso].
  destruct (greatest w) as (m & M1 & (k & Ak & Ek) & M3); [exists v; split; [assumption|specialize (N v A); lia]|].
  set (t := fun i => if w i =? m then 1 else 0).
  assert (Tk : t k = 1) by (unfold t; rewrite Ek, Z.eqb_refl; reflexivity).
  assert (T : spared sigma (support u) t); [|pose proof (Sets t T k Ak); lia]. split; [|split].
  - intros i _. unfold t. destruct (_ =? _); lia.
  - intros i Ai. unfold t, support. destruct (Z.eqb_spec (w i) m); destruct (Z.ltb_spec 0 (u i)); try lia.
    specialize (U i Ai). lia.
  - intros i Ai Ti. unfold t in Ti at 1. destruct (Z.eqb_spec (w i) m) as [Ei|]; [|lia].
    unfold t at 1. rewrite Ei, Z.eqb_refl. specialize (W' i Ai ltac:(lia)). rewrite Ei in W'.
    assert (Ui : 0 < u i) by (specialize (U i Ai); lia). specialize (In i Ai Ui).
    (* each neighbour that may be spared is spared m times if it is in the set, else less *)
    assert (G : gets w i <= gets (fun j => t j + (m - 1) * support u j) i).
    { apply gets_mono. intros j Aj. unfold t, support. specialize (U j Aj). specialize (M3 j Aj). specialize (N j Aj).
      destruct (Z.eqb_spec (w j) m); destruct (Z.ltb_spec 0 (u j)); nia. }
    rewrite gets_add, gets_scale in G. nia.
Qed.
End Chips.

(* Two vertices, a: b and b: a a s, with a chip each, fire (1, 0): after that nothing more can fire.  The firings (3, 1)
   leave stable chips too, and the last firings of b, then a can be done legally one after the other from the chips before
   them; but not all of them can be done, so that this order proves nothing. *)
Definition example_heads (v : nat) : list nat := match v with 0%nat => [1%nat] | 1%nat => [0; 0; 2]%nat | _ => [] end.
Definition example_halts (v : nat) : bool := (2 <=? v)%nat.
Definition chip_each (v : nat) : Z := if (v <? 2)%nat then 1 else 0.
Definition firings (a b : Z) (v : nat) : Z := match v with 0%nat => a | 1%nat => b | _ => 0 end.

Theorem last_firings_err :
  let after := after 3 example_heads example_halts chip_each in
  let deg := deg example_heads in
  let stable := stable 3 example_heads example_halts chip_each in
  (* both are stable *)
  stable (firings 1 0) /\ stable (firings 3 1) /\
  (* the last firing of b, then that of a are legal *)
  deg 1%nat <= after (firings 2 0) 1%nat /\ deg 0%nat <= after (firings 2 1) 0%nat /\
  (* but no legal firings go beyond (1, 0) *)
  forall x, legal 3 example_heads example_halts chip_each x -> x 0%nat <= 1 /\ x 1%nat <= 0.
Proof.
  cbv zeta.
  assert (S : stable 3 example_heads example_halts chip_each (firings 1 0)).
  { intros v (Hv & A). destruct v as [|[|v]]; [vm_compute; reflexivity..|]. discriminate A. }
  split; [assumption|]. split.
  { intros v (Hv & A). destruct v as [|[|v]]; [vm_compute; reflexivity..|]. discriminate A. }
  split; [vm_compute; discriminate|]. split; [vm_compute; discriminate|]. intros x L.
  assert (N : nonneg 3 example_halts (firings 1 0))
    by (intros v (Hv & A); destruct v as [|[|v]]; [vm_compute; discriminate..|discriminate A]).
  pose proof (least_action _ _ _ _ _ N S x L) as U. split.
  - apply (U 0%nat). split; [lia|reflexivity].
  - apply (U 1%nat). split; [lia|reflexivity].
Qed.
