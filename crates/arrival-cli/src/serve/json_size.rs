//! How much a JSON text takes when it is parsed, before it is.

/// What a key or an element takes in an object or a list, its share of spare room included.
const PER_MEMBER: u64 = 64;

/// About how many bytes the value in `text` takes: as many as the text itself has, and a share for each member.
///
/// ```text
/// [0,0,0,…]    2 bytes of text per element, 66 when parsed
/// ```
pub(super) fn parsed_bytes(text: &[u8]) -> u64 {
    let (mut members, mut in_string, mut escaped) = (0_u64, false, false);
    for &byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b',' | b':' | b'[' | b'{' if !in_string => members += 1,
            _ => {}
        }
    }
    text.len() as u64 + PER_MEMBER * members
}

#[cfg(test)]
mod tests {
    use super::parsed_bytes;

    #[test]
    fn members_count_and_what_stands_in_strings_does_not() {
        assert_eq!(parsed_bytes(b"[0,0,0]"), 7 + 3 * 64);
        assert_eq!(parsed_bytes(br#"{"a":1}"#), 7 + 2 * 64);
        assert_eq!(parsed_bytes(br#""[,\"[:,""#), 9);
        assert_eq!(parsed_bytes(b""), 0);
    }
}
