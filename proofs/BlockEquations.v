(* The flows r(c, B) and deadlines T(v, B) of a graph are determined by the equations that a `blocks` certificate satisfies: where
   blocks and vertices make a forest, these have one solution (docs/book/any-graph.md, Blocks).

   A flow says how many particles of c come back from B before the deadlines of the other vertices of B; a deadline is what the
   revolving routine at v makes of the flows of its other blocks.  So what one looks at lies further away, and a forest ends. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive.
Require Import Sums Stacks Blocks BlockReturns Machine JudgeBlocks.
Import ListNotations.

(* With other flows that agree on the groups of a vertex, and other deadlines that agree on a block, nothing changes. *)
Lemma stays_at_ext groups f f' k : groups <> [] -> (forall q, In q groups -> f q = f' q) -> stays_at groups f k -> stays_at groups f' k.
Proof.
  intros Nil E (B & v & F & V). split.
  - intros q w I Fq. apply (B q w I). rewrite E; assumption.
  - exists v. split; [|assumption]. rewrite <- E; [assumption|]. apply nth_In. apply Nat.mod_upper_bound.
    destruct groups; [contradiction|discriminate].
Qed.

Lemma come_back_ext n dest c T T' y : (forall v, v < n -> v <> c -> T v = T' v) -> come_back n dest c T y -> come_back n dest c T' y.
Proof.
  intros E (d & L & En & A & I). exists d. do 3 (split; [assumption|]). intros v Hv N. specialize (I v Hv N). unfold in_time in *.
  rewrite <- E; assumption.
Qed.

Section Forest.
(* block number b has the vertices vertex b 0, ..., vertex b (order b - 1); in it c moves by the stacks dest b c *)
Variable order : nat -> nat.
Variable vertex : nat -> nat -> nat.
Variable dest : nat -> nat -> nat -> nat -> nat.
Hypothesis distinct : forall b i j, i < order b -> j < order b -> vertex b i = vertex b j -> i = j.
(* what the arcs of a vertex lead to: a block in which it has this place, or something that keeps its first particle or none *)
Variable groups : nat -> list positive.
Hypothesis has_arcs : forall b i, i < order b -> groups (vertex b i) <> [].
Variable block_of : positive -> option nat.
Variable keeps : positive -> option N.
Variable place : nat -> nat -> nat.
Hypothesis placed : forall b i q b', i < order b -> In q (groups (vertex b i)) -> block_of q = Some b' ->
  place b' (vertex b i) < order b' /\ vertex b' (place b' (vertex b i)) = vertex b i.

(* what vertex number i of block b sees, if b always gives the particle back *)
Definition seen (r : nat -> nat -> option N) b i q : option N :=
  match block_of q with
  | Some b' => if b' =? b then None else r b' (place b' (vertex b i))
  | None => keeps q
  end.

Lemma seen_others r r' b i q : i < order b -> In q (groups (vertex b i)) ->
  (forall b' j, b' <> b -> j < order b' -> vertex b' j = vertex b i -> r b' j = r' b' j) -> seen r b i q = seen r' b i q.
Proof.
  intros Hi I H. unfold seen. destruct (block_of q) as [b'|] eqn:B; [|reflexivity]. destruct (placed b i q b' Hi I B) as (P & V).
  destruct (Nat.eqb_spec b' b); [reflexivity|]. apply H; assumption.
Qed.

(* the equations *)
Record solution (r : nat -> nat -> option N) (T : nat -> nat -> option nat) : Prop := {
  flows_are : forall b i, i < order b -> forall y,
    come_back (order b) (dest b i) i (T b) y <-> match r b i with Some f => y < N.to_nat f | None => True end;
  deadlines_are : forall b i, i < order b -> match T b i with
    | Some t => exists k, t = S k /\ stays_at (groups (vertex b i)) (seen r b i) k
    | None => forall q, In q (groups (vertex b i)) -> seen r b i q = None
    end
}.

(* Blocks and vertices make a forest: of a block and its vertex, one hangs on the other, and levels rise upwards. *)
Variable block_hangs_on vertex_hangs_on : nat -> option nat.
Variable block_level vertex_level : nat -> nat.
Variable top : nat.
Hypothesis hangs : forall b i, i < order b -> block_hangs_on b = Some (vertex b i) \/ vertex_hangs_on (vertex b i) = Some b.
Hypothesis vertex_above : forall b i, i < order b -> block_hangs_on b = Some (vertex b i) ->
  block_level b < vertex_level (vertex b i) /\ vertex_level (vertex b i) <= top.
Hypothesis block_above : forall b i, i < order b -> vertex_hangs_on (vertex b i) = Some b ->
  vertex_level (vertex b i) < block_level b /\ block_level b <= top.

(* how far one looks, from a vertex into its block, and from a block past its vertex *)
Definition is_up (a : option nat) (b : nat) := match a with Some c => c =? b | None => false end.
Definition flow_rank b i := if is_up (vertex_hangs_on (vertex b i)) b then S (2 * top) - block_level b else block_level b.
Definition deadline_rank b i := if is_up (block_hangs_on b) (vertex b i) then S (2 * top) - vertex_level (vertex b i) else vertex_level (vertex b i).

Lemma up_spec a b : is_up a b = true <-> a = Some b.
Proof. destruct a as [c|]; simpl; [|split; discriminate]. rewrite Nat.eqb_eq. split; congruence. Qed.

Lemma up_not a b : is_up a b = false <-> a <> Some b.
Proof. rewrite <- up_spec. destruct (is_up a b); split; congruence. Qed.

Lemma flow_looks_further b i j : i < order b -> j < order b -> i <> j -> deadline_rank b j < flow_rank b i.
Proof.
  intros Hi Hj N. assert (Nv : vertex b i <> vertex b j) by (intros E; apply N; apply (distinct b); assumption).
  unfold deadline_rank, flow_rank.
  destruct (is_up (vertex_hangs_on (vertex b i)) b) eqn:U.
  - apply up_spec in U. destruct (block_above b i Hi U). destruct (is_up (block_hangs_on b) (vertex b j)) eqn:W.
    + apply up_spec in W. destruct (vertex_above b j Hj W). lia.
    + apply up_not in W. destruct (hangs b j Hj) as [|H']; [contradiction|]. destruct (block_above b j Hj H'). lia.
  - apply up_not in U. destruct (hangs b i Hi) as [H|]; [|contradiction].
    assert (W : is_up (block_hangs_on b) (vertex b j) = false) by (apply up_not; congruence). rewrite W. apply up_not in W.
    destruct (hangs b j Hj) as [|H']; [contradiction|]. destruct (block_above b j Hj H'). lia.
Qed.

Lemma deadline_looks_further b i b' j : i < order b -> j < order b' -> b' <> b -> vertex b' j = vertex b i ->
  flow_rank b' j < deadline_rank b i.
Proof.
  intros Hi Hj N E. unfold deadline_rank, flow_rank. rewrite E.
  destruct (is_up (block_hangs_on b) (vertex b i)) eqn:U.
  - apply up_spec in U. destruct (vertex_above b i Hi U). destruct (is_up (vertex_hangs_on (vertex b i)) b') eqn:W.
    + apply up_spec in W. rewrite <- E in W. destruct (block_above b' j Hj W). rewrite E in *. lia.
    + apply up_not in W. rewrite <- E in W. destruct (hangs b' j Hj) as [H'|]; [|contradiction].
      destruct (vertex_above b' j Hj H'). rewrite E in *. lia.
  - apply up_not in U. destruct (hangs b i Hi) as [|H]; [contradiction|].
    assert (W : is_up (vertex_hangs_on (vertex b i)) b' = false) by (apply up_not; congruence). rewrite W. apply up_not in W.
    rewrite <- E in W. destruct (hangs b' j Hj) as [H'|]; [|contradiction]. destruct (vertex_above b' j Hj H'). rewrite E in *. lia.
Qed.

Theorem one_solution r T r' T' : solution r T -> solution r' T' -> forall b i, i < order b -> r b i = r' b i /\ T b i = T' b i.
Proof.
  intros [F D] [F' D'].
  assert (H : forall m b i, i < order b -> (flow_rank b i < m -> r b i = r' b i) /\ (deadline_rank b i < m -> T b i = T' b i)).
  { induction m; intros b i Hi; [split; lia|]. split; intros Hm.
    - (* the same deadlines, so the same numbers come back *)
      assert (E : forall v, v < order b -> v <> i -> T b v = T' b v).
      { intros v Hv N. apply IHm; [assumption|]. pose proof (flow_looks_further b i v Hi Hv ltac:(congruence)). lia. }
      assert (C : forall y, match r b i with Some f => y < N.to_nat f | None => True end <->
                            match r' b i with Some f => y < N.to_nat f | None => True end).
      { intros y. rewrite <- (F b i Hi y), <- (F' b i Hi y).
        split; apply come_back_ext; intros v Hv N; [|symmetry]; apply E; assumption. }
      destruct (r b i) as [f|], (r' b i) as [f'|]; [|specialize (C (N.to_nat f)); lia|specialize (C (N.to_nat f')); lia|reflexivity].
      f_equal. pose proof (C (N.to_nat f)). pose proof (C (N.to_nat f')). lia.
    - (* the same flows, so the same departure stays *)
      assert (E : forall q, In q (groups (vertex b i)) -> seen r b i q = seen r' b i q).
      { intros q Iq. apply seen_others; [assumption|assumption|]. intros b' j N Hj V. apply IHm; [assumption|].
        pose proof (deadline_looks_further b i b' j Hi Hj N V). lia. }
      specialize (D b i Hi). specialize (D' b i Hi). pose proof (has_arcs b i Hi) as Nil.
      assert (Clash : forall k, stays_at (groups (vertex b i)) (seen r b i) k ->
        ~ forall q, In q (groups (vertex b i)) -> seen r b i q = None).
      { intros k (_ & f & Fq & _) Z. rewrite Z in Fq; [discriminate|]. apply nth_In. apply Nat.mod_upper_bound.
        destruct (groups (vertex b i)); [contradiction|discriminate]. }
      destruct (T b i) as [t|], (T' b i) as [t'|]; [| | |reflexivity].
      + destruct D as (k & -> & S), D' as (k' & -> & S'). do 2 f_equal. apply (stays_once _ _ k k' Nil S).
        apply (stays_at_ext _ (seen r' b i)); auto. intros q I. symmetry. auto.
      + exfalso. destruct D as (k & _ & S). apply (Clash k S). intros q I. rewrite E; auto.
      + exfalso. destruct D' as (k & _ & S). apply (Clash k); [|assumption]. apply (stays_at_ext _ (seen r' b i)); auto.
        intros q I. symmetry. auto. }
  intros b i Hi. split; [apply (H (S (flow_rank b i)))|apply (H (S (deadline_rank b i)))]; auto.
Qed.
End Forest.
