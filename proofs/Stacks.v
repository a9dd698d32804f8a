(* Particles that move by stacks of instructions, in any order.

   Every vertex u holds an endless list of heads, dest u 0, dest u 1, …: its k-th departure, counted from 0, leads to
   dest u k.  Rotors are one way to make such lists (Rotor.v), the choices of players another (Game.v).  All that the
   certificates say of exits and counts holds for any lists:
     any_flow_decides           whatever conserved departures are found, they end where the particles end
     moves_are_bounded          and the particles make no more moves than they say
     abelian                    the order of the moves makes no difference
     acyclic_flow_is_the_run    if the last arcs close no cycle, they are the departures of the particles themselves
     more_particles             more particles send no fewer to any end
       *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums.

Section Stacks.
Variable n : nat.                       (* vertices are 0 .. n-1 *)
Variable halts : nat -> bool.           (* where particles stay: sinks, and what is taken for one *)
Variable dest : nat -> nat -> nat.      (* the head of the k-th departure of a vertex *)
Hypothesis dest_in : forall u k, u < n -> halts u = false -> dest u k < n.

(* How often v is entered if every vertex u is left x u times. *)
Definition arrivals (x : nat -> nat) (v : nat) : nat :=
  sum n (fun u => if halts u then 0 else sum (x u) (fun k => one (dest u k =? v))).

Definition bump (x : nat -> nat) (u : nat) : nat -> nat := fun w => if w =? u then S (x w) else x w.

Lemma arrivals_bump x u v : u < n -> halts u = false ->
  arrivals (bump x u) v = arrivals x v + one (dest u (x u) =? v).
Proof.
  intros Hu Hs. unfold arrivals.
  rewrite (sum_ext n _ (fun w => (if halts w then 0 else sum (x w) (fun k => one (dest w k =? v)))
                                + (if w =? u then one (dest u (x u) =? v) else 0))).
  - rewrite sum_add, sum_one by assumption. reflexivity.
  - intros w Hw. unfold bump. destruct (Nat.eqb_spec w u) as [->|N]; [|destruct (halts w); lia].
    rewrite Hs. simpl. lia.
Qed.

Lemma arrivals_mono x y v : (forall u, u < n -> halts u = false -> x u <= y u) -> arrivals x v <= arrivals y v.
Proof.
  intros H. unfold arrivals. apply sum_le. intros u Hu. destruct (halts u) eqn:E; [lia|].
  apply sum_longer. auto.
Qed.

Lemma arrivals_ext x y v : (forall u, u < n -> halts u = false -> x u = y u) -> arrivals x v = arrivals y v.
Proof.
  intros H. unfold arrivals. apply sum_ext. intros u Hu. destruct (halts u) eqn:E; [reflexivity|].
  rewrite H by assumption. reflexivity.
Qed.

Lemma arrivals_none v : arrivals (fun _ => 0) v = 0.
Proof. unfold arrivals. apply sum_all_zero. intros i _. destruct (halts i); reflexivity. Qed.

Lemma sum_bump x u : u < n -> sum n (bump x u) = S (sum n x).
Proof.
  intros Hu. rewrite (sum_ext n (bump x u) (fun w => x w + (if w =? u then 1 else 0))).
  - rewrite sum_add, sum_one by assumption. lia.
  - intros w Hw. unfold bump. destruct (w =? u); lia.
Qed.

(* All departures of u, counted by their heads. *)
Lemma departures_by_head u m : u < n -> halts u = false -> sum n (fun v => sum m (fun k => one (dest u k =? v))) = m.
Proof.
  intros Hu Hs. rewrite sum_swap. rewrite (sum_ext m _ (fun _ => 1)); [rewrite sum_const; lia|].
  intros k _. rewrite (sum_ext n _ (fun v => one (v =? dest u k))).
  - apply sum_indicator. auto.
  - intros v _. rewrite Nat.eqb_sym. reflexivity.
Qed.

(* What leaves arrives somewhere. *)
Lemma total d : (forall u, u < n -> halts u = true -> d u = 0) -> sum n (arrivals d) = sum n d.
Proof.
  intros Hz. unfold arrivals. rewrite sum_swap. apply sum_ext. intros u Hu. destruct (halts u) eqn:E.
  - rewrite sum_zero. symmetry. auto.
  - apply departures_by_head; assumption.
Qed.

Section Supply.
Variable p : nat -> nat.                (* particles put on each vertex *)

(* Departures that some order of moves makes: only a particle that is there moves on. *)
Inductive legal : (nat -> nat) -> Prop :=
| at_rest : legal (fun _ => 0)
| move d u : legal d -> u < n -> halts u = false -> d u < arrivals d u + p u -> legal (bump d u).

(* No particle is left where it would move on. *)
Definition ended d := forall u, u < n -> halts u = false -> arrivals d u + p u <= d u.

(* A switching flow: what enters a vertex and what is put there leaves it again. *)
Definition is_flow x :=
  (forall u, u < n -> halts u = true -> x u = 0) /\
  (forall u, u < n -> halts u = false -> arrivals x u + p u = x u).

(* Departures that are at least enough. *)
Definition suffices z := forall u, u < n -> halts u = false -> arrivals z u + p u <= z u.

Lemma flow_suffices x : is_flow x -> suffices x.
Proof. intros (_ & F) u Hu Hs. rewrite (F u Hu Hs). lia. Qed.

Lemma legal_halts d : legal d -> forall u, halts u = true -> d u = 0.
Proof.
  induction 1; intros w Hw; [reflexivity|]. unfold bump. destruct (Nat.eqb_spec w u) as [->|]; [congruence|auto].
Qed.

Lemma legal_waits d : legal d -> forall u, u < n -> d u <= arrivals d u + p u.
Proof.
  induction 1 as [|d u L IH Hu Hs W]; intros v Hv; [lia|].
  rewrite arrivals_bump by assumption. unfold bump. specialize (IH v Hv).
  destruct (Nat.eqb_spec v u) as [->|]; lia.
Qed.

Lemma run_is_flow d : legal d -> ended d -> is_flow d.
Proof.
  intros L E. split; [intros u _; apply legal_halts; assumption|].
  intros u Hu Hs. pose proof (legal_waits d L u Hu). specialize (E u Hu Hs). lia.
Qed.

(* No vertex can be the first that is left too often: until then it has been entered no more often than z enters it. *)
Lemma within z d : suffices z -> legal d -> forall v, v < n -> d v <= z v.
Proof.
  intros Z. induction 1 as [|d u L IH Hu Hs W]; intros v Hv; [lia|].
  unfold bump. destruct (Nat.eqb_spec v u) as [->|]; [|auto].
  specialize (Z u Hu Hs). pose proof (arrivals_mono d z u ltac:(auto)). lia.
Qed.

(* However long particles are moved, it ends: no more moves than the flow has departures. *)
Theorem moves_are_bounded x d : is_flow x -> legal d -> sum n d <= sum n x.
Proof. intros F L. apply sum_le. intros i Hi. apply within; auto. apply flow_suffices. assumption. Qed.

(* As long as some particle can move, move one; departures that are enough bound this. *)
Lemma runs_end z : suffices z -> exists d, legal d /\ ended d.
Proof.
  intros Z.
  assert (H : forall fuel d, legal d -> sum n z <= fuel + sum n d -> exists d', legal d' /\ ended d').
  { induction fuel; intros d L F.
    - exists d. split; [assumption|]. intros u Hu Hs.
      destruct (le_lt_dec (arrivals d u + p u) (d u)) as [|W]; [assumption|].
      assert (L' : legal (bump d u)) by (constructor; assumption).
      assert (B : sum n (bump d u) <= sum n z) by (apply sum_le; intros i Hi; apply within; assumption).
      rewrite sum_bump in B by assumption. lia.
    - destruct (find_below n (fun u => negb (halts u) && (d u <? arrivals d u + p u))) as [(u & Hu & B)|N].
      + apply andb_prop in B. destruct B as (B1 & B2). apply negb_true_iff in B1. apply Nat.ltb_lt in B2.
        apply (IHfuel (bump d u)); [constructor; assumption|]. rewrite sum_bump by assumption. lia.
      + exists d. split; [assumption|]. intros u Hu Hs. specialize (N u Hu). rewrite Hs in N. simpl in N.
        apply Nat.ltb_ge in N. assumption. }
  apply (H (sum n z) (fun _ => 0)); [constructor|lia].
Qed.

(* All particles are somewhere at the end. *)
Lemma ends_add_up x : is_flow x -> sum n (fun v => if halts v then arrivals x v + p v else 0) = sum n p.
Proof.
  intros (Hz & Hc). pose proof (total x Hz) as T.
  assert (E : sum n (fun v => arrivals x v + p v)
            = sum n (fun v => (if halts v then arrivals x v + p v else 0) + x v)).
  { apply sum_ext. intros v Hv. destruct (halts v) eqn:E; [rewrite (Hz v Hv E)|rewrite (Hc v Hv E)]; lia. }
  rewrite !sum_add in E. lia.
Qed.

(* When it has ended, every end has received what the flow says, whichever flow it is. *)
Theorem any_flow_decides x d : is_flow x -> legal d -> ended d ->
  forall v, v < n -> halts v = true -> arrivals d v = arrivals x v.
Proof.
  intros F L E v Hv Hs. pose proof (within x d (flow_suffices x F) L) as W.
  pose proof (ends_add_up x F) as Sx. pose proof (ends_add_up d (run_is_flow d L E)) as Sd.
  set (a := fun v => if halts v then arrivals d v + p v else 0) in *.
  set (b := fun v => if halts v then arrivals x v + p v else 0) in *.
  assert (P : a v = b v).
  { apply (sum_eq_pointwise n a b); [|lia|assumption]. intros w Hw. unfold a, b. destruct (halts w); [|lia].
    pose proof (arrivals_mono d x w ltac:(auto)). lia. }
  unfold a, b in P. rewrite Hs in P. lia.
Qed.

(* The abelian property: two orders that have ended made the same departures, the least switching flow. *)
Theorem abelian d e : legal d -> ended d -> legal e -> ended e -> forall v, v < n -> d v = e v.
Proof.
  intros Ld Ed Le Ee v Hv. apply Nat.le_antisymm.
  - apply (within e d); assumption.     (* what has ended suffices *)
  - apply (within d e); assumption.
Qed.

(* If the last arcs that a flow uses close no cycle (some rank falls along them), the flow is the run itself.  Where
   the run falls short of it at u, the last arc of u is one that the run has not used; so the run falls short at the
   head of that arc too, and so on along last arcs for ever. *)
Theorem acyclic_flow_is_the_run x d (rank : nat -> nat) : is_flow x ->
  (forall u, u < n -> halts u = false -> 0 < x u ->
     halts (dest u (x u - 1)) = false -> 0 < x (dest u (x u - 1)) -> rank (dest u (x u - 1)) < rank u) ->
  legal d -> ended d -> forall u, u < n -> d u = x u.
Proof.
  intros F Falls L E.
  pose proof (within x d (flow_suffices x F) L) as W. pose proof (run_is_flow d L E) as Fd.
  assert (K : forall k u, rank u < k -> u < n -> halts u = false -> d u = x u).
  { induction k; intros u Hr Hu Hs; [lia|].
    destruct (Nat.eq_dec (d u) (x u)) as [|N]; [assumption|exfalso].
    assert (Lt : d u < x u) by (specialize (W u Hu); lia).
    set (w := dest u (x u - 1)) in *. assert (Hw : w < n) by (apply dest_in; assumption).
    assert (M : arrivals d w < arrivals x w).
    { set (x' := fun v => if v =? u then x u - 1 else x v).
      assert (A : arrivals (bump x' u) w <= arrivals x w).
      { apply arrivals_mono. intros v Hv _. unfold bump, x'. destruct (Nat.eqb_spec v u) as [->|]; lia. }
      rewrite arrivals_bump in A by assumption. replace (x' u) with (x u - 1) in A
        by (unfold x'; rewrite Nat.eqb_refl; reflexivity).
      fold w in A. rewrite Nat.eqb_refl in A.
      assert (arrivals d w <= arrivals x' w).
      { apply arrivals_mono. intros v Hv _. unfold x'. destruct (Nat.eqb_spec v u) as [->|]; [lia|auto]. }
      simpl in A. lia. }
    destruct (halts w) eqn:Ew.
    - rewrite (any_flow_decides x d F L E w Hw Ew) in M. lia.
    - destruct F as (_ & Fx). destruct Fd as (_ & Fd).
      specialize (Fx w Hw Ew). specialize (Fd w Hw Ew).
      assert (Ed : d w = x w).
      { apply IHk; auto. assert (Hx : 0 < x w) by lia.
        specialize (Falls u Hu Hs ltac:(lia) Ew Hx). fold w in Falls. lia. }
      lia. }
  intros u Hu. destruct (halts u) eqn:Eu.
  - destruct F as (Fz & _). rewrite (Fz u Hu Eu). apply legal_halts; assumption.
  - apply (K (S (rank u))); auto.
Qed.
End Supply.

(* More particles send no fewer to any end, and one more particle sends one more to one end. *)
Theorem more_particles p q x z : is_flow p x -> is_flow q z -> (forall v, v < n -> p v <= q v) ->
  forall v, v < n -> halts v = true -> arrivals x v + p v <= arrivals z v + q v.
Proof.
  intros Fx Fz Le v Hv Hs.
  assert (Z : suffices p z).
  { intros u Hu Hl. destruct Fz as (_ & Fz). specialize (Fz u Hu Hl). specialize (Le u Hu). lia. }
  destruct (runs_end p z Z) as (d & L & E).
  rewrite <- (any_flow_decides p x d Fx L E v Hv Hs).
  pose proof (within p z d Z L) as W. pose proof (arrivals_mono d z v ltac:(auto)).
  specialize (Le v Hv). lia.
Qed.

Theorem one_more_particle p q x z : is_flow p x -> is_flow q z -> (forall v, v < n -> p v <= q v) ->
  sum n q = S (sum n p) ->
  forall v, v < n -> halts v = true -> arrivals z v + q v <= S (arrivals x v + p v).
Proof.
  intros Fx Fz Le One v Hv Hs.
  pose proof (ends_add_up p x Fx) as Sx. pose proof (ends_add_up q z Fz) as Sz.
  set (a := fun v => if halts v then arrivals x v + p v else 0) in *.
  set (b := fun v => if halts v then arrivals z v + q v else 0) in *.
  assert (M : forall w, w < n -> a w <= b w).
  { intros w Hw. unfold a, b. destruct (halts w) eqn:E; [|lia]. apply more_particles; assumption. }
  destruct (le_lt_dec (b v) (S (a v))) as [Ok|Bad].
  - unfold a, b in Ok. rewrite Hs in Ok. assumption.
  - exfalso. assert (sum n (fun w => a w + (if w =? v then 1 else 0)) < sum n b).
    { apply sum_lt with v; auto.
      - intros i Hi. destruct (Nat.eqb_spec i v) as [->|]; [lia|]. specialize (M i Hi). lia.
      - rewrite Nat.eqb_refl. lia. }
    rewrite sum_add, sum_one in H by assumption. lia.
Qed.

(* ---- one particle ---- *)

(* After k moves from u, with departures d made before: the departures and the place; it stays where it halts. *)
Fixpoint path (k : nat) (d : nat -> nat) (u : nat) : (nat -> nat) * nat :=
  match k with
  | 0 => (d, u)
  | S k' => if halts u then (d, u) else path k' (bump d u) (dest u (d u))
  end.

Definition start from v := one (v =? from).

(* The particle, put on from, is on u after the departures d. *)
Definition on from d u := u < n /\ forall v, v < n -> arrivals d v + start from v = d v + one (v =? u).

Lemma on_start from : from < n -> on from (fun _ => 0) from.
Proof. intros H. split; [assumption|]. intros v Hv. rewrite arrivals_none. reflexivity. Qed.

Lemma on_step from d u : on from d u -> halts u = false -> on from (bump d u) (dest u (d u)).
Proof.
  intros (Hu & P) Hs. split; [auto|]. intros v Hv. rewrite arrivals_bump by assumption. specialize (P v Hv).
  unfold bump. rewrite (Nat.eqb_sym (dest u (d u)) v). destruct (Nat.eqb_spec v u); simpl in P; lia.
Qed.

Lemma on_may_move from d u : on from d u -> d u < arrivals d u + start from u.
Proof. intros (Hu & P). specialize (P u Hu). rewrite Nat.eqb_refl in P. simpl in P. lia. Qed.

Lemma on_end_ended from d u : on from d u -> halts u = true -> ended (start from) d.
Proof.
  intros (Hu & P) Hs v Hv Hl. specialize (P v Hv).
  destruct (Nat.eqb_spec v u) as [Ev|]; [rewrite Ev in Hl; congruence|].
  simpl in P. lia.
Qed.

(* Departures that are enough for one particle stop it. *)
Lemma path_ends from z : from < n -> suffices (start from) z ->
  exists d s, path (sum n d) (fun _ => 0) from = (d, s) /\ halts s = true /\
    legal (start from) d /\ ended (start from) d /\ on from d s /\
    forall j, j < sum n d -> halts (snd (path j (fun _ => 0) from)) = false.
Proof.
  intros Hf Z.
  assert (H : forall fuel d u, legal (start from) d -> on from d u -> sum n z <= fuel + sum n d ->
    exists k d' s, path k d u = (d', s) /\ halts s = true /\ legal (start from) d' /\ on from d' s /\
      sum n d' = k + sum n d /\ forall j, j < k -> halts (snd (path j d u)) = false).
  { induction fuel; intros d u L P F; destruct (halts u) eqn:E.
    - exists 0, d, u. repeat split; auto; try apply P. lia.
    - assert (L' : legal (start from) (bump d u)).
      { constructor; auto; [apply P|]. apply on_may_move. assumption. }
      assert (B : sum n (bump d u) <= sum n z) by (apply sum_le; intros i Hi; apply (within (start from)); assumption).
      rewrite sum_bump in B by apply P. lia.
    - exists 0, d, u. repeat split; auto; try apply P. lia.
    - destruct (IHfuel (bump d u) (dest u (d u))) as (k & d' & s & H1 & H2 & H3 & H4 & H5 & H6).
      + constructor; auto; [apply P|]. apply on_may_move. assumption.
      + apply on_step; assumption.
      + rewrite sum_bump by apply P. lia.
      + rewrite sum_bump in H5 by apply P.
        exists (S k), d', s. simpl. rewrite E. repeat split; auto; try apply H4; [lia|].
        intros [|j] Hj; simpl; [assumption|]. rewrite E. apply H6. lia. }
  destruct (H (sum n z) (fun _ => 0) from) as (k & d & s & H1 & H2 & H3 & H4 & H5 & H6);
    [constructor|apply on_start; assumption|lia|].
  rewrite sum_zero, Nat.add_0_r in H5. subst k.
  exists d, s. repeat split; auto; try apply H4. apply (on_end_ended from d s); assumption.
Qed.

(* The end of the particle is entered by every flow of it. *)
Lemma end_is_entered from x d s : is_flow (start from) x -> on from d s -> halts s = true ->
  legal (start from) d -> ended (start from) d -> arrivals x s + start from s = 1.
Proof.
  intros F (Hs & P) Hh L E. rewrite <- (any_flow_decides (start from) x d F L E s Hs Hh).
  specialize (P s Hs). rewrite Nat.eqb_refl, (legal_halts _ d L s Hh) in P. simpl in P. lia.
Qed.
End Stacks.
