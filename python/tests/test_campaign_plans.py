"""Plans of campaigns: what can never run is refused, what has changed is noticed, what is given up says so."""

from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

import arrival
from arrival import Batch, campaign, generate

TWO = [[[1, 2], [0, 2], []], [[1, 1], [0, 2], []]]


def sized(batch, of):
    return {"size": [sum(of)] * len(batch)}


def taken(batch):
    return {"instance": [0] * len(batch)}


def rows_of_two(**columns: object) -> pyarrow.Table:
    return pyarrow.table({"arcs": TWO, "start": [0, 0], **columns})


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
def test_a_plan_that_can_never_run_is_not_kept(tmp_path, family, options, words):
    with pytest.raises((TypeError, ValueError), match=words):
        campaign.run(family, tmp_path / "results", **options)
    assert not (tmp_path / "results").exists(), "the folder is free for the right call"


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


def test_seeds_of_campaigns_are_drawn_from_generators():
    one, other = (campaign.Family("path", 3, seed=np.random.default_rng(seed)) for seed in (1, 1))
    assert one == other and one.seed == arrival.generate._members.seed_of(np.random.default_rng(1))


def test_a_function_returns_a_row_for_each_instance(tmp_path, monkeypatch):
    (tmp_path / "short.py").write_text("def one(batch):\n    return {'rows': [1]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TypeError, match="short:one returned 1 row for 3 instances; it must return a row for each"):
        campaign.run(campaign.Family("path", 3), tmp_path / "results", question="short:one")


def test_a_function_without_a_signature_is_asked(tmp_path):
    # It makes nothing of a batch, which is known only when it is asked.
    found = campaign.run(campaign.Family("path", 2), tmp_path / "out", question="builtins:dict")
    assert len(found) == 2 and all(found.to_arrow()["error"].to_pylist())


def test_a_part_of_all_exits_is_given_up_by_time_alone(tmp_path):
    rows = Batch.of([generate.nested(n=300).with_start(0), generate.path(n=3).with_start(0)]).to_arrow()
    pyarrow.parquet.write_table(rows, tmp_path / "rows.parquet")

    def solved(part_timeout):
        found = campaign.run(tmp_path / "rows.parquet", tmp_path / "out", question="exits", operations_each=2000, part_timeout=part_timeout)
        return found.to_arrow().sort_by("instance").select(["solved", "error"]).to_pylist()

    # A number of numpy is kept as any other.
    assert all("out of time" in row["error"] for row in solved(np.float64(0)))
    assert [row["solved"] for row in solved(60)] == [False, True]


def test_members_are_made_within_the_time_of_their_part(tmp_path):
    family = campaign.Family("tree", 2, n=3_000_000)
    late = campaign.run(family, tmp_path, part_timeout=0.0).to_arrow()
    words = "out of time; the graph was not complete after"
    assert [error.startswith(f"instance {row}: {words}") for row, error in enumerate(late["error"].to_pylist())] == [True, True]


def test_a_part_beyond_the_memory_ends_the_campaign(tmp_path):
    with pytest.raises(arrival.OutOfBudget, match="^out of memory; the batch takes about"):
        campaign.run(campaign.Family("path", 10**7, n=100), tmp_path, part_rows=10**7)
    assert [file.name for file in tmp_path.iterdir()] == ["plan.json"], "no part says that it is done"


def test_a_file_that_has_changed_is_told_as_such(tmp_path):
    file = tmp_path / "rows.parquet"
    for count in (10, 9):
        pyarrow.parquet.write_table(generate.batch("path", count).to_arrow(), file)
        if count == 10:
            campaign.run(file, tmp_path / "out", part_rows=5)
    with pytest.raises(ValueError, match="rows.parquet has changed since the campaign of .* began"):
        campaign.run(file, tmp_path / "out", part_rows=5)


def test_a_campaign_notices_that_its_files_have_changed(tmp_path: Path) -> None:
    file, folder = tmp_path / "in.parquet", tmp_path / "out"
    pyarrow.parquet.write_table(rows_of_two(), file)
    assert campaign.run(file, folder).complete
    assert campaign.run(file, folder).complete, "the same files go on"
    pyarrow.parquet.write_table(rows_of_two(start=[1, 1]), file)
    with pytest.raises(ValueError, match=r"in\.parquet has changed since the campaign"):
        campaign.run(file, folder)
