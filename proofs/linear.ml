(* Integer solutions of linear equations, digit by digit to the base of a prime [Dixon 1982].

   What it finds are hints, which are not trusted: a judge that gets a wrong hint refuses. Only `decimal` is, which writes the
   numbers of what was proved. *)

(* ---- magnitudes as words of 28 bits, the lowest first ---- *)

let word_bits = 28
let word = 1 lsl word_bits

let words_of_positive p =
  let words = ref [] and current = ref 0 and at = ref 0 in
  let push bit =
    current := !current lor (bit lsl !at);
    incr at;
    if !at = word_bits then (words := !current :: !words; current := 0; at := 0) in
  let rec go = function
    | Proved.XH -> push 1
    | Proved.XO p -> push 0; go p
    | Proved.XI p -> push 1; go p in
  go p;
  Array.of_list (List.rev (!current :: !words))

let integer_of_words words =
  let bits = word_bits * Array.length words in
  let bit k = words.(k / word_bits) lsr (k mod word_bits) land 1 in
  let top = ref (bits - 1) in
  while !top >= 0 && bit !top = 0 do decr top done;
  if !top < 0 then Proved.Z0
  else
    let rec build k =
      if k = !top then Proved.XH
      else if bit k = 1 then Proved.XI (build (k + 1))
      else Proved.XO (build (k + 1)) in
    Proved.Zpos (build 0)

(* digits to the base p, the lowest first, all with the sign of the number *)
let digits p z =
  let of_magnitude sign q =
    let words = words_of_positive q in
    let found = ref [] and left = ref (Array.length words) in
    while !left > 0 do
      let rest = ref 0 in
      for k = !left - 1 downto 0 do
        let value = (!rest lsl word_bits) lor words.(k) in
        words.(k) <- value / p;
        rest := value mod p
      done;
      found := sign * !rest :: !found;
      while !left > 0 && words.(!left - 1) = 0 do decr left done
    done;
    Array.of_list (List.rev !found) in
  match z with
  | Proved.Z0 -> [||]
  | Proved.Zpos q -> of_magnitude 1 q
  | Proved.Zneg q -> of_magnitude (-1) q

let decimal z =
  let blocks = digits 100_000_000 z in
  let most = Array.length blocks - 1 in
  if most < 0 then "0"
  else
    let sign = if blocks.(most) < 0 then "-" else "" in
    String.concat "" (sign :: List.init (most + 1) (fun k ->
        let block = abs blocks.(most - k) in
        if k = 0 then string_of_int block else Printf.sprintf "%08d" block))

(* decimal digits to a number, eight at a time *)
let of_decimal s =
  let words = Array.make (2 + String.length s * 10 / 84) 0 and used = ref 1 and at = ref 0 in
  while !at < String.length s do
    let size = min 8 (String.length s - !at) in
    let carry = ref (int_of_string ("0u" ^ String.sub s !at size)) in
    let scale = int_of_float (10. ** float_of_int size) in
    for k = 0 to !used - 1 do
      let value = words.(k) * scale + !carry in
      words.(k) <- value land (word - 1);
      carry := value lsr word_bits
    done;
    if !carry > 0 then (words.(!used) <- !carry; incr used);
    at := !at + size
  done;
  integer_of_words words

(* the number with these digits, the highest first, of either sign *)
let number p highest_first =
  let magnitude choose =
    let words = Array.make (2 + List.length highest_first) 0 in
    let used = ref 1 in
    List.iter (fun digit ->
        let carry = ref (choose digit) in
        for k = 0 to !used - 1 do
          let value = words.(k) * p + !carry in
          words.(k) <- value land (word - 1);
          carry := value lsr word_bits
        done;
        if !carry > 0 then (words.(!used) <- !carry; incr used)) highest_first;
    integer_of_words words in
  Proved.Z.sub (magnitude (fun d -> max d 0)) (magnitude (fun d -> max (- d) 0))

(* ---- modulo a prime below 2^28, so that sums of 32 products fit into a word ---- *)

let rec power base exponent p =
  if exponent = 0 then 1
  else
    let half = power (base * base mod p) (exponent / 2) p in
    if exponent land 1 = 1 then half * base mod p else half

let rec prime_below k =
  let rec is_prime d = d * d > k || (k mod d <> 0 && is_prime (d + 2)) in
  if k land 1 = 1 && is_prime 3 then k else prime_below (k - 1)

(* The inverse of a matrix modulo p; nothing if it is singular there. *)
let inverse p a =
  let m = Array.length a in
  let rows = Array.init m (fun i -> Array.init (2 * m) (fun j ->
      if j < m then (a.(i).(j) mod p + p) mod p else if j - m = i then 1 else 0)) in
  let rec eliminate column =
    if column = m then Some (Array.map (fun row -> Array.sub row m m) rows)
    else begin
      let pivot = ref column in
      while !pivot < m && rows.(!pivot).(column) = 0 do incr pivot done;
      if !pivot = m then None
      else begin
        let row = rows.(!pivot) in
        rows.(!pivot) <- rows.(column);
        rows.(column) <- row;
        let scale = power row.(column) (p - 2) p in
        for j = column to 2 * m - 1 do row.(j) <- row.(j) * scale mod p done;
        let used = List.filter (fun j -> row.(j) <> 0) (List.init (2 * m - column) (fun j -> j + column)) in
        Array.iteri (fun i other ->
            let times = p - other.(column) in
            if i <> column && times <> p then
              List.iter (fun j -> other.(j) <- (other.(j) + times * row.(j)) mod p) used) rows;
        eliminate (column + 1)
      end
    end in
  eliminate 0

type system = {
  prime : int;
  inverse : int array array;
  rows : (int * int) list array;      (* entries by column, without zeros *)
  most_bits : int;                    (* no determinant of it has more *)
}

let bits_of k = int_of_float (Float.ceil (Float.log2 (float_of_int (k + 1))))

(* a x = b can be solved for any b; nothing if a is singular modulo three primes. *)
let system a =
  let rows = Array.map (fun row ->
      List.filter (fun (_, entry) -> entry <> 0) (List.mapi (fun j entry -> (j, entry)) (Array.to_list row))) a in
  let most_bits = Array.fold_left (fun bits row ->
      bits + bits_of (List.fold_left (fun sum (_, entry) -> sum + abs entry) 0 row)) 0 rows in
  let rec go p tries =
    let prime = prime_below (p - 1) in
    match inverse prime a with
    | Some inverse -> Some { prime; inverse; rows; most_bits }
    | None -> if tries = 0 then None else go prime (tries - 1) in
  go (1 lsl word_bits) 2

(* The x with a x = b, if it is integer. *)
let solve { prime = p; inverse; rows; most_bits } b =
  let m = Array.length rows in
  let b = Array.map (digits p) b in
  let longest = Array.fold_left (fun most digits -> max most (Array.length digits)) 0 b in
  let most_digits = longest + 3 + most_bits / (word_bits - 1) in
  let carried = Array.make m 0 and found = Array.make m [] in
  let residues = Array.make m 0 and digit = Array.make m 0 in
  let rec lift k =
    if k >= longest && Array.for_all ((=) 0) carried then Some (Array.map (number p) found)
    else if k > most_digits then None
    else begin
      for i = 0 to m - 1 do
        if k < Array.length b.(i) then carried.(i) <- carried.(i) + b.(i).(k);
        residues.(i) <- (carried.(i) mod p + p) mod p
      done;
      for i = 0 to m - 1 do
        let row = inverse.(i) and sum = ref 0 in
        for j = 0 to m - 1 do
          sum := !sum + row.(j) * residues.(j);
          if j land 31 = 31 then sum := !sum mod p
        done;
        let d = !sum mod p in
        digit.(i) <- (if d > p / 2 then d - p else d);
        found.(i) <- digit.(i) :: found.(i)
      done;
      for i = 0 to m - 1 do
        let used = List.fold_left (fun sum (j, entry) -> sum + entry * digit.(j)) 0 rows.(i) in
        carried.(i) <- (carried.(i) - used) / p
      done;
      lift (k + 1)
    end in
  lift 0
