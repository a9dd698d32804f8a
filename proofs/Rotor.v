(* Rotor walks, as in docs/book/walks.md: a step moves along the rotor, then turns it.

   Main facts:
     one_exit               a walk has one exit only
     walk_is_path           the walk is the path of one particle along the stacks that the rotors make
     inflow_is_arrivals     the judge's division, ceil ((x - j)/d) on arc j from the rotor on, counts these arrivals *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks.
Import ListNotations.

Section Rotor.
Variable n : nat.                        (* vertices are 0 .. n-1 *)
Variable heads : nat -> list nat.        (* the heads of the arcs of a vertex in rotor order; [] for a sink *)
Variable rho : nat -> nat.               (* the initial rotors, as positions in these lists *)

Definition deg u := length (heads u).
Definition sinkb u := match heads u with [] => true | _ => false end.
Definition is_sink u := heads u = [].

(* What a reader of instances checks. *)
Definition well_formed :=
  (forall u, u < n -> forall v, In v (heads u) -> v < n) /\ (forall u, u < n -> ~ is_sink u -> rho u < deg u).

Lemma sinkb_spec u : sinkb u = true <-> is_sink u.
Proof. unfold sinkb, is_sink. destruct (heads u); split; congruence. Qed.

Lemma sinkb_false u : sinkb u = false <-> ~ is_sink u.
Proof. rewrite <- sinkb_spec. destruct (sinkb u); split; congruence. Qed.

Lemma deg_pos u : ~ is_sink u -> 0 < deg u.
Proof. unfold is_sink, deg. destruct (heads u); simpl; intros; [congruence|lia]. Qed.

(* ---- the walk ---- *)
Definition turn (r : nat -> nat) (u : nat) : nat -> nat := fun w => if w =? u then S (r u) mod deg u else r w.

(* Rotors and place after k steps from u; the particle stays on a sink. *)
Fixpoint walk (k : nat) (r : nat -> nat) (u : nat) : (nat -> nat) * nat :=
  match k with
  | 0 => (r, u)
  | S k' => if sinkb u then (r, u) else walk k' (turn r u) (nth (r u) (heads u) 0)
  end.

Definition exits (u s : nat) : Prop := exists k, snd (walk k rho u) = s /\ is_sink s.

Lemma walk_stays : forall k r u, is_sink u -> walk k r u = (r, u).
Proof. intros [|k] r u H; simpl; [reflexivity|]. apply sinkb_spec in H. rewrite H. reflexivity. Qed.

Lemma walk_add : forall a b r u, walk (a + b) r u = walk b (fst (walk a r u)) (snd (walk a r u)).
Proof.
  induction a; intros b r u; simpl; [reflexivity|]. destruct (sinkb u) eqn:E; simpl.
  - apply sinkb_spec in E. rewrite walk_stays by assumption. reflexivity.
  - apply IHa.
Qed.

Theorem one_exit u s t : exits u s -> exits u t -> s = t.
Proof.
  intros (a & Ha & Hs) (b & Hb & Ht). destruct (Nat.le_ge_cases a b) as [L|L].
  - replace b with (a + (b - a)) in Hb by lia. rewrite walk_add, Ha, walk_stays in Hb by assumption. simpl in Hb.
    congruence.
  - replace a with (b + (a - b)) in Ha by lia. rewrite walk_add, Hb, walk_stays in Ha by assumption. simpl in Ha.
    congruence.
Qed.

(* ---- the stacks that rotors make ---- *)
Definition dest u k := nth ((rho u + k) mod deg u) (heads u) 0.

Lemma dest_head u k : ~ is_sink u -> In (dest u k) (heads u).
Proof.
  intros Hs. unfold dest. apply nth_In. apply Nat.mod_upper_bound. pose proof (deg_pos u Hs). unfold deg in *. lia.
Qed.

Lemma dest_mod u k : ~ is_sink u -> dest u (k mod deg u) = dest u k.
Proof. intros H. unfold dest. pose proof (deg_pos u H). rewrite Nat.add_mod_idemp_r by lia. reflexivity. Qed.

(* Turned rotors are advanced by the departures made. *)
Definition advanced (d r : nat -> nat) : Prop := forall u, u < n -> ~ is_sink u -> r u = (rho u + d u) mod deg u.

Lemma advanced_step d r u : u < n -> ~ is_sink u -> advanced d r -> advanced (bump d u) (turn r u).
Proof.
  intros Hu Hs H w Hw Hsw. unfold bump, turn. destruct (Nat.eqb_spec w u) as [->|N]; [|auto].
  rewrite (H u Hu Hs). pose proof (deg_pos u Hs).
  rewrite <- (Nat.add_1_r ((rho u + d u) mod deg u)), Nat.add_mod_idemp_l by lia. f_equal. lia.
Qed.

Section WellFormed.
Hypothesis wf : well_formed.

Lemma dest_in u k : u < n -> sinkb u = false -> dest u k < n.
Proof. intros Hu Hs. apply (proj1 wf u Hu). apply dest_head. apply sinkb_false. assumption. Qed.

Lemma advanced_start : advanced (fun _ => 0) rho.
Proof. intros u Hu Hs. rewrite Nat.add_0_r, Nat.mod_small; [reflexivity|]. apply wf; assumption. Qed.

Theorem walk_is_path : forall k d r u, u < n -> advanced d r ->
  snd (walk k r u) = snd (path sinkb dest k d u) /\ advanced (fst (path sinkb dest k d u)) (fst (walk k r u)).
Proof.
  induction k; intros d r u Hu A; simpl; [auto|]. destruct (sinkb u) eqn:E; [auto|].
  pose proof E as Hs. apply sinkb_false in Hs.
  replace (nth (r u) (heads u) 0) with (dest u (d u)) by (unfold dest; rewrite (A u Hu Hs); reflexivity).
  apply IHk; [apply dest_in; assumption|]. apply advanced_step; assumption.
Qed.
End WellFormed.

(* ---- how often each arc is used ---- *)

(* Uses of arc number j from the rotor on, if a vertex with d arcs is left x times: ceil ((x - j)/d). *)
Definition use (d x j : nat) := (x + (d - 1 - j)) / d.

Definition inflow (x : nat -> nat) (v : nat) : nat :=
  sum n (fun u => sum (deg u) (fun j => if dest u j =? v then use (deg u) (x u) j else 0)).

Lemma use_0 d j : j < d -> use d 0 j = 0.
Proof. intros. unfold use. apply Nat.div_small. lia. Qed.

Lemma use_S d x j : j < d -> use d (S x) j = use d x j + (if j =? x mod d then 1 else 0).
Proof.
  intros Hj. unfold use. assert (Hd : d <> 0) by lia.
  pose proof (Nat.div_mod x d Hd) as E. pose proof (Nat.mod_upper_bound x d Hd) as U.
  set (q := x / d) in *. set (m := x mod d) in *.
  assert (A : forall t, t < d -> (d * q + t) / d = q).
  { intros t Ht. rewrite Nat.mul_comm, Nat.div_add_l by assumption. rewrite Nat.div_small by assumption. lia. }
  assert (A1 : forall t, d <= t -> t < 2 * d -> (d * q + t) / d = q + 1).
  { intros t H1 H2. replace (d * q + t) with ((q + 1) * d + (t - d)) by lia.
    rewrite Nat.div_add_l by assumption. rewrite Nat.div_small by lia. lia. }
  rewrite E. replace (S (d * q + m) + (d - 1 - j)) with (d * q + (S m + (d - 1 - j))) by lia.
  replace (d * q + m + (d - 1 - j)) with (d * q + (m + (d - 1 - j))) by lia.
  destruct (Nat.eqb_spec j m) as [->|N].
  - rewrite (A (m + (d - 1 - m))) by lia. rewrite A1 by lia. reflexivity.
  - destruct (le_lt_dec m j).
    + rewrite !A by lia. lia.
    + rewrite !A1 by lia. lia.
Qed.

Lemma uses_are_departures u x v : ~ is_sink u ->
  sum (deg u) (fun j => if dest u j =? v then use (deg u) x j else 0) = sum x (fun k => one (dest u k =? v)).
Proof.
  intros Hs. pose proof (deg_pos u Hs) as Hd. induction x; simpl.
  - apply sum_all_zero. intros j Hj. rewrite use_0 by assumption. destruct (_ =? _); reflexivity.
  - rewrite <- IHx.
    rewrite (sum_ext (deg u) _ (fun j => (if dest u j =? v then use (deg u) x j else 0)
                                        + (if j =? x mod deg u then one (dest u x =? v) else 0))).
    + rewrite sum_add. rewrite sum_one; [reflexivity|]. apply Nat.mod_upper_bound. lia.
    + intros j Hj. rewrite use_S by assumption.
      destruct (Nat.eqb_spec j (x mod deg u)) as [->|N].
      * rewrite dest_mod by assumption. destruct (dest u x =? v); simpl; lia.
      * destruct (dest u j =? v); lia.
Qed.

Theorem inflow_is_arrivals x v : inflow x v = arrivals n sinkb dest x v.
Proof.
  unfold inflow, arrivals. apply sum_ext. intros u Hu. destruct (sinkb u) eqn:E.
  - apply sinkb_spec in E. unfold deg. rewrite E. reflexivity.
  - apply uses_are_departures. apply sinkb_false. assumption.
Qed.
End Rotor.
