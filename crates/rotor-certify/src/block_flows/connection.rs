//! 2-connected graphs, recognised by their chains.
//!
//! Take the edges that a search in depth does not use, each from its end that was found first, in the order in which
//! those were found. From the other end of each go towards the root until a vertex is met that was met before: a chain. A
//! graph of at least three vertices is 2-connected exactly if every edge lies on a chain and only the first chain is a
//! cycle [Schmidt 2013].

/// Whether a graph of at least three vertices is 2-connected. `neighbours` lists every edge at both ends, perhaps more than
/// once. Time O(vertices + edges).
pub(super) fn is_two_connected(neighbours: &[Vec<u32>]) -> bool {
    const NONE: u32 = u32::MAX;
    let n = neighbours.len();
    let mut found = vec![NONE; n];
    let mut towards = vec![NONE; n];
    let mut order = Vec::with_capacity(n);
    let mut stack = vec![(0u32, 0usize)];
    found[0] = 0;
    order.push(0u32);
    while let Some((u, next)) = stack.last_mut() {
        let u = *u;
        let Some(&v) = neighbours[u as usize].get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        if found[v as usize] == NONE {
            found[v as usize] = order.len() as u32;
            towards[v as usize] = u;
            order.push(v);
            stack.push((v, 0));
        }
    }
    if order.len() < n {
        return false;
    }
    let mut met = vec![false; n];
    // Whether the edge from a vertex towards the root lies on a chain.
    let mut covered = vec![false; n];
    let mut cycles = 0;
    for &v in &order {
        for &w in &neighbours[v as usize] {
            if found[w as usize] <= found[v as usize] || towards[w as usize] == v {
                continue;
            }
            met[v as usize] = true;
            let mut u = w;
            while !met[u as usize] {
                met[u as usize] = true;
                covered[u as usize] = true;
                u = towards[u as usize];
            }
            // An edge listed again meets its other end at once, and so does a chain of one edge.
            cycles += usize::from(u == v);
        }
    }
    cycles == 1 && order[1..].iter().all(|&v| covered[v as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;

    fn is_connected_without(neighbours: &[Vec<u32>], cut: Option<u32>) -> bool {
        let n = neighbours.len() as u32;
        let mut met = vec![false; n as usize];
        let start = (0..n).find(|&v| Some(v) != cut).unwrap();
        let mut stack = vec![start];
        met[start as usize] = true;
        while let Some(u) = stack.pop() {
            for &v in neighbours[u as usize].iter().filter(|&&v| Some(v) != cut) {
                if !std::mem::replace(&mut met[v as usize], true) {
                    stack.push(v);
                }
            }
        }
        (0..n).all(|v| met[v as usize] || Some(v) == cut)
    }

    #[test]
    fn chains_tell_what_stays_connected_without_any_vertex() {
        let mut dice = Dice::new(71);
        let mut counts = [0; 2];
        for _ in 0..5_000 {
            let n = dice.between(3..=8);
            let mut neighbours = vec![Vec::new(); n as usize];
            for _ in 0..dice.between(n - 1..=2 * n) {
                let (u, v) = (dice.below(n), dice.below(n));
                if u != v {
                    neighbours[u as usize].push(v);
                    neighbours[v as usize].push(u);
                }
            }
            let slow = (0..n).map(Some).chain([None]).all(|cut| is_connected_without(&neighbours, cut));
            assert_eq!(is_two_connected(&neighbours), slow, "{neighbours:?}");
            counts[usize::from(slow)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
