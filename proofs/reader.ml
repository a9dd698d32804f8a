(* The trusted reader, with json.ml: files to the graphs, rotors and claims that the proved checkers are asked about.

   It is meant to accept what the Rust reader accepts (`rotor-format`, json.rs, document.rs and certificate/), and reads all of a
   file before anything of it is checked.  It knows no limit of memory, and does not compare the hash of the instance. *)

open Json
module M = Proved.PM

(* ---- numbers ---- *)

let rec positive k =
  if k = 1 then Proved.XH
  else if k land 1 = 1 then Proved.XI (positive (k lsr 1))
  else Proved.XO (positive (k lsr 1))

let rec int_of_positive = function
  | Proved.XH -> 1
  | Proved.XO p -> 2 * int_of_positive p
  | Proved.XI p -> 2 * int_of_positive p + 1

let natural k = if k = 0 then Proved.N0 else Proved.Npos (positive k)
let integer_of_int k = if k = 0 then Proved.Z0 else if k > 0 then Proved.Zpos (positive k) else Proved.Zneg (positive (- k))
let integer_of_natural = function Proved.N0 -> Proved.Z0 | Proved.Npos p -> Proved.Zpos p

(* the digits of a count; leading zeros are allowed *)
let digits s =
  if s = "" || not (String.for_all (fun c -> '0' <= c && c <= '9') s) then unreadable "`%s` is not a count" s;
  s

(* nine digits at a time *)
let count json =
  let s = digits (text json) in
  let rec go at value =
    if at = String.length s then value
    else begin
      let digits = min 9 (String.length s - at) in
      let chunk = natural (int_of_string ("0u" ^ String.sub s at digits)) in
      let scale = natural (int_of_float (10. ** float_of_int digits)) in
      go (at + digits) (Proved.N.add (Proved.N.mul value scale) chunk)
    end in
  go 0 Proved.N0

let is_negative s = s <> "" && s.[0] = '-'
let without_sign s = if is_negative s then String.sub s 1 (String.length s - 1) else s

(* a count with a sign *)
let signed json =
  let s = text json in
  let magnitude = integer_of_natural (count (String (without_sign s))) in
  if is_negative s then Proved.Z.opp magnitude else magnitude

let flow json = if json = String "inf" then None else Some (count json)

(* an integer that is written as a number; like the Rust reader it takes -0 for a fraction *)
let integer json =
  let number = match json with Number s when s <> "-0" -> int_of_string_opt s | _ -> None in
  match number with Some k -> k | None -> unreadable "expected an integer"

let most_value = 1 lsl 53 - 1

let value json =
  let k = integer json in
  (* not by its size: abs of the least integer is negative *)
  if k > most_value || k < - most_value then unreadable "the value %d is out of range" k;
  k

(* ---- instances ---- *)

type instance = {
  graph : Proved.graph;
  number : (string, int) Hashtbl.t;   (* vertices by name, from 1 *)
  names : string array;               (* nothing at 0 *)
  arcs : int array array;             (* heads by vertex; nothing at 0 *)
  owners : bool Proved.PM.t;          (* true for Max, false for Min *)
  values : Proved.z Proved.PM.t;
}

let vertex instance name =
  match Hashtbl.find_opt instance.number name with
  | Some v -> v
  | None -> unreadable "the instance has no vertex `%s`" name

let instance json =
  only ["format"; "rule"; "start"; "vertices"] json;
  if text (field "format" json) <> "rotor-graph/1" then unreadable "unknown format";
  let turn_first = match optional "rule" text json with
    | None | Some "move-then-turn" -> false
    | Some "turn-then-move" -> true
    | Some rule -> unreadable "unknown rule `%s`" rule in
  let vertices = Array.of_list (list (field "vertices" json)) in
  let number = Hashtbl.create (2 * Array.length vertices) in
  let names = Array.append [| "" |] (Array.map (fun v -> text (field "name" v)) vertices) in
  Array.iteri (fun i name ->
      if i > 0 && name = "" then unreadable "the name is empty";
      if Hashtbl.mem number name then unreadable "vertex `%s` is declared a second time" name;
      if i > 0 then Hashtbl.add number name i) names;
  let head json = match Hashtbl.find_opt number (text json) with
    | Some h -> h
    | None -> unreadable "head `%s` is never declared" (text json) in
  ignore (optional "start" head json);
  let arcs = Array.make (Array.length names) [||] in
  let map = ref M.empty and rotors = ref M.empty and owners = ref M.empty and values = ref M.empty in
  let sink v json =
    only ["name"; "sink"; "value"] json;
    Option.iter (fun k -> values := M.add (positive v) (integer_of_int k) !values) (optional "value" value json) in
  let inner v json =
    only ["name"; "sink"; "arcs"; "rotor"; "owner"] json;
    (match optional "owner" text json with
     | None | Some "rotor" -> ()
     | Some "max" -> owners := M.add (positive v) true !owners
     | Some "min" -> owners := M.add (positive v) false !owners
     | Some owner -> unreadable "unknown owner `%s`" owner);
    let heads = Array.of_list (List.map head (Option.value ~default:[] (optional "arcs" list json))) in
    let degree = Array.length heads in
    if degree = 0 then unreadable "vertex `%s` has no outgoing arc and is not a sink" names.(v);
    let rotor = Option.value ~default:0 (optional "rotor" integer json) in
    if rotor < 0 || rotor >= degree then unreadable "the rotor is on arc %d of %d" rotor degree;
    (* inside, a particle moves, then turns *)
    let rotor = if turn_first then (rotor + 1) mod degree else rotor in
    arcs.(v) <- heads;
    map := M.add (positive v) (List.map positive (Array.to_list heads)) !map;
    rotors := M.add (positive v) (natural rotor) !rotors in
  Array.iteri (fun i json ->
      match List.assoc_opt "sink" (members json) with
      | Some (Bool true) -> sink (i + 1) json
      | None | Some (Bool false) -> inner (i + 1) json
      | Some _ -> unreadable "expected true or false") vertices;
  let ids = List.init (Array.length vertices) (fun i -> positive (i + 1)) in
  { graph = { Proved.ids; arcs = !map; rotors = !rotors }; number; names; arcs; owners = !owners; values = !values }

let order instance = Array.length instance.arcs - 1

(* ---- what certificates hold ---- *)

let vertex_in instance key json = vertex instance (text (field key json))

let numbers instance read json =
  List.fold_left (fun map (name, value) -> M.add (positive (vertex instance name)) (read value) map)
    M.empty (members json)

let counts instance = numbers instance count
let natural_as_integer json = integer_of_natural (count json)

(* a position among the arcs of v *)
let position instance v json =
  let k = integer json in
  if k < 0 || k >= Array.length instance.arcs.(v) then unreadable "position %d at vertex `%s`" k instance.names.(v);
  k

let trap_lists instance json =
  let seen = Hashtbl.create 16 in
  let member name =
    let v = vertex instance (text name) in
    if Hashtbl.mem seen v then unreadable "vertex `%s` is listed a second time" (text name);
    Hashtbl.add seen v ();
    v in
  List.map (fun trap -> List.map member (list trap)) (list json)

(* the number of its trap for every vertex that has one *)
let traps lists =
  let add map (i, trap) = List.fold_left (fun map v -> M.add (positive v) (positive (i + 1)) map) map trap in
  List.fold_left add M.empty (List.mapi (fun i trap -> (i, trap)) lists)

let exits instance trap_count json =
  let claim = function
    | String sink -> Proved.ToSink (positive (vertex instance sink))
    | value ->
      only ["trap"] value;
      let i = integer (field "trap" value) in
      if i < 0 || i >= trap_count then unreadable "trap %d of %d" i trap_count;
      Proved.ToTrap (positive (i + 1)) in
  if List.length (members json) < order instance then unreadable "the exit of some vertex is missing";
  numbers instance claim json

(* what ends in each trap, with its number *)
let trap_ends read json = List.mapi (fun i c -> (positive (i + 1), read c)) (list (field "trapped" json))

let keys_of_kind = function
  | "walk" -> ["from"; "exit"; "departures"; "steps"]
  | "trap" -> ["from"; "trap"; "departures"; "steps"]
  | "flows" -> ["traps"; "exits"; "flows"]
  | "forest" -> ["traps"; "exits"; "turns"]
  | "blocks" -> ["traps"; "exits"; "blocks"; "flows"; "last_departures"]
  | "route" -> ["particles"; "traps"; "departures"; "sinks"; "trapped"; "steps"]
  | "game" -> ["from"; "strategies"; "endless_value"; "value"; "max"; "min"; "at_least"; "more_than"]
  | "group" -> ["factors"; "coordinates"; "generators"; "traps"; "periods"; "relations"]
  | "class" -> ["factors"; "coordinates"; "generators"; "traps"; "periods"; "relations"; "element"; "other"]
  | "stabilise" -> ["start"; "traps"; "firings"; "chips"; "sinks"; "trapped"; "recurrent"; "script"]
  | "identity" -> ["traps"; "chips"; "firings"; "script"]
  | "harmonic" -> ["from"; "traps"; "uses"; "sinks"; "trapped"; "denominator"]
  | "moment" -> ["from"; "at"; "departures"]
  | "tour" -> ["from"; "trap"; "entry"; "before"; "cover"; "periods"]
  | kind -> unreadable "unknown kind `%s`" kind

(* The kind of a certificate of which the outer form is right.  Its hash is not computed again: the claim is checked of
   the instance that is given. *)
let kind json =
  let kind = text (field "kind" json) in
  only (["schema"; "kind"; "instance"] @ keys_of_kind kind) json;
  if text (field "schema" json) <> "arrival.certificate/1" then unreadable "unknown schema";
  ignore (text (field "instance" json));
  kind
