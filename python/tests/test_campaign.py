"""Campaigns: every row once, whatever happens to the workers."""

import os
import signal
import threading

import dask
import pyarrow
import pyarrow.parquet
import pytest
from distributed import Client, LocalCluster

from arrival import campaign, generate, solve_batch, values_batch


@pytest.fixture(scope="module")
def client():
    # A busy machine may stop for a while: nobody is given up for that.
    patience = {
        "distributed.comm.timeouts.connect": "1h",
        "distributed.comm.timeouts.tcp": "1h",
        "distributed.scheduler.worker-ttl": None,
    }
    with (
        dask.config.set(patience),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, timeout="1h") as client,
    ):
        yield client


def rows_of(results):
    return results.sql("select instance, exit_index, steps from results order by instance").fetchall()


def die_while_writing():
    """Has the worker that runs it killed in the middle of its next part: the rows are in the draft, the part is not there."""
    from arrival.campaign import _part

    write = _part._write

    def write_and_die(*arguments):
        write(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)

    _part._write = write_and_die
    return os.getpid()


def test_a_worker_killed_in_the_middle_loses_and_doubles_no_row(client, tmp_path):
    family = campaign.Family("tree", 20_000, n=60)
    doomed = next(iter(client.scheduler_info(n_workers=-1)["workers"]))
    (killed,) = client.run(die_while_writing, workers=[doomed]).values()
    told = []
    results = campaign.run(
        family, tmp_path, part_rows=500, scheduler=client, progress=lambda done, rows: told.append((done, rows))
    )
    assert killed not in client.run(os.getpid).values(), "it died, and another one took its place"
    assert results.complete and told == [(done, 20_000) for done in range(500, 20_001, 500)]
    rows = rows_of(results)
    assert [row[0] for row in rows] == list(range(20_000))
    expected = solve_batch(generate.batch("tree", 20_000, n=60))
    assert [row[1] for row in rows] == expected.exit_index.tolist()
    assert [row[2] for row in rows] == expected.steps.tolist() and not expected.long_steps
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        ["plan.json", *(part.name() for part in results.plan.parts)]
    ), "no draft is left behind"


def test_a_campaign_goes_on_where_it_stopped(tmp_path):
    family = campaign.Family("path", 5000, n=20)

    def stop(done, rows):
        if done >= rows // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        campaign.run(family, tmp_path, part_rows=500, scheduler="threads", progress=stop)
    half = campaign.open_results(tmp_path)
    assert not half.complete and repr(half) == "<Results of 2500 instances in 5 of 10 parts>"
    times = {file.name: file.stat().st_mtime_ns for file in half.files}
    told = []
    whole = campaign.run(
        family, tmp_path, part_rows=500, scheduler="threads", progress=lambda done, rows: told.append((done, rows))
    )
    assert whole.complete and told == [(done, 5000) for done in range(3000, 5001, 500)]
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in times} == times, "what was there was not written again"
    assert [row[0] for row in rows_of(whole)] == list(range(5000))
    with pytest.raises(ValueError, match="is the plan of another campaign"):
        campaign.run(campaign.Family("path", 5000, n=21), tmp_path, part_rows=500, scheduler="threads")


def test_parquet_files_are_answered_row_by_row(client, tmp_path):
    source, folder = tmp_path / "instances", tmp_path / "answers"
    source.mkdir()
    batches = [generate.batch("switch", count, n=30, seed=seed) for seed, count in enumerate([700, 1, 300])]
    for number, batch in enumerate(batches):
        pyarrow.parquet.write_table(batch.to_arrow(), source / f"{number}.parquet", row_group_size=128)
    results = campaign.run(source, folder, part_rows=100, scheduler=client.scheduler.address)
    assert [part.count for part in results.plan.parts] == [100] * 7 + [1] + [100] * 3
    expected = [exit for batch in batches for exit in solve_batch(batch).exit_index.tolist()]
    assert [row[1] for row in rows_of(results)] == [exit if exit >= 0 else None for exit in expected]
    frame = results.to_pandas()
    assert frame["solved"].all() and (frame["nanoseconds"] > 0).all() and len(frame) == 1001


def test_f48_what_is_no_campaign_is_refused_before_it_is_kept(tmp_path):
    with pytest.raises(ValueError, match=r"it has no plan.json"):
        campaign.open_results(tmp_path)
    with pytest.raises(ValueError, match="has no Parquet files"):
        campaign.run(tmp_path, tmp_path / "out")
    pyarrow.parquet.write_table(pyarrow.table({"start": [0]}), tmp_path / "bad.parquet")
    with pytest.raises(ValueError, match="has no column `arcs`"):
        campaign.run(tmp_path / "bad.parquet", tmp_path / "out", scheduler="threads")
    with pytest.raises(ValueError, match="at least one row"):
        campaign.run(campaign.Family("path", 5), tmp_path / "other", part_rows=0)
    with pytest.raises(ValueError, match="chian"):
        campaign.run(campaign.Family("chian", 5), tmp_path / "mistyped")
    assert not (tmp_path / "mistyped").exists(), "a plan that can never be run is not kept"
    with pytest.raises(ValueError, match="is defined by `def` in a module of its own"):
        campaign.run(campaign.Family("path", 5), tmp_path / "mistyped", question=lambda batch: None)


def test_f48_a_flawed_row_is_a_row_that_says_where_it_is(tmp_path):
    arcs = [[[1, 0], []], [[7, 0], []], [[0, 1], []]]
    table = pyarrow.table({"arcs": pyarrow.array(arcs, pyarrow.list_(pyarrow.list_(pyarrow.uint32()))), "start": [0, 0, 0]})
    pyarrow.parquet.write_table(table, tmp_path / "rows.parquet")
    results = campaign.run(tmp_path / "rows.parquet", tmp_path / "out")
    rows = results.sql("select exit_index, solved, error from results order by instance").fetchall()
    assert [row[:2] for row in rows] == [(1, True), (None, False), (1, True)]
    assert [row[2] is None for row in rows] == [True, False, True]
    assert "rows.parquet, row 1: " in rows[1][2] and "is 7, but must be less than 2" in rows[1][2]


def test_games_and_functions_of_ones_own_are_campaigns_too(tmp_path):
    family = campaign.Family("path", 50, n=6, max=0.5, high=3)
    frame = campaign.run(family, tmp_path / "games", part_rows=20, question="values", endless_value=-1).to_pandas()
    expected = values_batch(family.members(0, 50), endless_value=-1)
    assert frame["value"].tolist() == expected.to_pandas()["value"].tolist()
    own = campaign.run(campaign.Family("path", 5, n=3), tmp_path / "own", question=statistics_of_batch)
    assert own.to_pandas()["vertices"].tolist() == [5] * 5
    late = campaign.run(campaign.Family("two", 3, n=200), tmp_path / "late", part_timeout=0.0)
    assert not late.to_pandas()["solved"].any() and "out of time" in late.to_pandas()["error"][0]


def test_all_starts_and_many_particles_are_questions(tmp_path):
    family = campaign.Family("switch", 60, n=12)
    batch = family.members(0, 60)
    found = campaign.run(family, tmp_path / "exits", part_rows=25, question="exits").to_arrow().to_pylist()
    expected = [[code if code >= 0 else None for code in graph.exit_pattern().codes.tolist()] for graph in batch]
    assert [row["exits"] for row in found] == expected and any(None in exits for exits in expected)
    found = campaign.run(family, tmp_path / "route", part_rows=25, question="route", particles=50).to_arrow().to_pylist()
    for row, graph in zip(found, batch, strict=True):
        routed = graph.route({graph.start: 50})
        assert row["trapped"] == sum(routed.traps.values())
        assert {u: row["ends"][u] for u in routed.sinks} == routed.sinks
    late = campaign.run(family, tmp_path / "late", question="exits", part_timeout=0.0).to_pandas()
    assert not late["solved"].any() and "out of time" in late["error"][0]


@pytest.mark.parametrize("question", ["exit", "exits", "route", "values"])
def test_empty_results_have_the_columns_of_others(tmp_path, question):
    def columns(count):
        family = campaign.Family("path", count, n=4, max=0.5 if question == "values" else 0.0)
        return campaign.run(family, tmp_path / str(count), question=question).to_arrow().schema

    assert columns(0) == columns(3)


def statistics_of_batch(batch):
    return {"vertices": [len(graph) for graph in batch]}


def test_of_two_who_write_the_same_file_the_first_one_stays(tmp_path):
    from arrival.campaign._places import sweep, write_once

    target = tmp_path / "part"
    barrier = threading.Barrier(8)

    def write(number):
        barrier.wait()
        write_once(target, lambda file: file.write_text(f"{number}" * 1000))

    writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    text = target.read_text()
    assert len(text) == 1000 and len(set(text)) == 1
    write_once(target, lambda file: file.write_text("late"))
    # A draft may be swept away while it is written, if the part is there.
    write_once(target, lambda file: (file.write_text("later"), sweep(tmp_path)))
    assert target.read_text() == text and [file.name for file in tmp_path.iterdir()] == ["part"]


def test_addresses_of_fsspec_are_sources_and_folders(tmp_path):
    # A store in memory stands for those of clouds: it has no links and no folders either.
    from upath import UPath

    source, folder = UPath("memory://campaign/instances"), "memory://campaign/answers"
    source.mkdir(parents=True)
    batches = [generate.batch("switch", count, n=30, seed=seed) for seed, count in enumerate([70, 30])]
    for number, batch in enumerate(batches):
        pyarrow.parquet.write_table(batch.to_arrow(), tmp_path / "rows.parquet")
        (source / f"{number}.parquet").write_bytes((tmp_path / "rows.parquet").read_bytes())
    results = campaign.run("memory://campaign/instances", folder, part_rows=20)
    expected = [exit for batch in batches for exit in solve_batch(batch).exit_index.tolist()]
    assert results.complete and [row[1] for row in rows_of(results)] == [exit if exit >= 0 else None for exit in expected]
    assert results.to_pandas()["instance"].tolist() == list(range(100))
    assert sorted(file.name for file in UPath(folder).iterdir()) == sorted(["plan.json", *(part.name() for part in results.plan.parts)])
    again = campaign.run("memory://campaign/instances", folder, part_rows=20, progress=lambda done, rows: pytest.fail("done before"))
    assert again.complete and campaign.open_results(folder).plan == results.plan
