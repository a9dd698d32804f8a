//! Directions: where around a vertex there is room for a loop or for the arrow of the start.

use std::f64::consts::{PI, TAU};

/// The middle of the widest gap between `taken` directions, and how wide it is; among equals the nearest to `wished`.
pub(super) fn free(taken: &mut [f64], wished: f64) -> (f64, f64) {
    taken.iter_mut().for_each(|angle| *angle = angle.rem_euclid(TAU));
    taken.sort_by(f64::total_cmp);
    let Some((&first, &last)) = taken.first().zip(taken.last()) else { return (wished, TAU) };
    let gaps = taken.windows(2).map(|pair| (pair[0], pair[1])).chain([(last, first + TAU)]);
    let off = |angle: f64| ((angle - wished + PI).rem_euclid(TAU) - PI).abs();
    let mut best = (wished, -1.0);
    for (from, to) in gaps {
        let (middle, width) = ((from + to) / 2.0, to - from);
        let (known, widest) = best;
        if width > widest + 1e-6 || (width > widest - 1e-6 && off(middle) < off(known) - 1e-6) {
            best = (middle, width);
        }
    }
    // In a wide gap the wish may be granted.
    let (middle, width) = best;
    let room = (width / 2.0 - 0.7).max(0.0);
    let wish = (wished - middle + PI).rem_euclid(TAU) - PI;
    (middle + wish.clamp(-room, room), width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn loops_and_arrows_go_where_nothing_else_is() {
        let near = |found: (f64, f64), angle: f64| Point::towards(found.0 - angle).x > 1.0 - 1e-9;
        assert!(near(free(&mut [], 1.0), 1.0));
        // Something above and something below: the wished side.
        assert!(
            near(free(&mut [PI / 2.0, -PI / 2.0], 0.0), TAU)
                || near(free(&mut [PI / 2.0, -PI / 2.0], 0.0), 0.0)
        );
        // Below only: the wish, as it is far enough away.
        assert!(near(free(&mut [-PI / 2.0], PI / 2.0), PI / 2.0));
        let (angle, width) = free(&mut [0.0, 1.0, 2.0], PI / 2.0);
        assert!(angle > 2.0 && angle < TAU && (width - (TAU - 2.0)).abs() < 1e-9, "{angle}");
    }
}
