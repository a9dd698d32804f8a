(* Graphs and counts as an executable judge holds them: binary numbers, and maps keyed by positive numbers.

   Vertex i of the theorems is the number i + 1 here.  Everything takes time linear in the size of the graph and of the
   numbers, up to logarithms; only positions within the arcs of one vertex are unary. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap.
Import ListNotations.

Module PM := PositiveMap.

Definition id (i : nat) : positive := Pos.of_succ_nat i.
Definition idx (p : positive) : nat := pred (Pos.to_nat p).

Lemma idx_id i : idx (id i) = i.
Proof. unfold idx, id. rewrite SuccNat2Pos.id_succ. reflexivity. Qed.

Lemma id_idx p : id (idx p) = p.
Proof.
  unfold idx, id. apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. destruct (Pos2Nat.is_succ p) as (k & ->). reflexivity.
Qed.

Lemma idx_inj p q : idx p = idx q -> p = q.
Proof. intros H. rewrite <- (id_idx p), H. apply id_idx. Qed.

Lemma idx_succ p : idx (Pos.succ p) = S (idx p).
Proof. unfold idx. rewrite Pos2Nat.inj_succ. destruct (Pos2Nat.is_succ p) as (k & ->). reflexivity. Qed.

Lemma idx_lt p q : Pos.ltb p q = true <-> idx p < idx q.
Proof.
  rewrite Pos.ltb_lt, Pos2Nat.inj_lt. unfold idx. pose proof (Pos2Nat.is_pos p). pose proof (Pos2Nat.is_pos q). lia.
Qed.

(* A count; 0 where none is listed. *)
Definition count (m : PM.t N) (p : positive) : N := match PM.find p m with Some c => c | None => 0%N end.

Record graph := {
  ids : list positive;                  (* the vertices 1, 2, …, in order *)
  arcs : PM.t (list positive);          (* heads in rotor order *)
  rotors : PM.t N                       (* positions of the initial rotors *)
}.

Definition arcs_of g p := match PM.find p (arcs g) with Some l => l | None => [] end.
Definition order g := length (ids g).
Definition heads g (u : nat) : list nat := map idx (arcs_of g (id u)).
Definition rho g (u : nat) : nat := N.to_nat (count (rotors g) (id u)).
Definition departures (x : PM.t N) (u : nat) : nat := N.to_nat (count x (id u)).

Definition is_end {A} (l : list A) := match l with [] => true | _ => false end.

(* ---- the vertices are 1 .. n ---- *)
Fixpoint counted (c : positive) (l : list positive) : option positive :=
  match l with [] => Some c | p :: t => if Pos.eqb p c then counted (Pos.succ c) t else None end.

Lemma counted_ids : forall l c e, counted c l = Some e ->
  l = map (fun i => id (idx c + i)) (seq 0 (length l)) /\ e = id (idx c + length l).
Proof.
  induction l as [|p l IH]; intros c e H; simpl in H.
  - injection H as <-. simpl. rewrite Nat.add_0_r, id_idx. auto.
  - destruct (Pos.eqb_spec p c) as [->|]; [|discriminate]. destruct (IH _ _ H) as (E1 & E2).
    rewrite idx_succ in E1, E2. split.
    + simpl. rewrite Nat.add_0_r, id_idx. f_equal. rewrite E1 at 1. rewrite <- seq_shift, map_map. apply map_ext.
      intros i.
      f_equal. lia.
    + rewrite E2. f_equal. simpl. lia.
Qed.

Definition check_graph g : bool :=
  match counted 1 (ids g) with
  | None => false
  | Some next =>
      forallb (fun p => forallb (fun h => Pos.ltb h next) (arcs_of g p)
                        && (is_end (arcs_of g p) || N.ltb (count (rotors g) p) (N.of_nat (length (arcs_of g p))))) (ids
                          g)
  end.

Definition has_vertex g p := match counted 1 (ids g) with None => false | Some next => Pos.ltb p next end.

Section Graph.
Variable g : graph.
Hypothesis ok : check_graph g = true.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).

Lemma ids_are : ids g = map id (seq 0 n) /\ counted 1 (ids g) = Some (id n).
Proof.
  unfold check_graph in ok. destruct (counted 1 (ids g)) as [e|] eqn:C; [|discriminate].
  destruct (counted_ids _ _ _ C) as (E1 & E2). change (idx 1) with 0 in *. simpl in *. split; [exact E1|]. rewrite E2.
  reflexivity.
Qed.

Lemma for_all (P : positive -> bool) : forallb P (ids g) = true -> forall u, u < n -> P (id u) = true.
Proof.
  intros H u Hu. rewrite forallb_forall in H. apply H. rewrite (proj1 ids_are). apply in_map. apply in_seq. lia.
Qed.

Lemma vertex_in p : has_vertex g p = true -> idx p < n.
Proof.
  unfold has_vertex. rewrite (proj2 ids_are). intros H. apply idx_lt in H. rewrite idx_id in H. assumption.
Qed.

Lemma graph_well_formed : well_formed n heads rho.
Proof.
  pose proof ids_are as (_ & C). pose proof ok as A0. unfold check_graph in A0. rewrite C in A0.
  pose proof (for_all _ A0) as A.
  split; intros u Hu; specialize (A u Hu); apply andb_prop in A; destruct A as (A1 & A2).
  - intros v I. apply in_map_iff in I. destruct I as (h & <- & I). rewrite forallb_forall in A1. specialize (A1 h I).
    apply idx_lt in A1. rewrite idx_id in A1. assumption.
  - intros S. unfold Rotor.deg, Machine.heads. rewrite map_length. apply orb_prop in A2. destruct A2 as [A2|A2].
    + exfalso. apply S. unfold is_sink, Machine.heads. destruct (arcs_of g (id u)); [reflexivity|discriminate].
    + apply N.ltb_lt in A2. unfold Machine.rho. lia.
Qed.

Lemma end_is_sink u : is_end (arcs_of g (id u)) = sinkb heads u.
Proof. unfold sinkb, Machine.heads. destruct (arcs_of g (id u)); reflexivity. Qed.

(* ---- arcs from the rotor on ---- *)
Definition rotated {A} (k : nat) (l : list A) : list A := skipn k l ++ firstn k l.
Definition used p := rotated (N.to_nat (count (rotors g) p)) (arcs_of g p).

Lemma nth_skip {A} (a : A) : forall k l j, nth j (skipn k l) a = nth (k + j) l a.
Proof. induction k; intros [|b l] j; simpl; auto; destruct j; reflexivity. Qed.

Lemma nth_first {A} (a : A) : forall k l j, j < k -> nth j (firstn k l) a = nth j l a.
Proof. induction k; intros [|b l] [|j] H; simpl; auto; try lia. apply IHk. lia. Qed.

Lemma rotated_length {A} k (l : list A) : length (rotated k l) = length l.
Proof. unfold rotated. rewrite app_length, Nat.add_comm, <- app_length, firstn_skipn. reflexivity. Qed.

Lemma nth_rotated {A} (a : A) k l j : k < length l -> j < length l ->
  nth j (rotated k l) a = nth ((k + j) mod length l) l a.
Proof.
  intros Hk Hj. unfold rotated. destruct (le_lt_dec (length l - k) j) as [H|H].
  - rewrite app_nth2; rewrite skipn_length; [|lia]. rewrite nth_first by lia.
    replace (k + j) with ((j - (length l - k)) + 1 * length l) by lia. rewrite Nat.mod_add, Nat.mod_small by lia.
    reflexivity.
  - rewrite app_nth1 by (rewrite skipn_length; lia). rewrite nth_skip, Nat.mod_small by lia. reflexivity.
Qed.

Lemma used_length u : length (used (id u)) = deg heads u.
Proof. unfold used. rewrite rotated_length. unfold deg, Machine.heads. rewrite map_length. reflexivity. Qed.

Lemma used_dest u j a : u < n -> j < deg heads u -> idx (nth j (used (id u)) a) = dest heads rho u j.
Proof.
  intros Hu Hj. assert (S : ~ is_sink heads u) by (unfold is_sink; unfold deg in Hj; intros E; rewrite E in Hj;
    simpl in Hj; lia).
  assert (L : deg heads u = length (arcs_of g (id u))) by (unfold deg, Machine.heads; apply map_length).
  pose proof (proj2 graph_well_formed u Hu S) as R.
  unfold used, dest. rewrite nth_rotated; [|unfold Machine.rho in R; lia|lia].
  fold (rho u). rewrite <- L. change (heads u) with (map idx (arcs_of g (id u))). rewrite <- (map_nth idx).
  apply nth_indep. rewrite map_length, <- L. apply Nat.mod_upper_bound. lia.
Qed.

(* The head of departure number k, counted from 0. *)
Definition head_at p (k : N) : positive :=
  let l := used p in nth (N.to_nat (k mod N.of_nat (length l))) l 1%positive.

Lemma mod_nat a b : b <> 0 -> N.to_nat (a mod N.of_nat b) = N.to_nat a mod b.
Proof. intros H. rewrite N2Nat.inj_mod, Nat2N.id. reflexivity. Qed.

Lemma div_nat a b : b <> 0 -> N.to_nat (a / N.of_nat b) = N.to_nat a / b.
Proof. intros H. rewrite N2Nat.inj_div, Nat2N.id. reflexivity. Qed.

Lemma head_at_dest u k : u < n -> ~ is_sink heads u -> idx (head_at (id u) k) = dest heads rho u (N.to_nat k).
Proof.
  intros Hu S. pose proof (deg_pos heads u S). unfold head_at. rewrite used_length, mod_nat by lia.
  rewrite used_dest; [apply dest_mod; assumption|assumption|]. apply Nat.mod_upper_bound. lia.
Qed.

(* ---- arrivals, added up arc by arc ---- *)
Fixpoint spread (hs : list positive) (more q : N) (m : PM.t N) : PM.t N :=
  match hs with
  | [] => m
  | h :: t => spread t (N.pred more) q (PM.add h (count m h + (if N.eqb more 0 then q else N.succ q))%N m)
  end.

(* adds how often each head is visited in y departures of p *)
Definition leave p (y : N) m :=
  let l := used p in let d := N.of_nat (length l) in
  if N.eqb y 0 then m else spread l (y mod d)%N (y / d)%N m.

Lemma count_add m p c v : N.to_nat (count (PM.add p (count m p + c)%N m) (id v)) = departures m v + (if idx p =? v then
  N.to_nat c else 0).
Proof.
  unfold departures, count. destruct (Nat.eqb_spec (idx p) v) as [<-|N].
  - rewrite id_idx, PM.gss. lia.
  - rewrite PM.gso; [lia|]. intros E. apply N. rewrite <- E. apply idx_id.
Qed.

Lemma spread_counts : forall hs more q m v,
  departures (spread hs more q m) v
  = departures m v + sum (length hs) (fun j => if nth j (map idx hs) 0 =? v then N.to_nat q + (if j <? N.to_nat more
    then 1 else 0) else 0).
Proof.
  induction hs as [|h t IH]; intros more q m v; cbn [spread length]; [cbn [sum]; lia|].
  rewrite IH. unfold departures at 1. rewrite count_add.
  change (S (length t)) with (1 + length t). rewrite sum_split. cbn [sum nth map plus].
  assert (E : N.to_nat (if N.eqb more 0 then q else N.succ q) = N.to_nat q + (if 0 <? N.to_nat more then 1 else 0)).
  { destruct (N.eqb_spec more 0) as [->|Z]; [simpl; lia|]. destruct (Nat.ltb_spec 0 (N.to_nat more)); lia. }
  rewrite E. rewrite (sum_ext (length t) (fun j => if nth j (map idx t) 0 =? v then N.to_nat q + (if S j <? N.to_nat
    more then 1 else 0) else 0)
    (fun j => if nth j (map idx t) 0 =? v then N.to_nat q + (if j <? N.to_nat (N.pred more) then 1 else 0) else 0)).
  - destruct (idx h =? v); lia.
  - intros j _. destruct (_ =? v); [|reflexivity]. rewrite N2Nat.inj_pred.
    destruct (Nat.ltb_spec (S j) (N.to_nat more)); destruct (Nat.ltb_spec j (pred (N.to_nat more))); lia.
Qed.

Lemma use_split d x j : j < d -> use d x j = x / d + (if j <? x mod d then 1 else 0).
Proof.
  intros Hj. unfold use. pose proof (Nat.div_mod x d ltac:(lia)) as E. pose proof (Nat.mod_upper_bound x d ltac:(lia)).
  symmetry. destruct (Nat.ltb_spec j (x mod d)).
  - apply Nat.div_unique with (r := x mod d - 1 - j); nia.
  - apply Nat.div_unique with (r := x mod d + d - 1 - j); nia.
Qed.

Lemma leave_counts u y m v : u < n ->
  departures (leave (id u) y m) v
  = departures m v + sum (deg heads u) (fun j => if dest heads rho u j =? v then use (deg heads u) (N.to_nat y) j else
    0).
Proof.
  intros Hu. unfold leave. destruct (N.eqb_spec y 0) as [->|Y].
  - rewrite sum_all_zero; [lia|]. intros j Hj. change (N.to_nat 0) with 0. rewrite use_0 by assumption.
    destruct (_ =? v); reflexivity.
  - rewrite spread_counts, used_length. f_equal. apply sum_ext. intros j Hj.
    rewrite mod_nat, div_nat by lia. rewrite <- use_split by assumption.
    rewrite (nth_indep _ 0 (idx 1)) by (rewrite map_length, used_length; assumption).
    rewrite map_nth, used_dest by assumption. reflexivity.
Qed.

(* How often u visits v in its first y departures. *)
Lemma visits_counted u y v : u < n -> ~ is_sink heads u ->
  departures (leave (id u) y (PM.empty N)) v = sum (N.to_nat y) (fun k => one (dest heads rho u k =? v)).
Proof.
  intros Hu S. rewrite leave_counts by assumption. unfold departures, count. rewrite PM.gempty.
  rewrite uses_are_departures by assumption. reflexivity.
Qed.
End Graph.
