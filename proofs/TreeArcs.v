(* The arcs at a vertex of a tree: to itself, to and from its parent, to and from its children, to sinks.

   How often a vertex is entered and left, added up in this order, for departures that may be any. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Visits.
Import ListNotations.

Section TreeArcs.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Notation arrivals := (arrivals n sinkb dest).
Notation cnt := (cnt heads rho).
Notation cnt_none := (cnt_none n heads rho).
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis par_in : forall v q, par v = Some q -> q < n /\ ~ is_sink q /\ depth v = S (depth q).
Hypothesis treelike : forall u w, u < n -> ~ is_sink u -> In w (heads u) ->
  w = u \/ is_sink w \/ par w = Some u \/ par u = Some w.
Variable x : nat -> nat.

Lemma live u : ~ is_sink u -> sinkb u = false.
Proof. intros H. destruct (sinkb u) eqn:E; [|reflexivity]. apply sinkb_spec in E. contradiction. Qed.

Definition is_child w v := match par w with Some q => q =? v | None => false end.

(* all departures of v, by their heads *)
Lemma by_heads v : v < n -> ~ is_sink v -> sum n (fun w => cnt v w (x v)) = x v.
Proof.
  intros Hv Hs. apply (departures_by_head n sinkb dest (dest_in n heads rho wf)); [assumption|apply live; assumption].
Qed.

(* what comes to v, arc by arc: loops, from the parent, from children *)
Lemma comes v : v < n -> ~ is_sink v ->
  arrivals x v = sum n (fun u => (if u =? v then cnt v v (x v) else 0)
      + ((match par v with Some q => if u =? q then cnt q v (x q) else 0 | None => 0 end)
      + (if sinkb u then 0 else if is_child u v then cnt u v (x u) else 0))).
Proof.
  intros Hv Hs. unfold Stacks.arrivals. apply sum_ext. intros u Hu. destruct (sinkb u) eqn:Eu.
  - apply sinkb_spec in Eu. destruct (Nat.eqb_spec u v) as [->|]; [contradiction|].
    destruct (par v) as [q|] eqn:P; [|reflexivity]. destruct (Nat.eqb_spec u q) as [->|]; [|reflexivity].
    destruct (par_in v q P) as (_ & Hq & _). contradiction.
  - assert (Hsu : ~ is_sink u) by (rewrite <- sinkb_spec; fold sinkb; rewrite Eu; discriminate).
    fold (cnt u v (x u)). unfold is_child. destruct (Nat.eqb_spec u v) as [->|N].
    + assert (A : match par v with Some q => if v =? q then cnt q v (x q) else 0 | None => 0 end = 0).
      { destruct (par v) as [q|] eqn:P; [|reflexivity]. destruct (Nat.eqb_spec v q) as [->|]; [|reflexivity].
        destruct (par_in q q P) as (_ & _ & D). lia. }
      rewrite A. destruct (par v) as [q|] eqn:P; [|lia]. destruct (Nat.eqb_spec q v) as [->|]; [|lia].
      destruct (par_in v v P) as (_ & _ & D). lia.
    + destruct (in_dec Nat.eq_dec v (heads u)) as [I|NI].
      * destruct (treelike u v Hu Hsu I) as [A|[A|[A|A]]]; [congruence|contradiction| |].
        -- rewrite A, Nat.eqb_refl. destruct (par u) as [q|] eqn:P; [|lia].
           destruct (Nat.eqb_spec q v) as [->|]; [|lia].
           destruct (par_in v u A) as (_ & _ & D1). destruct (par_in u v P) as (_ & _ & D2). lia.
        -- rewrite A, Nat.eqb_refl. destruct (par v) as [q|] eqn:P; [|lia].
           destruct (Nat.eqb_spec u q) as [<-|]; [|lia].
           destruct (par_in v u P) as (_ & _ & D1). destruct (par_in u v A) as (_ & _ & D2). lia.
      * rewrite (cnt_none u v (x u) Hu Hsu NI).
        destruct (par v) as [q|] eqn:P.
        -- destruct (Nat.eqb_spec u q) as [<-|]; [rewrite (cnt_none u v (x u) Hu Hsu NI)|]; destruct (par u) as [t|];
             try destruct (t =? v); reflexivity.
        -- destruct (par u) as [t|]; try destruct (t =? v); reflexivity.
Qed.

(* what leaves v, arc by arc *)
Lemma goes v : v < n -> ~ is_sink v ->
  x v = sum n (fun w => (if w =? v then cnt v v (x v) else 0)
      + ((match par v with Some q => if w =? q then cnt v q (x v) else 0 | None => 0 end)
      + (if sinkb w then cnt v w (x v) else if is_child w v then cnt v w (x v) else 0))).
Proof.
  intros Hv Hs. rewrite <- (by_heads v Hv Hs) at 1. apply sum_ext. intros w Hw. unfold is_child.
  destruct (Nat.eqb_spec w v) as [->|N].
  - rewrite (live v Hs). assert (A : match par v with Some q => if v =? q then cnt v q (x v) else 0 | None => 0 end =
      0).
    { destruct (par v) as [q|] eqn:P; [|reflexivity]. destruct (Nat.eqb_spec v q) as [->|]; [|reflexivity].
      destruct (par_in q q P) as (_ & _ & D). lia. }
    rewrite A. destruct (par v) as [q|] eqn:P; [|lia]. destruct (Nat.eqb_spec q v) as [->|]; [|lia].
    destruct (par_in v v P) as (_ & _ & D). lia.
  - destruct (in_dec Nat.eq_dec w (heads v)) as [I|NI].
    + destruct (treelike v w Hv Hs I) as [A|[A|[A|A]]]; [congruence| | |].
      * pose proof A as A'. apply sinkb_spec in A'. fold sinkb in A'. rewrite A'.
        destruct (par v) as [q|] eqn:P; [|lia]. destruct (Nat.eqb_spec w q) as [->|]; [|lia].
        destruct (par_in v q P) as (_ & Hq & _). contradiction.
      * rewrite A, Nat.eqb_refl. destruct (par v) as [q|] eqn:P; [|destruct (sinkb w); lia].
        destruct (Nat.eqb_spec w q) as [<-|]; [|destruct (sinkb w); lia].
        destruct (par_in v w P) as (_ & _ & D1). destruct (par_in w v A) as (_ & _ & D2). lia.
      * rewrite A, Nat.eqb_refl. destruct (par_in v w A) as (_ & Hq & D1). rewrite (live w Hq).
        destruct (par w) as [t|] eqn:P; [|lia]. destruct (Nat.eqb_spec t v) as [->|]; [|lia].
        destruct (par_in w v P) as (_ & _ & D2). lia.
    + rewrite (cnt_none v w (x v) Hv Hs NI).
      destruct (par v) as [q|] eqn:P; [destruct (Nat.eqb_spec w q) as [<-|]; [rewrite (cnt_none v w (x v) Hv Hs NI)|]|];
        destruct (sinkb w); destruct (par w) as [t|]; try destruct (t =? v); reflexivity.
Qed.
End TreeArcs.
