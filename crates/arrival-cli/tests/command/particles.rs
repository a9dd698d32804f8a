//! Many particles: `arrival route` against particles that walk one by one.

use crate::place::{Place, corpus};
use rotor_generate::{Dice, Kinds, small_forest, small_graph};
use rotor_graph::{Configuration, Exit, Instance, RotorWalk, StoppingGraph, VertexId, parse};
use serde_json::{Map, Value, json};

/// An instance, and the starts of a few particles.
pub(crate) struct Case {
    pub(crate) instance: Instance,
    pub(crate) starts: Vec<VertexId>,
}

impl Case {
    fn draw(instance: Instance, dice: &mut Dice) -> Self {
        let vertices = instance.graph().vertex_count() as u32;
        let starts = (0..dice.between(1..=30)).map(|_| VertexId::new(dice.below(vertices))).collect();
        Self { instance, starts }
    }

    /// `u1=3,u2=10`.
    pub(crate) fn counts(&self) -> String {
        let words = self.by_vertex().into_iter().map(|(u, count)| format!("{u}={count}"));
        words.collect::<Vec<_>>().join(",")
    }

    /// The same as a JSON object.
    pub(crate) fn counts_as_json(&self) -> Value {
        let entries = self.by_vertex().into_iter().map(|(u, count)| (u.to_owned(), json!(count.to_string())));
        Value::Object(entries.collect())
    }

    fn by_vertex(&self) -> Vec<(&str, usize)> {
        let count = |u| self.starts.iter().filter(|&&start| start == u).count();
        let all = self.instance.graph().vertices().map(|u| (self.instance.name(u), count(u)));
        all.filter(|&(_, count)| count > 0).collect()
    }

    /// A place with the instance in `case.rotor` and the counts in `counts.json`.
    pub(crate) fn place(&self) -> Place {
        let place = Place::new().with("case.rotor", self.instance.to_string());
        place.with("counts.json", self.counts_as_json().to_string())
    }
}

/// The figures of the paper and random instances, each with random counts.
pub(crate) fn cases(random: usize) -> Vec<Case> {
    let mut dice = Dice::new(11);
    let folder = std::fs::read_dir(corpus().join("paper")).expect("the corpus is there");
    let mut files: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let figure = |file| parse(&std::fs::read_to_string(file).expect("a figure can be read")).expect("valid");
    let mut cases: Vec<_> = files.into_iter().map(|file| Case::draw(figure(file), &mut dice)).collect();
    for round in 0..random {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        cases.push(Case::draw(instance, &mut dice));
    }
    cases
}

/// What the particles of a case do, one after the other.
struct Walked {
    ends: Vec<Exit>,
    steps: u64,
    rotors: Configuration,
}

fn walked(case: &Case) -> Walked {
    let stopping = StoppingGraph::of(case.instance.graph());
    let mut walked = Walked { ends: Vec::new(), steps: 0, rotors: case.instance.rotors().clone() };
    for &start in &case.starts {
        let mut walk = RotorWalk::new(&stopping, &walked.rotors, start);
        while !walk.has_halted() {
            walk.run(1 << 20);
        }
        walked.ends.push(stopping.exit_at(walk.particle()).expect("it has halted there"));
        walked.steps += walk.steps();
        walked.rotors = walk.rotors();
    }
    walked
}

/// What `route --json` has to say of them.
fn answer(case: &Case, walked: &Walked, solver: &Value) -> Value {
    let (instance, graph) = (&case.instance, case.instance.graph());
    let ended = |exit| walked.ends.iter().filter(|&&end| end == exit).count().to_string();
    let sinks = graph.vertices().filter(|&u| graph.is_sink(u));
    let sinks: Map<_, _> =
        sinks.map(|u| (instance.name(u).to_owned(), ended(Exit::Sink(u)).into())).collect();
    let stopping = StoppingGraph::of(graph);
    let traps = stopping.traps().members().iter().enumerate().map(|(number, trap)| {
        let names: Vec<_> = trap.iter().map(|&u| instance.name(u)).collect();
        json!({"vertices": names, "particles": ended(Exit::Trap(number))})
    });
    json!({"schema": "arrival.route/1", "sinks": sinks, "traps": traps.collect::<Vec<_>>(), "solver": solver,
           "checked": true, "steps": walked.steps.to_string()})
}

#[test]
fn many_particles_end_where_they_end_one_by_one() {
    let mut kinds = Kinds::default();
    let (mut in_closed_form, mut trapped) = (0, 0);
    for case in cases(150) {
        kinds.see(&case.instance);
        let place = case.place();
        let line = format!("route case.rotor --particles {} --json", case.counts());
        let out = place.says(&format!("{line} --final after.rotor")).answer();
        let mut found: Value = serde_json::from_str(&out).unwrap();
        let components = found.as_object_mut().unwrap().remove("components");
        let walked = walked(&case);
        let by_components = found["solver"] == "flow" || found["solver"] == "blocks";
        assert_eq!(components.is_some(), by_components && walked.steps > 0, "{}{line}", case.instance);
        assert_eq!(found, answer(&case, &walked, &found["solver"]), "{}{line}", case.instance);
        assert_eq!(
            parse(&place.read("after.rotor")),
            Ok(case.instance.clone().with_rotors(walked.rotors.clone()))
        );
        in_closed_form += u32::from(found["solver"] == "path");
        trapped += walked.ends.iter().filter(|end| matches!(end, Exit::Trap(_))).count();
        // The same counts from a file, and the same by the other solver.
        assert_eq!(place.says("route case.rotor --particles @counts.json --json").answer(), out);
        let bulk: Value =
            serde_json::from_str(&place.says(&format!("{line} --solver bulk")).answer()).unwrap();
        assert_eq!(bulk, answer(&case, &walked, &json!("bulk")), "{}{line}", case.instance);
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(in_closed_form > 3 && trapped > 50, "{in_closed_form} paths, {trapped} trapped");
}

#[test]
fn one_particle_leaves_the_rotors_that_its_walk_leaves() {
    for case in cases(60) {
        let place = case.place();
        let from = case.instance.name(case.starts[0]);
        place.says(&format!("walk case.rotor --from {from} --final walked.rotor")).exits(0);
        place.says(&format!("route case.rotor --particles {from}=1 --final routed.rotor")).answer();
        // F3: only the walk has a particle whose place is the start from which it goes on.
        let rotors = |name: &str| -> Vec<String> {
            place.read(name).lines().filter(|line| !line.starts_with("start ")).map(str::to_owned).collect()
        };
        assert_eq!(rotors("routed.rotor"), rotors("walked.rotor"), "{}{from}", case.instance);
    }
}

#[test]
fn a_route_certificate_proves_its_own_numbers_only() {
    for case in cases(40) {
        let place = case.place();
        place
            .says(&format!("route case.rotor --particles {} --certificate proof.json", case.counts()))
            .answer();
        assert!(place.says("verify case.rotor proof.json").answer().starts_with("valid\nproved: "));
        // Nothing else is proved: one particle more than there were ends nowhere, and steps are the true ones.
        let proof: Value = serde_json::from_str(&place.read("proof.json")).unwrap();
        let mut more = proof.clone();
        let (name, count) = more["particles"].as_object_mut().unwrap().iter_mut().next().unwrap();
        let name = name.clone();
        *count = json!(format!("{}1", count.as_str().unwrap()));
        let mut steps = proof;
        steps["steps"] = json!(format!("{}1", steps["steps"].as_str().unwrap()));
        let place = place.with("more.json", more.to_string()).with("steps.json", steps.to_string());
        let ran = place.says("verify case.rotor more.json").exits(1);
        assert!(ran.out.starts_with("refuted: ") && ran.out.contains("particles"), "{name}: {ran:?}");
        let ran = place.says("verify case.rotor steps.json").exits(1);
        assert!(ran.out.starts_with("refuted: steps = sum of all outflows does not hold: "), "{ran:?}");
    }
}

#[test]
fn more_particles_than_can_walk_are_counted_exactly() {
    // n₁ = 2 rotors point to s1, so (2 + 3·1 + 10²²·2) / 5 of them arrive there.
    let place = Place::new();
    let counts = "--particles u1=3,u2=10000000000000000000000";
    let ran = place.says(&format!("route --example fig-simple-path-4 {counts}")).answer();
    let arrived = "end  particles\ns0   6,000,000,000,000,000,000,002\ns1   4,000,000,000,000,000,000,001\n";
    assert!(ran.starts_with(arrived) && ran.ends_with("checked: switching flow of all particles\n"), "{ran}");
    let bulk = place.says(&format!("route --example fig-simple-path-4 {counts} --solver bulk")).answer();
    assert_eq!(bulk, ran);
}

#[test]
fn counts_of_one_vertex_add_up_and_a_file_takes_any_name() {
    let place = Place::new()
        .with("odd.rotor", "\"a,b=c\": s \"a,b=c\"\nd: s\nsink s\n")
        .with("counts.json", r#"{"a,b=c":"12","d":3}"#);
    let out = place.says("route odd.rotor --particles @counts.json").answer();
    assert!(out.starts_with("end  particles\ns    15\n"), "{out}");
    let out = place.says("route odd.rotor --particles d=4,s=2,d=5").answer();
    assert!(out.starts_with("end  particles\ns    11\n9 steps in all\n"), "{out}");
    let out = place.says_to("route odd.rotor --particles @-", br#"{"d":"1"}"#).answer();
    assert!(out.starts_with("end  particles\ns    1\n1 step in all\n"), "{out}");
}

#[test]
fn a_name_that_stands_twice_among_the_counts_has_both() {
    let place = Place::new().with("path.rotor", "sink s\na: s b\nb: a t\nsink t\n");
    let place = place.with("twice.json", r#"{"a":"3","b":1,"a":2}"#);
    let listed = place.says("route path.rotor --particles a=3,b=1,a=2 --json").answer();
    assert_eq!(place.says("route path.rotor --particles @twice.json --json").answer(), listed);
    assert_eq!(place.says("route path.rotor --particles a=5,b=1 --json").answer(), listed);
}
