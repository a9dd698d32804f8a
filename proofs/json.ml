(* JSON as RFC 8259 defines it, as the Rust reader takes it: UTF-8, perhaps behind a byte order mark, brackets at most 127
   deep, no half of a pair of surrogates, no name twice in an object.  Only numbers too large for a float are refused later
   here than there: no field takes one.

   Whatever stands in a text is checked, read later or not: a file that is not JSON means nothing. *)

exception Unreadable of string

let unreadable format = Printf.ksprintf (fun text -> raise (Unreadable text)) format

type t =
  | Null
  | Bool of bool
  | Number of string
  | String of string
  | List of t list
  | Object of (string * t) list

(* Well-formed UTF-8: no byte too many or too few, no longer form than needed, no surrogate, nothing above U+10FFFF. *)
let check_utf_8 text =
  let byte at = if at < String.length text then text.[at] else '\000' in
  let rec go at =
    if at < String.length text then begin
      (* between what the second byte must lie, and how many follow the first *)
      let low, high, following = match byte at with
        | '\000' .. '\x7F' -> '\000', '\000', 0
        | '\xC2' .. '\xDF' -> '\x80', '\xBF', 1
        | '\xE0' -> '\xA0', '\xBF', 2
        | '\xED' -> '\x80', '\x9F', 2
        | '\xE1' .. '\xEF' -> '\x80', '\xBF', 2
        | '\xF0' -> '\x90', '\xBF', 3
        | '\xF1' .. '\xF3' -> '\x80', '\xBF', 3
        | '\xF4' -> '\x80', '\x8F', 3
        | _ -> unreadable "bytes that are not UTF-8" in
      for k = 1 to following do
        let low, high = if k = 1 then low, high else '\x80', '\xBF' in
        if byte (at + k) < low || byte (at + k) > high then unreadable "bytes that are not UTF-8"
      done;
      go (at + following + 1)
    end in
  go 0

let mark = "\xEF\xBB\xBF"

let parse text =
  check_utf_8 text;
  let length = String.length text in
  let starts_with word at = at + String.length word <= length && String.sub text at (String.length word) = word in
  let at = ref (if starts_with mark 0 then String.length mark else 0) in
  let fail why = unreadable "byte %d: %s" (!at + 1) why in
  let is_end () = !at >= length in
  (* a NUL in the text is nowhere allowed, so it may stand for the end *)
  let peek () = if is_end () then '\000' else text.[!at] in
  let next () = let c = peek () in incr at; c in
  let expect c = if peek () = c then incr at else fail (Printf.sprintf "expected `%c`" c) in
  let word name value = if starts_with name !at then (at := !at + String.length name; value) else fail "expected ident" in
  let rec space () = match peek () with ' ' | '\t' | '\n' | '\r' -> incr at; space () | _ -> () in
  let is_hex = function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
  let hex () =
    let digits = if !at + 4 <= length then String.sub text !at 4 else "" in
    if digits = "" || not (String.for_all is_hex digits) then fail "invalid escape";
    at := !at + 4;
    int_of_string ("0x" ^ digits) in
  let is_half first code = code land 0xFC00 = first in
  let escaped () =
    let first = hex () in
    if is_half 0xDC00 first then fail "lone leading surrogate in hex escape"
    else if not (is_half 0xD800 first) then first
    else if not (next () = '\\' && next () = 'u') then fail "unexpected end of hex escape"
    else
      let second = hex () in
      if not (is_half 0xDC00 second) then fail "lone leading surrogate in hex escape";
      0x10000 + ((first land 0x3FF) lsl 10) + (second land 0x3FF) in
  let string () =
    expect '"';
    let out = Buffer.create 16 in
    let rec go () =
      if is_end () then fail "EOF while parsing a string";
      match next () with
      | '"' -> Buffer.contents out
      | '\\' ->
        (match next () with
         | '"' | '\\' | '/' as c -> Buffer.add_char out c
         | 'b' -> Buffer.add_char out '\b'
         | 'f' -> Buffer.add_char out '\012'
         | 'n' -> Buffer.add_char out '\n'
         | 'r' -> Buffer.add_char out '\r'
         | 't' -> Buffer.add_char out '\t'
         | 'u' -> Buffer.add_utf_8_uchar out (Uchar.of_int (escaped ()))
         | _ -> fail "invalid escape");
        go ()
      | c when c < ' ' -> fail "control character (\\u0000-\\u001F) found while parsing a string"
      | c -> Buffer.add_char out c; go () in
    go () in
  let is_digit () = match peek () with '0' .. '9' -> true | _ -> false in
  let digits () =
    if not (is_digit ()) then fail "invalid number";
    while is_digit () do incr at done in
  let number () =
    let first = !at in
    if peek () = '-' then incr at;
    if peek () = '0' then (incr at; if is_digit () then fail "invalid number") else digits ();
    if peek () = '.' then (incr at; digits ());
    if peek () = 'e' || peek () = 'E' then begin
      incr at;
      if peek () = '+' || peek () = '-' then incr at;
      digits ()
    end;
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
        if peek () = close then (incr at; List.rev found)
        else if is_end () then fail (if close = '}' then "EOF while parsing an object" else "EOF while parsing a list")
        else if peek () <> ',' then fail (Printf.sprintf "expected `,` or `%c`" close)
        else begin
          incr at;
          space ();
          if peek () = close then fail "trailing comma";
          go found
        end in
      go []
    end in
  let rec value depth =
    space ();
    match peek () with
    | '{' | '[' when depth = 127 -> fail "recursion limit exceeded"
    | '{' ->
      let seen = Hashtbl.create 16 in
      let member () =
        space ();
        if peek () <> '"' then fail "key must be a string";
        let name = string () in
        if Hashtbl.mem seen name then unreadable "`%s` occurs a second time" name;
        Hashtbl.add seen name ();
        space ();
        expect ':';
        let value = value (depth + 1) in
        (name, value) in
      Object (items '}' member)
    | '[' -> List (items ']' (fun () -> value (depth + 1)))
    | '"' -> String (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | '-' | '0' .. '9' -> number ()
    | _ -> fail (if is_end () then "EOF while parsing a value" else "expected value") in
  let whole = value 0 in
  space ();
  if not (is_end ()) then fail "trailing characters";
  whole

(* ---- what stands in a value ---- *)

let members = function Object members -> members | _ -> unreadable "expected an object"
let list = function List items -> items | _ -> unreadable "expected a list"
let text = function String text -> text | _ -> unreadable "expected a string"

let field name json =
  match List.assoc_opt name (members json) with Some value -> value | None -> unreadable "the key `%s` is missing" name

let optional name read json = Option.map read (List.assoc_opt name (members json))

(* There is no other key than these. *)
let only keys json =
  List.iter (fun (key, _) -> if not (List.mem key keys) then unreadable "unknown key `%s`" key) (members json)

(* ---- writing ---- *)

let quoted text =
  let out = Buffer.create (String.length text + 2) in
  Buffer.add_char out '"';
  String.iter (function
      | '"' -> Buffer.add_string out "\\\""
      | '\\' -> Buffer.add_string out "\\\\"
      | '\b' -> Buffer.add_string out "\\b"
      | '\012' -> Buffer.add_string out "\\f"
      | '\n' -> Buffer.add_string out "\\n"
      | '\r' -> Buffer.add_string out "\\r"
      | '\t' -> Buffer.add_string out "\\t"
      | c when c < ' ' -> Printf.bprintf out "\\u%04x" (Char.code c)
      | c -> Buffer.add_char out c) text;
  Buffer.add_char out '"';
  Buffer.contents out

let rec written = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Number digits -> digits
  | String text -> quoted text
  | List items -> "[" ^ String.concat "," (List.map written items) ^ "]"
  | Object members -> "{" ^ String.concat "," (List.map (fun (name, value) -> quoted name ^ ":" ^ written value) members) ^ "}"
