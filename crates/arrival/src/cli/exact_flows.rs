//! Exact flows on request: how much memory all of them take, said before it is taken.

use super::arguments::{Limiting, Screen};
use super::fault::Fault;
use super::writing::aside;
use crate::memory::{Bytes, Need};
use rotor_graph::Instance;
use rotor_solve::OutOfBudget;

/// Less than this is not worth a word.
const MUCH: Bytes = Bytes(256 << 20);

/// Says on standard error what all return flows take, of which those beyond machine words take `large` bytes, if that is
/// much, and refuses what is not allowed.
pub(super) fn announce(
    instance: &Instance,
    large: u64,
    limits: &Limiting,
    screen: &Screen,
) -> Result<(), Fault> {
    let needed = Need::of(instance).with_certificate(large);
    let allowed = Bytes(limits.memory());
    if needed > allowed {
        let known = format!("exact return flows take about {needed}, and --memory allows {allowed}");
        return Err(Fault::OutOfBudget { reason: OutOfBudget::Memory, known });
    }
    if needed > MUCH && !screen.quiet {
        aside(format_args!("arrival: exact return flows take about {needed} of memory"));
    }
    Ok(())
}
