(* docs/certificates.md, blocks: the numbers of last departures are turns of a destination forest, plus one.

     last_departure_is     if turns circulate and the rotors after them close no cycle, the walk from u leaves u exactly
                           turns(u) + 1 times until it ends
     forest_last_departures   the same with traps: until it ends or enters one *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Sums Stacks Rotor Walk Trap Forest Tour.
Import ListNotations.

Section LastDepartures.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Notation is_sink := (is_sink heads).
Notation sinkb := (sinkb heads).
Notation dest := (dest heads rho).
Notation inflow := (inflow n heads rho).
Notation arrivals := (arrivals n sinkb dest).
Variable turns rank : nat -> nat.
Variable ex : nat -> nat.
Hypothesis rests : forall v, v < n -> is_sink v -> turns v = 0.
Hypothesis circulates : forall v, v < n -> ~ is_sink v -> inflow turns v = turns v.
Hypothesis falls : forall u, u < n -> ~ is_sink u -> ~ is_sink (next heads rho turns u) -> rank (next heads rho turns u) < rank u.
Hypothesis ex_sink : forall s, s < n -> is_sink s -> ex s = s.
Hypothesis ex_next : forall u, u < n -> ~ is_sink u -> ex u = ex (next heads rho turns u).
Variable u : nat.
Hypothesis u_in : u < n.
Hypothesis u_live : ~ is_sink u.
Notation left j := (fst (run heads rho u j)).
Notation place j := (snd (run heads rho u j)).

Lemma left_mono i j v : i <= j -> left i v <= left j v.
Proof.
  intros H. induction H; [lia|]. rewrite run_step. destruct (sinkb (place m)); [assumption|]. cbn [fst]. unfold bump.
  destruct (v =? place m); lia.
Qed.

(* until u has been left as often as it turns, nothing is left more often than it turns *)
Lemma turns_first k : (forall v, v < n -> left k v <= turns v) \/ exists j, j < k /\ place j = u /\ left j u = turns u.
Proof.
  induction k; [left; intros; simpl; lia|]. destruct IHk as [L|(j & Hj & P & E)]; [|right; exists j; split; [lia|auto]].
  rewrite run_step. destruct (sinkb (place k)) eqn:S; [left; assumption|]. cbn [fst].
  pose proof (place_in n heads rho wf u u_in k) as Hp. pose proof (L _ Hp) as Lp.
  destruct (Nat.eq_dec (left k (place k)) (turns (place k))) as [E|N].
  - destruct (Nat.eq_dec (place k) u) as [Eu|Nu]; [right; exists k; split; [lia|]; split; [assumption|]; rewrite Eu in E; exact E|exfalso].
    pose proof (run_balance n heads rho wf u u_in k (place k) Hp) as B. rewrite Nat.eqb_refl in B.
    destruct (Nat.eqb_spec (place k) u); [contradiction|]. simpl in B.
    assert (M : arrivals (left k) (place k) <= arrivals turns (place k)) by (apply arrivals_mono; intros; apply L; assumption).
    pose proof (circulates _ Hp (proj1 (sinkb_false heads _) S)) as C. rewrite inflow_is_arrivals in C. lia.
  - left. intros v Hv. unfold bump. destruct (Nat.eqb_spec v (place k)) as [->|]; [lia|]. apply L. assumption.
Qed.

Theorem last_departure_is : exists k, snd (walk heads k rho u) = ex u /\ is_sink (ex u) /\
  (forall j, j < k -> ~ is_sink (snd (walk heads j rho u))) /\ left k u = turns u + 1.
Proof.
  destruct (flows n heads rho wf turns ex rank rests circulates falls ex_sink ex_next (S (rank u)) u ltac:(lia) u_in u_live)
    as (x & (F0 & F1 & F2) & _ & Xu).
  assert (F : is_flow n sinkb dest (start u) x).
  { split; intros v Hv H; [apply F0; [assumption|apply sinkb_spec; assumption]|apply F1; [assumption|apply sinkb_false; assumption]]. }
  destruct (path_ends n sinkb dest (dest_in n heads rho wf) u x u_in (flow_suffices _ _ _ _ _ F)) as (d & s & P & H & L & E & O & B).
  pose proof (within n sinkb dest (start u) x d (flow_suffices _ _ _ _ _ F) L u u_in) as Up.
  assert (Hs : s < n) by apply O.
  assert (Rs : run heads rho u (sum n d) = (d, s)) by exact P.
  pose proof (end_is_entered n sinkb dest (dest_in n heads rho wf) u x d s F O H L E) as En.
  assert (Es : s = ex u).
  { specialize (F2 s Hs (proj1 (sinkb_spec heads s) H)). unfold start in En. rewrite F2 in En. destruct (Nat.eqb_spec s (ex u)); [assumption|discriminate]. }
  exists (sum n d). split; [|split; [|split]].
  - rewrite (proj1 (run_walk n heads rho wf u u_in (sum n d))), Rs. exact Es.
  - rewrite <- Es. apply sinkb_spec. assumption.
  - intros j Hj. apply sinkb_false. rewrite (proj1 (run_walk n heads rho wf u u_in j)). apply B. assumption.
  - rewrite Rs. cbn [fst]. assert (turns u + 1 <= d u); [|lia]. destruct (turns_first (sum n d)) as [Lt|(j & Hj & Pj & Lj)].
    + exfalso. rewrite Rs in Lt. cbn [fst] in Lt.
      pose proof (run_balance n heads rho wf u u_in (sum n d) s Hs) as Ba. rewrite Rs in Ba. cbn [fst snd] in Ba. rewrite Nat.eqb_refl in Ba.
      assert (Nu : s <> u) by (intros ->; apply sinkb_spec in H; contradiction). destruct (Nat.eqb_spec s u); [contradiction|]. simpl in Ba.
      assert (M : arrivals d s <= arrivals turns s) by (apply arrivals_mono; intros; apply Lt; assumption).
      rewrite (dry n heads rho wf turns rests circulates s Hs (proj1 (sinkb_spec heads s) H)) in M. lia.
    + assert (S1 : left (S j) u = turns u + 1).
      { rewrite run_step. rewrite Pj. assert (Su : sinkb u = false) by (apply sinkb_false; assumption). rewrite Su. cbn [fst]. unfold bump.
        rewrite Nat.eqb_refl, Lj. lia. }
      pose proof (left_mono (S j) (sum n d) u Hj) as M. rewrite S1, Rs in M. exact M.
Qed.
End LastDepartures.

Section Certificate.
Variable n : nat.
Variable heads : nat -> list nat.
Variable rho : nat -> nat.
Hypothesis wf : well_formed n heads rho.
Variable trap_of : nat -> option nat.
Hypothesis traps_closed : closed n heads trap_of.
Variable turns ex rank : nat -> nat.
Notation cut := (cut heads trap_of).

Theorem forest_last_departures : forest_certificate n heads rho trap_of turns ex rank ->
  forall u, u < n -> in_trap trap_of u = false -> ~ is_sink heads u ->
  exists k, snd (walk cut k rho u) = ex u /\ is_sink cut (ex u) /\
    (forall j, j < k -> ~ is_sink cut (snd (walk cut j rho u))) /\ fst (run cut rho u k) u = turns u + 1.
Proof.
  intros [R C F H L] u Hu Tu Su.
  apply (last_departure_is n cut rho (cut_well_formed n heads rho wf trap_of) turns rank ex); auto.
  apply cut_live. auto.
Qed.
End Certificate.
