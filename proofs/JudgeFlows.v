(* A judge that runs, for `flows` certificates, and the proof that it is right.

   Hints, as in Judge.v: `up` and `rank` from leaf-by-leaf stripping; for every active vertex w the number of departures
   before its last one, `before`, and the same if the neighbour w departs to at last always sent back, `again`; for traps
   those of Connected.v: the rows of a closed set that is too large would not be its return flows. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive.
Require Import Sums Stacks Rotor Walk Trap Route Visits ReturnFlow Rerooting Flows ReturnFlowCount InfiniteFlow Machine Judge Connected.
Import ListNotations.

(* r(u, w) by u and w; None is infinity, and so is what has no row. *)
Definition table := PM.t (PM.t (option N)).
Definition rows (t : table) u := match PM.find u t with Some m => m | None => PM.empty _ end.
Definition entry (t : table) u w := match PM.find w (rows t u) with Some f => f | None => None end.
Definition r_of (t : table) (u w : nat) : option nat := option_map N.to_nat (entry t (id u) (id w)).

Definition flow_eqb (a b : option N) :=
  match a, b with Some x, Some y => N.eqb x y | None, None => true | _, _ => false end.
Lemma flow_eqb_eq a b : flow_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; auto. intros H. apply N.eqb_eq in H. congruence. Qed.

Definition is_none {A} (a : option A) := match a with None => true | _ => false end.

Section Judge.
Variable g : graph.
Variable T : PM.t positive.
Variable t : table.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).
Notation cut := (cut heads (trap_of T)).
Notation halted := (halted g T).
Notation r := (r_of t).

(* what the routine at p sees behind the arc to h, one neighbour taken as one that always sends back *)
Definition seen (left_out : option positive) p h : option N :=
  if Pos.eqb h p then None
  else match left_out with
       | Some q => if Pos.eqb h q then None else if halted h then Some 1%N else entry t p h
       | None => if halted h then Some 1%N else entry t p h
       end.

(* p is left for good at its departure number k, counted from 0; visits: how often each head was visited before *)
Definition check_stop (left_out : option positive) p (k : N) (visits : PM.t N) : bool :=
  forallb (fun h => match seen left_out p h with Some f => N.ltb (count visits h) f | None => true end) (arcs_of g p)
  && forallb (fun row => match snd row with Some f => negb (N.eqb f 0) | None => true end) (PM.elements (rows t p))
  && (let h := head_at g p k in
      match seen left_out p h with Some f => N.eqb f (N.succ (count visits h)) | None => false end).

Section Sound.
Hypothesis ok : check_graph g = true.

Lemma halted_sink v : halted (id v) = sinkb cut v.
Proof. apply halted_cut. Qed.

Lemma seen_sees q u h : option_map N.to_nat (seen q (id u) (id h)) = sees cut r (option_map idx q) u h.
Proof.
  unfold seen, sees. assert (E : forall a b, Pos.eqb (id a) b = (a =? idx b)).
  { intros a b. destruct (Pos.eqb_spec (id a) b) as [<-|N]; [rewrite idx_id, Nat.eqb_refl; reflexivity|].
    destruct (Nat.eqb_spec a (idx b)) as [->|]; [rewrite id_idx in N; congruence|reflexivity]. }
  rewrite E, idx_id, halted_sink. destruct (h =? u); [reflexivity|].
  destruct q as [q|]; simpl; [rewrite E; destruct (h =? idx q); [reflexivity|]|]; destruct (sinkb cut h); reflexivity.
Qed.

Lemma visits_cnt u k v : u < n -> ~ is_sink cut u ->
  departures (leave g (id u) k (PM.empty N)) v = cnt cut rho u v (N.to_nat k).
Proof.
  intros Hu Hs. apply cut_live in Hs. destruct Hs as (Ht & Hs). rewrite (visits_counted g ok) by assumption.
  unfold cnt. apply sum_ext. intros i _. rewrite cut_dest by assumption. reflexivity.
Qed.

Lemma stop_stops q u k : u < n -> ~ is_sink cut u ->
  check_stop q (id u) k (leave g (id u) k (PM.empty N)) = true -> stops cut rho r (option_map idx q) u (N.to_nat k).
Proof.
  intros Hu Hs. unfold check_stop. rewrite !andb_true_iff. intros ((C1 & C2) & C3). rewrite forallb_forall in C1, C2.
  pose proof Hs as Hl. apply cut_live in Hl. destruct Hl as (Ht & Hl). split.
  - intros h. rewrite <- seen_sees. rewrite <- (visits_cnt u k h Hu Hs).
    destruct (in_dec Nat.eq_dec h (heads u)) as [I|I].
    + unfold Machine.heads in I. apply in_map_iff in I. destruct I as (p & <- & I). specialize (C1 p I).
      unfold departures. rewrite id_idx. destruct (seen q (id u) p) as [f|]; simpl; [|trivial]. apply N.ltb_lt in C1.
      lia.
    + rewrite (visits_cnt u k h Hu Hs).
      rewrite (cnt_none n cut rho u h) by (auto; rewrite cut_at by assumption; assumption).
      assert (Z : forall f, seen q (id u) (id h) = Some f -> f <> 0%N).
      { assert (Z1 : forall f, (if halted (id h) then Some 1%N else entry t (id u) (id h)) = Some f -> f <> 0%N).
        { intros f. destruct (halted (id h)); [intros E; injection E as <-; discriminate|]. unfold entry.
          destruct (PM.find (id h) (rows t (id u))) as [e|] eqn:E; [|discriminate]. intros ->.
          apply PM.elements_correct in E. specialize (C2 _ E). simpl in C2. apply negb_true_iff, N.eqb_neq in C2.
          assumption. }
        intros f. unfold seen. destruct (Pos.eqb (id h) (id u)); [discriminate|]. destruct q as [q|]; [|apply Z1].
        destruct (Pos.eqb (id h) q); [discriminate|apply Z1]. }
      destruct (seen q (id u) (id h)) as [f|]; simpl; [|trivial]. specialize (Z f eq_refl). lia.
  - rewrite cut_dest by assumption. pose proof (head_at_dest g ok u k Hu Hl) as D. rewrite <- D.
    rewrite <- seen_sees, id_idx. cbv zeta in C3. set (p := head_at g (id u) k) in *.
    destruct (seen q (id u) p) as [f|]; [|discriminate]. apply N.eqb_eq in C3. subst f. simpl. f_equal.
    change (cnt cut rho u (idx p) (S (N.to_nat k))) with (cnt cut rho u (idx p) (N.to_nat k) + one (dest cut rho u
      (N.to_nat k) =? idx p)).
    rewrite cut_dest by assumption. rewrite <- D, Nat.eqb_refl. rewrite <- (visits_cnt u k (idx p) Hu Hs).
    unfold departures. rewrite id_idx. simpl. lia.
Qed.
End Sound.

(* ---- the judge ---- *)
Variable roots : PM.t positive.
Variable toward onward : PM.t N.
Variable up : PM.t positive.
Variable rank : PM.t N.
Variable before again : PM.t N.
Variable ex : PM.t positive.
Variable claims : PM.t claim.

(* Visits before the last departure, its head, and the return flow towards that head. *)
Record profile := { visits : PM.t N; last : positive; back : option N }.

Definition again_visits p := match PM.find p again with Some k => Some (k, leave g p k (PM.empty N)) | None => None end.

Definition profile_of p : profile :=
  let k := count before p in let l := head_at g p k in
  {| visits := leave g p k (PM.empty N);
     last := l;
     back := match again_visits p with Some (_, v) => Some (N.succ (count v l)) | None => None end |}.

Definition profiles : PM.t profile :=
  fold_left (fun m p => if halted p then m else PM.add p (profile_of p) m) (ids g) (PM.empty profile).

(* r(u, w), as the profile of w has it *)
Definition expected (f : profile) u : option N := if Pos.eqb u (last f) then back f else Some (N.succ (count (visits f)
  u)).

Definition check_last (pr : PM.t profile) p : bool :=
  match PM.find p pr with
  | None => false
  | Some f =>
      check_stop None p (count before p) (visits f)
      && (halted (last f)
          || match again_visits p with
             | Some (k, v) => check_stop (Some (last f)) p k v
             | None => forallb (fun h => is_none (seen (Some (last f)) p h)) (arcs_of g p)
             end)
      && Pos.eqb (lookup ex p) (lookup ex (last f))
  end.

Definition check_rows (pr : PM.t profile) p : bool :=
  forallb (fun w => Pos.eqb w p || halted w
    || match PM.find w pr with Some f => flow_eqb (entry t p w) (expected f p) | None => false end) (arcs_of g p).

Definition check_up (next : positive) p : bool :=
  match PM.find p up with
  | None => true
  | Some q => Pos.ltb q next && negb (halted q) && N.ltb (count rank p) (count rank q)
  end
  && forallb (fun w => Pos.eqb w p || halted w
       || (match PM.find w up with Some q => Pos.eqb q p | None => false end)
       || (match PM.find p up with Some q => Pos.eqb q w | None => false end)) (arcs_of g p).

(* The rows that a table has beside those that matter for exits: one a head, 1 where the particle halts, +oo for loops
   and in traps. *)
Definition check_shape p : bool :=
  let listed := fold_left (fun m h => PM.add h tt m) (arcs_of g p) (PM.empty unit) in
  forallb (fun row => PM.mem (fst row) listed
     && (if PM.mem p T || Pos.eqb (fst row) p then is_none (snd row)
         else if halted (fst row) then flow_eqb (snd row) (Some 1%N) else true)) (PM.elements (rows t p))
  && forallb (fun h => PM.mem h (rows t p)) (arcs_of g p).

(* The profiles are computed once. *)
Definition check_flows : bool :=
  check_graph g && check_connected g T roots toward onward
  && (let pr := profiles in
      match counted 1 (ids g) with
      | None => false
      | Some next =>
          forallb (fun p => check_shape p
            && (if halted p then Pos.eqb (lookup ex p) p
                else check_last pr p && check_rows pr p && check_up next p)) (ids g)
      end)
  && check_claims g T ex claims.

Lemma profiles_find (ok : check_graph g = true) u : u < n ->
  PM.find (id u) profiles = if halted (id u) then None else Some (profile_of (id u)).
Proof.
  intros Hu. unfold profiles. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, PM.find (id u) (fold_left (fun m p => if halted p then m else PM.add p (profile_of p) m) (map
    id (seq 0 k)) (PM.empty profile))
    = if u <? k then if halted (id u) then None else Some (profile_of (id u)) else None).
  { induction k.
    - simpl. apply PM.gempty.
    - rewrite seq_S, map_app, fold_left_app. cbn [map fold_left plus]. set (m := fold_left _ _ _) in *.
      destruct (Nat.eq_dec u k) as [->|N].
      + replace (k <? S k) with true by (symmetry; apply Nat.ltb_lt; lia).
        rewrite (proj2 (Nat.ltb_ge k k)) in IHk by lia. destruct (halted (id k)); [assumption|apply PM.gss].
      + assert (I : id u <> id k) by (intros E; apply N; apply (f_equal idx) in E; rewrite !idx_id in E; assumption).
        replace (u <? S k) with (u <? k) by (destruct (Nat.ltb_spec u k); destruct (Nat.ltb_spec u (S k));
          lia || reflexivity).
        destruct (halted (id k)); [assumption|]. rewrite PM.gso by assumption. assumption. }
  rewrite H. replace (u <? n) with true by (symmetry; apply Nat.ltb_lt; lia). reflexivity.
Qed.

(* What is checked is what the theorems about tables suppose. *)
Lemma check_flows_certificate : check_flows = true ->
  exists upn K M, flows_certificate n heads rho (trap_of T) upn (departures rank) r K M (fun u => idx (lookup ex (id u))).
Proof.
  unfold check_flows. rewrite !andb_true_iff. intros (((ok & _) & C) & _).
  pose proof (graph_well_formed g ok) as wf.
  rewrite (proj2 (ids_are g ok)) in C. pose proof (for_all g ok _ C) as A. cbv beta zeta in A.
  assert (Live : forall u, u < n -> ~ is_sink cut u ->
    halted (id u) = false /\ check_last profiles (id u) = true /\ check_rows profiles (id u) = true
    /\ check_up (id n) (id u) = true).
  { intros u Hu Hs. apply sinkb_false in Hs. specialize (A u Hu). rewrite halted_sink, Hs in A.
    rewrite !andb_true_iff in A.
    rewrite halted_sink, Hs. tauto. }
  set (M := fun u => N.to_nat (count before (id u))).
  set (K := fun u w => if Pos.eqb (id u) (last (profile_of (id w)))
    then match PM.find (id w) again with Some k => N.to_nat k | None => 0 end else M w).
  set (upn := fun u => option_map idx (PM.find (id u) up)).
  set (e := fun u => idx (lookup ex (id u))).
  assert (Last : forall w, w < n -> ~ is_sink cut w ->
    idx (last (profile_of (id w))) = dest cut rho w (M w) /\
    check_stop None (id w) (count before (id w)) (leave g (id w) (count before (id w)) (PM.empty N)) = true).
  { intros w Hw Hs. destruct (Live w Hw Hs) as (Hh & Cla & _ & _). unfold check_last in Cla.
    rewrite (profiles_find ok w Hw), Hh in Cla. rewrite !andb_true_iff in Cla. destruct Cla as ((Cla & _) & _).
    split; [|assumption]. pose proof Hs as Hl. apply cut_live in Hl. destruct Hl as (Htw & Hl).
    rewrite cut_dest by assumption. apply (head_at_dest g ok); assumption. }
  assert (Heads : forall u w, ~ is_sink cut u -> In w (cut u) -> In (id w) (arcs_of g (id u))).
  { intros u w Hs I. apply cut_live in Hs. destruct Hs as (Hst & Hs). rewrite cut_at in I by assumption.
    unfold Machine.heads in I. apply in_map_iff in I. destruct I as (p & <- & I). rewrite id_idx. assumption. }
  assert (NotH : forall w, ~ is_sink cut w -> halted (id w) = false) by (intros w H; rewrite halted_sink;
    apply sinkb_false; assumption).
  assert (Neq : forall u w, u <> w -> Pos.eqb (id w) (id u) = false).
  { intros u w N. apply Pos.eqb_neq. intros E. apply N. apply (f_equal idx) in E. rewrite !idx_id in E. congruence. }
  exists upn, K, M. fold e. split.
  - intros v q Hv Hs U. destruct (Live v Hv Hs) as (_ & _ & _ & Cu). unfold check_up in Cu. unfold upn in U.
    destruct (PM.find (id v) up) as [p|]; [|discriminate]. simpl in U. injection U as <-.
    rewrite !andb_true_iff in Cu. destruct Cu as (((C1 & C2) & C3) & _).
    split; [apply idx_lt in C1; rewrite idx_id in C1; assumption|]. split.
    + apply sinkb_false. rewrite <- halted_sink, id_idx. apply negb_true_iff. assumption.
    + apply N.ltb_lt in C3. unfold departures. rewrite id_idx. lia.
  - intros u w Hu Hs I. destruct (Live u Hu Hs) as (_ & _ & _ & Cu). unfold check_up in Cu.
    apply andb_prop in Cu. destruct Cu as (_ & Cu). rewrite forallb_forall in Cu.
    assert (Hw : w < n) by (apply (proj1 (cut_well_formed n heads rho wf (trap_of T)) u Hu); assumption).
    specialize (Cu _ (Heads u w Hs I)). rewrite !orb_true_iff in Cu. unfold upn.
    destruct Cu as [[[Cu|Cu]|Cu]|Cu].
    + apply Pos.eqb_eq in Cu. left. rewrite <- (idx_id w), Cu. apply idx_id.
    + right. left. apply sinkb_spec. rewrite <- halted_sink. assumption.
    + right. right. left. split; [assumption|]. destruct (PM.find (id w) up) as [q|]; [|discriminate].
      apply Pos.eqb_eq in Cu. subst q. simpl. rewrite idx_id. reflexivity.
    + right. right. right. destruct (PM.find (id u) up) as [q|]; [|discriminate].
      apply Pos.eqb_eq in Cu. subst q. simpl. rewrite idx_id. reflexivity.
  - intros u w Hu Hsu Hw Hsw N I.
    destruct (Live u Hu Hsu) as (_ & _ & Cr & _). unfold check_rows in Cr. rewrite forallb_forall in Cr.
    specialize (Cr _ (Heads u w Hsu I)). rewrite (NotH w Hsw), (Neq u w N) in Cr. simpl in Cr.
    rewrite (profiles_find ok w Hw), (NotH w Hsw) in Cr. apply flow_eqb_eq in Cr.
    destruct (Last w Hw Hsw) as (Hla & St).
    replace (r u w) with (option_map N.to_nat (expected (profile_of (id w)) (id u)))
      by (unfold r_of; rewrite Cr; reflexivity).
    unfold expected, K.
    destruct (Pos.eqb_spec (id u) (last (profile_of (id w)))) as [El|Nl].
    + destruct (Live w Hw Hsw) as (_ & Cla & _ & _). unfold check_last in Cla.
      rewrite (profiles_find ok w Hw), (NotH w Hsw) in Cla. rewrite !andb_true_iff in Cla.
      destruct Cla as ((_ & Cla) & _).
      rewrite <- El in Cla. rewrite (NotH u Hsu) in Cla. simpl in Cla. unfold back, profile_of.
      unfold again_visits in *.
      destruct (PM.find (id w) again) as [k|]; simpl.
      * change (head_at g (id w) (count before (id w))) with (last (profile_of (id w))). rewrite <- El. split.
        -- pose proof (stop_stops ok (Some (id u)) w k Hw Hsw Cla) as S. simpl in S. rewrite idx_id in S. assumption.
        -- rewrite <- (visits_cnt ok w k u Hw Hsw). unfold departures. lia.
      * split.
        -- rewrite <- (idx_id u), El, Hla. apply Rotor.dest_head. assumption.
        -- intros h Ih. rewrite forallb_forall in Cla. specialize (Cla _ (Heads w h Hsw Ih)).
           pose proof (seen_sees (Some (id u)) w h) as S. simpl in S. rewrite idx_id in S. rewrite <- S.
           destruct (seen (Some (id u)) (id w) (id h)); [discriminate|reflexivity].
    + simpl. pose proof (stop_stops ok None w _ Hw Hsw St) as (S1 & S2). simpl in S1, S2. fold (M w) in S1, S2. split.
      * assert (Nd : dest cut rho w (M w) <> u) by (intros E; apply Nl; rewrite <- E, <- Hla, id_idx; reflexivity).
        split.
        -- intros h. specialize (S1 h). unfold sees in *. destruct (h =? w); [trivial|].
           destruct (h =? u); [trivial|assumption].
        -- rewrite <- S2. unfold sees. destruct (_ =? w); [reflexivity|].
           destruct (Nat.eqb_spec (dest cut rho w (M w)) u); [contradiction|reflexivity].
      * unfold M. rewrite <- (visits_cnt ok w _ u Hw Hsw). unfold departures. lia.
  - intros w Hw Hs. destruct (Last w Hw Hs) as (_ & St). apply (stop_stops ok None w _ Hw Hs St).
  - intros s Hs S. apply sinkb_spec in S. specialize (A s Hs). rewrite halted_sink, S in A. apply andb_prop in A.
    destruct A as (_ & A). apply Pos.eqb_eq in A. unfold e. rewrite A. apply idx_id.
  - intros u Hu Hs. destruct (Live u Hu Hs) as (_ & Cla & _ & _). destruct (Last u Hu Hs) as (Hla & _).
    unfold check_last in Cla. rewrite (profiles_find ok u Hu), (NotH u Hs) in Cla. rewrite !andb_true_iff in Cla.
    destruct Cla as (_ & Cla). apply Pos.eqb_eq in Cla. unfold e. rewrite Cla, <- Hla, id_idx. reflexivity.
Qed.

Theorem check_flows_sound : check_flows = true ->
  forall u, u < n -> exists c, PM.find (id u) claims = Some c /\ ends heads rho (trap_of T) u (meaning c).
Proof.
  intros C. destruct (check_flows_certificate C) as (upn & K & M & Cert). unfold check_flows in C. rewrite !andb_true_iff in C.
  destruct C as (((ok & Ht) & _) & Cl). apply (connected g T roots toward onward ok) in Ht. destruct Ht as (Ht & _).
  apply (claims_mean g T ex claims ok Cl). intros u Hu.
  apply (flows_prove_all_exits n heads rho (graph_well_formed g ok) (trap_of T) Ht upn (departures rank) r K M _ Cert u Hu).
Qed.

(* The traps that are listed are strongly connected. *)
Theorem check_flows_traps : check_flows = true ->
  forall u v i, u < n -> v < n -> trap_of T u = Some i -> trap_of T v = Some i -> leads g u v.
Proof.
  unfold check_flows. rewrite !andb_true_iff. intros (((ok & Ht) & _) & _).
  apply (connected g T roots toward onward ok Ht).
Qed.

Lemma row_shape : check_flows = true -> forall u w, u < n -> In w (heads u) ->
  exists f, PM.find (id w) (rows t (id u)) = Some f /\
    (if PM.mem (id u) T || Pos.eqb (id w) (id u) then f = None else halted (id w) = true -> f = Some 1%N).
Proof.
  unfold check_flows. rewrite !andb_true_iff. intros (((ok & _) & C) & _) u w Hu I.
  rewrite (proj2 (ids_are g ok)) in C. pose proof (for_all g ok _ C u Hu) as A. cbv beta zeta in A. apply andb_prop in A.
  destruct A as (A & _). unfold check_shape in A. apply andb_prop in A. destruct A as (A & B). rewrite forallb_forall in A, B.
  assert (Iw : In (id w) (arcs_of g (id u))).
  { unfold Machine.heads in I. apply in_map_iff in I. destruct I as (p & <- & I). rewrite id_idx. assumption. }
  specialize (B _ Iw). rewrite PM.mem_find in B. destruct (PM.find (id w) (rows t (id u))) as [f|] eqn:F; [|discriminate].
  exists f. split; [reflexivity|]. apply PM.elements_correct in F. specialize (A _ F). simpl in A. apply andb_prop in A.
  destruct A as (_ & A). destruct (PM.mem (id u) T || Pos.eqb (id w) (id u)); [destruct f; [discriminate|reflexivity]|].
  intros H. rewrite H in A. apply flow_eqb_eq. assumption.
Qed.

(* Finite numbers count: if all arcs of u led to w, u would be left that often. *)
Theorem check_flows_finite : check_flows = true ->
  forall u w f d, u < n -> ~ is_sink cut u -> w < n -> ~ is_sink cut w -> u <> w -> In w (heads u) ->
    entry t (id u) (id w) = Some f ->
    legal n (sinkb (heads' cut u w)) (dest (heads' cut u w) (rho' rho u)) (start u) d ->
    ended n (sinkb (heads' cut u w)) (dest (heads' cut u w) (rho' rho u)) (start u) d -> d u = N.to_nat f.
Proof.
  intros C u w f d Hu Su Hw Sw N I F. destruct (check_flows_certificate C) as (upn & K & M & Cert). unfold check_flows in C.
  rewrite !andb_true_iff in C. destruct C as (((ok & _) & _) & _).
  apply (certificate_counts_return_flows n heads rho (trap_of T) upn _ r K M _ (graph_well_formed g ok) Cert); auto.
  - rewrite cut_at by (apply cut_live in Su; apply Su). assumption.
  - unfold r_of. rewrite F. reflexivity.
Qed.

(* +oo is for ever: if all arcs of u led to w, the particle would be on u again after every number of steps.  So it is for
   arcs within traps, and for loops. *)
Theorem check_flows_infinite : check_flows = true ->
  forall u w, u < n -> In w (heads u) -> entry t (id u) (id w) = None ->
    forall y, exists k, y <= k /\ snd (walk (heads' heads u w) k (rho' rho u) u) = u.
Proof.
  intros C u w Hu I F. pose proof (row_shape C u w Hu I) as (f & Ff & Sh). unfold entry in F. rewrite Ff in F. subst f.
  destruct (check_flows_certificate C) as (upn & K & M & Cert). pose proof (check_flows_traps C) as Connected.
  unfold check_flows in C. rewrite !andb_true_iff in C. destruct C as (((ok & Ht) & _) & _).
  apply (connected g T roots toward onward ok) in Ht. destruct Ht as (Closed & _).
  pose proof (graph_well_formed g ok) as wf. assert (Hw : w < n) by (apply (proj1 wf u Hu); assumption).
  destruct (trap_of T u) as [i|] eqn:Tu.
  - (* in a trap *)
    set (inside := fun v => match trap_of T v with Some j => j =? i | None => false end).
    assert (In_trap : forall v, inside v = true -> trap_of T v = Some i).
    { intros v H. unfold inside in H. destruct (trap_of T v) as [j|]; [|discriminate]. apply Nat.eqb_eq in H. congruence. }
    apply (trapped_flows_come_back n heads rho wf inside); auto.
    + intros v Hv H. apply (Closed v i Hv (In_trap v H)).
    + intros v h Hv H Ih. destruct (Closed v i Hv (In_trap v H)) as (_ & D). unfold inside. rewrite (D h Ih), Nat.eqb_refl. reflexivity.
    + unfold inside. rewrite Tu, Nat.eqb_refl. reflexivity.
    + intros v Hv H. apply (Connected v u i Hv Hu (In_trap v H) Tu).
  - assert (Tr : in_trap (trap_of T) u = false) by (unfold in_trap; rewrite Tu; reflexivity).
    assert (Su : ~ is_sink cut u) by (apply cut_live; split; [assumption|]; intros S; rewrite S in I; destruct I).
    destruct (Nat.eq_dec u w) as [->|N].
    + apply (loops_come_back n heads rho w wf Hu).
    + apply (certificate_proves_infinite_flows n heads rho (trap_of T) upn _ r K M _ wf Cert); auto.
      * assert (Mt : PM.mem (id u) T = false).
        { rewrite PM.mem_find. unfold trap_of in Tu. destruct (PM.find (id u) T); [discriminate|reflexivity]. }
        assert (Ne : Pos.eqb (id w) (id u) = false).
        { apply Pos.eqb_neq. intros E. apply N. apply (f_equal idx) in E. rewrite !idx_id in E. congruence. }
        rewrite Mt, Ne in Sh. simpl in Sh. apply sinkb_false. rewrite <- halted_sink.
        destruct (halted (id w)); [specialize (Sh eq_refl); discriminate|reflexivity].
      * rewrite cut_at by assumption. assumption.
      * unfold r_of, entry. rewrite Ff. reflexivity.
Qed.
End Judge.
