(* The judges as OCaml: writes proved.ml and proved.mli.  Booleans, lists, options and pairs become those of OCaml;
   numbers stay the binary numbers of the proofs, so that no arithmetic of OCaml is trusted. *)
Require Import NArith PArith ZArith FMapPositive Machine Judge JudgeFlows JudgeGame.
Require Import MachineZ JudgeChips JudgeStabilise JudgeMoment JudgeSigned JudgeGroup.
Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "proved.ml" check_walk check_trap check_route check_forest check_flows check_game
  check_stabilise check_identity check_harmonic check_moment check_signed check_group divides Z.add Z.mul lower bounds sent head_at halted
  N.add N.sub N.mul N.succ N.pred N.div N.ltb N.eqb PM.add PM.empty PM.find.
