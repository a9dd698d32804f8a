(* The finite numbers of a `flows` table are the return flows: r(u, w) is how often the particle leaves u if all its
  arcs
   lead to w. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Trap Visits ReturnFlow Rerooting Flows.
Import ListNotations.

Section Count.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Variable r : nat -> nat -> option nat.
Variable K : nat -> nat -> nat.
(* the equations of the table, as in Flows.v *)
Hypothesis table : forall u w, u < n -> ~ is_sink u -> w < n -> ~ is_sink w -> u <> w -> In w (heads u) ->
  match r u w with
  | Some f => stops heads rho r (Some u) w (K u w) /\ f = cnt heads rho w u (K u w) + 1
  | None => In u (heads w) /\ forall h, In h (heads w) -> sees heads r (Some u) w h = None
  end.

Variables u w f : nat.
Hypothesis u_in : u < n.
Hypothesis u_live : ~ is_sink u.
Hypothesis w_in : w < n.
Hypothesis w_live : ~ is_sink w.
Hypothesis different : u <> w.
Hypothesis arc : In w (heads u).
Hypothesis finite : r u w = Some f.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis tree : rooted n heads u par depth.

(* the same graph, but u sends nowhere else than to w *)
Definition heads' v := if v =? u then [w] else heads v.
Definition rho' v := if v =? u then 0 else rho v.
Definition r' a b := if a =? u then if b =? w then Some f else None else r a b.
Definition L' v := if v =? u then f - 1 else match par v with Some q => K q v | None => 0 end.

Lemma sink' v : Rotor.is_sink heads' v <-> is_sink v.
Proof.
  unfold Rotor.is_sink, heads'. destruct (Nat.eqb_spec v u) as [->|]; [|tauto].
  split; [discriminate|]. intros E. exfalso. apply u_live. assumption.
Qed.

Lemma sinkb' v : sinkb heads' v = sinkb heads v.
Proof.
  destruct (sinkb heads v) eqn:E.
  - apply sinkb_spec, sink', sinkb_spec. assumption.
  - apply sinkb_false in E. apply sinkb_false. rewrite sink'. assumption.
Qed.

Lemma dest' v k : v <> u -> dest heads' rho' v k = dest heads rho v k.
Proof. intros N. unfold dest, deg, heads', rho'. apply Nat.eqb_neq in N. rewrite N. reflexivity. Qed.

Lemma cnt' v h k : v <> u -> cnt heads' rho' v h k = cnt heads rho v h k.
Proof. intros N. unfold cnt. apply sum_ext. intros i _. rewrite dest' by assumption. reflexivity. Qed.

Lemma dest_u k : dest heads' rho' u k = w.
Proof.
  unfold dest, deg, heads', rho'. rewrite Nat.eqb_refl. cbn [length]. rewrite Nat.mod_1_r. reflexivity.
Qed.

Lemma cnt_u h k : cnt heads' rho' u h k = if w =? h then k else 0.
Proof.
  unfold cnt. rewrite (sum_ext k _ (fun _ => one (w =? h))) by (intros; rewrite dest_u; reflexivity).
  rewrite sum_const. unfold one. destruct (w =? h); lia.
Qed.

Lemma flow' b a h : b <> u -> par b = Some a -> flow heads' par r' b h = sees heads r (Some a) b h.
Proof.
  intros N P. unfold flow, sees, r'. rewrite P, sinkb'. apply Nat.eqb_neq in N. rewrite N. reflexivity.
Qed.

Lemma w_child : par w = Some u.
Proof.
  destruct tree as [T1 _ T3]. destruct (T3 u w u_in u_live arc) as [E|[E|[E|E]]];
    [congruence|contradiction|assumption|congruence].
Qed.

Theorem table_counts_return_flows d :
  legal n (sinkb heads') (dest heads' rho') (start u) d -> ended n (sinkb heads') (dest heads' rho') (start u) d ->
  d u = f.
Proof.
  destruct tree as [T1 T2 T3]. intros Le En.
  assert (F1 : 1 <= f).
  { pose proof (table u w u_in u_live w_in w_live different arc) as T. rewrite finite in T. lia. }
  replace f with (S (L' u)) by (unfold L'; rewrite Nat.eqb_refl; lia).
  apply (table_is_the_run n heads' rho') with (par := par) (depth := depth) (r := r'); auto.
  - destruct wf as (W1 & W2). split.
    + intros v Hv h. unfold heads'. destruct (Nat.eqb_spec v u) as [->|]; [intros [<-|[]]; assumption|apply (W1 v Hv)].
    + intros v Hv S. rewrite sink' in S. unfold deg, heads', rho'.
      destruct (Nat.eqb_spec v u); [simpl; lia|apply (W2 v Hv S)].
  - rewrite sink'. assumption.
  - intros v q P. rewrite sink'. apply T2. assumption.
  - intros v h Hv S I. rewrite sink' in *. unfold heads' in I. destruct (Nat.eqb_spec v u) as [->|].
    + destruct I as [<-|[]]. right. right. left. apply w_child.
    + apply T3; assumption.
  - (* u is left for good at its f-th departure *)
    unfold L'. rewrite Nat.eqb_refl. split.
    + intros h. unfold flow. rewrite T1, sinkb', cnt_u. unfold r'. rewrite Nat.eqb_refl.
      destruct (h =? u); [trivial|]. rewrite (Nat.eqb_sym h w). destruct (Nat.eqb_spec w h) as [<-|].
      * destruct (sinkb heads w) eqn:S; [apply sinkb_spec in S; contradiction|]. lia.
      * destruct (sinkb heads h); [lia|trivial].
    + rewrite dest_u. unfold flow. rewrite T1, sinkb', cnt_u. unfold r'. rewrite !Nat.eqb_refl.
      destruct (Nat.eqb_spec w u) as [E|]; [congruence|].
      destruct (sinkb heads w) eqn:S; [apply sinkb_spec in S; contradiction|]. f_equal. lia.
  - intros a b P Hb Sb I. rewrite sink' in Sb. destruct (T2 b a P) as (Ha & Sa & D).
    assert (Nb : b <> u) by (intros ->; congruence).
    assert (Nab : a <> b) by (intros ->; lia).
    assert (Ib : In b (heads a) /\ r' a b = r a b).
    { unfold heads', r' in *. destruct (Nat.eqb_spec a u) as [->|]; [|auto]. destruct I as [<-|[]].
      rewrite Nat.eqb_refl. auto. }
    destruct Ib as (Ib & ->). pose proof (table a b Ha Sa Hb Sb Nab Ib) as T.
    assert (Lb : L' b = K a b) by (unfold L'; apply Nat.eqb_neq in Nb; rewrite Nb, P; reflexivity).
    rewrite Lb. destruct (r a b) as [g|].
    + destruct T as ((S1 & S2) & E). rewrite cnt' by assumption. split; [|assumption]. split.
      * intros h. rewrite (flow' b a h Nb P), cnt' by assumption. apply S1.
      * rewrite dest', (flow' b a _ Nb P), cnt' by assumption. assumption.
    + destruct T as (I' & T). assert (Hb' : heads' b = heads b) by (unfold heads'; apply Nat.eqb_neq in Nb; rewrite Nb;
        reflexivity).
      rewrite Hb'. split; [assumption|]. intros h Ih. rewrite (flow' b a h Nb P). auto.
Qed.
End Count.

(* The same for a certificate, with its traps cut. *)
Theorem certificate_counts_return_flows n heads rho trap_of up rank r K M ex :
  well_formed n heads rho -> flows_certificate n heads rho trap_of up rank r K M ex ->
  let g := cut heads trap_of in
  forall u w f d, u < n -> ~ is_sink g u -> w < n -> ~ is_sink g w -> u <> w -> In w (g u) -> r u w = Some f ->
    legal n (sinkb (heads' g u w)) (dest (heads' g u w) (rho' rho u)) (start u) d ->
    ended n (sinkb (heads' g u w)) (dest (heads' g u w) (rho' rho u)) (start u) d -> d u = f.
Proof.
  intros wf [U E T _ _ _] g u w f d Hu Su Hw Sw N I F Le En.
  destruct (stripping_roots n g up rank U E u Hu Su) as (par & depth & Tree).
  apply (table_counts_return_flows n g rho (cut_well_formed n heads rho wf trap_of) r K T u w f Hu Su Hw Sw N I F par
    depth Tree);
    assumption.
Qed.
