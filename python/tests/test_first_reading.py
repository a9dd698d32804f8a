"""What a demanding first user met: copies, tables, limits and graphs that other programs make."""

import copy
import math
import pickle
import signal
import subprocess
import sys
import time
import typing

import duckdb
import networkx
import numpy as np
import pandas
import pyarrow.parquet
import pytest
import scipy.sparse
from brute_force import graphs
from hypothesis import given
from hypothesis import strategies as st

import arrival
from arrival import Batch, RotorGraph, campaign, generate

GRAPH = arrival.examples["fig-rotor-routing"]
TRAPPED = RotorGraph({"u": ["a", "s"], "a": ["a"]}, sinks=["s"])


@given(graphs(), st.integers(0, 20), st.booleans())
def test_a_copy_of_a_walk_goes_on_by_itself(case, steps, shown):
    arcs, rotors = case
    graph = RotorGraph({u: heads or None for u, heads in arcs.items()}, rotors=rotors)
    walk = graph.walk(next(iter(arcs)))
    if shown:
        next(walk)
    if steps:
        walk.advance(steps)
    copies = [copy.copy(walk), copy.deepcopy(walk), pickle.loads(pickle.dumps(walk))]
    for one in copies:
        assert (one.vertex, one.steps, one.has_halted, one.graph) == (walk.vertex, walk.steps, walk.has_halted, walk.graph)
        assert one.at(7) == walk.at(7), "moments count from the start of the walk"
    made, before = copies[0].advance(5), walk.steps
    assert walk.steps == before, "the walk itself stays where it is"
    assert walk.advance(5) == made and walk.graph == copies[0].graph
    assert next(copies[1], None) == next(copies[2], None)


def test_a_dictionary_of_a_graph_has_its_arcs():
    assert dict(GRAPH) == {u: GRAPH.arcs(u) for u in GRAPH}
    assert RotorGraph(dict(GRAPH), sinks=GRAPH.sinks, start=GRAPH.start) == GRAPH


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.MultiGraph])
@pytest.mark.parametrize("order", [None, "place"])
def test_an_undirected_loop_is_two_arcs_everywhere(kind, order):
    edges = [("a", "a"), ("a", "b"), ("b", "s")]
    graph = kind()
    for place, edge in enumerate(edges):
        graph.add_edge(*edge, place=place)
    made = RotorGraph.from_edges(edges, undirected=True, sinks=["s"])
    assert made.arcs("a") == ("a", "a", "b")
    assert RotorGraph.from_networkx(graph, undirected="both", order=order, sinks=["s"]) == made
    text = "".join(f"{u} {v}\n" for u, v in edges)
    assert RotorGraph.from_text(text, format="edge-list", undirected=True, sinks=["s"]) == made


def test_a_sparse_matrix_is_left_as_it_was():
    for entries, heads in (([1, 2], [2, 1]), ([1, 1], [1, 1])):
        matrix = scipy.sparse.csr_array((entries, heads, [0, 2, 2, 2]), shape=(3, 3))
        graph = RotorGraph.from_scipy_sparse(matrix)
        assert matrix.indices.tolist() == heads and matrix.data.tolist() == entries
        assert graph.arcs(0) == tuple(sorted(np.repeat(heads, entries).tolist()))
    for sinks in ([1, 2], {1, 2}, iter([1, 2]), np.array([False, True, True])):
        assert RotorGraph.from_scipy_sparse(matrix, sinks=sinks) == graph


def test_tables_of_ends_have_a_row_for_each_trap():
    shares = [{"sink": "s", "trap": None, "probability": 0.5}, {"sink": None, "trap": 0, "probability": 0.5}]
    assert TRAPPED.harmonic_measure("u").to_arrow().to_pylist() == shares
    short = {"particles": 2, "long_particles": None}
    counts = [{"sink": "s", "trap": None, **short}, {"sink": None, "trap": 0, **short}]
    assert TRAPPED.route({"u": 4}).to_arrow().to_pylist() == counts


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (np.arange(3), "int64"),
        (np.float32([0.5, 1.5, 2.5]), "double"),
        ([1, np.int8(2), 3], "int64"),
        ([0.5, 1.5, 2.5], "double"),
        (["a", "b", "\udc80"], "string"),
        ([True, False, 2], "string"),
        ([1, "1", 2], "string"),
        ([1, 2, 2**70], "string"),
    ],
)
def test_labels_keep_their_kind_in_tables(labels, kind):
    u, v, sink = labels
    graph = RotorGraph.from_edges([(u, v), (v, u), (v, sink)])
    for found in (graph.exit_pattern(), graph.destination_forest(), graph.return_flows()):
        table = found.to_arrow()
        kinds = [str(table.schema.field(name).type) for name in table.column_names[:2]]
        assert kinds == [kind, kind], found
    assert len(set(graph.exit_pattern().to_arrow()["vertex"].to_pylist())) == 3, "no two labels share a name"


def test_a_listing_that_is_stopped_is_not_a_list():
    tree = generate.tree(n=300, seed=1)
    for limits in ({"timeout": 0.05}, {"max_operations": 10}):
        with pytest.raises(arrival.OutOfBudget, match=r"^out of (time|steps) after \d+ members$"):
            tree.listing("forests", limit=10**6, **limits)
    assert len(tree.listing("forests", limit=20)) == 20


def test_what_is_long_to_read_or_write_hears_its_timeout():
    tree = generate.tree(n=300_000, seed=1)
    certificate = tree.certificate(all=True)
    for ask in (lambda **limits: arrival.verify(tree, certificate, **limits), tree.to_text):
        before = time.perf_counter()
        ask()
        whole = time.perf_counter() - before
        with pytest.raises(arrival.OutOfBudget, match="^out of time"):
            ask(timeout=whole / 20)


def test_limits_are_told_by_their_names():
    chain = generate.expchain(n=100)
    with pytest.raises(arrival.OutOfBudget, match="^out of steps; no answer within max_operations=1000$"):
        chain.solve(solver="walk", max_operations=1000)
    with pytest.raises(arrival.OutOfBudget, match="^out of time$"):
        chain.sandpile_group(timeout=0)
    with pytest.raises(arrival.OutOfBudget, match="^out of time; no answer after [0-9]+ operations$"):
        arrival.aggregate("z2", 10**7, timeout=0.05)


def test_a_refused_picture_is_refused_by_its_size():
    with pytest.raises(ValueError, match="^20000 vertices and [0-9]+ arcs are too many"):
        generate.tree(n=20_000).draw("exits")


def test_every_proof_of_the_program_is_to_be_had(tmp_path):
    stopping = arrival.examples["fig-rotor-routing"]
    asked = {"flows": {}, "group": {}, "class": {}, "identity": {}, "stabilise": {"chips": "u0=5"}, "harmonic": {}, "solve": {}}
    for question, options in asked.items():
        about = generate.path(n=4).with_start(0) if question == "flows" else stopping
        proof = about.ask(question, options | {"certificate": True}).certificate
        proof.save(tmp_path / "proof.json")
        assert arrival.verify(about, proof) and arrival.verify(about, str(tmp_path / "proof.json")), question
        assert about.ask(question, options).certificate is None


def test_f46_values_without_players_stay_in_every_batch():
    graph = RotorGraph.from_text("u: s t\nsink s = 5\nsink t\nstart u")
    for batch in (Batch.of([graph, graph]), Batch.of_graph(graph, starts=["u", "t"])):
        assert [one.value(1) for one in batch] == [5, 5] and not batch.has_players
    assert arrival.values_batch([graph]).max_min.tolist() == [5]


@pytest.mark.parametrize("missing", [math.nan, np.float32("nan"), pandas.NaT, pandas.NA])
def test_what_frames_have_for_missing_entries_is_not_a_label(missing):
    for make in (lambda: RotorGraph.from_edges([("u", missing)]), lambda: RotorGraph.from_arrays([0, 1, 1], [1], labels=["u", missing])):
        with pytest.raises(ValueError, match="is not a label, because it does not equal itself"):
            make()


def test_parts_of_a_batch_are_checked_as_the_whole_is():
    with pytest.raises(ValueError, match=r"vertex_starts\[2\] is 1, but row starts ascend"):
        Batch([0, 2, 1, 4], [0, 1, 1, 2, 2], [1, 1], None, [0, 0, 0])[1:2]
    masked = Batch([0, 2], [0, 1, 1], [1], np.ma.array([0, 0], mask=[True, False]), [0])
    for part in (lambda: masked[0], lambda: masked[0:1]):
        with pytest.raises(ValueError, match="rotors has masked entries"):
            part()


def test_a_relation_of_duckdb_is_a_batch():
    rows = generate.batch("tree", 20, n=9).to_arrow()  # noqa: F841
    relation = duckdb.sql("select * from rows")
    assert (arrival.solve_batch(relation).exits == arrival.solve_batch(rows).exits).all()


@pytest.mark.parametrize(
    ("family", "options", "words"),
    [
        (campaign.Family("path", 5), {"question": "values", "strategies": "nope"}, "strategies"),
        (campaign.Family("path", 5), {"question": "values", "endless_value": "x"}, "endless_value"),
        (campaign.Family("path", 5), {"question": "route", "particles": -4}, "particles is -4"),
        (campaign.Family("path", 5, max=1), {}, "the family has players; ask for question='values'"),
        (campaign.Family("path", 5, max=1), {"question": "exits"}, "the family has players; ask for question='values'"),
        (campaign.Family("path", 2**60), {}, "at most 1000000 parts; raise part_rows"),
        (campaign.Family("path", 5), {"question": "statistics:fmean", "nonsense": 3}, "statistics:fmean: .*'nonsense'"),
    ],
)
def test_f48_a_plan_that_can_never_run_is_not_kept(tmp_path, family, options, words):
    with pytest.raises((TypeError, ValueError), match=words):
        campaign.run(family, tmp_path / "results", **options)
    assert not (tmp_path / "results").exists(), "the folder is free for the right call"


def test_a_function_returns_a_row_for_each_instance(tmp_path, monkeypatch):
    (tmp_path / "short.py").write_text("def one(batch):\n    return {'rows': [1]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TypeError, match="short:one returned 1 row for 3 instances; it must return a row for each"):
        campaign.run(campaign.Family("path", 3), tmp_path / "results", question="short:one")


def test_f41_a_campaign_of_all_exits_hears_ctrl_c(tmp_path):
    # Each of the instances takes minutes.
    program = f"""
from arrival import campaign
print("begins", flush=True)
try:
    campaign.run(campaign.Family("nested", 8, n=20_000), {str(tmp_path / "results")!r}, question="exits")
except KeyboardInterrupt:
    print("ended")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begins\n"
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        try:
            assert running.communicate(timeout=60)[0] == "ended\n"
        finally:
            running.kill()


def test_f42_types_of_campaigns_are_found_too():
    names = [arrival.Play.__init__, campaign.run, *(getattr(campaign, name) for name in campaign.__all__)]
    for thing in names:
        typing.get_type_hints(thing)


def test_seeds_of_campaigns_are_drawn_from_generators():
    one, other = (campaign.Family("path", 3, seed=np.random.default_rng(seed)) for seed in (1, 1))
    assert one == other and one.seed == arrival.generate._members.seed_of(np.random.default_rng(1))


def test_a_part_of_all_exits_is_given_up_by_time_alone(tmp_path):
    rows = Batch.of([generate.nested(n=300).with_start(0), generate.path(n=3).with_start(0)]).to_arrow()
    pyarrow.parquet.write_table(rows, tmp_path / "rows.parquet")

    def solved(part_timeout):
        found = campaign.run(tmp_path / "rows.parquet", tmp_path / "out", question="exits", operations_each=2000, part_timeout=part_timeout)
        return found.to_arrow().sort_by("instance").select(["solved", "error"]).to_pylist()

    # A number of numpy is kept as any other.
    assert all("out of time" in row["error"] for row in solved(np.float64(0)))
    assert [row["solved"] for row in solved(60)] == [False, True]


def test_a_file_that_has_changed_is_told_as_such(tmp_path):
    file = tmp_path / "rows.parquet"
    for count in (10, 9):
        pyarrow.parquet.write_table(generate.batch("path", count).to_arrow(), file)
        if count == 10:
            campaign.run(file, tmp_path / "out", part_rows=5)
    with pytest.raises(ValueError, match="rows.parquet has changed since the campaign of .* began"):
        campaign.run(file, tmp_path / "out", part_rows=5)


def test_a_function_without_a_signature_is_asked(tmp_path):
    # It makes nothing of a batch, which is known only when it is asked.
    found = campaign.run(campaign.Family("path", 2), tmp_path / "out", question="builtins:dict")
    assert len(found) == 2 and all(found.to_arrow()["error"].to_pylist())
