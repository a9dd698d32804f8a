(* docs/certificates.md, tours: when an endless walk begins to repeat itself, its period, and when it has been everywhere.

   A state is the particle's vertex with all rotors.  In a trap without exits, whose vertices all lead to each other:
     led_states_return       if the arcs before the rotors lead every vertex to the particle, the state comes back after
                             Sum p(u) d(u) steps, where p are the periods of the trap
     returns_are_multiples   and whenever it comes back, it is after a multiple of these steps
     strayed_states_do_not   if they keep some vertices of the trap among themselves, without the particle, it never does
     earlier_states_do_not   and neither does any state before one that does not
   Before that, of any walk:
     moments_have_certificates   its departures after j steps are a certificate of that moment *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Moment Integers Chips Classes Machine Judge Connected MachineZ Periods.
Import ListNotations.

(* ---- the departures of a walk ---- *)
Section Run.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Variable from : nat.
Hypothesis from_in : from < n.
Definition run j := path sinkb dest j (fun _ => 0) from.
Notation left j := (fst (run j)).
Notation place j := (snd (run j)).

Lemma run_step j : run (S j) = if sinkb (place j) then run j else (bump (left j) (place j), dest (place j) (left j (place j))).
Proof. unfold run. rewrite path_step. destruct (path sinkb dest j (fun _ => 0) from) as (e, w). simpl. reflexivity. Qed.

Lemma place_in j : place j < n.
Proof.
  induction j; [exact from_in|]. rewrite run_step. destruct (sinkb (place j)) eqn:S; [assumption|]. simpl.
  apply (dest_in n heads rho wf); assumption.
Qed.

Lemma run_walk j : snd (walk heads j rho from) = place j /\ advanced n heads rho (left j) (fst (walk heads j rho from)).
Proof. apply (walk_is_path n heads rho wf); [assumption|]. apply (advanced_start n heads rho wf). Qed.

Lemma run_balance j v : v < n -> arrivals n sinkb dest (left j) v + one (v =? from) = left j v + one (v =? place j).
Proof.
  intros Hv. induction j.
  - simpl. unfold arrivals. rewrite sum_all_zero; [reflexivity|]. intros u _. destruct (sinkb u); reflexivity.
  - rewrite run_step. destruct (sinkb (place j)) eqn:S; [assumption|]. cbn [fst snd].
    rewrite arrivals_bump by (try apply place_in; assumption). unfold bump. rewrite (Nat.eqb_sym v (dest _ _)).
    destruct (Nat.eqb_spec v (place j)) as [->|N]; unfold one in *; simpl in *;
      destruct (dest (place j) (left j (place j)) =? _); lia.
Qed.

(* what was left has been visited, and what was visited before has been left *)
Lemma left_visited j v : 0 < left j v -> exists i, i < j /\ place i = v.
Proof.
  induction j; [simpl; lia|]. rewrite run_step. destruct (sinkb (place j)).
  - intros H. destruct (IHj H) as (i & Hi & E). exists i. split; [lia|assumption].
  - cbn [fst]. unfold bump. destruct (Nat.eqb_spec v (place j)) as [->|N]; intros H; [exists j; auto|].
    destruct (IHj H) as (i & Hi & E). exists i. split; [lia|assumption].
Qed.

Lemma visited_left i j v : i < j -> place i = v -> sinkb v = false -> 0 < left j v.
Proof.
  intros H E S. induction j; [lia|]. rewrite run_step. destruct (Nat.eq_dec i j) as [->|N].
  - rewrite E, S. cbn [fst]. unfold bump. rewrite Nat.eqb_refl. lia.
  - specialize (IHj ltac:(lia)). destruct (sinkb (place j)); [assumption|]. cbn [fst]. unfold bump. destruct (v =? place j); lia.
Qed.

(* where the last departure of u has led is where the particle is, or was left later *)
Lemma last_times j : exists t : nat -> nat, forall u, 0 < left j u -> t u < j /\
  (dest u (left j u - 1) = place j \/ 0 < left j (dest u (left j u - 1)) /\ t u < t (dest u (left j u - 1))).
Proof.
  induction j; [exists (fun _ => 0); simpl; lia|]. destruct IHj as (t & H). rewrite run_step.
  destruct (sinkb (place j)) eqn:S.
  - exists t. intros u P. destruct (H u P) as (B & C). split; [lia|assumption].
  - cbn [fst snd]. exists (fun u => if u =? place j then j else t u). intros u P. unfold bump in P |- *.
    destruct (Nat.eqb_spec u (place j)) as [E|N].
    + split; [lia|]. left. rewrite E. f_equal. lia.
    + destruct (H u P) as (B & C). split; [lia|]. right. set (w := dest u (left j u - 1)) in *.
      destruct (Nat.eqb_spec w (place j)) as [|Nw]; [lia|]. destruct C as [C|C]; [contradiction|assumption].
Qed.

Lemma left_total j : (forall i, i < j -> sinkb (place i) = false) -> sum n (left j) = j.
Proof.
  induction j; intros H; [apply sum_zero|]. rewrite run_step, (H j) by lia. cbn [fst]. rewrite sum_bump by apply place_in.
  f_equal. apply IHj. intros i Hi. apply H. lia.
Qed.

Theorem moments_have_certificates j : (forall i, i < j -> ~ is_sink heads (place i)) ->
  sum n (left j) = j /\ exists rank, moment n heads rho from (place j) (left j) rank.
Proof.
  intros N. split; [apply left_total; intros i Hi; apply sinkb_false; auto|]. destruct (last_times j) as (t & Ht).
  exists (fun u => j - t u). split.
  - intros v Hv S. destruct (Nat.eq_dec (left j v) 0) as [|P]; [assumption|exfalso].
    destruct (left_visited j v ltac:(lia)) as (i & Hi & E). apply (N i Hi). rewrite E. assumption.
  - intros v Hv. rewrite inflow_is_arrivals. apply run_balance. assumption.
  - intros u Hu S Nu P Nw Pw. destruct (Ht u P) as (B & [C|(_ & C)]); [contradiction|]. destruct (Ht _ Pw) as (B' & _). lia.
Qed.
End Run.

(* ---- states ---- *)
Section States.
Variable n : nat.
Variable heads : nat -> list nat.
Hypothesis heads_in : forall u v, u < n -> In v (heads u) -> v < n.
Definition same_state (a b : (nat -> nat) * nat) := snd a = snd b /\ forall u, u < n -> ~ is_sink heads u -> fst a u = fst b u.

Lemma same_walk : forall k r1 r2 u, u < n -> (forall v, v < n -> ~ is_sink heads v -> r1 v < Rotor.deg heads v) ->
  (forall v, v < n -> ~ is_sink heads v -> r1 v = r2 v) -> same_state (walk heads k r1 u) (walk heads k r2 u).
Proof.
  induction k; intros r1 r2 u Hu P E; [split; [reflexivity|assumption]|]. simpl. destruct (sinkb heads u) eqn:S; [split; auto|].
  apply sinkb_false in S. rewrite (E u Hu S). apply IHk.
  - apply (heads_in u); [assumption|]. apply nth_In. rewrite <- (E u Hu S). apply P; assumption.
  - intros v Hv Sv. unfold turn. destruct (Nat.eqb_spec v u) as [->|]; [|auto]. apply Nat.mod_upper_bound. pose proof (deg_pos heads u S). lia.
  - intros v Hv Sv. unfold turn. destruct (Nat.eqb_spec v u) as [->|]; [rewrite (E u Hu S); reflexivity|auto].
Qed.
End States.

Section Tour.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Variable T : PM.t positive.
Hypothesis ok : check_graph g = true.
Variable i : nat.
Hypothesis closed : closed n heads (trap_of T).
Hypothesis connected : forall u v, u < n -> v < n -> trap_of T u = Some i -> trap_of T v = Some i -> leads g u v.
Hypothesis only : forall v, v < n -> trap_of T v = None \/ trap_of T v = Some i.
Variable per : nat -> Z.
Hypothesis is_periods : periods g T per.
Variable r : nat -> nat.                 (* the rotors *)
Hypothesis r_in : forall u, u < n -> ~ is_sink heads u -> r u < Rotor.deg heads u.
Variable at_ : nat.                      (* the particle *)
Hypothesis at_in : at_ < n.
Hypothesis at_trap : trap_of T at_ = Some i.
Notation sinkb := (sinkb heads).
Notation dest := (dest heads r).
Notation left j := (fst (run heads r at_ j)).
Notation place j := (snd (run heads r at_ j)).

Definition before u := dest u (Rotor.deg heads u - 1).
Definition turns u := Z.to_nat (per u) * Rotor.deg heads u.
Definition length_of_tour := sum n turns.

Lemma heads_below u v : u < n -> In v (heads u) -> v < n.
Proof. intros Hu. apply (proj1 (graph_well_formed g ok) u Hu). Qed.

Lemma r_well_formed : well_formed n heads r.
Proof. split; [intros u Hu v; apply heads_below; assumption|assumption]. Qed.

Lemma trap_live u : u < n -> trap_of T u = Some i -> ~ is_sink heads u.
Proof. intros Hu E. apply (closed u i Hu E). Qed.

Lemma r_inZ u : u < n -> sinkb u = false -> r u < Rotor.deg heads u.
Proof. intros Hu S. apply r_in; [assumption|]. apply sinkb_false. assumption. Qed.

Lemma use_turns u q j : j < Rotor.deg heads u -> use (Rotor.deg heads u) (q * Rotor.deg heads u) j = q.
Proof.
  intros H. unfold use. rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. lia.
Qed.

Local Open Scope Z_scope.
(* full turns of all rotors are firings *)
Lemma inflow_full (q : nat -> nat) v :
  Z.of_nat (inflow n heads r (fun u => (q u * Rotor.deg heads u)%nat) v) = gets n heads sinkb (fun u => Z.of_nat (q u)) v.
Proof.
  rewrite <- (into_firings n heads r r_inZ). unfold inflow, into. rewrite <- sumZ_of_nat. apply sumZ_ext. intros u _.
  rewrite <- sumZ_of_nat. apply sumZ_ext. intros j Hj. rewrite use_turns by assumption. destruct (_ =? v)%nat; reflexivity.
Qed.

(* nothing else is in the trap, and no arc leads out *)
Lemma gets_trap (q : nat -> Z) v : (forall u, (u < n)%nat -> trap_of T u = None -> q u = 0) -> (v < n)%nat ->
  gets n heads sinkb q v = (if PM.mem (id v) T then gets n heads (fun u => negb (PM.mem (id u) T)) q v else 0).
Proof.
  intros Q Hv. destruct (PM.mem (id v) T) eqn:M.
  - apply sumZ_ext. intros u Hu. destruct (only u Hu) as [E|E].
    + rewrite (Q u Hu E). destruct (sinkb u); destruct (negb _); lia.
    + rewrite (trapped_inside T i u E). assert (S : sinkb u = false) by (apply sinkb_false; apply trap_live; assumption). rewrite S. reflexivity.
  - unfold gets. rewrite (sumZ_ext n _ (fun _ => 0)); [apply sumZ_zero|]. intros u Hu. destruct (only u Hu) as [E|E].
    + rewrite (Q u Hu E). destruct (sinkb u); lia.
    + assert (A : arcs_to heads u v = 0).
      { unfold arcs_to. rewrite (proj1 (count_occ_not_In Nat.eq_dec (heads u) v)); [reflexivity|]. intros I.
        destruct (closed u i Hu E) as (_ & Tr). specialize (Tr v I). apply trapped_inside in Tr. rewrite M in Tr. discriminate. }
      rewrite A. destruct (sinkb u); lia.
Qed.

Lemma inside v : (v < n)%nat -> (trap_of T v = Some i <-> PM.mem (id v) T = true).
Proof.
  intros Hv. split.
  - intros E. apply trapped_inside in E. apply negb_false_iff. assumption.
  - intros M. destruct (only v Hv) as [E|E]; [|assumption]. unfold trap_of in E. rewrite PM.mem_find in M.
    destruct (PM.find (id v) T); discriminate.
Qed.

Lemma per_nat u : (u < n)%nat -> Z.of_nat (Z.to_nat (per u)) = per u.
Proof.
  intros Hu. destruct (only u Hu) as [E|E].
  - rewrite (none_outside _ _ _ is_periods u Hu E). reflexivity.
  - pose proof (positive_inside _ _ _ is_periods u i Hu E). lia.
Qed.
Local Close Scope Z_scope.

Section Return.
Variable rank : nat -> nat.
Hypothesis led : forall u, u < n -> trap_of T u = Some i -> u <> at_ -> before u = at_ \/ rank (before u) < rank u.

Theorem led_states_return : 0 < length_of_tour /\ same_state n heads (walk heads length_of_tour r at_) (r, at_).
Proof.
  split.
  - apply Nat.lt_le_trans with (turns at_); [|apply sum_term; assumption]. unfold turns.
    pose proof (positive_inside _ _ _ is_periods at_ i at_in at_trap). pose proof (deg_pos heads at_ (trap_live at_ at_in at_trap)). nia.
  - destruct (moment_is_reached n heads r r_well_formed at_ at_ at_in at_in turns rank) as (A & _ & B).
    + split.
      * intros v Hv S. unfold turns, Rotor.deg. unfold is_sink in S. rewrite S. simpl. lia.
      * intros v Hv. f_equal. apply Nat2Z.inj. unfold turns. rewrite inflow_full.
        rewrite (gets_ext n heads _ _ per v) by (intros u (Hu & _); apply per_nat; assumption).
        rewrite gets_trap by (try assumption; intros u Hu E; apply (none_outside _ _ _ is_periods); assumption).
        destruct (PM.mem (id v) T) eqn:M.
        -- apply inside in M; [|assumption]. rewrite (rows_add_up _ _ _ is_periods v i Hv M). rewrite Nat2Z.inj_mul, per_nat by assumption. reflexivity.
        -- destruct (only v Hv) as [E|E]; [|apply inside in E; [congruence|assumption]].
           rewrite (none_outside _ _ _ is_periods v Hv E). reflexivity.
      * intros u Hu S N P. assert (E : trap_of T u = Some i).
        { destruct (only u Hu) as [E|E]; [|assumption]. unfold turns in P. rewrite (none_outside _ _ _ is_periods u Hu E) in P. simpl in P. lia. }
        assert (D : dest u (turns u - 1) = before u).
        { unfold before. rewrite <- (dest_mod heads r u (turns u - 1) S). f_equal. unfold turns.
          pose proof (positive_inside _ _ _ is_periods u i Hu E). pose proof (deg_pos heads u S).
          replace (Z.to_nat (per u) * Rotor.deg heads u - 1) with ((Rotor.deg heads u - 1) + (Z.to_nat (per u) - 1) * Rotor.deg heads u) by nia.
          rewrite Nat.mod_add by lia. apply Nat.mod_small. lia. }
        rewrite D. intros Na _. destruct (led u Hu E N) as [L|L]; [contradiction|assumption].
    + split; [exact A|]. intros u Hu S. unfold length_of_tour. cbn [fst]. rewrite (B u Hu S). unfold turns. rewrite Nat.mod_add by (pose proof (deg_pos heads u S); lia).
      apply Nat.mod_small. apply r_in; assumption.
Qed.
End Return.

(* ---- what follows if the state comes back after k steps ---- *)
Section Back.
Variable k : nat.
Hypothesis k_pos : 0 < k.
Hypothesis back : same_state n heads (walk heads k r at_) (r, at_).

Lemma place_trap j : trap_of T (place j) = Some i.
Proof.
  rewrite <- (proj1 (run_walk n heads r r_well_formed at_ at_in j)).
  apply (trapped_for_ever n heads r r_well_formed (trap_of T) closed); [assumption| |assumption]. intros u Hu S. apply r_in; assumption.
Qed.

Lemma place_back : place k = at_.
Proof. rewrite <- (proj1 (run_walk n heads r r_well_formed at_ at_in k)). apply back. Qed.

Lemma left_outside u : u < n -> trap_of T u = None -> left k u = 0.
Proof.
  intros Hu E. destruct (Nat.eq_dec (left k u) 0) as [|N]; [assumption|exfalso].
  destruct (left_visited n heads r at_ at_in k u ltac:(lia)) as (j & _ & P). pose proof (place_trap j) as Q. rewrite P in Q. congruence.
Qed.

Definition times u := left k u / Rotor.deg heads u.

Lemma left_full u : u < n -> left k u = times u * Rotor.deg heads u.
Proof.
  intros Hu. destruct (only u Hu) as [E|E].
  - unfold times. rewrite (left_outside u Hu E). destruct (Rotor.deg heads u) as [|d]; [reflexivity|]. rewrite Nat.div_0_l by lia. reflexivity.
  - pose proof (trap_live u Hu E) as S. pose proof (deg_pos heads u S) as D.
    pose proof (proj2 (run_walk n heads r r_well_formed at_ at_in k) u Hu S) as A. rewrite (proj2 back u Hu S) in A. simpl in A.
    pose proof (r_in u Hu S) as R. unfold times. pose proof (Nat.div_mod (left k u) (Rotor.deg heads u) ltac:(lia)) as M.
    assert (Z : left k u mod Rotor.deg heads u = 0); [|lia].
    rewrite <- Nat.add_mod_idemp_r in A by lia. pose proof (Nat.mod_upper_bound (left k u) (Rotor.deg heads u) ltac:(lia)) as B.
    destruct (le_lt_dec (Rotor.deg heads u) (r u + left k u mod Rotor.deg heads u)) as [L|L].
    + assert (X : (r u + left k u mod Rotor.deg heads u) mod Rotor.deg heads u = r u + left k u mod Rotor.deg heads u - Rotor.deg heads u).
      { replace (r u + left k u mod Rotor.deg heads u) with ((r u + left k u mod Rotor.deg heads u - Rotor.deg heads u) + 1 * Rotor.deg heads u) at 1 by lia.
        rewrite Nat.mod_add by lia. apply Nat.mod_small. lia. }
      lia.
    + rewrite (Nat.mod_small (r u + left k u mod Rotor.deg heads u)) in A by assumption. lia.
Qed.

Theorem returns_are_multiples : exists c, 1 <= c /\ k = c * length_of_tour /\
  forall u, u < n -> left k u = c * turns u.
Proof.
  assert (Tot : sum n (left k) = k).
  { apply (left_total n heads r r_well_formed at_ at_in). intros j _. apply sinkb_false. apply trap_live; [|apply place_trap].
    apply (place_in n heads r r_well_formed at_ at_in). }
  destruct (periods_are_least g T ok i closed connected per (fun u => Z.of_nat (times u)) is_periods) as (c & C1 & C).
  - intros; lia.
  - intros v Hv N. destruct (only v Hv) as [E|E]; [|contradiction]. unfold times. rewrite (left_outside v Hv E).
    destruct (Rotor.deg heads v) as [|d]; [reflexivity|]. rewrite Nat.div_0_l by lia. reflexivity.
  - intros v Hv E. pose proof (run_balance n heads r r_well_formed at_ at_in k v Hv) as B. rewrite place_back in B.
    rewrite <- inflow_is_arrivals in B.
    assert (I : inflow n heads r (left k) v = inflow n heads r (fun u => times u * Rotor.deg heads u) v).
    { unfold inflow. apply sum_ext. intros u Hu. rewrite (left_full u Hu). reflexivity. }
    rewrite I in B. rewrite (left_full v Hv) in B. apply (f_equal Z.of_nat) in B. rewrite !Nat2Z.inj_add, inflow_full in B.
    rewrite gets_trap in B; [|intros u Hu N; unfold times; rewrite (left_outside u Hu N); destruct (Rotor.deg heads u) as [|d]; [reflexivity|rewrite Nat.div_0_l by lia; reflexivity]|assumption].
    rewrite (proj1 (inside v Hv) E) in B. rewrite Nat2Z.inj_mul in B. unfold Chips.deg. unfold Rotor.deg in B. lia.
  - destruct (find_below n (fun v => negb (times v =? 0))) as [(v & Hv & P)|N].
    + exists v. split; [assumption|]. apply negb_true_iff, Nat.eqb_neq in P. lia.
    + exfalso. rewrite (sum_all_zero n (left k)) in Tot; [lia|]. intros v Hv. specialize (N v Hv).
      apply negb_false_iff, Nat.eqb_eq in N. rewrite (left_full v Hv), N. reflexivity.
  - assert (L : forall u, u < n -> left k u = Z.to_nat c * turns u).
    { intros u Hu. destruct (only u Hu) as [E|E].
      - rewrite (left_outside u Hu E). unfold turns. rewrite (none_outside _ _ _ is_periods u Hu E). simpl. lia.
      - rewrite (left_full u Hu). specialize (C u Hu E). unfold turns. rewrite Nat.mul_assoc. f_equal. apply Nat2Z.inj.
        rewrite C, Nat2Z.inj_mul, per_nat by assumption. lia. }
    exists (Z.to_nat c). split; [lia|]. split; [|assumption]. rewrite <- Tot, (sum_ext n _ _ L).
    unfold length_of_tour. clear. generalize n as m. induction m; cbn [sum]; [lia|]. rewrite IHm. lia.
Qed.

Lemma all_left u : u < n -> trap_of T u = Some i -> 0 < left k u.
Proof.
  intros Hu E. destruct returns_are_multiples as (c & C & _ & L). rewrite (L u Hu). unfold turns.
  pose proof (positive_inside _ _ _ is_periods u i Hu E). pose proof (deg_pos heads u (trap_live u Hu E)).
  apply Nat.mul_pos_pos; [lia|]. apply Nat.mul_pos_pos; lia.
Qed.

Lemma last_is_before u : u < n -> trap_of T u = Some i -> dest u (left k u - 1) = before u.
Proof.
  intros Hu E. pose proof (trap_live u Hu E) as S. pose proof (all_left u Hu E) as P. unfold before.
  rewrite <- (dest_mod heads r u (left k u - 1) S). f_equal. rewrite (left_full u Hu) in *. pose proof (deg_pos heads u S).
  destruct (times u) as [|m]; [simpl in P; lia|].
  replace (Datatypes.S m * Rotor.deg heads u - 1) with ((Rotor.deg heads u - 1) + m * Rotor.deg heads u) by nia. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
Qed.
End Back.

Theorem strayed_states_do_not (stray : nat -> bool) w : w < n -> stray w = true ->
  (forall u, u < n -> stray u = true -> trap_of T u = Some i /\ u <> at_ /\ stray (before u) = true) ->
  forall k, 0 < k -> ~ same_state n heads (walk heads k r at_) (r, at_).
Proof.
  intros Hw Sw C k K Back. destruct (last_times n heads r at_ at_in k) as (t & Ht).
  assert (A : forall m u, u < n -> stray u = true -> k - t u <= m -> False).
  { induction m; intros u Hu Su Lm; destruct (C u Hu Su) as (E & N & B).
    - destruct (Ht u (all_left k K Back u Hu E)) as (Bt & _). lia.
    - destruct (Ht u (all_left k K Back u Hu E)) as (Bt & D). rewrite (last_is_before k K Back u Hu E) in D.
      assert (Hb : before u < n) by (apply (dest_in n heads r r_well_formed); [assumption|apply sinkb_false; apply trap_live; assumption]).
      destruct D as [D|(_ & D)].
      + rewrite (place_back k Back) in D. destruct (C _ Hb B) as (_ & X & _). congruence.
      + apply (IHm (before u)); [assumption|assumption|lia]. }
  apply (A _ w Hw Sw (Nat.le_refl _)).
Qed.
End Tour.

Section Earlier.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable from : nat.
Hypothesis from_in : from < n.
Notation state j := (walk heads j rho from).

Lemma state_in j : snd (state j) < n /\ forall u, u < n -> ~ is_sink heads u -> fst (state j) u < Rotor.deg heads u.
Proof. apply (walk_positions n heads rho wf j rho from from_in). intros u Hu S. apply wf; assumption. Qed.

Lemma states_go_on a b c : same_state n heads (state a) (state b) -> same_state n heads (state (a + c)) (state (b + c)).
Proof.
  intros (P & R). rewrite !walk_add, <- P. destruct (state_in a) as (I & J). apply same_walk; auto.
  intros u v Hu. apply (proj1 wf u Hu).
Qed.

Theorem earlier_states_do_not b : (forall j, b < j -> ~ same_state n heads (state b) (state j)) ->
  forall a j, a <= b -> a < j -> ~ same_state n heads (state a) (state j).
Proof.
  intros N a j Ha Hj S. apply (N (j + (b - a)) ltac:(lia)). replace b with (a + (b - a)) at 1 by lia. apply states_go_on. assumption.
Qed.
End Earlier.
