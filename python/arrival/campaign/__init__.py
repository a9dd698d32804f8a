"""Campaigns: very many instances, on all cores of one machine or of a cluster, into Parquet.

A campaign is a folder. Its plan cuts the instances, rows of Parquet files or members of a seeded family, into parts; each part
is solved by some worker of Dask and written once, whole, under its own name. What is there is never done again: a
campaign that was interrupted goes on where it stopped, and the part of a worker that died is done by another.

>>> import tempfile
>>> from arrival import campaign
>>> with tempfile.TemporaryDirectory() as folder:
...     results = campaign.run(campaign.Family("path", 1000, n=9), folder, part_rows=250, scheduler="threads")
...     results, results.sql("select exit_index, count(*) from results group by exit_index order by exit_index").fetchall()
(<Results of 1000 instances in 4 of 4 parts>, [(9, 998), (10, 2)])
"""

from ._family import Family
from ._plan import Plan
from ._results import Results, open_results
from ._run import run

__all__ = ["Family", "Plan", "Results", "open_results", "run"]
