//! Writing the `.rotor` notation in its canonical form.

use super::quoted_name;
use crate::game::Owner;
use crate::ids::VertexId;
use crate::instance::Instance;
use crate::names::is_bare;
use crate::walk::Rule;
use std::fmt;

/// An instance as canonical text for a rule: runs folded and split at the rotor, no `*` on a first arc, no `= 0`, LF.
#[derive(Clone, Copy, Debug)]
pub struct Written<'i> {
    instance: &'i Instance,
    rule: Rule,
}

impl Instance {
    /// This instance as text for `rule`; for the rule used inside, that is its [`Display`](fmt::Display) form.
    pub fn written_for(&self, rule: Rule) -> Written<'_> {
        Written { instance: self, rule }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written_for(Rule::MoveThenTurn).fmt(f)
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instance, rule } = *self;
        let graph = instance.graph();
        let turned;
        let rotors = match rule {
            Rule::MoveThenTurn => instance.rotors(),
            Rule::TurnThenMove => {
                turned = rule.from_inner(graph, instance.rotors().clone());
                writeln!(f, "rule {}", rule.name())?;
                &turned
            }
        };
        for u in graph.vertices() {
            if graph.is_sink(u) {
                write_sink(f, instance, u)?;
            } else {
                write_vertex(f, instance, u, rotors.position(graph, u) as usize)?;
            }
        }
        if let Some(start) = instance.start() {
            f.write_str("start ")?;
            write_name(f, instance.name(start))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

fn write_sink(f: &mut fmt::Formatter<'_>, instance: &Instance, u: VertexId) -> fmt::Result {
    f.write_str("sink ")?;
    write_name(f, instance.name(u))?;
    match instance.value(u) {
        0 => f.write_str("\n"),
        value => writeln!(f, " = {value}"),
    }
}

fn write_vertex(f: &mut fmt::Formatter<'_>, instance: &Instance, u: VertexId, rotor: usize) -> fmt::Result {
    match instance.owner(u) {
        Owner::Rotor => {}
        owner => write!(f, "{} ", owner.name())?,
    }
    write_name(f, instance.name(u))?;
    f.write_str(":")?;
    let heads = instance.graph().heads(u);
    write_runs(f, instance, &heads[..rotor])?;
    if rotor > 0 {
        f.write_str(" *")?;
        write_runs_after_mark(f, instance, &heads[rotor..])?;
    } else {
        write_runs(f, instance, heads)?;
    }
    f.write_str("\n")
}

fn write_runs(f: &mut fmt::Formatter<'_>, instance: &Instance, heads: &[VertexId]) -> fmt::Result {
    if heads.is_empty() {
        return Ok(());
    }
    f.write_str(" ")?;
    write_runs_after_mark(f, instance, heads)
}

fn write_runs_after_mark(f: &mut fmt::Formatter<'_>, instance: &Instance, heads: &[VertexId]) -> fmt::Result {
    for (index, run) in heads.chunk_by(|a, b| a == b).enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        write_name(f, instance.name(run[0]))?;
        if run.len() > 1 {
            write!(f, "^{}", run.len())?;
        }
    }
    Ok(())
}

/// Writes a name as the notation wants it: bare if it can be, else as a JSON string.
pub fn write_name(f: &mut dyn fmt::Write, name: &str) -> fmt::Result {
    if is_bare(name) { f.write_str(name) } else { quoted_name::write(f, name) }
}

#[cfg(test)]
mod tests {
    use crate::notation::{parse, parse_bytes};
    use crate::walk::Rule;

    fn canonical(text: &str) -> String {
        let instance = parse(text).unwrap();
        let printed = instance.to_string();
        assert_eq!(parse(&printed).as_ref(), Ok(&instance), "reading it back gives the same instance");
        assert_eq!(parse(&printed).unwrap().to_string(), printed, "printing that gives the same bytes");
        printed
    }

    #[test]
    fn canonical_text_folds_runs_and_splits_them_at_the_rotor() {
        assert_eq!(canonical("a: s s *s a a\nsink s = 0 # zero"), "a: s^2 *s a^2\nsink s\n");
        assert_eq!(canonical("a:*s^3 a^1\r\nsink s=-7"), "a: s^3 a\nsink s = -7\n");
    }

    #[test]
    fn names_that_look_like_keywords_or_signs_are_kept() {
        let text = "max: sink\nmax sink: max rule\nstart: start\nsink rule\nstart start\n";
        assert_eq!(canonical(text), text);
        let odd = "\"a b\": \"{\" \"\\\"\" é\nsink \"{\"\nsink \"\\\"\"\nsink é\n";
        assert_eq!(canonical(odd), odd);
    }

    #[test]
    fn text_for_the_other_rule_reads_back_as_the_same_instance() {
        let instance = parse("a: b s *b\nb: a s\nsink s\nstart a").unwrap();
        let text = instance.written_for(Rule::TurnThenMove).to_string();
        assert_eq!(text, "rule turn-then-move\na: b *s b\nb: a *s\nsink s\nstart a\n");
        assert_eq!(parse_bytes(text.as_bytes(), 100, &mut ()), Ok((instance, Some(Rule::TurnThenMove))));
    }
}
