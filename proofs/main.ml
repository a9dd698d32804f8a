(* The checker extracted from the proofs: reads an instance and a certificate, and prints what is proved. *)

open Json
open Reader

(* ---- what was proved ---- *)

let decimal_sum counts =
  Linear.decimal (integer_of_natural (List.fold_left Proved.N.add Proved.N0 counts))

(* The claim without the numbers that prove it, as `arrival verify --format json` has it. *)
let claim instance json =
  let trimmed s =
    let magnitude = without_sign s in
    let rec zeros at = if at + 1 < String.length magnitude && magnitude.[at] = '0' then zeros (at + 1) else at in
    let first = zeros 0 in
    let digits = String.sub magnitude first (String.length magnitude - first) in
    if digits <> "0" && is_negative s then "-" ^ digits else digits in
  let number json = String (trimmed (text json)) in
  let by_vertex entries = List.sort (fun (u, _) (v, _) -> compare (vertex instance u) (vertex instance v)) entries in
  let table json =
    let entries = List.map (fun (name, value) -> (name, number value)) (members json) in
    Object (by_vertex (List.filter (fun (_, value) -> value <> String "0") entries)) in
  let as_it_is = Fun.id and numbers json = List (List.map number (list json)) in
  let decisions json = Object (by_vertex (members json)) in
  let size of_json json = Number (string_of_int (List.length (of_json json))) in
  let steps json = String (decimal_sum (List.map (fun (_, value) -> count value) (members (field "departures" json)))) in
  let key key read = List.map (fun value -> (key, read value)) (Option.to_list (List.assoc_opt key (members json))) in
  let traps = key "traps" as_it_is and trapped = key "trapped" numbers and from = key "from" as_it_is in
  let kind = text (field "kind" json) in
  let claimed = match kind with
    | "walk" -> [from; key "exit" as_it_is; key "steps" number]
    | "trap" -> [from; key "trap" as_it_is; key "steps" number]
    | "flows" -> [key "exits" (size members); key "flows" (size list); traps]
    | "forest" -> [key "exits" (size members); traps]
    | "blocks" -> [key "exits" (size members); key "blocks" (size list); key "flows" (size list); traps]
    | "route" -> [key "particles" table; key "sinks" table; traps; trapped; key "steps" number]
    | "game" ->
      [from; key "strategies" as_it_is; key "endless_value" as_it_is; key "value" as_it_is;
       key "max" decisions; key "min" decisions]
    | "stabilise" ->
      [key "start" table; key "chips" table; key "sinks" table; traps; trapped; key "recurrent" as_it_is]
    | "identity" -> [key "chips" table]
    | "group" -> [key "factors" numbers]
    | "class" ->
      let of_other other = [("other", numbers (field "element" other)); ("chips", table (field "chips" other))] in
      [key "factors" numbers; key "element" numbers; Option.value ~default:[] (optional "other" of_other json)]
    | "harmonic" -> [from; key "sinks" table; traps; trapped; key "denominator" number]
    | "moment" -> [from; key "at" as_it_is; [("steps", steps json)]]
    | _ ->
      let period = List.map (fun (name, periods) ->
          let degree = Array.length instance.arcs.(vertex instance name) in
          Proved.N.mul (count periods) (natural degree)) (members (field "periods" json)) in
      [from; key "trap" as_it_is; [("enters_after", steps (field "entry" json)); ("period", String (decimal_sum period))];
       key "cover" steps] in
  written (Object (List.concat ([("kind", String kind)] :: claimed)))

let verdict instance json =
  let check = Kinds.judge instance json in
  if check () then "valid " ^ claim instance json else "refuted"

(* ---- certificates with the relations that their proof needs, so that it takes no linear algebra ---- *)

let completed instance text_of_certificate =
  let json = parse text_of_certificate in
  if not (List.mem (kind json) ["group"; "class"]) then unreadable "only groups and classes have relations";
  if List.mem_assoc "relations" (members json) then unreadable "the relations are there";
  match Kinds.group instance json () with
  | None -> unreadable "the certificate is refuted"
  | Some (_, _, _, images, _, multiples) ->
    let table entry map = Object (List.map (fun (v, value) -> (instance.names.(int_of_positive v), entry value)) (M.elements map)) in
    let not_zero map = List.fold_left (fun map (v, z) -> if z = Proved.Z0 then map else M.add v z map) M.empty (M.elements map) in
    let firings map = table (fun z -> String (Linear.decimal z)) (not_zero map) in
    let relations = Object [("images", table firings images); ("multiples", List (List.map firings multiples))] in
    written (Object (members json @ [("relations", relations)]))

(* ---- the program ---- *)

(* names in a reason may hold anything, and an answer is one line *)
let one_line = String.map (fun c -> if c < ' ' then ' ' else c)

let attempt work = match work () with
  | exception Unreadable why -> "unreadable: " ^ one_line why
  | exception Hints.Too_large why -> "undecided: " ^ why
  | answer -> answer

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

(* Answers questions in one process, a line for each.  A question is a line `I C`, then I bytes of an instance and C bytes of a
   certificate; when I is `-` it is about the instance before. *)
let rec batch answer present =
  match Scanf.sscanf (input_line stdin) "%s %u" (fun i c -> (i, c)) with
  | exception End_of_file -> ()
  | length, certificate_length ->
    let text = if length = "-" then None else Some (really_input_string stdin (int_of_string length)) in
    let certificate = really_input_string stdin certificate_length in
    let read text = try Ok (instance (parse text)) with Unreadable why -> Error why in
    let present = Option.fold ~none:present ~some:read text in
    print_endline (attempt (fun () -> match present with
        | Ok instance -> answer instance certificate
        | Error why -> unreadable "the instance: %s" why));
    batch answer present

let judged instance text = verdict instance (parse text)

let () =
  set_binary_mode_in stdin true;
  let no_instance = Error "there is none yet" in
  let about file certificate answer = attempt (fun () -> answer (instance (parse (read_file file))) (read_file certificate)) in
  let is_valid answer = String.length answer > 5 && String.sub answer 0 6 = "valid " in
  match Sys.argv with
  | [| _; "-" |] -> batch judged no_instance
  | [| _; "--complete"; "-" |] -> batch completed no_instance
  | [| _; "--complete"; file; certificate |] ->
    (match about file certificate completed with
     | exception Sys_error why -> prerr_endline why; exit 2
     | answer when answer <> "" && answer.[0] = '{' -> print_endline answer
     | why -> prerr_endline why; exit 2)
  | [| _; file; certificate |] ->
    (match about file certificate judged with
     | exception Sys_error why -> prerr_endline why; exit 2
     | answer when is_valid answer -> print_endline answer
     | "refuted" -> print_endline "refuted"; exit 1
     | why -> prerr_endline why; exit 2)
  | _ ->
    prerr_endline "usage: judge INSTANCE.json CERTIFICATE.json\n       judge --complete INSTANCE.json CERTIFICATE.json    (prints it with its relations)\n       judge [--complete] -    (questions on standard input)";
    exit 2
