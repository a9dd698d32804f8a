//! Exact flows on request: how much memory all of them take, said before it is taken.

use super::arguments::{Limiting, Screen};
use super::fault::Fault;
use crate::memory::{Bytes, Need};
use rotor_graph::{Instance, TreeLike};
use rotor_solve::OutOfBudget;
use rotor_solve::tree::large_flow_bytes;

/// Less than this is not worth a word.
const MUCH: Bytes = Bytes(256 << 20);

/// Says on standard error what all return flows of `tree` take, if that is much, and refuses what is not allowed.
pub(super) fn announce(
    instance: &Instance,
    tree: &TreeLike<'_, '_>,
    limits: &Limiting,
    screen: &Screen,
) -> Result<(), Fault> {
    let needed = Need::of(instance).with_certificate(large_flow_bytes(tree));
    let allowed = Bytes(limits.memory());
    if needed > allowed {
        let known = format!("exact return flows take about {needed}, and --memory allows {allowed}");
        return Err(Fault::OutOfBudget { reason: OutOfBudget::Memory, known });
    }
    if needed > MUCH && !screen.quiet {
        eprintln!("arrival: exact return flows take about {needed} of memory");
    }
    Ok(())
}
