(* Judges that run, for the return flows of one block and for deadlines, and the proofs that they are right.

   A block is a graph of its own: vertex number i is the i-th of its list; the vertex c sends along its arcs into the block
   only, and every other arc that does not stay in the block is a loop.  Hints: for a finite flow the vertices without a way
   back; for an infinite one those that c reaches, and a rank that falls on some arc of each unless it leads to c. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Forest Machine Judge MachineZ JudgeFlow Blocks BlockReturns Tour LastDepartures.
Import ListNotations.

Section Block.
Variable g : graph.
Variable members : list positive.

Fixpoint numbered (next : positive) (l : list positive) : list (positive * positive) :=
  match l with [] => [] | p :: t => (p, next) :: numbered (Pos.succ next) t end.

Definition places : PM.t positive := fold_left (fun m c => PM.add (fst c) (snd c) m) (numbered 1 members) (PM.empty positive).

(* the arcs of p in the order in which they are used, by the numbers of their heads *)
Definition arcs_into (m : PM.t positive) (p : positive) : list positive :=
  flat_map (fun h => if Pos.eqb h p then [] else match PM.find h m with Some q => [q] | None => [] end) (used g p).
Definition arcs_within (m : PM.t positive) (p own : positive) : list positive :=
  map (fun h => if Pos.eqb h p then own else match PM.find h m with Some q => q | None => own end) (used g p).

Definition block_graph (c : positive) : graph :=
  let m := places in
  let l := numbered 1 members in
  {| ids := map snd l;
     arcs := fold_left (fun a e => PM.add (snd e) (if Pos.eqb (snd e) c then arcs_into m (fst e) else arcs_within m (fst e) (snd e)) a)
       l (PM.empty (list positive));
     rotors := PM.empty N |}.
End Block.

Section Row.
Variable b : graph.                      (* the block, as a graph for c *)
Variable c : positive.
Variable deadlines : PM.t N.             (* nothing where there is none *)
Notation n := (order b).
Notation heads := (heads b).
Notation rho := (rho b).
Notation dest := (dest heads rho).
Notation sent := (Blocks.sent dest (idx c)).
Definition deadline u := option_map N.to_nat (PM.find (id u) deadlines).
Notation come_back := (come_back n dest (idx c) deadline).

Definition balanced (y : N) (x : PM.t N) (halt : PM.t Z) : bool :=
  let m := inflowZ b (PM.empty positive) (integers (PM.add c y x)) in
  forallb (fun p => Pos.eqb p c || Z.eqb (countZ m p) (Z.of_N (count x p) + countZ halt p)%Z) (ids b).

Definition open_block : bool := check_graph b && has_vertex b c && forallb (fun p => negb (is_end (arcs_of b p))) (ids b).

Definition check_finite (r : N) (returned kept : PM.t N) (h : positive) (dead : PM.t unit) : bool :=
  open_block && N.ltb 0 r && has_vertex b h
  && balanced (N.pred r) returned (PM.empty Z)
  && forallb (fun p => Pos.eqb p c || match PM.find p deadlines with Some t => N.ltb (count returned p) t | None => true end) (ids b)
  && balanced r kept (single h)
  && negb (PM.mem c dead)
  && forallb (fun p => Pos.eqb p c || negb (PM.mem p dead) || forallb (fun q => PM.mem q dead) (arcs_of b p)) (ids b)
  && (PM.mem h dead || negb (Pos.eqb h c)
        && match PM.find h deadlines with Some t => N.eqb t (N.succ (count kept h)) | None => false end).

Definition check_infinite (reached : PM.t unit) (rank : PM.t N) : bool :=
  open_block
  && forallb (fun q => Pos.eqb q c || PM.mem q reached) (arcs_of b c)
  && forallb (fun p => Pos.eqb p c ||
       (match PM.find p deadlines with Some t => N.ltb 0 t && negb (PM.mem p reached) | None => true end)
       && (negb (PM.mem p reached)
           || forallb (fun q => Pos.eqb q c || PM.mem q reached) (arcs_of b p)
              && existsb (fun q => Pos.eqb q c || N.ltb (count rank q) (count rank p)) (arcs_of b p))) (ids b).

Section Open.
Hypothesis is_open : open_block = true.

Lemma open_graph : check_graph b = true /\ idx c < n /\ forall u, u < n -> ~ is_sink heads u.
Proof.
  unfold open_block in is_open. rewrite !andb_true_iff in is_open. destruct is_open as ((ok & Hc) & E). split; [assumption|].
  split; [apply (vertex_in b ok); assumption|]. intros u Hu S. pose proof (for_all b ok _ E u Hu) as A. cbv beta in A.
  apply sinkb_spec in S. rewrite end_is_sink, S in A. discriminate.
Qed.

Lemma open_dest u k : u < n -> dest u k < n.
Proof.
  intros Hu. destruct open_graph as (ok & _ & L). apply (Rotor.dest_in n heads rho (graph_well_formed b ok)); [assumption|].
  apply sinkb_false. apply L. assumption.
Qed.

Lemma not_same p : idx p <> idx c -> Pos.eqb p c = false.
Proof. intros N. apply Pos.eqb_neq. congruence. Qed.

Lemma balanced_means y x halt k : balanced y x halt = true -> (forall v, numbers halt v = Z.of_nat (k v)) -> forall v, v < n -> v <> idx c ->
  arrivals n (at_c (idx c)) dest (departures x) v + sent (N.to_nat y) v = departures x v + k v.
Proof.
  unfold balanced. cbv zeta. intros B K v Hv N. destruct open_graph as (ok & Hc & L). pose proof (for_all b ok _ B v Hv) as A.
  cbv beta in A. rewrite (not_same (id v)) in A by (rewrite idx_id; assumption). simpl in A. apply Z.eqb_eq in A.
  change (countZ (inflowZ b (PM.empty positive) (integers (PM.add c y x))) (id v)) with (numbers (inflowZ b (PM.empty positive) (integers (PM.add c y x))) v) in A.
  change (countZ halt (id v)) with (numbers halt v) in A. rewrite (inflow_integers b _ v ok), inflow_is_arrivals, K in A.
  replace (departures x v + k v) with (arrivals n (sinkb heads) dest (departures (PM.add c y x)) v) by (unfold departures at 2; lia).
  set (z := departures (PM.add c y x)).
  assert (Zc : z (idx c) = N.to_nat y) by (unfold z, departures, count; rewrite id_idx, PM.gss; reflexivity).
  assert (Zo : forall u, u < n -> u <> idx c -> z u = departures x u).
  { intros u _ Nu. unfold z, departures, count. rewrite PM.gso; [reflexivity|]. intros E. apply Nu. rewrite <- E. symmetry. apply idx_id. }
  transitivity (arrivals n nowhere dest z v).
  - rewrite (arrivals_split n dest (idx c) Hc z v), Zc. f_equal. symmetry. apply (arrivals_off n dest (idx c)). assumption.
  - unfold arrivals, nowhere. apply sum_ext. intros u Hu. assert (S : sinkb heads u = false) by (apply sinkb_false; auto). rewrite S. reflexivity.
Qed.

Lemma arc_of_dest u k : u < n -> exists q, In q (arcs_of b (id u)) /\ idx q = dest u k.
Proof.
  intros Hu. destruct open_graph as (ok & _ & L). pose proof (dest_head heads rho u k (L u Hu)) as I. unfold Machine.heads in I at 2.
  apply in_map_iff in I. destruct I as (q & E & I). exists q. auto.
Qed.

Lemma dest_of_arc u q : u < n -> In q (arcs_of b (id u)) -> exists k, k < Rotor.deg heads u /\ dest u k = idx q.
Proof.
  intros Hu I. destruct open_graph as (ok & _ & L). pose proof (proj2 (graph_well_formed b ok) u Hu (L u Hu)) as R.
  assert (Ih : In (idx q) (heads u)) by (apply in_map; assumption). apply (In_nth _ _ 0) in Ih. destruct Ih as (j & Hj & E).
  change (length (heads u)) with (Rotor.deg heads u) in Hj.
  exists ((j + (Rotor.deg heads u - rho u)) mod Rotor.deg heads u). split; [apply Nat.mod_upper_bound; lia|].
  unfold Rotor.dest. rewrite Nat.add_mod_idemp_r by lia.
  replace (rho u + (j + (Rotor.deg heads u - rho u))) with (j + 1 * Rotor.deg heads u) by lia.
  rewrite Nat.mod_add, Nat.mod_small by lia. assumption.
Qed.
End Open.

(* y particles that c sends all come back exactly if y < r *)
Theorem check_finite_sound r returned kept h dead : check_finite r returned kept h dead = true ->
  forall y, come_back y <-> y < N.to_nat r.
Proof.
  unfold check_finite. rewrite !andb_true_iff. intros ((((((((O & R) & Hh) & B1) & I) & B2) & Dc) & Dd) & Hd).
  destruct (open_graph O) as (ok & Hc & L). apply N.ltb_lt in R. apply (vertex_in b ok) in Hh. apply negb_true_iff in Dc.
  apply (return_flow_is n dest (open_dest O) (idx c) Hc deadline (N.to_nat r) (departures returned) (departures kept) (idx h)
    (fun u => PM.mem (id u) dead)).
  - lia.
  - assumption.
  - intros v Hv N. pose proof (balanced_means O _ _ _ (fun _ => 0) B1 empty_numbers v Hv N) as B. rewrite N2Nat.inj_pred, Nat.add_0_r in B. rewrite <- Nat.sub_1_r in B. exact B.
  - intros v Hv N. pose proof (for_all b ok _ I v Hv) as A. cbv beta in A. rewrite (not_same (id v)) in A by (rewrite idx_id; assumption).
    simpl in A. unfold in_time, deadline. destruct (PM.find (id v) deadlines) as [t|]; simpl; [|trivial]. apply N.ltb_lt in A. unfold departures. lia.
  - intros v Hv N. exact (balanced_means O _ _ _ _ B2 (single_numbers h) v Hv N).
  - rewrite id_idx. assumption.
  - intros v k Hv N D. pose proof (for_all b ok _ Dd v Hv) as A. cbv beta in A. rewrite (not_same (id v)) in A by (rewrite idx_id; assumption).
    rewrite D in A. simpl in A. destruct (arc_of_dest O v k Hv) as (q & Iq & E). rewrite forallb_forall in A. rewrite <- E, id_idx. auto.
  - rewrite id_idx. apply orb_prop in Hd. destruct Hd as [D|D]; [left; assumption|right]. apply andb_prop in D. destruct D as (D1 & D2).
    apply negb_true_iff, Pos.eqb_neq in D1. split; [intros E; apply idx_inj in E; contradiction|]. unfold deadline. rewrite id_idx.
    destruct (PM.find h deadlines) as [t|]; [|discriminate]. apply N.eqb_eq in D2. subst t. unfold departures. rewrite id_idx. simpl. f_equal. lia.
Qed.

(* any number of particles that c sends comes back *)
Theorem check_infinite_sound reached rank : check_infinite reached rank = true -> forall y, come_back y.
Proof.
  unfold check_infinite. rewrite !andb_true_iff. intros ((O & F) & A0) y. destruct (open_graph O) as (ok & Hc & L).
  pose proof (for_all b ok _ A0) as A. cbv beta in A. clear A0.
  assert (At : forall v, v < n -> v <> idx c -> Pos.eqb (id v) c = false) by (intros v _ N; apply not_same; rewrite idx_id; assumption).
  apply (always_come_back n dest (open_dest O) (idx c) Hc deadline (fun u => PM.mem (id u) reached) (departures rank) (fun u => Rotor.deg heads u)).
  - intros k. destruct (arc_of_dest O (idx c) k Hc) as (q & Iq & E). rewrite id_idx in Iq. rewrite forallb_forall in F. specialize (F q Iq).
    apply orb_prop in F. destruct F as [F|F]; [left; apply Pos.eqb_eq in F; congruence|right]. rewrite <- E, id_idx. assumption.
  - intros v k Hv N R. specialize (A v Hv). rewrite (At v Hv N), R in A. simpl in A. apply andb_prop in A. destruct A as (_ & A).
    apply andb_prop in A. destruct A as (A & _). destruct (arc_of_dest O v k Hv) as (q & Iq & E). rewrite forallb_forall in A. specialize (A q Iq).
    apply orb_prop in A. destruct A as [A|A]; [left; apply Pos.eqb_eq in A; congruence|right]. rewrite <- E, id_idx. assumption.
  - intros v k m Hv N. pose proof (deg_pos heads v (L v Hv)). rewrite <- (dest_mod heads rho v (m * _ + k)), <- (dest_mod heads rho v k) by auto.
    f_equal. rewrite Nat.add_comm. apply Nat.mod_add. lia.
  - intros v Hv N R. specialize (A v Hv). rewrite (At v Hv N), R in A. simpl in A. apply andb_prop in A. destruct A as (_ & A).
    apply andb_prop in A. destruct A as (_ & A). apply existsb_exists in A. destruct A as (q & Iq & Q).
    destruct (dest_of_arc O v q Hv Iq) as (k & Hk & E). exists k. split; [assumption|]. rewrite E. apply orb_prop in Q.
    destruct Q as [Q|Q]; [left; apply Pos.eqb_eq in Q; congruence|right]. apply N.ltb_lt in Q. unfold departures. rewrite id_idx. lia.
  - intros v Hv N. specialize (A v Hv). rewrite (At v Hv N) in A. simpl in A. apply andb_prop in A. destruct A as (A & _). unfold deadline.
    destruct (PM.find (id v) deadlines) as [t|]; [|discriminate]. apply andb_prop in A. destruct A as (A & _). apply N.ltb_lt in A. simpl.
    intros E. injection E. lia.
  - intros v Hv N R. specialize (A v Hv). rewrite (At v Hv N) in A. simpl in A. apply andb_prop in A. destruct A as (A & _). unfold deadline.
    destruct (PM.find (id v) deadlines) as [t|]; [|reflexivity]. cbv beta in R. rewrite R in A. rewrite andb_false_r in A. discriminate.
Qed.
End Row.

(* ---- last departures and deadlines ---- *)
Section Turning.
Variable groups : list positive.         (* of each arc, in the order in which they are used, what it leads to *)
Variable flow : positive -> option N.    (* how often each comes back before it does not; nothing if it always does *)

Definition group_at (k : nat) : positive := nth (k mod length groups) groups 1%positive.
Definition visits (k : nat) (q : positive) : nat := sum k (fun j => one (idx (group_at j) =? idx q)).

(* Departure number k, counted from 0, is the first that does not come back. *)
Definition stays_at (k : nat) : Prop :=
  (forall q f, In q groups -> flow q = Some f -> visits k q < N.to_nat f) /\
  exists f, flow (group_at k) = Some f /\ visits k (group_at k) + 1 = N.to_nat f.

Definition check_stays (k : N) : bool :=
  let d := N.of_nat (length groups) in
  let m := spread groups (k mod d) (k / d) (PM.empty N) in
  let q := nth (N.to_nat (k mod d)) groups 1%positive in
  negb (is_end groups)
  && forallb (fun q => match flow q with Some f => N.ltb (count m q) f | None => true end) groups
  && match flow q with Some f => N.eqb (N.succ (count m q)) f | None => false end.

Definition check_never : bool := forallb (fun q => match flow q with Some _ => false | None => true end) groups.

Lemma visits_are k q : groups <> [] ->
  N.to_nat (count (spread groups (k mod N.of_nat (length groups)) (k / N.of_nat (length groups)) (PM.empty N)) q) = visits (N.to_nat k) q.
Proof.
  intros Ne. rewrite <- (id_idx q) at 1.
  change (departures (spread groups (k mod N.of_nat (length groups)) (k / N.of_nat (length groups)) (PM.empty N)) (idx q) = visits (N.to_nat k) q).
  assert (Hd : length groups <> 0) by (destruct groups; [contradiction|discriminate]).
  rewrite spread_counts. unfold departures at 1, count. rewrite PM.gempty. cbn [N.to_nat plus].
  set (hs := fun _ : nat => map idx groups). set (r := fun _ : nat => 0).
  assert (Dg : Rotor.deg hs 0 = length groups) by (unfold Rotor.deg, hs; apply map_length).
  assert (Ds : forall j, Rotor.dest hs r 0 j = idx (group_at j)).
  { intros j. unfold Rotor.dest, group_at. rewrite Dg. unfold hs, r. rewrite Nat.add_0_l.
    rewrite (nth_indep _ 0 (idx 1)) by (rewrite map_length; apply Nat.mod_upper_bound; assumption). apply map_nth. }
  assert (Ns : ~ is_sink hs 0) by (unfold is_sink, hs; destruct groups; [contradiction|discriminate]).
  pose proof (uses_are_departures hs r 0 (N.to_nat k) (idx q) Ns) as U. rewrite Dg in U.
  transitivity (sum (length groups) (fun j => if Rotor.dest hs r 0 j =? idx q then use (length groups) (N.to_nat k) j else 0)).
  - apply sum_ext. intros j Hj. rewrite mod_nat, div_nat by assumption. rewrite <- use_split by assumption.
    unfold Rotor.dest. rewrite Dg. unfold r. rewrite Nat.add_0_l, Nat.mod_small by assumption. reflexivity.
  - rewrite U. unfold visits. apply sum_ext. intros j _. rewrite Ds. reflexivity.
Qed.

Theorem check_stays_sound k : check_stays k = true -> stays_at (N.to_nat k).
Proof.
  unfold check_stays. cbv zeta. rewrite !andb_true_iff. intros ((Ne & C) & E).
  assert (Nil : groups <> []) by (intros Z; rewrite Z in Ne; discriminate).
  assert (Hd : length groups <> 0) by (destruct groups; [contradiction|discriminate]).
  split.
  - intros q f I F. rewrite forallb_forall in C. specialize (C q I). rewrite F in C. apply N.ltb_lt in C.
    rewrite <- (visits_are k q Nil). lia.
  - rewrite mod_nat in E by assumption. fold (group_at (N.to_nat k)) in E. destruct (flow (group_at (N.to_nat k))) as [f|]; [|discriminate].
    exists f. split; [reflexivity|]. apply N.eqb_eq in E. rewrite <- (visits_are k _ Nil). lia.
Qed.

(* there is one such departure only *)
Theorem stays_once j k : groups <> [] -> stays_at j -> stays_at k -> j = k.
Proof.
  intros Nil.
  assert (A : forall a b, stays_at a -> stays_at b -> ~ a < b).
  { intros a b (_ & f & F & V) (B & _) L.
    assert (I : In (group_at a) groups) by (apply nth_In; apply Nat.mod_upper_bound; destruct groups; [contradiction|discriminate]).
    specialize (B _ f I F). assert (visits (S a) (group_at a) <= visits b (group_at a)) by (apply sum_longer; lia).
    unfold visits in *. cbn [sum] in *. rewrite Nat.eqb_refl in *. simpl in *. lia. }
  intros Hj Hk. destruct (lt_eq_lt_dec j k) as [[L|E]|L]; [exfalso; apply (A j k)|assumption|exfalso; apply (A k j)]; assumption.
Qed.
End Turning.

(* Turns that prove the exits are the numbers of last departures, less one: the walk from u leaves u so often until it ends on a
   sink or enters a trap. *)
Theorem check_last_departures g T turns rank ex claims : check_forest g T turns rank ex claims = true ->
  let cut := cut (heads g) (trap_of T) in
  forall u, u < order g -> ~ is_sink cut u ->
  exists k, is_sink cut (snd (walk cut k (rho g) u)) /\
    (forall j, j < k -> ~ is_sink cut (snd (walk cut j (rho g) u))) /\ fst (run cut (rho g) u k) u = departures turns u + 1.
Proof.
  intros C cut u Hu S. destruct (check_forest_means g T turns rank ex claims C) as (ok & Cl & _ & Cert).
  apply cut_live in S. destruct S as (T0 & S0).
  destruct (forest_last_departures (order g) (heads g) (rho g) (graph_well_formed g ok) (trap_of T) (departures turns) _ _ Cert u Hu T0 S0)
    as (k & E & Sk & B & L).
  exists k. split; [unfold cut; rewrite E; assumption|]. split; assumption.
Qed.
