(* The judges for `stabilise` and `identity` certificates, and the proofs that they are right. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Machine Judge Connected MachineZ Chips Firings Recurrent JudgeChips.
Import ListNotations.
Local Open Scope Z_scope.

Section Judge.
Variable g : graph.
Variable T : PM.t positive.
Notation n := (order g).
Notation heads := (heads g).
Notation halts := (fun u => halted g T (id u)).
Notation active := (Chips.active n halts).
Notation gets := (Chips.gets n heads halts).
Notation after := (Chips.after n heads halts).
Notation same := (Chips.same n halts).
Notation legal := (Chips.legal n heads halts).
Notation stable := (Chips.stable n heads halts).
Notation is_stable := (Firings.is_stable n heads halts).
Notation recurrent := (Recurrent.recurrent n heads halts).
Notation everywhere := (everywhere g T).
Notation sent := (sent g T).

(* the hints of Connected.v *)
Variable roots : PM.t positive.
Variable toward onward near : PM.t N.

Definition check_ends : bool := check_graph g && check_connected g T roots toward onward && check_stopping g T near.
Definition zero_off (m : PM.t Z) : bool := forallb (fun p => negb (halted g T p) || (countZ m p =? 0)) (ids g).

(* Whether the script burns the chips that are left, as claimed; a hint for either case. *)
Definition check_burning (left script : PM.t Z) (claimed : bool) (hint : list positive) (w : PM.t Z) : bool :=
  zero_off script && everywhere (fun p => 1 <=? countZ script p)
  && (let a := sent script in everywhere (fun p => countZ a p <=? countZ script p * degree g p))
  && (if claimed then everywhere (fun p => 0 <=? countZ left p) && check_unspared g T left script hint
      else negb (everywhere (fun p => 0 <=? countZ left p)) || check_spared g T left script w).

Definition check_stable (left : PM.t Z) : bool := everywhere (fun p => countZ left p <? degree g p).

Lemma stopping_means : check_ends = true -> forall v, active v ->
  exists w, In w (heads v) /\ (halts w = true \/ active w /\ (departures near w < departures near v)%nat).
Proof.
  unfold check_ends. rewrite !andb_true_iff. intros ((ok & _) & St) v (Hv & A). cbv beta in *.
  rewrite halted_cut in A. destruct (everything_stops g T near ok St v Hv A) as (w & I & W). exists w. split; [assumption|].
  rewrite halted_cut. destruct W as [W|(Hw & W & L)]; [left; assumption|right]. split; [|assumption]. split; [assumption|].
  rewrite halted_cut. assumption.
Qed.

Lemma stable_means left : check_ends = true -> check_stable left = true -> is_stable (numbers left).
Proof.
  intros E S v A. apply andb_prop in E. destruct E as (E & _). apply andb_prop in E. destruct E as (ok & _).
  pose proof (everywhere_means g T ok _ S v A) as L. cbv beta in L. apply Z.ltb_lt in L. rewrite degree_is in L. assumption.
Qed.

Theorem burning_sound left script claimed hint w : check_ends = true -> check_stable left = true ->
  check_burning left script claimed hint w = true -> (claimed = true <-> recurrent (numbers left)).
Proof.
  intros En St. pose proof (stopping_means En) as Stop. pose proof (stable_means left En St) as S.
  apply andb_prop in En. destruct En as (En & _). apply andb_prop in En. destruct En as (ok & _).
  unfold check_burning. rewrite !andb_true_iff. intros (((_ & C1) & C2) & C3). cbv zeta in C2.
  assert (Pos : forall v, active v -> 1 <= numbers script v)
    by (intros v A; pose proof (everywhere_means g T ok _ C1 v A) as L; apply Z.leb_le in L; exact L).
  assert (Add : Chips.nonneg n halts (added n heads halts (numbers script))).
  { intros v A. pose proof (everywhere_means g T ok _ C2 v A) as L. cbv beta in L. apply Z.leb_le in L.
    rewrite degree_is in L. unfold added. fold (numbers (sent script) v) in L. rewrite (sent_gets g T ok) in L.
    unfold numbers in *. lia. }
  assert (Nn : Chips.nonneg n halts (numbers script)) by (intros v A; specialize (Pos v A); lia).
  pose proof (burning_decides n heads halts (numbers script) Pos Add (departures near) Stop (numbers left) S) as D.
  destruct claimed; (split; [intros|intros R]); try reflexivity; try discriminate.
  - apply andb_prop in C3. destruct C3 as (C3 & C4). apply D.
    + intros v A. pose proof (everywhere_means g T ok _ C3 v A) as L. apply Z.leb_le in L. exact L.
    + apply (unspared_sound g T left ok script hint Nn C4).
  - exfalso. pose proof (recurrent_nonneg n heads halts (numbers left) R) as N. apply orb_prop in C3. destruct C3 as [C3|C3].
    + apply negb_true_iff in C3. assert (everywhere (fun p => 0 <=? countZ left p) = true); [|congruence].
      apply forallb_forall. intros p I. rewrite (proj1 (ids_are g ok)) in I. apply in_map_iff in I.
      destruct I as (v & <- & I). apply in_seq in I. destruct (halted g T (id v)) eqn:H; [reflexivity|]. simpl.
      apply Z.leb_le. apply (N v). split; [lia|assumption].
    + destruct (spared_sound g T left ok script w C3) as (W & v & A & P). pose proof (proj1 (D N) R _ W v A). lia.
Qed.

(* ---- stabilise ---- *)
Definition check_stabilise (start firings chips sinks : PM.t Z) (trapped : list (positive * Z)) (hint : list positive)
    (script : PM.t Z) (claimed : bool) (hint' : list positive) (w : PM.t Z) : bool :=
  check_ends && zero_off firings && zero_off chips && everywhere (fun p => 0 <=? countZ firings p)
  && (let a := sent firings in
      everywhere (fun p => countZ chips p =? countZ start p - countZ firings p * degree g p + countZ a p)
      && forallb (fun p => countZ sinks p =? (if is_end (arcs_of g p) then countZ start p + countZ a p else 0)) (ids g)
      && (let t := in_traps g T (fun p => countZ start p + countZ a p) in
          forallb (fun c => countZ t (fst c) =? snd c) trapped))
  && check_stable chips
  && check_unspared g T chips firings hint
  && check_burning chips script claimed hint' w.

Theorem check_stabilise_sound start firings chips sinks trapped hint script claimed hint' w :
  check_stabilise start firings chips sinks trapped hint script claimed hint' w = true ->
  let s := numbers start in
  (exists x, legal s x /\ stable s x) /\
  (forall x, legal s x -> stable s x ->
     same x (numbers firings) /\ same (after s x) (numbers chips) /\
     (forall v, (v < n)%nat -> is_sink heads v -> after s x v = numbers sinks v) /\
     (forall i c, In (i, c) trapped -> sumZ n (within T i (after s x)) = c)) /\
  (claimed = true <-> recurrent (numbers chips)).
Proof.
  unfold check_stabilise. rewrite !andb_true_iff. intros (((((((En & _) & _) & C1) & C2) & C3) & C4) & C5). cbv zeta in *.
  rewrite ?andb_true_iff in C2. destruct C2 as ((C2 & C6) & C7).
  pose proof (burning_sound _ _ _ _ _ En C3 C5) as Burn. pose proof (stable_means chips En C3) as St.
  pose proof En as En'. apply andb_prop in En'. destruct En' as (En' & _). apply andb_prop in En'. destruct En' as (ok & _).
  set (s := numbers start).
  assert (Nn : Chips.nonneg n halts (numbers firings))
    by (intros v A; pose proof (everywhere_means g T ok _ C1 v A) as L; apply Z.leb_le in L; exact L).
  assert (Af : same (after s (numbers firings)) (numbers chips)).
  { intros v A. pose proof (everywhere_means g T ok _ C2 v A) as L. cbv beta in L. apply Z.eqb_eq in L.
    rewrite degree_is in L. fold (numbers chips v) in L. fold (numbers (sent firings) v) in L.
    rewrite (sent_gets g T ok) in L. rewrite L. unfold Chips.after. rewrite (gives_live n) by assumption. reflexivity. }
  assert (Sf : stable s (numbers firings)) by (intros v A; rewrite (Af v A); apply St; assumption).
  assert (Sp : Chips.nothing_spared n heads halts (after s (numbers firings)) (numbers firings)).
  { intros x (X1 & X2 & X3). apply (unspared_sound g T chips ok firings hint Nn C4 x). split; [assumption|]. split; [assumption|].
    intros v A P. specialize (X3 v A P). rewrite (Af v A) in X3. assumption. }
  destruct (unspared_is_the_run n heads halts s (numbers firings) Nn Sf Sp) as (Ex & Run).
  split; [assumption|]. split; [|assumption]. intros x L S. destruct (Run x L) as (_ & R). destruct (R S) as (E & A).
  split; [assumption|]. split; [intros v Av; rewrite (A v Av); auto|].
  (* what halting vertices hold *)
  assert (Held : forall v, (v < n)%nat -> halts v = true -> after s x v = countZ start (id v) + countZ (sent firings) (id v)).
  { intros v Hv H. unfold Chips.after, Chips.gives. cbv beta in H. rewrite H. fold (numbers (sent firings) v).
    rewrite (sent_gets g T ok). rewrite (gets_ext n heads halts x (numbers firings) v E). unfold s, numbers. lia. }
  split.
  - intros v Hv Hs. pose proof (for_all g ok _ C6 v Hv) as B. cbv beta in B. apply Z.eqb_eq in B.
    apply sinkb_spec in Hs. rewrite end_is_sink, Hs in B. rewrite Held; [symmetry; exact B|assumption|].
    unfold halted. rewrite end_is_sink, Hs. apply orb_true_r.
  - intros i c I. rewrite forallb_forall in C7. specialize (C7 _ I). simpl in C7. apply Z.eqb_eq in C7. rewrite <- C7.
    rewrite (in_traps_count g ok). apply sumZ_ext. intros v Hv. unfold within.
    destruct (PM.find (id v) T) as [j|] eqn:F; [|reflexivity]. destruct (Pos.eqb j i); [|reflexivity].
    apply Held; [assumption|]. unfold halted. rewrite PM.mem_find, F. reflexivity.
Qed.

(* ---- identity ---- *)
Definition check_identity (chips firings script : PM.t Z) (hint : list positive) : bool :=
  check_ends && zero_off chips && zero_off firings
  && (let a := sent firings in everywhere (fun p => countZ firings p * degree g p - countZ a p =? countZ chips p))
  && check_stable chips
  && check_burning chips script true hint (PM.empty Z).

(* The chips are recurrent, and change no recurrent chips that they are added to. *)
Theorem check_identity_sound chips firings script hint : check_identity chips firings script hint = true ->
  recurrent (numbers chips) /\
  forall c, recurrent c -> exists y, legal (plus c (numbers chips)) y /\ same (after (plus c (numbers chips)) y) c.
Proof.
  unfold check_identity. rewrite !andb_true_iff. intros (((((En & _) & _) & C2) & C3) & C5). cbv zeta in *.
  pose proof (proj1 (burning_sound _ _ _ _ _ En C3 C5) eq_refl) as R. split; [assumption|]. intros c Rc.
  pose proof (stopping_means En) as Stop.
  apply andb_prop in En. destruct En as (En & _). apply andb_prop in En. destruct En as (ok & _).
  unfold check_burning in C5. rewrite !andb_true_iff in C5. destruct C5 as (((_ & C6) & C7) & _).
  apply (identity_is_neutral n heads halts (numbers script)) with (rank := departures near) (x := numbers firings); auto.
  - intros v A. pose proof (everywhere_means g T ok _ C6 v A) as L. apply Z.leb_le in L. exact L.
  - intros v A. pose proof (everywhere_means g T ok _ C7 v A) as L. cbv beta in L. apply Z.leb_le in L.
    rewrite degree_is in L. unfold added. fold (numbers (sent script) v) in L. rewrite (sent_gets g T ok) in L.
    unfold numbers in *. lia.
  - intros v A. pose proof (everywhere_means g T ok _ C2 v A) as L. cbv beta in L. apply Z.eqb_eq in L.
    rewrite degree_is in L. fold (numbers chips v) in L. fold (numbers (sent firings) v) in L. rewrite (sent_gets g T ok) in L.
    unfold Chips.after. rewrite (gives_live n) by assumption. unfold numbers in *. lia.
Qed.
End Judge.
