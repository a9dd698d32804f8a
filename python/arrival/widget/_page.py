"""The page of the program in one document, for a frame that has no server."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache

from .. import _core


def _file(name: str) -> bytes:
    data = _core.page_file(name)
    if data is None:
        raise RuntimeError(f"the page has no file {name}")
    return data


def _script(kind: str, text: str) -> str:
    inside = text.replace("</script", "<\\/script")
    return f"<script {kind}>{inside}</script>"


@cache
def document() -> str:
    """Styles, scripts, worker and engine inside the page, as `web/build/build.mjs` writes `arrival.html`."""
    style = f"<style>{_file('/page.css').decode()}</style>"
    parts = [
        _script('type="text/plain" id="worker-source"', _file("/worker.js").decode()),
        _script('type="text/plain" id="engine"', b64encode(_file("/engine.wasm.gz")).decode()),
        _script('type="module"', _file("/page.js").decode()),
        "</body>",
    ]
    page = _file("/").decode()
    for pattern, replacement in [
        (r'<link rel="stylesheet"[^>]*>', style),
        (r'<link rel="icon"[^>]*>', ""),
        (r'<script type="module"[^>]*></script>', ""),
        (r"</body>", "\n".join(parts)),
    ]:
        page, found = re.subn(pattern, lambda _: replacement, page)  # noqa: B023
        if found != 1:
            raise RuntimeError(f"the page has {found} times {pattern}")
    return page
