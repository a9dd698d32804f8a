(* A judge that runs, for `game` certificates, and the proof that it is right.

   Hints, as in Judge.v: which vertices are active, their parents and depths, from where no sink can be reached, and for
   every list of arcs that is used in turn the number of departures before the last one. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith ZArith FMapPositive.
Require Import Sums Stacks Rotor Machine Judge JudgeFlows Game GameVertex GamePlans GameTables JudgeVertex.
Import ListNotations.

(* ---- one table ---- *)
Inductive strategy_set := ByStart | ByOrder | Freely.
Inductive decision := Start (position : N) | Order (positions : list N) | Always (position : N) | Bounce.

Section Table.
Variable g : graph.
Variable next : positive.                       (* one more than the last vertex *)
Variable root : positive.
Variable set : strategy_set.
Variable owner : PM.t bool.                     (* true for Max, false for Min *)
Variable act : PM.t unit.                       (* hints: active vertices, parents, depths, dead ends *)
Variable above : PM.t positive.
Variable deep : PM.t N.
Variable lost_for_good : PM.t unit.
Variable mine : bool.                           (* whether the player is Max *)
Variable wins : positive -> bool.               (* whether the player wins on this sink *)
Variable endless : bool.
Variable entries : PM.t pair.                   (* by the head; from Max's point of view *)
Variable decisions : PM.t decision.
Variable turn_hint : PM.t N.
Variable start_hints : PM.t (list N).

Definition is_active p := PM.mem p act && Pos.ltb p next.
Definition is_dead p := PM.mem p lost_for_good.
Definition parent_of p := if is_active p && negb (Pos.eqb p root) then PM.find p above else None.
Definition wins_behind p :=
  if is_active p
  then Pos.eqb p root || match PM.find p entries with Some (w, _) => Bool.eqb w mine | None => false end
  else if is_end (arcs_of g p) then wins p else endless.
Definition flow_behind p : option N :=
  if is_active p
  then if Pos.eqb p root then Some 1%N else match PM.find p entries with Some (_, f) => f | None => None end
  else Some 1%N.
Definition own_pair p : pair := (wins_behind p, flow_behind p).

Definition arc_at p k := nth (N.to_nat k) (arcs_of g p) p.
Definition in_range p k := N.ltb k (N.of_nat (length (arcs_of g p))).

(* The arcs that the player's decision uses in turn. *)
Definition decided p : list positive :=
  match PM.find p decisions with
  | Some (Start k) => if in_range p k then rotated (N.to_nat k) (arcs_of g p) else []
  | Some (Order ks) => if forallb (in_range p) ks then map (arc_at p) ks else []
  | Some (Always k) => if in_range p k then [arc_at p k] else []
  | Some Bounce => match parent_of p with Some q => if existsb (Pos.eqb q) (arcs_of g p) then [q] else [] | None => []
    end
  | None => []
  end.

Definition plan_at p : plan :=
  match PM.find p owner with
  | None => Turns (map idx (used g p))
  | Some o => if Bool.eqb o mine then Turns (map idx (decided p))
              else match set with
                   | ByStart => AnyStart (map idx (arcs_of g p))
                   | ByOrder => AnyOrder (map idx (arcs_of g p))
                   | Freely => AnyArc (map idx (arcs_of g p))
                   end
  end.

Notation turn p l k := (turn_pair wins_behind flow_behind parent_of endless p l k).
Notation by_order p l w := (order_pair wins_behind flow_behind parent_of endless p l w).
Notation by_choice p l w := (free_pair wins_behind flow_behind parent_of endless p l w).

Definition comes_to_own p l : bool :=
  match turn p l (count turn_hint p) with Some o => same o (own_pair p) | None => false end.
Definition starts p : list (nat * N) :=
  let ks := match PM.find p start_hints with Some ks => ks | None => [] end in
  combine (seq 0 (length (arcs_of g p))) ks.
Definition start_pair p (s : nat * N) := turn p (rotated (fst s) (arcs_of g p)) (snd s).

(* The best that one who wants this value can decide at p comes to the pair of p. *)
Definition is_best p (wanted : bool) : bool :=
  let own := own_pair p in
  let known := match snd own with None => (false, None) | Some _ => own end in
  match set with
  | ByStart =>
      Nat.eqb (length (starts p)) (length (arcs_of g p))
      && forallb (fun s => match start_pair p s with
           | Some o => if wanted then at_least_as known o else at_least_as o own
           | None => false end) (starts p)
      && existsb (fun s => match start_pair p s with Some o => same o own | None => false end) (starts p)
  | ByOrder => match by_order p (arcs_of g p) wanted with Some o => same o own | None => false end
  | Freely => same (by_choice p (arcs_of g p) wanted) own
  end.

Definition check_vertex p : bool :=
  match PM.find p owner with
  | None => comes_to_own p (used g p)
  | Some o => if Bool.eqb o mine then comes_to_own p (decided p) && is_best p true else is_best p false
  end.

Definition option_is (a : option positive) p := match a with Some q => Pos.eqb q p | None => false end.
Definition goes_nowhere p := is_active p || is_end (arcs_of g p) || is_dead p.
Definition tree_arc p h :=
  Pos.ltb h next && goes_nowhere h
  && (Pos.eqb h p || negb (is_active h) || option_is (parent_of h) p || option_is (parent_of p) h).

Definition check_place p : bool :=
  (if is_active p
   then negb (is_end (arcs_of g p))
        && (Pos.eqb p root || match PM.find p above with
              | Some q => is_active q && N.eqb (count deep p) (N.succ (count deep q)) | None => false end)
        && forallb (tree_arc p) (arcs_of g p)
        && check_vertex p
   else true)
  && (if is_dead p then negb (is_end (arcs_of g p)) && forallb is_dead (arcs_of g p) else true).

Definition check_table : bool :=
  forallb (fun row => match snd (snd row) with Some f => negb (N.eqb f 0) | None => true end) (PM.elements entries)
  && wins_behind root && goes_nowhere root
  && forallb check_place (ids g).

Section Sound.
Hypothesis ok : check_graph g = true.
Hypothesis next_ok : counted 1 (ids g) = Some next.
Hypothesis root_ok : Pos.ltb root next = true.
Hypothesis checked : check_table = true.
Notation n := (order g).
Notation sink := (fun u => is_end (arcs_of g (id u))).
Notation dead := (fun u => is_dead (id u)).
Notation active := (fun u => is_active (id u)).
Notation good := (fun u => wins_behind (id u)).
Notation flow := (fun u => option_map N.to_nat (flow_behind (id u))).
Notation par := (fun u => option_map idx (parent_of (id u))).
Definition plans u := plan_at (id u).

Lemma below_next p : Pos.ltb p next = true <-> idx p < n.
Proof.
  rewrite idx_lt. pose proof (proj2 (ids_are g ok)) as C. rewrite next_ok in C. injection C as ->. rewrite idx_id.
  tauto.
Qed.

Lemma place_ok u : u < n -> check_place (id u) = true.
Proof. intros Hu. unfold check_table in checked. rewrite !andb_true_iff in checked.
apply (for_all g ok _ (proj2 checked) u Hu). Qed.

Lemma active_in p : is_active p = true -> idx p < n.
Proof. unfold is_active. rewrite andb_true_iff. intros (_ & H). apply below_next. assumption. Qed.

Lemma flow_behind_pos h f : flow_behind h = Some f -> (1 <= f)%N.
Proof.
  unfold flow_behind. destruct (is_active h); [destruct (Pos.eqb h root)|].
  - intros E. injection E as <-. lia.
  - destruct (PM.find h entries) as [(w, x)|] eqn:F; [|discriminate]. intros ->.
    unfold check_table in checked. rewrite !andb_true_iff in checked. destruct checked as (((C & _) & _) & _).
    rewrite forallb_forall in C. apply PM.elements_correct in F. specialize (C _ F). simpl in C.
    apply negb_true_iff, N.eqb_neq in C. lia.
  - intros E. injection E as <-. lia.
Qed.

Lemma active_place u : u < n -> is_active (id u) = true ->
  is_end (arcs_of g (id u)) = false /\
  (id u = root \/ exists q, PM.find (id u) above = Some q /\ is_active q = true
    /\ count deep (id u) = N.succ (count deep q)) /\
  (forall h, In h (arcs_of g (id u)) -> tree_arc (id u) h = true) /\ check_vertex (id u) = true.
Proof.
  intros Hu A. pose proof (place_ok u Hu) as C. unfold check_place in C. rewrite A in C. rewrite !andb_true_iff in C.
  destruct C as ((((C1 & C2) & C3) & C4) & _). rewrite forallb_forall in C3. apply negb_true_iff in C1.
  split; [assumption|]. split; [|split; assumption].
  apply orb_prop in C2. destruct C2 as [C2|C2]; [left; apply Pos.eqb_eq; assumption|right].
  destruct (PM.find (id u) above) as [q|]; [|discriminate]. apply andb_prop in C2. destruct C2 as (Aq & D).
  apply N.eqb_eq in D. exists q. auto.
Qed.

Lemma decided_arcs u h : u < n -> is_active (id u) = true -> In h (decided (id u)) -> In h (arcs_of g (id u)).
Proof.
  intros Hu A. unfold decided. destruct (PM.find (id u) decisions) as [[k|ks|k|]|]; [| | | |intros []].
  - destruct (in_range (id u) k); [|intros []]. unfold rotated. intros I. apply in_app_or in I.
    rewrite <- (firstn_skipn (N.to_nat k) (arcs_of g (id u))). apply in_or_app. tauto.
  - destruct (forallb (in_range (id u)) ks) eqn:R; [|intros []]. rewrite forallb_forall in R. intros I.
    apply in_map_iff in I.
    destruct I as (k & <- & I). specialize (R k I). apply N.ltb_lt in R. apply nth_In. lia.
  - destruct (in_range (id u) k) eqn:R; [|intros []]. apply N.ltb_lt in R. intros [<-|[]]. apply nth_In. lia.
  - destruct (parent_of (id u)) as [q|]; [|intros []].
    destruct (existsb (Pos.eqb q) (arcs_of g (id u))) eqn:E; [|intros []].
    intros [<-|[]]. apply existsb_exists in E. destruct E as (x & I & E). apply Pos.eqb_eq in E. subst x. assumption.
Qed.

Lemma plan_arcs u h : u < n -> is_active (id u) = true -> In h (arcs_of_plan (plans u)) -> In (id h) (arcs_of g (id u)).
Proof.
  intros Hu A. unfold plans, plan_at.
  assert (All : forall l, (forall x, In x l -> In x (arcs_of g (id u))) -> In h (map idx l)
    -> In (id h) (arcs_of g (id u)))
    by (intros l H I; apply H; apply in_idx; assumption).
  destruct (PM.find (id u) owner) as [o|]; [destruct (Bool.eqb o mine); [|destruct set]|]; simpl; apply All; auto.
  - intros x. apply decided_arcs; assumption.
  - intros x I. unfold used, rotated in I. apply in_app_or in I.
    rewrite <- (firstn_skipn (N.to_nat (count (rotors g) (id u))) (arcs_of g (id u))). apply in_or_app. tauto.
Qed.

Lemma own_to_ok u l : comes_to_own (id u) l = true -> turn_ok par endless good flow u (map idx l).
Proof.
  unfold comes_to_own. destruct (turn (id u) l (count turn_hint (id u))) as [o|] eqn:T; [|discriminate]. intros S.
  apply (turn_pair_ok wins_behind flow_behind parent_of endless flow_behind_pos u l _ o T). left. assumption.
Qed.

Lemma combine_first {A B} : forall (l : list A) (l' : list B), combine l (firstn (length l) l') = combine l l'.
Proof. induction l as [|a l IH]; intros [|b l']; simpl; auto. rewrite IH. reflexivity. Qed.

Lemma rotated_map {A B} (f : A -> B) k l : map f (rotated k l) = rotated k (map f l).
Proof. unfold rotated. rewrite map_app, skipn_map, firstn_map. reflexivity. Qed.

Lemma vertex_plan u : u < n -> is_active (id u) = true -> plan_ok par endless good flow u (plans u).
Proof.
  intros Hu A. destruct (active_place u Hu A) as (Ne & _ & _ & C). unfold check_vertex in C. unfold plans, plan_at.
  destruct (PM.find (id u) owner) as [o|]; [|apply own_to_ok; assumption].
  destruct (Bool.eqb o mine); [apply andb_prop in C; apply own_to_ok; tauto|].
  unfold is_best in C. destruct set; cbn [plan_ok].
  - rewrite !andb_true_iff in C. destruct C as ((C1 & C2) & _). apply Nat.eqb_eq in C1. rewrite forallb_forall in C2.
    split; [destruct (arcs_of g (id u)); discriminate|]. rewrite map_length. intros a Ha. rewrite <- rotated_map.
    set (ks := match PM.find (id u) start_hints with Some ks => ks | None => [] end) in *.
    assert (I : In (a, nth a ks 0%N) (starts (id u))).
    { unfold starts in *. fold ks in C1 |- *. rewrite combine_length, seq_length in C1.
      replace a with (nth a (seq 0 (length (arcs_of g (id u)))) 0) at 1 by (rewrite seq_nth; lia).
      assert (Cn : nth a (combine (seq 0 (length (arcs_of g (id u)))) (firstn (length (arcs_of g (id u))) ks)) (0, 0%N)
              = (nth a (seq 0 (length (arcs_of g (id u)))) 0, nth a (firstn (length (arcs_of g (id u))) ks) 0%N)).
      { apply combine_nth. rewrite seq_length, firstn_length. lia. }
      assert (Cf : combine (seq 0 (length (arcs_of g (id u)))) (firstn (length (arcs_of g (id u))) ks)
              = combine (seq 0 (length (arcs_of g (id u)))) ks).
      { rewrite <- (combine_first (seq 0 (length (arcs_of g (id u)))) ks), seq_length. reflexivity. }
      rewrite Cf, nth_first in Cn by assumption. rewrite <- Cn. apply nth_In. rewrite combine_length, seq_length. lia. }
    specialize (C2 _ I). unfold start_pair in C2. cbn [fst snd] in C2.
    destruct (turn (id u) (rotated a (arcs_of g (id u))) (nth a ks 0%N)) as [o'|] eqn:T; [|discriminate].
    apply (turn_pair_ok wins_behind flow_behind parent_of endless flow_behind_pos u _ _ o' T). right. assumption.
  - destruct (by_order (id u) (arcs_of g (id u)) false) as [o'|] eqn:T; [|discriminate].
    apply (order_pair_ok wins_behind flow_behind parent_of endless u _ o' T). assumption.
  - split; [destruct (arcs_of g (id u)); discriminate|]. apply free_pair_ok. assumption.
Qed.

Lemma nowhere_dead h : goes_nowhere (id h) = true -> active h = false -> sink h = false -> dead h = true.
Proof. unfold goes_nowhere. intros G A S. cbv beta in *. rewrite A, S in G. assumption. Qed.

Lemma table_is_ok : table_ok n sink dead active (idx root) par endless good flow plans.
Proof.
  pose proof checked as Ch. unfold check_table in Ch. rewrite !andb_true_iff in Ch. destruct Ch as (((_ & Cr) & _) & _).
  split.
  - intros h f. destruct (flow_behind (id h)) as [x|] eqn:F; [|discriminate]. simpl. intros E. injection E as <-.
    apply flow_behind_pos in F. lia.
  - intros h _ A. unfold flow_behind. rewrite A. reflexivity.
  - intros h _ A S. unfold wins_behind. rewrite A, S. reflexivity.
  - rewrite id_idx. split; [assumption|]. unfold flow_behind. rewrite Pos.eqb_refl.
    destruct (is_active root); reflexivity.
  - intros u h Hu A I. apply plan_arcs in I; auto. destruct (active_place u Hu A) as (_ & _ & T & _).
    specialize (T _ I).
    unfold tree_arc in T. rewrite !andb_true_iff in T. destruct T as ((Tn & Tg) & T). apply below_next in Tn.
    rewrite idx_id in Tn.
    split; [assumption|]. split; [apply nowhere_dead; assumption|]. rewrite !orb_true_iff in T. unfold option_is in T.
    destruct T as [[[T|T]|T]|T].
    + left. apply Pos.eqb_eq in T. apply (f_equal idx) in T. rewrite !idx_id in T. assumption.
    + right. left. apply negb_true_iff. assumption.
    + right. right. left. destruct (parent_of (id h)) as [q|]; [|discriminate]. apply Pos.eqb_eq in T. subst q. simpl.
      rewrite idx_id. reflexivity.
    + right. right. right. destruct (parent_of (id u)) as [q|]; [|discriminate]. apply Pos.eqb_eq in T. subst q. simpl.
      rewrite idx_id. reflexivity.
  - intros u Hu A G. destruct (active_place u Hu A) as (_ & [E|(q & F & _ & _)] & _ & _).
    + unfold wins_behind in G. rewrite A, E, Pos.eqb_refl in G. discriminate.
    + unfold wins_behind in G. rewrite A in G. apply orb_false_iff in G. destruct G as (Nr & _).
      unfold parent_of. rewrite A, Nr, F. discriminate.
  - intros u Hu A. apply vertex_plan; assumption.
Qed.

Lemma parents_in v q : par v = Some q ->
  v < n /\ active v = true /\ q < n /\ active q = true /\ departures deep v = S (departures deep q).
Proof.
  unfold parent_of. destruct (is_active (id v)) eqn:A; [|discriminate]. simpl.
  pose proof (active_in _ A) as Hv. rewrite idx_id in Hv.
  destruct (Pos.eqb_spec (id v) root) as [|Nr]; [discriminate|]. simpl.
  destruct (active_place v Hv A) as (_ & [E|(p & F & Ap & D)] & _ & _); [contradiction|]. rewrite F. simpl. intros E.
  injection E as <-.
  split; [assumption|]. split; [reflexivity|]. split; [apply active_in; assumption|]. rewrite id_idx.
  split; [assumption|].
  unfold departures. rewrite id_idx, D. lia.
Qed.

Lemma root_has_none : par (idx root) = None.
Proof. cbv beta. rewrite id_idx. unfold parent_of. rewrite Pos.eqb_refl. rewrite andb_false_r. reflexivity. Qed.

Lemma active_is_no_sink v : v < n -> active v = true -> sink v = false.
Proof. intros Hv A. apply (active_place v Hv A). Qed.

Lemma root_is_dead : active (idx root) = false -> sink (idx root) = false -> dead (idx root) = true.
Proof.
  pose proof checked as Ch. unfold check_table in Ch. rewrite !andb_true_iff in Ch. destruct Ch as ((_ & Cg) & _).
  apply nowhere_dead. rewrite id_idx. assumption.
Qed.

Lemma dead_is_closed v : v < n -> dead v = true -> sink v = false /\ forall h, In h (heads g v) -> dead h = true.
Proof.
  intros Hv D. pose proof (place_ok v Hv) as C. unfold check_place in C. cbv beta in D |- *. rewrite D in C.
  rewrite !andb_true_iff in C. destruct C as (_ & C1 & C2). apply negb_true_iff in C1. split; [assumption|].
  rewrite forallb_forall in C2. intros h I. apply C2. apply in_idx. assumption.
Qed.
End Sound.
End Table.

(* ---- the judge ---- *)
Section Judge.
Variable g : graph.
Variable root : positive.
Variable set : strategy_set.
Variable owner : PM.t bool.
Variable values : PM.t Z.
Variables v e : Z.                              (* the value; what a play that never exits is worth *)
Variables max min : PM.t decision.
Variables at_least more_than : PM.t pair.
Variable act : PM.t unit.
Variable above : PM.t positive.
Variable deep : PM.t N.
Variable lost_for_good : PM.t unit.
Variables turn_a turn_b : PM.t N.
Variables starts_a starts_b : PM.t (list N).

Definition value_at p := match PM.find p values with Some z => z | None => 0%Z end.

Definition check_game : bool :=
  check_graph g
  && match counted 1 (ids g) with
     | None => false
     | Some next =>
         Pos.ltb root next
         && check_table g next root set owner act above deep lost_for_good true
              (fun p => Z.leb v (value_at p)) (Z.leb v e) at_least max turn_a starts_a
         && check_table g next root set owner act above deep lost_for_good false
              (fun p => Z.leb (value_at p) v) (Z.leb e v) more_than min turn_b starts_b
     end.

Notation n := (order g).
Notation is_sink := (fun u => is_end (arcs_of g (id u))).
Notation worth := (worth is_sink (idx root) (fun u => value_at (id u)) e).

(* A play: every departure is along an arc, and at active vertices as the plan allows. *)
Definition legal_play (next : positive) (mine : bool) (decisions : PM.t decision) (dest : nat -> nat -> nat) : Prop :=
  (forall u k, u < n -> is_sink u = false -> In (dest u k) (heads g u)) /\
  (forall u, u < n -> is_active next act (id u) = true ->
     within (plans g next root set owner act above mine decisions u) (dest u)).

Theorem check_game_sound : check_game = true ->
  exists next, counted 1 (ids g) = Some next /\
  (forall dest x, legal_play next true max dest -> worth dest x -> (v <= x)%Z) /\
  (forall dest x, legal_play next false min dest -> worth dest x -> (x <= v)%Z).
Proof.
  unfold check_game. rewrite andb_true_iff. intros (ok & C).
  destruct (counted 1 (ids g)) as [next|] eqn:Nx; [|discriminate].
  rewrite !andb_true_iff in C. destruct C as ((Ro & Ca) & Cb). exists next. split; [reflexivity|].
  pose proof (graph_well_formed g ok) as wf.
  assert (Hr : idx root < n) by (apply (below_next g next root); assumption).
  set (dead := fun u => is_dead lost_for_good (id u)).
  assert (Play : forall mine decisions dest, legal_play next mine decisions dest ->
    play n dead (fun u => is_active next act (id u)) (plans g next root set owner act above mine decisions) dest).
  { intros m ds dest (L & W). split; [assumption|]. intros u k Hu D.
    destruct (dead_is_closed _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ok Ca u Hu D) as (S & Cl).
    pose proof (L u k Hu S) as I. split; [apply (proj1 wf u Hu); assumption|apply Cl; assumption]. }
  pose proof (table_is_ok _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ok Nx Ro Ca) as Ta.
  pose proof (table_is_ok _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ok Nx Ro Cb) as Tb.
  pose proof (active_is_no_sink _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ok Ca) as An.
  assert (Sink : forall mine wins endless entries s, s < n -> is_sink s = true ->
    wins_behind g next root act mine wins endless entries (id s) = wins (id s)).
  { intros m w en t s Hs S. unfold wins_behind. destruct (is_active next act (id s)) eqn:A.
    - specialize (An s Hs A). cbv beta in An, S. congruence.
    - cbv beta in S. rewrite S. reflexivity. }
  destruct (game_is_worth n is_sink dead (fun u => is_active next act (id u)) (idx root)
    (fun u => option_map idx (parent_of next root act above (id u))) (departures deep) Hr
    (root_has_none next root act above)
    (parents_in _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ok Nx Ro Ca) An
    (root_is_dead _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ca)
    (fun u Hu D => proj1 (dead_is_closed _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ok Ca u Hu D))
    (fun u => value_at (id u)) e v _ _ _ _ _ _
    (fun s Hs S => Sink true _ _ _ s Hs S) (fun s Hs S => Sink false _ _ _ s Hs S) Ta Tb) as (G1 & G2).
  split; intros dest x P W; [apply (G1 dest x)|apply (G2 dest x)]; auto.
Qed.
End Judge.
