//! Scales: from numbers to places, and the decades between.

/// A scale from numbers to places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// Whether equal ratios, not equal differences, are equally long.
    pub(crate) logarithmic: bool,
    pub(crate) from: (f64, f64),
    pub(crate) to: (f64, f64),
}

impl Scale {
    /// A logarithmic scale of whole decades around all `numbers`.
    pub(crate) fn decades(numbers: impl Iterator<Item = f64>, to: (f64, f64)) -> Self {
        let (least, most) = numbers
            .fold((f64::MAX, 0.0), |(least, most): (f64, f64), number| (least.min(number), most.max(number)));
        let (least, most) = if most > 0.0 { (least, most) } else { (1e-3, 1.0) };
        let from = (10f64.powf(least.log10().floor()), 10f64.powf(most.log10().ceil()));
        Self { logarithmic: true, from, to }
    }

    pub(crate) fn place(&self, number: f64) -> f64 {
        let linear = |number: f64| if self.logarithmic { number.log10() } else { number };
        let (low, high) = (linear(self.from.0), linear(self.from.1));
        let share = if high > low { (linear(number) - low) / (high - low) } else { 0.5 };
        self.to.0 + share * (self.to.1 - self.to.0)
    }

    /// The powers of ten from end to end.
    pub(crate) fn powers(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = (self.from.0.log10().round() as i32, self.from.1.log10().round() as i32);
        (low..=high).map(|power| 10f64.powi(power))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_keeps_its_ends_and_centres_a_single_number() {
        let scale = Scale { logarithmic: true, from: (10.0, 1000.0), to: (0.0, 1.0) };
        assert_eq!([10.0, 100.0, 1000.0].map(|number| scale.place(number)), [0.0, 0.5, 1.0]);
        let point = Scale { logarithmic: false, from: (5.0, 5.0), to: (0.0, 1.0) };
        assert_eq!(point.place(5.0), 0.5);
    }

    #[test]
    fn decades_hold_all_numbers() {
        let scale = Scale::decades([0.03, 7.0].into_iter(), (0.0, 1.0));
        assert_eq!(
            scale.powers().map(|power| format!("{power:.2}")).collect::<Vec<_>>(),
            ["0.01", "0.10", "1.00", "10.00"]
        );
        assert_eq!(Scale::decades(std::iter::empty(), (0.0, 1.0)).from, (1e-3, 1.0));
    }
}
