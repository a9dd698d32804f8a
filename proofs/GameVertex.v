(* What a vertex secures: the decisions of the rotor and of the players, one vertex at a time.

   For each way in which the departures of a vertex can be decided, and the pair that the judge demands there
   (docs/certificates.md, `game`), that pair is secured:
     start    the routine from one arc, or from every arc of a vertex that the other player owns
     order    the same along any order of the arcs that the other player chooses
     free     any arc at every visit                                                                            *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Game.
Import ListNotations.

(* Arcs to h among the first m of a list. *)
Lemma count_prefix : forall l' h m, m <= length l' ->
  sum m (fun i => one (nth i l' 0 =? h)) <= count_occ Nat.eq_dec l' h /\
  (m = length l' -> sum m (fun i => one (nth i l' 0 =? h)) = count_occ Nat.eq_dec l' h).
Proof.
  induction l' as [|a l' IH]; intros h m Hm; simpl in Hm.
  - replace m with 0 by lia. simpl. lia.
  - destruct m as [|m].
    + simpl. split; [lia|discriminate].
    + change (S m) with (1 + m). rewrite sum_split. cbn [sum nth plus]. destruct (IH h m ltac:(lia)) as (I1 & I2).
      simpl. destruct (Nat.eq_dec a h) as [->|N].
      * rewrite Nat.eqb_refl. simpl. split; [lia|]. intros E. rewrite I2 by lia. lia.
      * apply Nat.eqb_neq in N. rewrite N. simpl. split; [lia|]. intros E. rewrite I2 by lia. lia.
Qed.

Section Vertex.
Variable par : nat -> option nat.
Variable dest : nat -> nat -> nat.
Variable endless : bool.
Variable good : nat -> bool.
Variable flow : nat -> option nat.
Hypothesis flow_pos : forall h f, flow h = Some f -> 1 <= f.
Notation child := (child par).
Notation cnt := (cnt dest).
Notation settled := (settled par dest good flow).
Notation secures := (secures par dest endless good flow).
Variable u : nat.

(* u is left for good at departure K: until then no flow is used up, and this departure uses one up *)
Definition last_departure K :=
  (forall h f, child u h -> flow h = Some f -> cnt u h K < f) /\
  child u (dest u K) /\ flow (dest u K) = Some (cnt u (dest u K) (S K)).

Lemma before_last K k h f : last_departure K -> k < K -> child u h -> flow h = Some f -> cnt u h (S k) < f.
Proof. intros (B & _) L C F. specialize (B h f C F). pose proof (cnt_mono dest u h (S k) K L). lia. Qed.

Lemma last_settles K : last_departure K -> good (dest u K) = true -> settled u (S K).
Proof. intros (_ & C & F) G. exists (dest u K), (cnt u (dest u K) (S K)). repeat split; auto; apply C. Qed.

(* The routine ends where the player wins. *)
Lemma secures_won K : last_departure K -> good (dest u K) = true ->
  (forall f q, good u = true -> flow u = Some f -> par u = Some q -> cnt u q K < f) -> secures u.
Proof.
  intros L G Own. pose proof (last_settles K L G) as Se.
  assert (Early : forall k, ~ settled u k -> k <= K).
  { intros k N. destruct (le_lt_dec k K) as [|H]; [assumption|]. exfalso. apply N.
    eapply settled_mono; [exact H|exact Se]. }
  split.
  - intros k N h f E C Gh F Le. exfalso. specialize (Early k N). destruct (Nat.eq_dec k K) as [->|].
    + congruence.
    + pose proof (before_last K k h f L ltac:(lia) C F). lia.
  - intros k q f N Gu F P E. specialize (Early k N). destruct (Nat.eq_dec k K) as [->|].
    + exfalso. destruct L as (_ & (_ & C) & _). congruence.
    + specialize (Own f q Gu F P). pose proof (cnt_mono dest u q (S k) K ltac:(lia)). lia.
  - intros _ _ _. exists (S K). assumption.
  - intros _ _ j _. exists (S K). auto.
Qed.

(* It ends where the player loses, after as many returns as the pair says. *)
Lemma secures_lost K f q : last_departure K -> good u = false -> flow u = Some f -> par u = Some q ->
  f <= S (cnt u q K) -> secures u.
Proof.
  intros L Gu F P Le. split.
  - intros k N h fh E C Gh Fh Lh. split; [assumption|]. exists f, q. repeat split; auto.
    destruct (le_lt_dec K k) as [H|H].
    + pose proof (cnt_mono dest u q K k H). lia.
    + pose proof (before_last K k h fh L H C Fh). lia.
  - congruence.
  - congruence.
  - intros _ _ j Hj. specialize (Hj f F). exists K. right. exists q. split; [assumption|]. lia.
Qed.

(* Nothing is worse than to be lost at the first entry. *)
Lemma secures_worst q : good u = false -> flow u = Some 1 -> par u = Some q -> secures u.
Proof.
  intros Gu F P. split.
  - intros k _ h f _ _ _ _ _. split; [assumption|]. exists 1, q. repeat split; auto. lia.
  - congruence.
  - congruence.
  - intros _ _ j Hj. specialize (Hj 1 F). exists 0. right. exists q. split; [assumption|]. lia.
Qed.

(* No flow that is lost can be used up: the heads behind which the player loses always send back. *)
Definition no_loss := forall k f, child u (dest u k) -> good (dest u k) = false -> flow (dest u k) = Some f -> False.

Lemma secures_infinite : no_loss -> flow u = None ->
  (endless = false -> forall j, exists K, settled u K \/ exists q, par u = Some q /\ j <= cnt u q K) -> secures u.
Proof.
  intros No F Li. split.
  - intros k _ h f E C G Fh _. exfalso. subst h. eapply No; eauto.
  - congruence.
  - congruence.
  - intros E _ j _. apply Li. assumption.
Qed.

(* ---- arcs that are used in turn ---- *)
Section Turn.
Variable l : list nat.                          (* the arcs in the order of use, from the first one on *)
Notation d := (length l).
Hypothesis some_arc : 0 < d.
Hypothesis turns : forall k, dest u k = nth (k mod d) l 0.

(* how many arcs lead to h *)
Definition arcs_to h := count_occ Nat.eq_dec l h.

(* q full turns and some arcs more *)
Lemma cnt_turns h q m : m <= d -> cnt u h (q * d + m) = q * arcs_to h + sum m (fun i => one (nth i l 0 =? h)).
Proof.
  intros Hm.
  assert (Part : forall q m, m <= d
    -> sum m (fun i => one (dest u (q * d + i) =? h)) = sum m (fun i => one (nth i l 0 =? h))).
  { intros q' m' Hm'. apply sum_ext. intros i Hi. rewrite turns.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. }
  unfold Game.cnt. rewrite sum_split, Part by assumption. f_equal. clear m Hm. induction q; [reflexivity|].
  replace (S q * d) with (q * d + d) by lia. rewrite sum_split, IHq, Part by lia.
  rewrite (proj2 (count_prefix l h d ltac:(lia)) eq_refl). unfold arcs_to. lia.
Qed.

Lemma cnt_between h q m : m <= d -> q * arcs_to h <= cnt u h (q * d + m) <= (q + 1) * arcs_to h.
Proof. intros Hm. rewrite cnt_turns by assumption. pose proof (proj1 (count_prefix l h m Hm)). unfold arcs_to. lia. Qed.

Lemma head_in_list k : In (dest u k) l.
Proof. rewrite turns. apply nth_In. apply Nat.mod_upper_bound. lia. Qed.

Lemma arcs_to_pos h : In h l -> 1 <= arcs_to h.
Proof. intros I. unfold arcs_to. apply (count_occ_In Nat.eq_dec) in I. lia. Qed.

(* If some flow is finite, the routine ends: at a head of least quotient q, within the turn after q full ones. *)
Lemma routine_ends c fc : In c l -> child u c -> flow c = Some fc ->
  let q := (fc - 1) / arcs_to c in
  (forall h f, In h l -> child u h -> flow h = Some f -> q <= (f - 1) / arcs_to h) ->
  exists K, last_departure K /\ q * d <= K < (q + 1) * d /\
    forall f, flow (dest u K) = Some f -> (f - 1) / arcs_to (dest u K) = q.
Proof.
  intros Ic Cc Fc q Least. pose proof (arcs_to_pos c Ic) as Pc. pose proof (flow_pos c fc Fc) as Fp.
  (* after q full turns nothing is used up, after q + 1 the flow of c is *)
  set (done := fun k => existsb (fun h => if Nat.eq_dec h u then false
                  else if match par u with Some p => h =? p | None => false end then false
                  else match flow h with Some f => f <=? cnt u h k | None => false end) l).
  assert (Done : forall k, done k = true <-> exists h f, In h l /\ child u h /\ flow h = Some f /\ f <= cnt u h k).
  { intros k. unfold done. rewrite existsb_exists. split.
    - intros (h & I & E). destruct (Nat.eq_dec h u) as [|N]; [discriminate|].
      destruct (par u) as [p|] eqn:P.
      + destruct (Nat.eqb_spec h p) as [|Np]; [discriminate|]. destruct (flow h) as [f|] eqn:F; [|discriminate].
        apply Nat.leb_le in E. exists h, f. repeat split; auto. congruence.
      + destruct (flow h) as [f|] eqn:F; [|discriminate]. apply Nat.leb_le in E. exists h, f. repeat split; auto.
        congruence.
    - intros (h & f & I & (C1 & C2) & F & Le). exists h. split; [assumption|].
      destruct (Nat.eq_dec h u); [contradiction|].
      rewrite F. apply Nat.leb_le in Le. destruct (par u) as [p|]; [|assumption].
      destruct (Nat.eqb_spec h p) as [->|]; [congruence|assumption]. }
  assert (None : done (q * d) = false).
  { destruct (done (q * d)) eqn:E; [exfalso|reflexivity]. apply Done in E. destruct E as (h & f & I & C & F & Le).
    replace (q * d) with (q * d + 0) in Le by lia. rewrite cnt_turns in Le by lia. simpl in Le.
    specialize (Least h f I C F). pose proof (arcs_to_pos h I). pose proof (flow_pos h f F).
    pose proof (Nat.mul_div_le (f - 1) (arcs_to h) ltac:(lia)). nia. }
  assert (Some' : done ((q + 1) * d) = true).
  { apply Done. exists c, fc. repeat split; auto; try apply Cc. replace ((q + 1) * d) with (q * d + d) by lia.
    rewrite cnt_turns by lia. rewrite (proj2 (count_prefix l c d ltac:(lia)) eq_refl). fold (arcs_to c).
    pose proof (Nat.mul_succ_div_gt (fc - 1) (arcs_to c) ltac:(lia)). unfold q. nia. }
  (* the first departure that uses one up *)
  assert (First : exists K, q * d <= K < (q + 1) * d /\ done K = false /\ done (S K) = true).
  { assert (G : forall m a, done a = false -> done (a + m) = true -> exists K, a <= K < a + m /\ done K = false
      /\ done (S K) = true).
    { induction m; intros a Ha Hm; [rewrite Nat.add_0_r in Hm; congruence|]. destruct (done (S a)) eqn:E.
      - exists a. repeat split; auto; lia.
      - destruct (IHm (S a) E) as (K & HK & D1 & D2); [replace (S a + m) with (a + S m) by lia; assumption|].
        exists K. repeat split; auto; lia. }
    destruct (G d (q * d) None) as (K & HK & D1 & D2); [replace (q * d + d) with ((q + 1) * d) by lia; assumption|].
    exists K. repeat split; auto; lia. }
  destruct First as (K & HK & D1 & D2).
  assert (B : forall h f, child u h -> flow h = Some f -> cnt u h K < f).
  { intros h f C F. destruct (le_lt_dec f (cnt u h K)) as [Le|]; [exfalso|assumption].
    assert (I : In h l).
    { pose proof (flow_pos h f F). destruct (entered_is_head dest u h K ltac:(lia)) as (i & _ & <-).
      apply head_in_list. }
    assert (done K = true) by (apply Done; exists h, f; auto). congruence. }
  apply Done in D2. destruct D2 as (h & f & I & C & F & Le).
  assert (E : dest u K = h /\ cnt u h (S K) = f).
  { specialize (B h f C F). rewrite cnt_S in *. unfold one in *. destruct (Nat.eqb_spec (dest u K) h); [|lia].
    split; [assumption|lia]. }
  destruct E as (Eh & Ec).
  exists K. split; [|split; [assumption|]].
  - unfold last_departure. rewrite Eh. split; [assumption|]. split; [assumption|]. rewrite Ec. assumption.
  - rewrite Eh. intros f' F'. assert (f' = f) by congruence. subst f'.
    apply Nat.le_antisymm; [|apply Least; assumption].
    pose proof (arcs_to_pos h I). pose proof (flow_pos h f F).
    assert (Ub : f <= (q + 1) * arcs_to h).
    { rewrite <- Ec. replace (S K) with (q * d + (S K - q * d)) by lia. apply cnt_between. lia. }
    assert ((f - 1) / arcs_to h < q + 1); [|lia]. apply Nat.div_lt_upper_bound; [lia|]. nia.
Qed.

(* Where all heads but the parent always send back, the rotor comes to the parent as often as one likes. *)
Lemma always_back q : In q l -> forall j, exists K, j <= cnt u q K.
Proof.
  intros I j. exists (j * d). replace (j * d) with (j * d + 0) by lia. rewrite cnt_turns by lia.
  pose proof (arcs_to_pos q I). simpl. nia.
Qed.
End Turn.
End Vertex.
