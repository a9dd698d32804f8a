"""Games: what they are worth, and what is said where players are ignored."""

import warnings
from functools import partial

import pytest

import arrival
from arrival import RotorGraph, generate

GAME = RotorGraph.from_text("u: v s\nmax v: u t\nsink s = 1\nsink t = 2\nstart u")


def test_solve_answers_games_as_play_does():
    answer = GAME.solve(certificate=True)
    assert isinstance(answer, arrival.Play) and answer == GAME.play() and answer.value == 2
    assert arrival.verify(GAME, answer.certificate)


def test_values_are_those_of_exits_without_players():
    bare = RotorGraph.from_text("u: s v\nv: v\nsink s = 7\nsink t = -2")
    assert dict(bare.values(endless_value=5)) == {"u": 7, "v": 5, "s": 7, "t": -2}
    assert bare.solve("u").value == 7 and bare.solve("v", endless_value=5).value == 5
    worth = [generate.tree(n=20, max=share, high=9, seed=2).solve(0).value for share in (0, 0.5, 1)]
    assert worth == sorted(worth)


def test_players_are_not_ignored_in_silence():
    of_rotors = [GAME.return_flows, GAME.destination_forest, GAME.rotor_class, GAME.rotor_cycles]
    of_start = [GAME.walk, GAME.tour, GAME.harmonic_measure, GAME.revolving_routine]
    others = [lambda: GAME.route({"u": 1}), lambda: GAME.is_equivalent(GAME), lambda: GAME.draw("exits")]
    for question in (*of_rotors, *(partial(question, "u") for question in of_start), *others):
        with pytest.warns(arrival.PlayersIgnored, match="without_players"):
            question()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GAME.without_players().return_flows()


def test_an_endless_value_too_large_for_a_proof_is_refused() -> None:
    game = RotorGraph.from_text("max a: t s\nt: t\nsink s = 1\nstart a\n")
    assert game.solve(endless_value=2**53 - 1).value == 2**53 - 1
    for value in (2**53, 2**60, -(2**60)):
        with pytest.raises(ValueError, match="endless_value is -?[0-9]+, but must be at (most|least) -?9007199254740991"):
            game.solve(endless_value=value)
