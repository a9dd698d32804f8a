(* Periods of traps: a judge that runs, and what it shows.

   The periods of a trap are positive numbers without a common divisor such that the rows of the Laplacian, taken that many
   times, add up to nothing.
     check_periods_sound     the judge accepts nothing else
     periods_are_least       if every vertex of a strongly connected trap is left q(u) times d(u), and q is conserved and
                             not nothing, then q is a positive multiple of the periods *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive Relations.
Require Import Sums Stacks Rotor Trap Machine Judge Connected MachineZ Chips.
Import ListNotations.
Local Open Scope Z_scope.

Section Periods.
Variable g : graph.
Variable T : PM.t positive.
Notation n := (order g).
Notation heads := (heads g).
Notation outside := (fun u => negb (PM.mem (id u) T)).
Notation gets := (Chips.gets n heads outside).
Notation deg := (Chips.deg heads).

Record periods (per : nat -> Z) : Prop := {
  none_outside : forall v, (v < n)%nat -> trap_of T v = None -> per v = 0;
  positive_inside : forall v i, (v < n)%nat -> trap_of T v = Some i -> 0 < per v;
  rows_add_up : forall v i, (v < n)%nat -> trap_of T v = Some i -> gets per v = per v * deg v;
  primitive : forall v i d, (v < n)%nat -> trap_of T v = Some i ->
    (forall u, (u < n)%nat -> trap_of T u = Some i -> (d | per u)) -> (d | 1)
}.

Definition divisors (per : PM.t Z) : PM.t Z :=
  fold_left (fun m p => match PM.find p T with
    | Some i => PM.add i (Z.gcd (countZ m i) (countZ per p)) m
    | None => m
    end) (ids g) (PM.empty Z).

Definition check_periods (per : PM.t Z) : bool :=
  let a := send g (fun p => negb (PM.mem p T)) (countZ per) in
  let common := divisors per in
  forallb (fun p => match PM.find p T with
    | None => countZ per p =? 0
    | Some i => (0 <? countZ per p) && (countZ a p =? countZ per p * degree g p) && (countZ common i =? 1)
    end) (ids g).

Hypothesis ok : check_graph g = true.

Lemma found v i : trap_of T v = Some i -> exists j, PM.find (id v) T = Some j /\ Pos.to_nat j = i.
Proof. unfold trap_of. destruct (PM.find (id v) T) as [j|]; [|discriminate]. intros E. injection E as <-. eauto. Qed.

Lemma divisors_divide per j d : (forall u, (u < n)%nat -> PM.find (id u) T = Some j -> (d | numbers per u)) ->
  (d | countZ (divisors per) j).
Proof.
  intros H. unfold divisors. rewrite (proj1 (ids_are g ok)).
  assert (A : forall k, (k <= n)%nat -> (d | countZ (fold_left (fun m p => match PM.find p T with
    | Some i => PM.add i (Z.gcd (countZ m i) (countZ per p)) m | None => m end) (map id (seq 0 k)) (PM.empty Z)) j)).
  { induction k; intros Hk; [unfold countZ; simpl; rewrite PM.gempty; apply Z.divide_0_r|].
    rewrite seq_S, map_app, fold_left_app. cbn [map fold_left plus]. specialize (IHk ltac:(lia)).
    set (m := fold_left _ (map id (seq 0 k)) _) in *. destruct (PM.find (id k) T) as [i|] eqn:E; [|assumption].
    unfold countZ at 1. destruct (Pos.eq_dec j i) as [->|N]; [|rewrite PM.gso by assumption; exact IHk].
    rewrite PM.gss. apply Z.gcd_greatest; [assumption|]. apply H; [lia|assumption]. }
  apply A. lia.
Qed.

Theorem check_periods_sound per : check_periods per = true -> periods (numbers per).
Proof.
  unfold check_periods. cbv zeta. intros C. pose proof (for_all g ok _ C) as A. cbv beta in A. clear C. split.
  - intros v Hv E. specialize (A v Hv). unfold trap_of in E. destruct (PM.find (id v) T); [discriminate|].
    apply Z.eqb_eq in A. exact A.
  - intros v i Hv E. destruct (found v i E) as (j & F & _). specialize (A v Hv). rewrite F in A.
    rewrite !andb_true_iff in A. destruct A as ((A & _) & _). apply Z.ltb_lt in A. exact A.
  - intros v i Hv E. destruct (found v i E) as (j & F & _). specialize (A v Hv). rewrite F in A.
    rewrite !andb_true_iff in A. destruct A as ((_ & A) & _). apply Z.eqb_eq in A. rewrite degree_is in A.
    etransitivity; [|exact A]. symmetry. exact (send_numbers g ok _ _ v).
  - intros v i d Hv E H. destruct (found v i E) as (j & F & Ej). specialize (A v Hv). rewrite F in A.
    rewrite !andb_true_iff in A. destruct A as (_ & A). apply Z.eqb_eq in A. rewrite <- A. apply divisors_divide.
    intros u Hu Fu. apply H; [assumption|]. unfold trap_of. rewrite Fu, <- Ej. reflexivity.
Qed.

(* ---- no other relation is smaller ---- *)
Variable i : nat.
Hypothesis closed : closed n heads (trap_of T).
Hypothesis connected : forall u v, (u < n)%nat -> (v < n)%nat -> trap_of T u = Some i -> trap_of T v = Some i -> leads g u v.
Variable per q : nat -> Z.
Hypothesis is_periods : periods per.
Hypothesis q_nonneg : forall v, (v < n)%nat -> trap_of T v = Some i -> 0 <= q v.
Hypothesis q_outside : forall v, (v < n)%nat -> trap_of T v <> Some i -> q v = 0.
Hypothesis q_adds_up : forall v, (v < n)%nat -> trap_of T v = Some i -> gets q v = q v * deg v.

Lemma trapped_inside u : trap_of T u = Some i -> outside u = false.
Proof. intros E. destruct (found u i E) as (j & F & _). rewrite PM.mem_find, F. reflexivity. Qed.

(* Where a relation b q - a per is 0 at one vertex and of one sign in the trap, it is 0 wherever an arc leads there from. *)
Lemma zero_spreads (r : nat -> Z) : (forall v, (v < n)%nat -> trap_of T v = Some i -> 0 <= r v) ->
  (forall v, (v < n)%nat -> trap_of T v <> Some i -> outside v = false -> forall w, trap_of T w = Some i -> arcs_to heads v w = 0) ->
  (forall v, (v < n)%nat -> trap_of T v = Some i -> gets r v = r v * deg v) ->
  forall u v, (u < n)%nat -> (v < n)%nat -> trap_of T u = Some i -> trap_of T v = Some i -> r v = 0 -> r u = 0.
Proof.
  intros Nn Out Bal u v Hu Hv Eu Ev Z. pose proof (connected u v Hu Hv Eu Ev) as L.
  clear Hv Ev. apply clos_rt_rt1n in L. induction L as [|u w v (_ & I) L IH]; [assumption|].
  destruct (closed u i Hu Eu) as (_ & Tr). pose proof (Tr w I) as Ew.
  assert (Hw : (w < n)%nat) by (apply (proj1 (graph_well_formed g ok) u Hu); assumption).
  specialize (IH Hw Ew Z). pose proof (Bal w Hw Ew) as B. rewrite IH, Z.mul_0_l in B.
  destruct (Z.eq_dec (r u) 0) as [|N]; [assumption|exfalso].
  assert (P : sumZ n (fun _ => 0) < gets r w); [|rewrite sumZ_zero in P; lia]. apply sumZ_lt with u; [|assumption|].
  - intros x Hx. cbv beta. destruct (negb (PM.mem (id x) T)) eqn:O; [lia|].
    assert (D : trap_of T x = Some i \/ trap_of T x <> Some i) by (destruct (trap_of T x) as [j|]; [destruct (Nat.eq_dec j i) as [->|]; [left|right]; congruence|right; discriminate]).
    destruct D as [D|D]; [|rewrite (Out x Hx D O w Ew); lia]. specialize (Nn x Hx D). pose proof (arcs_nonneg heads x w). nia.
  - cbv beta. rewrite (trapped_inside u Eu). specialize (Nn u Hu Eu).
    assert (0 < arcs_to heads u w); [|nia]. unfold arcs_to. apply (proj1 (count_occ_In Nat.eq_dec (heads u) w)) in I. lia.
Qed.

Lemma other_traps v : (v < n)%nat -> trap_of T v <> Some i -> outside v = false ->
  forall w, trap_of T w = Some i -> arcs_to heads v w = 0.
Proof.
  intros Hv D O w Ew. unfold arcs_to. rewrite (proj1 (count_occ_not_In Nat.eq_dec (heads v) w)); [reflexivity|]. intros I.
  apply negb_false_iff in O. rewrite PM.mem_find in O. destruct (PM.find (id v) T) as [j|] eqn:F; [|discriminate].
  assert (E : trap_of T v = Some (Pos.to_nat j)) by (unfold trap_of; rewrite F; reflexivity).
  destruct (closed v _ Hv E) as (_ & Tr). specialize (Tr w I). congruence.
Qed.

Theorem periods_are_least : (exists v, (v < n)%nat /\ q v <> 0) ->
  exists c, 1 <= c /\ forall v, (v < n)%nat -> trap_of T v = Some i -> q v = c * per v.
Proof.
  intros (v0 & H0 & Q0).
  assert (E0 : trap_of T v0 = Some i).
  { destruct (trap_of T v0) as [j|] eqn:E; [destruct (Nat.eq_dec j i) as [->|N]; [reflexivity|]|]; exfalso; apply Q0;
      apply q_outside; auto; rewrite E; congruence. }
  (* the vertex where q / per is least *)
  assert (Least : exists v, (v < n)%nat /\ trap_of T v = Some i /\
    forall u, (u < n)%nat -> trap_of T u = Some i -> q v * per u <= q u * per v).
  { assert (A : forall m, (m <= n)%nat -> (exists v, (v < m)%nat /\ trap_of T v = Some i) -> exists v, (v < m)%nat /\ trap_of T v = Some i /\
      forall u, (u < m)%nat -> trap_of T u = Some i -> q v * per u <= q u * per v).
    { induction m; intros Hm (v & Hv & Ev); [lia|].
      assert (Dm : trap_of T m = Some i \/ trap_of T m <> Some i) by (destruct (trap_of T m) as [j|]; [destruct (Nat.eq_dec j i) as [->|]; [left|right]; congruence|right; discriminate]).
      destruct Dm as [Em|Nm].
      - assert (Dn : (exists v, (v < m)%nat /\ trap_of T v = Some i) \/ forall v, (v < m)%nat -> trap_of T v <> Some i).
        { destruct (find_below m (fun v => match trap_of T v with Some j => (j =? i)%nat | None => false end)) as [(w & Hw & B)|N].
          - left. exists w. split; [assumption|]. destruct (trap_of T w) as [j|]; [apply Nat.eqb_eq in B; congruence|discriminate].
          - right. intros w Hw Ew. specialize (N w Hw). rewrite Ew, Nat.eqb_refl in N. discriminate. }
        destruct Dn as [X|X].
        + destruct (IHm ltac:(lia) X) as (w & Hw & Ew & W).
          pose proof (positive_inside _ is_periods w i ltac:(lia) Ew) as Pw.
          pose proof (positive_inside _ is_periods m i ltac:(lia) Em) as Pm.
          destruct (Z.le_ge_cases (q w * per m) (q m * per w)) as [L|L].
          * exists w. split; [lia|]. split; [assumption|]. intros u Hu Eu. destruct (Nat.eq_dec u m) as [->|]; [assumption|]. apply W; [lia|assumption].
          * exists m. split; [lia|]. split; [assumption|]. intros u Hu Eu. destruct (Nat.eq_dec u m) as [->|]; [lia|].
            specialize (W u ltac:(lia) Eu). pose proof (positive_inside _ is_periods u i ltac:(lia) Eu) as Pu.
            apply Z.mul_le_mono_pos_r with (per w); [assumption|]. nia.
        + exists m. split; [lia|]. split; [assumption|]. intros u Hu Eu. destruct (Nat.eq_dec u m) as [->|]; [lia|].
          exfalso. apply (X u); [lia|assumption].
      - assert (v <> m) by congruence. destruct (IHm ltac:(lia)) as (w & Hw & Ew & W); [exists v; split; [lia|assumption]|].
        exists w. split; [lia|]. split; [assumption|]. intros u Hu Eu. destruct (Nat.eq_dec u m) as [->|]; [contradiction|].
        apply W; [lia|assumption]. }
    apply A; [lia|]. exists v0. auto. }
  destruct Least as (v & Hv & Ev & L). pose proof (positive_inside _ is_periods v i Hv Ev) as Pv.
  assert (P : forall u, (u < n)%nat -> trap_of T u = Some i -> per v * q u = q v * per u).
  { intros u Hu Eu.
    pose proof (zero_spreads (fun u => per v * q u + (- q v) * per u)) as Z. cbv beta in Z.
    specialize (Z ltac:(intros w Hw Ew; specialize (L w Hw Ew); lia) other_traps).
    assert (Bal : forall w, (w < n)%nat -> trap_of T w = Some i -> gets (fun u => per v * q u + (- q v) * per u) w = (per v * q w + (- q v) * per w) * deg w).
    { intros w Hw Ew. rewrite gets_add, !gets_scale, (q_adds_up w Hw Ew), (rows_add_up _ is_periods w i Hw Ew). ring. }
    specialize (Z Bal u v Hu Hv Eu Ev ltac:(ring)). lia. }
  (* in lowest terms *)
  set (d := Z.gcd (per v) (q v)).
  assert (Dp : 0 < d) by (assert (0 <= d) by apply Z.gcd_nonneg; assert (d <> 0) by (intros E; apply Z.gcd_eq_0 in E; lia); lia).
  destruct (Z.gcd_divide_l (per v) (q v)) as (b & B). destruct (Z.gcd_divide_r (per v) (q v)) as (a & A). fold d in A, B.
  assert (G : Z.gcd b a = 1).
  { assert (E : d = Z.gcd (b * d) (a * d)) by (rewrite <- A, <- B; reflexivity). rewrite Z.gcd_mul_mono_r_nonneg in E by lia. nia. }
  assert (Eq : forall u, (u < n)%nat -> trap_of T u = Some i -> b * q u = a * per u).
  { intros u Hu Eu. specialize (P u Hu Eu). rewrite A, B in P. apply Z.mul_reg_r with d; [lia|]. lia. }
  assert (U : (b | 1)).
  { apply (primitive _ is_periods v i b Hv Ev). intros u Hu Eu. specialize (Eq u Hu Eu).
    apply (Z.gauss b a); [|assumption]. exists (q u). lia. }
  assert (b = 1) by (apply Z.divide_1_r in U; destruct U; [assumption|nia]). subst b.
  exists a. assert (Ea : forall u, (u < n)%nat -> trap_of T u = Some i -> q u = a * per u) by (intros u Hu Eu; specialize (Eq u Hu Eu); lia).
  split; [|assumption]. pose proof (q_nonneg v0 H0 E0). specialize (Ea v0 H0 E0).
  pose proof (positive_inside _ is_periods v0 i H0 E0). nia.
Qed.
End Periods.
