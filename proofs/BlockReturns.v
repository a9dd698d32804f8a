(* docs/certificates.md, blocks: the two flows that prove a return flow r(c, B), and why +oo needs none.

   As in Blocks.v, within B the particles move by stacks that halt at c only.  T v is the number of the departure of v at which
   a particle would stay behind v, if there is one.
     return_flow_is       r - 1 particles come back by one flow, and one of r halts by the other: so y particles all come back
                          exactly if y < r
     always_come_back     if all that c reaches has a way back, and no T, any number of particles comes back *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Blocks.

Section Returns.
Variable n : nat.
Variable dest : nat -> nat -> nat.
Hypothesis dest_in : forall u k, u < n -> dest u k < n.
Variable c : nat.
Hypothesis c_in : c < n.
Notation at_c := (at_c c).
Notation arrivals := (arrivals n at_c dest).
Notation sent := (sent dest c).
Variable T : nat -> option nat.

Definition in_time v x := match T v with Some t => x < t | None => True end.

(* All y particles have come back to c, and every vertex was left in time. *)
Definition come_back y := exists d, legal n at_c dest (sent y) d /\ ended n at_c dest (sent y) d /\
  arrivals d c + sent y c = y /\ forall v, v < n -> v <> c -> in_time v (d v).

Lemma not_c v : v <> c -> at_c v = false.
Proof. intros N. apply Nat.eqb_neq. assumption. Qed.

Lemma is_c v : at_c v = false -> v <> c.
Proof. intros H ->. unfold Blocks.at_c in H. rewrite Nat.eqb_refl in H. discriminate. Qed.

Lemma below u k : u < n -> at_c u = false -> dest u k < n.
Proof. intros Hu _. apply dest_in. assumption. Qed.

Lemma sent_total y : sum n (sent y) = y.
Proof. apply (departures_by_head n nowhere dest (fun u k Hu _ => dest_in u k Hu) c y c_in eq_refl). Qed.

Lemma sent_mono y y' v : y <= y' -> sent y v <= sent y' v.
Proof. intros H. unfold Blocks.sent. apply sum_longer. assumption. Qed.

(* whatever has ended has come back *)
Lemma ended_returns y d : legal n at_c dest (sent y) d -> ended n at_c dest (sent y) d -> arrivals d c + sent y c = y.
Proof.
  intros L E. pose proof (ends_add_up n at_c dest below (sent y) d (run_is_flow n at_c dest (sent y) d L E)) as A.
  rewrite sent_total in A. rewrite <- A at 2.
  rewrite (sum_ext n _ (fun v => if v =? c then arrivals d c + sent y c else 0)).
  - rewrite sum_one by assumption. reflexivity.
  - intros v _. unfold Blocks.at_c. destruct (Nat.eqb_spec v c) as [->|]; reflexivity.
Qed.

Lemma enough_come_back y z : suffices n at_c dest (sent y) z -> (forall v, v < n -> v <> c -> in_time v (z v)) -> come_back y.
Proof.
  intros S I. destruct (runs_end n at_c dest (sent y) z S) as (d & L & E). exists d. do 2 (split; [assumption|]).
  split; [apply ended_returns; assumption|]. intros v Hv N. pose proof (within n at_c dest (sent y) z d S L v Hv) as W.
  specialize (I v Hv N). unfold in_time in *. destruct (T v); [lia|trivial].
Qed.

Lemma fewer_come_back y y' : y <= y' -> come_back y' -> come_back y.
Proof.
  intros H (d & L & E & _ & I). apply (enough_come_back y d); [|assumption]. intros v Hv Hs.
  destruct (run_is_flow n at_c dest (sent y') d L E) as (_ & F). specialize (F v Hv Hs). pose proof (sent_mono y y' v H). lia.
Qed.

(* the flow of those that come back *)
Lemma returned_proves y z : (forall v, v < n -> v <> c -> arrivals z v + sent y v = z v) ->
  (forall v, v < n -> v <> c -> in_time v (z v)) -> come_back y.
Proof. intros F. apply enough_come_back. intros v Hv Hs. rewrite (F v Hv (is_c v Hs)). reflexivity. Qed.

(* the flow of which one halts on h, where h is left as often as it can be, or lies among vertices without a way back *)
Lemma kept_refutes r x h (dead : nat -> bool) : 1 <= r -> h < n ->
  (forall v, v < n -> v <> c -> arrivals x v + sent r v = x v + one (v =? h)) ->
  dead c = false -> (forall v k, v < n -> v <> c -> dead v = true -> dead (dest v k) = true) ->
  dead h = true \/ h <> c /\ T h = Some (S (x h)) -> ~ come_back r.
Proof.
  intros R Hh F Dc Dd Hd (d & L & E & B & I).
  (* where there is a way back, no more than x is left *)
  assert (Arr : forall e v, (forall u, u < n -> u <> c -> dead u = false -> e u <= x u) -> dead v = false -> arrivals e v <= arrivals x v).
  { intros e v H Dv. unfold Stacks.arrivals. apply sum_le. intros u Hu. destruct (at_c u) eqn:Cu; [lia|].
    apply is_c in Cu. destruct (dead u) eqn:Du.
    - rewrite sum_all_zero; [lia|]. intros k _. destruct (Nat.eqb_spec (dest u k) v) as [Ev|]; [|reflexivity].
      pose proof (Dd u k Hu Cu Du) as D. rewrite Ev in D. congruence.
    - apply sum_longer. apply H; assumption. }
  assert (Le : forall e, legal n at_c dest (sent r) e -> (dead h = false -> e h <= x h) ->
    forall u, u < n -> u <> c -> dead u = false -> e u <= x u).
  { induction 1 as [|e v Le IH Hv Hs W]; intros H u Hu Nu Du; [lia|].
    assert (He : dead h = false -> e h <= x h).
    { intros Dh. specialize (H Dh). unfold bump in H. destruct (h =? v); lia. }
    specialize (IH He). unfold bump. destruct (Nat.eqb_spec u v) as [Eu|]; [|apply IH; assumption]. subst v.
    destruct (Nat.eq_dec u h) as [Eh|Nh].
    - subst u. specialize (H Du). unfold bump in H. rewrite Nat.eqb_refl in H. lia.
    - specialize (F u Hu Nu). pose proof (Arr e u IH Du). destruct (Nat.eqb_spec u h); [contradiction|]. simpl in F. lia. }
  assert (Fin : forall u, u < n -> u <> c -> dead u = false -> d u <= x u).
  { apply Le; [assumption|]. intros Dh. destruct Hd as [D|(Nh & Th)]; [congruence|]. specialize (I h Hh Nh). unfold in_time in I. rewrite Th in I. lia. }
  pose proof (Arr d c Fin Dc) as A.
  (* but x brings one fewer back *)
  assert (X : arrivals x c + sent r c + 1 = r).
  { assert (Tot : sum n (fun v => arrivals x v + sent r v) = sum n (fun v => if v =? c then 0 else x v) + r).
    { rewrite sum_add, sent_total. f_equal.
      rewrite <- (total n at_c dest below (fun v => if v =? c then 0 else x v)).
      - apply sum_ext. intros v _. apply arrivals_ext. intros u Hu Nu. apply is_c in Nu. destruct (Nat.eqb_spec u c); [contradiction|reflexivity].
      - intros u _ H. unfold Blocks.at_c in H. rewrite H. reflexivity. }
    assert (Hc : h <> c) by (destruct Hd as [D|(N & _)]; [intros ->; congruence|assumption]).
    rewrite (sum_ext n (fun v => arrivals x v + sent r v)
      (fun v => ((if v =? c then arrivals x c + sent r c else 0) + (if v =? c then 0 else x v)) + one (v =? h))) in Tot.
    - rewrite !sum_add, sum_one, sum_indicator in Tot by assumption. lia.
    - intros v Hv. destruct (Nat.eqb_spec v c) as [->|N].
      + destruct (Nat.eqb_spec c h); [congruence|]. simpl. lia.
      + rewrite (F v Hv N). lia. }
  lia.
Qed.

Theorem return_flow_is r z x h dead : 1 <= r -> h < n ->
  (forall v, v < n -> v <> c -> arrivals z v + sent (r - 1) v = z v) -> (forall v, v < n -> v <> c -> in_time v (z v)) ->
  (forall v, v < n -> v <> c -> arrivals x v + sent r v = x v + one (v =? h)) ->
  dead c = false -> (forall v k, v < n -> v <> c -> dead v = true -> dead (dest v k) = true) ->
  dead h = true \/ h <> c /\ T h = Some (S (x h)) ->
  forall y, come_back y <-> y < r.
Proof.
  intros R Hh F1 I F2 Dc Dd Hd y. split.
  - intros C. destruct (le_lt_dec r y) as [L|]; [exfalso|assumption].
    apply (kept_refutes r x h dead R Hh F2 Dc Dd Hd). apply (fewer_come_back r y); assumption.
  - intros L. apply (fewer_come_back y (r - 1)); [lia|]. apply (returned_proves (r - 1) z); assumption.
Qed.

(* ---- +oo ---- *)
Section Always.
Variable reached : nat -> bool.
Variable rank period : nat -> nat.
Hypothesis from_c : forall k, dest c k = c \/ reached (dest c k) = true.
Hypothesis onward : forall v k, v < n -> v <> c -> reached v = true -> dest v k = c \/ reached (dest v k) = true.
Hypothesis periodic : forall v k m, v < n -> v <> c -> dest v (m * period v + k) = dest v k.
Hypothesis way_back : forall v, v < n -> v <> c -> reached v = true ->
  exists k, k < period v /\ (dest v k = c \/ rank (dest v k) < rank v).
Hypothesis deadlines_positive : forall v, v < n -> v <> c -> T v <> Some 0.
Hypothesis no_deadline : forall v, v < n -> v <> c -> reached v = true -> T v = None.

Lemma left_reached y d : legal n at_c dest (sent y) d -> forall v, v < n -> 0 < d v -> v <> c /\ reached v = true.
Proof.
  induction 1 as [|d u L IH Hu Hs W]; intros v Hv P; [lia|]. unfold bump in P. destruct (Nat.eqb_spec v u) as [->|N]; [|apply IH; assumption].
  apply is_c in Hs. split; [assumption|]. destruct (reached u) eqn:R; [reflexivity|exfalso].
  assert (A : arrivals d u = 0).
  { unfold Stacks.arrivals. apply sum_all_zero. intros w Hw. destruct (at_c w); [reflexivity|]. apply sum_all_zero. intros k Hk.
    destruct (Nat.eqb_spec (dest w k) u) as [E|]; [exfalso|reflexivity]. destruct (IH w Hw ltac:(lia)) as (Nw & Rw).
    destruct (onward w k Hw Nw Rw); congruence. }
  assert (S : sent y u = 0).
  { unfold Blocks.sent. apply sum_all_zero. intros k _. destruct (Nat.eqb_spec (dest c k) u) as [E|]; [exfalso|reflexivity].
    destruct (from_c k); congruence. }
  lia.
Qed.

(* at most y particles wait anywhere *)
Lemma waiting_few y d w : legal n at_c dest (sent y) d -> w < n -> arrivals d w + sent y w <= d w + y.
Proof.
  intros L Hw. pose proof (legal_waits n at_c dest (sent y) d L) as Wt.
  assert (Tot : sum n (fun v => arrivals d v + sent y v) = sum n d + y).
  { rewrite sum_add, sent_total. f_equal. apply (total n at_c dest below). intros u Hu H. apply (legal_halts n at_c dest (sent y) d L u H). }
  assert (E : sum n (fun v => arrivals d v + sent y v) = sum n (fun v => d v + (arrivals d v + sent y v - d v)))
    by (apply sum_ext; intros v Hv; specialize (Wt v Hv); lia).
  rewrite E, sum_add in Tot. pose proof (sum_term n (fun v => arrivals d v + sent y v - d v) w Hw) as B. cbv beta in B.
  specialize (Wt w Hw). lia.
Qed.

Lemma turns_used v k q m : v < n -> v <> c -> k < period v ->
  q <= sum (q * period v + m) (fun j => one (dest v j =? dest v k)).
Proof.
  intros Hv N Hk. rewrite sum_split. apply Nat.le_trans with (sum (q * period v) (fun j => one (dest v j =? dest v k))); [|lia].
  clear m. induction q; [lia|].
  replace (S q * period v) with (q * period v + period v) by lia. rewrite sum_split.
  assert (1 <= sum (period v) (fun i => one (dest v (q * period v + i) =? dest v k))).
  { rewrite (sum_ext _ _ (fun i => one (dest v i =? dest v k))) by (intros; rewrite periodic by assumption; reflexivity).
    pose proof (sum_term (period v) (fun i => one (dest v i =? dest v k)) k Hk) as B. cbv beta in B. rewrite Nat.eqb_refl in B. exact B. }
  lia.
Qed.

Lemma runs_bounded y : forall k, exists M, forall d, legal n at_c dest (sent y) d -> forall v, v < n -> rank v < k -> d v <= M.
Proof.
  set (D := S (sum n period)).
  assert (HD : forall v, v < n -> period v <= D) by (intros v Hv; pose proof (sum_term n period v Hv); unfold D; lia).
  induction k; [exists 0; lia|]. destruct IHk as (M & B). exists (D * (M + y + 1)). intros d L v Hv Hk.
  destruct (Nat.eq_dec (d v) 0) as [->|P]; [lia|]. destruct (left_reached y d L v Hv ltac:(lia)) as (Nc & R).
  destruct (way_back v Hv Nc R) as (j & Hj & W).
  assert (Dj : dest v j < n) by (apply dest_in; assumption).
  assert (U : d v / period v <= arrivals d (dest v j)).
  { pose proof (Nat.div_mod (d v) (period v) ltac:(lia)) as E.
    pose proof (turns_used v j (d v / period v) (d v mod period v) Hv Nc Hj) as Us.
    replace (d v / period v * period v + d v mod period v) with (d v) in Us by lia.
    unfold Stacks.arrivals. etransitivity; [exact Us|].
    pose proof (sum_term n (fun u => if at_c u then 0 else sum (d u) (fun k => one (dest u k =? dest v j))) v Hv) as S. cbv beta in S.
    rewrite (not_c v Nc) in S. exact S. }
  assert (A : arrivals d (dest v j) <= M + y).
  { pose proof (waiting_few y d (dest v j) L Dj) as Wf. destruct W as [W|W].
    - rewrite W in *. assert (d c = 0) by (apply (legal_halts n at_c dest (sent y) d L c); unfold Blocks.at_c; apply Nat.eqb_refl). lia.
    - specialize (B d L (dest v j) Dj ltac:(lia)). lia. }
  pose proof (Nat.div_mod (d v) (period v) ltac:(lia)) as E. pose proof (Nat.mod_upper_bound (d v) (period v) ltac:(lia)) as Up.
  specialize (HD v Hv). nia.
Qed.

Theorem always_come_back y : come_back y.
Proof.
  destruct (runs_bounded y (S (sum n rank))) as (M & B).
  assert (Bound : forall d, legal n at_c dest (sent y) d -> sum n d <= n * M).
  { intros d L. rewrite <- (sum_const n M). apply sum_le. intros v Hv. apply B; [assumption|assumption|]. pose proof (sum_term n rank v Hv). lia. }
  assert (Run : forall fuel d, legal n at_c dest (sent y) d -> n * M <= fuel + sum n d ->
    exists e, legal n at_c dest (sent y) e /\ ended n at_c dest (sent y) e).
  { induction fuel; intros d L F; (destruct (find_below n (fun v => negb (at_c v) && (d v <? arrivals d v + sent y v))) as [(v & Hv & P)|N];
      [apply andb_prop in P; destruct P as (P1 & P2); apply negb_true_iff in P1; apply Nat.ltb_lt in P2;
       assert (L' : legal n at_c dest (sent y) (bump d v)) by (constructor; assumption);
       pose proof (Bound _ L') as Bd; rewrite sum_bump in Bd by assumption
      |exists d; split; [assumption|]; intros v Hv Hs; specialize (N v Hv); rewrite Hs in N; simpl in N; apply Nat.ltb_ge in N;
       pose proof (legal_waits n at_c dest (sent y) d L v Hv); lia]).
    - lia.
    - apply (IHfuel (bump d v) L'). rewrite sum_bump by assumption. lia. }
  destruct (Run (n * M) (fun _ => 0)) as (d & L & E); [constructor|lia|].
  exists d. do 2 (split; [assumption|]). split; [apply ended_returns; assumption|]. intros v Hv N. unfold in_time.
  destruct (Nat.eq_dec (d v) 0) as [Z|P].
  - destruct (T v) as [[|t]|] eqn:Tv; [|lia|trivial].
    exfalso. revert Tv. apply deadlines_positive; assumption.
  - destruct (left_reached y d L v Hv ltac:(lia)) as (_ & R). rewrite (no_deadline v Hv N R). trivial.
Qed.
End Always.
End Returns.
