(* Tables of pairs: why they secure a win, whatever the other player does.

   A play is a path along stacks: whoever decides at a vertex u, its k-th departure leads to some head, dest u k.  The
   table gives every vertex h away from the start a pair: whether the player wins if the particle stays behind h, and
     the
   return flow, None for +oo.  `secures u` says that the departures of u, whatever they are, come to a pair at least as
   good for the player as that of u.
     tables_win         if all vertices do, and the start is won, the player wins every such play
   Both players are served: for Min take the ends that Max loses as those that are won. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks.

Section Game.
Variable n : nat.
Variable active : nat -> bool.                  (* where the particle moves on *)
Variable root : nat.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Variable dest : nat -> nat -> nat.
Variable endless : bool.                        (* whether the player wins a play without an end *)
Variable good : nat -> bool.
Variable flow : nat -> option nat.

Definition child u h := h <> u /\ par u <> Some h.
Definition cnt u w k := sum k (fun i => one (dest u i =? w)).

(* After k departures of u, the particle has been sent for good to where the player wins. *)
Definition settled u k := exists h f, child u h /\ good h = true /\ flow h = Some f /\ f <= cnt u h k.

Record secures (u : nat) : Prop := {
  (* if it is lost behind a child, u was to be lost, and not before that many entries *)
  safe : forall k, ~ settled u k -> forall h f, dest u k = h -> child u h -> good h = false -> flow h = Some f ->
    f <= cnt u h (S k) -> good u = false /\ exists fu q, flow u = Some fu /\ par u = Some q /\ fu <= S (cnt u q k);
  (* it does not come back as often as the return flow of a won vertex *)
  stays : forall k q f, ~ settled u k -> good u = true -> flow u = Some f -> par u = Some q -> dest u k = q ->
    cnt u q (S k) < f;
  (* where play without an end is lost, it does come back as often as it should, or stays where the player wins *)
  lively_won : endless = false -> good u = true -> flow u <> None -> exists K, settled u K;
  lively_lost : endless = false -> good u = false \/ flow u = None ->
    forall j, (forall f, flow u = Some f -> j < f) -> exists K, settled u K \/ exists q, par u = Some q
      /\ j <= cnt u q K
}.
(* ---- counting ---- *)
Lemma cnt_S u w k : cnt u w (S k) = cnt u w k + one (dest u k =? w).
Proof. reflexivity. Qed.

Lemma cnt_mono u w a b : a <= b -> cnt u w a <= cnt u w b.
Proof. intros H. apply sum_longer. assumption. Qed.

Lemma cnt_le u w k : cnt u w k <= k.
Proof.
  unfold cnt. rewrite <- (Nat.mul_1_r k) at 2. rewrite <- sum_const. apply sum_le. intros i _. unfold one.
  destruct (_ =? _); lia.
Qed.

Lemma settled_mono u a b : a <= b -> settled u a -> settled u b.
Proof. intros H (h & f & A & B & C & D). exists h, f. pose proof (cnt_mono u h a b H). repeat split; auto; try apply A.
lia. Qed.

Lemma entered_is_head u w k : 0 < cnt u w k -> exists i, i < k /\ dest u i = w.
Proof.
  induction k; [unfold cnt; simpl; lia|]. rewrite cnt_S. unfold one. destruct (Nat.eqb_spec (dest u k) w) as [E|_].
  - intros _. exists k. split; [lia|assumption].
  - intros H. destruct IHk as (i & Hi & E); [lia|]. exists i. split; [lia|assumption].
Qed.

(* The tree. *)
Hypothesis root_in : root < n.
Hypothesis root_active : active root = true.
Hypothesis par_root : par root = None.
Hypothesis par_in : forall v q, par v = Some q ->
  v < n /\ active v = true /\ q < n /\ active q = true /\ depth v = S (depth q).
Hypothesis dest_in : forall u k, u < n -> active u = true -> dest u k < n.
Hypothesis tree : forall u k, u < n -> active u = true ->
  let h := dest u k in h = u \/ active h = false \/ par h = Some u \/ par u = Some h.

(* The table. *)
Hypothesis flow_pos : forall h f, flow h = Some f -> 1 <= f.
Hypothesis ends : forall h, h < n -> active h = false -> flow h = Some 1.
Hypothesis root_won : good root = true /\ flow root = Some 1.

Hypothesis all_secure : forall u, u < n -> active u = true -> secures u.

(* ---- where the particle is ---- *)
Fixpoint under (w fuel v : nat) : bool :=
  (v =? w) || match fuel with 0 => false | S f => match par v with None => false | Some q => under w f q end end.
Definition inside w v := under w (depth v) v.

Lemma inside_self v : inside v v = true.
Proof. unfold inside. destruct (depth v); simpl; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma inside_par w v q : par v = Some q -> inside w v = (v =? w) || inside w q.
Proof.
  intros P. destruct (par_in v q P) as (_ & _ & _ & _ & D). unfold inside at 1. rewrite D. simpl. rewrite P.
  reflexivity.
Qed.

Lemma inside_none w v : par v = None -> inside w v = (v =? w).
Proof. intros P. unfold inside. destruct (depth v); simpl; [|rewrite P]; apply orb_false_r. Qed.

Lemma inside_deep w : forall m v, depth v < m -> inside w v = true -> depth w <= depth v.
Proof.
  induction m; intros v Hm I; [lia|]. destruct (par v) as [q|] eqn:P.
  - rewrite (inside_par w v q P) in I. destruct (Nat.eqb_spec v w) as [->|]; [lia|]. simpl in I.
    destruct (par_in v q P) as (_ & _ & _ & _ & D). specialize (IHm q ltac:(lia) I). lia.
  - rewrite (inside_none w v P) in I. apply Nat.eqb_eq in I. subst. lia.
Qed.

Lemma child_outside w u : par w = Some u -> inside w u = false.
Proof.
  intros P. destruct (inside w u) eqn:I; [|reflexivity]. apply (inside_deep w (S (depth u))) in I; [|lia].
  destruct (par_in w u P) as (_ & _ & _ & _ & D). lia.
Qed.

Lemma parent_child u w : par w = Some u -> child u w.
Proof.
  intros P. destruct (par_in w u P) as (_ & _ & _ & _ & D). split; [intros ->; lia|]. intros Q.
  destruct (par_in u w Q) as (_ & _ & _ & _ & D2). lia.
Qed.

(* ---- what holds all along ---- *)
Record holds (d : nat -> nat) (u : nat) : Prop := {
  at_vertex : u < n;
  (* an edge of the tree is crossed once more towards where the particle is *)
  crossings : active u = true -> forall w q, par w = Some q -> cnt q w (d q) = cnt w q (d w) + one (inside w u);
  never_lost : forall v h f, v < n -> active v = true -> child v h -> good h = false -> flow h = Some f
    -> cnt v h (d v) < f;
  comes_back : forall w q f, par w = Some q -> good w = true -> flow w = Some f -> cnt w q (d w) < f;
  no_end_yet : active u = true -> forall v h, v < n -> active v = true -> active h = false -> cnt v h (d v) = 0
}.

Lemma holds_start : holds (fun _ => 0) root.
Proof.
  split; auto.
  - intros _ w q P. rewrite (inside_none w root par_root).
    destruct (Nat.eqb_spec root w) as [<-|]; [congruence|reflexivity].
  - intros v h f _ _ _ _ F. apply flow_pos in F. unfold cnt. simpl. lia.
  - intros w q f _ _ F. apply flow_pos in F. unfold cnt. simpl. lia.
Qed.

Lemma not_settled d u : holds d u -> active u = true -> ~ settled u (d u).
Proof.
  intros [Hu E NL B H] A (c & f & Ch & G & F & Le). pose proof (flow_pos c f F) as Fp.
  destruct (active c) eqn:Ac; [|rewrite (H A u c Hu A Ac) in Le; lia].
  destruct (entered_is_head u c (d u) ltac:(lia)) as (i & _ & Ei). destruct Ch as (Ch1 & Ch2).
  pose proof (tree u i Hu A) as T. cbv zeta in T. rewrite Ei in T. destruct T as [T|[T|[T|T]]]; try congruence.
  specialize (E A c u T). rewrite (child_outside c u T) in E. simpl in E. specialize (B c u f T G F). lia.
Qed.

Lemma cnt_bump d u v x : cnt v x (bump d u v) = cnt v x (d v) + (if v =? u then one (dest u (d u) =? x) else 0).
Proof. unfold bump. destruct (Nat.eqb_spec v u) as [->|]; [apply cnt_S|lia]. Qed.

Lemma holds_step d u : holds d u -> active u = true -> holds (bump d u) (dest u (d u)).
Proof.
  intros J A. pose proof (not_settled d u J A) as NS. destruct J as [Hu E NL B H].
  pose proof (all_secure u Hu A) as Sec. set (k := d u) in *. set (h := dest u k).
  assert (Hh : h < n) by (apply dest_in; assumption).
  assert (S' : forall v x f, v < n -> active v = true -> child v x -> good x = false -> flow x = Some f
    -> cnt v x (bump d u v) < f).
  { intros v x f Hv Av Cx Gx Fx. rewrite cnt_bump. destruct (Nat.eqb_spec v u) as [->|]; [|rewrite Nat.add_0_r; eauto].
    fold k h. destruct (Nat.eqb_spec h x) as [Ex|]; [|simpl; rewrite Nat.add_0_r; unfold k; eauto].
    destruct (le_lt_dec f (cnt u x k + 1)) as [Le|]; [exfalso|assumption].
    assert (Le' : f <= cnt u x (S k)).
    { rewrite cnt_S. fold h. rewrite Ex, Nat.eqb_refl. assumption. }
    destruct (safe u Sec k NS x f Ex Cx Gx Fx Le') as (Gu & fu & q & Fu & P & Lu).
    destruct (par_in u q P) as (_ & _ & Hq & Aq & _). specialize (E A u q P). rewrite inside_self in E. simpl in E.
    fold k in E.
    pose proof (NL q u fu Hq Aq (parent_child q u P) Gu Fu). lia. }
  split; auto.
  - intros Ah w q P. rewrite !cnt_bump. fold k h. specialize (E A w q P).
    destruct (par_in w q P) as (_ & Aw & _ & Aq & D).
    pose proof (tree u k Hu A) as T. cbv zeta in T. fold h in T.
    assert (T' : h = u \/ par h = Some u \/ par u = Some h) by (destruct T as [T|[T|[T|T]]]; auto; congruence). clear T.
    destruct (Nat.eqb_spec q u) as [Eq|Nq]; destruct (Nat.eqb_spec w u) as [Ew|Nw].
    + subst q. subst w. lia.
    + (* an edge from u to a child w *)
      subst q. rewrite (child_outside w u P) in E. simpl in E. destruct (Nat.eqb_spec h w) as [Ew|Nw'].
      * rewrite Ew, inside_self. simpl. lia.
      * assert (I : inside w h = false).
        { destruct T' as [T|[T|T]].
          - rewrite T. apply child_outside. assumption.
          - rewrite (inside_par w h u T), (child_outside w u P). apply Nat.eqb_neq in Nw'. rewrite Nw'. reflexivity.
          - destruct (inside w h) eqn:I; [|reflexivity]. apply (inside_deep w (S (depth h))) in I; [|lia].
            destruct (par_in u h T) as (_ & _ & _ & _ & D2). lia. }
        rewrite I. simpl. lia.
    + (* the edge from u to its parent q *)
      subst w. rewrite inside_self in E. simpl in E. destruct (Nat.eqb_spec h q) as [Eh|Nh].
      * rewrite Eh, (child_outside u q P). simpl. lia.
      * assert (I : inside u h = true).
        { destruct T' as [T|[T|T]]; [rewrite T; apply inside_self| |congruence].
          rewrite (inside_par u h u T), inside_self. apply orb_true_r. }
        rewrite I. simpl. lia.
    + rewrite !Nat.add_0_r, E. f_equal. f_equal. destruct T' as [T|[T|T]].
      * rewrite T. reflexivity.
      * rewrite (inside_par w h u T). destruct (Nat.eqb_spec h w) as [Eh|]; [|reflexivity].
        assert (q = u) by congruence. contradiction.
      * rewrite (inside_par w u h T). apply not_eq_sym, Nat.eqb_neq in Nw. rewrite Nw. reflexivity.
  - intros w q f P G F. rewrite cnt_bump. destruct (Nat.eqb_spec w u) as [->|]; [|rewrite Nat.add_0_r; eauto].
    fold k h. destruct (Nat.eqb_spec h q) as [Eh|]; [|simpl; rewrite Nat.add_0_r; unfold k; eauto].
    pose proof (stays u Sec k q f NS G F P Eh) as St. rewrite cnt_S in St. fold h in St.
    rewrite Eh, Nat.eqb_refl in St. assumption.
  - intros Ah v x Hv Av Ax. rewrite cnt_bump, (H A v x Hv Av Ax). destruct (v =? u); [|reflexivity].
    fold k h. destruct (Nat.eqb_spec h x) as [Ex|]; [congruence|reflexivity].
Qed.

(* ---- the play ---- *)
Notation halts := (fun v => negb (active v)).
Notation play k := (path halts dest k (fun _ => 0) root).

Lemma path_next : forall k d u, path halts dest (S k) d u =
  (let (d', u') := path halts dest k d u in if active u' then (bump d' u', dest u' (d' u')) else (d', u')).
Proof.
  induction k; intros d u; [simpl; destruct (active u); reflexivity|].
  cbn [path]. destruct (active u) eqn:A; cbn [negb]; [|simpl; rewrite A; reflexivity].
  rewrite <- IHk. reflexivity.
Qed.

Lemma play_next k d u : play k = (d, u) -> play (S k) = if active u then (bump d u, dest u (d u)) else (d, u).
Proof. intros E. rewrite path_next, E. reflexivity. Qed.

Lemma play_holds k : holds (fst (play k)) (snd (play k)).
Proof.
  induction k; [apply holds_start|]. destruct (play k) as (d, u) eqn:E. rewrite (play_next k d u E). simpl in IHk.
  destruct (active u) eqn:A; [apply holds_step; assumption|assumption].
Qed.

(* Wherever the play ends, the player wins. *)
Lemma play_safe : forall k, active (snd (play k)) = false -> good (snd (play k)) = true.
Proof.
  induction k; [simpl; congruence|]. destruct (play k) as (d, u) eqn:E. rewrite (play_next k d u E). simpl in IHk.
  pose proof (play_holds k) as J. rewrite E in J. simpl in J.
  destruct (active u) eqn:A; [|simpl; auto]. simpl. intros Ah. set (h := dest u (d u)) in *.
  destruct (good h) eqn:G; [reflexivity|exfalso].
  pose proof (holds_step d u J A) as J'. fold h in J'. pose proof (at_vertex _ _ J) as Hu.
  assert (C : child u h).
  { split; [intros Eh; congruence|]. intros P. destruct (par_in u h P) as (_ & _ & _ & Ah' & _). congruence. }
  pose proof (never_lost _ _ J' u h 1 Hu A C G (ends h (at_vertex _ _ J') Ah)) as L.
  rewrite cnt_bump, Nat.eqb_refl in L. fold h in L. rewrite Nat.eqb_refl in L. simpl in L. lia.
Qed.

(* ---- the play ends, where play without an end is lost ---- *)

(* The play stays in the tree of the start. *)
Lemma play_inside : forall k, active (snd (play k)) = true -> inside root (snd (play k)) = true.
Proof.
  induction k; [intros _; apply inside_self|]. destruct (play k) as (d, u) eqn:E. rewrite (play_next k d u E).
  simpl in IHk.
  pose proof (at_vertex _ _ (play_holds k)) as Hu. rewrite E in Hu. simpl in Hu.
  destruct (active u) eqn:A; [|simpl; congruence]. specialize (IHk eq_refl). simpl. intros Ah.
  pose proof (tree u (d u) Hu A) as T. cbv zeta in T. destruct T as [T|[T|[T|T]]]; [|congruence| |].
  - rewrite T. assumption.
  - rewrite (inside_par root _ u T), IHk. apply orb_true_r.
  - rewrite (inside_par root u _ T) in IHk. destruct (Nat.eqb_spec u root) as [Er|]; [|assumption]. rewrite Er in T.
    congruence.
Qed.

Lemma play_count : forall k, active (snd (play k)) = true -> sum n (fst (play k)) = k.
Proof.
  induction k; [intros _; apply sum_zero|]. destruct (play k) as (d, u) eqn:E. rewrite (play_next k d u E).
  simpl in IHk.
  pose proof (at_vertex _ _ (play_holds k)) as Hu. rewrite E in Hu. simpl in Hu.
  destruct (active u) eqn:A; [|simpl; congruence]. intros _. simpl. rewrite sum_bump by assumption.
  rewrite IHk by reflexivity. reflexivity.
Qed.

(* It is enough to bound the number of a departure that can come. *)
Lemma bound_by_departure w K :
  (forall k, snd (play k) = w -> active w = true -> fst (play k) w < K) -> forall k, fst (play k) w <= K.
Proof.
  intros H. induction k; [simpl; lia|]. destruct (play k) as (d, u) eqn:E. rewrite (play_next k d u E). simpl in IHk.
  destruct (active u) eqn:A; [|assumption]. simpl. unfold bump. destruct (Nat.eqb_spec w u) as [->|]; [|assumption].
  specialize (H k). rewrite E in H. simpl in H. specialize (H eq_refl A). lia.
Qed.

Section Lively.
Hypothesis endless_lost : endless = false.

Lemma bounded_won w : w < n -> active w = true -> good w = true -> flow w <> None
  -> exists K, forall k, fst (play k) w <= K.
Proof.
  intros Hw A G F. destruct (lively_won w (all_secure w Hw A) endless_lost G F) as (K & Se). exists K.
  apply bound_by_departure. intros k Ek _. pose proof (play_holds k) as J. rewrite Ek in J.
  destruct (le_lt_dec K (fst (play k) w)) as [Le|]; [exfalso|assumption].
  apply (not_settled _ w J A). apply (settled_mono w K); assumption.
Qed.

(* A vertex that sends back is left a bounded number of times for each entry, and it is entered as often as its parent
   sends there. *)
Lemma bounded_lost w q : active w = true -> par w = Some q -> good w = false \/ flow w = None ->
  (exists K, forall k, fst (play k) q <= K) -> exists K, forall k, fst (play k) w <= K.
Proof.
  intros A P Lost (b & Bq). destruct (par_in w q P) as (Hw & _ & Hq & Aq & _).
  pose proof (lively_lost w (all_secure w Hw A) endless_lost Lost) as Li.
  assert (Uni : forall b, exists K, forall j, j <= b -> (forall f, flow w = Some f -> j < f) -> settled w K
    \/ j <= cnt w q K).
  { clear b Bq. induction b as [|b (K & IH)].
    - exists 0. intros j Hj _. right. lia.
    - assert (Dec : (forall f, flow w = Some f -> S b < f) \/ ~ (forall f, flow w = Some f -> S b < f)).
      { destruct (flow w) as [f|]; [|left; congruence]. destruct (lt_dec (S b) f) as [L|L].
        - left. intros f' E. injection E as <-. assumption.
        - right. intros H. apply L. auto. }
      destruct Dec as [Y|N].
      + destruct (Li (S b) Y) as (K' & Or). exists (max K K'). intros j Hj F. destruct (Nat.eq_dec j (S b)) as [->|].
        * destruct Or as [Se|(q' & P' & Le)].
          -- left. apply (settled_mono w K'); [lia|assumption].
          -- right. assert (q' = q) by congruence. subst q'. pose proof (cnt_mono w q K' (max K K') ltac:(lia)). lia.
        * destruct (IH j ltac:(lia) F) as [Se|Le].
          -- left. apply (settled_mono w K); [lia|assumption].
          -- right. pose proof (cnt_mono w q K (max K K') ltac:(lia)). lia.
      + exists K. intros j Hj F. destruct (Nat.eq_dec j (S b)) as [->|]; [contradiction|]. apply IH; [lia|assumption]. }
  destruct (Uni b) as (K & HK). exists K. apply bound_by_departure. intros k Ek _. specialize (Bq k).
  pose proof (play_holds k) as J. rewrite Ek in J. set (d := fst (play k)) in *.
  pose proof (crossings _ _ J A w q P) as E. rewrite inside_self in E. simpl in E.
  destruct (HK (cnt q w (d q))) as [Se|Le].
  - pose proof (cnt_le q w (d q)). lia.
  - intros f F. apply (never_lost _ _ J q w f Hq Aq (parent_child q w P)); [|assumption]. destruct Lost; congruence.
  - destruct (le_lt_dec K (d w)) as [Le|]; [exfalso|assumption]. apply (not_settled _ w J A).
    apply (settled_mono w K); assumption.
  - destruct (le_lt_dec K (d w)) as [L|]; [exfalso|assumption]. pose proof (cnt_mono w q K (d w) L). lia.
Qed.

Lemma bounded : forall m w, depth w < m -> w < n -> active w = true -> inside root w = true ->
  exists K, forall k, fst (play k) w <= K.
Proof.
  induction m; intros w D Hw A I; [lia|].
  destruct (Nat.eq_dec w root) as [->|Nr]; [destruct root_won as (G & F); apply bounded_won; auto; congruence|].
  destruct (par w) as [q|] eqn:P.
  2:{ rewrite (inside_none root w P) in I. apply Nat.eqb_eq in I. contradiction. }
  destruct (par_in w q P) as (_ & _ & Hq & Aq & Dq).
  assert (Iq : inside root q = true).
  { rewrite (inside_par root w q P) in I. apply Nat.eqb_neq in Nr. rewrite Nr in I. assumption. }
  specialize (IHm q ltac:(lia) Hq Aq Iq).
  destruct (good w) eqn:G; [destruct (flow w) as [f|] eqn:F|].
  - apply bounded_won; auto. congruence.
  - apply (bounded_lost w q); auto.
  - apply (bounded_lost w q); auto.
Qed.

Lemma play_ends : exists k, active (snd (play k)) = false.
Proof.
  assert (One : forall w, w < n -> exists K, forall k, fst (play k) w <= K).
  { intros w Hw. destruct (active w) eqn:A.
    - destruct (inside root w) eqn:I; [apply (bounded (S (depth w))); auto|].
      exists 0. apply bound_by_departure. intros k Ek _. pose proof (play_inside k) as In. rewrite Ek in In.
      specialize (In A). congruence.
    - exists 0. apply bound_by_departure. congruence. }
  assert (All : forall m, m <= n -> exists K, forall k, sum m (fst (play k)) <= K).
  { induction m; intros Hm; [exists 0; intros k; simpl; lia|]. destruct (IHm ltac:(lia)) as (K & HK).
    destruct (One m ltac:(lia)) as (K' & HK').
    exists (K + K'). intros k. cbn [sum]. specialize (HK k). specialize (HK' k). lia. }
  destruct (All n ltac:(lia)) as (K & HK). exists (S K). destruct (active (snd (play (S K)))) eqn:A; [|reflexivity].
  pose proof (play_count (S K) A) as C. specialize (HK (S K)). lia.
Qed.
End Lively.

Theorem tables_win :
  (forall k, active (snd (play k)) = false -> good (snd (play k)) = true) /\
  (endless = false -> exists k, active (snd (play k)) = false).
Proof. split; [apply play_safe|apply play_ends]. Qed.
End Game.
