//! Numbers with a long mantissa and an exponent, never negative, for guesses.
//!
//! Only sums, products and reciprocals: what an elimination without subtractions needs. Results are cut off, not
//! rounded; each is right to about 64·limbs − log₂ limbs − 2 bits.

use num_bigint::BigUint;
use num_traits::One;
use std::cmp::Ordering;

/// What a product of two numbers of this many words costs, a step of a walk being the unit.
///
/// Half of the products of words are left out, and several are made in the time of one step.
pub(crate) fn price(limbs: usize) -> u64 {
    let limbs = limbs as u64;
    2 + limbs + limbs * limbs / 8
}

/// A number that is not negative: mantissa · 2^exponent, the top bit of the mantissa set unless the number is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Float<'f> {
    mantissa: &'f [u64],
    exponent: i64,
}

/// A list of numbers of the same precision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Floats {
    limbs: usize,
    mantissas: Vec<u64>,
    exponents: Vec<i64>,
}

impl Float<'_> {
    /// Whether it is 0.
    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa[self.mantissa.len() - 1] == 0
    }

    /// The least k with the number below 2^k; the least of all for 0.
    pub(crate) fn bits(&self) -> i64 {
        if self.is_zero() { i64::MIN } else { self.exponent + 64 * self.mantissa.len() as i64 }
    }

    /// Which of two numbers of the same precision is larger.
    pub(crate) fn compare(&self, other: Float<'_>) -> Ordering {
        let by_limbs = || self.mantissa.iter().rev().cmp(other.mantissa.iter().rev());
        self.bits().cmp(&other.bits()).then_with(by_limbs)
    }

    /// The number times a power of 2.
    pub(crate) fn scaled(self, power: i64) -> Self {
        Self { exponent: self.exponent + power, ..self }
    }

    /// The nearest integer.
    pub(crate) fn round(&self) -> BigUint {
        if self.bits() < 0 {
            return BigUint::default();
        }
        match u64::try_from(self.exponent) {
            Ok(up) => integer(self.mantissa) << up,
            Err(_) => {
                let down = (-self.exponent - 1) as u64;
                let doubled = integer(&self.mantissa[(down / 64) as usize..]) >> (down % 64);
                (doubled + 1u32) >> 1u32
            }
        }
    }
}

fn integer(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
}

impl Floats {
    /// `length` zeros of this precision.
    pub(crate) fn zeros(limbs: usize, length: usize) -> Self {
        Self { limbs, mantissas: vec![0; limbs * length], exponents: vec![0; length] }
    }

    /// An empty list of this precision, with room for `length` numbers.
    pub(crate) fn with_capacity(limbs: usize, length: usize) -> Self {
        let (mantissas, exponents) = (Vec::with_capacity(limbs * length), Vec::with_capacity(length));
        Self { limbs, mantissas, exponents }
    }

    pub(crate) fn len(&self) -> usize {
        self.exponents.len()
    }

    /// The precision in words of 64 bits.
    pub(crate) fn limbs(&self) -> usize {
        self.limbs
    }

    pub(crate) fn get(&self, at: usize) -> Float<'_> {
        Float {
            mantissa: &self.mantissas[at * self.limbs..(at + 1) * self.limbs],
            exponent: self.exponents[at],
        }
    }

    pub(crate) fn push(&mut self, number: Float<'_>) {
        self.mantissas.extend_from_slice(number.mantissa);
        self.exponents.push(number.exponent);
    }

    pub(crate) fn set(&mut self, at: usize, number: Float<'_>) {
        let (mantissa, exponent) = self.entry(at);
        mantissa.copy_from_slice(number.mantissa);
        *exponent = number.exponent;
    }

    /// Sets an entry to a whole number, cut off after its leading bits.
    pub(crate) fn set_integer(&mut self, at: usize, number: &BigUint) {
        let width = 64 * self.limbs as u64;
        let bits = number.bits();
        let leading = if bits > width { number >> (bits - width) } else { number << (width - bits) };
        let (mantissa, exponent) = self.entry(at);
        mantissa.fill(0);
        for (limb, digit) in mantissa.iter_mut().zip(leading.iter_u64_digits()) {
            *limb = digit;
        }
        *exponent = bits as i64 - width as i64;
    }

    /// Sets an entry to a machine float that is normal and positive, or to 0.
    pub(crate) fn set_f64(&mut self, at: usize, number: f64) {
        let (mantissa, exponent) = self.entry(at);
        let top = mantissa.len() - 1;
        mantissa.fill(0);
        *exponent = 0;
        if number > 0.0 && number.is_normal() {
            let (leading, power) = parts(number);
            mantissa[top] = leading;
            *exponent = power - 64 * top as i64;
        }
    }

    /// Multiplies an entry by a power of 2.
    pub(crate) fn scale(&mut self, at: usize, power: i64) {
        let (mantissa, exponent) = self.entry(at);
        if mantissa[mantissa.len() - 1] != 0 {
            *exponent += power;
        }
    }

    /// Removes an entry; the last one takes its place.
    pub(crate) fn swap_remove(&mut self, at: usize) {
        let last = self.len() - 1;
        let (from, to) = (last * self.limbs, at * self.limbs);
        self.mantissas.copy_within(from..from + self.limbs, to);
        self.mantissas.truncate(from);
        self.exponents.swap_remove(at);
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.mantissas.shrink_to_fit();
        self.exponents.shrink_to_fit();
    }

    fn entry(&mut self, at: usize) -> (&mut [u64], &mut i64) {
        (&mut self.mantissas[at * self.limbs..(at + 1) * self.limbs], &mut self.exponents[at])
    }

    /// Adds to an entry.
    pub(crate) fn add(&mut self, at: usize, number: Float<'_>) {
        if number.is_zero() {
            return;
        }
        let (mantissa, exponent) = self.entry(at);
        if mantissa[mantissa.len() - 1] == 0 {
            mantissa.copy_from_slice(number.mantissa);
            *exponent = number.exponent;
            return;
        }
        let carry = if *exponent >= number.exponent {
            add_shifted(mantissa, number.mantissa, (*exponent - number.exponent) as u64)
        } else {
            shift_right(mantissa, (number.exponent - *exponent) as u64);
            *exponent = number.exponent;
            add_shifted(mantissa, number.mantissa, 0)
        };
        if carry {
            shift_right(mantissa, 1);
            let top = mantissa.len() - 1;
            mantissa[top] |= 1 << 63;
            *exponent += 1;
        }
    }
}

/// A machine float that is normal and positive: a word with its top bit set, and the power of 2 it is multiplied by.
fn parts(number: f64) -> (u64, i64) {
    let bits = number.to_bits();
    (bits << 11 | 1 << 63, (bits >> 52 & 0x7ff) as i64 - 1023 - 63)
}

/// Adds `other` shifted right by `shift` bits; returns whether the sum has one bit more.
fn add_shifted(mantissa: &mut [u64], other: &[u64], shift: u64) -> bool {
    let (skip, bits) = ((shift / 64) as usize, shift % 64);
    let mut carry = false;
    for (at, limb) in mantissa.iter_mut().enumerate() {
        let low = skip.checked_add(at).and_then(|from| other.get(from)).copied().unwrap_or(0);
        let high = skip.checked_add(at + 1).and_then(|from| other.get(from)).copied().unwrap_or(0);
        let addend = if bits == 0 { low } else { low >> bits | high << (64 - bits) };
        let (sum, first) = limb.overflowing_add(addend);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        *limb = sum;
    }
    carry
}

fn shift_right(mantissa: &mut [u64], shift: u64) {
    let (skip, bits) = ((shift / 64) as usize, shift % 64);
    for at in 0..mantissa.len() {
        let low = skip.checked_add(at).and_then(|from| mantissa.get(from)).copied().unwrap_or(0);
        let high = skip.checked_add(at + 1).and_then(|from| mantissa.get(from)).copied().unwrap_or(0);
        mantissa[at] = if bits == 0 { low } else { low >> bits | high << (64 - bits) };
    }
}

/// One number, with room to compute it.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The low half is scratch, the high half the mantissa.
    room: Vec<u64>,
    exponent: i64,
}

impl Cell {
    /// 0 with this precision.
    pub(crate) fn new(limbs: usize) -> Self {
        Self { room: vec![0; 2 * limbs], exponent: 0 }
    }

    pub(crate) fn get(&self) -> Float<'_> {
        Float { mantissa: &self.room[self.room.len() / 2..], exponent: self.exponent }
    }

    /// Becomes the product, cut off. Zero limbs at the end cost nothing.
    pub(crate) fn multiply(&mut self, a: Float<'_>, b: Float<'_>) -> Float<'_> {
        let limbs = a.mantissa.len();
        self.room.fill(0);
        self.exponent = 0;
        if a.is_zero() || b.is_zero() {
            return self.get();
        }
        let [skip_a, skip_b] = [a, b].map(|f| f.mantissa.iter().take_while(|&&limb| limb == 0).count());
        for at in skip_a..limbs {
            let factor = u128::from(a.mantissa[at]);
            // Columns that end below the mantissa are left out.
            let from = skip_b.max((limbs - 1).saturating_sub(at));
            let mut carry = 0u128;
            for (limb, &other) in self.room[at + from..at + limbs].iter_mut().zip(&b.mantissa[from..]) {
                let sum = factor * u128::from(other) + u128::from(*limb) + carry;
                *limb = sum as u64;
                carry = sum >> 64;
            }
            self.room[at + limbs] = carry as u64;
        }
        self.exponent = a.exponent + b.exponent + 64 * limbs as i64;
        if self.room[2 * limbs - 1] >> 63 == 0 {
            let mut below = self.room[limbs - 1];
            for limb in &mut self.room[limbs..] {
                let shifted = *limb << 1 | below >> 63;
                below = std::mem::replace(limb, shifted);
            }
            self.exponent -= 1;
        }
        self.get()
    }

    /// Becomes the product with a machine float that is normal and positive.
    pub(crate) fn multiply_f64(&mut self, a: Float<'_>, number: f64) -> Float<'_> {
        let limbs = a.mantissa.len();
        self.exponent = 0;
        let (low, product) = self.room.split_at_mut(limbs);
        if a.is_zero() {
            product.fill(0);
            return self.get();
        }
        let (leading, power) = parts(number);
        let mut carry = 0u128;
        for (limb, &other) in product.iter_mut().zip(a.mantissa) {
            let sum = u128::from(leading) * u128::from(other) + carry;
            // Each column stands one place lower than in the full product, whose lowest is kept apart.
            *limb = sum as u64;
            carry = sum >> 64;
        }
        low[0] = product[0];
        product.rotate_left(1);
        product[limbs - 1] = carry as u64;
        self.exponent = a.exponent + power + 64;
        if product[limbs - 1] >> 63 == 0 {
            let mut below = low[0];
            for limb in product {
                let shifted = *limb << 1 | below >> 63;
                below = std::mem::replace(limb, shifted);
            }
            self.exponent -= 1;
        }
        self.get()
    }

    /// Becomes the reciprocal of a number that is not 0.
    pub(crate) fn invert(&mut self, number: Float<'_>) -> Float<'_> {
        let limbs = number.mantissa.len();
        let width = 64 * limbs as i64;
        let mantissa = &mut self.room[limbs..];
        let (top, below) = number.mantissa.split_last().expect("a mantissa has a limb");
        if *top == 1 << 63 && below.iter().all(|&limb| limb == 0) {
            mantissa.copy_from_slice(number.mantissa);
            self.exponent = 2 - 2 * width - number.exponent;
        } else {
            let quotient = (BigUint::one() << (2 * width - 1) as u64) / integer(number.mantissa);
            for (limb, digit) in mantissa.iter_mut().zip(quotient.iter_u64_digits()) {
                *limb = digit;
            }
            self.exponent = 1 - 2 * width - number.exponent;
        }
        self.get()
    }
}

#[cfg(test)]
mod tests;
