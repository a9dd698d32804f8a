//! Arithmetic modulo a prime of 62 bits.

/// The integers modulo an odd number below 2⁶³, in Montgomery form: x stands for x·2⁶⁴.
///
/// Two multiplications replace each division, which makes eliminations several times faster than with `%`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    modulus: u64,
    /// −modulus⁻¹ modulo 2⁶⁴.
    negated_inverse: u64,
    /// 2¹²⁸ modulo the modulus.
    square: u64,
}

impl Field {
    pub(crate) fn new(modulus: u64) -> Self {
        // Newton's iteration doubles the number of right bits, from 3.
        let mut inverse = modulus;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        let radix = (1u128 << 64) % u128::from(modulus);
        let square = (radix * radix % u128::from(modulus)) as u64;
        Self { modulus, negated_inverse: inverse.wrapping_neg(), square }
    }

    pub(crate) fn modulus(self) -> u64 {
        self.modulus
    }

    /// The representation of a non-negative number.
    pub(crate) fn element(self, number: u64) -> u64 {
        self.mul(number % self.modulus, self.square)
    }

    /// The representation of an integer.
    pub(crate) fn signed(self, number: i128) -> u64 {
        self.mul(number.rem_euclid(i128::from(self.modulus)) as u64, self.square)
    }

    /// The number in 0 … modulus − 1 that this represents.
    pub(crate) fn number(self, element: u64) -> u64 {
        self.reduce(u128::from(element))
    }

    #[inline]
    fn reduce(self, product: u128) -> u64 {
        let quotient = (product as u64).wrapping_mul(self.negated_inverse);
        let sum = product + u128::from(quotient) * u128::from(self.modulus);
        let reduced = (sum >> 64) as u64;
        if reduced >= self.modulus { reduced - self.modulus } else { reduced }
    }

    #[inline]
    pub(crate) fn mul(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    #[inline]
    pub(crate) fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.modulus { sum - self.modulus } else { sum }
    }

    #[inline]
    pub(crate) fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.modulus - b }
    }

    pub(crate) fn pow(self, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut square) = (self.element(1), base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, square);
            }
            square = self.mul(square, square);
            exponent >>= 1;
        }
        power
    }

    /// 1/a for a ≠ 0, by Fermat: the modulus must be a prime.
    pub(crate) fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.modulus - 2)
    }
}

/// The fields of all primes below 2⁶², the greatest first.
pub(crate) fn prime_fields() -> impl Iterator<Item = Field> {
    (1u64..).map(|below| Field::new((1 << 62) + 1 - 2 * below)).filter(|&field| is_prime(field))
}

/// The test of Miller and Rabin; these bases leave no doubt below 2⁶⁴ (Sorenson and Webster 2017).
fn is_prime(field: Field) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let (modulus, one) = (field.modulus, field.element(1));
    let minus_one = field.sub(0, one);
    let twos = (modulus - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut power = field.pow(field.element(base), (modulus - 1) >> twos);
        if power == one {
            return true;
        }
        for _ in 1..twos {
            if power == minus_one {
                return true;
            }
            power = field.mul(power, power);
        }
        power == minus_one
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_powers_and_inverses_are_those_of_wide_integers() {
        let field = prime_fields().next().unwrap();
        let p = u128::from(field.modulus());
        let mut number = 1u64;
        for step in 0..1_000u64 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step);
            let (a, b) = (number % field.modulus(), number.rotate_left(17) % field.modulus());
            let (x, y) = (field.element(a), field.element(b));
            assert_eq!(u128::from(field.number(field.mul(x, y))), u128::from(a) * u128::from(b) % p);
            assert_eq!(u128::from(field.number(field.add(x, y))), (u128::from(a) + u128::from(b)) % p);
            assert_eq!(u128::from(field.number(field.sub(x, y))), (u128::from(a) + p - u128::from(b)) % p);
            if a > 0 {
                assert_eq!(field.mul(x, field.inverse(x)), field.element(1));
            }
        }
        assert_eq!(field.number(field.signed(-1)), field.modulus() - 1);
    }

    #[test]
    fn the_greatest_primes_below_2_to_the_62_are_known() {
        let found: Vec<u64> = prime_fields().take(3).map(|field| (1 << 62) - field.modulus()).collect();
        assert_eq!(found, [57, 87, 117]);
    }
}
