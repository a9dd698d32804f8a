(* The check of one vertex of a game, as it runs: what arcs in turn, a chosen order, or a choice at every visit come to,
   and that the theorems of GamePlans.v apply to it. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive.
Require Import Sums Stacks Rotor Machine JudgeFlows Game GameVertex GamePlans.
Import ListNotations.

(* Whether the player wins, and the return flow. *)
Definition pair := (bool * option N)%type.

(* The pair a is at least as good for the player as b. *)
Definition at_least_as (a b : pair) : bool :=
  match snd b with
  | None => fst a || is_none (snd a)
  | Some fb => if fst b then fst a && match snd a with Some k => N.leb k fb | None => false end
               else fst a || match snd a with None => true | Some k => N.leb fb k end
  end.
Definition same (a b : pair) : bool :=
  match snd a, snd b with
  | None, None => true
  | Some x, Some y => N.eqb x y && Bool.eqb (fst a) (fst b)
  | _, _ => false
  end.

Section Vertex.
Variable good : positive -> bool.
Variable flow : positive -> option N.
Variable parent : positive -> option positive.
Variable endless : bool.

Definition is_child p h := negb (Pos.eqb h p) && match parent p with Some q => negb (Pos.eqb h q) | None => true end.
Definition back_in p l := match parent p with Some q => existsb (Pos.eqb q) l | None => false end.
Definition infinite p l := forallb (fun h => negb (is_child p h) || is_none (flow h)) l.
Definition endless_pair p l : pair := if back_in p l then (false, None) else (endless, Some 1%N).
Definition visited (l : list positive) (k : N) : PM.t N :=
  let d := N.of_nat (length l) in spread l (k mod d)%N (k / d)%N (PM.empty N).

(* What arcs used in turn come to, if departure k is the last one. *)
Definition turn_pair p (l : list positive) (k : N) : option pair :=
  if is_end l then None
  else if infinite p l then Some (endless_pair p l)
  else
    let v := visited l k in let c := nth (N.to_nat (k mod N.of_nat (length l))) l 1%positive in
    if forallb (fun h => negb (is_child p h) || match flow h with Some f => N.ltb (count v h) f | None => true end) l
       && is_child p c && flow_eqb (flow c) (Some (N.succ (count v c)))
    then Some (good c, Some (N.succ (match parent p with Some q => count v q | None => 0%N end)))
    else None.

Definition occurrences (l : list positive) : PM.t N := spread l 0 1 (PM.empty N).
Definition quotient p occ h : option N :=
  if is_child p h then match flow h with Some f => Some ((N.pred f) / count occ h)%N | None => None end else None.
Definition least p occ l : option N :=
  fold_left (fun a h => match quotient p occ h with
    | Some x => match a with Some y => Some (N.min x y) | None => Some x end
    | None => a end) l None.

(* What one who wants this value gets by choosing the order. *)
Definition order_pair p l (wanted : bool) : option pair :=
  let occ := occurrences l in
  if is_end l then None
  else match least p occ l with
    | None => if infinite p l then Some (endless_pair p l) else None
    | Some q =>
        let m := match parent p with Some u => count occ u | None => 0%N end in
        if existsb (fun h => flow_eqb (quotient p occ h) (Some q)) l
           && forallb (fun h => match quotient p occ h with Some x => N.leb q x | None => true end) l
        then Some (if existsb (fun h => flow_eqb (quotient p occ h) (Some q) && Bool.eqb (good h) wanted) l
                   then (wanted, Some (q * m + 1)%N) else (negb wanted, Some ((q + 1) * m + 1)%N))
        else None
    end.

(* ... and by choosing at every visit. *)
Definition free_pair p l (wanted : bool) : pair :=
  if existsb (fun h => is_child p h && negb (is_none (flow h)) && Bool.eqb (good h) wanted) l then (wanted, Some 1%N)
  else if Bool.eqb endless wanted && existsb (fun h => Pos.eqb h p || (is_child p h && is_none (flow h))) l
    then (wanted, Some 1%N)
  else if back_in p l then (false, None) else (negb wanted, Some 1%N).

(* ---- the theorems of GameTables apply ---- *)
Notation good' := (fun h => good (id h)).
Notation flow' := (fun h => option_map N.to_nat (flow (id h))).
Notation par' := (fun h => option_map idx (parent (id h))).
Hypothesis flow_pos : forall h f, flow h = Some f -> (1 <= f)%N.
Variable u : nat.
Notation p := (id u).
Notation enough := (enough good' flow' u).
Notation own := (good p, flow p).

Lemma flow_pos' : forall h f, flow' h = Some f -> 1 <= f.
Proof. intros h f. cbv beta. destruct (flow (id h)) as [x|] eqn:E; [|discriminate]. simpl. intros H. injection H as <-.
apply flow_pos in E. lia. Qed.

Lemma at_least_enough w f : at_least_as (w, f) own = true -> enough w (option_map N.to_nat f).
Proof.
  unfold at_least_as, GamePlans.enough. simpl. destruct (flow p) as [fu|]; simpl.
  - destruct (good p); simpl.
    + rewrite andb_true_iff. intros (A & B). split; [assumption|]. destruct f as [k|]; [|discriminate]. simpl.
      exists (N.to_nat k).
      apply N.leb_le in B. split; [reflexivity|lia].
    + rewrite orb_true_iff. intros [A|B]; [auto|right]. destruct f as [k|]; simpl; [|trivial]. apply N.leb_le in B. lia.
  - rewrite orb_true_iff. intros [A|B]; [auto|right]. destruct f; [discriminate|reflexivity].
Qed.

Lemma same_enough w f : (f = None -> w = false) -> same (w, f) own = true -> enough w (option_map N.to_nat f).
Proof.
  intros Z. unfold same, GamePlans.enough. simpl.
  destruct f as [x|]; destruct (flow p) as [y|]; simpl; try discriminate.
  - rewrite andb_true_iff. intros (A & B). apply N.eqb_eq in A. apply Bool.eqb_prop in B. subst y w.
    destruct (good p); [split; [reflexivity|]; exists (N.to_nat x); auto|right; lia].
  - auto.
Qed.

Lemma child_is h : is_child p h = true <-> child par' u (idx h).
Proof.
  unfold is_child, child. rewrite andb_true_iff, negb_true_iff, Pos.eqb_neq. split; intros (A & B); split.
  - intros E. apply A. rewrite <- E, id_idx. reflexivity.
  - destruct (parent p) as [q|]; simpl; [|discriminate]. apply negb_true_iff, Pos.eqb_neq in B. intros E.
    injection E as E.
    apply idx_inj in E. congruence.
  - intros ->. apply A. apply idx_id.
  - destruct (parent p) as [q|]; [|reflexivity]. apply negb_true_iff, Pos.eqb_neq. intros ->. apply B. reflexivity.
Qed.

Lemma in_idx l h : In h (map idx l) <-> In (id h) l.
Proof.
  rewrite in_map_iff. split; [intros (x & <- & I); rewrite id_idx; assumption|]. intros I. exists (id h).
  rewrite idx_id. auto.
Qed.

Lemma infinite_all l : infinite p l = true -> all_infinite par' flow' u (map idx l).
Proof.
  unfold infinite. rewrite forallb_forall. intros H h I C. apply in_idx in I. specialize (H _ I).
  rewrite <- (idx_id h) in C. apply child_is in C. rewrite C in H. simpl in H.
  destruct (flow (id h)); [discriminate|reflexivity].
Qed.

Lemma back_leads l : back_in p l = true <-> leads_back par' u (map idx l).
Proof.
  unfold back_in, leads_back. destruct (parent p) as [q|]; simpl.
  - rewrite existsb_exists. split.
    + intros (x & I & E). apply Pos.eqb_eq in E. subst x. exists (idx q). split; [reflexivity|]. apply in_map.
      assumption.
    + intros (x & E & I). injection E as <-. apply in_idx in I. rewrite id_idx in I. exists q.
      split; [assumption|apply Pos.eqb_refl].
  - split; [discriminate|]. intros (x & E & _). discriminate.
Qed.

Lemma not_nil (l : list positive) : is_end l = false -> map idx l <> [].
Proof. destruct l; discriminate. Qed.

Lemma endless_or l : same (endless_pair p l) own = true \/ at_least_as (endless_pair p l) own = true ->
  leads_back par' u (map idx l) /\ enough false None \/ ~ leads_back par' u (map idx l) /\ enough endless (Some 1).
Proof.
  intros H. unfold endless_pair in H. destruct (back_in p l) eqn:B.
  - left. split; [apply back_leads; assumption|]. destruct H as [H|H].
    + apply (same_enough false None); auto.
    + apply (at_least_enough false None). assumption.
  - right. split; [intros L; apply back_leads in L; congruence|]. destruct H as [H|H].
    + apply (same_enough endless (Some 1%N)); [discriminate|assumption].
    + apply (at_least_enough endless (Some 1%N)). assumption.
Qed.

Lemma visited_cnt l k h : is_end l = false -> departures (visited l k) h = cnt (along (map idx l)) u h (N.to_nat k).
Proof.
  intros Ne. unfold visited. rewrite spread_counts. unfold departures at 1, count. rewrite PM.gempty.
  set (hs := fun _ : nat => map idx l).
  assert (S : ~ is_sink hs u) by (unfold is_sink, hs; apply not_nil; assumption).
  assert (D : length l = deg hs u) by (unfold deg, hs; rewrite map_length; reflexivity).
  rewrite D. unfold cnt. pose proof (uses_are_departures hs (fun _ => 0) u (N.to_nat k) h S) as U.
  change (fun i => one (along (map idx l) u i =? h)) with (fun i => one (dest hs (fun _ => 0) u i =? h)).
  rewrite <- U. simpl. pose proof (deg_pos hs u S). apply sum_ext. intros j Hj.
  rewrite mod_nat, div_nat by lia. rewrite <- use_split by assumption.
  replace (dest hs (fun _ => 0) u j) with (nth j (map idx l) 0); [reflexivity|].
  unfold dest, hs. simpl. rewrite Nat.mod_small; [reflexivity|]. fold hs. unfold deg, hs in Hj. assumption.
Qed.

Lemma last_along l k : is_end l = false ->
  idx (nth (N.to_nat (k mod N.of_nat (length l))) l 1%positive) = along (map idx l) u (N.to_nat k).
Proof.
  intros Ne. unfold along. rewrite map_length. assert (0 < length l) by (destruct l; [discriminate|simpl; lia]).
  rewrite mod_nat by lia. rewrite <- (map_nth idx). apply nth_indep. rewrite map_length. apply Nat.mod_upper_bound. lia.
Qed.

Lemma turn_pair_ok l k o : turn_pair p l k = Some o -> same o own = true \/ at_least_as o own = true ->
  turn_ok par' endless good' flow' u (map idx l).
Proof.
  unfold turn_pair. destruct (is_end l) eqn:Ne; [discriminate|]. intros T H. split; [apply not_nil; assumption|].
  destruct (infinite p l) eqn:Inf.
  - right. split; [apply infinite_all; assumption|]. injection T as <-. apply endless_or. assumption.
  - left. set (v := visited l k) in *. set (c := nth (N.to_nat (k mod N.of_nat (length l))) l 1%positive) in *.
    cbv zeta in T.
    destruct (_ && _ && _) eqn:C in T; [|discriminate]. injection T as <-.
    rewrite !andb_true_iff in C. destruct C as ((C1 & C2) & C3). rewrite forallb_forall in C1. apply flow_eqb_eq in C3.
    exists (N.to_nat k). rewrite <- (last_along l k Ne). fold c. split.
    + unfold last_departure. rewrite <- (last_along l k Ne). fold c. split; [|split; [apply child_is; assumption|]].
      * intros h f Ch F. rewrite <- (visited_cnt l k h Ne). fold v. cbv beta in F.
        destruct (flow (id h)) as [x|] eqn:Fx; [|discriminate]. simpl in F. injection F as <-.
        destruct (in_dec Pos.eq_dec (id h) l) as [I|I].
        -- specialize (C1 _ I). rewrite <- (idx_id h) in Ch. apply child_is in Ch. rewrite Ch, Fx in C1. simpl in C1.
           apply N.ltb_lt in C1. unfold departures. lia.
        -- unfold v. rewrite (visited_cnt l k h Ne). apply flow_pos in Fx.
           destruct (Nat.eq_dec (cnt (along (map idx l)) u h (N.to_nat k)) 0) as [->|Nz]; [lia|].
           destruct (entered_is_head (along (map idx l)) u h (N.to_nat k) ltac:(lia)) as (i & _ & E). exfalso. apply I.
           apply in_idx. rewrite <- E. apply along_in. apply not_nil. assumption.
      * cbv beta. rewrite id_idx, C3. simpl. f_equal. rewrite cnt_S. rewrite <- (last_along l k Ne). fold c.
        rewrite Nat.eqb_refl, <- (visited_cnt l k (idx c) Ne). fold v. unfold departures. rewrite id_idx. simpl. lia.
    + cbv beta. rewrite id_idx.
      replace (Some (S (back par' u (along (map idx l)) (N.to_nat k))))
        with (option_map N.to_nat (Some (N.succ match parent p with Some q => count v q | None => 0%N end))).
      * destruct H as [H|H]; [apply same_enough; [discriminate|assumption]|apply at_least_enough; assumption].
      * simpl. f_equal. unfold back. destruct (parent p) as [q|]; simpl; [|reflexivity].
        rewrite <- (visited_cnt l k (idx q) Ne). fold v. unfold departures. rewrite id_idx. lia.
Qed.

Lemma occurrences_count l h : N.to_nat (count (occurrences l) (id h)) = count_occ Nat.eq_dec (map idx l) h.
Proof.
  unfold occurrences. change (N.to_nat (count (spread l 0 1 (PM.empty N)) (id h))) with (departures (spread l 0 1
    (PM.empty N)) h).
  rewrite spread_counts. unfold departures, count. rewrite PM.gempty. simpl.
  destruct (count_prefix (map idx l) h (length (map idx l)) ltac:(lia)) as (_ & E). rewrite <- (E eq_refl), map_length.
  apply sum_ext. intros j _. unfold one. destruct (_ =? h); reflexivity.
Qed.

Lemma quotient_some l h x : quotient p (occurrences l) (id h) = Some x ->
  child par' u h /\ exists f, flow' h = Some f /\ (f - 1) / count_occ Nat.eq_dec (map idx l) h = N.to_nat x.
Proof.
  unfold quotient. destruct (is_child p (id h)) eqn:C; [|discriminate]. apply child_is in C. rewrite idx_id in C.
  destruct (flow (id h)) as [f|] eqn:F; [|discriminate]. intros E. injection E as <-. split; [assumption|].
  exists (N.to_nat f). split; [reflexivity|]. rewrite <- occurrences_count, N2Nat.inj_div, N2Nat.inj_pred. f_equal. lia.
Qed.

Lemma quotient_of l h f : child par' u h -> flow' h = Some f ->
  exists x, quotient p (occurrences l) (id h) = Some x /\ N.to_nat x = (f - 1) / count_occ Nat.eq_dec (map idx l) h.
Proof.
  intros C F. rewrite <- (idx_id h) in C. apply child_is in C. unfold quotient. rewrite C. cbv beta in F.
  destruct (flow (id h)) as [y|]; [|discriminate]. simpl in F. injection F as <-. eexists. split; [reflexivity|].
  rewrite <- occurrences_count, N2Nat.inj_div, N2Nat.inj_pred. f_equal. lia.
Qed.

Lemma order_pair_ok l o : order_pair p l false = Some o -> same o own = true ->
  order_ok par' endless good' flow' u (map idx l).
Proof.
  unfold order_pair. destruct (is_end l) eqn:Ne; [discriminate|]. intros T H. split; [apply not_nil; assumption|].
  destruct (least p (occurrences l) l) as [q|].
  - left. cbv zeta in T. destruct (_ && _) eqn:C in T; [|discriminate]. apply andb_prop in C. destruct C as (C1 & C2).
    exists (N.to_nat q). rewrite existsb_exists in C1. rewrite forallb_forall in C2. split.
    + split.
      * destruct C1 as (c & I & E). apply flow_eqb_eq in E. rewrite <- (id_idx c) in E.
        destruct (quotient_some l (idx c) q E) as (Ch & f & F & Q). exists (idx c), f.
        repeat split; auto; try apply Ch. apply in_map. assumption.
      * intros h f I Ch F. apply in_idx in I. specialize (C2 _ I). destruct (quotient_of l h f Ch F) as (x & Q & X).
        rewrite Q in C2. apply N.leb_le in C2. lia.
    + assert (M : N.to_nat (match parent p with Some w => count (occurrences l) w | None => 0%N end) = to_parent par' u
        (map idx l)).
      { unfold to_parent. destruct (parent p) as [w|]; simpl; [|reflexivity]. rewrite <- occurrences_count, id_idx.
        reflexivity. }
      set (m := match parent p with Some w => count (occurrences l) w | None => 0%N end) in *.
      destruct (existsb _ l) eqn:Ex in T.
      * left. apply existsb_exists in Ex. destruct Ex as (c & I & E). apply andb_prop in E. destruct E as (E & G).
        apply flow_eqb_eq in E. apply Bool.eqb_prop in G. rewrite <- (id_idx c) in E.
        destruct (quotient_some l (idx c) q E) as (Ch & f & F & Q). split.
        -- exists (idx c), f. repeat split; auto; try apply Ch; [apply in_map; assumption|]. rewrite id_idx. assumption.
        -- injection T as <-. apply same_enough in H; [|discriminate]. simpl in H.
           rewrite N2Nat.inj_add, N2Nat.inj_mul, M in H. assumption.
      * right. split.
        -- intros h f I Ch F Q. apply in_idx in I. destruct (good (id h)) eqn:G; [reflexivity|exfalso].
           destruct (quotient_of l h f Ch F) as (x & Qx & X).
           assert (x = q) by (apply N2Nat.inj; congruence). subst x.
           assert (existsb (fun h => flow_eqb (quotient p (occurrences l) h) (Some q)
             && Bool.eqb (good h) false) l = true); [|congruence].
           apply existsb_exists. exists (id h). split; [assumption|]. rewrite Qx, G. simpl. rewrite N.eqb_refl.
           reflexivity.
        -- injection T as <-. apply same_enough in H; [|discriminate]. simpl in H.
           rewrite N2Nat.inj_add, N2Nat.inj_mul, N2Nat.inj_add, M in H. assumption.
  - right. destruct (infinite p l) eqn:Inf; [|discriminate]. injection T as <-.
    split; [apply infinite_all; assumption|].
    apply endless_or. auto.
Qed.

Lemma free_pair_ok l : same (free_pair p l false) own = true -> free_ok par' endless good' flow' u (map idx l).
Proof.
  unfold free_pair. destruct (existsb _ l) eqn:E1; [intros H; left; apply (same_enough false (Some 1%N));
    [discriminate|assumption]|].
  destruct (Bool.eqb endless false && _) eqn:E2; [intros H; left; apply (same_enough false (Some 1%N));
    [discriminate|assumption]|].
  intros H. right. split; [|split].
  - intros h f I C F. apply in_idx in I. destruct (good (id h)) eqn:G; [reflexivity|exfalso].
    assert (existsb (fun h => is_child p h && negb (is_none (flow h)) && Bool.eqb (good h) false) l = true);
      [|congruence].
    apply existsb_exists. exists (id h). split; [assumption|]. rewrite <- (idx_id h) in C. apply child_is in C.
    rewrite C, G.
    cbv beta in F. destruct (flow (id h)); [reflexivity|discriminate].
  - intros En h I. apply in_idx in I. rewrite En in E2. simpl in E2.
    assert (Z : Pos.eqb (id h) p || is_child p (id h) && is_none (flow (id h)) = false).
    { destruct (Pos.eqb (id h) p || is_child p (id h) && is_none (flow (id h))) eqn:Z; [exfalso|reflexivity].
      assert (existsb (fun h => Pos.eqb h p || is_child p h && is_none (flow h)) l = true); [|congruence].
      apply existsb_exists. exists (id h). auto. }
    apply orb_false_iff in Z. destruct Z as (Z1 & Z2). split.
    + intros ->. rewrite Pos.eqb_refl in Z1. discriminate.
    + intros C F. rewrite <- (idx_id h) in C. apply child_is in C. rewrite C in Z2. cbv beta in F.
      destruct (flow (id h)); discriminate.
  - destruct (back_in p l) eqn:B.
    + left. split; [apply back_leads; assumption|]. apply (same_enough false None); auto.
    + right. split; [intros L; apply back_leads in L; congruence|].
      apply (same_enough true (Some 1%N)); [discriminate|assumption].
Qed.
End Vertex.
