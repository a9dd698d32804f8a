(* The kinds of certificates: what each holds, and which proved checker it is for. *)

open Json
open Reader
open Hints

(* Each kind reads all that its certificate holds; what it returns then checks the claim. *)

let no_trap_is_empty = List.for_all (fun trap -> trap <> [])
let lists_in instance json = trap_lists instance (field "traps" json)

(* that x is the run, if a number of steps is claimed: with a rank along the arcs used last *)
let run instance traps x = Option.map (fun steps -> (last_arcs instance traps x, Some (integer_of_natural steps)))

let judge_walk instance json =
  let from = vertex_in instance "from" json and exit = vertex_in instance "exit" json in
  let x = counts instance (field "departures" json) and steps = optional "steps" count json in
  let shape = Proved.to_exit (positive from) (positive exit) in
  fun () -> Proved.check_flow instance.graph M.empty shape (Proved.integers x) (run instance M.empty x steps)

let judge_trap instance json =
  let from = vertex_in instance "from" json in
  let lists = trap_lists instance (List [field "trap" json]) in
  let x = counts instance (field "departures" json) and steps = optional "steps" count json in
  let traps = traps lists in
  fun () ->
    no_trap_is_empty lists
    && Proved.check_flow instance.graph traps (Proved.into_trap (positive from)) (Proved.integers x) (run instance traps x steps)

(* many particles; with antiparticles if some number is below 0 *)
let judge_route instance json =
  let read key = numbers instance signed (field key json) in
  let particles = read "particles" and x = read "departures" and sinks = read "sinks" in
  let lists = lists_in instance json and ends = trap_ends signed json in
  let steps = optional "steps" count json in
  let is_negative (_, z) = match z with Proved.Zneg _ -> true | _ -> false in
  let is_signed = List.exists is_negative (ends @ List.concat_map M.elements [particles; x; sinks]) in
  if is_signed && steps <> None then unreadable "the steps of antiparticles are not a number that can be proved";
  let traps = traps lists in
  fun () ->
    let natural = function Proved.Zpos p -> Proved.Npos p | _ -> Proved.N0 in
    let naturals = List.fold_left (fun map (v, z) -> M.add v (natural z) map) M.empty (M.elements x) in
    no_trap_is_empty lists && List.compare_lengths lists ends = 0
    && Proved.check_flow instance.graph traps (Proved.particles particles sinks ends) x (run instance traps naturals steps)

(* a moment, with a rank along the arcs used last *)
let moment instance json =
  let at = vertex_in instance "at" json and x = counts instance (field "departures" json) in
  let next v =
    let k = count_at x v in
    if v = at || k = Proved.N0 || instance.arcs.(v) = [||] then 0
    else
      let w = head_at instance v (Proved.N.pred k) in
      if w = at || count_at x w = Proved.N0 then 0 else w in
  { Proved.at_vertex = positive at; departed = x; fall = fst (follow (pointers instance next)) }

let judge_moment instance json =
  let from = positive (vertex_in instance "from" json) and moment = moment instance json in
  fun () -> Proved.check_moment_of instance.graph from moment

let judge_tour instance json =
  let from = positive (vertex_in instance "from" json) in
  let lists = trap_lists instance (List [field "trap" json]) in
  let moment_in json = only ["at"; "departures"] json; moment instance json in
  let entry = moment_in (field "entry" json) in
  let before = optional "before" moment_in json and cover = optional "cover" moment_in json in
  let periods = numbers instance natural_as_integer (field "periods" json) in
  let traps = traps lists in
  (* along the arcs before the rotors, to the particle *)
  let pointers_before m =
    pointers instance (fun v ->
        if positive v = m.Proved.at_vertex || not (is_trapped traps v) || instance.arcs.(v) = [||] then 0
        else int_of_positive (Proved.before_at instance.graph m.Proved.departed (positive v))) in
  let strays m =
    let next = pointers_before m in
    (* what leads to the particle; the rest of the trap strays *)
    let tails = Array.make (order instance + 1) [] in
    Array.iteri (fun v w -> if w > 0 then tails.(w) <- v :: tails.(w)) next;
    let leads = Array.make (order instance + 1) false in
    let rec mark v = if not leads.(v) then (leads.(v) <- true; List.iter mark tails.(v)) in
    mark (int_of_positive m.Proved.at_vertex);
    let stray = ref M.empty and witness = ref Proved.XH in
    for v = 1 to order instance do
      if is_trapped traps v && not leads.(v) then (stray := M.add (positive v) () !stray; witness := positive v)
    done;
    ((m, !stray), !witness) in
  fun () ->
    no_trap_is_empty lists
    && begin
      let roots, toward, onward = connection instance lists and rank, _ = follow (pointers_before entry) in
      Proved.check_tour instance.graph traps roots toward onward periods from entry rank (Option.map strays before) cover
    end

let judge_harmonic instance json =
  let lists = lists_in instance json and from = vertex_in instance "from" json in
  let read key = numbers instance natural_as_integer (field key json) in
  let uses = read "uses" and sinks = read "sinks" and ends = trap_ends natural_as_integer json in
  let denominator = natural_as_integer (field "denominator" json) in
  fun () ->
    no_trap_is_empty lists && List.compare_lengths lists ends = 0
    && Proved.check_harmonic instance.graph (positive from) (traps lists) uses sinks ends denominator

let judge_stabilise instance json =
  let lists = lists_in instance json in
  let read sign key = numbers instance sign (field key json) in
  let start = read signed "start" and chips = read signed "chips" and sinks = read signed "sinks" in
  let firings = read natural_as_integer "firings" and script = read natural_as_integer "script" in
  let ends = trap_ends signed json in
  let recurrent = match field "recurrent" json with Bool b -> b | _ -> unreadable "expected true or false" in
  let traps = traps lists in
  fun () ->
    no_trap_is_empty lists && List.compare_lengths lists ends = 0
    && begin
      let roots, toward, onward = connection instance lists in
      let hint, _ = spare instance traps chips firings and hint', w = spare instance traps chips script in
      Proved.check_stabilise instance.graph traps roots toward onward (nearness instance traps) start
        firings chips sinks ends hint script recurrent hint' w
    end

let judge_identity instance json =
  let lists = lists_in instance json in
  let chips = numbers instance signed (field "chips" json) and firings = numbers instance signed (field "firings" json) in
  let script = numbers instance natural_as_integer (field "script" json) in
  let traps = traps lists in
  fun () ->
    no_trap_is_empty lists
    && begin
      let roots, toward, onward = connection instance lists and hint, _ = spare instance traps chips script in
      Proved.check_identity instance.graph traps roots toward onward (nearness instance traps) chips firings script hint
    end

(* What group and class share: the claim, and then the hints that prove it. *)
let group instance json =
  let factors = List.map natural_as_integer (list (field "factors" json)) in
  let k = List.length factors in
  let coordinates = List.map (fun (name, values) -> (vertex instance name, List.map signed (list values)))
      (members (field "coordinates" json)) in
  let gens = List.map (numbers instance signed) (list (field "generators" json)) in
  let lists = lists_in instance json in
  let periods = numbers instance natural_as_integer (field "periods" json) in
  let listed = optional "relations" (listed_relations instance) json in
  let traps = traps lists in
  let is_sink v = instance.arcs.(v) = [||] in
  let rec divide_the_next = function
    | f :: (next :: _ as rest) -> (if f = Proved.Z0 then next = Proved.Z0 else Proved.divides f next) && divide_the_next rest
    | _ -> true in
  let shape () = List.length gens = k
    && no_trap_is_empty lists
    && List.for_all (fun (v, values) -> List.length values = k && (not (is_sink v) || List.for_all (fun z -> z = Proved.Z0) values)) coordinates
    && List.for_all (fun f -> f <> Proved.Zpos Proved.XH) factors
    && List.length (List.filter (fun f -> f = Proved.Z0) factors) = List.length lists
    && divide_the_next factors
    && Proved.check_traps instance.graph traps && Proved.check_periods instance.graph traps periods in
  fun () ->
    if not (shape ()) then None
    else begin
      let coordinates = List.map (fun (v, values) -> (positive v, Array.of_list values)) coordinates in
      let phis = List.init k (fun i -> List.fold_left (fun map (v, values) -> M.add v values.(i) map) M.empty coordinates) in
      let images, steps, multiples = match listed with
        | Some (images, multiples) -> (images, listed_steps instance images, multiples)
        | None -> relations instance factors phis gens lists periods in
      Some (factors, phis, gens, images, steps, multiples)
    end

let judge_group instance json =
  let group = group instance json in
  fun () -> match group () with
    | None -> false
    | Some (factors, phis, gens, images, steps, multiples) ->
      Proved.check_group instance.graph factors phis gens images steps multiples

let judge_class instance json =
  let element json = List.map signed (list (field "element" json)) in
  let other = optional "other" (fun json ->
      only ["rotors"; "element"; "chips"] json;
      let add map (name, json) =
        let v = vertex instance name in
        M.add (positive v) (natural (position instance v json)) map in
      let positions = List.fold_left add M.empty (members (field "rotors" json)) in
      ((positions, element json), numbers instance signed (field "chips" json))) json in
  let here = element json and group = group instance json in
  fun () -> match group () with
    | None -> false
    | Some (factors, phis, gens, images, steps, multiples) ->
      Proved.check_class instance.graph factors phis gens images steps multiples here other

let judge_forest instance json =
  let lists = lists_in instance json and turns = counts instance (field "turns" json) in
  let exits = exits instance (List.length lists) (field "exits" json) in
  let traps = traps lists in
  fun () ->
    let next v = if halted instance traps v then 0 else head_at instance v (count_at turns v) in
    let rank, ex = follow (pointers instance next) in
    no_trap_is_empty lists && Proved.check_forest instance.graph traps turns rank ex exits

let judge_flows instance json =
  let lists = lists_in instance json in
  let exits = exits instance (List.length lists) (field "exits" json) in
  let traps = traps lists in
  let table = Hashtbl.create 16 in
  List.iter (fun row ->
      only ["from"; "to"; "flow"] row;
      let u = vertex_in instance "from" row and w = vertex_in instance "to" row in
      if Hashtbl.mem table (u, w) then
        unreadable "the return flow from `%s` to `%s` is listed a second time" instance.names.(u) instance.names.(w);
      Hashtbl.add table (u, w) (flow (field "flow" row))) (list (field "flows" json));
  fun () ->
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
    no_trap_is_empty lists
    && begin
      let roots, toward, onward = connection instance lists in
      Proved.check_flows instance.graph traps !rows roots toward onward up rank !before !again ex exits
    end

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
  only ["from"; "block"; "flow"; "deadline"; "returned"; "halts"; "kept"] json;
  let listed key = List.map (fun (name, value) -> (vertex instance name, count value)) (members (field key json)) in
  let block = integer (field "block" json) in
  if block < 0 || block > most_value then unreadable "not the number of a block";
  let is_proved = List.exists (fun key -> List.mem_assoc key (members json)) ["returned"; "halts"; "kept"] in
  { tail = vertex_in instance "from" json;
    block;
    flow = flow (field "flow" json);
    deadline = flow (field "deadline" json);
    proof = if is_proved then Some (listed "returned", vertex_in instance "halts" json, listed "kept") else None }

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
  let lists = lists_in instance json in
  let exits = exits instance (List.length lists) (field "exits" json) in
  let blocks = Array.of_list (List.map (fun block ->
      Array.of_list (List.map (fun name -> vertex instance (text name)) (list block))) (list (field "blocks" json))) in
  let rows = Array.of_list (List.map (block_row instance) (list (field "flows" json))) in
  let last = counts instance (field "last_departures" json) in
  let traps = traps lists in
  let is_live v = not (halted instance traps v) in
  fun () ->
    (* last departures less one are turns that circulate *)
    let turns = ref M.empty in
    for v = 1 to n do turns := M.add (positive v) (Proved.N.pred (count_at last v)) !turns done;
    let next v = if is_live v then head_at instance v (count_at !turns v) else 0 in
    let rank, ex = follow (pointers instance next) in
    let expected = Array.concat (Array.to_list (Array.mapi (fun b members -> Array.map (fun v -> (v, b)) members) blocks)) in
    no_trap_is_empty lists
    && (let roots, toward, onward = connection instance lists in Proved.check_connected instance.graph traps roots toward onward)
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

(* The pairs of one binary game, by tail and head, as Max sees them; whether no two are of one arc. *)
let pairs instance json =
  let rows = list json in
  let table = Hashtbl.create 16 in
  List.iter (fun row ->
      only ["from"; "to"; "value"; "flow"] row;
      let u = vertex_in instance "from" row and w = vertex_in instance "to" row in
      let wins = match field "value" row with
        | Number "0" -> false
        | Number "1" -> true
        | _ -> unreadable "a pair has the value 0 or 1" in
      Hashtbl.replace table (u, w) (wins, flow (field "flow" row))) rows;
  (table, Hashtbl.length table = List.length rows)

(* Decisions by vertex; whether they are legal, one for every vertex of the player and for no other. *)
let strategy instance set player json =
  let read v json = match set, json with
    | Proved.ByStart, value -> Proved.Start (natural (position instance v value))
    | Proved.ByOrder, value -> Proved.Order (List.map (fun json -> natural (position instance v json)) (list value))
    | Proved.Freely, String "bounce" -> Proved.Bounce
    | Proved.Freely, value -> Proved.Always (natural (position instance v value)) in
  let decided = List.map (fun (name, json) -> let v = vertex instance name in (v, read v json)) (members json) in
  let every_arc_once v ks = List.sort compare ks = List.sort compare (List.init (Array.length instance.arcs.(v)) natural) in
  let is_legal (v, decision) =
    M.find (positive v) instance.owners = Some player
    && match decision with Proved.Order ks -> every_arc_once v ks | _ -> true in
  let mine = List.filter (fun (_, owner) -> owner = player) (M.elements instance.owners) in
  (List.fold_left (fun map (v, decision) -> M.add (positive v) decision map) M.empty decided,
   List.length decided = List.length mine && List.for_all is_legal decided)

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
  let from = vertex_in instance "from" json in
  let set = match text (field "strategies" json) with
    | "start" -> Proved.ByStart
    | "order" -> Proved.ByOrder
    | "free" -> Proved.Freely
    | set -> unreadable "an unknown set of strategies: %s" set in
  let value_in key = integer_of_int (value (field key json)) in
  let endless = value_in "endless_value" and value = value_in "value" in
  let max, max_is_legal = strategy instance set true (field "max" json) in
  let min, min_is_legal = strategy instance set false (field "min" json) in
  let at_least, once = pairs instance (field "at_least" json) in
  let more_than, once' = pairs instance (field "more_than" json) in
  fun () ->
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
    max_is_legal && min_is_legal && once && once'
    && bounces_are_active max && bounces_are_active min
    && complete at_least (fun z -> Proved.Z.leb value z)
    && complete more_than (fun z -> not (Proved.Z.leb z value))
    && Proved.check_game instance.graph (positive from) set instance.owners instance.values value endless max min
      (entries at_least) (entries more_than) (set_of (fun v -> active.(v))) !above (map_of_array depth natural)
      (set_of (fun v -> instance.arcs.(v) <> [||] && not may_exit.(v))) turns_a turns_b starts_a starts_b

(* What is left to do once all of a certificate is read: the check. *)
let judge instance json =
  let judge = match kind json with
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
    | kind -> unreadable "unknown kind `%s`" kind in
  judge instance json
