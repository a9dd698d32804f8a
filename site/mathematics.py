"""Formulas in plain text, such as ⌊(r(u, w) − 1) / m(u, w)⌋, set as MathML.

The documents are written to be read in a terminal too, so their formulas are plain characters. This module finds them
in running text and sets them for a browser. It needs no font, no script and no network.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿⁱᵏᵐᵀ⁺⁻", "0123456789nikmT+−", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₙᵢⱼₖₘₜᵥ₊₋", "0123456789nijkmtv+−", strict=True))
BLACKBOARD = "ℤℕℚℝℓ"
OPERATORS = "=≤≥<>−+·×/∈∉∪∩⊆⊂→↦⇒⇔≠≈≡∘∖←↔"
WORDS = ("log", "min", "max", "exp", "mod", "det", "gcd", "lcm")
FENCES = {"(": ")", "⌊": "⌋", "⌈": "⌉", "{": "}", "[": "]"}
#: Brackets as high as the text, and close to what they hold.
FENCE = '<mo stretchy="false" lspace="0" rspace="0">{}</mo>'


class NotAFormula(Exception):
    """What was read is text after all."""


def is_variable(c: str) -> bool:
    """Whether `c` names a quantity."""
    return c != "" and (c.isascii() and c.isalpha() or "α" <= c <= "ω" or c in "ΓΔΘΛΞΠΣΦΨΩ" + BLACKBOARD)


class Reader:
    """Reads one formula from `at` on; `strong` tells whether something in it can only be mathematics."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at, self.strong = text, at, False

    def peek(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.text[place] if 0 <= place < len(self.text) else ""

    def formula(self) -> str:
        """Operands and what joins them; stops before the first thing that is neither."""
        made = self.operand()
        while True:
            kept, strong = self.at, self.strong
            try:
                made += self.joined()
            except NotAFormula:
                self.at, self.strong = kept, strong
                return f"<mrow>{made}</mrow>"

    def joined(self) -> str:
        gap = self.peek() == " "
        self.at += gap
        if self.text.startswith("mod ", self.at):
            self.at += 4
            return f"<mo>mod</mo>{self.operand()}"
        if self.peek() and self.peek() in OPERATORS and (self.peek() != "/" or self.peek(1) == " " or not gap):
            sign = self.peek()
            self.at += 1 + (self.peek(1) == " ")
            self.strong = True
            return f"<mo>{escape(sign)}</mo>{self.operand()}"
        if gap and any(self.text.startswith(f"{word} ", self.at) for word in WORDS[:1]):
            return self.operand()
        if gap and is_variable(self.peek()) and self.peek(1) == ")" and self.peek(-2).isdigit():
            return f'<mspace width="0.2em"/>{self.operand()}'
        if not gap and is_variable(self.peek()) and not self.peek(1).isalnum() and self.peek(-1).isdigit():
            return self.operand()
        raise NotAFormula

    def operand(self) -> str:
        c = self.peek()
        for word in WORDS:
            if self.text.startswith(word, self.at) and not self.peek(len(word)).isalnum():
                self.at += len(word)
                self.at += self.peek() == " "
                inside = self.operand()
                self.strong = True
                return f"<mi>{word}</mi><mo>&#x2061;</mo>{inside}"
        if c and c in "−+√":
            self.at += 1
            inside = self.operand()
            self.strong |= c == "√"
            return f"<msqrt>{inside}</msqrt>" if c == "√" else f"<mo>{c}</mo>{inside}"
        if c and c in "∞…":
            self.at += 1
            return f"<mi>{c}</mi>"
        if c in FENCES:
            return self.scripted(self.fenced(c, FENCES[c]))
        if c == "|":
            return self.scripted(self.fenced("|", "|"))
        if c.isdigit() and c.isascii():
            return self.scripted(self.number())
        if is_variable(c):
            return self.scripted(self.variable())
        raise NotAFormula

    def fenced(self, opening: str, closing: str) -> str:
        self.at += 1
        inside = [self.formula()]
        while self.text.startswith(", ", self.at):
            self.at += 2
            inside.append(self.formula())
        if self.peek() != closing:
            raise NotAFormula
        self.at += 1
        self.strong |= opening in "⌊⌈|"
        self.strong |= len(inside) > 1
        between = '<mo separator="true">,</mo>'.join(inside)
        return f"<mrow>{FENCE.format(opening)}{between}{FENCE.format(closing)}</mrow>"

    def number(self) -> str:
        start = self.at
        while self.peek().isdigit() and self.peek().isascii() or self.peek() and self.peek() in ".," and self.peek(1).isdigit():
            self.at += 1
        if self.peek() and (self.peek() in "%:-'" or self.peek().isalpha() and self.peek(1).isalnum()):
            raise NotAFormula
        return f"<mn>{self.text[start:self.at]}</mn>"

    def variable(self) -> str:
        start = self.at
        self.at += 1
        while self.peek().isdigit() and self.peek().isascii():
            self.at += 1
        if self.peek().isalpha() and self.peek() not in SUPERSCRIPTS and self.peek() not in SUBSCRIPTS:
            raise NotAFormula
        name = self.text[start:self.at]
        base = f"<mi>{name}</mi>"
        if self.peek() == "*" or self.peek() in ("'", "′") and not self.peek(1).isalpha():
            mark = self.peek()
            self.at += 1
            self.strong = True
            base = f"<msup>{base}<mo>{'*' if mark == '*' else '′'}</mo></msup>"
        while self.peek() == "(":
            kept = self.at, self.strong
            try:
                base += f"<mo>&#x2061;</mo>{self.fenced('(', ')')}"
                self.strong = True
            except NotAFormula:
                self.at, self.strong = kept
                break
        return f"<mrow>{base}</mrow>"

    def scripted(self, base: str) -> str:
        """What `base` has below and above it."""
        below, above = self.script("_", SUBSCRIPTS), self.script("^", SUPERSCRIPTS)
        self.strong |= bool(below or above)
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        if below:
            return f"<msub>{base}{below}</msub>"
        return f"<msup>{base}{above}</msup>" if above else base

    def script(self, sign: str, small: dict[str, str]) -> str:
        if self.peek() and self.peek() in small:
            start = self.at
            while self.peek() and self.peek() in small:
                self.at += 1
            return f"<mn>{''.join(small[c] for c in self.text[start:self.at])}</mn>"
        if self.peek() != sign or not self.peek(1) or self.peek(1) == " ":
            return ""
        self.at += 1
        if self.peek() not in "({":
            return self.operand()
        closing = FENCES[self.peek()]
        self.at += 1
        inside = self.formula()
        if self.peek() != closing:
            raise NotAFormula
        self.at += 1
        return inside


def starts(text: str, at: int) -> bool:
    """Whether a formula may start at `at`: not in the middle of a word."""
    before, c = text[at - 1] if at else " ", text[at]
    if before.isalnum() or before in "_^-'’./`$@#":
        return False
    return is_variable(c) or c.isdigit() or c in "⌊⌈|(√∞−{"


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of `text`: running text as it is, formulas as MathML, with which of the two it is."""
    plain, at = 0, 0
    while at < len(text):
        found = formula_at(text, at) if starts(text, at) else None
        if found is None:
            at += 1
            continue
        if plain < at:
            yield False, text[plain:at]
        made, at = found
        yield True, f"<math>{made}</math>"
        plain = at
    if plain < len(text):
        yield False, text[plain:]


def formula_at(text: str, at: int) -> tuple[str, int] | None:
    """The formula that starts at `at`, and where it ends."""
    reader = Reader(text, at)
    try:
        made = reader.formula()
    except (NotAFormula, RecursionError):
        return None
    after = text[reader.at:reader.at + 1]
    if after and (after.isalnum() or after in "_^") or made in ("<mrow></mrow>",):
        return None
    alone = text[at:reader.at]
    abbreviated = after == "." and text[reader.at + 1:reader.at + 2].isalpha()
    letter = len(alone) == 1 and (alone.islower() and alone != "a" or alone in BLACKBOARD) and after not in ("'", "’") and not abbreviated
    return (made, reader.at) if reader.strong or letter else None
