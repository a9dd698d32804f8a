(* docs/certificates.md, groups: a homomorphism from chips modulo firings to a product of cyclic groups.

   Chips are the same in the group if firings, of either sign, lead from one to the other; sinks hold none.  phi gives each
   vertex its coordinates, f are the factors (0 for an infinite one), gen the generators.
     defined_on_classes      if phi vanishes on the rows of the Laplacian, equivalent chips have the same image
     onto                    if it takes the generators to the unit vectors, every element is an image
     equal_order_suffices    if besides there are no more classes than elements, chips with the same image are equivalent
     relations_suffice       the same if every vertex is equivalent to its image in generators, and the multiples of the
                             generators by their factors to nothing: factors may be infinite here *)
Require Import List Arith Lia PeanoNat Bool ZArith FinFun.
Require Import Sums Chips.
Import ListNotations.
Local Open Scope Z_scope.

Section Group.
Variable n : nat.
Variable heads : nat -> list nat.
Variable halts : nat -> bool.            (* the sinks *)
Notation deg := (deg heads).
Notation arcs_to := (arcs_to heads).
Notation gets := (gets n heads halts).
Notation after := (after n heads halts).
Notation active := (active n halts).
Notation same := (same n halts).
Variable k : nat.                        (* factors are 0 .. k-1 *)
Variable factor : nat -> Z.
Variable phi : nat -> nat -> Z.          (* of a vertex, a coordinate *)
Variable gen : nat -> nat -> Z.          (* of a generator, the chips on a vertex *)

Definition equivalent (c e : nat -> Z) := exists x, same (after c x) e.
Definition image (c : nat -> Z) i : Z := sumZ n (fun v => if halts v then 0 else c v * phi v i).
Definition same_image c e := forall i, (i < k)%nat -> (factor i | image c i - image e i).

(* phi of the row of u *)
Definition row_image u i : Z := phi u i * deg u - sumZ n (fun v => if halts v then 0 else arcs_to u v * phi v i).

Hypothesis rows_vanish : forall u i, active u -> (i < k)%nat -> (factor i | row_image u i).

Lemma after_at s x v : active v -> after s x v = s v - x v * deg v + gets x v.
Proof. intros A. unfold Chips.after. rewrite (gives_live n) by assumption. reflexivity. Qed.

Lemma image_ext c e i : same c e -> image c i = image e i.
Proof. intros H. apply sumZ_ext. intros v Hv. destruct (halts v) eqn:E; [reflexivity|]. rewrite (H v (conj Hv E)). reflexivity. Qed.

Lemma image_add c e i : image (fun v => c v + e v) i = image c i + image e i.
Proof. unfold image. rewrite <- sumZ_add. apply sumZ_ext. intros v _. destruct (halts v); lia. Qed.

Lemma image_scale a c i : image (fun v => a * c v) i = a * image c i.
Proof. unfold image. rewrite <- sumZ_scale. apply sumZ_ext. intros v _. destruct (halts v); lia. Qed.

Lemma image_sum m (t : nat -> nat -> Z) i : image (fun v => sumZ m (fun j => t j v)) i = sumZ m (fun j => image (t j) i).
Proof.
  induction m; simpl.
  - unfold image. rewrite (sumZ_ext n _ (fun _ => 0)); [apply sumZ_zero|]. intros v _. destruct (halts v); lia.
  - rewrite <- IHm, <- image_add. reflexivity.
Qed.

Lemma image_fired c x i : image (after c x) i = image c i - sumZ n (fun u => if halts u then 0 else x u * row_image u i).
Proof.
  assert (G : image (gets x) i
    = sumZ n (fun u => if halts u then 0 else x u * sumZ n (fun v => if halts v then 0 else arcs_to u v * phi v i))).
  { unfold image, Chips.gets.
    rewrite (sumZ_ext n _ (fun v => sumZ n (fun u => if halts v then 0 else if halts u then 0 else x u * arcs_to u v * phi v i))).
    - rewrite sumZ_swap. apply sumZ_ext. intros u _. destruct (halts u).
      + rewrite (sumZ_ext n _ (fun _ => 0)); [apply sumZ_zero|]. intros v _. destruct (halts v); reflexivity.
      + rewrite <- sumZ_scale. apply sumZ_ext. intros v _. destruct (halts v); lia.
    - intros v _. destruct (halts v).
      + rewrite sumZ_zero. reflexivity.
      + rewrite Z.mul_comm, <- sumZ_scale. apply sumZ_ext. intros u _. destruct (halts u); lia. }
  rewrite (image_ext _ (fun v => (c v + (-1) * (x v * deg v)) + gets x v)) by (intros v A; rewrite after_at by assumption; lia).
  rewrite !image_add, image_scale, G.
  assert (D : image (fun v => x v * deg v) i = sumZ n (fun u => if halts u then 0 else x u * (phi u i * deg u))).
  { apply sumZ_ext. intros v _. destruct (halts v); lia. }
  rewrite D. clear G D. rewrite <- Z.add_assoc. unfold Z.sub. f_equal.
  rewrite <- sumZ_scale, <- sumZ_add. rewrite <- (Z.mul_1_l (sumZ n (fun u => if halts u then 0 else x u * row_image u i))).
  rewrite <- Z.mul_opp_l, <- sumZ_scale. apply sumZ_ext. intros u _. unfold row_image. destruct (halts u); lia.
Qed.

Lemma divides_sum m (a : Z) t : (forall j, (j < m)%nat -> (a | t j)) -> (a | sumZ m t).
Proof.
  induction m; intros H; simpl; [exists 0; lia|]. apply Z.divide_add_r; [apply IHm; intros; apply H; lia|apply H; lia].
Qed.

Theorem defined_on_classes c e : equivalent c e -> same_image c e.
Proof.
  intros (x & E) i Hi. rewrite <- (image_ext _ _ i E), image_fired.
  replace (image c i - _) with (sumZ n (fun u => if halts u then 0 else x u * row_image u i)) by lia.
  apply divides_sum. intros u Hu. destruct (halts u) eqn:H; [exists 0; lia|]. apply Z.divide_mul_r. apply rows_vanish; [|assumption].
  split; assumption.
Qed.

Hypothesis units : forall i j, (i < k)%nat -> (j < k)%nat -> (factor i | image (gen j) i - (if (i =? j)%nat then 1 else 0)).

Definition combined (t : nat -> Z) v : Z := sumZ k (fun j => t j * gen j v).

Lemma combined_image t i : (i < k)%nat -> (factor i | image (combined t) i - t i).
Proof.
  intros Hi. unfold combined. rewrite (image_sum k (fun j v => t j * gen j v)).
  rewrite <- (sumZ_one k i (t i) Hi), <- sumZ_sub. apply divides_sum. intros j Hj. rewrite image_scale.
  destruct (units i j Hi Hj) as (m & E). exists (t j * m). rewrite <- Z.mul_assoc, <- E.
  rewrite (Nat.eqb_sym j i). destruct (Nat.eqb_spec i j) as [->|]; lia.
Qed.

Theorem onto t : exists c, forall i, (i < k)%nat -> (factor i | image c i - t i).
Proof. exists (combined t). intros i Hi. apply combined_image. assumption. Qed.

(* ---- one-to-one, by counting ---- *)
Fixpoint elements (m : nat) : list (list Z) :=
  match m with
  | O => [[]]
  | S i => flat_map (fun t => map (fun a => Z.of_nat a :: t) (seq 0 (Z.to_nat (factor i)))) (elements i)
  end.

Definition residues (c : nat -> Z) : list Z := rev (map (fun i => image c i mod factor i) (seq 0 k)).

Fixpoint product (m : nat) : nat := match m with O => 1%nat | S i => (product i * Z.to_nat (factor i))%nat end.

Lemma elements_count m : length (elements m) = product m.
Proof.
  induction m; simpl; [reflexivity|]. rewrite <- IHm. generalize (elements m) as l. induction l as [|t l IH]; simpl; [reflexivity|].
  rewrite app_length, map_length, seq_length, IH. lia.
Qed.

Lemma elements_distinct m : NoDup (elements m).
Proof.
  induction m; simpl; [repeat constructor; intros []|]. revert IHm. generalize (elements m) as l.
  induction l as [|t l IH]; intros N; simpl; [constructor|]. inversion N as [|? ? N1 N2]; subst.
  set (row := fun t => map (fun a => Z.of_nat a :: t) (seq 0 (Z.to_nat (factor m)))) in *.
  change (NoDup (row t ++ flat_map row l)).
  assert (D : forall r s, In r (row t) -> In r (flat_map row s) -> In t s).
  { intros r s I1 I2. apply in_flat_map in I2. destruct I2 as (t' & I3 & I2).
    apply in_map_iff in I1, I2. destruct I1 as (a & E1 & _). destruct I2 as (b & E2 & _). congruence. }
  assert (R : NoDup (row t)).
  { unfold row. apply Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. injection E. lia. }
  specialize (IH N2). revert R IH. assert (H : forall r, In r (row t) -> ~ In r (flat_map row l)).
  { intros r I1 I2. apply N1. apply (D r); assumption. }
  clear D. revert H. generalize (row t) as a. induction a as [|r a IHa]; intros H R IH; simpl; [assumption|].
  inversion R; subst. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction|]. apply (H r); [left; reflexivity|assumption].
  - apply IHa; auto. intros r' I. apply H. right. assumption.
Qed.

Lemma elements_in m t : In t (elements m) -> (m <= k)%nat ->
  exists c : nat -> Z, t = rev (map c (seq 0 m)) /\ forall i, (i < m)%nat -> 0 <= c i < factor i.
Proof.
  revert t. induction m; intros t I Hm; simpl in I.
  - destruct I as [<-|[]]. exists (fun _ => 0). split; [reflexivity|intros; lia].
  - apply in_flat_map in I. destruct I as (t' & I' & I). apply in_map_iff in I. destruct I as (a & <- & Ia).
    destruct (IHm t' I' ltac:(lia)) as (c & -> & B). apply in_seq in Ia.
    exists (fun i => if (i =? m)%nat then Z.of_nat a else c i). split.
    + rewrite seq_S, map_app, rev_app_distr. cbn [map rev app plus]. rewrite Nat.eqb_refl. f_equal. f_equal.
      apply map_ext_in. intros i Ii. apply in_seq in Ii. destruct (Nat.eqb_spec i m); [lia|reflexivity].
    + intros i Hi. destruct (Nat.eqb_spec i m) as [->|]; [lia|]. apply B. lia.
Qed.

Lemma same_residues c e : (forall i, (i < k)%nat -> 0 < factor i) -> (same_image c e <-> residues c = residues e).
Proof.
  intros P. unfold residues, same_image. split.
  - intros H. f_equal. apply map_ext_in. intros i Ii. apply in_seq in Ii. specialize (H i ltac:(lia)).
    specialize (P i ltac:(lia)). destruct H as (m & E). replace (image c i) with (image e i + m * factor i) by lia.
    apply Z_mod_plus_full.
  - intros H i Hi. apply (f_equal (@rev Z)) in H. rewrite !rev_involutive in H.
    assert (E : image c i mod factor i = image e i mod factor i).
    { pose proof (f_equal (fun l => nth i l (0 mod 0)) H) as E. cbv beta in E.
      rewrite (nth_indep _ _ (image c 0 mod factor 0)) in E by (rewrite map_length, seq_length; assumption).
      rewrite (map_nth (fun i => image c i mod factor i)) in E.
      rewrite (nth_indep _ (0 mod 0) (image e 0 mod factor 0)) in E by (rewrite map_length, seq_length; assumption).
      rewrite (map_nth (fun i => image e i mod factor i)) in E. rewrite seq_nth in E by assumption. assumption. }
    specialize (P i Hi). apply Z.mod_divide; [lia|]. rewrite Zminus_mod, E, Z.sub_diag. reflexivity.
Qed.

Lemma equivalent_sym c e : equivalent c e -> equivalent e c.
Proof.
  intros (x & E). exists (fun v => -1 * x v). intros v A. rewrite after_at by assumption. rewrite <- (E v A).
  rewrite gets_scale, after_at by assumption. lia.
Qed.

Lemma equivalent_trans c e g : equivalent c e -> equivalent e g -> equivalent c g.
Proof.
  intros (x & E) (y & F). exists (fun v => x v + y v). intros v A. rewrite after_twice. rewrite <- (F v A).
  rewrite !(after_at _ y) by assumption. rewrite (E v A). reflexivity.
Qed.

(* If some list no longer than the number of elements holds chips of every class, the image decides the class. *)
Theorem equal_order_suffices (chips : list (nat -> Z)) :
  (forall i, (i < k)%nat -> 0 < factor i) -> (length chips <= product k)%nat ->
  (forall c, exists e, In e chips /\ equivalent c e) ->
  forall c e, same_image c e -> equivalent c e.
Proof.
  intros P Few Cover.
  assert (N : NoDup (map residues chips)).
  { apply (@NoDup_incl_NoDup _ (elements k)); [apply elements_distinct|rewrite map_length, elements_count; assumption|].
    intros t It. destruct (elements_in k t It (Nat.le_refl k)) as (a & -> & B).
    destruct (Cover (combined a)) as (e & Ie & Eq). apply in_map_iff. exists e. split; [|assumption].
    unfold residues. f_equal. apply map_ext_in. intros i Ii. apply in_seq in Ii.
    pose proof (defined_on_classes _ _ Eq i ltac:(lia)) as D. pose proof (combined_image a i ltac:(lia)) as C.
    assert (F : (factor i | image e i - a i)).
    { replace (image e i - a i) with ((image (combined a) i - a i) - (image (combined a) i - image e i)) by lia.
      apply Z.divide_sub_r; assumption. }
    destruct F as (m & F). replace (image e i) with (a i + m * factor i) by lia. rewrite Z_mod_plus_full.
    apply Z.mod_small. apply B. lia. }
  intros c e S. destruct (Cover c) as (c' & Ic & Ec). destruct (Cover e) as (e' & Ie & Ee).
  assert (R : residues c' = residues e').
  { apply same_residues; [assumption|]. intros i Hi. specialize (S i Hi).
    pose proof (defined_on_classes _ _ Ec i Hi) as D1. pose proof (defined_on_classes _ _ Ee i Hi) as D2.
    replace (image c' i - image e' i) with ((image c i - image e i) - (image c i - image c' i) + (image e i - image e' i)) by lia.
    apply Z.divide_add_r; [apply Z.divide_sub_r|]; assumption. }
  assert (Eq : c' = e').
  { clear Ec Ee. induction chips as [|h t IH]; [destruct Ic|]. simpl in N. inversion N as [|? ? N1 N2]; subst.
    assert (Out : forall y, In y t -> residues y <> residues h)
      by (intros y Iy E; apply N1; rewrite <- E; apply in_map; assumption).
    destruct Ic as [<-|Ic]; destruct Ie as [<-|Ie]; auto.
    - exfalso. apply (Out e' Ie). congruence.
    - exfalso. apply (Out c' Ic). congruence.
    - clear IH Few Cover. revert N2 Ic Ie. clear N N1 Out h. induction t as [|h t IH]; intros N Ic Ie; [destruct Ic|].
      simpl in N. inversion N as [|? ? N1 N2]; subst.
      destruct Ic as [<-|Ic]; destruct Ie as [<-|Ie]; auto; exfalso; apply N1.
      + rewrite R. apply in_map. assumption.
      + rewrite <- R. apply in_map. assumption. }
  subst e'. apply (equivalent_trans _ c'); [assumption|]. apply equivalent_sym. assumption.
Qed.

(* ---- one-to-one, by relations ---- *)
Variable to_image : nat -> nat -> Z.     (* firings from one chip on a vertex to its image in generators *)
Variable to_nothing : nat -> nat -> Z.   (* firings from a generator times its factor to nothing *)
Hypothesis vertices_related : forall v, active v ->
  same (after (fun u => if (u =? v)%nat then 1 else 0) (to_image v)) (combined (phi v)).
Hypothesis factors_related : forall i, (i < k)%nat -> same (after (fun u => factor i * gen i u) (to_nothing i)) (fun _ => 0).

Lemma after_sum m (s x : nat -> nat -> Z) v : active v ->
  after (fun u => sumZ m (fun j => s j u)) (fun u => sumZ m (fun j => x j u)) v = sumZ m (fun j => after (s j) (x j) v).
Proof.
  intros A. induction m.
  - simpl. rewrite after_at by assumption. rewrite (gets_none n heads halts). lia.
  - cbn [sumZ]. rewrite <- IHm. apply after_add.
Qed.

Lemma equivalent_to_image c : equivalent c (combined (image c)).
Proof.
  set (s := fun j u => if halts j then 0 else c j * (if (u =? j)%nat then 1 else 0)).
  set (x := fun j u => if halts j then 0 else c j * to_image j u).
  exists (fun u => sumZ n (fun j => x j u)). intros v A.
  assert (E : after c (fun u => sumZ n (fun j => x j u)) v = after (fun u => sumZ n (fun j => s j u)) (fun u => sumZ n (fun j => x j u)) v).
  { rewrite !after_at by assumption. f_equal. f_equal. unfold s. symmetry. destruct A as (Hv & H).
    rewrite <- (sumZ_one n v (c v) Hv) at 1. apply sumZ_ext. intros j _.
    rewrite (Nat.eqb_sym v j). destruct (Nat.eqb_spec j v) as [->|]; [rewrite H; lia|destruct (halts j); lia]. }
  rewrite E, after_sum by assumption. unfold combined, image.
  rewrite (sumZ_ext k _ (fun i => sumZ n (fun j => (if halts j then 0 else c j * phi j i) * gen i v)))
    by (intros i _; rewrite Z.mul_comm, <- sumZ_scale; apply sumZ_ext; intros j _; lia).
  rewrite sumZ_swap. apply sumZ_ext. intros j Hj. unfold s, x. destruct (halts j) eqn:H.
  - rewrite (sumZ_ext k _ (fun _ => 0)) by (intros; lia). rewrite sumZ_zero. apply after_none.
  - rewrite after_scale. rewrite (vertices_related j (conj Hj H) v A). unfold combined. rewrite <- sumZ_scale.
    apply sumZ_ext. intros; lia.
Qed.

Theorem relations_suffice c e : same_image c e -> equivalent c e.
Proof.
  intros S. apply (equivalent_trans _ _ _ (equivalent_to_image c)). apply equivalent_sym.
  apply (equivalent_trans _ _ _ (equivalent_to_image e)). apply equivalent_sym.
  assert (M : forall m, (m <= k)%nat -> exists x, forall v, active v ->
    after (fun v => sumZ m (fun i => (image c i - image e i) * gen i v)) x v = 0).
  { induction m; intros Hm.
    - exists (fun _ => 0). intros v _. apply after_none.
    - destruct (IHm ltac:(lia)) as (x & E). destruct (S m ltac:(lia)) as (q & Q).
      exists (fun v => x v + q * to_nothing m v). intros v A. cbn [sumZ].
      rewrite after_add, (E v A), Q. pose proof (factors_related m ltac:(lia) v A) as F. cbv beta in F.
      transitivity (after (fun u => q * (factor m * gen m u)) (fun u => q * to_nothing m u) v).
      + rewrite !after_at by assumption. lia.
      + rewrite after_scale, F. lia. }
  destruct (M k (Nat.le_refl k)) as (x & E). exists x. intros v A. specialize (E v A).
  rewrite after_at in * by assumption. unfold combined.
  rewrite (sumZ_ext k _ (fun i => image c i * gen i v - image e i * gen i v)) in E by (intros; lia).
  rewrite sumZ_sub in E. lia.
Qed.
End Group.
