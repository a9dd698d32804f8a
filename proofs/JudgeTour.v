(* A judge that runs, for endless walks, and the proof that it is right.

   Hints beside those of Connected.v and of moments: a rank that falls along the arcs before the rotors at the entry, unless
   they lead to the particle; for the state before it, vertices that these arcs keep among themselves. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Moment Machine Judge Connected MachineZ JudgeFlow Periods Tour.
Import ListNotations.

Section Judge.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).
Variable T : PM.t positive.              (* the vertices of the trap, all with the number 1 *)
Variable roots : PM.t positive.
Variable toward onward : PM.t N.
Variable per : PM.t Z.
Variable from : positive.
Notation state j := (walk heads j rho (idx from)).

(* The head of the arc before the rotor that the departures x lead to. *)
Definition before_at (x : PM.t N) (p : positive) : positive :=
  head_at g p (count x p + N.of_nat (length (arcs_of g p) - 1)).

Record moment_claim := { at_vertex : positive; departed : PM.t N; fall : PM.t N }.
Definition check_moment_of m := check_moment g from (at_vertex m) (departed m) (fall m).
Definition steps_of m := steps g (departed m).

Definition check_led m (rank : PM.t N) : bool :=
  forallb (fun p => negb (PM.mem p T) || Pos.eqb p (at_vertex m)
    || (let h := before_at (departed m) p in Pos.eqb h (at_vertex m) || N.ltb (count rank h) (count rank p))) (ids g).

Definition check_stray m (stray : PM.t unit) (witness : positive) : bool :=
  has_vertex g witness && PM.mem witness stray
  && forallb (fun p => negb (PM.mem p stray)
       || (PM.mem p T && negb (Pos.eqb p (at_vertex m)) && PM.mem (before_at (departed m) p) stray)) (ids g).

Definition check_before entry (before : option (moment_claim * PM.t unit * positive)) : bool :=
  match before with
  | None => N.eqb (steps_of entry) 0
  | Some (b, stray, witness) =>
      check_moment_of b && N.eqb (N.succ (steps_of b)) (steps_of entry)
      && (negb (PM.mem (at_vertex b) T) || check_stray b stray witness)
  end.

Definition check_cover (cover : option moment_claim) : bool :=
  match cover with
  | None => true
  | Some c => check_moment_of c && PM.mem (at_vertex c) T && N.eqb (count (departed c) (at_vertex c)) 0
      && forallb (fun p => negb (PM.mem p T) || Pos.eqb p (at_vertex c) || N.ltb 0 (count (departed c) p)) (ids g)
  end.

Definition check_tour entry (rank : PM.t N) before cover : bool :=
  check_graph g && check_connected g T roots toward onward && check_periods g T per
  && forallb (fun p => match PM.find p T with Some i => Pos.eqb i 1 | None => true end) (ids g)
  && check_moment_of entry && PM.mem (at_vertex entry) T && check_led entry rank
  && check_before entry before && check_cover cover.

Definition period : nat := sum n (fun u => Z.to_nat (numbers per u) * Rotor.deg heads u).

Section Ok.
Hypothesis ok : check_graph g = true.

Lemma in_the_trap p : idx p < n -> (forall v, v < n -> trap_of T v = None \/ trap_of T v = Some 1) ->
  PM.mem p T = true -> trap_of T (idx p) = Some 1.
Proof.
  intros Hp O M. destruct (O (idx p) Hp) as [E|E]; [|assumption]. unfold trap_of in E. rewrite id_idx in E. rewrite PM.mem_find in M.
  destruct (PM.find p T); discriminate.
Qed.

Lemma trap_mem v : trap_of T v = Some 1 -> PM.mem (id v) T = true.
Proof. unfold trap_of. rewrite PM.mem_find. destruct (PM.find (id v) T); [reflexivity|discriminate]. Qed.

Lemma moment_vertex m : check_moment_of m = true -> idx (at_vertex m) < n.
Proof.
  intros C. apply (check_moment_means g from _ _ _ C).
Qed.

(* what a moment says of the state then *)
Lemma moment_state m : check_moment_of m = true -> let s := N.to_nat (steps_of m) in
  snd (state s) = idx (at_vertex m) /\
  (forall u, u < n -> ~ is_sink heads u -> fst (state s) u = (rho u + departures (departed m) u) mod Rotor.deg heads u).
Proof. intros C. destruct (check_moment_sound g from _ _ _ C) as (A & _ & B). split; assumption. Qed.

Lemma before_is m u r : u < n -> ~ is_sink heads u ->
  (forall u, u < n -> ~ is_sink heads u -> r u = (rho u + departures (departed m) u) mod Rotor.deg heads u) ->
  idx (before_at (departed m) (id u)) = before g r u.
Proof.
  intros Hu S R. unfold before_at. rewrite (head_at_dest g ok) by assumption. unfold before, dest. rewrite (R u Hu S).
  pose proof (deg_pos heads u S). rewrite Nat.add_mod_idemp_l by lia. f_equal. f_equal.
  rewrite N2Nat.inj_add, Nat2N.id. unfold departures. unfold Rotor.deg, Machine.heads. rewrite map_length. lia.
Qed.
End Ok.

(* The state at the entry comes back after `period` steps, and after multiples of it only; no state before the entry ever
   comes back; at the cover all of the trap has been visited, and one vertex of it just then. *)
Theorem check_tour_sound entry rank before cover : check_tour entry rank before cover = true ->
  let s := N.to_nat (steps_of entry) in
  trap_of T (snd (state s)) = Some 1 /\
  0 < period /\ same_state n heads (state (s + period)) (state s) /\
  (forall k, 0 < k -> same_state n heads (state (s + k)) (state s) -> exists c, 1 <= c /\ k = c * period) /\
  (forall a j, a < s -> a < j -> ~ same_state n heads (state a) (state j)) /\
  forall c, cover = Some c -> let t := N.to_nat (steps_of c) in
    (forall v, v < n -> trap_of T v = Some 1 -> exists j, j <= t /\ snd (state j) = v) /\
    exists v, v < n /\ trap_of T v = Some 1 /\ forall j, j < t -> snd (state j) <> v.
Proof.
  unfold check_tour. rewrite !andb_true_iff. intros ((((((((ok & Co) & Pe) & On) & M) & At) & Le) & Be) & Cv). cbv zeta.
  pose proof (graph_well_formed g ok) as wf.
  destruct (connected g T roots toward onward ok Co) as (Cl & Conn).
  pose proof (check_periods_sound g T ok per Pe) as Per.
  assert (Only : forall v, v < n -> trap_of T v = None \/ trap_of T v = Some 1).
  { intros v Hv. pose proof (for_all g ok _ On v Hv) as A. cbv beta in A. unfold trap_of. destruct (PM.find (id v) T) as [i|]; [|left; reflexivity].
    apply Pos.eqb_eq in A. subst i. right. reflexivity. }
  assert (Hf : idx from < n) by apply (check_moment_means g from _ _ _ M).
  pose proof (state_in n heads rho wf (idx from) Hf) as Pos.
  assert (Conn1 : forall u v, u < n -> v < n -> trap_of T u = Some 1 -> trap_of T v = Some 1 -> leads g u v) by (intros; apply (Conn u v 1); assumption).
  set (s := N.to_nat (steps_of entry)) in *. destruct (moment_state entry M) as (Pl & Ro). fold s in Pl, Ro.
  pose proof (moment_vertex entry M) as He. pose proof (in_the_trap _ He Only At) as Te. rewrite <- Pl in He, Te.
  assert (Live : forall u, u < n -> trap_of T u = Some 1 -> ~ is_sink heads u) by (intros u Hu E; apply (Cl u 1 Hu E)).
  split; [exact Te|].
  (* the state at the entry comes back *)
  destruct (led_states_return g T ok 1 Cl Only (numbers per) Per (fst (state s)) (proj2 (Pos s)) (snd (state s)) He Te (departures rank)) as (P0 & Ret).
  { intros u Hu E N. pose proof (for_all g ok _ Le u Hu) as A. cbv beta in A. rewrite (trap_mem u E) in A. cbn [negb orb] in A.
    rewrite <- (before_is ok entry u _ Hu (Live u Hu E) Ro). rewrite Pl in N |- *. apply orb_prop in A. destruct A as [A|A].
    - apply Pos.eqb_eq in A. exfalso. apply N. rewrite <- A, idx_id. reflexivity.
    - cbv zeta in A. apply orb_prop in A. destruct A as [A|A]; [left; apply Pos.eqb_eq in A; congruence|right].
      apply N.ltb_lt in A. unfold departures. rewrite id_idx. lia. }
  change (length_of_tour g (numbers per)) with period in *.
  split; [exact P0|]. split; [|split].
  - rewrite walk_add. exact Ret.
  - intros k Hk Back. rewrite walk_add in Back.
    destruct (returns_are_multiples g T ok 1 Cl Conn1 Only (numbers per) Per (fst (state s)) (proj2 (Pos s)) (snd (state s)) He Te k Hk Back) as (c & C1 & C2 & _).
    exists c. auto.
  - split.
    + (* no state before does *)
      intros a j Ha Hj. destruct before as [((b, stray), w)|]; simpl in Be.
      2: { apply N.eqb_eq in Be. unfold s in Ha. rewrite Be in Ha. simpl in Ha. lia. }
      rewrite !andb_true_iff in Be. destruct Be as ((Mb & St) & D). apply N.eqb_eq in St.
      destruct (moment_state b Mb) as (Plb & Rob). pose proof (moment_vertex b Mb) as Hb.
      set (sb := N.to_nat (steps_of b)) in *. assert (Es : s = S sb) by (unfold s, sb; rewrite <- St; lia).
      apply (earlier_states_do_not n heads rho wf (idx from) Hf sb); [|lia|assumption].
      clear a j Ha Hj. intros j Hj Same. apply orb_prop in D. destruct D as [D|D].
      * (* the particle is not in the trap yet, and later it is *)
        apply negb_true_iff in D. assert (Tj : trap_of T (snd (state j)) = Some 1).
        { replace j with (s + (j - s)) by lia. rewrite walk_add.
          apply (trapped_for_ever n heads rho wf (trap_of T) Cl); [assumption|exact (proj2 (Pos s))|assumption]. }
        rewrite <- (proj1 Same), Plb in Tj. apply trap_mem in Tj. rewrite id_idx in Tj. congruence.
      * unfold check_stray in D. rewrite !andb_true_iff in D. destruct D as ((Hw & Sw) & C). apply (vertex_in g ok) in Hw.
        assert (Tb : trap_of T (snd (state sb)) = Some 1 \/ trap_of T (snd (state sb)) = None) by (rewrite Plb; destruct (Only _ Hb); auto).
        destruct Tb as [Tb|Tb].
        -- refine (strayed_states_do_not g T ok 1 Cl Conn1 Only (numbers per) Per (fst (state sb)) (proj2 (Pos sb)) (snd (state sb)) (proj1 (Pos sb)) Tb
             (fun u => PM.mem (id u) stray) (idx w) Hw _ _ (j - sb) ltac:(lia) _).
           ++ rewrite id_idx. assumption.
           ++ intros u Hu Su. pose proof (for_all g ok _ C u Hu) as A. cbv beta in A. rewrite Su in A. cbn [negb orb] in A.
              rewrite !andb_true_iff in A. destruct A as ((A1 & A2) & A3).
              assert (Tu : trap_of T u = Some 1).
              { rewrite <- (idx_id u). apply in_the_trap; [rewrite idx_id; assumption|assumption|assumption]. }
              split; [assumption|]. split.
              ** rewrite Plb. intros E. subst u. rewrite id_idx, Pos.eqb_refl in A2. discriminate.
              ** rewrite <- (before_is ok b u _ Hu (Live u Hu Tu) Rob), id_idx. assumption.
           ++ replace j with (sb + (j - sb)) in Same by lia. rewrite walk_add in Same. destruct Same as (Sa & Sb). split; [symmetry; exact Sa|].
              intros u Hu Sk. symmetry. apply Sb; assumption.
        -- (* as above *)
           assert (Tj : trap_of T (snd (state j)) = Some 1).
           { replace j with (s + (j - s)) by lia. rewrite walk_add.
             apply (trapped_for_ever n heads rho wf (trap_of T) Cl); [assumption|exact (proj2 (Pos s))|assumption]. }
           rewrite <- (proj1 Same) in Tj. congruence.
    + (* the cover *)
      intros c ->. simpl in Cv. rewrite !andb_true_iff in Cv. destruct Cv as (((Mc & Tc) & Zc) & Ac).
      destruct (moment_state c Mc) as (Plc & _). pose proof (moment_vertex c Mc) as Hc. pose proof (in_the_trap _ Hc Only Tc) as Tr.
      set (t := N.to_nat (steps_of c)) in *.
      assert (Left : forall v, v < n -> fst (run heads rho (idx from) t) v = departures (departed c) v) by (apply (check_moment_counts g from _ _ _ Mc)).
      split.
      * intros v Hv Tv. pose proof (for_all g ok _ Ac v Hv) as A. cbv beta in A. rewrite (trap_mem v Tv) in A. cbn [negb orb] in A.
        apply orb_prop in A. destruct A as [A|A].
        -- apply Pos.eqb_eq in A. exists t. split; [lia|]. rewrite Plc, <- A, idx_id. reflexivity.
        -- apply N.ltb_lt in A. destruct (left_visited n heads rho (idx from) Hf t v) as (j & Hj & E).
           { rewrite (Left v Hv). unfold departures. lia. }
           exists j. split; [lia|]. rewrite (proj1 (run_walk n heads rho wf (idx from) Hf j)). assumption.
      * exists (idx (at_vertex c)). split; [assumption|]. split; [assumption|]. intros j Hj E.
        rewrite (proj1 (run_walk n heads rho wf (idx from) Hf j)) in E.
        assert (P : 0 < fst (run heads rho (idx from) t) (idx (at_vertex c))).
        { apply (visited_left n heads rho (idx from) Hf j t); [assumption|assumption|]. apply sinkb_false. apply Live; assumption. }
        rewrite (Left _ Hc) in P. apply N.eqb_eq in Zc. unfold departures in P. rewrite id_idx, Zc in P. simpl in P. lia.
Qed.
End Judge.
