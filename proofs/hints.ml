(* Hints: ranks, orders, last departures, firings.  A checker that gets a wrong hint refuses, but for `blocks`: there `used`,
   `halted` and `count_at` are trusted, since deadlines are computed from them. *)

open Json
open Reader

(* The search for a hint takes too long. *)
exception Too_large of string

let too_large format = Printf.ksprintf (fun text -> raise (Too_large text)) format

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
  let trap_roots = List.map List.hd lists in
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
  if m > largest_group then too_large "groups of more than %d vertices need a certificate with relations" largest_group;
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

(* A number that the checker takes as a hint, so that it may be read in machine words. *)
let hinted json =
  let s = text json in
  let magnitude = Linear.of_decimal (digits (without_sign s)) in
  if is_negative s then Proved.Z.opp magnitude else magnitude

(* The images and multiples that a certificate lists, and the rows that relate all other vertices to those with images. *)
let listed_relations instance json =
  only ["images"; "multiples"] json;
  let table = numbers instance hinted in
  (numbers instance table (field "images" json), List.map table (list (field "multiples" json)))

let listed_steps instance images =
  let core = List.map (fun (v, _) -> int_of_positive v) (M.elements images) in
  snd (derivation instance (laplacian instance) (Some core))

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
      if !steps > most_lowerings then too_large "too many lowerings to see what can be spared";
      lowered := positive v :: !lowered;
      Array.iter visit instance.arcs.(v)
    end
  done;
  (List.rev !lowered, fst !state)

(* the arcs of w from its rotor on *)
let used instance w =
  let arcs = instance.arcs.(w) in
  let rotor = match M.find (positive w) instance.graph.rotors with
    | Some Proved.N0 | None -> 0
    | Some (Proved.Npos p) -> int_of_positive p in
  rotated rotor arcs

