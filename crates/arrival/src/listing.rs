//! Listings: the members of a set one after the other, each judged as it comes.

use crate::context::Context;
use crate::judged::Judged;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use num_bigint::BigUint;
use rotor_algebra::{Members, burning_script, group_of, period_vectors, with_sinks};
use rotor_certify::{Certified, JudgedListing, ListingJudge};
use rotor_graph::{GroupClaim, Instance, Listing, Stop, Traps, VertexId, VertexMap};
use std::io;

/// What was listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Of what set.
    pub listing: Listing,
    /// How many members.
    pub members: u64,
    /// Whether there are no others.
    pub is_complete: bool,
    /// Why it ended before that and before the limit, if it did.
    pub ended: Option<Stop>,
}

/// Why there is no list.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A member could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// It was stopped, or the judge refuted a member.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Receives the members of a listing: chips, or positions of rotors, by vertex.
pub type ShowMember<'s> = dyn FnMut(VertexMap<u32>, &mut Context<'_>) -> Result<(), ListError> + 's;

/// Lists up to `limit` members of a set; `trap` is the one whose unicycles are listed.
///
/// The judge sees every member, and that there are no others when the search has ended. A stop in the middle
/// ends the list, which is an answer, too.
///
/// Cost: O(|V| + |A|) operations per member listed and per dead end of the search, and as much for the judge.
pub fn list<'i>(
    instance: &'i Instance,
    listing: Listing,
    trap: Option<&[VertexId]>,
    limit: u64,
    show: &mut ShowMember<'_>,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Listed>, ListError> {
    context.stage(Stage::Solve);
    let graph = instance.graph();
    let traps = match trap {
        Some(trap) => vec![trap.to_vec()],
        None => Traps::of(graph).members().to_vec(),
    };
    let of_chips = listing.is_of_chips();
    let script = match of_chips {
        true => burning_script(graph, context).map_err(SolveError::from)?,
        false => VertexMap::filled(graph.vertex_count(), BigUint::ZERO),
    };
    let judge = ListingJudge::of(instance, listing, &traps, &script, &mut context.uncounted());
    let mut judge = judge.map_err(SolveError::from)?;
    let mut found =
        Members::of(graph, listing, trap.unwrap_or_default(), context).map_err(SolveError::from)?;
    let (mut members, mut ended) = (0, None);
    let is_over = loop {
        if members == limit {
            // One more look tells whether these are all.
            break matches!(found.next(context), Ok(None));
        }
        let member = match found.next(context) {
            Ok(Some(member)) => member,
            Ok(None) => break true,
            Err(reason) => {
                ended = Some(reason);
                break false;
            }
        };
        judge.admit(&member, &mut context.uncounted()).map_err(SolveError::from)?;
        members += 1;
        show(member, context)?;
    };
    let listed = |is_complete| Listed { listing, members, is_complete, ended };
    let told = |certified: Certified<JudgedListing>| {
        Judged::proved(instance, certified, |judged: JudgedListing| listed(judged.is_complete))
    };
    if !is_over {
        return Ok(told(judge.finish()));
    }
    context.stage(Stage::Check);
    match counted(instance, listing, &traps, context) {
        Ok((group, periods)) => {
            let judged = judge.finish_complete(&group, &periods, &mut context.uncounted());
            Ok(told(judged.map_err(SolveError::from)?))
        }
        Err(reason) => {
            let because = format!("every member was, but not that there are no others: {reason}");
            Ok(Judged::unchecked(instance, listed(true), because))
        }
    }
}

/// What shows how many members there are: a group, and the periods of a trap.
fn counted(
    instance: &Instance,
    listing: Listing,
    traps: &[Vec<VertexId>],
    context: &mut Context<'_>,
) -> Result<(GroupClaim, VertexMap<BigUint>), Stop> {
    let graph = instance.graph();
    let sinks: Vec<VertexId> = match listing {
        Listing::Forests => Vec::new(),
        Listing::Recurrent | Listing::Superstable => traps.concat(),
        Listing::Unicycles => {
            graph.vertices().filter(|u| *u == traps[0][0] || traps[0].binary_search(u).is_err()).collect()
        }
    };
    let periods = match listing {
        Listing::Unicycles => period_vectors(graph, context)?,
        _ => VertexMap::filled(graph.vertex_count(), BigUint::ZERO),
    };
    Ok((group_of(&with_sinks(graph, &sinks), context)?, periods))
}
