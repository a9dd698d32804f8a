(* docs/certificates.md, moments: departures that are exactly those of the first steps of a walk.

   Let x be conserved, with one particle put on `from` and one taken from `at`, and let the last arcs that x uses elsewhere
   than at `at` close no cycle.  Give `at` one arc more, used at its departure number x(at), to a new sink: then x and this
   departure are a switching flow without a cycle of last arcs, and so the run.
     moment_is_reached    after exactly Sum x steps the walk is on `at`, each rotor x(u) turns further
     moment_is_counted    and by then every u was left exactly x(u) times *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor.
Import ListNotations.

Section Path.
Variable halts : nat -> bool.
Variable dest : nat -> nat -> nat.

(* One move more at the end. *)
Lemma path_step : forall j d u, path halts dest (S j) d u
  = (let (e, w) := path halts dest j d u in if halts w then (e, w) else (bump e w, dest w (e w))).
Proof.
  induction j; intros d u; [simpl; destruct (halts u); reflexivity|].
  change (path halts dest (S (S j)) d u) with (if halts u then (d, u) else path halts dest (S j) (bump d u) (dest u (d u))).
  change (path halts dest (S j) d u) with (if halts u then (d, u) else path halts dest j (bump d u) (dest u (d u))).
  destruct (halts u) eqn:E; [rewrite E; reflexivity|]. apply IHj.
Qed.
End Path.

Section Moment.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Notation inflow := (inflow n heads rho).
Notation walk := (walk heads).
Variables from at_ : nat.
Hypothesis from_in : from < n.
Hypothesis at_in : at_ < n.
Variable x rank : nat -> nat.

Record moment : Prop := {
  rests : forall v, v < n -> is_sink v -> x v = 0;
  moves_on : forall v, v < n -> inflow x v + one (v =? from) = x v + one (v =? at_);
  falls : forall u, u < n -> ~ is_sink u -> u <> at_ -> 0 < x u ->
    dest u (x u - 1) <> at_ -> 0 < x (dest u (x u - 1)) -> rank (dest u (x u - 1)) < rank u
}.
Hypothesis certificate : moment.

(* The same stacks, with a departure of `at_` to a new sink, number n. *)
Definition halts v := (v =? n) || (sinkb v && negb (v =? at_)).
Definition onward u k := if (u =? at_) && (x at_ <=? k) then n else dest u k.
Definition more v := if v =? at_ then S (x v) else if v =? n then 0 else x v.

Lemma live u : u < S n -> halts u = false -> u < n /\ (u <> at_ -> sinkb u = false).
Proof.
  intros Hu H. unfold halts in H. apply orb_false_elim in H. destruct H as (H1 & H2). apply Nat.eqb_neq in H1.
  split; [lia|]. intros N. apply Nat.eqb_neq in N. rewrite N in H2. simpl in H2. rewrite andb_true_r in H2. assumption.
Qed.

Lemma onward_dest u k : u < n -> (u <> at_ -> sinkb u = false) -> (u = at_ -> k < x at_) ->
  onward u k = dest u k /\ sinkb u = false /\ dest u k < n.
Proof.
  intros Hu S L. assert (Sk : sinkb u = false).
  { destruct (Nat.eq_dec u at_) as [->|N]; [|auto]. apply sinkb_false. intros H. specialize (L eq_refl).
    rewrite (rests certificate at_ at_in H) in L. lia. }
  split; [|split; [assumption|apply (dest_in n heads rho wf); assumption]].
  unfold onward. destruct (Nat.eqb_spec u at_) as [->|]; [|reflexivity]. specialize (L eq_refl).
  destruct (Nat.leb_spec (x at_) k); [lia|reflexivity].
Qed.

Lemma onward_in u k : u < S n -> halts u = false -> onward u k < S n.
Proof.
  intros Hu H. destruct (live u Hu H) as (Hn & S). unfold onward.
  destruct (Nat.eqb_spec u at_) as [->|N]; [|simpl; pose proof (dest_in n heads rho wf u k Hn (S N)); lia].
  destruct (Nat.leb_spec (x at_) k) as [|L]; simpl; [lia|].
  destruct (onward_dest at_ k at_in S (fun _ => L)) as (_ & _ & D). lia.
Qed.

Lemma arrivals_at u v : u < n -> v < n ->
  (if halts u then 0 else sum (more u) (fun k => one (onward u k =? v)))
  = (if sinkb u then 0 else sum (x u) (fun k => one (dest u k =? v))).
Proof.
  intros Hu Hv. unfold halts, more. destruct (Nat.eqb_spec u n); [lia|]. simpl.
  destruct (Nat.eqb_spec u at_) as [->|N]; simpl.
  - rewrite andb_false_r. simpl. unfold onward at 2. rewrite Nat.eqb_refl, Nat.leb_refl. simpl.
    destruct (Nat.eqb_spec n v); [lia|]. simpl. rewrite Nat.add_0_r. destruct (sinkb at_) eqn:S.
    + apply sinkb_spec in S. rewrite (rests certificate at_ at_in S). reflexivity.
    + apply sum_ext. intros k Hk. unfold onward. rewrite Nat.eqb_refl. destruct (Nat.leb_spec (x at_) k); [lia|reflexivity].
  - rewrite andb_true_r. destruct (sinkb u); [reflexivity|]. apply sum_ext. intros k _. unfold onward.
    destruct (Nat.eqb_spec u at_); [contradiction|reflexivity].
Qed.

Lemma more_is_flow : is_flow (S n) halts onward (start from) more.
Proof.
  split; intros v Hv H.
  - unfold more. unfold halts in H. apply orb_prop in H. destruct H as [H|H].
    + apply Nat.eqb_eq in H. subst v. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec n at_); [lia|reflexivity].
    + apply andb_prop in H. destruct H as (S & N). apply negb_true_iff in N. rewrite N.
      destruct (Nat.eqb_spec v n); [reflexivity|]. apply (rests certificate); [lia|]. apply sinkb_spec. assumption.
  - destruct (live v Hv H) as (Hn & _).
    assert (A : arrivals (S n) halts onward more v = inflow x v).
    { rewrite inflow_is_arrivals. unfold arrivals. simpl.
      assert (E : halts n = true) by (unfold halts; rewrite Nat.eqb_refl; reflexivity). rewrite E, Nat.add_0_r.
      apply sum_ext. intros u Hu. apply arrivals_at; assumption. }
    rewrite A. unfold start. rewrite (moves_on certificate v Hn). unfold more.
    destruct (Nat.eqb_spec v at_); simpl; [lia|]. destruct (Nat.eqb_spec v n); lia.
Qed.

Lemma reached_and_counted :
  (forall v, v < n -> fst (path sinkb dest (sum n x) (fun _ => 0) from) v = x v) /\
  snd (walk (sum n x) rho from) = at_ /\
  (forall j, j < sum n x -> ~ is_sink (snd (walk j rho from))) /\
  (forall u, u < n -> ~ is_sink u -> fst (walk (sum n x) rho from) u = (rho u + x u) mod deg heads u).
Proof.
  pose proof more_is_flow as F.
  destruct (path_ends (S n) halts onward onward_in from more ltac:(lia) (flow_suffices _ _ _ _ _ F))
    as (d & s & P & H & L & E & O & B).
  assert (Eq : forall u, u < S n -> d u = more u).
  { set (rank' := fun v => if v =? at_ then 0 else S (rank v)).
    apply (acyclic_flow_is_the_run (S n) halts onward onward_in (start from) more d rank' F); auto.
    intros u Hu Hl Mu Hw Mw. destruct (live u Hu Hl) as (Hn & Su). unfold rank'.
    destruct (Nat.eqb_spec u at_) as [->|N].
    - exfalso. assert (Em : more at_ = S (x at_)) by (unfold more; rewrite Nat.eqb_refl; reflexivity).
      assert (Eo : onward at_ (more at_ - 1) = n).
      { rewrite Em. unfold onward. rewrite Nat.eqb_refl. simpl. rewrite Nat.sub_0_r, Nat.leb_refl. reflexivity. }
      rewrite Eo in Hw. unfold halts in Hw. rewrite Nat.eqb_refl in Hw. discriminate.
    - assert (Eu : more u = x u).
      { unfold more. destruct (Nat.eqb_spec u at_); [contradiction|]. destruct (Nat.eqb_spec u n); [lia|reflexivity]. }
      assert (Eo : forall k, onward u k = dest u k)
        by (intros k; unfold onward; destruct (Nat.eqb_spec u at_); [contradiction|reflexivity]).
      rewrite Eu, Eo in *. pose proof (dest_in n heads rho wf u (x u - 1) Hn (Su N)) as Hd.
      set (w := dest u (x u - 1)) in *. destruct (Nat.eqb_spec w at_) as [|Nw]; [lia|].
      assert (Ew : more w = x w).
      { unfold more. destruct (Nat.eqb_spec w at_); [contradiction|]. destruct (Nat.eqb_spec w n); [lia|reflexivity]. }
      rewrite Ew in Mw. assert (rank w < rank u); [|lia].
      apply (falls certificate); auto. apply sinkb_false. auto. }
  assert (Sum : sum (S n) d = S (sum n x)).
  { rewrite (sum_ext (S n) d more Eq). simpl. assert (Mn : more n = 0).
    { unfold more. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec n at_); [lia|reflexivity]. }
    rewrite Mn, Nat.add_0_r. rewrite (sum_ext n more (bump x at_)); [apply sum_bump; assumption|].
    intros v Hv. unfold more, bump. destruct (v =? at_); [reflexivity|]. destruct (Nat.eqb_spec v n); [lia|reflexivity]. }
  rewrite Sum in P, B.
  assert (In : forall j, j < S (sum n x) -> snd (path halts onward j (fun _ => 0) from) < S n).
  { induction j; intros Hj; [simpl; lia|]. specialize (IHj ltac:(lia)). specialize (B j ltac:(lia)).
    rewrite path_step. destruct (path halts onward j (fun _ => 0) from) as (e, w). simpl in *. rewrite B. simpl.
    apply onward_in; assumption. }
  (* until then the two paths are the same *)
  assert (Agree : forall j, j <= sum n x -> path sinkb dest j (fun _ => 0) from = path halts onward j (fun _ => 0) from
    /\ (j < sum n x -> sinkb (snd (path halts onward j (fun _ => 0) from)) = false)).
  { assert (Next : forall j e w, j < sum n x -> path halts onward j (fun _ => 0) from = (e, w) ->
      halts w = false /\ sinkb w = false /\ onward w (e w) = dest w (e w)).
    { intros j e w Hj Pj. pose proof (B j ltac:(lia)) as Bj. pose proof (In j ltac:(lia)) as Ij. rewrite Pj in Bj, Ij.
      simpl in Bj, Ij. destruct (live w Ij Bj) as (Hw & Sw).
      assert (Lt : w = at_ -> e w < x at_).
      { intros ->. destruct (le_lt_dec (x at_) (e at_)) as [G|]; [exfalso|assumption].
        specialize (B (S j) ltac:(lia)). rewrite path_step, Pj, Bj in B. simpl in B. unfold onward in B.
        rewrite Nat.eqb_refl in B. apply Nat.leb_le in G. rewrite G in B. simpl in B. unfold halts in B.
        rewrite Nat.eqb_refl in B. discriminate. }
      destruct (onward_dest w (e w) Hw Sw) as (O1 & O2 & _); [intros ->; auto|]. auto. }
    induction j; intros Hj.
    - split; [reflexivity|]. intros Lt. destruct (Next 0 (fun _ => 0) from Lt eq_refl) as (_ & S & _). assumption.
    - destruct (IHj ltac:(lia)) as (IH & _). split.
      + rewrite !path_step, IH. destruct (path halts onward j (fun _ => 0) from) as (e, w) eqn:Pj.
        destruct (Next j e w ltac:(lia) Pj) as (H1 & H2 & H3). rewrite H1, H2, H3. reflexivity.
      + intros Lt. destruct (path halts onward (S j) (fun _ => 0) from) as (e, w) eqn:Pj.
        destruct (Next (S j) e w Lt Pj) as (_ & S & _). assumption. }
  (* and the step after it leads to the new sink *)
  destruct (path halts onward (sum n x) (fun _ => 0) from) as (e, w) eqn:Pm.
  pose proof (B (sum n x) ltac:(lia)) as Bm. pose proof (In (sum n x) ltac:(lia)) as Im. rewrite Pm in Bm, Im.
  simpl in Bm, Im. rewrite path_step, Pm, Bm in P. injection P as Ed Es.
  assert (Sn : s = n).
  { pose proof (end_is_entered (S n) halts onward onward_in from more d s F O H L E) as I.
    destruct (Nat.eq_dec s n) as [|N]; [assumption|exfalso]. assert (Hs : s < n) by (destruct O; lia).
    unfold halts in H. destruct (Nat.eqb_spec s n); [contradiction|]. simpl in H. apply andb_prop in H.
    destruct H as (Ss & Na). apply negb_true_iff in Na.
    assert (A : arrivals (S n) halts onward more s = inflow x s).
    { rewrite inflow_is_arrivals. unfold arrivals. simpl.
      assert (En : halts n = true) by (unfold halts; rewrite Nat.eqb_refl; reflexivity). rewrite En, Nat.add_0_r.
      apply sum_ext. intros u Hu. apply arrivals_at; assumption. }
    rewrite A in I. unfold start in I. rewrite (moves_on certificate s Hs), Na in I. apply sinkb_spec in Ss.
    rewrite (rests certificate s Hs Ss) in I. discriminate. }
  destruct (live w Im Bm) as (Hw & Sw).
  assert (Ew : w = at_).
  { destruct (Nat.eq_dec w at_) as [|N]; [assumption|exfalso].
    destruct (onward_dest w (e w) Hw Sw (fun H => False_ind _ (N H))) as (O1 & _ & O3). lia. }
  assert (Ee : forall v, v < n -> e v = x v).
  { intros v Hv. specialize (Eq v ltac:(lia)). rewrite <- Ed, Ew in Eq. unfold bump, more in Eq.
    destruct (v =? at_); [lia|]. destruct (Nat.eqb_spec v n); lia. }
  assert (W : forall j, snd (walk j rho from) = snd (path sinkb dest j (fun _ => 0) from)
                      /\ advanced n heads rho (fst (path sinkb dest j (fun _ => 0) from)) (fst (walk j rho from)))
    by (intros j; apply (walk_is_path n heads rho wf); [assumption|apply advanced_start; assumption]).
  destruct (Agree (sum n x) (Nat.le_refl _)) as (Am & _). rewrite Pm in Am.
  destruct (W (sum n x)) as (W1 & W2). rewrite Am in W1, W2. simpl in W1, W2.
  split; [intros v Hv; rewrite Am; apply Ee; assumption|]. split; [congruence|]. split.
  - intros j Hj. apply sinkb_false. rewrite (proj1 (W j)). destruct (Agree j ltac:(lia)) as (Aj & Sj). rewrite Aj. auto.
  - intros u Hu Hs. rewrite (W2 u Hu Hs), (Ee u Hu). reflexivity.
Qed.

Theorem moment_is_counted : forall v, v < n -> fst (path sinkb dest (sum n x) (fun _ => 0) from) v = x v.
Proof. apply reached_and_counted. Qed.

Theorem moment_is_reached :
  snd (walk (sum n x) rho from) = at_ /\
  (forall j, j < sum n x -> ~ is_sink (snd (walk j rho from))) /\
  (forall u, u < n -> ~ is_sink u -> fst (walk (sum n x) rho from) u = (rho u + x u) mod deg heads u).
Proof. apply reached_and_counted. Qed.
End Moment.
