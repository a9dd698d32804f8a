(* docs/certificates.md, `game`: two tables of pairs prove what a game on a tree is worth, and that two strategies secure
   it, for the strategy sets `start`, `order` and `free`.

   A plan says what may decide at a vertex: arcs in turn (a rotor, a chosen start, a chosen order; one arc for ever is a
   list of one), any start, any order, any arc at every visit.  `plan_ok` is the judge's check of one vertex.
     plan_secures        it is enough, whatever is decided within the plan
     plans_win           so the player wins every play within the plans
     game_is_worth       the two tables of a certificate prove the value                                           *)
Require Import List Arith Lia PeanoNat Bool ZArith Permutation.
Require Import Sums Stacks Rotor Machine Game GameVertex.
Import ListNotations.

Inductive plan :=
| Turns (l : list nat)
| AnyStart (l : list nat)
| AnyOrder (l : list nat)
| AnyArc (l : list nat).

(* The heads of all departures of one vertex, within a plan. *)
Definition along (l : list nat) (_ k : nat) : nat := nth (k mod length l) l 0.
Definition within (p : plan) (s : nat -> nat) : Prop :=
  match p with
  | Turns l => forall k, s k = along l 0 k
  | AnyStart l => exists a, a < length l /\ forall k, s k = along (rotated a l) 0 k
  | AnyOrder l => exists l', Permutation l l' /\ forall k, s k = along l' 0 k
  | AnyArc l => forall k, In (s k) l
  end.
Definition arcs_of_plan p := match p with Turns l | AnyStart l | AnyOrder l | AnyArc l => l end.

Section Vertex.
Variable par : nat -> option nat.
Variable endless : bool.
Variable good : nat -> bool.
Variable flow : nat -> option nat.
Hypothesis flow_pos : forall h f, flow h = Some f -> 1 <= f.
Notation child := (child par).
Variable u : nat.
Hypothesis lost_has_parent : good u = false -> par u <> None.

(* The pair (won, f) is at least as good for the player as that of u.  At +oo nothing stays, and who wins does not
   matter. *)
Definition enough (won : bool) (f : option nat) : Prop :=
  match flow u with
  | None => won = true \/ f = None
  | Some fu => if good u then won = true /\ exists k, f = Some k /\ k <= fu
               else won = true \/ match f with None => True | Some k => fu <= k end
  end.

(* how often the parent was visited *)
Definition back dest k := match par u with Some q => cnt dest u q k | None => 0 end.
Definition leads_back l := exists q, par u = Some q /\ In q l.
Definition all_infinite l := forall h, In h l -> child u h -> flow h = None.

(* What the judge computes along arcs in turn: the last departure, or that play is endless. *)
Definition turn_ok l : Prop :=
  l <> [] /\
  ((exists K, last_departure par (along l) flow u K /\ enough (good (along l u K)) (Some (S (back (along l) K)))) \/
   (all_infinite l /\
     (leads_back l /\ enough false None \/ ~ leads_back l /\ enough endless (Some 1)))).

(* The least quotient q of the flows in l. *)
Definition least_quotient l q :=
  (exists c f, In c l /\ child u c /\ flow c = Some f /\ (f - 1) / count_occ Nat.eq_dec l c = q) /\
  (forall h f, In h l -> child u h -> flow h = Some f -> q <= (f - 1) / count_occ Nat.eq_dec l h).
Definition to_parent l := match par u with Some q => count_occ Nat.eq_dec l q | None => 0 end.

(* What the judge demands where the other player chooses the order. *)
Definition order_ok l : Prop :=
  l <> [] /\
  ((exists q, least_quotient l q /\
      (((exists h f, In h l /\ child u h /\ flow h = Some f /\ (f - 1) / count_occ Nat.eq_dec l h = q /\ good h = false)
        /\ enough false (Some (q * to_parent l + 1))) \/
       ((forall h f, In h l -> child u h -> flow h = Some f -> (f - 1) / count_occ Nat.eq_dec l h = q -> good h = true)
        /\ enough true (Some ((q + 1) * to_parent l + 1))))) \/
   (all_infinite l /\
     (leads_back l /\ enough false None \/ ~ leads_back l /\ enough endless (Some 1)))).

(* ... and where the other player chooses at every visit. *)
Definition free_ok l : Prop :=
  enough false (Some 1) \/                                       (* lost at once *)
  (forall h f, In h l -> child u h -> flow h = Some f -> good h = true) /\
  (endless = false -> forall h, In h l -> h <> u /\ (child u h -> flow h <> None)) /\
  (leads_back l /\ enough false None \/ ~ leads_back l /\ enough true (Some 1)).

Definition plan_ok p : Prop :=
  match p with
  | Turns l => turn_ok l
  | AnyStart l => l <> [] /\ forall a, a < length l -> turn_ok (rotated a l)
  | AnyOrder l => order_ok l
  | AnyArc l => l <> [] /\ free_ok l
  end.

Section Sequence.
Variable dest : nat -> nat -> nat.
Notation secures := (secures par dest endless good flow).
Notation cnt := (cnt dest).
Notation settled := (settled par dest good flow).

Lemma cnt_along l h k : (forall i, dest u i = along l 0 i) -> cnt u h k = Game.cnt (along l) u h k.
Proof. intros E. apply sum_ext. intros i _. rewrite E. reflexivity. Qed.

Lemma enough_worst : enough false (Some 1) -> secures u.
Proof.
  unfold enough. destruct (flow u) as [fu|] eqn:F; [|intros [H|H]; discriminate].
  destruct (good u) eqn:G; [intros (H & _); discriminate|]. intros [H|H]; [discriminate|].
  pose proof (flow_pos u fu F). assert (fu = 1) by lia. subst fu.
  destruct (par u) as [q|] eqn:P; [|exfalso; apply (lost_has_parent eq_refl); reflexivity]. apply (secures_worst par dest endless good flow u q); assumption.
Qed.

(* A last departure with a pair that is enough. *)
Lemma last_secures K : last_departure par dest flow u K -> enough (good (dest u K)) (Some (S (back dest K))) -> secures u.
Proof.
  intros L E. destruct (good (dest u K)) eqn:G.
  - apply (secures_won par dest endless good flow u K); auto. intros f q Gu F P. unfold enough in E. rewrite F, Gu in E.
    destruct E as (_ & k & Ek & Le). injection Ek as <-. unfold back in Le. rewrite P in Le. lia.
  - unfold enough in E. destruct (flow u) as [fu|] eqn:F; [|destruct E; discriminate].
    destruct (good u) eqn:Gu; [destruct E; discriminate|]. destruct E as [E|E]; [discriminate|].
    destruct (par u) as [q|] eqn:P; [|exfalso; apply (lost_has_parent eq_refl); reflexivity]. unfold back in E. rewrite P in E.
    apply (secures_lost par dest endless good flow u K fu q); assumption.
Qed.

(* Nothing finite is lost, and the particle can be sent back for ever. *)
Lemma returning_secures : no_loss par dest good flow u -> enough false None ->
  (endless = false -> forall j, exists K, settled u K \/ exists q, par u = Some q /\ j <= cnt u q K) -> secures u.
Proof.
  intros No E Li. unfold enough in E. destruct (flow u) as [fu|] eqn:F.
  - destruct (good u) eqn:G; [destruct E; discriminate|]. split.
    + intros k _ h f Eh C Gh Fh _. exfalso. subst h. eapply No; eauto.
    + congruence.
    + congruence.
    + intros En _ j _. apply Li. assumption.
  - apply secures_infinite; assumption.
Qed.

(* Nothing finite is lost, and the particle never comes back. *)
Lemma staying_secures w : no_loss par dest good flow u -> (forall k q, par u = Some q -> dest u k <> q) ->
  enough w (Some 1) -> (w = false -> endless = false -> False) -> (endless = false -> exists K, settled u K) -> secures u.
Proof.
  intros No Nb E W Li. split.
  - intros k _ h f Eh C Gh Fh _. exfalso. subst h. eapply No; eauto.
  - intros k q f _ _ _ P Eh. exfalso. eapply Nb; eauto.
  - auto.
  - intros En _ j _. destruct (Li En) as (K & S). eauto.
Qed.

Lemma not_back l : ~ leads_back l -> forall q, par u = Some q -> ~ In q l.
Proof. intros N q P I. apply N. exists q. auto. Qed.

(* All that can be reached always sends back. *)
Lemma endless_secures l : (forall k, In (dest u k) l) -> all_infinite l ->
  (leads_back l /\ enough false None \/ ~ leads_back l /\ enough endless (Some 1)) ->
  (leads_back l -> forall j, exists K q, par u = Some q /\ j <= cnt u q K) -> secures u.
Proof.
  intros Heads Inf Or Back.
  assert (No : no_loss par dest good flow u) by (intros k f C _ F; rewrite (Inf _ (Heads k) C) in F; discriminate).
  destruct Or as [(LB & E)|(LB & E)].
  - apply returning_secures; auto. intros _ j. destruct (Back LB j) as (K & q & P & Le). exists K. right. exists q. auto.
  - destruct (bool_dec endless true) as [En|En].
    + apply (staying_secures endless); auto; try congruence.
      intros k q P Ek. apply (not_back l LB q P). rewrite <- Ek. apply Heads.
    + apply not_true_is_false in En. rewrite En in E. apply enough_worst. assumption.
Qed.

Lemma along_in l k : l <> [] -> In (along l 0 k) l.
Proof. intros N. apply nth_In. apply Nat.mod_upper_bound. destruct l; [congruence|discriminate]. Qed.

Lemma turn_back l : l <> [] -> (forall k, dest u k = along l 0 k) -> leads_back l ->
  forall j, exists K q, par u = Some q /\ j <= cnt u q K.
Proof.
  intros N E (q & P & I) j. assert (Hd : 0 < length l) by (destruct l; [congruence|simpl; lia]).
  destruct (always_back dest u l Hd E q I j) as (K & Le). exists K, q. auto.
Qed.

Lemma turn_secures l : (forall k, dest u k = along l 0 k) -> turn_ok l -> secures u.
Proof.
  intros E (N & [(K & (L1 & L2 & L3) & En)|(Inf & Or)]).
  - assert (C : forall h k, Game.cnt (along l) u h k = cnt u h k) by (intros; symmetry; apply cnt_along; assumption).
    change (along l u K) with (along l 0 K) in *. rewrite <- (E K) in *. apply (last_secures K).
    + split; [|split; [assumption|rewrite <- C; assumption]]. intros h f Ch F. rewrite <- C. auto.
    + unfold back in *. destruct (par u); [rewrite <- C|]; assumption.
  - apply (endless_secures l); auto; [intros k; rewrite E; apply along_in; assumption|].
    intros LB. apply (turn_back l); assumption.
Qed.

(* The order makes no difference to how many arcs lead where. *)
Lemma order_secures l l' : Permutation l l' -> (forall k, dest u k = along l' 0 k) -> order_ok l -> secures u.
Proof.
  intros Pm E (N & Or).
  assert (N' : l' <> []) by (intros ->; apply Permutation_sym, Permutation_nil in Pm; contradiction).
  assert (Hd : 0 < length l') by (destruct l'; [congruence|simpl; lia]).
  assert (In' : forall h, In h l' <-> In h l) by (intros h; split; apply Permutation_in; [apply Permutation_sym|]; assumption).
  assert (Occ : forall h, arcs_to l' h = count_occ Nat.eq_dec l h).
  { intros h. unfold arcs_to. symmetry. apply (Permutation_count_occ Nat.eq_dec). assumption. }
  destruct Or as [(q & ((c & fc & Ic & Cc & Fc & Qc) & Least) & Or)|(Inf & Or)].
  - destruct (routine_ends par dest flow flow_pos u l' Hd E c fc) as (K & L & Kb & Kq); auto.
    + apply In'. assumption.
    + cbv zeta. rewrite Occ, Qc. intros h f Ih Ch Fh. rewrite Occ. apply Least; auto. apply In'. assumption.
    + cbv zeta in *. rewrite Occ, Qc in *.
      assert (B : q * to_parent l <= back dest K <= (q + 1) * to_parent l).
      { unfold back, to_parent. destruct (par u) as [p|]; [|lia]. rewrite <- (Occ p).
        replace K with (q * length l' + (K - q * length l')) by lia. apply (cnt_between dest u l' Hd E). lia. }
      apply (last_secures K L). pose proof L as (_ & Cl & Fl).
      assert (Il : In (dest u K) l) by (apply In'; rewrite E; apply along_in; assumption).
      specialize (Kq _ Fl). rewrite !Occ, Qc in Kq.
      destruct Or as [(_ & En)|(Good & En)].
      * unfold enough in *. destruct (flow u) as [fu|]; [|destruct En; discriminate].
        destruct (good u); [destruct En; discriminate|]. right. destruct En as [En|En]; [discriminate|]. lia.
      * rewrite (Good _ _ Il Cl Fl Kq). unfold enough in *. destruct (flow u) as [fu|]; [|auto].
        destruct (good u); [|auto]. destruct En as (_ & k & Ek & Le). injection Ek as <-. split; [reflexivity|].
        exists (S (back dest K)). split; [reflexivity|lia].
  - apply (endless_secures l); auto.
    + intros k. apply In'. rewrite E. apply along_in. assumption.
    + intros LB. apply (turn_back l' N' E). destruct LB as (p & P & I). exists p. split; [assumption|]. apply In'. assumption.
Qed.

(* ---- any arc at every visit: pigeonholes ---- *)
Fixpoint lsum (f : nat -> nat) (l : list nat) : nat := match l with [] => 0 | a :: t => f a + lsum f t end.

Lemma lsum_none x l : ~ In x l -> lsum (fun h => one (x =? h)) l = 0.
Proof.
  induction l as [|a l IH]; intros N; [reflexivity|]. simpl. rewrite IH by (intros I; apply N; right; assumption).
  destruct (Nat.eqb_spec x a) as [->|]; [exfalso; apply N; left; reflexivity|reflexivity].
Qed.

Lemma lsum_one x l : NoDup l -> In x l -> lsum (fun h => one (x =? h)) l = 1.
Proof.
  induction 1 as [|a l Na Nd IH]; intros I; [destruct I|]. simpl. destruct (Nat.eqb_spec x a) as [->|Nx].
  - rewrite lsum_none by assumption. reflexivity.
  - destruct I as [->|I]; [congruence|]. rewrite IH by assumption. reflexivity.
Qed.

Lemma lsum_add f g l : lsum (fun h => f h + g h) l = lsum f l + lsum g l.
Proof. induction l; simpl; lia. Qed.

Lemma lsum_le f g l : (forall h, In h l -> f h <= g h) -> lsum f l <= lsum g l.
Proof. induction l as [|a l IH]; intros H; simpl; [lia|]. pose proof (H a (or_introl eq_refl)). assert (lsum f l <= lsum g l) by (apply IH; intros; apply H; right; assumption). lia. Qed.

Lemma lsum_at_most p c l : NoDup l -> lsum (fun h => if p =? h then c else 0) l <= c.
Proof.
  induction 1 as [|a t Na Nd IH]; simpl; [lia|]. destruct (Nat.eqb_spec p a) as [->|]; [|simpl; assumption].
  assert (Z : lsum (fun h => if a =? h then c else 0) t = 0); [|lia].
  clear - Na. induction t as [|b t IH]; [reflexivity|]. simpl. rewrite IH by (intros I; apply Na; right; assumption).
  destruct (Nat.eqb_spec a b) as [->|]; [exfalso; apply Na; left; reflexivity|reflexivity].
Qed.

Lemma departures_add_up l K : NoDup l -> (forall k, In (dest u k) l) -> lsum (fun h => cnt u h K) l = K.
Proof.
  intros Nd H. induction K.
  - unfold Game.cnt. simpl. clear. induction l; simpl; lia.
  - transitivity (lsum (fun h => cnt u h K + one (dest u K =? h)) l); [reflexivity|].
    rewrite lsum_add, IHK, lsum_one by auto. lia.
Qed.

(* If all heads but the parent are won and finite, some is used up, or the parent is visited often. *)
Lemma pigeonhole l : (forall k, In (dest u k) l) ->
  (forall h f, In h l -> child u h -> flow h = Some f -> good h = true) ->
  (forall h, In h l -> h <> u /\ (child u h -> flow h <> None)) ->
  forall j, exists K, settled u K \/ exists q, par u = Some q /\ j <= cnt u q K.
Proof.
  intros Heads Good Fin j. set (L := nodup Nat.eq_dec l).
  assert (HL : forall h, In h L <-> In h l) by (intros; apply nodup_In).
  set (cap := fun h => match flow h with Some f => f | None => 0 end). set (K := j + lsum cap L + 1).
  exists K.
  set (full := fun h => match par u with Some p => negb (h =? p) | None => true end && (cap h <=? cnt u h K)).
  destruct (existsb full L) eqn:Ex.
  - left. apply existsb_exists in Ex. destruct Ex as (h & I & F). apply andb_prop in F. destruct F as (Fp & Fc). apply HL in I.
    destruct (Fin h I) as (Nu & Fi).
    assert (C : child u h).
    { split; [assumption|]. intros P. rewrite P, Nat.eqb_refl in Fp. discriminate. }
    specialize (Fi C). unfold cap in Fc. destruct (flow h) as [f|] eqn:Ff; [|congruence]. apply Nat.leb_le in Fc.
    exists h, f. repeat split; auto; try apply C. apply (Good h f); assumption.
  - right. assert (Low : forall h, In h L -> par u <> Some h -> cnt u h K < cap h).
    { intros h I P. destruct (le_lt_dec (cap h) (cnt u h K)) as [Le|]; [exfalso|assumption].
      assert (existsb full L = true); [|congruence]. apply existsb_exists. exists h. split; [assumption|]. unfold full.
      apply Nat.leb_le in Le. rewrite Le. destruct (par u) as [p|]; [|reflexivity].
      destruct (Nat.eqb_spec h p) as [->|]; [congruence|reflexivity]. }
    pose proof (departures_add_up L K (NoDup_nodup _ _) ltac:(intros; apply HL; apply Heads)) as Sum.
    destruct (par u) as [p|] eqn:P.
    + exists p. split; [reflexivity|].
      assert (Le : lsum (fun h => cnt u h K) L <= lsum (fun h => cap h + (if p =? h then cnt u p K else 0)) L).
      { apply lsum_le. intros h I. destruct (Nat.eqb_spec p h) as [->|Np]; [lia|].
        specialize (Low h I ltac:(congruence)). lia. }
      rewrite lsum_add in Le.
      pose proof (lsum_at_most p (cnt u p K) L (NoDup_nodup _ _)).
      unfold K in *. lia.
    + exfalso. assert (Le : lsum (fun h => cnt u h K) L <= lsum cap L).
      { apply lsum_le. intros h I. specialize (Low h I ltac:(congruence)). lia. }
      unfold K in *. lia.
Qed.

Lemma free_secures l : (forall k, In (dest u k) l) -> free_ok l -> secures u.
Proof.
  intros Heads [En|(Good & Fin & Or)]; [apply enough_worst; assumption|].
  assert (No : no_loss par dest good flow u).
  { intros k f C G F. rewrite (Good _ f (Heads k) C F) in G. discriminate. }
  destruct Or as [(LB & En)|(LB & En)].
  - apply returning_secures; auto. intros El. apply (pigeonhole l); auto.
  - assert (Nb : forall k q, par u = Some q -> dest u k <> q).
    { intros k q P Ek. apply (not_back l LB q P). rewrite <- Ek. apply Heads. }
    apply (staying_secures true); auto; [discriminate|]. intros El.
    destruct (pigeonhole l Heads Good (Fin El) 1) as (K & [Se|(q & P & Le)]); [exists K; assumption|exfalso].
    destruct (entered_is_head dest u q K Le) as (i & _ & Ei). apply (Nb i q P Ei).
Qed.

Theorem plan_secures p : plan_ok p -> within p (dest u) -> secures u.
Proof.
  destruct p as [l|l|l|l]; simpl.
  - intros Ok W. apply (turn_secures l); assumption.
  - intros (_ & Ok) (a & Ha & W). apply (turn_secures (rotated a l)); auto.
  - intros Ok (l' & Pm & W). apply (order_secures l l'); assumption.
  - intros (_ & Ok) W. apply (free_secures l); assumption.
Qed.
End Sequence.
End Vertex.

Lemma within_arcs p s : within p s -> arcs_of_plan p <> [] -> forall k, In (s k) (arcs_of_plan p).
Proof.
  destruct p as [l|l|l|l]; simpl; intros W N k.
  - rewrite W. apply along_in. assumption.
  - destruct W as (a & Ha & W). rewrite W.
    assert (R : Permutation (rotated a l) l).
    { unfold rotated. rewrite <- (firstn_skipn a l) at 3. apply Permutation_app_comm. }
    apply (Permutation_in _ R). apply along_in. intros E. rewrite E in R. apply Permutation_nil in R. contradiction.
  - destruct W as (l' & Pm & W). rewrite W. apply (Permutation_in _ (Permutation_sym Pm)). apply along_in.
    intros ->. apply Permutation_sym, Permutation_nil in Pm. contradiction.
  - apply W.
Qed.

Lemma plan_has_arcs par endless good flow u p : plan_ok par endless good flow u p -> arcs_of_plan p <> [].
Proof. destruct p; simpl; intros H; apply H. Qed.

Lemma path_more halts dest : forall k d u, path halts dest (S k) d u =
  (let (d', u') := path halts dest k d u in if halts u' then (d', u') else (bump d' u', dest u' (d' u'))).
Proof.
  induction k; intros d u; [simpl; destruct (halts u); reflexivity|].
  cbn [path]. destruct (halts u) eqn:A; [simpl; rewrite A; reflexivity|].
  rewrite <- IHk. reflexivity.
Qed.

Section Tables.
Variable n : nat.
Variable sink : nat -> bool.
Variable dead : nat -> bool.                    (* from here no sink can be reached *)
Variable active : nat -> bool.
Variable root : nat.
Variable par : nat -> option nat.
Variable depth : nat -> nat.
Hypothesis root_in : root < n.
Hypothesis par_root : par root = None.
Hypothesis par_in : forall v q, par v = Some q ->
  v < n /\ active v = true /\ q < n /\ active q = true /\ depth v = S (depth q).
Hypothesis active_moves : forall v, v < n -> active v = true -> sink v = false.
Hypothesis root_halts : active root = false -> sink root = false -> dead root = true.
Hypothesis dead_moves : forall v, v < n -> dead v = true -> sink v = false.

(* A play: departures within the plans at active vertices, and none that leads out of where no sink can be reached. *)
Definition play (plans : nat -> plan) (dest : nat -> nat -> nat) :=
  (forall u, u < n -> active u = true -> within (plans u) (dest u)) /\
  (forall u k, u < n -> dead u = true -> dest u k < n /\ dead (dest u k) = true).

Definition place dest k := snd (path sink dest k (fun _ => 0) root).

(* What the judge checks of one table; `endless`: whether the player wins a play without an end. *)
Record table_ok (endless : bool) (good : nat -> bool) (flow : nat -> option nat) (plans : nat -> plan) : Prop := {
  flows_positive : forall h f, flow h = Some f -> 1 <= f;
  ends_halt : forall h, h < n -> active h = false -> flow h = Some 1;
  ends_dead : forall h, h < n -> active h = false -> sink h = false -> good h = endless;
  start_won : good root = true /\ flow root = Some 1;
  tree_like : forall u h, u < n -> active u = true -> In h (arcs_of_plan (plans u)) ->
    h < n /\ (active h = false -> sink h = false -> dead h = true) /\
    (h = u \/ active h = false \/ par h = Some u \/ par u = Some h);
  only_start_has_no_parent : forall u, u < n -> active u = true -> good u = false -> par u <> None;
  vertices_ok : forall u, u < n -> active u = true -> plan_ok par endless good flow u (plans u)
}.

Section Win.
Variable endless : bool.
Variable good : nat -> bool.
Variable flow : nat -> option nat.
Variable plans : nat -> plan.
Hypothesis table : table_ok endless good flow plans.
Variable dest : nat -> nat -> nat.
Hypothesis playing : play plans dest.
Notation halts := (fun v => negb (active v)).

Lemma head_ok u k : u < n -> active u = true ->
  dest u k < n /\ (active (dest u k) = false -> sink (dest u k) = false -> dead (dest u k) = true) /\
  (dest u k = u \/ active (dest u k) = false \/ par (dest u k) = Some u \/ par u = Some (dest u k)).
Proof.
  intros Hu A. destruct table as [_ _ _ _ T _ V]. apply T; auto. apply within_arcs; [apply playing; assumption|].
  eapply plan_has_arcs. apply V; assumption.
Qed.

(* The play goes on after the particle has halted in the tables only where no sink can be reached. *)
Lemma same_play : forall k, let '(d1, u1) := path halts dest k (fun _ => 0) root in
  let '(d2, u2) := path sink dest k (fun _ => 0) root in
  u1 < n /\ u2 < n /\
  (active u1 = true -> (d1, u1) = (d2, u2)) /\
  (active u1 = false -> sink u1 = true -> u1 = u2) /\
  (active u1 = false -> sink u1 = false -> dead u2 = true).
Proof.
  induction k; [simpl; repeat split; auto|].
  rewrite !path_more. destruct (path halts dest k (fun _ => 0) root) as (d1, u1).
  destruct (path sink dest k (fun _ => 0) root) as (d2, u2). destruct IHk as (H1 & H2 & Same & End & Dead).
  destruct (active u1) eqn:A; simpl.
  - injection (Same eq_refl) as <- <-. rewrite (active_moves u1 H1 A). destruct (head_ok u1 (d1 u1) H1 A) as (Hh & Dh & _).
    repeat split; auto.
  - destruct (sink u2) eqn:S2.
    + repeat split; auto. rewrite A. discriminate.
    + destruct (sink u1) eqn:S1; [rewrite (End eq_refl eq_refl) in S1; congruence|]. specialize (Dead eq_refl eq_refl).
      destruct (proj2 playing u2 (d2 u2) H2 Dead) as (Hh & Dh). repeat split; auto; rewrite ?A; congruence.
Qed.

Theorem plans_win :
  (forall k, sink (place dest k) = true -> good (place dest k) = true) /\
  (endless = false -> exists k, sink (place dest k) = true).
Proof.
  destruct (bool_dec (active root) true) as [Ar|Ar].
  - pose proof table as [Fp Eh Ed Sw T Lp V].
    destruct (tables_win n active root par depth dest endless good flow root_in Ar par_root par_in) as (Safe & Ends); auto.
    + intros u k Hu A. apply (head_ok u k); assumption.
    + intros u k Hu A. apply (head_ok u k); assumption.
    + intros u Hu A. apply (plan_secures par endless good flow Fp u (Lp u Hu A) dest (plans u)); auto. apply playing; assumption.
    + split.
      * intros k S. unfold place in *. pose proof (same_play k) as P. specialize (Safe k).
        destruct (path halts dest k (fun _ => 0) root) as (d1, u1). destruct (path sink dest k (fun _ => 0) root) as (d2, u2).
        simpl in *. destruct P as (H1 & H2 & Same & End & Dead). destruct (active u1) eqn:A.
        -- injection (Same eq_refl) as <- <-. rewrite (active_moves u1 H1 A) in S. discriminate.
        -- destruct (sink u1) eqn:S1; [rewrite <- (End eq_refl eq_refl); auto|].
           specialize (Dead eq_refl eq_refl). rewrite (dead_moves u2 H2 Dead) in S. discriminate.
      * intros E. destruct (Ends E) as (k & A). exists k. unfold place. pose proof (same_play k) as P. specialize (Safe k A).
        destruct (path halts dest k (fun _ => 0) root) as (d1, u1). destruct (path sink dest k (fun _ => 0) root) as (d2, u2).
        simpl in *. destruct P as (H1 & H2 & Same & End & Dead).
        destruct (sink u1) eqn:S1; [rewrite <- (End A eq_refl); assumption|].
        rewrite (Ed u1 H1 A S1) in Safe. congruence.
  - (* the particle halts where it starts *)
    apply not_true_is_false in Ar. pose proof table as [_ _ Ed (Gr & _) _ _ _]. pose proof (root_halts Ar) as Rd.
    destruct (sink root) eqn:Sr.
    + assert (P : forall k, place dest k = root) by (intros [|k]; unfold place; simpl; [|rewrite Sr]; reflexivity).
      split; [intros k _; rewrite P; assumption|]. intros _. exists 0. rewrite P. assumption.
    + split; [|intros E; rewrite (Ed root root_in Ar Sr) in Gr; congruence].
      intros k S. exfalso.
      assert (D : place dest k < n /\ dead (place dest k) = true).
      { clear S. induction k; [split; [assumption|apply Rd; reflexivity]|]. unfold place in *. rewrite path_more.
        destruct (path sink dest k (fun _ => 0) root) as (d2, u2). simpl in IHk. destruct IHk as (H2 & D2).
        rewrite (dead_moves u2 H2 D2). simpl. apply playing; assumption. }
      rewrite (dead_moves _ (proj1 D) (proj2 D)) in S. discriminate.
Qed.
End Win.

(* ---- values ---- *)
Local Open Scope Z_scope.
Variable value : nat -> Z.
Variable e : Z.                                 (* what a play that never exits is worth *)

Definition worth dest (x : Z) : Prop :=
  (exists k, sink (place dest k) = true /\ value (place dest k) = x) \/
  ((forall k, sink (place dest k) = false) /\ x = e).

Variable v : Z.                                 (* the claimed value *)
Variables (good_a good_b : nat -> bool) (flow_a flow_b : nat -> option nat) (plans_max plans_min : nat -> plan).
(* Max wins "at least v" at a sink worth at least v; Min wins "more than v" at a sink worth at most v. *)
Hypothesis good_a_sink : forall s, (s < n)%nat -> sink s = true -> good_a s = (v <=? value s).
Hypothesis good_b_sink : forall s, (s < n)%nat -> sink s = true -> good_b s = (value s <=? v).
Hypothesis at_least : table_ok (v <=? e) good_a flow_a plans_max.
Hypothesis more_than : table_ok (e <=? v) good_b flow_b plans_min.

Lemma place_in endless good flow plans dest k : table_ok endless good flow plans -> play plans dest -> (place dest k < n)%nat.
Proof.
  intros T P. pose proof (same_play endless good flow plans T dest P k) as S. unfold place.
  destruct (path (fun v => negb (active v)) dest k (fun _ => 0%nat) root) as (d1, u1).
  destruct (path sink dest k (fun _ => 0%nat) root) as (d2, u2). simpl. tauto.
Qed.

(* Whatever Min does, Max's strategy gets at least v; whatever Max does, Min's holds him to v: the value is v. *)
Theorem game_is_worth :
  (forall dest x, play plans_max dest -> worth dest x -> v <= x) /\
  (forall dest x, play plans_min dest -> worth dest x -> x <= v).
Proof.
  split; intros dest x P W.
  - destruct (plans_win _ _ _ _ at_least dest P) as (Safe & Ends). destruct W as [(k & S & <-)|(N & ->)].
    + pose proof (Safe k S) as G. rewrite good_a_sink in G; [|exact (place_in _ _ _ _ dest k at_least P)|exact S]. apply Z.leb_le. assumption.
    + destruct (Z.leb_spec v e) as [|L]; [assumption|]. destruct Ends as (k & S); [reflexivity|]. congruence.
  - destruct (plans_win _ _ _ _ more_than dest P) as (Safe & Ends). destruct W as [(k & S & <-)|(N & ->)].
    + pose proof (Safe k S) as G. rewrite good_b_sink in G; [|exact (place_in _ _ _ _ dest k more_than P)|exact S]. apply Z.leb_le. assumption.
    + destruct (Z.leb_spec e v) as [|L]; [assumption|]. destruct Ends as (k & S); [reflexivity|]. congruence.
Qed.

(* Played against each other, the two strategies come to v: a pure equilibrium. *)
Theorem equilibrium dest x : play plans_max dest -> play plans_min dest -> worth dest x -> x = v.
Proof. intros A B W. destruct game_is_worth as (G1 & G2). specialize (G1 dest x A W). specialize (G2 dest x B W). lia. Qed.
End Tables.
