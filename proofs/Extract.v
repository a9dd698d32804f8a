(* The judges as OCaml: writes proved.ml and proved.mli.  Booleans, lists, options and pairs become those of OCaml;
   numbers stay the binary numbers of the proofs, so that no arithmetic of OCaml is trusted. *)
Require Import NArith PArith ZArith FMapPositive Machine Judge Connected JudgeFlows JudgeGame.
Require Import MachineZ JudgeChips JudgeStabilise JudgeFlow JudgeHarmonic JudgeGroup JudgeClass Periods JudgeTour JudgeBlocks BlockConnected.
Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "proved.ml" check_flow particles to_exit into_trap check_forest integers check_flows check_game
  check_stabilise check_identity check_harmonic check_moment check_group check_traps check_periods check_class check_tour before_at divides
  check_connected block_graph check_finite check_infinite check_stays check_never check_joined
  Z.add Z.sub Z.mul Z.div Z.modulo Z.leb lower bounds sent head_at halted
  N.add N.sub N.mul N.succ N.pred N.div N.modulo N.ltb N.eqb PM.add PM.empty PM.find.
