(* Judges that run, for chips that stabilise and for the identity, and the proofs that they are right.

   Hints beside those of Connected.v: for firings that cannot be spared, vertices at which the bound on what can be spared
   is lowered in turn; for a script that does not burn, what can be spared of it. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Machine Judge Connected MachineZ Chips Firings Recurrent.
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
Notation nothing_spared := (Chips.nothing_spared n heads halts).
Notation spared := (Chips.spared n heads halts).

(* P holds at every vertex where chips move on *)
Definition everywhere (P : positive -> bool) : bool := forallb (fun p => halted g T p || P p) (ids g).
Definition sent (c : PM.t Z) : PM.t Z := send g (halted g T) (countZ c).

Section Ok.
Hypothesis ok : check_graph g = true.

Lemma everywhere_means P : everywhere P = true -> forall v, active v -> P (id v) = true.
Proof. intros H v (Hv & A). pose proof (for_all g ok _ H v Hv) as B. cbv beta in A, B. rewrite A in B. assumption. Qed.

Lemma active_deg v : active v -> 0 < Chips.deg heads v.
Proof.
  intros (_ & A). rewrite <- degree_is. unfold degree. cbv beta in A. unfold halted in A. apply orb_false_elim in A.
  destruct A as (_ & A). destruct (arcs_of g (id v)); [discriminate|]. simpl. lia.
Qed.

Lemma sent_gets c v : numbers (sent c) v = gets (numbers c) v.
Proof. unfold sent. rewrite (send_numbers g ok). reflexivity. Qed.
End Ok.

(* ---- nothing can be spared ---- *)
Section Spare.
Variable left : PM.t Z.                  (* the chips after the firings *)

(* Bounds on what can be spared, and what would arrive of it. *)
Definition lower (s : PM.t Z * PM.t Z) (p : positive) : PM.t Z * PM.t Z :=
  let (b, a) := s in
  if negb (has_vertex g p) || halted g T p then s else
  let most := Z.max 0 ((degree g p - 1 - countZ left p + countZ a p) / degree g p) in
  if countZ b p <=? most then s else (PM.add p most b, along g p (most - countZ b p) a).

Definition support_of (u : PM.t Z) (p : positive) : Z := if 0 <? countZ u p then 1 else 0.

Definition few_in (u : PM.t Z) : bool :=
  let a := send g (halted g T) (support_of u) in
  everywhere (fun p => negb (0 <? countZ u p) || (countZ a p <=? degree g p)).

Definition bounds (u : PM.t Z) : PM.t Z :=
  if few_in u then fold_left (fun m p => PM.add p (support_of u p) m) (ids g) (PM.empty Z) else u.

Definition check_unspared (u : PM.t Z) (hint : list positive) : bool :=
  let b := bounds u in
  let (b, _) := fold_left lower hint (b, sent b) in everywhere (fun p => countZ b p =? 0).

Definition check_spared (u w : PM.t Z) : bool :=
  let a := sent w in
  everywhere (fun p => (0 <=? countZ w p) && (countZ w p <=? countZ u p)
    && ((countZ w p =? 0) || (countZ w p * degree g p <=? degree g p - 1 - countZ left p + countZ a p)))
  && negb (everywhere (fun p => countZ w p =? 0)).

Hypothesis ok : check_graph g = true.

Definition sound_bounds (u : nat -> Z) (s : PM.t Z * PM.t Z) :=
  (forall v, active v -> numbers (snd s) v = gets (numbers (fst s)) v) /\
  forall w, spared (numbers left) u w -> Chips.upto n halts w (numbers (fst s)).

Lemma lower_sound u s p : sound_bounds u s -> sound_bounds u (lower s p).
Proof.
  intros (A & B). destruct s as (b, a). simpl in A, B. unfold lower.
  destruct (negb (has_vertex g p) || halted g T p) eqn:H; [split; assumption|]. apply orb_false_elim in H.
  destruct H as (H1 & H2). apply negb_false_iff in H1. pose proof (vertex_in g ok p H1) as Hp.
  set (v := idx p) in *. assert (E : p = id v) by (symmetry; apply id_idx). rewrite E in *.
  assert (Av : active v) by (split; assumption).
  set (most := Z.max 0 _). cbv zeta. destruct (Z.leb_spec (countZ b (id v)) most) as [|L]; [split; assumption|].
  assert (M : most = lowest n heads halts (numbers left) (numbers b) v).
  { unfold most, lowest. rewrite degree_is. fold (numbers left v). fold (numbers a v). rewrite (A v Av). reflexivity. }
  assert (Nb : forall i, numbers (PM.add (id v) most b) i = if (i =? v)%nat then most else numbers b i).
  { intros i. unfold numbers, countZ. destruct (Nat.eqb_spec i v) as [->|N]; [rewrite PM.gss; reflexivity|].
    rewrite PM.gso; [reflexivity|]. intros F. apply N. apply (f_equal idx) in F. rewrite !idx_id in F. assumption. }
  split; simpl.
  - intros i Ai. rewrite along_numbers, (A i Ai). fold (numbers b v).
    transitivity (gets (fun j => numbers b j + (if (j =? v)%nat then most - numbers b v else 0)) i).
    + rewrite gets_add. f_equal. unfold Chips.gets.
      rewrite <- (sumZ_one n v ((most - numbers b v) * arcs_to heads v i) Hp) at 1.
      apply sumZ_ext. intros j _. destruct (Nat.eqb_spec j v) as [->|]; [|destruct (halted g T (id j)); lia].
      rewrite H2. lia.
    + apply gets_ext. intros j _. rewrite Nb. destruct (Nat.eqb_spec j v) as [->|]; lia.
  - intros w W. pose proof (lowering n heads halts (numbers left) u (numbers b) v Av (active_deg v Av) B w W) as U.
    intros i Ai. specialize (U i Ai). rewrite Nb. revert U. cbv beta.
    destruct (Nat.eqb_spec i v) as [->|]; intros U; [|assumption]. rewrite M. lia.
Qed.

Lemma hints_sound u hint : forall s, sound_bounds u s -> sound_bounds u (fold_left lower hint s).
Proof. induction hint as [|p t IH]; intros s S; [assumption|]. apply IH. apply lower_sound. assumption. Qed.

Lemma filled_numbers c v : (v < n)%nat ->
  numbers (fold_left (fun m p => PM.add p (c p) m) (ids g) (PM.empty Z)) v = c (id v).
Proof.
  intros Hv. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, (k <= n)%nat -> (v < k)%nat ->
    numbers (fold_left (fun m p => PM.add p (c p) m) (map id (seq 0 k)) (PM.empty Z)) v = c (id v)).
  { induction k; intros Hk Lv; [lia|]. rewrite seq_S, map_app, fold_left_app. cbn [map fold_left plus].
    unfold numbers, countZ. destruct (Nat.eq_dec v k) as [->|N]; [rewrite PM.gss; reflexivity|].
    rewrite PM.gso; [apply IHk; lia|]. intros F. apply N. apply (f_equal idx) in F. rewrite !idx_id in F. assumption. }
  apply H; lia.
Qed.

Lemma unspared_sound u hint : Chips.nonneg n halts (numbers u) -> check_unspared u hint = true ->
  nothing_spared (numbers left) (numbers u).
Proof.
  intros Nn. unfold check_unspared. destruct (fold_left lower hint (bounds u, sent (bounds u))) as (b, a) eqn:F. intros C.
  assert (S : sound_bounds (numbers (bounds u)) (bounds u, sent (bounds u))).
  { split; simpl; [intros v _; apply sent_gets; assumption|]. intros w (_ & U & _). assumption. }
  pose proof (hints_sound _ hint _ S) as (_ & B). rewrite F in B. simpl in B.
  assert (N : nothing_spared (numbers left) (numbers (bounds u))).
  { intros w W v A. pose proof (B w W v A) as U. pose proof (everywhere_means ok _ C v A) as Z0. cbv beta in Z0.
    apply Z.eqb_eq in Z0. fold (numbers b v) in Z0. destruct W as (W & _). specialize (W v A). lia. }
  unfold bounds in N. destruct (few_in u) eqn:Few; [|assumption].
  assert (Sup : Chips.same n halts (numbers (fold_left (fun m p => PM.add p (support_of u p) m) (ids g) (PM.empty Z))) (support (numbers u))).
  { intros v (Hv & _). rewrite filled_numbers by assumption. reflexivity. }
  apply sets_suffice.
  - intros v A P. pose proof (everywhere_means ok _ Few v A) as D. cbv beta in D. fold (numbers u v) in D.
    apply Z.ltb_lt in P. rewrite P in D. simpl in D. apply Z.leb_le in D. rewrite degree_is in D.
    match type of D with countZ ?a _ <= _ => fold (numbers a v) in D end. rewrite (send_numbers g ok) in D. assumption.
  - intros w (W1 & W2 & W3) v A. apply (N w); [|assumption]. split; [assumption|]. split; [|assumption].
    intros i Ai. rewrite (Sup i Ai). apply W2. assumption.
Qed.

Lemma spared_sound u w : check_spared u w = true ->
  spared (numbers left) (numbers u) (numbers w) /\ exists v, active v /\ 0 < numbers w v.
Proof.
  unfold check_spared. rewrite andb_true_iff. intros (C & P). pose proof (everywhere_means ok _ C) as E. cbv beta in E.
  assert (N : forall v, active v -> 0 <= numbers w v).
  { intros v A. specialize (E v A). rewrite !andb_true_iff in E. destruct E as ((E & _) & _). apply Z.leb_le in E. assumption. }
  split.
  - split; [exact N|]. split.
    + intros v A. specialize (E v A). rewrite !andb_true_iff in E. destruct E as ((_ & E) & _). apply Z.leb_le in E. assumption.
    + intros v A Pv. specialize (E v A). rewrite !andb_true_iff in E. destruct E as (_ & E). fold (numbers w v) in E.
      apply orb_prop in E. destruct E as [E|E]; [apply Z.eqb_eq in E; lia|]. apply Z.leb_le in E.
      rewrite !degree_is in E. fold (numbers left v) in E. fold (numbers (sent w) v) in E. rewrite (sent_gets ok) in E. assumption.
  - destruct (find_below n (fun v => negb (halted g T (id v)) && (0 <? numbers w v))) as [(v & Hv & B)|Z0].
    + apply andb_prop in B. destruct B as (B1 & B2). apply negb_true_iff in B1. apply Z.ltb_lt in B2.
      exists v. split; [split; assumption|assumption].
    + exfalso. apply negb_true_iff in P. assert (everywhere (fun p => countZ w p =? 0) = true); [|congruence].
      apply forallb_forall. intros p I. rewrite (proj1 (ids_are g ok)) in I. apply in_map_iff in I.
      destruct I as (v & <- & I). apply in_seq in I. specialize (Z0 v ltac:(lia)).
      destruct (halted g T (id v)) eqn:H; [reflexivity|]. simpl in *. apply Z.ltb_ge in Z0.
      specialize (N v (conj (proj2 I) H)). apply Z.eqb_eq. fold (numbers w v). lia.
Qed.
End Spare.
End Judge.
