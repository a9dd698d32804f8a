"""What other readers of the package met: each test is named for what they expected."""

import math
import threading
import typing
from fractions import Fraction

import networkx
import numpy as np
import pandas
import pytest

import arrival
from arrival import RotorGraph, campaign, examples, generate, verify

ROUTING = examples["fig-rotor-routing"]
#: Numbers and a text as labels: the columns of labels are text in every table about it.
MIXED = RotorGraph({0: [1, "s"], 1: [0, 2], 2: [1, "s", 0]}, sinks=["s"], start=0)


# Walks.


def test_a_walk_can_be_looked_at_while_it_advances():
    walk = generate.expchain(n=60).walk(0)
    seen = []

    def look(operations):
        # The stride that is paid for has not been made yet.
        seen.append(operations - walk.steps)
        _ = walk.vertex, walk.has_halted, repr(walk)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        walk.advance(progress=look)
    assert seen == [4096] and walk.steps > 0

    other = threading.Thread(target=lambda: walk.advance(10**8))
    other.start()
    steps = []
    while other.is_alive():
        steps.append(walk.steps)
    assert steps == sorted(steps) and walk.steps >= 10**8


def test_steps_made_before_a_limit_stay_made():
    walk = generate.expchain(n=60).walk(0)
    with pytest.raises(arrival.OutOfBudget, match="^out of steps"):
        walk.advance(10**6, max_operations=10_000)
    assert walk.steps == 8192 and walk.advance(8) == 8 and walk.steps == 8200


def test_a_walk_and_its_moments_agree_about_the_start():
    walk = ROUTING.walk()
    walk.advance(4)
    assert walk.graph == ROUTING.walk().at(4).graph and walk.graph.start == walk.vertex == "u0"
    back = walk.graph.walk(reverse=True)
    assert back.graph.start == back.vertex and back.senders == 2


def test_a_hitting_sequence_is_that_of_single_particles():
    graph, exits = ROUTING, []
    for _ in range(40):
        exits.append(graph.solve().exit)
        graph = graph.route({"u2": 1}).after
    sequence = ROUTING.hitting_sequence(40)
    assert list(sequence) == exits and sequence.after == graph
    endless = RotorGraph({"u": ["s"]}, sinks=["s"]).hitting_sequence(10**30, "u")
    assert endless.runs == (("s", 10**30),) and next(iter(endless)) == "s"
    assert sequence.class_period == 8 and exits[:8] == exits[8:16]
    trapped = RotorGraph({"u": ["a", "s"], "a": ["a"]}, sinks=["s"]).hitting_sequence(3, "u")
    assert list(trapped) == [None, "s", None] and trapped.to_arrow()["exit"].to_pylist() == [None, "s", None]
    with pytest.raises(arrival.OutOfBudget, match="^out of steps after [0-9]+ particles?$"):
        generate.expchain(n=300).hitting_sequence(10**9, max_operations=100_000)


def test_departures_are_those_of_the_walk():
    walked = list(ROUTING.walk())[:-1]
    assert ROUTING.solve().departures == {u: walked.count(u) for u in ROUTING if u in walked}
    routing = ROUTING.route({"u2": 1000})
    assert sum(routing.departures.values()) == routing.steps
    assert ROUTING.route({"u2": -1}).departures is None
    # A graph too large for a picture has them, too.
    large = generate.tree(n=20_000).solve(0)
    assert sum(large.departures.values()) == large.steps


def test_rotors_are_read_as_they_are_given():
    turned = ROUTING.route({"u2": 5}).after
    assert turned.rotors == {u: turned.rotor(u) for u in ("u0", "u1", "u2")}
    assert ROUTING.with_rotors(turned.rotors) == turned


def test_values_are_those_of_exits_without_players():
    bare = RotorGraph.from_text("u: s v\nv: v\nsink s = 7\nsink t = -2")
    assert dict(bare.values(endless_value=5)) == {"u": 7, "v": 5, "s": 7, "t": -2}
    assert bare.solve("u").value == 7 and bare.solve("v", endless_value=5).value == 5
    worth = [generate.tree(n=20, max=share, high=9, seed=2).solve(0).value for share in (0, 0.5, 1)]
    assert worth == sorted(worth)


# Lists, names, messages.


def test_a_listing_says_whether_it_is_complete():
    complete = RotorGraph.from_networkx(networkx.complete_graph(5), undirected=True, sinks=[0])
    first, all_of_them = complete.listing("recurrent"), complete.listing("recurrent", limit=None)
    assert (len(first), first.complete, len(all_of_them), all_of_them.complete) == (100, False, 125, True)
    assert repr(first).endswith("(the first 100; limit=None lists all)")


def test_many_names_are_looked_up_in_a_table():
    grid = generate.sandpile_grid(w=20, h=20)
    grid.check()
    assert grid._named is None, "a table of all names takes longer than to find a few"
    grid.stabilise({0: 1})
    assert grid._named is not None and len(grid._named) == len(grid)


def test_names_that_are_cut_alike_are_left_as_they_are():
    stem = "x" * 40
    graph = RotorGraph({stem + "1": [stem + "2"], stem + "2": ["s"], "s": None})
    with pytest.raises(ValueError, match=f"^no cycle of rotors runs through `{stem}…`; name a vertex of one$"):
        graph.push(stem + "2")
    with pytest.raises(arrival.FlawedGraph, match=f"vertex `{stem}…` has no outgoing arc"):
        RotorGraph({stem + "1": [stem + "2"], stem + "2": [], stem + "3": [stem + "2"]})


def test_backquotes_in_labels_are_part_of_them():
    graph = RotorGraph({"a`b": ["a", "s"], "a": ["s"], " to ": ["a`b"]}, sinks=["s"])
    with pytest.raises(ValueError, match="^no cycle of rotors runs through 'a`b'; name a vertex of one$"):
        graph.push("a`b")
    with pytest.raises(ValueError, match="^no arc leads from 'a`b' to ' to ', so there is no such subtree$"):
        graph.subtree("a`b", " to ")
    with pytest.raises(arrival.FlawedGraph, match=r"^arcs\['`'\]\[0\]: head '`\\n' is never declared"):
        RotorGraph({"`": ["`\n"]})


def test_what_a_progress_function_raises_stays_as_it_is():
    class Stop(ValueError):
        pass

    def stop(_):
        raise Stop("see `0`", 5) from KeyError("why")

    with pytest.raises(Stop) as raised:
        generate.expchain(n=100).solve(solver="walk", progress=stop)
    assert raised.value.args == ("see `0`", 5) and isinstance(raised.value.__cause__, KeyError)


def test_flaws_stand_in_the_order_of_their_numbers():
    with pytest.raises(arrival.FlawedGraph) as flawed:
        RotorGraph({10: [], 2: [], "a": []})
    assert [flaw.place for flaw in flawed.value.flaws] == ["arcs['a']", "arcs[2]", "arcs[10]"]


# Tables.


def test_labels_of_one_graph_have_one_type_in_all_tables():
    tables = [
        MIXED.identity(), MIXED.stabilise({0: 5}), MIXED.sandpile_group(), MIXED.listing("recurrent"), MIXED.listing("recurrent", limit=0),
        MIXED.solve(), MIXED.walk().at(2), MIXED.route({0: 3}), MIXED.harmonic_measure(), MIXED.hitting_sequence(3), MIXED.tour(),
    ]  # fmt: skip
    for table in (found.to_arrow() for found in tables):
        kinds = {str(table.schema.field(name).type) for name in ("vertex", "sink", "start", "exit") if name in table.column_names}
        assert kinds == {"string"}, table.column_names
    merged = MIXED.identity().to_pandas().merge(MIXED.stabilise({0: 5}).to_pandas(), on="vertex")
    assert merged["chips_x"].dtype == merged["chips_y"].dtype and len(merged) == 3


def test_tables_of_the_algebra_have_the_numbers():
    graph = RotorGraph({0: [1, 2], 1: [0, 2]}, sinks=[2])
    much = 10**30
    table = graph.stabilise({0: much, 1: -5}).to_arrow().to_pydict()
    fired = graph.stabilise({0: much, 1: -5}).firings
    assert table["vertex"] == [0, 1, 2] and table["firings"] == [None, None, None]
    assert table["long_firings"] == [str(fired[0]), str(fired[1]), None] and table["long_chips"][2] is not None
    assert graph.stabilise({1: -5}).to_arrow()["chips"].to_pylist() == [0, -5, 0]
    assert graph.stabilise({0: 4}).to_arrow()["firings"].to_pylist() == [2, 1, None]
    group = graph.sandpile_group()
    assert group.to_arrow().to_pydict()["chips"] == [count for generator in group.generators for count in generator.values()]
    trap = RotorGraph({0: [1, 2], 1: [1]}, sinks=[2])
    assert trap.rotor_class().to_arrow()["order"].to_pylist() == [order or None for order in trap.rotor_class().factors]
    assert 0 in trap.rotor_class().factors


def test_infinite_flows_are_missing_in_tables():
    game = examples["fig-integer-game"]
    flows = game.access_flows()
    assert flows.to_arrow()["flow"].to_pylist() == [None if flow == math.inf else flow for flow in flows.values()]
    routine = RotorGraph.from_text("u: v s\nv: u\nsink s").revolving_routine("u")
    flow = routine.to_arrow()["flow"].to_pylist()
    assert flow == [None if head.flow == math.inf else head.flow for head in routine.heads.values()] and None in flow


def test_long_numbers_are_shown_by_their_ends():
    path = generate.path(n=5)
    assert "(5000 digits)" in repr(path.stabilise({0: 10**5000}))
    harmonic = generate.multipath(n=4500, x=10, y=1).harmonic_measure(2)
    assert isinstance(harmonic["A"], Fraction) and "digits" in repr(harmonic) and "digits" in str(harmonic)
    many = generate.star(n=2000, leaf_sinks=1).route({0: 5})
    assert len(many) > 1000 and repr(many).count(":") < 150 and "… and " in repr(many)


def test_frames_and_grids_are_drawn_as_on_the_command_line():
    tree = examples["fig-calc-rn"]
    assert "computed now" in tree.draw(frame=3, start="u0").text
    with pytest.raises(ValueError, match="the algorithm has 7 frames here"):
        tree.draw(frame=200, start="u0")
    with pytest.raises(ValueError, match="leave out frame, or what else is to be shown"):
        tree.draw("exits", frame=2, start="u0")
    grid = generate.sandpile_grid(w=4, h=3)
    assert grid.draw(geometry="grid:4x3").text != grid.draw().text
    game = RotorGraph.from_text("max u: t s\nt: t\nsink s = 1\nstart u")
    assert game.explain(endless_value=5) != game.explain(), "it is better never to exit"


# Proofs.


def test_a_proof_that_does_not_fit_says_how_much_it_takes():
    graph = generate.two_sided(n=3000, seed=3)
    for ask in (lambda: graph.exit_pattern(certificate=True, memory="1MB"), lambda: graph.certificate(all=True, memory="1MB")):
        with pytest.raises(arrival.OutOfBudget, match="^out of memory; the certificate would take about"):
            ask()


def test_antiparticles_are_proved_and_other_strategies_are_not():
    assert verify(ROUTING, ROUTING.route({"u2": -3}, certificate=True))
    game = examples["fig-one-player"]
    assert verify(game, game.play(certificate=True))
    with pytest.raises(ValueError, match="only the best strategies have a certificate"):
        game.play(max={}, certificate=True)
    with pytest.raises(ValueError, match="this game has no certificate: only solver game gives one"):
        examples["fig-no-equilibrium"].solve(certificate=True)


def test_a_certificate_is_asked_for_by_any_truth():
    for truth in (True, 1, np.True_):
        for found in (MIXED.identity(certificate=truth), MIXED.solve(certificate=truth), generate.path(n=3).exit_pattern(certificate=truth)):
            assert found.certificate is not None


# Campaigns.


def test_what_could_never_run_is_refused_before_the_plan_is_kept(tmp_path):
    for wrong in ({"workers": -1}, {"workers": 0}):
        with pytest.raises(ValueError, match="^workers is -?[01], but must be at least 1$"):
            campaign.run(campaign.Family("path", 2, n=4), tmp_path / "x", **wrong)
    with pytest.raises(TypeError, match="^the parameters of a campaign are kept as JSON"):
        campaign.Family("path", 2, n={4})
    assert not (tmp_path / "x").exists()


def test_numbers_of_numpy_and_tuples_are_kept_in_plans(tmp_path):
    family = campaign.Family("path", np.int64(3), n=np.int64(5))
    assert family == campaign.Family("path", 3, n=5)
    for _ in range(2):
        found = campaign.run(family, tmp_path / "route", question="route", particles=np.int64(5))
        assert found.complete and found.to_arrow().num_rows == 3
        assert campaign.run(family, tmp_path / "own", question=sized, of=(1, 2)).to_arrow()["size"].to_pylist() == [3, 3, 3]
    with pytest.raises(TypeError, match="returned a column 'instance', which the campaign adds itself"):
        campaign.run(family, tmp_path / "taken", question=taken)


def sized(batch, of):
    return {"size": [sum(of)] * len(batch)}


def taken(batch):
    return {"instance": [0] * len(batch)}


def test_members_are_made_within_the_time_of_their_part(tmp_path):
    family = campaign.Family("tree", 2, n=3_000_000)
    late = campaign.run(family, tmp_path, part_timeout=0.0).to_arrow()
    words = "out of time; the graph was not complete after"
    assert [error.startswith(f"instance {row}: {words}") for row, error in enumerate(late["error"].to_pylist())] == [True, True]


def test_a_part_beyond_the_memory_ends_the_campaign(tmp_path):
    with pytest.raises(arrival.OutOfBudget, match="^out of memory; the batch takes about"):
        campaign.run(campaign.Family("path", 10**7, n=100), tmp_path, part_rows=10**7)
    assert [file.name for file in tmp_path.iterdir()] == ["plan.json"], "no part says that it is done"


# Graphs of other packages.


def test_a_series_is_a_dictionary():
    chips = pandas.Series({0: 5, 1: 2})
    assert MIXED.stabilise(chips) == MIXED.stabilise({0: 5, 1: 2}) and MIXED.route(chips) == MIXED.route({0: 5, 1: 2})


def test_sinks_with_arcs_are_told_so():
    with pytest.raises(arrival.FlawedGraph, match=r"^arcs\[0\]: the vertex has arcs, but is listed among the sinks"):
        RotorGraph(networkx.to_dict_of_lists(networkx.path_graph(4)), sinks=[0])
    grid = networkx.grid_2d_graph(2, 2)
    with pytest.raises(ValueError, match=r"is not a vertex of the graph; write sinks=\[\(0, 0\)\]$"):
        RotorGraph.from_networkx(grid, undirected="both", sinks=(0, 0))


def test_f42_the_types_of_campaigns_and_widgets_are_found():
    for thing in (campaign.Results.sql, arrival.widget.Player, arrival.HarmonicMeasure, RotorGraph.harmonic_measure):
        assert typing.get_type_hints(thing)
