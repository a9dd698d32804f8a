(* The trusted reader: JSON files to the arguments of the proved judges, and their verdicts to standard output.

   What it must get right: the graph, the rotors and the claim are those of the files.  What it may get wrong: the hints
   (ranks, ends, stripping order, last departures), since a judge that gets a wrong hint refuses. *)

module M = Proved.PM

exception Unreadable of string

let unreadable format = Printf.ksprintf (fun text -> raise (Unreadable text)) format

(* ---- JSON ---- *)

type json =
  | Null
  | Bool of bool
  | Number of string
  | String of string
  | List of json list
  | Object of (string * json) list

let parse text =
  let length = String.length text in
  let at = ref 0 in
  let peek () = if !at < length then text.[!at] else '\000' in
  let rec space () =
    match peek () with
    | ' ' | '\t' | '\n' | '\r' -> incr at; space ()
    | _ -> () in
  let expect c = if peek () = c && !at < length then incr at else unreadable "byte %d: expected %c" !at c in
  let word name value =
    if !at + String.length name <= length && String.sub text !at (String.length name) = name
    then (at := !at + String.length name; value)
    else unreadable "byte %d: expected %s" !at name in
  let hex () =
    if !at + 4 > length then unreadable "byte %d: an unfinished escape" !at;
    let digits = String.sub text !at 4 in
    at := !at + 4;
    match int_of_string_opt ("0x" ^ digits) with Some n -> n | None -> unreadable "byte %d: a bad escape" !at in
  let string () =
    expect '"';
    let out = Buffer.create 16 in
    let rec go () =
      if !at >= length then unreadable "an unfinished string";
      let c = text.[!at] in
      incr at;
      match c with
      | '"' -> Buffer.contents out
      | '\\' ->
        let c = peek () in
        incr at;
        (match c with
         | '"' | '\\' | '/' -> Buffer.add_char out c
         | 'b' -> Buffer.add_char out '\b'
         | 'f' -> Buffer.add_char out '\012'
         | 'n' -> Buffer.add_char out '\n'
         | 'r' -> Buffer.add_char out '\r'
         | 't' -> Buffer.add_char out '\t'
         | 'u' ->
           let first = hex () in
           let code =
             if first land 0xFC00 <> 0xD800 then first
             else begin
               expect '\\'; expect 'u';
               let second = hex () in
               if second land 0xFC00 <> 0xDC00 then unreadable "byte %d: half a pair of surrogates" !at;
               0x10000 + ((first land 0x3FF) lsl 10) + (second land 0x3FF)
             end in
           if not (Uchar.is_valid code) then unreadable "byte %d: not a character" !at;
           Buffer.add_utf_8_uchar out (Uchar.of_int code)
         | _ -> unreadable "byte %d: a bad escape" !at);
        go ()
      | c when Char.code c < 0x20 -> unreadable "byte %d: a control character in a string" !at
      | c -> Buffer.add_char out c; go () in
    go () in
  let number () =
    let first = !at in
    let rec go () = match peek () with
      | '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> incr at; go ()
      | _ -> () in
    go ();
    Number (String.sub text first (!at - first)) in
  (* the items of a list or an object, up to its closing bracket *)
  let items close item =
    incr at;
    space ();
    if peek () = close then (incr at; [])
    else begin
      let rec go found =
        let found = item () :: found in
        space ();
        if peek () = close then (incr at; List.rev found) else (expect ','; go found) in
      go []
    end in
  let rec value depth =
    if depth > 100 then unreadable "brackets too deep";
    space ();
    match peek () with
    | '{' ->
      let member () =
        space ();
        let name = string () in
        space ();
        expect ':';
        let v = value (depth + 1) in
        (name, v) in
      let members = items '}' member in
      let seen = Hashtbl.create 16 in
      List.iter (fun (name, _) ->
          if Hashtbl.mem seen name then unreadable "%S is there twice" name;
          Hashtbl.add seen name ()) members;
      Object members
    | '[' -> List (items ']' (fun () -> value (depth + 1)))
    | '"' -> String (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number () in
  let whole = value 0 in
  space ();
  if !at <> length then unreadable "byte %d: more than one value" !at;
  whole

let members = function Object members -> members | _ -> unreadable "expected an object"
let list = function List items -> items | _ -> unreadable "expected a list"
let text = function String text -> text | _ -> unreadable "expected a string"

let field name json =
  match List.assoc_opt name (members json) with Some v -> v | None -> unreadable "%s is missing" name

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

let is_decimal s =
  s <> "" && (s = "0" || s.[0] <> '0') && String.for_all (fun c -> '0' <= c && c <= '9') s

(* nine digits at a time *)
let count json =
  let s = text json in
  if not (is_decimal s) then unreadable "%S is not a count" s;
  let rec go at value =
    if at = String.length s then value
    else begin
      let digits = min 9 (String.length s - at) in
      let chunk = natural (int_of_string ("0u" ^ String.sub s at digits)) in
      let scale = natural (int_of_float (10. ** float_of_int digits)) in
      go (at + digits) (Proved.N.add (Proved.N.mul value scale) chunk)
    end in
  go 0 Proved.N0

let integer_of_natural = function Proved.N0 -> Proved.Z0 | Proved.Npos p -> Proved.Zpos p

(* a count with a sign *)
let signed json =
  let s = text json in
  if s <> "" && s.[0] = '-' then
    match count (String (String.sub s 1 (String.length s - 1))) with
    | Proved.N0 -> unreadable "%S is not a number" s
    | Proved.Npos p -> Proved.Zneg p
  else integer_of_natural (count json)

let flow json = if json = String "inf" then None else Some (count json)

let small json = match json with
  | Number s when is_decimal s && String.length s < 18 -> int_of_string ("0u" ^ s)
  | _ -> unreadable "expected a position"

let integer json = match json with
  | Number s when String.length s < 18 ->
    let digits = if s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
    if not (is_decimal digits) then unreadable "%s is not an integer" s;
    let k = int_of_string ("0u" ^ digits) in
    if k = 0 then Proved.Z0 else if digits = s then Proved.Zpos (positive k) else Proved.Zneg (positive k)
  | _ -> unreadable "expected an integer"

(* ---- instances ---- *)

type instance = {
  graph : Proved.graph;
  number : (string, int) Hashtbl.t;   (* vertices by name, from 1 *)
  arcs : int array array;             (* heads by vertex; nothing at 0 *)
  owners : bool Proved.PM.t;          (* true for Max, false for Min *)
  values : Proved.z Proved.PM.t;
}

let vertex instance name =
  match Hashtbl.find_opt instance.number name with Some v -> v | None -> unreadable "%S is not a vertex" name

let instance json =
  if field "format" json <> String "rotor-graph/1" then unreadable "not a rotor-graph/1";
  let turn_first = match List.assoc_opt "rule" (members json) with
    | None | Some (String "move-then-turn") -> false
    | Some (String "turn-then-move") -> true
    | Some _ -> unreadable "an unknown rule" in
  let vertices = Array.of_list (list (field "vertices" json)) in
  let number = Hashtbl.create (2 * Array.length vertices) in
  Array.iteri (fun i v ->
      let name = text (field "name" v) in
      if Hashtbl.mem number name then unreadable "vertex %S is there twice" name;
      Hashtbl.add number name (i + 1)) vertices;
  let arcs = Array.make (Array.length vertices + 1) [||] in
  let map = ref M.empty and rotors = ref M.empty and owners = ref M.empty and values = ref M.empty in
  Array.iteri (fun i v ->
      (match List.assoc_opt "owner" (members v) with
       | None | Some (String "rotor") -> ()
       | Some (String "max") -> owners := M.add (positive (i + 1)) true !owners
       | Some (String "min") -> owners := M.add (positive (i + 1)) false !owners
       | Some _ -> unreadable "an unknown owner");
      (match List.assoc_opt "value" (members v) with
       | None -> ()
       | Some value -> values := M.add (positive (i + 1)) (integer value) !values);
      let heads = match List.assoc_opt "arcs" (members v) with None -> [] | Some heads -> list heads in
      let is_sink = List.assoc_opt "sink" (members v) = Some (Bool true) in
      if is_sink <> (heads = []) then unreadable "a vertex is a sink exactly if it has no arcs";
      let head name = match Hashtbl.find_opt number (text name) with
        | Some h -> h
        | None -> unreadable "%S is not a vertex" (text name) in
      let heads = Array.of_list (List.map head heads) in
      arcs.(i + 1) <- heads;
      if heads <> [||] then begin
        let rotor = match List.assoc_opt "rotor" (members v) with None -> 0 | Some r -> small r in
        (* inside, a particle moves, then turns *)
        let rotor = if turn_first then (rotor + 1) mod Array.length heads else rotor in
        map := M.add (positive (i + 1)) (List.map positive (Array.to_list heads)) !map;
        rotors := M.add (positive (i + 1)) (natural rotor) !rotors
      end) vertices;
  let ids = List.init (Array.length vertices) (fun i -> positive (i + 1)) in
  { graph = { Proved.ids; arcs = !map; rotors = !rotors }; number; arcs; owners = !owners; values = !values }

(* ---- what certificates hold ---- *)

let counts instance json =
  List.fold_left (fun map (name, value) -> M.add (positive (vertex instance name)) (count value) map)
    M.empty (members json)

let numbers instance read json =
  List.fold_left (fun map (name, value) -> M.add (positive (vertex instance name)) (read value) map)
    M.empty (members json)

let natural_as_integer json = integer_of_natural (count json)

let traps instance lists =
  let seen = Hashtbl.create 16 and map = ref M.empty in
  List.iteri (fun i trap ->
      if trap = [] then unreadable "an empty trap";
      List.iter (fun name ->
          let v = vertex instance (text name) in
          if Hashtbl.mem seen v then unreadable "a vertex is in a trap twice";
          Hashtbl.add seen v ();
          map := M.add (positive v) (positive (i + 1)) !map) trap) lists;
  !map

let exits instance trap_count json =
  List.fold_left (fun map (name, value) ->
      let claim = match value with
        | String sink -> Proved.ToSink (positive (vertex instance sink))
        | value ->
          let i = small (field "trap" value) in
          if i >= trap_count then unreadable "no trap %d" i;
          Proved.ToTrap (positive (i + 1)) in
      M.add (positive (vertex instance name)) claim map) M.empty (members json)

let optional name read json =
  match List.assoc_opt name (members json) with None -> None | Some v -> Some (read v)

(* ---- hints: wrong ones only make the judge refuse ---- *)

let order instance = Array.length instance.arcs - 1
let halted instance traps v = Proved.halted instance.graph traps (positive v)
let is_trapped traps v = M.find (positive v) traps <> None
let count_at map v = match M.find (positive v) map with Some n -> n | None -> Proved.N0

let map_of_array values convert =
  let map = ref M.empty in
  Array.iteri (fun v value -> if v > 0 then map := M.add (positive v) (convert value) !map) values;
  !map

(* For pointers next.(v), 0 where there is none: how far each vertex is from its end, and that end.  On a cycle the
   numbers mean nothing. *)
let follow next =
  let n = Array.length next - 1 in
  let rank = Array.make (n + 1) (-1) and last = Array.init (n + 1) (fun v -> v) in
  for start = 1 to n do
    let rec down path v =
      if rank.(v) = -2 || (rank.(v) = -1 && next.(v) = 0) then (if rank.(v) = -1 then rank.(v) <- 0; path, v)
      else if rank.(v) >= 0 then (path, v)
      else (rank.(v) <- -2; down (v :: path) next.(v)) in
    let path, v = down [] start in
    let below = ref (max 0 rank.(v)) and e = last.(v) in
    List.iter (fun u -> incr below; rank.(u) <- !below; last.(u) <- e) path
  done;
  (map_of_array rank natural, map_of_array last positive)

let pointers instance next = Array.init (order instance + 1) (fun v -> if v = 0 then 0 else next v)
let head_at instance v k = int_of_positive (Proved.head_at instance.graph (positive v) k)

(* along the arcs that departures use last *)
let last_arcs instance traps departures =
  let next v =
    let k = count_at departures v in
    if k = Proved.N0 || halted instance traps v then 0 else head_at instance v (Proved.N.pred k) in
  fst (follow (pointers instance next))

(* Leaf by leaf: when each vertex is taken away, and to which neighbour it is then joined. *)
let strip instance is_live =
  let n = order instance in
  let neighbours = Array.make (n + 1) [] and edges = Hashtbl.create (2 * n) in
  for u = 1 to n do
    if is_live u then
      Array.iter (fun w ->
          if w <> u && is_live w && not (Hashtbl.mem edges (min u w, max u w)) then begin
            Hashtbl.add edges (min u w, max u w) ();
            neighbours.(u) <- w :: neighbours.(u);
            neighbours.(w) <- u :: neighbours.(w)
          end) instance.arcs.(u)
  done;
  let left = Array.map List.length neighbours and rank = Array.make (n + 1) 0 in
  let up = ref M.empty and turn = ref 0 and queue = Queue.create () in
  for v = 1 to n do if left.(v) <= 1 then Queue.add v queue done;
  while not (Queue.is_empty queue) do
    let v = Queue.pop queue in
    if rank.(v) = 0 then begin
      incr turn;
      rank.(v) <- !turn;
      List.iter (fun w ->
          if rank.(w) = 0 then begin
            up := M.add (positive v) (positive w) !up;
            left.(w) <- left.(w) - 1;
            if left.(w) <= 1 then Queue.add w queue
          end) neighbours.(v)
    end
  done;
  (!up, map_of_array rank natural)

(* The number of departures before the last one, along these arcs in turn, if the flows behind them are these; nothing if
   all are +oo. *)
let departures_before used flow_to =
  let arcs = Hashtbl.create 8 in
  Array.iter (fun h -> Hashtbl.replace arcs h (1 + Option.value ~default:0 (Hashtbl.find_opt arcs h))) used;
  let full_turns = Array.fold_left (fun least h ->
      match flow_to h with
      | None -> least
      | Some f ->
        let q = Proved.N.div (Proved.N.pred f) (natural (Hashtbl.find arcs h)) in
        (match least with Some l when not (Proved.N.ltb q l) -> least | _ -> Some q)) None used in
  match full_turns with
  | None -> None
  | Some q ->
    let left = Hashtbl.create 8 in
    let remaining h = match Hashtbl.find_opt left h with
      | Some r -> r
      | None -> Option.map (fun f -> Proved.N.sub f (Proved.N.mul q (natural (Hashtbl.find arcs h)))) (flow_to h) in
    let rec turn j =
      if j = Array.length used then 0
      else match remaining used.(j) with
        | Some r when Proved.N.eqb r (natural 1) -> j
        | Some r -> Hashtbl.replace left used.(j) (Some (Proved.N.pred r)); turn (j + 1)
        | None -> turn (j + 1) in
    Some (Proved.N.add (Proved.N.mul q (natural (Array.length used))) (natural (turn 0)))

let rotated k arcs = Array.append (Array.sub arcs k (Array.length arcs - k)) (Array.sub arcs 0 k)

(* Distances from the vertices in [starts] along [next], 0 where it does not lead. *)
let distances instance starts next =
  let distance = Array.make (order instance + 1) (-1) and queue = Queue.create () in
  List.iter (fun v -> distance.(v) <- 0; Queue.add v queue) starts;
  while not (Queue.is_empty queue) do
    let v = Queue.pop queue in
    List.iter (fun w -> if distance.(w) < 0 then (distance.(w) <- distance.(v) + 1; Queue.add w queue)) (next v)
  done;
  map_of_array (Array.map (max 0) distance) natural

let tails instance =
  let tails = Array.make (order instance + 1) [] in
  Array.iteri (fun u heads -> Array.iter (fun h -> tails.(h) <- u :: tails.(h)) heads) instance.arcs;
  tails

(* One root for every trap, how far it is from each vertex there, and how far each vertex is from it. *)
let connection instance lists =
  let trap_roots = List.map (fun trap -> vertex instance (text (List.hd trap))) lists in
  let tails = tails instance in
  let roots = List.fold_left (fun (i, map) v -> (i + 1, M.add (positive i) (positive v) map)) (1, M.empty) trap_roots in
  (snd roots, distances instance trap_roots (fun v -> tails.(v)),
   distances instance trap_roots (fun v -> Array.to_list instance.arcs.(v)))

(* How far it is to a sink or a trap. *)
let nearness instance traps =
  let tails = tails instance in
  distances instance (List.filter (halted instance traps) (List.init (order instance) (fun v -> v + 1))) (fun v -> tails.(v))

let number_at map v = match M.find (positive v) map with Some z -> z | None -> Proved.Z0
let most_lowerings = 1_000_000
let largest_group = 600

let integer_of_int k = if k = 0 then Proved.Z0 else if k > 0 then Proved.Zpos (positive k) else Proved.Zneg (positive (- k))
let sum = List.fold_left Proved.Z.add Proved.Z0

(* The rows of the Laplacian by vertex, sinks left out. *)
let laplacian instance =
  Array.mapi (fun u heads ->
      let row = Hashtbl.create 8 in
      let add v entry =
        if v = u || instance.arcs.(v) <> [||] then
          Hashtbl.replace row v (entry + Option.value ~default:0 (Hashtbl.find_opt row v)) in
      if heads <> [||] then add u (Array.length heads);
      Array.iter (fun h -> add h (-1)) heads;
      row) instance.arcs

(* Which vertices need firings of their own, unless they are given, and rows that relate the others to them, one after the
   other. *)
let derivation instance rows given =
  let n = order instance in
  let known = Array.init (n + 1) (fun v -> v = 0 || instance.arcs.(v) = [||]) in
  let missing = Array.map Hashtbl.length rows and holders = Array.make (n + 1) [] in
  Array.iteri (fun u row -> Hashtbl.iter (fun v _ -> holders.(v) <- u :: holders.(v)) row) rows;
  let queue = Queue.create () and steps = ref [] and core = ref [] in
  let learn v =
    known.(v) <- true;
    List.iter (fun u -> missing.(u) <- missing.(u) - 1; if missing.(u) = 1 then Queue.add u queue) holders.(v) in
  let unknown u = Hashtbl.fold (fun v _ least -> if known.(v) then least else min v least) rows.(u) max_int in
  Array.iteri (fun u count -> if count = 1 then Queue.add u queue) missing;
  List.iter (fun v -> if not known.(v) then learn v) (Option.value ~default:[] given);
  let rec go () =
    match Queue.take_opt queue with
    | Some u ->
      if missing.(u) = 1 then begin
        let v = unknown u in
        if abs (Hashtbl.find rows.(u) v) = 1 then (steps := (positive u, positive v) :: !steps; learn v)
      end;
      go ()
    | None when given <> None -> ()
    | None ->
      let best = ref 0 in
      Array.iteri (fun u count -> if count > 0 && (!best = 0 || count < missing.(!best)) then best := u) missing;
      if !best > 0 then begin
        let v = unknown !best in
        core := v :: !core;
        learn v;
        go ()
      end in
  go ();
  (List.rev !core, List.rev !steps)

(* a, b with a x + b y = gcd (x, y) *)
let rec bezout x y =
  if y = Proved.Z0 then (Proved.Zpos Proved.XH, Proved.Z0)
  else
    let a, b = bezout y (Proved.Z.modulo x y) in
    (b, Proved.Z.sub a (Proved.Z.mul (Proved.Z.div x y) b))

(* Firings x with x times the Laplacian = chips, for any chips.  In each trap they are known up to its periods: first they are
   taken to be 0 at one vertex c, which makes them multiples of 1/period(c), and then periods are added that make them
   integers. *)
let firings_for instance rows traps periods =
  let period v = number_at periods v in
  let less u v = Proved.Z.leb (period u) (period v) && period u <> period v in
  let traps = List.map (fun trap -> (List.fold_left (fun best v -> if less v best then v else best) (List.hd trap) trap, trap)) traps in
  let is_root v = List.mem_assoc v traps in
  let kept = Array.of_list (List.filter (fun v -> instance.arcs.(v) <> [||] && not (is_root v)) (List.init (order instance) (fun v -> v + 1))) in
  let m = Array.length kept in
  if m > largest_group then unreadable "groups of more than %d vertices need a certificate with relations" largest_group;
  let at = Hashtbl.create m in
  Array.iteri (fun i v -> Hashtbl.add at v i) kept;
  let matrix = Array.make_matrix m m 0 in
  Array.iteri (fun j u -> Hashtbl.iter (fun v entry -> Option.iter (fun i -> matrix.(i).(j) <- entry) (Hashtbl.find_opt at v)) rows.(u)) kept;
  let scale = List.fold_left (fun product (c, _) -> Proved.Z.mul product (period c)) (integer_of_int 1) traps in
  let unscaled z = if scale = integer_of_int 1 then z else Proved.Z.div z scale in
  match Linear.system matrix with
  | None -> fun _ -> None
  | Some system ->
    fun chips ->
      Option.map (fun scaled ->
          let map = ref M.empty in
          Array.iteri (fun i v -> map := M.add (positive v) (unscaled scaled.(i)) !map) kept;
          List.iter (fun (c, trap) ->
              let p = period c in
              if p <> integer_of_int 1 then begin
                let whole v = match Hashtbl.find_opt at v with
                  | None -> Proved.Z0
                  | Some i -> unscaled (Proved.Z.mul scaled.(i) p) in
                (* t periods bring the firings of c to an integer *)
                let _, times = List.fold_left (fun (common, t) v ->
                    let a, b = bezout common (period v) in
                    (Proved.Z.add (Proved.Z.mul a common) (Proved.Z.mul b (period v)),
                     Proved.Z.sub (Proved.Z.mul a t) (Proved.Z.mul b (whole v)))) (p, Proved.Z0) trap in
                List.iter (fun v ->
                    map := M.add (positive v) (Proved.Z.div (Proved.Z.add (whole v) (Proved.Z.mul times (period v))) p) !map) trap
              end) traps;
          !map)
        (Linear.solve system (Array.map (fun v -> Proved.Z.mul scale (chips v)) kept))

(* Firings and rows that show that chips on each vertex, and multiples of generators, are what phi says. *)
let relations instance factors phis gens traps periods =
  let rows = laplacian instance in
  let core, steps = derivation instance rows None in
  let firings = firings_for instance rows traps periods in
  let show chips = Option.value ~default:M.empty (firings chips) in
  let image v q = sum (List.map2 (fun phi gen -> match number_at gen q with
      | Proved.Z0 -> Proved.Z0
      | count -> Proved.Z.mul (number_at phi v) count) phis gens) in
  let images = List.fold_left (fun images v ->
      let chips q = Proved.Z.sub (if q = v then integer_of_int 1 else Proved.Z0) (image v q) in
      M.add (positive v) (show chips) images) M.empty core in
  let multiples = List.map2 (fun factor gen ->
      if factor = Proved.Z0 then M.empty else show (fun q -> Proved.Z.mul factor (number_at gen q))) factors gens in
  (images, steps, multiples)

(* A number that the judge takes as a hint, so that it may be read in machine words. *)
let hinted json =
  let s = text json in
  let is_negative = s <> "" && s.[0] = '-' in
  let digits = if is_negative then String.sub s 1 (String.length s - 1) else s in
  if not (is_decimal digits) || s = "-0" then unreadable "%S is not a number" s;
  let magnitude = Linear.of_decimal digits in
  if is_negative then Proved.Z.opp magnitude else magnitude

(* The same as a certificate lists them. *)
let listed_relations instance json =
  let images = List.fold_left (fun images (name, firings) ->
      M.add (positive (vertex instance name)) (numbers instance hinted firings) images) M.empty (members (field "images" json)) in
  let core = List.map (fun (v, _) -> int_of_positive v) (M.elements images) in
  let _, steps = derivation instance (laplacian instance) (Some core) in
  (images, steps, List.map (numbers instance hinted) (list (field "multiples" json)))

(* Vertices at which bounds on what can be spared of firings are lowered, and the bounds in the end. *)
let spare instance traps left firings =
  let bounds = Proved.bounds instance.graph traps firings in
  let state = ref (bounds, Proved.sent instance.graph traps bounds) in
  let waiting = Array.make (order instance + 1) false and queue = Queue.create () and lowered = ref [] in
  let visit v =
    if not waiting.(v) && number_at (fst !state) v <> Proved.Z0 then (waiting.(v) <- true; Queue.add v queue) in
  for v = 1 to order instance do visit v done;
  let steps = ref 0 in
  while not (Queue.is_empty queue) do
    let v = Queue.pop queue in
    waiting.(v) <- false;
    let before = number_at (fst !state) v in
    state := Proved.lower instance.graph traps left !state (positive v);
    if number_at (fst !state) v <> before then begin
      incr steps;
      if !steps > most_lowerings then unreadable "too many lowerings to see what can be spared";
      lowered := positive v :: !lowered;
      Array.iter visit instance.arcs.(v)
    end
  done;
  (List.rev !lowered, fst !state)

(* the arcs of w from its rotor on; a rotor that is no position is for the judge to refuse *)
let used instance w =
  let arcs = instance.arcs.(w) in
  let rotor = match M.find (positive w) instance.graph.rotors with
    | Some Proved.N0 | None -> 0
    | Some (Proved.Npos p) -> int_of_positive p in
  if rotor < Array.length arcs then rotated rotor arcs else arcs

(* ---- the kinds ---- *)

let judge_walk instance json =
  let from = vertex instance (text (field "from" json)) and exit = vertex instance (text (field "exit" json)) in
  let x = counts instance (field "departures" json) in
  Proved.check_walk instance.graph (positive from) (positive exit) x
    (last_arcs instance M.empty x) (optional "steps" count json)

let judge_trap instance json =
  let from = vertex instance (text (field "from" json)) in
  let traps = traps instance [list (field "trap" json)] in
  let x = counts instance (field "departures" json) in
  Proved.check_trap instance.graph (positive from) traps x (last_arcs instance traps x) (optional "steps" count json)

let trap_lists json = List.map list (list (field "traps" json))

let has_sign json = match json with String s -> s <> "" && s.[0] = '-' | _ -> false

(* some number of a routing is below 0 *)
let is_signed json =
  List.exists (fun key -> List.exists (fun (_, value) -> has_sign value) (members (field key json)))
    ["particles"; "departures"; "sinks"]
  || List.exists has_sign (list (field "trapped" json))

(* what ends in each trap, with its number *)
let trap_ends read lists json =
  let trapped = List.map read (list (field "trapped" json)) in
  if List.length lists <> List.length trapped then unreadable "one count for each trap";
  List.mapi (fun i c -> (positive (i + 1), c)) trapped

let judge_signed instance json =
  if List.mem_assoc "steps" (members json) then unreadable "antiparticles have no number of steps";
  let lists = trap_lists json in
  let read key = numbers instance signed (field key json) in
  Proved.check_signed instance.graph (traps instance lists) (read "particles") (read "departures") (read "sinks")
    (trap_ends signed lists json)

(* a moment, with a rank along the arcs used last *)
let moment instance json =
  let at = vertex instance (text (field "at" json)) and x = counts instance (field "departures" json) in
  let next v =
    let k = count_at x v in
    if v = at || k = Proved.N0 || instance.arcs.(v) = [||] then 0
    else
      let w = head_at instance v (Proved.N.pred k) in
      if w = at || count_at x w = Proved.N0 then 0 else w in
  { Proved.at_vertex = positive at; departed = x; fall = fst (follow (pointers instance next)) }

let judge_moment instance json =
  Proved.check_moment_of instance.graph (positive (vertex instance (text (field "from" json)))) (moment instance json)

let judge_tour instance json =
  let from = positive (vertex instance (text (field "from" json))) in
  let lists = [list (field "trap" json)] in
  let traps = traps instance lists in
  let roots, toward, onward = connection instance lists in
  let entry = moment instance (field "entry" json) in
  (* along the arcs before the rotors, to the particle *)
  let pointers_before m =
    pointers instance (fun v ->
        if positive v = m.Proved.at_vertex || not (is_trapped traps v) || instance.arcs.(v) = [||] then 0
        else int_of_positive (Proved.before_at instance.graph m.Proved.departed (positive v))) in
  let rank, _ = follow (pointers_before entry) in
  let before = optional "before" (fun json ->
      let m = moment instance json in
      let next = pointers_before m in
      let at = int_of_positive m.Proved.at_vertex in
      (* what leads to the particle; the rest of the trap strays *)
      let tails = Array.make (order instance + 1) [] in
      Array.iteri (fun v w -> if w > 0 then tails.(w) <- v :: tails.(w)) next;
      let leads = Array.make (order instance + 1) false in
      let rec mark v = if not leads.(v) then (leads.(v) <- true; List.iter mark tails.(v)) in
      mark at;
      let stray = ref M.empty and witness = ref Proved.XH in
      for v = 1 to order instance do
        if is_trapped traps v && not leads.(v) then (stray := M.add (positive v) () !stray; witness := positive v)
      done;
      ((m, !stray), !witness)) json in
  Proved.check_tour instance.graph traps roots toward onward (numbers instance natural_as_integer (field "periods" json))
    from entry rank before (optional "cover" (moment instance) json)

let judge_harmonic instance json =
  let lists = trap_lists json in
  let from = vertex instance (text (field "from" json)) in
  let read key = numbers instance natural_as_integer (field key json) in
  Proved.check_harmonic instance.graph (positive from) (traps instance lists) (read "uses") (read "sinks")
    (trap_ends natural_as_integer lists json) (natural_as_integer (field "denominator" json))

let judge_stabilise instance json =
  let lists = trap_lists json in
  let traps = traps instance lists in
  let roots, toward, onward = connection instance lists in
  let read sign key = numbers instance sign (field key json) in
  let firings = read natural_as_integer "firings" and chips = read signed "chips" in
  let script = read natural_as_integer "script" in
  let recurrent = match field "recurrent" json with Bool b -> b | _ -> unreadable "expected true or false" in
  let hint, _ = spare instance traps chips firings and hint', w = spare instance traps chips script in
  Proved.check_stabilise instance.graph traps roots toward onward (nearness instance traps) (read signed "start")
    firings chips (read signed "sinks") (trap_ends signed lists json) hint script recurrent hint' w

let judge_identity instance json =
  let lists = trap_lists json in
  let traps = traps instance lists in
  let roots, toward, onward = connection instance lists in
  let chips = numbers instance signed (field "chips" json) in
  let script = numbers instance natural_as_integer (field "script" json) in
  let hint, _ = spare instance traps chips script in
  Proved.check_identity instance.graph traps roots toward onward (nearness instance traps) chips
    (numbers instance signed (field "firings" json)) script hint

(* What group and class share: the claim, with the hints that prove it. *)
let group instance json =
  let factors = List.map natural_as_integer (list (field "factors" json)) in
  let k = List.length factors in
  let coordinates = List.map (fun (name, values) -> (vertex instance name, List.map signed (list values)))
      (members (field "coordinates" json)) in
  let gens = List.map (numbers instance signed) (list (field "generators" json)) in
  let periods = numbers instance natural_as_integer (field "periods" json) in
  let lists = trap_lists json in
  let traps = traps instance lists in
  let members = List.map (List.map (fun name -> vertex instance (text name))) lists in
  let is_sink v = instance.arcs.(v) = [||] in
  let rec divide_the_next = function
    | f :: (next :: _ as rest) -> (if f = Proved.Z0 then next = Proved.Z0 else Proved.divides f next) && divide_the_next rest
    | _ -> true in
  let shape = List.length gens = k
    && List.for_all (fun (v, values) -> List.length values = k && (not (is_sink v) || List.for_all (fun z -> z = Proved.Z0) values)) coordinates
    && List.for_all (fun f -> f <> Proved.Zpos Proved.XH) factors
    && List.length (List.filter (fun f -> f = Proved.Z0) factors) = List.length lists
    && divide_the_next factors
    && Proved.check_traps instance.graph traps && Proved.check_periods instance.graph traps periods in
  if not shape then None
  else begin
    let coordinates = List.map (fun (v, values) -> (positive v, Array.of_list values)) coordinates in
    let phis = List.init k (fun i -> List.fold_left (fun map (v, values) -> M.add v values.(i) map) M.empty coordinates) in
    let images, steps, multiples = match optional "relations" (listed_relations instance) json with
      | Some listed -> listed
      | None -> relations instance factors phis gens members periods in
    Some (factors, phis, gens, images, steps, multiples)
  end

let judge_group instance json =
  match group instance json with
  | None -> false
  | Some (factors, phis, gens, images, steps, multiples) ->
    Proved.check_group instance.graph factors phis gens images steps multiples

let judge_class instance json =
  let element json = List.map signed (list (field "element" json)) in
  let other = optional "other" (fun json ->
      let positions = List.fold_left (fun map (name, position) ->
          let v = vertex instance name in
          let k = small position in
          if k >= Array.length instance.arcs.(v) then unreadable "no arc at position %d" k;
          M.add (positive v) (natural k) map) M.empty (members (field "rotors" json)) in
      ((positions, element json), numbers instance signed (field "chips" json))) json in
  let here = element json in
  match group instance json with
  | None -> false
  | Some (factors, phis, gens, images, steps, multiples) ->
    Proved.check_class instance.graph factors phis gens images steps multiples here other

let judge_route instance json =
  if is_signed json then judge_signed instance json else
  let lists = trap_lists json in
  let traps = traps instance lists and x = counts instance (field "departures" json) in
  Proved.check_route instance.graph traps
    (counts instance (field "particles" json)) x (counts instance (field "sinks" json))
    (trap_ends count lists json)
    (last_arcs instance traps x) (optional "steps" count json)

let judge_forest instance json =
  let lists = trap_lists json in
  let traps = traps instance lists and turns = counts instance (field "turns" json) in
  let next v = if halted instance traps v then 0 else head_at instance v (count_at turns v) in
  let rank, ex = follow (pointers instance next) in
  Proved.check_forest instance.graph traps turns rank ex (exits instance (List.length lists) (field "exits" json))

let judge_flows instance json =
  let lists = trap_lists json in
  let traps = traps instance lists in
  let table = Hashtbl.create 16 in
  List.iter (fun row ->
      let u = vertex instance (text (field "from" row)) and w = vertex instance (text (field "to" row)) in
      if Hashtbl.mem table (u, w) then unreadable "two rows for one arc";
      Hashtbl.add table (u, w) (flow (field "flow" row))) (list (field "flows" json));
  let rows = ref M.empty in
  Hashtbl.iter (fun (u, w) flow ->
      let row = Option.value ~default:M.empty (M.find (positive u) !rows) in
      rows := M.add (positive u) (M.add (positive w) flow row) !rows) table;
  let is_live v = not (halted instance traps v) in
  let up, rank = strip instance is_live in
  let before = ref M.empty and again = ref M.empty in
  let next = Array.make (order instance + 1) 0 in
  for w = 1 to order instance do
    if is_live w then begin
      let seen h = if h = w then None else if is_live h then Option.join (Hashtbl.find_opt table (w, h)) else Some (natural 1) in
      match departures_before (used instance w) seen with
      | None -> ()
      | Some k ->
        before := M.add (positive w) k !before;
        let last = head_at instance w k in
        next.(w) <- last;
        match departures_before (used instance w) (fun h -> if h = last then None else seen h) with
        | Some k -> again := M.add (positive w) k !again
        | None -> ()
    end
  done;
  let _, ex = follow next in
  let roots, toward, onward = connection instance lists in
  Proved.check_flows instance.graph traps !rows roots toward onward up rank !before !again ex
    (exits instance (List.length lists) (field "exits" json))

(* ---- blocks ---- *)

(* The blocks, if every edge between live vertices lies in one, and they and their vertices make a forest: for two vertices the
   number of the block of both, and for a block and a vertex the vertex's place in it. *)
let block_structure instance is_live blocks =
  let n = order instance and count = Array.length blocks in
  let place = Hashtbl.create (2 * n) and of_vertex = Array.make (n + 1) [] in
  (* vertices, and after them blocks, joined by what they hold *)
  let parent = Array.init (n + 1 + count) Fun.id in
  let rec root v = if parent.(v) = v then v else (parent.(v) <- parent.(parent.(v)); root parent.(v)) in
  let join u v = let u = root u and v = root v in u <> v && (parent.(u) <- v; true) in
  let is_block b members =
    Array.length members > 1
    && Array.for_all Fun.id (Array.mapi (fun at v ->
        Hashtbl.replace place (b, v) at;
        of_vertex.(v) <- b :: of_vertex.(v);
        is_live v && join v (n + 1 + b)) members) in
  let common u v = List.find_opt (fun b -> Hashtbl.mem place (b, v)) of_vertex.(u) in
  let covered u = Array.for_all (fun v -> v = u || not (is_live v) || common u v <> None) instance.arcs.(u) in
  (* a larger block is seen to be connected when its rows are judged *)
  let has_edge _ members =
    let u = members.(0) and v = members.(1) in
    Array.length members > 2 || Array.mem v instance.arcs.(u) || Array.mem u instance.arcs.(v) in
  let for_all_blocks check = Array.for_all Fun.id (Array.mapi check blocks) in
  if count <= n && for_all_blocks is_block
     && List.for_all (fun u -> not (is_live u) || covered u) (List.init n (fun v -> v + 1))
     && for_all_blocks has_edge
  then Some (common, fun b v -> Hashtbl.find_opt place (b, v))
  else None

type block_row = { tail : int; block : int; flow : Proved.n option; deadline : Proved.n option;
                   proof : ((int * Proved.n) list * int * (int * Proved.n) list) option }

let block_row instance json =
  let listed key = List.map (fun (name, value) -> (vertex instance name, count value)) (members (field key json)) in
  { tail = vertex instance (text (field "from" json));
    block = small (field "block" json);
    flow = flow (field "flow" json);
    deadline = flow (field "deadline" json);
    proof = optional "halts" (fun halts -> (listed "returned", vertex instance (text halts), listed "kept")) json }

(* The last departure of v, and its deadlines in its blocks: what the revolving routine makes of the flows of all its blocks,
   and of all but one. *)
let check_turning instance is_live common rows v last =
  let group h = if h = v then 1 else if not (is_live h) then 2 else match common v h with Some b -> b + 3 | None -> 1 in
  let groups = Array.map group (used instance v) in
  let flow_of g =
    if g = 1 then None
    else if g = 2 then Some (natural 1)
    else Option.bind (List.find_opt (fun row -> row.block = g - 3) rows) (fun row -> row.flow) in
  let proved = List.map positive (Array.to_list groups) in
  let without skipped p = let g = int_of_positive p in if g = skipped then None else flow_of g in
  let before = Proved.N.pred last in
  last <> Proved.N0
  && List.for_all (fun row -> row.flow <> Some Proved.N0) rows
  && Proved.check_stays proved (without 0) before
  && begin
    let at = match Proved.N.modulo before (natural (Array.length groups)) with Proved.N0 -> 0 | Proved.Npos p -> int_of_positive p in
    List.for_all (fun row ->
        let g = row.block + 3 in
        if groups.(at) <> g then row.deadline = Some last
        else match row.deadline with
          | None -> Proved.check_never proved (without g)
          | Some Proved.N0 -> false
          | Some deadline -> Proved.check_stays proved (without g) (Proved.N.pred deadline)) rows
  end

(* The flow of row number c of a block, in the block as a graph of its own. *)
let check_block_row instance members rows place c =
  let m = Array.length members in
  let row = rows.(c) and own = positive (c + 1) in
  let b = Proved.block_graph instance.graph (List.map positive (Array.to_list members)) own in
  let arcs at = match M.find (positive (at + 1)) b.Proved.arcs with
    | Some heads -> List.map (fun p -> int_of_positive p - 1) heads
    | None -> [] in
  let deadlines = ref M.empty in
  Array.iteri (fun at row -> Option.iter (fun t -> deadlines := M.add (positive (at + 1)) t !deadlines) row.deadline) rows;
  (* how far each vertex is from c, backwards *)
  let tails = Array.make m [] and far = Array.make m (-1) in
  for at = 0 to m - 1 do List.iter (fun h -> tails.(h) <- at :: tails.(h)) (arcs at) done;
  let walk starts next distance =
    let queue = Queue.create () in
    List.iter (fun v -> if distance.(v) < 0 then (distance.(v) <- 0; Queue.add v queue)) starts;
    while not (Queue.is_empty queue) do
      let v = Queue.pop queue in
      List.iter (fun w -> if distance.(w) < 0 then (distance.(w) <- distance.(v) + 1; Queue.add w queue)) (next v)
    done in
  walk [c] (fun v -> tails.(v)) far;
  let set chosen =
    let map = ref M.empty in
    for at = 0 to m - 1 do if chosen at then map := M.add (positive (at + 1)) () !map done;
    !map in
  let ranks distance =
    let map = ref M.empty in
    Array.iteri (fun at d -> map := M.add (positive (at + 1)) (natural (max 0 d)) !map) distance;
    !map in
  (* without c the block stays connected *)
  let root = if c = 0 then 1 else 0 and apart = Array.make m (-1) in
  walk [root] (fun v -> List.filter (fun w -> w <> c) (if v = c then [] else arcs v @ tails.(v))) apart;
  Proved.check_joined b own (positive (root + 1)) (ranks apart)
  && match row.flow, row.proof with
  | None, _ ->
    arcs c = [] || begin
      let reached = Array.make m (-1) in
      walk (arcs c) (fun v -> if v = c then [] else arcs v) reached;
      Proved.check_infinite b own !deadlines (set (fun at -> at <> c && reached.(at) >= 0)) (ranks far)
    end
  | Some _, None -> false
  | Some r, Some (returned, halts, kept) ->
    (* departures in the block, where there is a way back *)
    let local listed = List.for_all (fun (v, count) ->
        match place v with Some at -> count = Proved.N0 || (at <> c && far.(at) >= 0) | None -> false) listed in
    let map listed = List.fold_left (fun map (v, count) ->
        match place v with Some at -> M.add (positive (at + 1)) count map | None -> map) M.empty listed in
    local returned && local kept
    && match place halts with
    | Some h when h <> c ->
      Proved.check_finite b own !deadlines r (map returned) (map kept) (positive (h + 1)) (set (fun at -> far.(at) < 0))
    | _ -> false

let judge_blocks instance json =
  let n = order instance in
  let lists = trap_lists json in
  let traps = traps instance lists in
  let is_live v = not (halted instance traps v) in
  let exits = exits instance (List.length lists) (field "exits" json) in
  let blocks = Array.of_list (List.map (fun block ->
      Array.of_list (List.map (fun name -> vertex instance (text name)) (list block))) (list (field "blocks" json))) in
  let rows = Array.of_list (List.map (block_row instance) (list (field "flows" json))) in
  let last = counts instance (field "last_departures" json) in
  let roots, toward, onward = connection instance lists in
  (* last departures less one are turns that circulate *)
  let turns = ref M.empty in
  for v = 1 to n do turns := M.add (positive v) (Proved.N.pred (count_at last v)) !turns done;
  let next v = if is_live v then head_at instance v (count_at !turns v) else 0 in
  let rank, ex = follow (pointers instance next) in
  let expected = Array.concat (Array.to_list (Array.mapi (fun b members -> Array.map (fun v -> (v, b)) members) blocks)) in
  Proved.check_connected instance.graph traps roots toward onward
  && Array.map (fun row -> (row.tail, row.block)) rows = expected
  && List.for_all (fun v -> is_live v || count_at last v = Proved.N0) (List.init n (fun v -> v + 1))
  && Proved.check_forest instance.graph traps !turns rank ex exits
  && match block_structure instance is_live blocks with
  | None -> false
  | Some (common, place) ->
    let own = Array.make (n + 1) [] in
    Array.iter (fun row -> own.(row.tail) <- row :: own.(row.tail)) rows;
    List.for_all (fun v -> not (is_live v) || check_turning instance is_live common own.(v) v (count_at last v))
      (List.init n (fun v -> v + 1))
    && begin
      let first = ref 0 in
      Array.for_all Fun.id (Array.mapi (fun b members ->
          let part = Array.sub rows !first (Array.length members) in
          first := !first + Array.length members;
          Array.for_all (fun c -> check_block_row instance members part (place b) c) (Array.init (Array.length members) Fun.id)) blocks)
    end

(* The pairs of one binary game, by tail and head, as Max sees them. *)
let pairs instance json =
  let table = Hashtbl.create 16 in
  List.iter (fun row ->
      let u = vertex instance (text (field "from" row)) and w = vertex instance (text (field "to" row)) in
      if Hashtbl.mem table (u, w) then unreadable "two entries for one arc";
      let wins = match field "value" row with
        | Number "0" -> false
        | Number "1" -> true
        | _ -> unreadable "a pair has the value 0 or 1" in
      Hashtbl.add table (u, w) (wins, flow (field "flow" row))) (list json);
  table

(* One legal decision for every vertex of the player and for no other. *)
let strategy instance set player json =
  let decided = members json in
  let mine = ref 0 in
  for v = 1 to order instance do if M.find (positive v) instance.owners = Some player then incr mine done;
  if List.length decided <> !mine then unreadable "one decision for each vertex of a player";
  List.fold_left (fun map (name, value) ->
      let v = vertex instance name in
      if M.find (positive v) instance.owners <> Some player then unreadable "a decision at a vertex of somebody else";
      let degree = Array.length instance.arcs.(v) in
      let position json =
        let k = small json in
        if k >= degree then unreadable "no arc at position %d" k;
        k in
      let decision = match set, value with
        | Proved.ByStart, value -> Proved.Start (natural (position value))
        | Proved.ByOrder, value ->
          let positions = List.map position (list value) in
          if List.sort compare positions <> List.init degree Fun.id then unreadable "an order lists every position once";
          Proved.Order (List.map natural positions)
        | Proved.Freely, String "bounce" -> Proved.Bounce
        | Proved.Freely, value -> Proved.Always (natural (position value)) in
      M.add (positive v) decision map) M.empty decided

(* From where a sink can be reached: backwards from the sinks. *)
let may_exit instance =
  let n = order instance in
  let tails = Array.make (n + 1) [] and found = Array.make (n + 1) false and queue = Queue.create () in
  for u = 1 to n do
    Array.iter (fun h -> tails.(h) <- u :: tails.(h)) instance.arcs.(u);
    if instance.arcs.(u) = [||] then (found.(u) <- true; Queue.add u queue)
  done;
  while not (Queue.is_empty queue) do
    List.iter (fun u -> if not found.(u) then (found.(u) <- true; Queue.add u queue)) tails.(Queue.pop queue)
  done;
  found

let judge_game instance json =
  let n = order instance in
  let from = vertex instance (text (field "from" json)) in
  let set = match text (field "strategies" json) with
    | "start" -> Proved.ByStart
    | "order" -> Proved.ByOrder
    | "free" -> Proved.Freely
    | set -> unreadable "an unknown set of strategies: %s" set in
  let endless = integer (field "endless_value" json) and value = integer (field "value" json) in
  let max = strategy instance set true (field "max" json) and min = strategy instance set false (field "min" json) in
  let at_least = pairs instance (field "at_least" json) and more_than = pairs instance (field "more_than" json) in
  (* the tree of active vertices, as docs/certificates.md has it *)
  let may_exit = may_exit instance in
  let lists = Array.make (n + 1) false in
  Hashtbl.iter (fun (u, _) _ -> lists.(u) <- true) at_least;
  let moves_on v u =
    let arcs = instance.arcs.(v) in
    let leads_back () = Array.for_all (fun w -> w = v || w = u) arcs && Array.mem u arcs in
    arcs <> [||] && (may_exit.(v) || lists.(v) || (u <> v && leads_back ())) in
  let active = Array.make (n + 1) false and parent = Array.make (n + 1) 0 and depth = Array.make (n + 1) 0 in
  let queue = Queue.create () in
  if moves_on from from then (active.(from) <- true; Queue.add from queue);
  while not (Queue.is_empty queue) do
    let u = Queue.pop queue in
    Array.iter (fun v ->
        if not active.(v) && moves_on v u then begin
          active.(v) <- true;
          parent.(v) <- u;
          depth.(v) <- depth.(u) + 1;
          Queue.add v queue
        end) instance.arcs.(u)
  done;
  let value_of v = match M.find (positive v) instance.values with Some z -> z | None -> Proved.Z0 in
  let at v = if instance.arcs.(v) = [||] then value_of v else endless in
  (* one entry for every arc away from the start, and at ends the right one *)
  let complete table wins =
    let arcs = ref 0 in
    let ok = ref true in
    for u = 1 to n do
      if active.(u) then
        List.iter (fun v ->
            if v <> u && parent.(u) <> v then begin
              incr arcs;
              match Hashtbl.find_opt table (u, v) with
              | None -> ok := false
              | Some pair -> if not active.(v) && pair <> (wins (at v), Some (natural 1)) then ok := false
            end) (List.sort_uniq compare (Array.to_list instance.arcs.(u)))
    done;
    !ok && !arcs = Hashtbl.length table in
  let entries table =
    let map = ref M.empty in
    for v = 1 to n do
      if active.(v) && v <> from then
        Option.iter (fun pair -> map := M.add (positive v) pair !map) (Hashtbl.find_opt table (parent.(v), v))
    done;
    !map in
  let decided decisions v = match M.find (positive v) decisions with
    | Some (Proved.Start Proved.N0) -> instance.arcs.(v)
    | Some (Proved.Start (Proved.Npos k)) -> rotated (int_of_positive k) instance.arcs.(v)
    | Some (Proved.Order ks) ->
      let int = function Proved.N0 -> 0 | Proved.Npos k -> int_of_positive k in
      Array.of_list (List.map (fun k -> instance.arcs.(v).(int k)) ks)
    | Some (Proved.Always Proved.N0) -> [| instance.arcs.(v).(0) |]
    | Some (Proved.Always (Proved.Npos k)) -> [| instance.arcs.(v).(int_of_positive k) |]
    | Some Proved.Bounce | None -> [| parent.(v) |] in
  (* numbers of last departures *)
  let hints table player decisions =
    let turns = ref M.empty and starts = ref M.empty in
    for v = 1 to n do
      if active.(v) then begin
        let flow_to h =
          if h = v || h = parent.(v) then None
          else if active.(h) then Option.bind (Hashtbl.find_opt table (v, h)) snd
          else Some (natural 1) in
        let before arcs = Option.value ~default:Proved.N0 (departures_before arcs flow_to) in
        let owner = M.find (positive v) instance.owners in
        let arcs = if owner = Some player then decided decisions v else used instance v in
        turns := M.add (positive v) (before arcs) !turns;
        if owner <> None && set = Proved.ByStart then begin
          let all = List.init (Array.length instance.arcs.(v)) (fun k -> before (rotated k instance.arcs.(v))) in
          starts := M.add (positive v) all !starts
        end
      end
    done;
    (!turns, !starts) in
  let set_of chosen =
    let map = ref M.empty in
    for v = 1 to n do if chosen v then map := M.add (positive v) () !map done;
    !map in
  let above = ref M.empty in
  for v = 1 to n do if parent.(v) > 0 then above := M.add (positive v) (positive parent.(v)) !above done;
  let turns_a, starts_a = hints at_least true max and turns_b, starts_b = hints more_than false min in
  (* of a vertex that is not active it is not known where the particle comes from *)
  let bounces_are_active decisions =
    let bounces v = M.find (positive v) decisions = Some Proved.Bounce in
    List.for_all (fun v -> active.(v) || not (bounces v)) (List.init n (fun v -> v + 1)) in
  bounces_are_active max && bounces_are_active min
  && complete at_least (fun z -> Proved.Z.leb value z)
  && complete more_than (fun z -> not (Proved.Z.leb z value))
  && Proved.check_game instance.graph (positive from) set instance.owners instance.values value endless max min
    (entries at_least) (entries more_than) (set_of (fun v -> active.(v))) !above (map_of_array depth natural)
    (set_of (fun v -> instance.arcs.(v) <> [||] && not may_exit.(v))) turns_a turns_b starts_a starts_b

let verdict instance json =
  if field "schema" json <> String "arrival.certificate/1" then unreadable "not an arrival.certificate/1";
  let judge = match text (field "kind" json) with
    | "walk" -> judge_walk
    | "trap" -> judge_trap
    | "route" -> judge_route
    | "forest" -> judge_forest
    | "blocks" -> judge_blocks
    | "flows" -> judge_flows
    | "game" -> judge_game
    | "stabilise" -> judge_stabilise
    | "identity" -> judge_identity
    | "group" -> judge_group
    | "class" -> judge_class
    | "tour" -> judge_tour
    | "harmonic" -> judge_harmonic
    | "moment" -> judge_moment
    | kind -> unreadable "certificates of the kind %s are not judged here" kind in
  if judge instance json then "valid" else "refuted"

(* ---- certificates with the relations that their proof needs, so that it takes no linear algebra ---- *)

let quoted name =
  let out = Buffer.create (String.length name + 2) in
  String.iter (fun c -> match c with
      | '"' | '\\' -> Buffer.add_char out '\\'; Buffer.add_char out c
      | c when Char.code c < 0x20 -> Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code c))
      | c -> Buffer.add_char out c) name;
  "\"" ^ Buffer.contents out ^ "\""

let completed instance text_of_certificate =
  let json = parse text_of_certificate in
  if not (List.mem (field "kind" json) [String "group"; String "class"]) then unreadable "only groups and classes have relations";
  if List.mem_assoc "relations" (members json) then unreadable "the relations are there";
  match group instance json with
  | None -> unreadable "the certificate is refuted"
  | Some (_, _, _, images, _, multiples) ->
    let names = Array.make (order instance + 1) "" in
    Hashtbl.iter (fun name v -> names.(v) <- name) instance.number;
    let table entry map = "{" ^ String.concat "," (List.map (fun (v, value) ->
        quoted names.(int_of_positive v) ^ ":" ^ entry value) (M.elements map)) ^ "}" in
    let not_zero map = List.fold_left (fun map (v, z) -> if z = Proved.Z0 then map else M.add v z map) M.empty (M.elements map) in
    let firings map = table (fun z -> quoted (Linear.decimal z)) (not_zero map) in
    let text = String.trim text_of_certificate in
    Printf.sprintf "%s,\"relations\":{\"images\":%s,\"multiples\":[%s]}}" (String.sub text 0 (String.length text - 1))
      (table firings images) (String.concat "," (List.map firings multiples))

let attempt work = try work () with Unreadable why -> "unreadable: " ^ why

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

(* Answers about pairs of lines, an instance and a certificate; an empty line stands for the instance before. *)
let rec batch answer present =
  match input_line stdin with
  | exception End_of_file -> ()
  | line ->
    let present = if line = "" then present else try Ok (instance (parse line)) with Unreadable why -> Error why in
    let certificate = try input_line stdin with End_of_file -> "" in
    print_endline (match present with
        | Ok instance -> attempt (fun () -> answer instance certificate)
        | Error why -> "unreadable: " ^ why);
    batch answer present

let before_the_first = Error "no instance before the first empty line"

let () =
  match Sys.argv with
  | [| _; "-" |] -> batch (fun instance text -> verdict instance (parse text)) before_the_first
  | [| _; "--complete"; "-" |] -> batch completed before_the_first
  | [| _; "--complete"; file; certificate |] ->
    (match completed (instance (parse (read_file file))) (read_file certificate) with
     | exception (Sys_error why | Unreadable why) -> prerr_endline why; exit 2
     | text -> print_endline text)
  | [| _; file; certificate |] ->
    (match attempt (fun () -> verdict (instance (parse (read_file file))) (parse (read_file certificate))) with
     | exception Sys_error why -> prerr_endline why; exit 2
     | "valid" -> print_endline "valid"
     | "refuted" -> print_endline "refuted"; exit 1
     | why -> prerr_endline why; exit 2)
  | _ ->
    prerr_endline "usage: judge INSTANCE.json CERTIFICATE.json\n       judge --complete INSTANCE.json CERTIFICATE.json    (prints it with its relations)\n       judge [--complete] -    (pairs of lines on standard input)";
    exit 2
