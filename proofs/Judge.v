(* What judges that run have in common: traps, and the exits that a certificate claims.

   A judge takes hints beside the certificate, numbers that make a check local: `rank` falls along arcs that must not
   close a cycle, `ex` says where following such arcs ends.  Who computes the hints is not trusted: a wrong hint makes a
   judge refuse, never accept. *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive.
Require Import Sums Stacks Rotor Trap Route Machine.
Import ListNotations.

(* Traps, by the number of the trap of each vertex. *)
Definition trap_of (T : PM.t positive) (u : nat) : option nat := option_map Pos.to_nat (PM.find (id u) T).

(* What a certificate says of one vertex, and what that means. *)
Inductive claim := ToSink (s : positive) | ToTrap (i : positive).
Definition meaning c := match c with ToSink s => OnSink (idx s) | ToTrap i => InTrap (Pos.to_nat i) end.
Definition claim_eqb a b :=
  match a, b with ToSink s, ToSink t => Pos.eqb s t | ToTrap i, ToTrap j => Pos.eqb i j | _, _ => false end.

Lemma claim_eqb_eq a b : claim_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; intros H; apply Pos.eqb_eq in H; congruence. Qed.

Section Judge.
Variable g : graph.
Notation n := (order g).
Notation heads := (heads g).
Notation rho := (rho g).

Definition check_traps (T : PM.t positive) : bool :=
  forallb (fun p => match PM.find p T with
    | None => true
    | Some i => negb (is_end (arcs_of g p))
                && forallb (fun h => match PM.find h T with Some j => Pos.eqb i j | None => false end) (arcs_of g p)
    end) (ids g).

(* Where a particle halts once the traps are cut. *)
Definition halted (T : PM.t positive) p := PM.mem p T || is_end (arcs_of g p).

Lemma mem_find {A} p (m : PM.t A) : PM.mem p m = match PM.find p m with Some _ => true | None => false end.
Proof. rewrite PM.mem_find. reflexivity. Qed.

Lemma in_trap_mem T u : PM.mem (id u) T = in_trap (trap_of T) u.
Proof. rewrite mem_find. unfold in_trap, trap_of. destruct (PM.find (id u) T); reflexivity. Qed.

Lemma halted_cut T u : halted T (id u) = sinkb (cut heads (trap_of T)) u.
Proof. unfold halted. rewrite cut_sinkb, in_trap_mem, end_is_sink. reflexivity. Qed.

Lemma traps_closed (ok : check_graph g = true) T : check_traps T = true -> closed n heads (trap_of T).
Proof.
  intros H u i Hu E. pose proof (for_all g ok _ H u Hu) as A. cbv beta in A. unfold trap_of in E.
  destruct (PM.find (id u) T) as [j|]; [|discriminate]. simpl in E. injection E as <-.
  apply andb_prop in A. destruct A as (A1 & A2). split.
  - apply negb_true_iff in A1. rewrite end_is_sink in A1. apply sinkb_false. assumption.
  - intros v I. unfold Machine.heads in I. apply in_map_iff in I. destruct I as (h & <- & I).
    rewrite forallb_forall in A2. specialize (A2 h I). unfold trap_of. rewrite id_idx.
    destruct (PM.find h T) as [l|]; [|discriminate]. apply Pos.eqb_eq in A2. subst l. reflexivity.
Qed.

(* ---- exits of all vertices ---- *)
Definition lookup (ex : PM.t positive) p := match PM.find p ex with Some e => e | None => p end.
Definition end_claim (T : PM.t positive) e := match PM.find e T with Some i => ToTrap i | None => ToSink e end.

(* The claimed exits are the ends that ex names. *)
Definition check_claims (T ex : PM.t positive) (claims : PM.t claim) : bool :=
  forallb (fun p => match PM.find p claims with Some c => claim_eqb c (end_claim T (lookup ex p)) | None => false end)
    (ids g).

Lemma claims_mean T ex claims (ok : check_graph g = true) : check_claims T ex claims = true ->
  (forall u, u < n -> ends heads rho (trap_of T) u (ending_at (trap_of T) (idx (lookup ex (id u))))) ->
  forall u, u < n -> exists c, PM.find (id u) claims = Some c /\ ends heads rho (trap_of T) u (meaning c).
Proof.
  intros H E u Hu. pose proof (for_all g ok _ H u Hu) as A. cbv beta in A. specialize (E u Hu).
  destruct (PM.find (id u) claims) as [c|]; [|discriminate]. apply claim_eqb_eq in A. exists c. split; [reflexivity|].
  replace (meaning c) with (ending_at (trap_of T) (idx (lookup ex (id u)))); [assumption|].
  subst c. unfold ending_at, end_claim, trap_of. rewrite id_idx. destruct (PM.find _ T); reflexivity.
Qed.

Definition ends_by (ex : PM.t positive) (u : nat) := idx (lookup ex (id u)).
End Judge.
