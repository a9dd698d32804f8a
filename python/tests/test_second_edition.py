"""What the second edition promises: the door, correct numbers, words of Python, data frames, ways in and out."""

import inspect
import math
import os
import signal
import subprocess
import sys
import typing
import warnings
from fractions import Fraction
from functools import partial

import networkx
import numpy as np
import pyarrow
import pytest
import scipy.sparse
from brute_force import graphs
from hypothesis import given

import arrival
from arrival import Batch, RotorGraph, _core, examples, generate, solve_batch, values_batch

GAME = RotorGraph.from_text("u: v s\nmax v: u t\nsink s = 1\nsink t = 2\nstart u")
PATH = RotorGraph.from_text("sink a\n1: a 2\n2: 1 b\nsink b")


def test_every_command_has_a_method():
    table = arrival.commands()
    unanswered = {command for command, functions in table.items() if not functions}
    # What serves a terminal has no function: the program itself comes with the package.
    assert unanswered <= {"serve", "completions", "man", "help"}
    # A page begins with `begin`; here the examples and families are names of their own.
    assert set(_core.questions()) - {"begin"} <= {command for command, functions in table.items() if functions}


def test_f42_every_public_name_has_types_that_are_found():
    seen = 0
    for name in arrival.__all__:
        thing = getattr(arrival, name)
        members = [thing, *(member for _, member in inspect.getmembers(thing))] if inspect.isclass(thing) else [thing]
        for member in members:
            # The fields of a data class are those of its bases too, so they are looked at where they are declared.
            ours = str(getattr(member, "__module__", "")).startswith("arrival") and not getattr(member, "__name__", "_").startswith("_")
            if ours and (inspect.isclass(member) or inspect.isfunction(member)):
                typing.get_type_hints(member)
                seen += 1
    assert seen > 100


def test_the_examples_are_those_of_the_program_and_can_be_solved():
    assert len(examples) == 9
    for name, graph in examples.items():
        assert graph.check().class_name == graph.class_name, name
    with pytest.raises(KeyError, match="no example 'x'; there are fig-rotor-routing"):
        examples["x"]


def test_solve_answers_games_as_play_does():
    answer = GAME.solve(certificate=True)
    assert isinstance(answer, arrival.Play) and answer == GAME.play() and answer.value == 2
    assert arrival.verify(GAME, answer.certificate)


def test_walks_go_back_and_to_any_moment():
    graph = generate.chain(n=12)
    walk = graph.walk(0)
    walk.advance(1000)
    moment = graph.walk(0).at(1000)
    assert (moment.vertex, moment.steps, moment.graph.with_start(0)) == (walk.vertex, 1000, walk.graph.with_start(0))
    back = walk.graph.walk(walk.vertex, reverse=True, most=3)
    forth = list(graph.walk(0))[: 1001]
    assert list(back) == forth[-1 : -2 - back.steps : -1] and back.steps <= 3
    assert graph.walk(0).at(10**40).exit == graph.solve(0).exit


@given(graphs())
def test_chips_and_antiparticles_keep_what_they_must(case):
    arcs, rotors = case
    graph = RotorGraph({u: heads or None for u, heads in arcs.items()}, rotors=rotors)
    inner = [u for u in graph if not graph.is_sink(u)]
    if not inner:
        return
    routed = graph.route({inner[0]: 5})
    undone = routed.after.route({inner[0]: -5}) if routed.after is not None else None
    assert sum(routed.sinks.values()) + sum(routed.traps.values()) == 5
    if undone is not None:
        assert {end: -count for end, count in undone.sinks.items()} == routed.sinks
    stable = graph.stabilise({inner[0]: 20})
    assert sum(stable.chips.values()) + sum(stable.sinks.values()) + sum(stable.traps.values()) == 20
    assert all(0 <= stable.chips[u] < len(graph[u]) for u in stable.chips if u not in sum(stable.traps, ()))
    measure = graph.harmonic_measure(inner[0])
    assert sum(measure.values()) + sum(measure.traps.values()) == 1
    tour = graph.tour(inner[0])
    assert (tour.exit, tour.trap and set(tour.trap)) == (graph.solve(inner[0]).exit, tour.trap and set(graph.solve(inner[0]).trap))


def test_harmonic_measure_is_that_of_the_transition_matrix():
    matrix = PATH.transition_matrix()
    far = np.linalg.matrix_power(matrix.toarray(), 200)[PATH.index("1")]
    exact = PATH.harmonic_measure("1")
    assert exact == {"a": Fraction(2, 3), "b": Fraction(1, 3)} or dict(exact) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert np.allclose([far[PATH.index(end)] for end in exact], [float(share) for share in exact.values()])
    rough = PATH.harmonic_measure("1", exact=False)
    assert math.isclose(rough["a"], 2 / 3, rel_tol=1e-9) and rough.unchecked_because


# Numbers: nothing is cut.


def test_f46_owners_values_and_counts_out_of_range_are_refused():
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


def test_f46_a_batch_of_games_is_answered_or_refused():
    batch = Batch.of([GAME, GAME.with_owners({"v": "min"})])
    assert batch.has_players and values_batch(batch).max_min.tolist() == [2, 1]
    with pytest.raises(ValueError, match="the batch has players"):
        solve_batch(batch)
    for i in range(2):
        assert values_batch(batch).max_min[i] == batch[i].solve().value


def test_f43_long_numbers_are_shown():
    answer = generate.expchain(n=20_000).solve()
    assert "digits)" in repr(answer) and len(repr(answer)) < 200
    routing = generate.path(n=1).route({0: 10**6000})
    assert "digits)" in repr(routing)


def test_f44_a_label_of_another_type_is_named():
    with pytest.raises(arrival.NoSuchVertex, match=r"the graph has no vertex '0'; did you mean 0\?"):
        generate.path(n=3).solve("0")


def test_f47_texts_that_are_not_text_are_refused():
    routing = PATH.route({"1": 3})
    assert "a" in routing and "x" not in routing
    with pytest.raises(ValueError, match="'rotorb' is not text; use to_bytes or to_file"):
        PATH.to_text(format="rotorb")
    assert RotorGraph.from_text(PATH.to_bytes()) == PATH
    with pytest.raises(ValueError, match="png is not text"):
        PATH.draw(format="png").text
    assert PATH.draw(format="pdf").data.startswith(b"%PDF") and PATH.draw(format="png").data[1:4] == b"PNG"


def test_f50_players_are_not_ignored_in_silence():
    of_rotors = [GAME.return_flows, GAME.destination_forest, GAME.rotor_class, GAME.rotor_cycles]
    of_start = [GAME.walk, GAME.tour, GAME.harmonic_measure, GAME.revolving_routine]
    others = [lambda: GAME.route({"u": 1}), lambda: GAME.is_equivalent(GAME), lambda: GAME.draw("exits")]
    for question in (*of_rotors, *(partial(question, "u") for question in of_start), *others):
        with pytest.warns(arrival.PlayersIgnored, match="without_players"):
            question()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GAME.without_players().return_flows()


def test_f50_labels_are_numbers_from_generators_and_from_arrays():
    tree = generate.tree(n=9)
    assert tree.vertices == RotorGraph.from_arrays(*tree.arrays()[:3]).vertices == tuple(range(9))


def test_f47_memory_is_an_argument_and_messages_are_of_python():
    tree = generate.tree(n=10_000)
    with pytest.raises(arrival.OutOfBudget) as refused:
        tree.exit_pattern(memory="10kB")
    assert "--" not in str(refused.value)
    with pytest.raises(ValueError) as flawed:
        RotorGraph.from_text("a b\nb a\n")
    assert "--" not in str(flawed.value) and 'format="edge-list"' in str(flawed.value)


def test_f41_ctrl_c_before_numpy_is_a_keyboard_interrupt():
    program = (
        "import threading, os, signal, time\n"
        "from arrival import generate\n"
        "graph = generate.expchain(n=1000)\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    graph.exit_pattern(solver='push', max_operations=10**11)\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr


# Data frames.


def test_results_are_tables():
    import duckdb
    import pandas
    import polars

    trapped = RotorGraph.from_text("u: a s\na: b\nb: a\nsink s")
    for result, columns in [
        (trapped.exit_pattern(), ["vertex", "exit", "trap"]),
        (PATH.return_flows(), ["tail", "head", "flow", "long_flow"]),
        (trapped.destination_forest(), ["vertex", "head", "arc"]),
        (GAME.values(), ["vertex", "value", "max_min", "min_max"]),
        (PATH.route({"1": 10**30}), ["sink", "trap", "particles", "long_particles"]),
        (PATH.harmonic_measure("1"), ["sink", "trap", "probability"]),
        (solve_batch([trapped.with_start("u")]), ["exit", "solved", "steps", "long_steps"]),
        (values_batch([GAME]), ["value", "max_min", "min_max", "solved", "checked"]),
    ]:
        table = result.to_arrow()
        assert table.column_names == columns
        assert isinstance(result.to_pandas(), pandas.DataFrame) and list(result.to_pandas()) == columns
        assert isinstance(result.to_polars(), polars.DataFrame)
        assert pyarrow.table(result).equals(table), "by the Arrow protocol"
    pattern = trapped.exit_pattern().to_arrow()
    assert pattern.to_pylist()[0] == {"vertex": "u", "exit": None, "trap": 0}
    assert duckdb.sql("select count(*) from pattern where trap is null").fetchall() == [(1,)]
    assert PATH.route({"1": 10**30}).to_arrow().to_pylist()[0]["long_particles"] == str(2 * 10**30 // 3 + 1)


def test_batches_come_from_every_kind_of_table():
    import polars

    batch = generate.batch("switch", 200, n=12)
    expected = solve_batch(batch).exit_index.tolist()
    table = batch.to_arrow()
    assert solve_batch(table).exit_index.tolist() == expected
    assert solve_batch(polars.from_arrow(table)).exit_index.tolist() == expected
    assert solve_batch(table.to_pandas()).exit_index.tolist() == expected
    assert solve_batch(list(batch)).exit_index.tolist() == expected
    assert solve_batch(batch[50:60]).exit_index.tolist() == expected[50:60]
    assert batch[-1].solve().exit == (expected[-1] if expected[-1] >= 0 else None)


def test_f45_arrays_of_a_table_are_not_copied():
    table = generate.batch("switch", 200, n=12).to_arrow()
    in_place = Batch.from_arrow(table)
    assert np.shares_memory(in_place.heads, np.asarray(table["arcs"].chunk(0).values.values))
    assert np.shares_memory(in_place.rotors, np.asarray(table["rotors"].chunk(0).values))


def test_one_graph_with_many_rotors_and_starts():
    graph, rng = generate.tree(n=12), np.random.default_rng(5)
    many = np.array([graph.with_random_rotors(rng).arrays().rotors for _ in range(20)])
    starts = rng.choice([u for u in graph if not graph.is_sink(u)], 20).tolist()
    found = solve_batch(Batch.of_graph(graph, rotors=many, starts=starts))
    for i in range(20):
        assert found.exits()[i] == graph.with_rotors(many[i]).solve(starts[i]).exit


def test_seeds_make_the_same_batch_on_any_threads():
    one, all_ = (generate.batch("switch", 1000, n=9, threads=threads) for threads in (1, 0))
    assert all(np.array_equal(getattr(one, name), getattr(all_, name)) for name in ("heads", "row_starts", "rotors", "starts"))
    assert one[700] == RotorGraph.from_arrays(*generate.switch(n=9, seed=701).arrays()[:3], start=int(one.starts[700]))
    rng = np.random.default_rng(1)
    assert generate.path(seed=rng) != generate.path(seed=rng) or generate.tree(seed=rng) != generate.tree(seed=rng)


# Ways in.


def test_edges_and_sparse_matrices_are_graphs():
    edges = [("u", "v"), ("u", "s"), ("v", "u")]
    graph = RotorGraph.from_edges(edges)
    assert graph == RotorGraph({"u": ["v", "s"], "v": ["u"], "s": None}).with_start(None) or graph.arcs("u") == ("v", "s")
    assert RotorGraph.from_edges(edges, undirected=True, sinks=["s"]).arcs("v") == ("u", "u")
    matrix = scipy.sparse.csr_array(np.array([[0, 2, 1], [1, 0, 1], [0, 0, 0]]))
    assert [RotorGraph.from_scipy_sparse(matrix).arcs(u) for u in range(3)] == [(1, 1, 2), (0, 2), ()]
    assert RotorGraph.from_scipy_sparse(matrix, sinks=[1, 2]).sinks == (1, 2)
    with pytest.raises(ValueError, match="whole"):
        RotorGraph.from_scipy_sparse(scipy.sparse.csr_array(np.array([[0.5]])))
    both = RotorGraph.from_networkx(networkx.path_graph(4), undirected="both", sinks=[0, 3])
    assert both.arcs(1) == (0, 2) and both.sinks == (0, 3)
    multi = networkx.MultiDiGraph([("u", "s"), ("u", "t"), ("u", "s")])
    with pytest.warns(UserWarning, match="networkx keeps parallel arcs together"):
        RotorGraph.from_networkx(multi)


def test_the_program_is_the_package():
    said = subprocess.run([sys.executable, "-m", "arrival", "decide", "--example", "fig-rotor-routing", "--from", "u2", "--to", "s2"],
                          capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (10, "yes\n")
    assert os.path.exists(arrival.__file__) and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert arrival.campaign.__name__ == "arrival.campaign" and arrival.__version__
