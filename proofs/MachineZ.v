(* Numbers of either sign on vertices, as an executable judge holds them, and what is sent along arcs. *)
Require Import List Arith Lia PeanoNat Bool NArith ZArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Machine Judge Chips.
Import ListNotations.
Local Open Scope Z_scope.

(* A number; 0 where none is listed. *)
Definition countZ (m : PM.t Z) (p : positive) : Z := match PM.find p m with Some c => c | None => 0 end.
Definition numbers (m : PM.t Z) (u : nat) : Z := countZ m (id u).
Definition addZ (p : positive) (c : Z) (m : PM.t Z) : PM.t Z := PM.add p (countZ m p + c) m.

Lemma addZ_numbers p c m v : numbers (addZ p c m) v = numbers m v + (if (idx p =? v)%nat then c else 0).
Proof.
  unfold addZ, numbers, countZ at 1. destruct (Nat.eqb_spec (idx p) v) as [<-|N].
  - rewrite id_idx, PM.gss. reflexivity.
  - rewrite PM.gso; [unfold countZ; lia|]. intros E. apply N. rewrite <- E. apply idx_id.
Qed.

Lemma empty_numbers v : numbers (PM.empty Z) v = 0.
Proof. unfold numbers, countZ. rewrite PM.gempty. reflexivity. Qed.

Section Send.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).

(* c along every arc of p *)
Definition along (p : positive) (c : Z) (m : PM.t Z) : PM.t Z :=
  if c =? 0 then m else fold_left (fun m h => addZ h c m) (arcs_of g p) m.

Lemma along_numbers u c m v : numbers (along (id u) c m) v = numbers m v + c * arcs_to heads u v.
Proof.
  unfold along. destruct (Z.eqb_spec c 0) as [->|_]; [lia|]. unfold arcs_to, Machine.heads.
  revert m. induction (arcs_of g (id u)) as [|h t IH]; intros m; cbn [fold_left map count_occ]; [lia|].
  rewrite IH, addZ_numbers. destruct (Nat.eq_dec (idx h) v) as [->|N].
  - rewrite Nat.eqb_refl. lia.
  - destruct (Nat.eqb_spec (idx h) v); [contradiction|]. lia.
Qed.

(* c p along every arc of every p, where p does not halt *)
Definition send (halt : positive -> bool) (c : positive -> Z) : PM.t Z :=
  fold_left (fun m p => if halt p then m else along p (c p) m) (ids g) (PM.empty Z).

Lemma send_numbers (ok : check_graph g = true) halt c v :
  numbers (send halt c) v = gets n heads (fun u => halt (id u)) (fun u => c (id u)) v.
Proof.
  unfold send, gets. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, numbers (fold_left (fun m p => if halt p then m else along p (c p) m) (map id (seq 0 k)) (PM.empty Z)) v
    = sumZ k (fun u => if halt (id u) then 0 else c (id u) * arcs_to heads u v)).
  { induction k; [apply empty_numbers|]. rewrite seq_S, map_app, fold_left_app. cbn [map fold_left sumZ plus].
    destruct (halt (id k)); [rewrite IHk; lia|]. rewrite along_numbers, IHk. reflexivity. }
  apply H.
Qed.

Definition degree (p : positive) : Z := Z.of_nat (length (arcs_of g p)).

Lemma degree_is u : degree (id u) = Chips.deg heads u.
Proof. unfold degree, Chips.deg, Machine.heads. rewrite map_length. reflexivity. Qed.

(* What arrives in each trap in all. *)
Definition in_traps (T : PM.t positive) (m : positive -> Z) : PM.t Z :=
  fold_left (fun t p => match PM.find p T with Some i => addZ i (m p) t | None => t end) (ids g) (PM.empty Z).

Definition within (T : PM.t positive) (i : positive) (m : nat -> Z) (v : nat) : Z :=
  match PM.find (id v) T with Some j => if Pos.eqb j i then m v else 0 | None => 0 end.

Lemma in_traps_count (ok : check_graph g = true) T m i :
  countZ (in_traps T m) i = sumZ n (within T i (fun v => m (id v))).
Proof.
  unfold in_traps. rewrite (proj1 (ids_are g ok)).
  assert (H : forall k, countZ (fold_left (fun t p => match PM.find p T with Some i => addZ i (m p) t | None => t end)
    (map id (seq 0 k)) (PM.empty Z)) i = sumZ k (within T i (fun v => m (id v)))).
  { induction k; [unfold countZ; rewrite PM.gempty; reflexivity|].
    rewrite seq_S, map_app, fold_left_app. cbn [map fold_left sumZ plus]. unfold within at 2.
    set (t := fold_left _ (map id (seq 0 k)) _) in *.
    destruct (PM.find (id k) T) as [j|]; [|rewrite Z.add_0_r; exact IHk]. rewrite <- IHk. unfold addZ, countZ at 1.
    destruct (Pos.eqb_spec j i) as [->|N]; [rewrite PM.gss; reflexivity|].
    rewrite PM.gso by congruence. rewrite Z.add_0_r. reflexivity. }
  apply H.
Qed.
End Send.
