(* What +oo in a `flows` table means: if all arcs of u led to w, the particle would come back to u for ever.

     comes_back_for_ever          a closed set without a sink, of which every vertex has a way to c: the walk from c is at c again
                                  after every number of steps
     infinite_flows_come_back     so it is at u where the table says r(u, w) = +oo
     certificate_proves_infinite_flows   the same for a certificate
     trapped_flows_come_back      and so it is in a strongly connected trap, where every return flow is infinite *)
Require Import List Arith Lia PeanoNat Bool Relations.
Require Import Sums Stacks Rotor Walk Complete Trap Visits ReturnFlow Rerooting Flows ReturnFlowCount Blocks BlockReturns Moment.
Import ListNotations.

Section Closed.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation dest := (dest heads rho).
Variable c : nat.
Hypothesis c_in : c < n.
Variable reached : nat -> bool.
Variable rank : nat -> nat.
Hypothesis c_reached : reached c = true.
Hypothesis no_sink : forall v, v < n -> reached v = true -> ~ is_sink v.
Hypothesis onward : forall v h, v < n -> reached v = true -> In h (heads v) -> reached h = true.
Hypothesis way_back : forall v, v < n -> reached v = true -> v <> c -> exists h, In h (heads v) /\ (h = c \/ rank h < rank v).

Lemma dest_below u k : u < n -> dest u k < n.
Proof.
  intros Hu. destruct (sinkb heads u) eqn:S; [|apply (dest_in n heads rho wf); assumption].
  apply sinkb_spec in S. unfold Rotor.dest. rewrite S. destruct (_ mod _); simpl; lia.
Qed.

Lemma dest_again v k m : dest v (m * deg heads v + k) = dest v k.
Proof.
  unfold Rotor.dest. destruct (Nat.eq_dec (deg heads v) 0) as [Z|P].
  - rewrite Z, Nat.mul_0_r. reflexivity.
  - f_equal. replace (rho v + (m * deg heads v + k)) with (rho v + k + m * deg heads v) by lia. apply Nat.mod_add. assumption.
Qed.

Lemma dest_finds v h : v < n -> ~ is_sink v -> In h (heads v) -> exists k, k < deg heads v /\ dest v k = h.
Proof.
  intros Hv S I. pose proof (turn_finds n heads rho v h 0 Hv S I) as T. change (cnt heads rho v h 0) with 0 in T. simpl in T.
  revert T. generalize (deg heads v) as d. unfold cnt. induction d; simpl; [lia|]. intros T.
  destruct (Nat.eqb_spec (dest v d) h) as [E|]; [exists d; auto|]. simpl in T. destruct (IHd ltac:(lia)) as (k & Hk & E). exists k. auto.
Qed.

Lemma onward_dest v k : v < n -> reached v = true -> reached (dest v k) = true.
Proof. intros Hv R. apply (onward v); auto. apply dest_head. auto. Qed.

Theorem comes_back_for_ever y : exists k, y <= k /\ snd (walk heads k rho c) = c.
Proof.
  assert (B : come_back n dest c (fun _ => None) y).
  { apply (always_come_back n dest dest_below c c_in (fun _ => None) reached rank (deg heads)).
    - intros k. right. apply onward_dest; assumption.
    - intros v k Hv _ R. right. apply onward_dest; assumption.
    - intros v k m _ _. apply dest_again.
    - intros v Hv N R. destruct (way_back v Hv R N) as (h & I & W). destruct (dest_finds v h Hv (no_sink v Hv R) I) as (k & Hk & E).
      exists k. rewrite E. auto.
    - discriminate.
    - reflexivity. }
  destruct B as (d & L & E & A & _).
  destruct (runs_have_falling_ranks n (at_c c) dest (fun u k Hu _ => dest_below u k Hu) (sent dest c y) d L E) as ((F0 & F) & rk & Fall).
  (* only what is reached is left *)
  assert (Live : forall v, v < n -> 0 < d v -> v <> c /\ reached v = true).
  { apply (left_reached n dest c c_in reached) with (y := y); auto; intros; right; apply onward_dest; assumption. }
  set (x := with_c c d y).
  assert (Xc : x c = y) by (unfold x, with_c; rewrite Nat.eqb_refl; reflexivity).
  assert (Xo : forall v, v <> c -> x v = d v) by (intros v N; unfold x, with_c; apply Nat.eqb_neq in N; rewrite N; reflexivity).
  assert (Xs : forall v, v < n -> is_sink v -> x v = 0).
  { intros v Hv S. destruct (Nat.eq_dec v c) as [->|N]; [exfalso; exact (no_sink c c_in c_reached S)|]. rewrite Xo by assumption.
    destruct (Nat.eq_dec (d v) 0) as [|P]; [assumption|exfalso]. destruct (Live v Hv ltac:(lia)) as (_ & R). exact (no_sink v Hv R S). }
  assert (Arr : forall v, arrivals n (sinkb heads) dest x v = arrivals n (at_c c) dest d v + sent dest c y v).
  { intros v. rewrite <- Xc, <- (arrivals_off n dest c x d v) by (intros; apply Xo; assumption).
    rewrite <- (arrivals_split n dest c c_in x v). unfold arrivals, nowhere. apply sum_ext. intros u Hu.
    destruct (sinkb heads u) eqn:S; [|reflexivity]. apply sinkb_spec in S. rewrite (Xs u Hu S). reflexivity. }
  assert (M : moment n heads rho c c x rk).
  { split; [assumption| |].
    - intros v Hv. f_equal. rewrite inflow_is_arrivals, Arr. destruct (Nat.eq_dec v c) as [->|N]; [congruence|].
      rewrite Xo by assumption. apply F; [assumption|]. apply not_c. assumption.
    - intros u Hu S N P Nw Pw. rewrite (Xo u N) in *. rewrite (Xo _ Nw) in Pw. apply Fall; auto; apply not_c; assumption. }
  exists (sum n x). split; [rewrite <- Xc; apply sum_term; assumption|].
  apply (moment_is_reached n heads rho wf c c c_in c_in x rk M).
Qed.

Theorem never_exits s : ~ exits heads rho c s.
Proof.
  intros (k & W & S). destruct (comes_back_for_ever k) as (m & Hm & B). replace m with (k + (m - k)) in B by lia.
  subst s. rewrite walk_add, walk_stays in B by assumption. simpl in B. rewrite B in S.
  exact (no_sink c c_in c_reached S).
Qed.
End Closed.

(* ---- all arcs of u lead to w ---- *)
Lemma heads_u heads u w : heads' heads u w u = [w].
Proof. unfold heads'. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma heads_other heads u w v : v <> u -> heads' heads u w v = heads v.
Proof. intros N. unfold heads'. apply Nat.eqb_neq in N. rewrite N. reflexivity. Qed.

Lemma one_way_well_formed n heads rho u w : well_formed n heads rho -> w < n -> well_formed n (heads' heads u w) (rho' rho u).
Proof.
  intros (W1 & W2) Hw. split; intros v Hv; (destruct (Nat.eq_dec v u) as [->|N]; [|unfold deg, is_sink]).
  - rewrite heads_u. intros h [<-|[]]. assumption.
  - rewrite heads_other by assumption. apply (W1 v Hv).
  - intros _. unfold deg, rho'. rewrite heads_u, Nat.eqb_refl. simpl. lia.
  - rewrite heads_other by assumption. unfold rho'. apply Nat.eqb_neq in N. rewrite N. apply (W2 v Hv).
Qed.

Lemma loops_come_back n heads rho u : well_formed n heads rho -> u < n ->
  forall y, exists k, y <= k /\ snd (walk (heads' heads u u) k (rho' rho u) u) = u.
Proof.
  intros wf Hu. apply (comes_back_for_ever n (heads' heads u u) (rho' rho u)) with (reached := fun v => v =? u) (rank := fun _ => 0);
    auto using one_way_well_formed, Nat.eqb_refl.
  - intros v _ R. apply Nat.eqb_eq in R. subst v. unfold is_sink. rewrite heads_u. discriminate.
  - intros v h _ R I. apply Nat.eqb_eq in R. subst v. rewrite heads_u in I. destruct I as [<-|[]]. apply Nat.eqb_refl.
  - intros v _ R N. apply Nat.eqb_eq in R. contradiction.
Qed.

Section Table.
Variable n : nat.
Variable heads : nat -> list nat.             (* the graph in which the table is checked: traps are cut *)
Variable whole : nat -> list nat.             (* the graph *)
Variable rho : nat -> nat.
Hypothesis wf : well_formed n whole rho.
Hypothesis cut_at : forall v, ~ is_sink heads v -> heads v = whole v.
Notation is_sink := (is_sink heads).
Variable r : nat -> nat -> option nat.
(* the equations of the infinite entries of the table, as in Flows.v; the finite ones do not matter here *)
Hypothesis table : forall u w, u < n -> ~ is_sink u -> w < n -> ~ is_sink w -> u <> w -> In w (heads u) -> r u w = None ->
  In u (heads w) /\ forall h, In h (heads w) -> sees heads r (Some u) w h = None.

Variables u w : nat.
Hypothesis u_in : u < n.
Hypothesis u_live : ~ is_sink u.
Hypothesis w_live : ~ is_sink w.
Hypothesis different : u <> w.
Hypothesis arc : In w (heads u).
Hypothesis infinite : r u w = None.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis tree : rooted n heads u par depth.
Notation heads' := (heads' whole u w).
Notation rho' := (rho' rho u).

(* u itself, and what infinite flows lead to from there *)
Fixpoint in_reach (fuel v : nat) : bool :=
  match fuel with
  | 0 => false
  | S f => (v =? u) || match par v with
                       | Some q => in_reach f q && negb (sinkb heads v) && (if in_dec Nat.eq_dec v (heads q) then true else false)
                                   && ((v =? w) || negb (q =? u)) && match r q v with None => true | Some _ => false end
                       | None => false
                       end
  end.
Definition reached v := in_reach (S (depth v)) v.

Lemma reached_child v q : par v = Some q -> v <> u -> reached v = true <->
  reached q = true /\ ~ is_sink v /\ In v (heads q) /\ (q = u -> v = w) /\ r q v = None.
Proof.
  intros P N. unfold reached at 1. cbn [in_reach]. apply Nat.eqb_neq in N. rewrite N, P. simpl orb.
  destruct (parents _ _ _ _ _ tree v q P) as (_ & _ & D). rewrite D. fold (reached q).
  rewrite !andb_true_iff, negb_true_iff, orb_true_iff, negb_true_iff, Nat.eqb_eq, Nat.eqb_neq, sinkb_false.
  destruct (in_dec Nat.eq_dec v (heads q)), (r q v), (Nat.eq_dec q u); intuition congruence.
Qed.

Lemma reached_cases v : reached v = true -> v = u \/ v <> u /\ exists q, par v = Some q.
Proof.
  destruct (Nat.eq_dec v u) as [|N]; [auto|]. unfold reached. cbn [in_reach]. pose proof N as N'. apply Nat.eqb_neq in N'. rewrite N'.
  destruct (par v) as [q|]; [eauto|discriminate].
Qed.

Lemma u_reached : reached u = true.
Proof. unfold reached. cbn [in_reach]. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma reached_live v : reached v = true -> ~ is_sink v.
Proof. intros R. destruct (reached_cases v R) as [->|(N & q & P)]; [assumption|]. apply (reached_child v q P N) in R. tauto. Qed.

(* what an infinite flow says of its head *)
Lemma row v q : v < n -> par v = Some q -> v <> u -> reached v = true ->
  In q (heads v) /\ forall h, In h (heads v) -> sees heads r (Some q) v h = None.
Proof.
  intros Hv P N R. apply (reached_child v q P N) in R. destruct R as (_ & S & I & _ & F).
  destruct (parents _ _ _ _ _ tree v q P) as (Hq & Sq & D). apply table; auto. intros ->. lia.
Qed.

Lemma child_of_u : par w = Some u.
Proof.
  destruct (joined _ _ _ _ _ tree u w u_in u_live arc) as [E|[E|[E|E]]]; [congruence|contradiction|assumption|].
  rewrite (no_parent _ _ _ _ _ tree) in E. discriminate.
Qed.

Lemma well_formed' : well_formed n heads' rho'.
Proof. apply one_way_well_formed; [assumption|]. apply (proj1 wf u u_in). rewrite <- cut_at; assumption. Qed.

Theorem infinite_flows_come_back :
  (forall y, exists k, y <= k /\ snd (walk heads' k rho' u) = u) /\ forall s, ~ exits heads' rho' u s.
Proof.
  assert (Live : forall v, v < n -> reached v = true -> ~ Rotor.is_sink heads' v).
  { intros v Hv R. unfold Rotor.is_sink. destruct (Nat.eq_dec v u) as [->|N]; [rewrite heads_u; discriminate|].
    rewrite heads_other, <- cut_at by (auto using reached_live). apply reached_live. assumption. }
  assert (Onward : forall v h, v < n -> reached v = true -> In h (heads' v) -> reached h = true).
  { intros v h Hv R I. destruct (Nat.eq_dec v u) as [->|N].
    - rewrite heads_u in I. destruct I as [<-|[]]. apply (reached_child w u child_of_u); auto using u_reached.
    - rewrite heads_other, <- cut_at in I by (auto using reached_live). destruct (reached_cases v R) as [|(_ & q & P)]; [contradiction|].
      destruct (row v q Hv P N R) as (_ & F). specialize (F h I). unfold sees in F.
      destruct (Nat.eqb_spec h v) as [->|Nv]; [assumption|]. pose proof R as R'. apply (reached_child v q P N) in R'.
      destruct (Nat.eqb_spec h q) as [->|Nq]; [tauto|]. destruct (sinkb heads h) eqn:S; [discriminate|]. apply sinkb_false in S.
      destruct (joined _ _ _ _ _ tree v h Hv (reached_live v R) I) as [E|[E|[E|E]]]; [contradiction|contradiction| |congruence].
      assert (Nu : h <> u) by (intros ->; rewrite (no_parent _ _ _ _ _ tree) in E; discriminate).
      apply (reached_child h v E Nu). intuition congruence. }
  assert (Back : forall v, v < n -> reached v = true -> v <> u -> exists h, In h (heads' v) /\ (h = u \/ depth h < depth v)).
  { intros v Hv R N. destruct (reached_cases v R) as [|(_ & q & P)]; [contradiction|]. exists q.
    rewrite heads_other, <- cut_at by (auto using reached_live). split; [apply (row v q Hv P N R)|]. right.
    destruct (parents _ _ _ _ _ tree v q P) as (_ & _ & D). lia. }
  split.
  - intros y. apply (comes_back_for_ever n heads' rho' well_formed' u u_in reached depth u_reached Live Onward Back).
  - intros s. apply (never_exits n heads' rho' well_formed' u u_in reached depth u_reached Live Onward Back).
Qed.
End Table.

(* The same for a certificate: in the graph itself, though the table is checked with traps cut. *)
Theorem certificate_proves_infinite_flows n heads rho trap_of up rank r K M ex :
  well_formed n heads rho -> flows_certificate n heads rho trap_of up rank r K M ex ->
  let g := cut heads trap_of in
  forall u w, u < n -> ~ is_sink g u -> ~ is_sink g w -> u <> w -> In w (g u) -> r u w = None ->
    (forall y, exists k, y <= k /\ snd (walk (heads' heads u w) k (rho' rho u) u) = u) /\
    forall s, ~ exits (heads' heads u w) (rho' rho u) u s.
Proof.
  intros wf [U E T _ _ _] g u w Hu Su Sw N I F.
  destruct (stripping_roots n g up rank U E u Hu Su) as (par & depth & Tree).
  apply (infinite_flows_come_back n g heads rho wf) with (r := r) (par := par) (depth := depth); auto.
  - intros v S. apply cut_live in S. apply cut_at. apply S.
  - intros a b Ha Sa Hb Sb Nab Iab Fab. specialize (T a b Ha Sa Hb Sb Nab Iab). fold g in T. rewrite Fab in T. exact T.
Qed.

(* ---- within a trap ---- *)
Section Trapped.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable inside : nat -> bool.                (* closed, without a sink *)
Hypothesis live : forall v, v < n -> inside v = true -> ~ is_sink heads v.
Hypothesis closed : forall v h, v < n -> inside v = true -> In h (heads v) -> inside h = true.
Variable u : nat.
Hypothesis u_in : u < n.
Hypothesis u_inside : inside u = true.
Hypothesis leads_to_u : forall v, v < n -> inside v = true -> clos_refl_trans nat (fun a b => a < n /\ In b (heads a)) v u.

(* at most k arcs from u *)
Fixpoint near (k v : nat) : bool := (v =? u) || match k with 0 => false | S j => existsb (near j) (heads v) end.

Lemma near_more k v : near k v = true -> near (S k) v = true.
Proof.
  revert v. induction k; intros v H.
  - simpl in H. rewrite orb_false_r in H. simpl. rewrite H. reflexivity.
  - cbn [near] in H. apply orb_prop in H. cbn [near]. apply orb_true_iff. destruct H as [H|H]; [left; assumption|right].
    apply existsb_exists in H. destruct H as (h & I & H). apply existsb_exists. exists h. split; [assumption|]. apply IHk. assumption.
Qed.

Lemma near_mono j k v : j <= k -> near j v = true -> near k v = true.
Proof. intros L H. induction L; [assumption|]. apply near_more. assumption. Qed.

Lemma all_near : exists B, forall v, v < n -> inside v = true -> near B v = true.
Proof.
  assert (One : forall v, v < n -> inside v = true -> exists k, near k v = true).
  { assert (Path : forall a b, clos_refl_trans_1n nat (fun a b => a < n /\ In b (heads a)) a b -> b = u -> exists k, near k a = true).
    { induction 1 as [|a b c (_ & I) _ IH]; intros E.
      - exists 0. cbn [near]. rewrite E, Nat.eqb_refl. reflexivity.
      - destruct (IH E) as (k & H). exists (S k). cbn [near]. apply orb_true_iff. right. apply existsb_exists. eauto. }
    intros v Hv I. apply (Path v u); [|reflexivity]. apply clos_rt_rt1n. apply leads_to_u; assumption. }
  assert (M : forall m, m <= n -> exists B, forall v, v < m -> inside v = true -> near B v = true).
  { induction m; intros L; [exists 0; intros; lia|]. destruct (IHm ltac:(lia)) as (B & H). destruct (inside m) eqn:I.
    - destruct (One m ltac:(lia) I) as (k & Hk). exists (B + k). intros v Hv Iv. destruct (Nat.eq_dec v m) as [->|N].
      + apply (near_mono k); [lia|assumption].
      + apply (near_mono B); [lia|]. apply H; [lia|assumption].
    - exists B. intros v Hv Iv. destruct (Nat.eq_dec v m) as [->|N]; [congruence|]. apply H; [lia|assumption]. }
  apply (M n). lia.
Qed.

(* In a strongly connected trap every return flow is infinite. *)
Theorem trapped_flows_come_back w : In w (heads u) ->
  forall y, exists k, y <= k /\ snd (walk (heads' heads u w) k (rho' rho u) u) = u.
Proof.
  intros arc. destruct all_near as (B & Near). set (rank := fun v => least (fun k => near k v) (S B) 0).
  intros y. apply (comes_back_for_ever n (heads' heads u w) (rho' rho u)) with (reached := inside) (rank := rank); auto.
  - apply one_way_well_formed; [assumption|]. apply (proj1 wf u u_in w arc).
  - intros v Hv I. unfold is_sink. destruct (Nat.eq_dec v u) as [->|N]; [rewrite heads_u; discriminate|].
    rewrite heads_other by assumption. apply live; assumption.
  - intros v h Hv I Ih. destruct (Nat.eq_dec v u) as [->|N].
    + rewrite heads_u in Ih. destruct Ih as [<-|[]]. apply (closed u); assumption.
    + rewrite heads_other in Ih by assumption. apply (closed v); assumption.
  - intros v Hv I N.
    destruct (least_spec (fun k => near k v) (S B) 0 B) as (L1 & L2 & _); [lia|lia|apply Near; assumption|]. fold (rank v) in L1, L2.
    destruct (rank v) as [|j] eqn:R; cbn [near] in L1; apply orb_prop in L1; destruct L1 as [L1|L1];
      try discriminate L1; try (apply Nat.eqb_eq in L1; contradiction).
    apply existsb_exists in L1. destruct L1 as (h & Ih & Nh). exists h. rewrite heads_other by assumption. split; [assumption|right].
    destruct (le_lt_dec (rank h) j) as [|G]; [lia|exfalso].
    assert (Hh : h < n) by (apply (proj1 wf v Hv); assumption).
    destruct (least_spec (fun k => near k h) (S B) 0 B) as (_ & L3 & _); [lia|lia|apply Near; [assumption|apply (closed v); assumption]|].
    specialize (L3 j ltac:(lia) G). congruence.
Qed.
End Trapped.
