//! Strategies, as an answer of `arrival solve` or a certificate of a game tells them.

use super::game::{StrategyReader, read_set};
use super::lookup::Lookup;
use super::read::read;
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields};
use rotor_graph::FlawRule;
use rotor_graph::{
    Claim, Decision, Flaw, FlawList, Flaws, Instance, Owner, Player, Strategy, StrategySet, VertexId, quoted,
};

/// What both players decide, and from where it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategies {
    /// The start.
    pub from: VertexId,
    /// What strategies decide.
    pub set: StrategySet,
    /// Those of Max.
    pub max: Strategy,
    /// Those of Min.
    pub min: Strategy,
}

const ANSWER: &[&str] = &[
    "schema",
    "file",
    "instance",
    "solver",
    "components",
    "strategies",
    "endless_value",
    "checked",
    "unchecked_because",
    "traps",
    "answers",
    "timings_ms",
];
const ROW: &[&str] = &["from", "value", "maxmin", "minmax", "mixed", "exit", "trap", "endless", "max", "min"];

/// Reads the strategies of an answer about `instance`, or of a certificate of its game. An answer for all starts has none.
pub fn read_strategies(bytes: &[u8], instance: &Instance) -> Result<Strategies, Flaws> {
    let document = Node::parse(bytes)?;
    let mut flaws = FlawList::default();
    let has_answers = |entries: &[(_, _)]| entries.iter().any(|(key, _)| key == "answers");
    if matches!(&document, Node::Object(entries) if !entries.is_empty() && !has_answers(entries)) {
        return match read(bytes, instance)? {
            Claim::Game(claim) => {
                let (from, set) = (claim.from, claim.strategies);
                checked(instance, Strategies { from, set, max: claim.max, min: claim.min })
            }
            _ => Err(Flaws::one(no_strategies(&Path::Root))),
        };
    }
    let strategies = read_answer(&document, instance, &mut flaws);
    checked(instance, flaws.or(strategies)?)
}

fn read_answer(document: &Node<'_>, instance: &Instance, flaws: &mut FlawList) -> Option<Strategies> {
    let top = Fields::of(document, Path::Root, ANSWER, flaws)?;
    let path = Path::Key(&top.path, "answers");
    let Some(row) = top.required_list("answers", flaws)?.iter().find(|row| has_strategies(row)) else {
        flaws.note(|| no_strategies(&path));
        return None;
    };
    let row = Fields::of(row, Path::Index(&path, 0), ROW, flaws)?;
    let mut go_on = || true;
    let lookup = Lookup::of(instance, &mut go_on);
    let from = lookup.under(&row, "from", flaws);
    let set = read_set(&top, flaws);
    let reader = StrategyReader { instance, lookup: &lookup, set };
    let max = reader.read(&row, "max", Player::Max, flaws);
    let min = reader.read(&row, "min", Player::Min, flaws);
    Some(Strategies { from: from?, set: set?, max: max?, min: min? })
}

fn has_strategies(row: &Node<'_>) -> bool {
    matches!(row, Node::Object(entries) if entries.iter().any(|(key, _)| key == "max"))
}

fn no_strategies(path: &Path<'_>) -> Flaw {
    Flaw {
        place: path.place(),
        rule: FlawRule::StrategiesThere,
        message: "this file contains no strategies".to_owned(),
        remedy: "give the answer to one start of a game".to_owned(),
    }
}

/// Demands that players decide at vertices of their own only, and that orders name every arc once.
fn checked(instance: &Instance, strategies: Strategies) -> Result<Strategies, Flaws> {
    let mut flaws = FlawList::default();
    for strategy in [&strategies.max, &strategies.min] {
        let key = Owner::Player(strategy.player).name();
        let path = Path::Key(&Path::Root, key);
        for (u, decision) in &strategy.decisions {
            let name = instance.name(*u);
            if instance.owner(*u) != Owner::Player(strategy.player) {
                flaws.note(|| Flaw {
                    place: Path::Key(&path, name).place(),
                    rule: FlawRule::DecisionOfTheOwner,
                    message: format!("vertex {} does not belong to {key}", quoted(name)),
                    remedy: "give the answer about this instance".to_owned(),
                });
            }
            let Decision::Order(arcs) = decision else { continue };
            let mut sorted = arcs.clone();
            sorted.sort_unstable();
            if !sorted.into_iter().eq(instance.graph().out_arcs(*u)) {
                flaws.note(|| Flaw {
                    place: Path::Key(&path, name).place(),
                    rule: FlawRule::Order,
                    message: format!("the order of vertex {} does not name every arc once", quoted(name)),
                    remedy: "list all positions, each once".to_owned(),
                });
            }
        }
    }
    flaws.or(Some(strategies))
}
