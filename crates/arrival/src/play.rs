//! Plays: the rotor graph that is left when both players have decided.

use rotor_graph::{
    Configuration, Decision, Instance, Multigraph, NotAMultigraph, Strategy, VertexId, VertexMap,
};

/// `instance` with every vertex that has a decision turned into the rotor that the decision makes of it.
///
/// A picked start moves the rotor; a picked order changes the order of the arcs; a player who always takes one arc
/// leaves only that one, and one who bounces only an arc to where a particle from `from` first comes from. Owners,
/// values and names stay. Time and memory O(|V| + |A|).
pub fn decided(
    instance: &Instance,
    from: VertexId,
    strategies: [&Strategy; 2],
) -> Result<Instance, NotAMultigraph> {
    let graph = instance.graph();
    let came_from = first_tails(graph, from);
    let mut starts = vec![0u32];
    let mut heads = Vec::with_capacity(graph.arc_count());
    let mut positions = VertexMap::filled(graph.vertex_count(), 0u32);
    for u in graph.vertices() {
        let first = graph.arc_range(u).start;
        positions[u] = instance.rotors().position(graph, u);
        match strategies.iter().find_map(|strategy| strategy.at(u)) {
            Some(Decision::Start(a)) => {
                positions[u] = a.raw() - first;
                heads.extend(graph.heads(u));
            }
            Some(Decision::Order(arcs)) => {
                positions[u] = 0;
                heads.extend(arcs.iter().map(|&a| graph.head(a)));
            }
            Some(Decision::Always(a)) => heads.push(graph.head(*a)),
            Some(Decision::Bounce) if came_from[u].is_some_and(|tail| graph.heads(u).contains(&tail)) => {
                heads.extend(came_from[u]);
            }
            // Nothing is decided, or the particle never comes here from where it could bounce to.
            Some(Decision::Bounce) | None => heads.extend(graph.heads(u)),
        }
        starts.push(heads.len() as u32);
    }
    let graph = Multigraph::from_rows(starts, heads)?;
    let rotors = Configuration::from_positions(&graph, |u| positions[u]);
    let owners = VertexMap::from_vec(graph.vertices().map(|u| instance.owner(u)).collect());
    let values = VertexMap::from_vec(graph.vertices().map(|u| instance.value(u)).collect());
    let same = "the same vertices have the same names, owners and values";
    let played = Instance::new(graph, instance.names().clone()).expect(same).with_rotors(rotors);
    let played = played.with_owners(owners).expect(same).with_values(values).expect(same);
    Ok(played.with_start(instance.start()).expect(same))
}

/// The vertex from which a particle put on `from` first comes to each vertex, in a tree.
fn first_tails(graph: &Multigraph, from: VertexId) -> VertexMap<Option<VertexId>> {
    let mut tails = VertexMap::filled(graph.vertex_count(), None);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&u) = queue.get(next) {
        next += 1;
        for &v in graph.heads(u) {
            if v != from && tails[v].is_none() {
                tails[v] = Some(u);
                queue.push(v);
            }
        }
    }
    tails
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{Player, parse};

    #[test]
    fn every_decision_makes_a_rotor_of_its_vertex() {
        let game = parse("u: v s\nmax v: u^2 t w\nmin w: v t\nsink s = 1\nsink t = 2\nstart u").unwrap();
        let [u, v, w] = ["u", "v", "w"].map(|name| game.vertex(name).unwrap());
        let arcs: Vec<_> = game.graph().out_arcs(v).collect();
        let play = |of_v: Decision, of_w: Decision| {
            let max = Strategy { player: Player::Max, decisions: vec![(v, of_v)] };
            let min = Strategy { player: Player::Min, decisions: vec![(w, of_w)] };
            decided(&game, u, [&max, &min]).unwrap().to_string()
        };
        let last = game.graph().out_arcs(w).next_back().unwrap();
        assert_eq!(
            play(Decision::Start(arcs[2]), Decision::Start(last)),
            "u: v s\nmax v: u^2 *t w\nmin w: v *t\nsink s = 1\nsink t = 2\nstart u\n"
        );
        let reversed = arcs.iter().rev().copied().collect();
        assert_eq!(
            play(Decision::Order(reversed), Decision::Start(last)),
            "u: v s\nmax v: w t u^2\nmin w: v *t\nsink s = 1\nsink t = 2\nstart u\n"
        );
        assert_eq!(
            play(Decision::Always(arcs[3]), Decision::Bounce),
            "u: v s\nmax v: w\nmin w: v\nsink s = 1\nsink t = 2\nstart u\n"
        );
    }
}
