(* The judge for flows: departures x that carry a supply s to where it stays, e.  One check for walks, traps, particles and
   antiparticles, moments of a walk, and destination forests, which differ in what e may be.

   With traps cut, what arrives on v outside of them is x(v) + e(v); x is 0 on sinks and in traps, and e is 0 but on sinks and where
   the particle of a moment is.  All numbers are integers.  `rank`, for a run, falls along the arcs that x uses last. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Walk Trap Route Moment Forest Integers Machine Judge MachineZ.
Import ListNotations.
Local Open Scope Z_scope.

(* One particle. *)
Definition single (p : positive) : PM.t Z := PM.add p 1 (PM.empty Z).
(* Natural numbers as integers. *)
Definition integers (x : PM.t N) : PM.t Z := PM.map Z.of_N x.

Lemma single_numbers p v : numbers (single p) v = Z.of_nat (one (v =? idx p)%nat).
Proof.
  unfold single, numbers, countZ. destruct (Nat.eqb_spec v (idx p)) as [->|N].
  - rewrite id_idx, PM.gss. reflexivity.
  - rewrite PM.gso, PM.gempty; [reflexivity|]. intros E. apply N. rewrite <- E, idx_id. reflexivity.
Qed.

Lemma integers_numbers x v : numbers (integers x) v = Z.of_nat (departures x v).
Proof.
  unfold integers, numbers, countZ, departures, count, PM.map. rewrite PM.gmapi.
  destruct (PM.find (id v) x); simpl; [rewrite N_nat_Z|]; reflexivity.
Qed.

(* What is said of the particles: where one may stay on its way, what is put on vertices, what stays outside of traps and in
   each of them, and whether there is one trap only. *)
Record shape := {
  place : option positive; supply : PM.t Z; stays : PM.t Z; trapped : list (positive * Z); sole_trap : bool
}.
Definition particles s e t := {| place := None; supply := s; stays := e; trapped := t; sole_trap := false |}.
Definition to_exit from exit := particles (single from) (single exit) [].
Definition into_trap from := {| place := None; supply := single from; stays := PM.empty Z; trapped := []; sole_trap := true |}.
Definition until from at_ := {| place := Some at_; supply := single from; stays := single at_; trapped := []; sole_trap := false |}.
Definition circulation := particles (PM.empty Z) (PM.empty Z) [].

Section Judge.
Variable g : graph.
Variable T : PM.t positive.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).
Notation cut := (cut heads (trap_of T)).

(* q to each head, and one more to the first of them *)
Fixpoint spreadZ (hs : list positive) (more q : Z) (m : PM.t Z) : PM.t Z :=
  match hs with
  | [] => m
  | h :: t => spreadZ t (more - 1) q (addZ h (if 0 <? more then q + 1 else q) m)
  end.

Definition leaveZ (p : positive) (x : Z) (m : PM.t Z) : PM.t Z :=
  if x =? 0 then m
  else let l := used g p in let d := Z.of_nat (length l) in spreadZ l (x mod d) (x / d) m.

Definition inflowZ (x : PM.t Z) : PM.t Z :=
  fold_left (fun m p => if halted g T p then m else leaveZ p (countZ x p) m) (ids g) (PM.empty Z).

Definition in_graph (m : PM.t Z) : bool :=
  match counted 1 (ids g) with
  | None => false
  | Some next => forallb (fun c => Pos.ltb (fst c) next) (PM.elements m)
  end.

Definition is_at (place : option positive) p := match place with Some q => Pos.eqb p q | None => false end.

Definition conserves (place : option positive) (s x e : PM.t Z) (trapped : list (positive * Z)) : bool :=
  check_graph g && check_traps g T && in_graph s && in_graph e
  && (let m := inflowZ x in let received := fun p => countZ m p + countZ s p in
      forallb (fun p =>
        if PM.mem p T then (countZ x p =? 0) && (countZ e p =? 0)
        else (received p =? countZ x p + countZ e p)
             && (if is_end (arcs_of g p) then countZ x p =? 0 else is_at place p || (countZ e p =? 0))) (ids g)
      && (let t := in_traps g T received in forallb (fun c => countZ t (fst c) =? snd c) trapped)).

(* The last arc that x uses at p leads down, or to where x uses none, or to the place of the particle. *)
Definition last_falls (place : option positive) (x : PM.t Z) (rank : PM.t N) p : bool :=
  (0 <=? countZ x p)
  && (is_at place p || (countZ x p =? 0)
      || (let w := head_at g p (Z.to_N (countZ x p - 1)) in
          is_at place w || (countZ x w =? 0) || N.ltb (count rank w) (count rank p))).

Definition total (x : PM.t Z) : Z := fold_left (fun sum p => sum + countZ x p) (ids g) 0.

Definition check_flow (f : shape) (x : PM.t Z) (run : option (PM.t N * option Z)) : bool :=
  conserves (place f) (supply f) x (stays f) (trapped f)
  && (negb (sole_trap f) || forallb (fun p => match PM.find p T with Some i => Pos.eqb i 1 | None => true end) (ids g))
  && match run with
     | None => true
     | Some (rank, steps) => forallb (last_falls (place f) x rank) (ids g)
         && match steps with None => true | Some k => k =? total x end
     end.

Lemma spreadZ_numbers : forall hs more q m v,
  numbers (spreadZ hs more q m) v
  = numbers m v + sumZ (length hs) (fun j => if (nth j (map idx hs) 0 =? v)%nat then q + (if Z.of_nat j <? more then 1 else 0) else 0).
Proof.
  induction hs as [|h t IH]; intros more q m v; cbn [spreadZ length]; [cbn [sumZ]; lia|].
  rewrite IH, addZ_numbers. rewrite <- Z.add_assoc. f_equal.
  assert (Front : forall k (F : nat -> Z), sumZ (S k) F = F 0%nat + sumZ k (fun j => F (S j))).
  { induction k; intros F; [simpl; lia|]. cbn [sumZ] in *. rewrite IHk. lia. }
  rewrite Front. cbn [nth map]. f_equal.
  - destruct (idx h =? v)%nat; [|reflexivity]. change (Z.of_nat 0) with 0. destruct (0 <? more); lia.
  - apply sumZ_ext. intros j _. destruct (_ =? v)%nat; [|reflexivity]. f_equal.
    destruct (Z.ltb_spec (Z.of_nat j) (more - 1)); destruct (Z.ltb_spec (Z.of_nat (S j)) more); lia.
Qed.

Section Sums.
Hypothesis ok : check_graph g = true.

Lemma leaveZ_numbers u x m v : (u < n)%nat -> ~ is_sink heads u ->
  numbers (leaveZ (id u) x m) v
  = numbers m v + sumZ (deg heads u) (fun j => if (dest heads rho u j =? v)%nat then useZ (deg heads u) x j else 0).
Proof.
  intros Hu Hs. pose proof (deg_pos heads u Hs) as Hd.
  assert (E : forall j, (j < deg heads u)%nat ->
    useZ (deg heads u) x j = x / Z.of_nat (deg heads u) + (if Z.of_nat j <? x mod Z.of_nat (deg heads u) then 1 else 0)).
  { intros j Hj. rewrite (Z.div_mod x (Z.of_nat (deg heads u))) at 1 by lia. apply useZ_value; [assumption|].
    apply Z.mod_pos_bound. lia. }
  unfold leaveZ. destruct (Z.eqb_spec x 0) as [->|_].
  - rewrite (sumZ_ext (deg heads u) _ (fun _ => 0)); [rewrite sumZ_zero; lia|]. intros j Hj. rewrite E by assumption.
    rewrite Z.div_0_l, Z.mod_0_l by lia. destruct (_ =? v)%nat; [|reflexivity]. destruct (Z.ltb_spec (Z.of_nat j) 0); lia.
  - cbv zeta. rewrite spreadZ_numbers, (used_length g). f_equal. apply sumZ_ext. intros j Hj. rewrite E by assumption.
    rewrite (nth_indep _ 0%nat (idx 1)) by (rewrite map_length, (used_length g); assumption).
    rewrite map_nth, (used_dest g ok) by assumption. reflexivity.
Qed.

Lemma inflowZ_numbers x v : numbers (inflowZ x) v = into n cut rho v (fun u j => useZ (deg cut u) (numbers x u) j).
Proof.
  unfold inflowZ, into. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, (k <= n)%nat ->
    numbers (fold_left (fun m p => if halted g T p then m else leaveZ p (countZ x p) m) (map id (seq 0 k)) (PM.empty Z)) v
    = sumZ k (fun u => sumZ (deg cut u) (fun j => if (dest cut rho u j =? v)%nat then useZ (deg cut u) (numbers x u) j else 0))).
  { induction k; intros Hk; [apply empty_numbers|]. rewrite seq_S, map_app, fold_left_app. cbn [map fold_left sumZ plus].
    specialize (IHk ltac:(lia)). set (m := fold_left _ (map id (seq 0 k)) _) in *.
    rewrite (halted_cut g T k). destruct (sinkb cut k) eqn:S.
    - apply sinkb_spec in S. assert (D : deg cut k = 0%nat) by (unfold deg; rewrite S; reflexivity). rewrite D. cbn [sumZ].
      rewrite Z.add_0_r. exact IHk.
    - apply sinkb_false, cut_live in S. destruct S as (Tk & Sk). rewrite leaveZ_numbers by (assumption || lia).
      f_equal; [exact IHk|].
      unfold deg. rewrite cut_at by assumption. apply sumZ_ext. intros j _. rewrite cut_dest by assumption. reflexivity. }
  apply H. lia.
Qed.
End Sums.

Section Conserved.
Variable place : option positive.
Variables s x e : PM.t Z.
Variable trapped : list (positive * Z).
Notation F := (f n cut rho (numbers s)).

Record flow : Prop := {
  flow_graph : check_graph g = true;
  flow_traps : closed n heads (trap_of T);
  flow_starts : forall p, countZ s p <> 0 -> (idx p < n)%nat;
  flow_stays : forall p, countZ e p <> 0 -> (idx p < n)%nat;
  flow_rests : forall v, (v < n)%nat -> sinkb cut v = true -> numbers x v = 0;
  flow_balance : forall v, (v < n)%nat -> in_trap (trap_of T) v = false -> F (numbers x) v = numbers x v + numbers e v;
  flow_ends : forall v, (v < n)%nat -> in_trap (trap_of T) v = true \/ (sinkb heads v = false /\ is_at place (id v) = false)
    -> numbers e v = 0;
  flow_trapped : forall i c, In (i, c) trapped -> sumZ n (within T i (F (numbers x))) = c
}.

Lemma sink_outside v : flow -> (v < n)%nat -> is_sink heads v -> in_trap (trap_of T) v = false.
Proof.
  intros Fl Hv Sv. unfold in_trap. destruct (trap_of T v) as [i|] eqn:E; [|reflexivity].
  destruct (flow_traps Fl v i Hv E). contradiction.
Qed.

Lemma in_graph_below (ok : check_graph g = true) m p : in_graph m = true -> countZ m p <> 0 -> (idx p < n)%nat.
Proof.
  unfold in_graph. rewrite (proj2 (ids_are g ok)). intros A N. unfold countZ in N.
  destruct (PM.find p m) as [c|] eqn:E; [|congruence]. apply PM.elements_correct in E. rewrite forallb_forall in A.
  specialize (A _ E). apply idx_lt in A. rewrite idx_id in A. exact A.
Qed.

Lemma conserves_means : conserves place s x e trapped = true -> flow.
Proof.
  unfold conserves. rewrite !andb_true_iff. intros ((((ok & Ht) & Gs) & Ge) & C). cbv zeta in C. rewrite ?andb_true_iff in C.
  destruct C as (C & Tr).
  assert (Fx : forall v, F (numbers x) v = countZ (inflowZ x) (id v) + countZ s (id v))
    by (intros v; unfold f; rewrite <- (inflowZ_numbers ok); unfold numbers; lia).
  pose proof (for_all g ok _ C) as A. cbv beta in A.
  split; [assumption|apply (traps_closed g ok); assumption|intros p; apply (in_graph_below ok); assumption
    |intros p; apply (in_graph_below ok); assumption| | | |]; intros v Hv.
  - intros S. specialize (A v Hv). rewrite in_trap_mem, end_is_sink in A. rewrite cut_sinkb in S.
    destruct (in_trap (trap_of T) v); [apply andb_prop in A; apply Z.eqb_eq; tauto|]. simpl in S. rewrite S in A.
    apply andb_prop in A. apply Z.eqb_eq. tauto.
  - intros I. specialize (A v Hv). rewrite in_trap_mem, I in A. apply andb_prop in A. rewrite Fx. apply Z.eqb_eq. tauto.
  - specialize (A v Hv). rewrite in_trap_mem, end_is_sink in A.
    intros [I|(S & P)]; [rewrite I in A; apply andb_prop in A; apply Z.eqb_eq; tauto|].
    destruct (in_trap (trap_of T) v); [apply andb_prop in A; apply Z.eqb_eq; tauto|]. rewrite S, P in A. apply andb_prop in A.
    apply Z.eqb_eq. tauto.
  - intros I. rewrite forallb_forall in Tr. specialize (Tr _ I). simpl in Tr. apply Z.eqb_eq in Tr. subst.
    rewrite (in_traps_count g ok). apply sumZ_ext. intros u _. unfold within. destruct (PM.find (id u) T); [|reflexivity].
    destruct (Pos.eqb _ v); [apply Fx|reflexivity].
Qed.
End Conserved.

Lemma starts_in x e trapped from place : flow place (single from) x e trapped -> (idx from < n)%nat.
Proof. intros Fl. apply (flow_starts _ _ _ _ _ Fl). unfold single, countZ. rewrite PM.gss. discriminate. Qed.

(* With none that stays on its way, x is conserved. *)
Lemma x_conserved s x e trapped : flow None s x e trapped -> conserved n cut rho (numbers s) (numbers x).
Proof.
  intros Fl v Hv S. apply sinkb_false, cut_live in S. destruct S as (Tv & Sv). apply sinkb_false in Sv.
  rewrite (flow_balance _ _ _ _ _ Fl v Hv Tv), (flow_ends _ _ _ _ _ Fl v Hv); [lia|]. right. split; [assumption|reflexivity].
Qed.

Lemma sink_is s x e trapped v : flow None s x e trapped -> (v < n)%nat -> is_sink heads v ->
  sinkb cut v = true /\ f n cut rho (numbers s) (numbers x) v = numbers e v.
Proof.
  intros Fl Hv Sv. assert (S : sinkb cut v = true) by (apply sinkb_spec, cut_sink; auto). split; [exact S|].
  rewrite (flow_balance _ _ _ _ _ Fl v Hv (sink_outside _ _ _ _ _ v Fl Hv Sv)), (flow_rests _ _ _ _ _ Fl v Hv S). lia.
Qed.

Definition left (x : PM.t Z) (u : nat) : nat := Z.to_nat (numbers x u).

Lemma last_arcs place x rank (ok : check_graph g = true) : forallb (last_falls place x rank) (ids g) = true ->
  forall u, (u < n)%nat -> 0 <= numbers x u /\
  (~ is_sink heads u -> is_at place (id u) = false -> (0 < left x u)%nat ->
   let w := dest heads rho u (left x u - 1) in
   is_at place (id w) = false -> (0 < left x w)%nat -> (departures rank w < departures rank u)%nat).
Proof.
  intros H u Hu. pose proof (for_all g ok _ H u Hu) as A. unfold last_falls in A. apply andb_prop in A. destruct A as (P & A).
  apply Z.leb_le in P. split; [exact P|]. intros Hs Pu Lu w Pw Lw. unfold left in Lu.
  change (countZ x (id u)) with (numbers x u) in A. rewrite Pu in A.
  assert (E : (numbers x u =? 0) = false) by (apply Z.eqb_neq; lia). rewrite E in A. simpl in A.
  pose proof (head_at_dest g ok u (Z.to_N (numbers x u - 1)) Hu Hs) as D.
  replace (N.to_nat (Z.to_N (numbers x u - 1))) with (left x u - 1)%nat in D by (unfold left; rewrite Z_N_nat; lia).
  fold w in D. rewrite <- D, id_idx in Pw. unfold left, numbers in Lw. rewrite <- D, id_idx in Lw. rewrite Pw in A.
  destruct (Z.eqb_spec (countZ x (head_at g (id u) (Z.to_N (numbers x u - 1)))) 0) as [Z0|_]; [rewrite Z0 in Lw; simpl in Lw; lia|].
  simpl in A. apply N.ltb_lt in A. unfold departures. rewrite <- D, id_idx. lia.
Qed.

Lemma total_is (ok : check_graph g = true) x : total x = sumZ n (numbers x).
Proof.
  unfold total. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, fold_left (fun sum p => sum + countZ x p) (map id (seq 0 k)) 0 = sumZ k (numbers x)).
  { induction k; [reflexivity|]. rewrite seq_S, map_app, fold_left_app. cbn [map fold_left sumZ plus]. rewrite IHk. reflexivity. }
  apply H.
Qed.

(* ---- with particles alone, and none that stays on its way ---- *)
Section Natural.
Variables s x e : PM.t Z.
Variable trapped : list (positive * Z).
Variable p : nat -> nat.
Hypothesis natural : forall v, numbers s v = Z.of_nat (p v).
Hypothesis Fl : flow None s x e trapped.
Notation F := (f n cut rho (numbers s) (numbers x)).
Notation y := (above_zero cut (numbers x)).
Notation wf := (graph_well_formed g (flow_graph _ _ _ _ _ Fl)).
Notation cut_wf := (cut_well_formed n heads rho wf (trap_of T)).

Lemma live_y u : sinkb cut u = false -> y u = left x u.
Proof. intros S. unfold above_zero. rewrite S. reflexivity. Qed.

Lemma above_flow : is_flow n (sinkb cut) (dest cut rho) p y /\
  forall v, (v < n)%nat -> sinkb cut v = true -> Z.of_nat (inflow n cut rho y v + p v) = F v.
Proof.
  assert (Fs : forall v, F v = f n cut rho (fun v => Z.of_nat (p v)) (numbers x) v)
    by (intros v; unfold f; rewrite natural; reflexivity).
  destruct (integers_decide n cut rho cut_wf p (numbers x)) as (A & B).
  - intros v Hv S. rewrite <- Fs. apply (x_conserved s x e trapped Fl v Hv S).
  - split; [exact A|]. intros v Hv S. rewrite Fs. auto.
Qed.

Lemma y_at_most : (sum n y <= sum n (left x))%nat.
Proof. apply sum_le. intros u _. unfold above_zero, left. destruct (sinkb cut u); lia. Qed.

Lemma y_rests v : in_trap (trap_of T) v = true \/ is_sink heads v -> y v = 0%nat.
Proof. intros H. apply cut_sink, sinkb_spec in H. unfold above_zero. rewrite H. reflexivity. Qed.

Lemma y_inflow v : inflow n cut rho y v = inflow n heads rho y v.
Proof. apply cut_inflow. intros u _ I. apply y_rests. auto. Qed.

Definition ending_in i := sum n (within_trap (trap_of T) i (fun v => inflow n heads rho y v + p v)%nat).

Lemma sink_holds v : (v < n)%nat -> is_sink heads v -> Z.of_nat (inflow n heads rho y v + p v) = numbers e v.
Proof.
  intros Hv Sv. rewrite <- y_inflow. destruct (sink_is s x e trapped v Fl Hv Sv) as (S & E).
  rewrite (proj2 above_flow v Hv S). exact E.
Qed.

Lemma above_route : route_certificate n heads rho (trap_of T) p y (fun v => Z.to_nat (numbers e v)) ending_in.
Proof.
  split; [intros v _; apply y_rests| | |reflexivity]; intros v Hv.
  - intros I Sv. assert (S : sinkb cut v = false) by (apply sinkb_false, cut_live; auto).
    rewrite <- y_inflow, inflow_is_arrivals. apply (proj2 (proj1 above_flow)); assumption.
  - intros Sv. rewrite <- (sink_holds v Hv Sv). lia.
Qed.

Lemma trap_holds i c : In (i, c) trapped -> Z.of_nat (ending_in (Pos.to_nat i)) = c.
Proof.
  intros I. rewrite <- (flow_trapped _ _ _ _ _ Fl i c I). unfold ending_in. rewrite <- sumZ_of_nat. apply sumZ_ext.
  intros v Hv. unfold within_trap, within, trap_of. destruct (PM.find (id v) T) as [j|] eqn:E; cbn [option_map]; [|reflexivity].
  destruct (Pos.eqb_spec j i) as [->|N].
  - rewrite Nat.eqb_refl, <- y_inflow. apply above_flow; [assumption|]. apply sinkb_spec, cut_sink. left.
    unfold in_trap, trap_of. rewrite E. reflexivity.
  - destruct (Nat.eqb_spec (Pos.to_nat j) (Pos.to_nat i)) as [E'|]; [apply Pos2Nat.inj in E'; contradiction|reflexivity].
Qed.

Lemma y_falls rank : forallb (last_falls None x rank) (ids g) = true -> last_arcs_fall n cut rho y (departures rank).
Proof.
  intros Falls u Hu Su Yu Sw Yw. pose proof Su as S. apply sinkb_false in S. rewrite (live_y u S) in *.
  apply sinkb_false in Sw. rewrite (live_y _ Sw) in Yw. apply cut_live in Su. destruct Su as (Tu & Su).
  rewrite cut_dest in * by assumption.
  apply (last_arcs None x rank (flow_graph _ _ _ _ _ Fl) Falls u Hu); auto.
Qed.

Lemma y_total rank : forallb (last_falls None x rank) (ids g) = true -> total x = Z.of_nat (sum n y).
Proof.
  intros Falls. rewrite (total_is (flow_graph _ _ _ _ _ Fl)), <- sumZ_of_nat. apply sumZ_ext. intros u Hu. unfold above_zero.
  destruct (sinkb cut u) eqn:S; [apply (flow_rests _ _ _ _ _ Fl u Hu S)|].
  pose proof (proj1 (last_arcs None x rank (flow_graph _ _ _ _ _ Fl) Falls u Hu)). lia.
Qed.
End Natural.

(* ---- one particle: where it ends, and with ranks after how many steps ---- *)
Lemma one_particle from x e trapped : flow None (single from) x e trapped ->
  exists z, (z < n)%nat /\ is_sink cut z /\
    (exists k, (k <= sum n (left x))%nat /\ snd (walk heads k rho (idx from)) = z) /\ ends heads rho (trap_of T) (idx from) (ending_at (trap_of T) z) /\
    (forall v, (v < n)%nat -> is_sink cut v -> f n cut rho (numbers (single from)) (numbers x) v = Z.of_nat (one (v =? z)%nat)) /\
    forall rank, forallb (last_falls None x rank) (ids g) = true ->
      let k := Z.to_nat (total x) in
      snd (walk heads k rho (idx from)) = z /\
      (forall j, (j < k)%nat -> ~ is_sink cut (snd (walk heads j rho (idx from)))) /\
      (forall u, (u < n)%nat -> ~ is_sink cut u -> fst (walk heads k rho (idx from)) u = ((rho u + left x u) mod deg heads u)%nat).
Proof.
  intros Fl. pose proof (single_numbers from) as N. set (y := above_zero cut (numbers x)).
  pose proof (cut_well_formed n heads rho (graph_well_formed g (flow_graph _ _ _ _ _ Fl)) (trap_of T)) as wf.
  pose proof (starts_in _ _ _ _ _ Fl) as Hf.
  destruct (above_flow (single from) x e trapped _ N Fl) as (A & B). fold y in A, B.
  assert (Sw : switching_flow n cut rho (idx from) y).
  { split; intros v Hv S.
    - apply (proj1 A v Hv). apply sinkb_spec. assumption.
    - rewrite inflow_is_arrivals. apply (proj2 A v Hv). apply sinkb_false. assumption. }
  destruct (flow_stops_the_walk n cut rho wf (idx from) Hf y Sw) as (k & z & Hk & Hz & W & S & I & Bk).
  pose proof (one_end n cut rho wf (idx from) Hf y z Sw Hz S I) as O.
  exists z. split; [assumption|]. split; [assumption|]. split.
  { exists k. split; [apply (Nat.le_trans _ _ _ Hk), y_at_most|]. rewrite (walk_until_cut heads (trap_of T)) by assumption. exact W. }
  split; [apply (end_of_cut_walk n heads rho (graph_well_formed g (flow_graph _ _ _ _ _ Fl)));
    [apply (flow_traps _ _ _ _ _ Fl)|assumption|exists k; auto]|].
  split; [intros v Hv Sv; rewrite <- B, O by (auto; apply sinkb_spec; assumption); reflexivity|].
  intros rank Falls. cbv zeta. rewrite (y_total (single from) x e trapped Fl rank Falls). fold y. rewrite Nat2Z.id.
  destruct (acyclic_flow_counts_the_steps n cut rho wf (idx from) Hf y (departures rank) z Sw O
    (y_falls (single from) x e trapped Fl rank Falls)) as (E & _ & L & R).
  assert (Until : forall j, (j <= sum n y)%nat -> walk heads j rho (idx from) = walk cut j rho (idx from))
    by (intros j Hj; apply walk_until_cut; intros i Hi; apply L; lia).
  rewrite Until by lia. split; [assumption|]. split.
  - intros j Hj. rewrite Until by lia. auto.
  - intros u Hu Su. rewrite (R u Hu Su). apply cut_live in Su. destruct Su as (Tu & Su).
    unfold y. rewrite live_y by (apply sinkb_false, cut_live; auto). unfold Rotor.deg. rewrite cut_at by assumption. reflexivity.
Qed.

Lemma check_means f x run : check_flow f x run = true ->
  flow (place f) (supply f) x (stays f) (trapped f) /\
  (sole_trap f = true -> forall v, (v < n)%nat -> in_trap (trap_of T) v = true -> trap_of T v = Some 1%nat) /\
  forall rank steps, run = Some (rank, steps) ->
    forallb (last_falls (place f) x rank) (ids g) = true /\ forall k, steps = Some k -> k = total x.
Proof.
  unfold check_flow. rewrite !andb_true_iff. intros ((C & O) & R).
  pose proof (conserves_means _ _ _ _ _ C) as Fl. split; [assumption|]. split.
  - intros S v Hv I. rewrite S in O. pose proof (for_all g (flow_graph _ _ _ _ _ Fl) _ O v Hv) as A. cbv beta in A.
    unfold in_trap, trap_of in *. destruct (PM.find (id v) T); [|discriminate]. apply Pos.eqb_eq in A. subst. reflexivity.
  - intros rank steps ->. apply andb_prop in R.
    destruct R as (Fa & St). split; [assumption|]. intros k ->. apply Z.eqb_eq. assumption.
Qed.

(* `walk` *)
Theorem exit_sound from exit x run : check_flow (to_exit from exit) x run = true ->
  exits heads rho (idx from) (idx exit) /\
  forall rank steps, run = Some (rank, Some steps) -> let k := Z.to_nat steps in
    snd (walk heads k rho (idx from)) = idx exit /\
    (forall j, (j < k)%nat -> ~ is_sink heads (snd (walk heads j rho (idx from)))) /\
    (forall u, (u < n)%nat -> ~ is_sink cut u -> fst (walk heads k rho (idx from)) u = ((rho u + left x u) mod deg heads u)%nat).
Proof.
  intros C. destruct (check_means _ _ _ C) as (Fl & _ & R). simpl in Fl, R.
  destruct (one_particle from x (single exit) [] Fl) as (z & Hz & Sz & _ & E & O & W).
  pose proof (single_numbers exit (idx exit)) as Ne. rewrite Nat.eqb_refl in Ne. simpl in Ne.
  assert (He : (idx exit < n)%nat) by (apply (flow_stays _ _ _ _ _ Fl); unfold single, countZ; rewrite PM.gss; discriminate).
  destruct (sinkb heads (idx exit)) eqn:S; [|rewrite (flow_ends _ _ _ _ _ Fl _ He) in Ne by auto; discriminate].
  apply sinkb_spec in S. destruct (sink_is _ _ _ _ _ Fl He S) as (Sc & B). apply sinkb_spec in Sc. rewrite (O _ He Sc), Ne in B.
  assert (z = idx exit) by (destruct (Nat.eqb_spec (idx exit) z); [congruence|discriminate B]). subst z. split.
  - pose proof (sink_outside _ _ _ _ _ _ Fl He S) as I. unfold ending_at in E. unfold in_trap in I.
    destruct (trap_of T (idx exit)); [discriminate|exact E].
  - intros rank steps ->. destruct (R rank (Some steps) eq_refl) as (Fa & K). rewrite (K steps eq_refl).
    destruct (W rank Fa) as (W1 & W2 & W3). cbv zeta. split; [exact W1|]. split; [|exact W3].
    intros j Hj Sj. apply (W2 j Hj), cut_sink. auto.
Qed.

(* `trap` *)
Theorem trap_sound from x run : check_flow (into_trap from) x run = true ->
  ends heads rho (trap_of T) (idx from) (InTrap 1) /\
  (forall s, ~ exits heads rho (idx from) s) /\
  forall rank steps, run = Some (rank, Some steps) -> let k := Z.to_nat steps in
    trap_of T (snd (walk heads k rho (idx from))) = Some 1%nat /\
    forall j, (j < k)%nat -> in_trap (trap_of T) (snd (walk heads j rho (idx from))) = false.
Proof.
  intros C. destruct (check_means _ _ _ C) as (Fl & One & R). simpl in Fl, R.
  destruct (one_particle from x (PM.empty Z) [] Fl) as (z & Hz & Sz & _ & E & O & W). pose proof (flow_graph _ _ _ _ _ Fl) as ok.
  assert (Tz : trap_of T z = Some 1%nat).
  { apply (One eq_refl z Hz). destruct (in_trap (trap_of T) z) eqn:I; [reflexivity|exfalso].
    pose proof (flow_balance _ _ _ _ _ Fl z Hz I) as B. rewrite (O z Hz Sz), Nat.eqb_refl in B. apply sinkb_spec in Sz.
    rewrite (flow_rests _ _ _ _ _ Fl z Hz Sz), empty_numbers in B. discriminate. }
  unfold ending_at in E. rewrite Tz in E. split; [exact E|]. split.
  - apply (trapped_never_exits n heads rho (graph_well_formed g ok) (trap_of T) (flow_traps _ _ _ _ _ Fl) (idx from) 1 (starts_in _ _ _ _ _ Fl) E).
  - intros rank steps ->. destruct (R rank (Some steps) eq_refl) as (Fa & K). rewrite (K steps eq_refl).
    destruct (W rank Fa) as (W1 & W2 & _). cbv zeta. rewrite W1. split; [exact Tz|]. intros j Hj.
    specialize (W2 j Hj). apply cut_live in W2. tauto.
Qed.

(* `route`, particles alone: moved in any order *)
Notation stack := (dest heads rho).
Notation arrivals := (arrivals n (sinkb heads) stack).

Theorem particles_sound start sinks held x run p :
  check_flow (particles start sinks held) x run = true -> (forall v, numbers start v = Z.of_nat (p v)) ->
  let legal := legal n (sinkb heads) stack p in
  let settled := settled n heads rho (trap_of T) p in
  (exists d, legal d /\ settled d) /\
  (forall d, legal d -> sum n (outside (trap_of T) d) <= sum n (left x))%nat /\
  forall d, legal d -> settled d ->
    (forall v, (v < n)%nat -> is_sink heads v -> Z.of_nat (arrivals d v + p v) = numbers sinks v) /\
    (forall i c, In (i, c) held ->
       Z.of_nat (sum n (within_trap (trap_of T) (Pos.to_nat i) (fun v => arrivals d v + p v)%nat))
       = c + Z.of_nat (sum n (within_trap (trap_of T) (Pos.to_nat i) d))) /\
    (forall rank steps, run = Some (rank, Some steps) ->
       Z.of_nat (sum n (outside (trap_of T) d)) = steps /\
       forall u, (u < n)%nat -> ~ is_sink cut u -> d u = left x u).
Proof.
  intros C N. destruct (check_means _ _ _ C) as (Fl & _ & R). simpl in Fl, R. cbv zeta.
  pose proof (graph_well_formed g (flow_graph _ _ _ _ _ Fl)) as wf. pose proof (flow_traps _ _ _ _ _ Fl) as Ht.
  pose proof (above_route start x sinks held p N Fl) as Cert. set (y := above_zero cut (numbers x)) in *.
  destruct (runs_settle n heads rho (trap_of T) Ht p y _ _ Cert) as (R1 & R2). split; [exact R1|]. split.
  { intros d L. apply (Nat.le_trans _ (sum n y)); [auto|apply y_at_most]. }
  intros d L St. destruct (route_flow_decides n heads rho wf (trap_of T) Ht p y _ _ Cert d L St) as (D1 & D2). split; [|split].
  - intros v Hv Sv. rewrite (D1 v Hv Sv). pose proof (sink_holds start x sinks held p N Fl v Hv Sv). lia.
  - intros i c I. rewrite D2, Nat2Z.inj_add. f_equal. apply (trap_holds start x sinks held p N Fl). exact I.
  - intros rank steps ->. destruct (R rank (Some steps) eq_refl) as (Fa & K). rewrite (K steps eq_refl).
    rewrite (y_total start x sinks held Fl rank Fa). fold y.
    destruct (route_flow_counts n heads rho wf (trap_of T) Ht p y _ _ Cert (departures rank) d
      (y_falls start x sinks held Fl rank Fa) L St) as (E1 & E2).
    split; [rewrite E2; reflexivity|]. intros u Hu Su. pose proof Su as S. apply sinkb_false in S.
    rewrite <- (live_y x u S). apply cut_live in Su. apply E1; tauto.
Qed.

(* `route` with antiparticles: however they are moved until none is left to move, with traps taken as sinks *)
Theorem signed_sound start sinks held x run : check_flow (particles start sinks held) x run = true ->
  let F := f n cut rho (numbers start) in
  forall z, routing n cut rho (numbers start) z -> conserved n cut rho (numbers start) z ->
    (forall v, (v < n)%nat -> is_sink heads v -> F z v = numbers sinks v) /\
    (forall i c, In (i, c) held -> sumZ n (within T i (F z)) = c).
Proof.
  intros C F z _ Cz. destruct (check_means _ _ _ C) as (Fl & _ & _). simpl in Fl.
  pose proof (cut_well_formed n heads rho (graph_well_formed g (flow_graph _ _ _ _ _ Fl)) (trap_of T)) as wf.
  pose proof (flows_agree n cut rho wf (numbers start) z (numbers x) Cz (x_conserved _ _ _ _ Fl)) as A. fold F in A. split.
  - intros v Hv Sv. destruct (sink_is _ _ _ _ v Fl Hv Sv) as (S & E). rewrite (A v Hv S). exact E.
  - intros i c I. rewrite <- (flow_trapped _ _ _ _ _ Fl i c I). apply sumZ_ext. intros v Hv. unfold within.
    destruct (PM.find (id v) T) as [j|] eqn:E; [|reflexivity]. destruct (Pos.eqb j i); [|reflexivity].
    apply A; [assumption|]. apply sinkb_spec, cut_sink. left. unfold in_trap, trap_of. rewrite E. reflexivity.
Qed.

(* `forest` *)
Definition check_forest (turns rank : PM.t N) (ex : PM.t positive) (claims : PM.t claim) : bool :=
  check_flow circulation (integers turns) None
  && forallb (fun p =>
        if halted g T p then Pos.eqb (lookup ex p) p
        else let w := head_at g p (count turns p) in
             (halted g T w || N.ltb (count rank w) (count rank p)) && Pos.eqb (lookup ex p) (lookup ex w)) (ids g)
  && check_claims g T ex claims.

Lemma check_forest_means turns rank ex claims : check_forest turns rank ex claims = true ->
  check_graph g = true /\ closed n heads (trap_of T) /\ check_claims g T ex claims = true /\
  forest_certificate n heads rho (trap_of T) (departures turns) (ends_by ex) (departures rank).
Proof.
  unfold check_forest. rewrite !andb_true_iff. intros ((C & L) & Cl). destruct (check_means _ _ _ C) as (Fl & _ & _). simpl in Fl.
  pose proof (flow_graph _ _ _ _ _ Fl) as ok. do 2 (split; [apply Fl|]). split; [assumption|].
  destruct (above_flow (PM.empty Z) (integers turns) (PM.empty Z) [] (fun _ => 0%nat) empty_numbers Fl) as ((Rests & Co) & _).
  assert (Y : forall v, (v < n)%nat -> above_zero cut (numbers (integers turns)) v = departures turns v).
  { intros v Hv. unfold above_zero. destruct (sinkb cut v) eqn:S; rewrite ?integers_numbers, ?Nat2Z.id; [|reflexivity].
    pose proof (flow_rests _ _ _ _ _ Fl v Hv S) as Z0. rewrite integers_numbers in Z0. lia. }
  pose proof (for_all g ok _ L) as A. cbv beta zeta in A.
  split; intros v Hv S; specialize (A v Hv); rewrite halted_cut in A.
  - rewrite <- Y by assumption. apply Rests; [assumption|]. apply sinkb_spec. assumption.
  - apply sinkb_false in S. rewrite <- Y, <- Co, Nat.add_0_r, <- inflow_is_arrivals by assumption. unfold inflow. apply sum_ext.
    intros u Hu. apply sum_ext. intros j _. rewrite Y by assumption. reflexivity.
  - intros w Sw. pose proof S as S'. apply sinkb_false in S'. rewrite S' in A. apply andb_prop in A. destruct A as (A & _).
    apply cut_live in S. destruct S as (T0 & S). pose proof (head_at_dest g ok v (count turns (id v)) Hv S) as D.
    fold (departures turns v) in D. unfold w in *. rewrite cut_dest in * by assumption. apply sinkb_false in Sw.
    rewrite <- D, <- halted_cut, id_idx in Sw. rewrite Sw in A. simpl in A. apply N.ltb_lt in A.
    rewrite <- D. unfold departures. rewrite id_idx. lia.
  - apply sinkb_spec in S. rewrite S in A. apply Pos.eqb_eq in A. unfold ends_by. rewrite A. apply idx_id.
  - pose proof S as S'. apply sinkb_false in S'. rewrite S' in A. apply andb_prop in A. destruct A as (_ & A). apply Pos.eqb_eq in A.
    apply cut_live in S. destruct S as (T0 & S). pose proof (head_at_dest g ok v (count turns (id v)) Hv S) as D.
    fold (departures turns v) in D. rewrite cut_dest by assumption. unfold ends_by. rewrite A, <- D, id_idx. reflexivity.
Qed.

Theorem check_forest_sound turns rank ex claims : check_forest turns rank ex claims = true ->
  forall u, (u < n)%nat -> exists c, PM.find (id u) claims = Some c /\ ends heads rho (trap_of T) u (meaning c).
Proof.
  intros C. destruct (check_forest_means turns rank ex claims C) as (ok & Cl & Ex & Cert). apply (claims_mean g T ex claims ok Ex).
  intros u Hu. exact (forest_proves_all_exits n heads rho (graph_well_formed g ok) (trap_of T) Cl (departures turns) (ends_by ex) (departures rank) Cert u Hu).
Qed.
End Judge.

(* ---- without traps, and with natural numbers ---- *)
Lemma none_trapped v : in_trap (trap_of (PM.empty positive)) v = false.
Proof. unfold in_trap, trap_of. rewrite PM.gempty. reflexivity. Qed.

Lemma inflow_integers g x v : check_graph g = true ->
  numbers (inflowZ g (PM.empty positive) (integers x)) v = Z.of_nat (inflow (order g) (heads g) (rho g) (departures x) v).
Proof.
  intros ok. rewrite (inflowZ_numbers g (PM.empty positive) ok), <- (cut_inflow (order g) (heads g) (rho g) (trap_of (PM.empty positive)))
    by (intros u _ I; rewrite none_trapped in I; discriminate).
  pose proof (f_nat (order g) (cut (heads g) (trap_of (PM.empty positive))) (rho g) (fun _ => 0%nat) (departures x) v) as E.
  unfold f in E. rewrite Nat.add_0_r in E. rewrite <- E. simpl. apply into_ext. intros u j _ _. rewrite integers_numbers. reflexivity.
Qed.

Definition steps g (x : PM.t N) : N := Z.to_N (total g (integers x)).

Lemma steps_are g x : check_graph g = true -> N.to_nat (steps g x) = sum (order g) (departures x).
Proof.
  intros ok. unfold steps. rewrite (total_is g ok), Z_N_nat, <- (Nat2Z.id (sum _ _)), <- sumZ_of_nat. f_equal. apply sumZ_ext.
  intros u _. apply integers_numbers.
Qed.

(* ---- `moment`: inside traps too, so that none are cut ---- *)
Definition check_moment g from at_ x rank := check_flow g (PM.empty positive) (until from at_) (integers x) (Some (rank, None)).

Section Moment.
Variable g : graph.
Variables from at_ : positive.
Variables x rank : PM.t N.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).
Hypothesis accepted : check_moment g from at_ x rank = true.

Lemma check_moment_means : check_graph g = true /\ (idx from < n)%nat /\ (idx at_ < n)%nat /\
  moment n heads rho (idx from) (idx at_) (departures x) (departures rank).
Proof.
  pose proof accepted as C. unfold check_moment in C. destruct (check_means _ _ _ _ _ C) as (Fl & _ & R). destruct (R rank None eq_refl) as (Fa & _). simpl in Fl, Fa. clear R.
  pose proof (flow_graph _ _ _ _ _ _ _ Fl) as ok. split; [assumption|]. split; [apply (starts_in _ _ _ _ _ _ _ Fl)|].
  split; [apply (flow_stays _ _ _ _ _ _ _ Fl); unfold single, countZ; rewrite PM.gss; discriminate|].
  pose proof (last_arcs g _ _ _ ok Fa) as La. unfold left in La. split.
  - intros v Hv Sv. apply sinkb_spec in Sv. pose proof (flow_rests _ _ _ _ _ _ _ Fl v Hv) as Z0. rewrite cut_sinkb, Sv, integers_numbers in Z0.
    specialize (Z0 (orb_true_r _)). lia.
  - intros v Hv. pose proof (flow_balance _ _ _ _ _ _ _ Fl v Hv (none_trapped v)) as B.
    unfold f in B. rewrite <- (inflowZ_numbers g _ ok), inflow_integers, !single_numbers, integers_numbers in B by exact ok. lia.
  - intros u Hu Su Na Px Nw Pw. destruct (La u Hu) as (_ & A). rewrite !integers_numbers, !Nat2Z.id in A.
    assert (Far : forall v, v <> idx at_ -> is_at (Some at_) (id v) = false)
      by (intros v H; apply Pos.eqb_neq; intros E; apply H; rewrite <- E, idx_id; reflexivity).
    apply A; auto.
Qed.

Theorem check_moment_sound : let s := N.to_nat (steps g x) in
  snd (walk heads s rho (idx from)) = idx at_ /\
  (forall j, (j < s)%nat -> ~ is_sink heads (snd (walk heads j rho (idx from)))) /\
  (forall u, (u < n)%nat -> ~ is_sink heads u -> fst (walk heads s rho (idx from)) u = ((rho u + departures x u) mod Rotor.deg heads u)%nat).
Proof.
  destruct check_moment_means as (ok & Hf & Ha & M). cbv zeta. rewrite (steps_are g x ok).
  exact (moment_is_reached n heads rho (graph_well_formed g ok) _ _ Hf Ha _ _ M).
Qed.

Theorem check_moment_counts : forall v, (v < n)%nat ->
  fst (path (sinkb heads) (dest heads rho) (N.to_nat (steps g x)) (fun _ => 0%nat) (idx from)) v = departures x v.
Proof.
  destruct check_moment_means as (ok & Hf & Ha & M). rewrite (steps_are g x ok).
  exact (moment_is_counted n heads rho (graph_well_formed g ok) _ _ Hf Ha _ _ M).
Qed.
End Moment.
