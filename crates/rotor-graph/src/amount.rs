//! Amounts: a number and its noun, in the singular if there is just one.

use std::fmt::Display;

/// A number of things in words.
///
/// ```
/// use rotor_graph::amount;
/// assert_eq!(amount(1, "vertex", "vertices"), "1 vertex");
/// assert_eq!(amount("1,000", "vertex", "vertices"), "1,000 vertices");
/// ```
pub fn amount(number: impl Display, one: &str, many: &str) -> String {
    match number.to_string() {
        digits if digits == "1" => format!("1 {one}"),
        digits => format!("{digits} {many}"),
    }
}
