//! The greedy loop: halves first, single vertices and arcs last.

use super::draft::Draft;
use rotor_graph::{Instance, VertexId};
use std::ops::Range;

/// Makes an instance smaller in at most this many `tries`: calls `keep` on each smaller candidate, which returns whether to
/// continue from it. Candidates that are not smaller are skipped.
///
/// Vertices are contracted along their rotors and arcs taken out, many neighbours at once, then half as many, down to
/// single ones, again and again until nothing changes. What the start does not reach is dropped in any case. If `keep` fails, the
/// search ends with its error; the caller has seen every instance that was kept. Time O(|V| + |A|) for each try,
/// besides what `keep` takes. Deterministic if `keep` is.
///
/// ```
/// let chain = rotor_generate::generate("chain", &[("n".to_owned(), "9".to_owned())].into(), 1)?;
/// let mut smallest = chain.clone();
/// let start = chain.start().ok_or("a chain has a start")?;
/// rotor_generate::shrink(&chain, start, 100, |smaller| {
///     let kept = smaller.graph().arc_count() >= 4;
///     if kept {
///         smallest = smaller.clone();
///     }
///     Ok::<bool, std::convert::Infallible>(kept)
/// })?;
/// assert_eq!(smallest.graph().arc_count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shrink<E>(
    instance: &Instance,
    start: VertexId,
    tries: u32,
    mut keep: impl FnMut(&Instance) -> Result<bool, E>,
) -> Result<(), E> {
    let mut draft = Draft::of(instance, start);
    let mut left = tries;
    if left > 0 && draft.vertex_count() < instance.graph().vertex_count() {
        left -= 1;
        keep(&draft.instance())?;
    }
    loop {
        let before = (draft.vertex_count(), draft.arc_count());
        sweep(&mut draft, &mut left, Draft::vertex_count, Draft::contracted, &mut keep)?;
        sweep(&mut draft, &mut left, Draft::arc_count, Draft::without_arcs, &mut keep)?;
        if left == 0 || (draft.vertex_count(), draft.arc_count()) == before {
            return Ok(());
        }
    }
}

/// Tries to take out neighbours, half of all at once, then ever fewer.
fn sweep<'i, E>(
    draft: &mut Draft<'i>,
    left: &mut u32,
    count: impl Fn(&Draft<'i>) -> usize,
    without: impl Fn(&Draft<'i>, Range<usize>) -> Draft<'i>,
    keep: &mut impl FnMut(&Instance) -> Result<bool, E>,
) -> Result<(), E> {
    let mut together = count(draft) / 2;
    while together > 0 {
        let mut at = 0;
        while at < count(draft) {
            let smaller = without(draft, at..(at + together).min(count(draft)));
            if (smaller.vertex_count(), smaller.arc_count()) == (draft.vertex_count(), draft.arc_count()) {
                at += together;
                continue;
            }
            if *left == 0 {
                return Ok(());
            }
            *left -= 1;
            if keep(&smaller.instance())? {
                *draft = smaller;
            } else {
                at += together;
            }
        }
        together /= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::small_graph;
    use crate::{Chain, Dice};
    use rotor_graph::{RotorWalk, StoppingGraph, parse};
    use std::convert::Infallible;

    /// How long the walk from the start is, up to a bound.
    fn steps(instance: &Instance) -> u64 {
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
        walk.run(1 << 12);
        walk.steps()
    }

    fn smallest(instance: &Instance, tries: u32, least: u64) -> (Instance, u32) {
        let (mut smallest, mut tried) = (instance.clone(), 0);
        let keep = |smaller: &Instance| {
            tried += 1;
            let kept = steps(smaller) >= least;
            if kept {
                smallest = smaller.clone();
            }
            Ok::<_, Infallible>(kept)
        };
        shrink(instance, instance.start().unwrap(), tries, keep).unwrap();
        (smallest, tried)
    }

    #[test]
    fn what_is_left_is_valid_as_good_and_no_single_piece_too_large() {
        let mut shrunk = 0;
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let instance = small_graph(&mut dice);
            let start = instance.graph().vertices().find(|&u| !instance.graph().is_sink(u));
            let Some(start) = start else { continue };
            let instance = instance.with_start(Some(start)).unwrap();
            let least = steps(&instance).div_ceil(2);
            let (small, _) = smallest(&instance, u32::MAX, least);
            assert_eq!(parse(&small.to_string()).as_ref(), Ok(&small), "seed {seed}");
            assert!(steps(&small) >= least, "seed {seed}:\n{small}");
            assert_eq!(smallest(&small, u32::MAX, least).0, small, "seed {seed}");
            assert_eq!(smallest(&instance, u32::MAX, least).0, small, "seed {seed}");
            shrunk += u32::from(small.graph().arc_count() < instance.graph().arc_count());
        }
        assert!(shrunk > 200, "{shrunk} of 300 became smaller");
    }

    #[test]
    fn it_ends_after_the_given_tries_or_with_the_first_error() {
        let chain = Chain { n: 30 }.build().unwrap();
        assert_eq!(smallest(&chain, 7, 1 << 12).1, 7);
        assert_eq!(smallest(&chain, 0, 1), (chain.clone(), 0));
        let mut asked = 0;
        let error = shrink(&chain, chain.start().unwrap(), 100, |_| {
            asked += 1;
            Err("enough")
        });
        assert_eq!((error, asked), (Err("enough"), 1));
    }
}
