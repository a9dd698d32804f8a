(* How often a rotor vertex visits one of its heads in its first departures. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Rotor.
Import ListNotations.

Section Visits.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Notation is_sink := (is_sink heads).
Notation deg := (deg heads).
Notation dest := (dest heads rho).

(* visits of w in the first k departures of u *)
Definition cnt u w k := sum k (fun i => one (dest u i =? w)).

Lemma cnt_S u w k : cnt u w (S k) = cnt u w k + one (dest u k =? w).
Proof. reflexivity. Qed.

Lemma cnt_mono u w a b : a <= b -> cnt u w a <= cnt u w b.
Proof. intros H. unfold cnt. apply sum_longer. assumption. Qed.

Lemma cnt_none u w k : u < n -> ~ is_sink u -> ~ In w (heads u) -> cnt u w k = 0.
Proof.
  intros Hu Hs N. unfold cnt. apply sum_all_zero. intros i _. unfold one.
  destruct (Nat.eqb_spec (dest u i) w) as [E|]; [|reflexivity]. exfalso. apply N. rewrite <- E.
  unfold Rotor.dest. apply nth_In. apply Nat.mod_upper_bound. pose proof (deg_pos heads u Hs). unfold Rotor.deg in *.
  lia.
Qed.

Lemma turn_finds u w m : u < n -> ~ is_sink u -> In w (heads u) -> cnt u w m + 1 <= cnt u w (m + deg u).
Proof.
  intros Hu Hs Hin. pose proof (deg_pos heads u Hs) as Hd.
  destruct (In_nth _ _ 0 Hin) as (i & Hi & Ei). change (length (heads u)) with (deg u) in Hi.
  set (d := deg u) in *. set (a := (rho u + m) mod d).
  assert (Ha : a < d) by (apply Nat.mod_upper_bound; lia).
  set (j := if le_lt_dec a i then i - a else i + d - a).
  assert (Hj : j < d) by (unfold j; destruct (le_lt_dec a i); lia).
  assert (E : dest u (m + j) = w).
  { unfold Rotor.dest. fold d. rewrite Nat.add_assoc. rewrite <- Nat.add_mod_idemp_l by lia. fold a.
    replace ((a + j) mod d) with i; [assumption|]. unfold j. destruct (le_lt_dec a i).
    - replace (a + (i - a)) with i by lia. rewrite Nat.mod_small; lia.
    - replace (a + (i + d - a)) with (i + 1 * d) by lia. rewrite Nat.mod_add by lia. rewrite Nat.mod_small; lia. }
  assert (cnt u w (S (m + j)) <= cnt u w (m + d)) by (apply cnt_mono; lia).
  rewrite cnt_S, E, Nat.eqb_refl in H. pose proof (cnt_mono u w m (m + j) ltac:(lia)). simpl in H. lia.
Qed.

Lemma turns_find u w k : u < n -> ~ is_sink u -> In w (heads u) -> k <= cnt u w (deg u * k).
Proof.
  intros Hu Hs Hin. induction k; [lia|]. pose proof (turn_finds u w (deg u * k) Hu Hs Hin).
  replace (deg u * S k) with (deg u * k + deg u) by lia. lia.
Qed.

Fixpoint least (b : nat -> bool) (fuel m : nat) : nat :=
  match fuel with 0 => m | S f => if b m then m else least b f (S m) end.

Lemma least_spec b : forall fuel m j, m <= j -> j < m + fuel -> b j = true ->
  b (least b fuel m) = true /\ (forall i, m <= i -> i < least b fuel m -> b i = false) /\ m <= least b fuel m.
Proof.
  induction fuel; intros m j H1 H2 H3; [lia|]. simpl. destruct (b m) eqn:E.
  - repeat split; auto. intros. lia.
  - destruct (Nat.eq_dec j m) as [->|N]; [congruence|].
    destruct (IHfuel (S m) j ltac:(lia) ltac:(lia) H3) as (A & B & C). repeat split; auto; [|lia].
    intros i Hi Hl. destruct (Nat.eq_dec i m) as [->|]; [assumption|]. apply B; lia.
Qed.

(* departures of u up to and with its k-th to q *)
Definition upto u q k := least (fun m => k <=? cnt u q m) (deg u * k + 1) 0.

Lemma upto_spec u q k : u < n -> ~ is_sink u -> In q (heads u) -> 0 < k ->
  cnt u q (upto u q k) = k /\ forall m, k <= cnt u q m -> upto u q k <= m.
Proof.
  intros Hu Hs Hin Hk.
  destruct (least_spec (fun m => k <=? cnt u q m) (deg u * k + 1) 0 (deg u * k)) as (A & B & _); [lia|lia| |].
  - apply Nat.leb_le. apply turns_find; assumption.
  - fold (upto u q k) in *. apply Nat.leb_le in A. split.
    + destruct (upto u q k) as [|m] eqn:E; [change (cnt u q 0) with 0 in A; lia|].
      specialize (B m ltac:(lia) ltac:(lia)). apply Nat.leb_gt in B. rewrite cnt_S in *. unfold one in *.
      destruct (dest u m =? q); lia.
    + intros m Hm. destruct (le_lt_dec (upto u q k) m) as [|Hlt]; [assumption|].
      specialize (B m ltac:(lia) Hlt). apply Nat.leb_gt in B. lia.
Qed.
End Visits.
