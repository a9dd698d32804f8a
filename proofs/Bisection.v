(* Holding one vertex: the search of docs/book/any-graph.md that guesses how often a vertex c is left.

   c is made an end, and the first y departures of c are put where they lead.  g(y) = arrivals at c + particles on c -
     y.
     held_steps             g goes down in steps of 0 or 1
     held_zero              where g is 0, the flow of the rest and y departures of c are a switching flow of all
     held_run               below the departures that the run itself makes from c, g is positive; there it is 0
     bisection_finds        bisection finds the least zero of such a function with log2 (b - a) probes            *)
Require Import List Arith Lia PeanoNat Bool ZArith.
Require Import Sums Stacks.

Section Held.
Variable n : nat.
Variable halts : nat -> bool.
Variable dest : nat -> nat -> nat.
Hypothesis dest_in : forall u k, u < n -> halts u = false -> dest u k < n.
Variable p : nat -> nat.
Variable c : nat.
Hypothesis c_in : c < n.
Hypothesis c_live : halts c = false.

Definition held u := (u =? c) || halts u.
Definition fed y v := p v + sum y (fun k => one (dest c k =? v)).
Notation arrivals := (arrivals n halts dest).
Notation arrivals' := (Stacks.arrivals n held dest).

(* x is a flow of the rest if c is left y times *)
Definition probe y x := is_flow n held dest (fed y) x.
Definition g y x : Z := (Z.of_nat (arrivals' x c + fed y c) - Z.of_nat y)%Z.
Definition joined y (x : nat -> nat) u := if u =? c then y else x u.

Lemma held_dest_in u k : u < n -> held u = false -> dest u k < n.
Proof. intros Hu H. apply orb_false_iff in H. apply dest_in; tauto. Qed.

Lemma held_c : held c = true.
Proof. unfold held. rewrite Nat.eqb_refl. reflexivity. Qed.

Lemma fed_more y v : fed (S y) v = fed y v + one (dest c y =? v).
Proof. unfold fed. simpl. lia. Qed.

Theorem held_steps y x z : probe y x -> probe (S y) z -> (g y x - 1 <= g (S y) z <= g y x)%Z.
Proof.
  intros Fx Fz.
  assert (Le : forall v, v < n -> fed y v <= fed (S y) v) by (intros v _; rewrite fed_more; lia).
  assert (One : sum n (fed (S y)) = S (sum n (fed y))).
  { rewrite (sum_ext n _ (fun v => fed y v + one (dest c y =? v))) by (intros; apply fed_more).
    rewrite sum_add. rewrite (sum_ext n (fun v => one (dest c y =? v)) (fun v => one (v =? dest c y)))
      by (intros; rewrite Nat.eqb_sym; reflexivity).
    rewrite sum_indicator by (apply dest_in; assumption). lia. }
  pose proof (more_particles n held dest held_dest_in _ _ x z Fx Fz Le c c_in held_c).
  pose proof (one_more_particle n held dest held_dest_in _ _ x z Fx Fz Le One c c_in held_c).
  unfold g. lia.
Qed.

Lemma joined_arrivals y x v : arrivals (joined y x) v + p v = arrivals' x v + fed y v.
Proof.
  unfold fed. enough (E : arrivals (joined y x) v = arrivals' x v + sum y (fun k => one (dest c k =? v))) by lia.
  rewrite <- (sum_one n c (sum y (fun k => one (dest c k =? v))) c_in). unfold Stacks.arrivals. rewrite <- sum_add.
  apply sum_ext. intros u Hu. unfold joined, held.
  destruct (Nat.eqb_spec u c) as [->|]; simpl; [rewrite c_live; reflexivity|].
  destruct (halts u); lia.
Qed.

Theorem held_zero y x : probe y x -> g y x = 0%Z -> is_flow n halts dest p (joined y x).
Proof.
  intros (Z & C) G. split; intros u Hu H.
  - unfold joined. destruct (Nat.eqb_spec u c) as [->|]; [congruence|]. apply Z; [assumption|]. unfold held.
    rewrite H. apply orb_true_r.
  - rewrite joined_arrivals. unfold joined. destruct (Nat.eqb_spec u c) as [->|N]; [unfold g in G; lia|].
    apply C; [assumption|]. unfold held. apply Nat.eqb_neq in N. rewrite N. assumption.
Qed.

Theorem held_run d : legal n halts dest p d -> ended n halts dest p d ->
  (forall y x, probe y x -> y < d c -> (0 < g y x)%Z) /\
  (forall x, probe (d c) x -> g (d c) x = 0%Z).
Proof.
  intros L E.
  assert (Low : forall y x, probe y x -> y < d c -> (0 < g y x)%Z).
  { intros y x (Z & C) Lt. destruct (Z_lt_le_dec 0 (g y x)) as [|Le]; [assumption|exfalso].
    assert (Su : suffices n halts dest p (joined y x)).
    { intros u Hu H. rewrite joined_arrivals. unfold joined.
      destruct (Nat.eqb_spec u c) as [->|N]; [unfold g in Le; lia|].
      rewrite C; [lia|assumption|]. unfold held. apply Nat.eqb_neq in N. rewrite N. assumption. }
    pose proof (within n halts dest p (joined y x) d Su L c c_in) as W. unfold joined in W. rewrite Nat.eqb_refl in W.
    lia. }
  split; [assumption|]. intros x F.
  (* the run itself is a probe at its own departures of c, with g = 0; all probes there agree *)
  pose proof (run_is_flow n halts dest p d L E) as (Z & C).
  set (e := fun u => if u =? c then 0 else d u).
  assert (J : forall u, joined (d c) e u = d u).
  { intros u. unfold joined, e. destruct (Nat.eqb_spec u c) as [->|]; reflexivity. }
  assert (A : forall v, arrivals' e v + fed (d c) v = arrivals d v + p v).
  { intros v. rewrite <- joined_arrivals. f_equal. apply arrivals_ext. intros; apply J. }
  assert (Fe : probe (d c) e).
  { split; intros u Hu H.
    - unfold e. destruct (Nat.eqb_spec u c) as [->|N]; [reflexivity|]. apply Z; [assumption|]. unfold held in H.
      apply Nat.eqb_neq in N. rewrite N in H. assumption.
    - unfold held in H. apply orb_false_iff in H. destruct H as (N & H). rewrite A. unfold e. rewrite N. auto. }
  pose proof (more_particles n held dest held_dest_in _ _ x e F Fe ltac:(auto) c c_in held_c).
  pose proof (more_particles n held dest held_dest_in _ _ e x Fe F ltac:(auto) c c_in held_c).
  unfold g. specialize (C c c_in c_live). specialize (A c). lia.
Qed.
End Held.

(* ---- bisection ---- *)
Section Bisection.
Local Open Scope Z_scope.
Variable g : nat -> Z.
Hypothesis steps : forall y, g y - 1 <= g (S y) <= g y.

(* g a > 0 and g b <= 0 are kept; each round halves b - a *)
Fixpoint bisect (rounds a b : nat) : nat :=
  match rounds with
  | O => b
  | S r => let m := ((a + b) / 2)%nat in
           if Nat.eqb m a then b else if 0 <? g m then bisect r m b else bisect r a m
  end.

Lemma falling a b : (a <= b)%nat -> g b <= g a.
Proof. induction 1; [lia|]. specialize (steps m). lia. Qed.

Theorem bisection_finds : forall rounds a b,
  (a < b)%nat -> 0 < g a -> g b <= 0 -> (b - a <= 2 ^ rounds)%nat ->
  let m := bisect rounds a b in (a < m <= b)%nat /\ g m = 0 /\ forall j, (j < m)%nat -> 0 < g j.
Proof.
  assert (Next : forall a b, b = S a -> 0 < g a -> g b <= 0 ->
    (a < b <= b)%nat /\ g b = 0 /\ forall j, (j < b)%nat -> 0 < g j).
  { intros a b -> Ha Hb. pose proof (steps a). repeat split; [lia|lia|lia|].
    intros j Hj. pose proof (falling j a ltac:(lia)). lia. }
  induction rounds; intros a b L Ha Hb W; simpl in W; cbn [bisect].
  - apply (Next a b); auto. lia.
  - set (m := ((a + b) / 2)%nat).
    assert (M : (2 * m <= a + b < 2 * m + 2)%nat).
    { unfold m. pose proof (Nat.div_mod (a + b) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (a + b) 2 ltac:(lia)).
      lia. }
    destruct (Nat.eqb_spec m a) as [E|N]; [apply (Next a b); auto; lia|].
    destruct (Z.ltb_spec 0 (g m)) as [P|P].
    + destruct (IHrounds m b ltac:(lia) P Hb ltac:(lia)) as (I1 & I2 & I3). cbv zeta. repeat split; auto; lia.
    + destruct (IHrounds a m ltac:(lia) Ha P ltac:(lia)) as (I1 & I2 & I3). cbv zeta. repeat split; auto; lia.
Qed.
End Bisection.
