(* Blocks that stay connected without one of their vertices: a check that runs.

   Hints: a root, and a rank that falls from every other vertex to some neighbour other than c.
     check_joined_sound     without c, every vertex of the block is joined to the root, and so to every other *)
Require Import List Arith Lia PeanoNat Bool NArith PArith FMapPositive Relations.
Require Import Sums Stacks Rotor Machine.
Import ListNotations.

Section Joined.
Variable b : graph.                      (* the block, as a graph of its own *)
Variable c : positive.                   (* the vertex that is taken away *)
Notation n := (order b).
Notation heads := (heads b).

(* an edge without c *)
Definition edge (u v : nat) : Prop :=
  u < n /\ v < n /\ u <> idx c /\ v <> idx c /\ (In v (heads u) \/ In u (heads v)).
Definition joined : nat -> nat -> Prop := clos_refl_trans nat edge.

Section Check.
Variable root : positive.
Variable rank : PM.t N.

(* what some arc from a vertex of lower rank leads to *)
Definition raised : PM.t unit :=
  fold_left (fun m p => if Pos.eqb p c then m else
    fold_left (fun m q => if N.ltb (count rank p) (count rank q) then PM.add q tt m else m) (arcs_of b p) m) (ids b) (PM.empty unit).

Definition check_joined : bool :=
  check_graph b
  && (let r := raised in forallb (fun p => Pos.eqb p c || Pos.eqb p root || PM.mem p r
       || existsb (fun q => negb (Pos.eqb q c) && N.ltb (count rank q) (count rank p)) (arcs_of b p)) (ids b)).

Lemma raised_means p : PM.mem p raised = true ->
  exists q, In q (ids b) /\ q <> c /\ In p (arcs_of b q) /\ (count rank q < count rank p)%N.
Proof.
  unfold raised. induction (ids b) as [|q l IH] using rev_ind; intros H; [exfalso; destruct p; discriminate H|].
  rewrite fold_left_app in H. cbn [fold_left] in H. set (m0 := fold_left _ l _) in *.
  assert (Old : PM.mem p m0 = true -> exists q0, In q0 (l ++ [q]) /\ q0 <> c /\ In p (arcs_of b q0) /\ (count rank q0 < count rank p)%N).
  { intros M. destruct (IH M) as (r & I & R). exists r. split; [apply in_or_app; left; assumption|assumption]. }
  destruct (Pos.eqb_spec q c) as [|N]; [apply Old; assumption|].
  assert (A : forall hs m, PM.mem p (fold_left (fun m q0 => if N.ltb (count rank q) (count rank q0) then PM.add q0 tt m else m) hs m) = true ->
    PM.mem p m = true \/ In p hs /\ (count rank q < count rank p)%N).
  { induction hs as [|h hs IHh]; intros m M; simpl in M; [left; assumption|].
    destruct (IHh _ M) as [M'|(I & L)]; [|right; split; [right|]; assumption].
    destruct (N.ltb_spec (count rank q) (count rank h)) as [L|]; [|left; assumption].
    destruct (Pos.eq_dec h p) as [->|Nh]; [right; split; [left; reflexivity|assumption]|].
    left. rewrite PM.mem_find in *. rewrite PM.gso in M' by congruence. assumption. }
  destruct (A _ _ H) as [M|(I & L)]; [apply Old; assumption|].
  exists q. split; [apply in_or_app; right; left; reflexivity|]. auto.
Qed.

Theorem check_joined_sound : check_joined = true -> forall u v, u < n -> v < n -> u <> idx c -> v <> idx c -> joined u v.
Proof.
  unfold check_joined. rewrite andb_true_iff. intros (ok & C0). cbv zeta in C0. pose proof (for_all b ok _ C0) as C. cbv beta in C.
  assert (Sym : forall a d, joined a d -> joined d a).
  { intros a d J. induction J as [a d (Ha & Hd & Na & Nd & E)|a|a d e _ IH1 _ IH2]; [|apply rt_refl|apply rt_trans with d; assumption].
    apply rt_step. repeat split; try assumption. destruct E; [right|left]; assumption. }
  assert (Member : forall q, In q (ids b) -> idx q < n).
  { intros q I. rewrite (proj1 (ids_are b ok)) in I. apply in_map_iff in I. destruct I as (w & <- & I). apply in_seq in I. rewrite idx_id. lia. }
  assert (ToRoot : forall k u, N.to_nat (count rank (id u)) < k -> u < n -> u <> idx c -> joined u (idx root)).
  { induction k; intros u Hk Hu Nu; [lia|]. specialize (C u Hu).
    assert (Ec : Pos.eqb (id u) c = false) by (apply Pos.eqb_neq; intros E; apply Nu; rewrite <- E; symmetry; apply idx_id).
    rewrite Ec in C. cbn [orb] in C. apply orb_prop in C. destruct C as [C|C]; [apply orb_prop in C; destruct C as [C|C]|].
    - apply Pos.eqb_eq in C. rewrite <- C, idx_id. apply rt_refl.
    - apply raised_means in C. destruct C as (q & Iq & Nq & A & L).
      assert (Nqc : idx q <> idx c) by (intros E; apply idx_inj in E; contradiction).
      apply rt_trans with (idx q); [|apply IHk; [rewrite id_idx; lia|apply Member; assumption|assumption]].
      apply rt_step. repeat split; auto. right. unfold Machine.heads. rewrite id_idx. apply in_map_iff. exists (id u). split; [apply idx_id|assumption].
    - apply existsb_exists in C. destruct C as (q & Iq & C). apply andb_prop in C. destruct C as (Nq & L). apply N.ltb_lt in L.
      apply negb_true_iff, Pos.eqb_neq in Nq. assert (Nqc : idx q <> idx c) by (intros E; apply idx_inj in E; contradiction).
      assert (Ih : In (idx q) (heads u)) by (apply in_map; assumption).
      assert (Hq : idx q < n) by (apply (proj1 (graph_well_formed b ok) u Hu); assumption).
      apply rt_trans with (idx q); [|apply IHk; [rewrite id_idx; lia|assumption|assumption]].
      apply rt_step. repeat split; auto. }
  intros u v Hu Hv Nu Nv. apply rt_trans with (idx root); [apply (ToRoot _ u (Nat.lt_succ_diag_r _)); assumption|].
  apply Sym. apply (ToRoot _ v (Nat.lt_succ_diag_r _)); assumption.
Qed.
End Check.
End Joined.
