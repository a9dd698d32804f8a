(* Recurrent chips: docs/certificates.md, chips and identity.

   Chips are recurrent if they are stable and come out of any chips, if others are added first.  A burning script is a
   number of firings s >= 1 for every active vertex with s Delta >= 0; every active vertex reaches a sink or a trap.
     burning_decides      stable chips are recurrent exactly if nothing of a burning script can be spared (Speer 1993)
     recurrent_unique     recurrent chips that differ by firings are the same
     identity_is_neutral  recurrent chips e that are firings of nothing change no recurrent chips: c + e stabilises to c *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Integers Chips Firings.
Import ListNotations.
Local Open Scope Z_scope.

Section Recurrent.
Variable n : nat.
Variable heads : nat -> list nat.
Variable halts : nat -> bool.
Notation deg := (deg heads).
Notation arcs_to := (arcs_to heads).
Notation gets := (gets n heads halts).
Notation after := (after n heads halts).
Notation active := (active n halts).
Notation stable := (stable n heads halts).
Notation nonneg := (nonneg n halts).
Notation upto := (upto n halts).
Notation same := (same n halts).
Notation legal := (legal n heads halts).
Notation spared := (spared n heads halts).
Notation nothing_spared := (nothing_spared n heads halts).

Notation is_stable := (is_stable n heads halts).
Notation after_at := (after_at n heads halts).
Notation legal_more := (legal_more n heads halts).
Notation legal_compose := (legal_compose n heads halts).
Notation legal_sum := (legal_sum n heads halts).
Notation legal_ample := (legal_ample n heads halts).
Notation confluent := (confluent n heads halts).

Definition comes_from (c sigma : nat -> Z) := exists x, legal c x /\ same (after c x) sigma.
Definition recurrent (sigma : nat -> Z) :=
  is_stable sigma /\ forall c, nonneg c -> exists a, nonneg a /\ comes_from (plus c a) sigma.

(* ---- the burning script ---- *)
Variable s : nat -> Z.
Hypothesis script_pos : forall v, active v -> 1 <= s v.
Definition added v := s v * deg v - gets s v.
Hypothesis added_nonneg : nonneg added.
(* every active vertex reaches a place where chips stay *)
Variable rank : nat -> nat.
Hypothesis stopping : forall v, active v -> exists w, In w (heads v) /\ (halts w = true \/ active w /\ (rank w < rank v)%nat).

Definition times (k : nat) v := Z.of_nat k * added v.

Lemma times_nonneg k : nonneg (times k).
Proof. intros v A. unfold times. specialize (added_nonneg v A). nia. Qed.

Definition floods v := forall N, 0 <= N -> exists k y, legal (times k) y /\ N <= after (times k) y v.

(* Arcs into a set are at most all arcs, and fewer if one leads out of it. *)
Lemma arcs_within (b : nat -> bool) u :
  sumZ n (fun v => if b v then arcs_to u v else 0) <= deg u /\
  ((exists w, In w (heads u) /\ ((w < n)%nat -> b w = false)) -> sumZ n (fun v => if b v then arcs_to u v else 0) < deg u).
Proof.
  unfold Chips.arcs_to, Chips.deg. induction (heads u) as [|h t (IH1 & IH2)].
  - simpl. rewrite (sumZ_ext n _ (fun _ => 0)) by (intros v _; destruct (b v); reflexivity). rewrite sumZ_zero.
    split; [lia|]. intros (w & [] & _).
  - set (one := fun v => if (v =? h)%nat then if b h then 1 else 0 else 0).
    assert (E : sumZ n (fun v => if b v then Z.of_nat (count_occ Nat.eq_dec (h :: t) v) else 0)
              = sumZ n one + sumZ n (fun v => if b v then Z.of_nat (count_occ Nat.eq_dec t v) else 0)).
    { rewrite <- sumZ_add. apply sumZ_ext. intros v _. unfold one. simpl.
      destruct (Nat.eq_dec h v) as [->|N]; [rewrite Nat.eqb_refl; destruct (b v); lia|].
      destruct (Nat.eqb_spec v h); [congruence|]. destruct (b v); lia. }
    assert (O : sumZ n one <= 1 /\ (((h < n)%nat -> b h = false) -> sumZ n one <= 0)).
    { destruct (le_lt_dec n h) as [G|L].
      - assert (Z0 : sumZ n one = 0); [|lia]. rewrite (sumZ_ext n one (fun _ => 0)); [apply sumZ_zero|].
        intros v Hv. unfold one. destruct (Nat.eqb_spec v h); [lia|reflexivity].
      - unfold one. rewrite sumZ_one by assumption. destruct (b h) eqn:B; (split; [lia|]); intros H; [|lia].
        specialize (H L). discriminate. }
    rewrite E. simpl length. destruct O as (O1 & O2). split; [lia|].
    intros (w & [->|I] & Bw); [specialize (O2 Bw); lia|]. specialize (IH2 (ex_intro _ w (conj I Bw))). lia.
Qed.

Lemma gets_source x v : nonneg x -> 0 < gets x v -> exists u, active u /\ 0 < x u /\ 0 < arcs_to u v.
Proof.
  intros N P. destruct (find_below n (fun u => negb (halts u) && (0 <? x u * arcs_to u v))) as [(u & Hu & B)|Z0].
  - apply andb_prop in B. destruct B as (B1 & B2). apply negb_true_iff in B1. apply Z.ltb_lt in B2.
    exists u. specialize (N u (conj Hu B1)). pose proof (arcs_nonneg heads u v).
    split; [split; assumption|]. split; nia.
  - exfalso. assert (gets x v <= 0); [|lia]. transitivity (sumZ n (fun _ => 0)); [|rewrite sumZ_zero; lia].
    apply sumZ_le. intros u Hu. specialize (Z0 u Hu). destruct (halts u) eqn:E; [lia|]. simpl in Z0. apply Z.ltb_ge in Z0. assumption.
Qed.

(* Chips of the script flow into every set of vertices that they have not reached. *)
Lemma next_flooded (C : nat -> bool) : (exists v, active v /\ C v = false) ->
  exists v, active v /\ C v = false /\ (0 < added v \/ exists u, active u /\ C u = true /\ 0 < arcs_to u v).
Proof.
  intros (v0 & A0 & C0). set (c := fun u => if C u then 1 else 0). set (R := fun v => negb (halts v) && negb (C v)).
  destruct (find_below n (fun v => R v && ((0 <? added v) || (0 <? gets c v)))) as [(v & Hv & B)|None].
  - apply andb_prop in B. destruct B as (Rv & B). apply andb_prop in Rv. destruct Rv as (H & Cv).
    apply negb_true_iff in H, Cv. exists v. split; [split; assumption|]. split; [assumption|].
    apply orb_prop in B. destruct B as [B|B]; apply Z.ltb_lt in B; [left; assumption|right].
    destruct (gets_source c v) as (u & Au & P & Q); [intros i _; unfold c; destruct (C i); lia|assumption|].
    exists u. split; [assumption|]. split; [|assumption]. unfold c in P. destruct (C u); [reflexivity|lia].
  - exfalso.
    assert (Rest : forall v, (v < n)%nat -> R v = true -> added v = 0 /\ gets c v = 0).
    { intros v Hv Rv. specialize (None v Hv). rewrite Rv in None. simpl in None. apply orb_false_elim in None.
      destruct None as (N1 & N2). apply Z.ltb_ge in N1, N2. pose proof Rv as Rv'. apply andb_prop in Rv'.
      destruct Rv' as (H & _). apply negb_true_iff in H. pose proof (added_nonneg v (conj Hv H)).
      assert (0 <= gets c v); [|lia]. rewrite <- (gets_none n heads halts v). apply gets_mono. intros i _. unfold c.
      destruct (C i); lia. }
    (* within R the script sends out no more than it sends in *)
    assert (Out : sumZ n (fun v => if R v then s v * deg v else 0)
                <= sumZ n (fun u => if R u then s u * sumZ n (fun v => if R v then arcs_to u v else 0) else 0)).
    { transitivity (sumZ n (fun v => sumZ n (fun u => if R v then if R u then s u * arcs_to u v else 0 else 0))).
      - apply sumZ_le. intros v Hv. destruct (R v) eqn:Rv; [|rewrite sumZ_zero; lia].
        destruct (Rest v Hv Rv) as (E1 & E2). unfold added in E1.
        assert (gets s v <= sumZ n (fun u => if R u then s u * arcs_to u v else 0)); [|lia].
        apply sumZ_le. intros u Hu. unfold R. destruct (halts u) eqn:Eu; [simpl; lia|]. simpl.
        destruct (C u) eqn:Cu; simpl; [|lia].
        assert (Z0 : arcs_to u v = 0); [|rewrite Z0; lia].
        assert (arcs_to u v <= gets c v); [|pose proof (arcs_nonneg heads u v); lia].
        unfold Chips.gets. rewrite <- (sumZ_one n u (arcs_to u v) Hu). apply sumZ_le. intros i _. unfold c.
        pose proof (arcs_nonneg heads i v). destruct (Nat.eqb_spec i u) as [->|].
        + rewrite Eu, Cu. lia.
        + destruct (halts i); [lia|]. destruct (C i); lia.
      - rewrite sumZ_swap. apply sumZ_le. intros u _. destruct (R u).
        + rewrite <- sumZ_scale. apply sumZ_le. intros v _. destruct (R v); lia.
        + rewrite (sumZ_ext n _ (fun _ => 0)); [rewrite sumZ_zero; lia|]. intros v _. destruct (R v); reflexivity. }
    assert (Leaves : exists u, (u < n)%nat /\ R u = true /\ exists w, In w (heads u) /\ ((w < n)%nat -> R w = false)).
    { assert (H : forall k v, (rank v < k)%nat -> active v -> C v = false ->
        exists u, (u < n)%nat /\ R u = true /\ exists w, In w (heads u) /\ ((w < n)%nat -> R w = false)).
      { induction k; intros v Hr A Cv; [lia|]. destruct (stopping v A) as (w & I & W).
        assert (Rv : R v = true) by (unfold R; rewrite (proj2 A), Cv; reflexivity).
        destruct W as [W|(Aw & W)].
        - exists v. split; [apply A|]. split; [assumption|]. exists w. split; [assumption|]. intros _. unfold R.
          rewrite W. reflexivity.
        - destruct (C w) eqn:Cw.
          + exists v. split; [apply A|]. split; [assumption|]. exists w. split; [assumption|]. intros _. unfold R.
            rewrite Cw. apply andb_false_r.
          + apply (IHk w); auto. lia. }
      apply (H (S (rank v0)) v0); auto. }
    destruct Leaves as (u & Hu & Ru & W).
    assert (sumZ n (fun u => if R u then s u * sumZ n (fun v => if R v then arcs_to u v else 0) else 0)
          < sumZ n (fun v => if R v then s v * deg v else 0)); [|lia].
    assert (Pos : forall i, (i < n)%nat -> R i = true -> 1 <= s i).
    { intros i Hi Ri. apply andb_prop in Ri. destruct Ri as (Ri & _). apply negb_true_iff in Ri.
      apply script_pos. split; assumption. }
    apply sumZ_lt with u; [|assumption|].
    + intros i Hi. destruct (R i) eqn:Ri; [|lia]. specialize (Pos i Hi Ri). destruct (arcs_within R i) as (W1 & _). nia.
    + rewrite Ru. specialize (Pos u Hu Ru). destruct (arcs_within R u) as (_ & W2). specialize (W2 W). nia.
Qed.

Lemma all_flood v : active v -> floods v.
Proof.
  assert (H : forall k C, (sum n (fun v => one (negb (halts v) && negb (C v))) <= k)%nat ->
    (forall v, active v -> C v = true -> floods v) -> forall v, active v -> floods v).
  { induction k; intros C S F u A; (destruct (C u) eqn:Cu; [apply F; assumption|]).
    - exfalso. pose proof (sum_term n (fun v => one (negb (halts v) && negb (C v))) u (proj1 A)) as T. cbv beta in T.
      rewrite (proj2 A), Cu in T. simpl in T. lia.
    - destruct (next_flooded C (ex_intro _ u (conj A Cu))) as (w & Aw & Cw & W).
      apply (IHk (fun i => if (i =? w)%nat then true else C i)); [| |assumption].
      + assert (sum n (fun v => one (negb (halts v) && negb (if (v =? w)%nat then true else C v)))
              < sum n (fun v => one (negb (halts v) && negb (C v))))%nat; [|lia].
        apply sum_lt with w; [|apply Aw|].
        * intros i _. destruct (i =? w)%nat; [rewrite andb_false_r; simpl; lia|lia].
        * rewrite Nat.eqb_refl, Cw, (proj2 Aw). simpl. lia.
      + intros i Ai Ci. destruct (Nat.eqb_spec i w) as [->|]; [|apply F; assumption]. clear Ai. intros N HN.
        destruct W as [P|(t & At & Ct & P)].
        * exists (Z.to_nat N), (fun _ => 0). split; [constructor|]. rewrite after_none. unfold times. nia.
        * destruct (F t At Ct (N * deg t)) as (j & y & L & B); [unfold Chips.deg; nia|].
          set (z := fun i => if (i =? t)%nat then N else 0).
          assert (Lz : legal (after (times j) y) z).
          { apply legal_ample; [intros i _; unfold z; destruct (i =? t)%nat; lia|]. intros i Ai.
            pose proof (legal_solvent _ _ _ _ _ L (times_nonneg j) i Ai). unfold z.
            destruct (Nat.eqb_spec i t) as [->|]; lia. }
          exists j, (plus y z). split; [apply legal_compose; assumption|].
          unfold plus. rewrite after_twice. rewrite after_at by assumption.
          assert (Nt : w <> t) by (intros ->; congruence).
          pose proof (legal_solvent _ _ _ _ _ L (times_nonneg j) w Aw).
          assert (N * arcs_to t w <= gets z w).
          { unfold Chips.gets. rewrite <- (sumZ_one n t (N * arcs_to t w) (proj1 At)). apply sumZ_le. intros i _.
            unfold z. destruct (Nat.eqb_spec i t) as [->|]; [rewrite (proj2 At); lia|destruct (halts i); lia]. }
          unfold z at 1. destruct (Nat.eqb_spec w t); [contradiction|]. nia. }
  apply (H (sum n (fun v => one (negb (halts v) && negb false)))%nat (fun _ => false)); [lia|discriminate].
Qed.

(* So the script, often enough, floods all vertices at once. *)
Lemma flooded N : 0 <= N -> exists k y, legal (times k) y /\ forall v, active v -> N <= after (times k) y v.
Proof.
  intros HN. assert (H : forall m, (m <= n)%nat ->
    exists k y, legal (times k) y /\ forall v, (v < m)%nat -> halts v = false -> N <= after (times k) y v).
  { induction m; intros Hm; [exists 0%nat, (fun _ => 0); split; [constructor|intros; lia]|].
    destruct (IHm ltac:(lia)) as (k & y & L & B). destruct (halts m) eqn:E.
    - exists k, y. split; [assumption|]. intros v Hv Hl. destruct (Nat.eq_dec v m) as [->|]; [congruence|].
      apply B; auto; lia.
    - destruct (all_flood m (conj Hm E) N HN) as (j & z & Lz & Bz). exists (k + j)%nat, (plus y z). split.
      + apply (legal_more (plus (times k) (times j))); [|intros v _; unfold plus, times; lia].
        apply legal_sum; auto; apply times_nonneg.
      + intros v Hv Hl. assert (Av : active v) by (split; [lia|assumption]).
        assert (Sum : after (times (k + j)) (plus y z) v = after (times k) y v + after (times j) z v).
        { rewrite <- after_add. rewrite !after_at by assumption. unfold plus, times. nia. }
        rewrite Sum. pose proof (legal_solvent _ _ _ _ _ L (times_nonneg k) v Av).
        pose proof (legal_solvent _ _ _ _ _ Lz (times_nonneg j) v Av).
        destruct (Nat.eq_dec v m) as [->|]; [lia|]. specialize (B v ltac:(lia) Hl). lia. }
  destruct (H n (Nat.le_refl n)) as (k & y & L & B). exists k, y. split; [assumption|]. intros v (Hv & A). auto.
Qed.

(* ---- burning ---- *)
Definition burns sigma := legal (plus sigma added) s.

Lemma script_returns sigma v : active v -> after (plus sigma added) s v = sigma v.
Proof. intros A. rewrite after_at by assumption. unfold plus, added. lia. Qed.

Lemma burns_often sigma k : burns sigma -> nonneg sigma ->
  exists x, legal (plus sigma (times k)) x /\ same (after (plus sigma (times k)) x) sigma.
Proof.
  intros B N. induction k.
  - exists (fun _ => 0). split; [constructor|]. intros v _. rewrite after_none. unfold plus, times. lia.
  - destruct IHk as (x & L & E). exists (plus s x).
    assert (Es : same (after (plus sigma (times (S k))) s) (plus sigma (times k))).
    { intros v A. rewrite after_at by assumption. unfold plus, times, added. lia. }
    split.
    + apply legal_compose.
      * apply (legal_more (plus sigma added)); [assumption|]. intros v A. unfold plus, times.
        pose proof (added_nonneg v A). nia.
      * apply (legal_more (plus sigma (times k))); [assumption|]. intros v A. rewrite (Es v A). lia.
    + intros v A. unfold plus at 2. rewrite after_twice. rewrite after_at by assumption. rewrite (Es v A).
      rewrite <- (E v A), after_at by assumption. reflexivity.
Qed.

(* What the script has become is absorbed. *)
Lemma absorbs sigma k y : burns sigma -> nonneg sigma -> is_stable sigma -> legal (times k) y ->
  exists w, legal (plus sigma (after (times k) y)) w /\ same (after (plus sigma (after (times k) y)) w) sigma.
Proof.
  intros B N S L. destruct (burns_often sigma k B N) as (x & Lx & Ex).
  assert (Ly : legal (plus sigma (times k)) y).
  { apply (legal_more (times k)); [assumption|]. intros v A. unfold plus. specialize (N v A). lia. }
  destruct (confluent (plus sigma (times k)) x y Lx) as (w & Lw & _ & Ew); [|assumption|].
  { intros v A. rewrite (Ex v A). apply S. assumption. }
  assert (Same : same (after (plus sigma (times k)) y) (plus sigma (after (times k) y))).
  { intros v A. unfold plus. rewrite !after_at by assumption. lia. }
  exists w. split; [apply (legal_more _ _ _ Lw); intros v A; rewrite (Same v A); lia|].
  intros v A. rewrite <- (Ex v A), <- (Ew v A). rewrite !(after_at _ w v) by assumption. rewrite (Same v A). reflexivity.
Qed.

Lemma bounded_above (c : nat -> Z) : exists N, 0 <= N /\ forall v, active v -> c v <= N.
Proof.
  assert (H : forall m, exists N, 0 <= N /\ forall v, (v < m)%nat -> c v <= N).
  { induction m as [|m (N & P & B)]; [exists 0; split; [lia|intros; lia]|]. exists (Z.max N (c m)). split; [lia|].
    intros v Hv. destruct (Nat.eq_dec v m) as [->|]; [lia|]. specialize (B v ltac:(lia)). lia. }
  destruct (H n) as (N & P & B). exists N. split; [assumption|]. intros v (Hv & _). auto.
Qed.

Theorem burning_is_recurrent sigma : is_stable sigma -> nonneg sigma -> burns sigma -> recurrent sigma.
Proof.
  intros S N B. split; [assumption|]. intros c _. destruct (bounded_above c) as (M & P & Bc).
  destruct (flooded M P) as (k & y & L & F). destruct (absorbs sigma k y B N S L) as (w & Lw & Ew).
  exists (fun v => sigma v + after (times k) y v - c v). split.
  - intros v A. specialize (N v A). specialize (Bc v A). specialize (F v A). lia.
  - exists w. assert (Same : same (plus c (fun v => sigma v + after (times k) y v - c v)) (plus sigma (after (times k) y)))
      by (intros v _; unfold plus; lia).
    split; [apply (legal_more _ _ _ Lw); intros v A; rewrite (Same v A); lia|].
    intros v A. rewrite <- (Ew v A). rewrite !after_at by assumption. rewrite (Same v A). reflexivity.
Qed.

Theorem recurrent_burns sigma : recurrent sigma -> burns sigma.
Proof.
  intros (S & R). set (c := fun v => s v * deg v).
  assert (Nc : nonneg c) by (intros v A; specialize (script_pos v A); unfold c, Chips.deg; nia).
  destruct (R c Nc) as (a & Na & x & L & E). set (b := plus c a) in *.
  assert (Lx : legal (plus b added) x).
  { apply (legal_more b); [assumption|]. intros v A. unfold plus. specialize (added_nonneg v A). lia. }
  assert (Ex : same (after (plus b added) x) (plus sigma added)).
  { intros v A. unfold plus at 1 2. rewrite after_at by assumption. rewrite <- (E v A), after_at by assumption. lia. }
  assert (Ls : legal (plus b added) s).
  { apply legal_ample; [intros v A; specialize (script_pos v A); lia|]. intros v A. unfold b, plus, c.
    specialize (added_nonneg v A). specialize (Na v A). lia. }
  assert (Lsx : legal (plus b added) (plus s x)).
  { apply legal_compose; [assumption|]. apply (legal_more b); [assumption|]. intros v A. rewrite script_returns by
      assumption. lia. }
  destruct (firings_end n heads halts (plus sigma added) s) as (z & Lz & Sz & _).
  { intros v A. specialize (script_pos v A). lia. }
  { intros v A. rewrite script_returns by assumption. apply S. assumption. }
  assert (Same : same (plus x z) (plus s x)).
  { apply (same_firings n heads halts (plus b added)).
    - apply legal_compose; [assumption|]. apply (legal_more _ _ _ Lz). intros v A. rewrite (Ex v A). lia.
    - intros v A. unfold plus at 2. rewrite after_twice. rewrite after_at by assumption. rewrite (Ex v A).
      rewrite <- after_at by assumption. apply Sz. assumption.
    - assumption.
    - intros v A. unfold plus at 2. rewrite after_twice. rewrite after_at by assumption.
      rewrite script_returns by assumption. rewrite <- after_at by assumption. rewrite (E v A). apply S. assumption. }
  apply (read_as _ _ _ _ z); [assumption|]. intros v A. specialize (Same v A). unfold plus in Same. lia.
Qed.

Theorem burning_decides sigma : is_stable sigma -> nonneg sigma -> (recurrent sigma <-> nothing_spared sigma s).
Proof.
  intros S N.
  assert (Ss : stable (plus sigma added) s) by (intros v A; rewrite script_returns by assumption; auto).
  assert (Ns : nonneg s) by (intros v A; specialize (script_pos v A); lia).
  assert (Same : forall w, spared sigma s w <-> spared (after (plus sigma added) s) s w).
  { intros w. split; intros (A1 & A2 & A3); (split; [assumption|]; split; [assumption|]); intros v A P;
      specialize (A3 v A P); rewrite script_returns in * by assumption; assumption. }
  split.
  - intros R w W v A. apply Same in W. destruct (Z.eq_dec (w v) 0) as [|P]; [assumption|exfalso].
    apply (spared_is_not n heads halts (plus sigma added) s w Ss W) with (x := s).
    + exists v. split; [assumption|]. destruct W as (W & _). specialize (W v A). lia.
    + apply recurrent_burns. assumption.
    + intros i _. reflexivity.
  - intros Nothing. apply burning_is_recurrent; auto.
    destruct (unspared_is_the_run n heads halts (plus sigma added) s Ns Ss) as ((x & L & Sx) & Run).
    { intros w W v A. apply Same in W. apply (Nothing w W v A). }
    destruct (Run x L) as (_ & E). destruct (E Sx) as (E' & _). apply (read_as _ _ _ _ x); assumption.
Qed.

(* ---- one in every class ---- *)
Lemma recurrent_nonneg sigma : recurrent sigma -> nonneg sigma.
Proof.
  intros (_ & R). destruct (R (fun _ => 0)) as (a & Na & x & L & E); [intros v _; lia|]. intros v A. rewrite <- (E v A).
  apply (legal_solvent _ _ _ _ _ L); [|assumption]. intros i Ai. unfold plus. specialize (Na i Ai). lia.
Qed.

Theorem recurrent_unique sigma tau z : recurrent sigma -> recurrent tau -> same (after sigma z) tau -> same sigma tau.
Proof.
  intros Rs Rt E. pose proof (recurrent_nonneg sigma Rs) as Ns. pose proof (recurrent_nonneg tau Rt) as Nt.
  destruct (bounded_above (fun v => Z.abs (z v) * deg v)) as (N & P & B).
  destruct (flooded N P) as (k & y & L & F). set (f := after (times k) y) in *.
  destruct (absorbs sigma k y (recurrent_burns _ Rs) Ns (proj1 Rs) L) as (x1 & L1 & E1).
  destruct (absorbs tau k y (recurrent_burns _ Rt) Nt (proj1 Rt) L) as (x2 & L2 & E2). fold f in L1, E1, L2, E2.
  set (up := fun v => Z.max (z v) 0). set (down := fun v => Z.max (- z v) 0).
  assert (Lu : legal (plus sigma f) up).
  { apply legal_ample; [intros v _; unfold up; lia|]. intros v A. specialize (B v A). specialize (F v A).
    specialize (Ns v A). unfold plus, up, Chips.deg in *. nia. }
  assert (Ld : legal (plus tau f) down).
  { apply legal_ample; [intros v _; unfold down; lia|]. intros v A. specialize (B v A). specialize (F v A).
    specialize (Nt v A). unfold plus, down, Chips.deg in *. nia. }
  assert (Meet : same (after (plus sigma f) up) (after (plus tau f) down)).
  { intros v A. rewrite !after_at by assumption. specialize (E v A). rewrite after_at in E by assumption. unfold plus.
    assert (G : gets up v = gets z v + gets down v).
    { rewrite <- gets_add. apply gets_ext. intros i _. unfold up, down. lia. }
    rewrite G. unfold up. replace (Z.max (z v) 0) with (z v + down v) by (unfold down; lia). nia. }
  destruct (confluent _ x1 up L1) as (w1 & Lw1 & Sw1 & Ew1); [intros v A; rewrite (E1 v A); apply Rs; assumption|assumption|].
  destruct (confluent _ x2 down L2) as (w2 & Lw2 & Sw2 & Ew2); [intros v A; rewrite (E2 v A); apply Rt; assumption|assumption|].
  assert (W : same w1 w2).
  { apply (same_firings n heads halts (after (plus sigma f) up)); auto.
    - apply (legal_more _ _ _ Lw2). intros v A. rewrite (Meet v A). lia.
    - intros v A. specialize (Sw2 v A). rewrite after_at in * by assumption. rewrite (Meet v A). assumption. }
  intros v A. rewrite <- (E1 v A), <- (E2 v A), <- (Ew1 v A), <- (Ew2 v A).
  rewrite (after_ext n heads halts _ w1 w2 v A W). rewrite !(after_at _ w2) by assumption. rewrite (Meet v A).
  reflexivity.
Qed.

(* The identity: e is recurrent, and firings x leave nothing of it. *)
Theorem identity_is_neutral e x c : recurrent e -> (forall v, active v -> after e x v = 0) -> recurrent c ->
  exists y, legal (plus c e) y /\ same (after (plus c e) y) c.
Proof.
  intros Re Z0 Rc. pose proof (recurrent_nonneg e Re) as Ne. pose proof (recurrent_nonneg c Rc) as Nc.
  destruct (bounded_above e) as (N & P & B). destruct (flooded N P) as (k & y0 & L0 & F).
  destruct (absorbs c k y0 (recurrent_burns _ Rc) Nc (proj1 Rc) L0) as (x1 & L1 & E1).
  destruct (firings_end n heads halts (plus c e) x1) as (y & Ly & Sy & _).
  { apply (legal_nonneg _ _ _ _ _ L1). }
  { intros v A. pose proof (proj1 Rc v A) as S. rewrite <- (E1 v A) in S. rewrite after_at in * by assumption.
    unfold plus in *. specialize (B v A). specialize (F v A). lia. }
  exists y. split; [assumption|]. set (t := after (plus c e) y).
  assert (Rt : recurrent t).
  { split; [assumption|]. intros c0 N0. destruct (proj2 Rc c0 N0) as (a & Na & w & Lw & Ew).
    exists (plus a e). split; [intros v A; unfold plus; specialize (Na v A); specialize (Ne v A); lia|].
    assert (Lw' : legal (plus c0 (plus a e)) w).
    { apply (legal_more _ _ _ Lw). intros v A. unfold plus. specialize (Ne v A). lia. }
    assert (Ew' : same (after (plus c0 (plus a e)) w) (plus c e)).
    { intros v A. unfold plus at 3. rewrite <- (Ew v A). rewrite !after_at by assumption. unfold plus. lia. }
    exists (plus w y). split.
    - apply legal_compose; [assumption|]. apply (legal_more _ _ _ Ly). intros v A. rewrite (Ew' v A). lia.
    - intros v A. unfold plus at 3. rewrite after_twice. unfold t. rewrite !(after_at _ y) by assumption.
      rewrite (Ew' v A). reflexivity. }
  apply (recurrent_unique t c (fun v => x v + (-1) * y v) Rt Rc). intros v A.
  specialize (Z0 v A). unfold t. rewrite !after_at in * by assumption.
  rewrite gets_add, gets_scale. unfold plus. lia.
Qed.
End Recurrent.
