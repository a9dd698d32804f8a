(* Forests: what the judge's leaf-by-leaf stripping shows.

   If leaves can be taken away until nothing is left, every vertex v has, when its turn comes, at most one neighbour
     that
   is still there: `up v`.  Later turns have greater ranks.  So every edge joins a vertex with its `up`, and ranks grow
   along `up`.
     stripping_roots        then every vertex can be made the root of the forest *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Rotor.
Import ListNotations.

Section Forest.
Variable n : nat.
Variable heads : nat -> list nat.
Notation is_sink := (is_sink heads).

(* Seen from its root, every arc is a loop, leads to a sink, or joins a vertex with its parent. *)
Record rooted (root : nat) (par : nat -> option nat) (depth : nat -> nat) : Prop := {
  no_parent : par root = None;
  parents : forall v q, par v = Some q -> q < n /\ ~ is_sink q /\ depth v = S (depth q);
  joined : forall u w, u < n -> ~ is_sink u -> In w (heads u) -> w = u \/ is_sink w \/ par w = Some u \/ par u = Some w
}.

Variable up : nat -> option nat.
Variable rank : nat -> nat.
Hypothesis up_rises : forall v q, v < n -> ~ is_sink v -> up v = Some q -> q < n /\ ~ is_sink q /\ rank v < rank q.
Hypothesis edges : forall u w, u < n -> ~ is_sink u -> In w (heads u) ->
  w = u \/ is_sink w \/ (w < n /\ up w = Some u) \/ up u = Some w.

Definition top := S (sum n rank).

Lemma rank_below v : v < n -> rank v < top.
Proof. intros H. unfold top. pose proof (sum_term n rank v H). lia. Qed.

(* up, for vertices that are not sinks *)
Definition par0 v := if (v <? n) && negb (sinkb heads v) then up v else None.

Lemma par0_some v q : par0 v = Some q <-> v < n /\ ~ is_sink v /\ up v = Some q.
Proof.
  unfold par0. destruct (Nat.ltb_spec v n); simpl; [|split; [discriminate|lia]].
  destruct (sinkb heads v) eqn:E; simpl.
  - apply sinkb_spec in E. split; [discriminate|tauto].
  - apply sinkb_false in E. tauto.
Qed.

Fixpoint steps_up (fuel v : nat) : nat :=
  match fuel with 0 => 0 | S f => match par0 v with None => 0 | Some q => S (steps_up f q) end end.
Definition depth0 v := steps_up (top - rank v) v.

Lemma steps_up_enough : forall a b v, top - rank v <= a -> top - rank v <= b -> v < n -> steps_up a v = steps_up b v.
Proof.
  induction a; intros b v Ha Hb Hv; [pose proof (rank_below v Hv); lia|].
  destruct b; [pose proof (rank_below v Hv); lia|]. simpl. destruct (par0 v) as [q|] eqn:P; [|reflexivity].
  apply par0_some in P. destruct P as (_ & Hs & P). destruct (up_rises v q Hv Hs P) as (Hq & _ & R). f_equal.
  apply IHa; lia.
Qed.

Lemma depth0_up v q : par0 v = Some q -> depth0 v = S (depth0 q).
Proof.
  intros P. pose proof P as P'. apply par0_some in P'. destruct P' as (Hv & Hs & U).
  destruct (up_rises v q Hv Hs U) as (Hq & _ & R). unfold depth0.
  pose proof (rank_below v Hv). destruct (top - rank v) as [|k] eqn:E; [lia|]. cbn [steps_up]. rewrite P. f_equal.
  apply steps_up_enough; lia.
Qed.

(* A tree with root q, re-rooted at the child c of q. *)
Section Child.
Variables (q c : nat) (par : nat -> option nat) (depth : nat -> nat).
Hypothesis tree : rooted q par depth.
Hypothesis child : par c = Some q.
Hypothesis c_in : c < n.
Hypothesis c_live : ~ is_sink c.

Definition par' v := if v =? c then None else if v =? q then Some c else par v.
Fixpoint under (fuel v : nat) : bool :=
  (v =? c) || match fuel with 0 => false | S f => match par v with None => false | Some w => under f w end end.
Definition below_c v := under (depth v) v.
Definition depth' v := if below_c v then depth v - 1 else S (depth v).

Lemma q_not_c : q <> c.
Proof. intros E. pose proof (no_parent _ _ _ tree). congruence. Qed.

Lemma below_c_parent v w : par v = Some w -> v <> c -> below_c v = below_c w.
Proof.
  intros P N. destruct (parents _ _ _ tree v w P) as (_ & _ & D). unfold below_c. rewrite D. simpl.
  apply Nat.eqb_neq in N. rewrite N, P. reflexivity.
Qed.

Lemma below_c_c : below_c c = true.
Proof. unfold below_c. destruct (depth c); simpl; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma below_c_q : below_c q = false.
Proof.
  unfold below_c. pose proof q_not_c as N. apply Nat.eqb_neq in N.
  destruct (depth q); simpl; rewrite N; [reflexivity|]. rewrite (no_parent _ _ _ tree). reflexivity.
Qed.

Lemma below_c_deep v : below_c v = true -> 1 <= depth v.
Proof.
  unfold below_c. destruct (depth v) eqn:E; [|lia]. simpl. rewrite orb_false_r. intros H. apply Nat.eqb_eq in H.
  subst v.
  destruct (parents _ _ _ tree c q child) as (_ & _ & D). lia.
Qed.

Lemma rerooted : rooted c par' depth'.
Proof.
  pose proof q_not_c as Nqc. destruct (parents _ _ _ tree c q child) as (Hq & Sq & Dc). split.
  - unfold par'. rewrite Nat.eqb_refl. reflexivity.
  - intros v w. unfold par'. destruct (Nat.eqb_spec v c) as [->|Nc]; [discriminate|].
    destruct (Nat.eqb_spec v q) as [->|Nq].
    + intros E. injection E as <-. split; [assumption|]. split; [assumption|]. unfold depth'.
      rewrite below_c_q, below_c_c. lia.
    + intros P. destruct (parents _ _ _ tree v w P) as (Hw & Sw & D). split; [assumption|]. split; [assumption|].
      unfold depth'. rewrite (below_c_parent v w P Nc). destruct (below_c w) eqn:B; [|lia].
      apply below_c_deep in B. lia.
  - intros u w Hu Hs I. destruct (joined _ _ _ tree u w Hu Hs I) as [E|[E|[E|E]]]; [tauto|tauto| |].
    + unfold par'. destruct (Nat.eqb_spec w c) as [->|Nw].
      * assert (u = q) by congruence. subst u. destruct (Nat.eqb_spec q c); [congruence|]. rewrite Nat.eqb_refl. tauto.
      * destruct (Nat.eqb_spec w q) as [->|]; [rewrite (no_parent _ _ _ tree) in E; discriminate|tauto].
    + unfold par'. destruct (Nat.eqb_spec u c) as [->|Nu].
      * assert (w = q) by congruence. subst w. destruct (Nat.eqb_spec q c); [congruence|]. rewrite Nat.eqb_refl. tauto.
      * destruct (Nat.eqb_spec u q) as [->|]; [rewrite (no_parent _ _ _ tree) in E; discriminate|tauto].
Qed.

Lemma rerooted_edges v w : par v = Some w \/ par w = Some v -> par' v = Some w \/ par' w = Some v.
Proof.
  pose proof q_not_c as Nqc. pose proof (no_parent _ _ _ tree) as Rq.
  assert (H : forall a b, par a = Some b -> par' a = Some b \/ par' b = Some a).
  { intros a b P. unfold par'. destruct (Nat.eqb_spec a c) as [->|Na].
    - assert (b = q) by congruence. subst b. destruct (Nat.eqb_spec q c); [congruence|]. rewrite Nat.eqb_refl. auto.
    - destruct (Nat.eqb_spec a q) as [->|]; [congruence|auto]. }
  intros [P|P]; [auto|]. destruct (H w v P); auto.
Qed.
End Child.

(* Any vertex can be the root. *)
Theorem stripping_roots root : root < n -> ~ is_sink root -> exists par depth, rooted root par depth.
Proof.
  assert (H : forall m root, top - rank root < m -> root < n -> ~ is_sink root ->
    exists par depth, rooted root par depth /\ forall v w, par0 v = Some w -> par v = Some w \/ par w = Some v).
  { induction m; intros c Hm Hc Sc; [lia|]. destruct (up c) as [q|] eqn:U.
    - destruct (up_rises c q Hc Sc U) as (Hq & Sq & R). pose proof (rank_below q Hq).
      destruct (IHm q ltac:(lia) Hq Sq) as (par & depth & T & E).
      assert (P : par c = Some q).
      { destruct (E c q) as [P|P]; [apply par0_some; auto|assumption|]. pose proof (no_parent _ _ _ T). congruence. }
      exists (par' q c par), (depth' c par depth). split; [apply rerooted; assumption|].
      intros v w P0. apply (rerooted_edges q c par depth T P). auto.
    - exists par0, depth0. split; [|auto]. split.
      + destruct (par0 c) as [q|] eqn:P; [|reflexivity]. apply par0_some in P. destruct P as (_ & _ & P). congruence.
      + intros v q P. pose proof P as P'. apply par0_some in P'. destruct P' as (Hv & Sv & U').
        destruct (up_rises v q Hv Sv U') as (Hq & Sq & _). auto using depth0_up.
      + intros u w Hu Su I. destruct (edges u w Hu Su I) as [E|[E|[(Hw & E)|E]]]; [tauto|tauto| |].
        * destruct (sinkb heads w) eqn:B; [apply sinkb_spec in B; tauto|]. apply sinkb_false in B.
          right. right. left. apply par0_some. auto.
        * right. right. right. apply par0_some. auto. }
  intros Hr Sr. destruct (H (S (top - rank root)) root ltac:(lia) Hr Sr) as (par & depth & T & _). eauto.
Qed.
End Forest.
