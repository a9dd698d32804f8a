"""Wrong calls are refused in the words of Python: by the name of the argument, with what was given, and with a remedy."""

import functools
import math
import pathlib
import subprocess
import sys

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse

import arrival
from arrival import Batch, RotorGraph, campaign, examples, generate, solve_batch

GRAPH = RotorGraph({"u": ["v", "s"], "v": ["u", "t"]}, sinks=["s", "t"], start="u")
GAME = RotorGraph.from_text("u: v s\nmax v: u t\nsink s = 1\nsink t = 2\nstart u")
PATH = RotorGraph.from_text("sink a\n1: a 2\n2: 1 b\nsink b")
ROWS = generate.batch("path", 3, n=3)
PAIRS = RotorGraph({(0, 0): [(0, 1), "s"], (0, 1): [(0, 0), "s", 7], 7: [(0, 1)]}, sinks=["s"], owners={7: "max"}, values={"s": 1})
DIRECTED = networkx.DiGraph([("u", "s")])
MARKED = networkx.DiGraph([("u", "s")])
MARKED.nodes["u"]["value"] = 3


def sparse(rows):
    return RotorGraph.from_scipy_sparse(scipy.sparse.csr_array(np.array(rows)))


WRONG = [
    # Of another kind.
    (lambda: RotorGraph([("u", "v")]), TypeError, "arcs must be a dictionary keyed by vertex, not list"),
    (lambda: RotorGraph({"u": "vs"}), TypeError, r"arcs\['u'\] must be a list of labels, not the string 'vs'; write \['vs'\]"),
    (lambda: RotorGraph({"u": ["s"]}, sinks="s"), TypeError, r"sinks must be a list of labels, not the string 's'; write \['s'\]"),
    (lambda: RotorGraph({"u": ["s"]}, sinks=3), TypeError, "sinks must be a list of labels, not int"),
    (lambda: RotorGraph({"u": ["s"]}, sinks=["s"], rotors=[0]), TypeError, "rotors must be a dictionary keyed by vertex, not list"),
    (lambda: RotorGraph({"u": ["s"]}, sinks=["s"], values={"s": math.nan}), TypeError, "the value of 's' must be an integer, not nan"),
    (lambda: RotorGraph.from_text(pathlib.Path("x")), TypeError, "text must be a str or bytes, not .*Path; from_file reads files"),
    (lambda: RotorGraph.from_edges([("u", "v"), ("u", "v", "w")]), ValueError, r"edges\[1\] must be a pair of tail and head, not \('u', 'v', 'w'\)"),
    (lambda: RotorGraph.from_edges(3), TypeError, "edges must be a list of pairs, not int"),
    (lambda: RotorGraph.from_networkx({}), TypeError, "graph must be a graph of networkx, not dict"),
    (lambda: RotorGraph.from_scipy_sparse(np.eye(2)), TypeError, "matrix must be a sparse matrix of scipy, not ndarray; .*csr_array makes one"),
    (lambda: GRAPH.solve(["u"]), TypeError, r"the label of a vertex must be hashable, not \['u'\]"),
    (lambda: GRAPH.solve("u", solver=3), TypeError, "solver must be a string, not 3"),
    (lambda: GRAPH.route(["u"]), TypeError, "particles must be a dictionary keyed by vertex, not list"),
    (lambda: GRAPH.stabilise(5), TypeError, "chips must be a dictionary keyed by vertex, not int"),
    (lambda: GRAPH.with_owners(["max"]), TypeError, "owners must be a dictionary keyed by vertex, not list"),
    (lambda: GRAPH.harmonic_measure("u", sinks="v"), TypeError, "sinks must be a list of labels, not the string 'v'"),
    (lambda: GRAPH.is_equivalent("u"), TypeError, "other must be a RotorGraph, not str"),
    (lambda: GAME.play(max={"v": 0.5}), TypeError, "the choice at 'v' must be an integer, not 0.5"),
    (lambda: solve_batch("rows"), TypeError, "batch must be a Batch, a table or a list of graphs, not str"),
    (lambda: solve_batch(GRAPH), TypeError, "a table or a list of graphs, not RotorGraph"),
    (lambda: solve_batch([GRAPH, 1]), TypeError, r"graphs\[1\] must be a RotorGraph, not 1"),
    (lambda: generate.path(m=3), TypeError, r"path\(\) got an unexpected keyword argument 'm'"),
    (lambda: generate.path(seed="x"), TypeError, "seed must be an integer, not 'x'"),
    (lambda: arrival.hunt("path", seeds=5), ValueError, r"seeds must be a range of consecutive seeds such as range\(1, 21\), not 5"),
    (lambda: GRAPH.draw(["exits"]), TypeError, r"each name as an argument of its own, .* not \['exits'\]"),
    (lambda: GRAPH.solve(progress=3), TypeError, "progress must be a function of a number, not 3"),
    (lambda: RotorGraph({"u": {"s", "t"}}, sinks=["s", "t"]), TypeError, r"arcs\['u'\] must be a list .* not a set, which has no order"),
    (lambda: RotorGraph.from_edges(["uv"]), ValueError, r"edges\[0\] must be a pair of tail and head, not 'uv'"),
    (lambda: RotorGraph.from_networkx(DIRECTED, undirected="both"), ValueError, "the graph is directed; leave undirected out"),
    (lambda: RotorGraph.from_networkx(DIRECTED, sinks="s"), ValueError, r"no vertex has the attribute 's', .*; sinks=\['s'\] names a"),
    (lambda: RotorGraph.from_networkx(DIRECTED, sinks="sinkk"), ValueError, "no vertex has the attribute 'sinkk', which is to mark"),
    (lambda: sparse([[0, 1j], [0, 0]]), ValueError, "must be whole, not of type complex128"),
    (lambda: GRAPH.walk(most=3), TypeError, "most and limits go with reverse=True"),
    (lambda: GRAPH.walk(timeout=3), TypeError, "most and limits go with reverse=True"),
    (lambda: GRAPH.draw().save("walk.png"), ValueError, r"is svg, not what walk.png says; draw\(format='png'\) makes that"),
    (lambda: reversed(GRAPH), TypeError, "not reversible"),
    # None is not a label.
    (lambda: RotorGraph({"u": ["s"], None: ["u"]}, sinks=["s"]), ValueError, "arcs has None, which cannot be a label"),
    (lambda: RotorGraph({"u": ["s"]}, sinks=["s", None]), ValueError, "sinks has None, which cannot be a label"),
    (lambda: RotorGraph.from_edges([("u", None)]), ValueError, r"edges\[0\] is \('u', None\), but None cannot be a label"),
    # Out of range.
    (lambda: RotorGraph({"u": ["u", "s"]}, sinks=["s"], rotors={"u": 2**70}), ValueError, "'u' is 1180591620717411303424, but .* at most 1"),
    (lambda: GAME.solve(endless_value=1.5), TypeError, "endless_value must be an integer, not 1.5"),
    (lambda: GAME.values(endless_value=10**30), ValueError, "endless_value is 10{30}, but must be at most 9007199254740991"),
    (lambda: arrival.values_batch([GAME], endless_value="x"), TypeError, "endless_value must be an integer, not 'x'"),
    (lambda: GRAPH.draw(scale=math.nan, format="png"), ValueError, "scale must be a number from 0.01 to 20, not nan"),
    (lambda: GRAPH.draw(scale=1e9), ValueError, "scale must be a number from 0.01 to 20, not 1000000000.0"),
    (lambda: GAME.play(max={"v": -1}), ValueError, "the choice at 'v' is -1, but must be at least 0"),
    (lambda: GAME.play(max={"v": [1, 2**40]}), ValueError, "the choice at 'v' is 1099511627776, but must be at most"),
    (lambda: RotorGraph.from_edges([("u", math.nan)]), ValueError, "nan is not a label, .*; drop the rows where a vertex is missing"),
    (lambda: RotorGraph.from_arrays([0, 1, 1], np.ma.array([1], mask=[True])), ValueError, "heads has masked entries"),
    (lambda: RotorGraph.from_arrays([0, 1, 1], [1], sinks=[0, 5]), ValueError, r"sinks\[1\] is 5, but must be between 0 and 1"),
    (lambda: sparse([[0, math.inf], [0, 0]]), ValueError, "so they must be whole and not negative"),
    (lambda: sparse([[0, 2**40], [0, 0]]), ValueError, "add up to more than 2³² − 1 arcs"),
    (lambda: RotorGraph.from_scipy_sparse(scipy.sparse.coo_array([1, 2])), ValueError, r"the shape of the matrix is \(2,\), but must be square"),
    (lambda: GRAPH.draw(width=-3), ValueError, "width is -3, but must be at least 1"),
    (lambda: GRAPH.listing("forests", limit=-1), ValueError, "limit is -1, but must be at least 0"),
    (lambda: GRAPH.with_rotors({"u": 9}), ValueError, "the rotor of 'u' is 9, but must be at most 1"),
    (lambda: GRAPH.with_rotors({"u": 2**70}), ValueError, "the rotor of 'u' is 1180591620717411303424, but must be at most 1"),
    (lambda: GRAPH.with_rotors([0, 2, 0, 0]), ValueError, "the rotor of 'v' is 2, but must be at most 1"),
    (lambda: GRAPH.with_rotors({"s": 0}), ValueError, "'s' is a sink, so it has no rotor"),
    (lambda: GRAPH.with_rotors([0, 0, 1, 0]), ValueError, "'s' is a sink, so it has no rotor"),
    (lambda: RotorGraph.from_arrays([0, math.nan], [0]), ValueError, "row_starts is not a list of integers"),
    (lambda: solve_batch(Batch([[0]], [0], [], None, [])), ValueError, "vertex_starts is not a list of integers"),
    (lambda: ROWS[7], IndexError, "the batch has 3 instances, and none of number 7"),
    (lambda: generate.batch("path", 10**12), ValueError, "at most 2³² − 1 vertices and arcs; make several batches"),
    (lambda: generate.batch("path", 10**7), arrival.OutOfBudget, r"takes about \d+ bytes; memory=1073741824 was allowed"),
    # No words about files where there is none.
    (lambda: RotorGraph({"u": ["s"]}, sinks=["s"], start="x"), arrival.FlawedGraph, "name a vertex or a sink of the graph$"),
    (lambda: arrival.verify(GRAPH.with_rotors({"u": 1}), GRAPH.certificate("u")), arrival.FlawedGraph, "give the graph it was made for, with the same sinks= if"),
    (lambda: GRAPH.with_start(None).draw("visits"), ValueError, "the graph names no start; give one"),
    (lambda: GAME.with_start(None).draw("strategies"), ValueError, "the graph names no start; give one"),
    # Vertices go by their labels, as Python writes them.
    (lambda: PAIRS.without_players().revolving_routine((0, 0), flows={7: 1}), ValueError, r"no arc leads from \(0, 0\) to 7"),
    (lambda: PAIRS.without_players().push("s"), ValueError, "no cycle of rotors runs through 's'; name a vertex of one"),
    (lambda: PAIRS.without_players().push([(0, 0), 7]), ValueError, r"which is \[\(0, 0\), \(0, 1\)\]$"),
    (lambda: PAIRS.subtree((0, 0), 7), ValueError, r"no arc leads from \(0, 0\) to 7"),
    (lambda: PAIRS.play((0, 0), max={(0, 1): 0}), ValueError, r"vertex \(0, 1\) does not belong to max"),
    (lambda: PAIRS.play((0, 0), max={7: 3}), ValueError, "vertex 7 has no arc 3: it has 1"),
    (lambda: examples["fig-rotor-routing"].return_flows(), ValueError, "the edge between 'u[0-2]' and 'u[0-2]' closes a cycle"),
    (lambda: RotorGraph({(0, 0): [(0, 1)], 1: []}), arrival.FlawedGraph, r"arcs\[\(0, 0\)\]\[0\]: head \(0, 1\) is never declared(?s:.*)\narcs\[1\]: vertex 1 has no outgoing arc"),
    (lambda: RotorGraph({"x" * 500: ["y" * 500]}), arrival.FlawedGraph, r"arcs\['x{59}…x{9}'\]\[0\]: head 'y{59}…y{9}' is never"),
    (lambda: RotorGraph.from_arrays([0, 1, 1], [1], labels=["a"]), ValueError, "^labels: 1 entry for 2 vertices"),
    (lambda: RotorGraph.from_arrays([0, 1, 1], np.array([-1], dtype=np.int32)), ValueError, r"^heads\[0\] is -1, but must be between 0"),
    (lambda: GRAPH.with_start(None).to_text(format="lp"), ValueError, "^an integer program needs a start; give it a start with with_start$"),
    (lambda: RotorGraph.from_networkx(MARKED), arrival.FlawedGraph, r"^arcs\['u'\]: vertex 'u' has a value but is not a sink"),
    (lambda: campaign.run(campaign.Family("path", 2), "x", question=functools.partial(len)), ValueError, "is defined by `def` in a module of its own"),
    (lambda: campaign.run(__file__, "x"), ValueError, "test_wrong_calls.py is not a Parquet file: "),
    (lambda: arrival.verify(3, "{}"), TypeError, "graph must be a RotorGraph, not int"),
    (lambda: generate.batch("path", 3, timeout=1), TypeError, r"^batch\(\) takes limits as a dictionary: limits=\{'timeout': 1\}$"),
    (lambda: arrival.hunt("path", timeout=1), TypeError, r"^hunt\(\) takes limits as a dictionary: limits=\{'timeout': 1\}$"),
    (lambda: generate.tree(one_way=2), ValueError, "^parameter one_way is 2, out of range"),
    (lambda: GRAPH.solve(strategies="nope"), ValueError, "^strategies must be 'start', 'order' or 'free', not 'nope'$"),
    (lambda: GRAPH.listing("all"), ValueError, "^kind must be 'recurrent', 'superstable', 'forests' or 'unicycles', not 'all'$"),
    (lambda: RotorGraph.from_edges({("u", "v")}), TypeError, "^edges must be a list of pairs in rotor order, not a set"),
    (lambda: RotorGraph.from_edges(pandas.DataFrame({"a": ["u"], "b": ["v"]})), TypeError, r"itertuples\(index=False\) gives one$"),
    (lambda: arrival.Batch.of_graph(GRAPH, starts="u"), TypeError, "^starts must be a list of labels, not the string 'u'"),
    # Not what is asked for.
    (lambda: GRAPH.decide("u", "v"), ValueError, "'v' is not a sink of the graph"),
    (lambda: GRAPH.ask("sovle"), ValueError, "there is no question 'sovle'; choose one of solve, decide"),
    (lambda: arrival.verify(GRAPH, "nowhere.json"), FileNotFoundError, "nowhere.json"),
    (lambda: arrival.verify(GRAPH, "[]\n[]"), ValueError, "the certificate is not JSON: '.*'…"),
    (lambda: arrival.verify(GRAPH, GRAPH.solve("u")), ValueError, "no certificate; ask for it with certificate=True"),
    (lambda: arrival.verify(GRAPH, GRAPH), TypeError, "an answer with one, its text or a path, not RotorGraph"),
    (lambda: campaign.run(campaign.Family("path", 5), "x", scheduler="thread"), ValueError, "'processes', an address .* not 'thread'"),
    (lambda: campaign.run(campaign.Family("path", 5), "x", particle=3), TypeError, "'particle'; the options of 'exit' are none"),
    (lambda: campaign.run(campaign.Family("path", 5), "x", part_timeout="soon"), ValueError, "timeout must be a number of seconds, at least 0, not 'soon'"),
    (lambda: campaign.run(campaign.Family("path", 5), "x", part_rows=2.5), TypeError, "part_rows must be an integer, not 2.5"),
]


@pytest.mark.parametrize(("call", "kind", "words"), WRONG, ids=[words[:40] for _, _, words in WRONG])
def test_a_wrong_call_says_what_is_wrong(call, kind, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kind, match=words):
        call()
    assert list(tmp_path.iterdir()) == [], "nothing is kept of it"


def test_a_refusal_does_not_start_with_a_name_that_there_is_not():
    with pytest.raises(ValueError, match="^6000 vertices and "):
        generate.tree(n=6000).draw("exits")


def test_one_thing_is_in_the_singular():
    one = RotorGraph({"u": ["s"]}, sinks=["s"])
    said = [repr(one), repr(one.return_flows()), repr(one.destination_forest()), str(one.route({"u": 1}))]
    assert "1 arc, 1 sink, " in said[0] and said[1:3] == ["<ReturnFlows of 1 arc>", "<DestinationForest of 1 vertex>"]
    assert said[3].endswith("\n1 step in all")
    cactus = RotorGraph({0: [1, 2], 1: [2, 0], 2: [0, 1, "s"]}, sinks=["s"])
    assert repr(cactus.block_flows()) == "<BlockFlows of 1 block>"
    with pytest.raises(ValueError, match="rotors has 1 entry for 2 vertices"):
        one.with_rotors([0])


@pytest.mark.parametrize(
    ("call", "missing", "name"),
    [
        ("player()", "anywidget", "widget"),
        ("transition_matrix()", "scipy", "scipy"),
        ("to_networkx()", "networkx", "networkx"),
        ("exit_pattern().to_arrow()", "pyarrow", "frames"),
        ("exit_pattern().to_polars()", "polars", "frames"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(call, missing, name):
    program = f"""import sys
sys.modules[{missing!r}] = None
import arrival
try: arrival.generate.path(n=3).{call}
except ImportError as error: print(error)"""
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert said.stdout.startswith(f"this needs {missing}") and said.stdout.endswith(f"; install arrival[{name}]\n")


def test_families_are_called_as_their_functions_are():
    assert generate.batch("random_out", 2, n=9)[1] == generate.batch("random-out", 2, n=9)[1] == generate.random_out(n=9, seed=2)


def test_values_without_players_stay_in_a_batch():
    batch = generate.batch("path", 20, n=3, low=1, high=5)
    assert not batch.has_players and batch[7].value(3) == generate.path(n=3, seed=8, low=1, high=5).value("A") != 0
    worth = arrival.values_batch(batch)
    assert worth.max_min.tolist() == [batch[i].value(batch[i].solve().exit) for i in range(20)]


def test_owners_values_and_counts_out_of_range_are_refused():
    starts, heads = [0, 2, 2], [0, 1]
    for wrong in ({"owners": np.array([258, 0])}, {"values": [0, 2.7]}, {"owners": [-1, 0]}, {"values": [0, 2**60]}):
        with pytest.raises(ValueError, match="owners|values"):
            RotorGraph.from_arrays(starts, heads, **wrong)
    for call, words in [
        (lambda: PATH.solve("1", timeout="soon"), "timeout must be a number of seconds, at least 0, not 'soon'"),
        (lambda: PATH.solve("1", max_operations=-1), "max_operations is -1, but must be at least 0"),
        (lambda: PATH.solve("1", memory="much"), "memory must be a number of bytes or a size"),
        (lambda: PATH.with_rotors({"1": -1}), "the rotor of '1' is -1, but must be at least 0"),
        (lambda: PATH.walk("1").advance(-1), "most is -1, but must be at least 0"),
        (lambda: generate.path(seed=-1), "seed is -1, but must be at least 0"),
        (lambda: generate.batch("path", -1), "count is -1, but must be at least 0"),
        (lambda: solve_batch([PATH.with_start("1")], threads=-1), "threads is -1, but must be at least 0"),
    ]:
        with pytest.raises(ValueError) as refused:
            call()
        assert words in str(refused.value)
    with pytest.raises(TypeError, match="unexpected keyword argument 'timout'"):
        PATH.solve("1", timout=1)


def test_texts_that_are_not_text_are_refused():
    routing = PATH.route({"1": 3})
    assert "a" in routing and "x" not in routing
    with pytest.raises(ValueError, match="'rotorb' is not text; use to_bytes or to_file"):
        PATH.to_text(format="rotorb")
    assert RotorGraph.from_text(PATH.to_bytes()) == PATH
    with pytest.raises(ValueError, match="png is not text"):
        PATH.draw(format="png").text
    assert PATH.draw(format="pdf").data.startswith(b"%PDF") and PATH.draw(format="png").data[1:4] == b"PNG"
