(* What may decide at a vertex, and why the judge's check of it is enough.

   A plan says what may decide at a vertex: arcs in turn (a rotor, a chosen start, a chosen order; one arc for ever is a
   list of one), any start, any order, any arc at every visit.  `plan_ok` is the judge's check of one vertex.
     plan_secures        it is enough, whatever is decided within the plan *)
Require Import List Arith Lia PeanoNat Bool Permutation.
Require Import Sums Stacks Machine Game GameVertex.
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
  destruct (par u) as [q|] eqn:P; [|exfalso; apply (lost_has_parent eq_refl); reflexivity].
  apply (secures_worst par dest endless good flow u q); assumption.
Qed.

(* A last departure with a pair that is enough. *)
Lemma last_secures K : last_departure par dest flow u K -> enough (good (dest u K)) (Some (S (back dest K)))
  -> secures u.
Proof.
  intros L E. destruct (good (dest u K)) eqn:G.
  - apply (secures_won par dest endless good flow u K); auto. intros f q Gu F P. unfold enough in E. rewrite F, Gu in E.
    destruct E as (_ & k & Ek & Le). injection Ek as <-. unfold back in Le. rewrite P in Le. lia.
  - unfold enough in E. destruct (flow u) as [fu|] eqn:F; [|destruct E; discriminate].
    destruct (good u) eqn:Gu; [destruct E; discriminate|]. destruct E as [E|E]; [discriminate|].
    destruct (par u) as [q|] eqn:P; [|exfalso; apply (lost_has_parent eq_refl); reflexivity]. unfold back in E.
    rewrite P in E.
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
  enough w (Some 1) -> (w = false -> endless = false -> False) -> (endless = false -> exists K, settled u K)
    -> secures u.
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
  - apply returning_secures; auto. intros _ j. destruct (Back LB j) as (K & q & P & Le). exists K. right. exists q.
    auto.
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
  assert (In' : forall h, In h l' <-> In h l) by (intros h; split; apply Permutation_in; [apply Permutation_sym|];
    assumption).
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
    + intros LB. apply (turn_back l' N' E). destruct LB as (p & P & I). exists p. split; [assumption|]. apply In'.
      assumption.
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
Proof. induction l as [|a l IH]; intros H; simpl; [lia|]. pose proof (H a (or_introl eq_refl)).
assert (lsum f l <= lsum g l) by (apply IH; intros; apply H; right; assumption). lia. Qed.

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
  - left. apply existsb_exists in Ex. destruct Ex as (h & I & F). apply andb_prop in F. destruct F as (Fp & Fc).
    apply HL in I.
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
