"""How much a game page weighs over the line, cold and with a warm cache: goal 13.

    python bench/pages.py [--game KEY]

Fetches the page of a running match as a player, and everything it names (style sheets, scripts,
icons), from the real server: once as a browser that takes Brotli, once as one that takes only gzip.
The page itself the server sends plain, for its proxy to compress (deploy/); it is counted as gzip.
Fonts are left out, since a browser loads those it needs after it has drawn, and so is what it
loads only when it is asked for (`later`). Warm is the page alone: all else is hashed and kept.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from http.client import HTTPConnection
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import client, host

NAMED = re.compile(r'<(?:link|script|use|img)\b[^>]*?\b(?:href|src)="(/static/[^"#]+)')


def fetched(port: int, path: str, **headers: str) -> bytes:
    """Return what the server sends, as it is on the line."""
    link = HTTPConnection("127.0.0.1", port)
    link.request("GET", path, headers={**client.PROXY, **headers})
    answer = link.getresponse()
    body = answer.read()
    link.close()
    assert answer.status == 200, f"{path}: {answer.status}"
    return body


def named_in(page: str) -> list[str]:
    """Return the files a page has a browser load at once."""
    return sorted(set(NAMED.findall(page)))


def weights(port: int, names: list[str], encodings: str) -> dict[str, int]:
    """Return the bytes sent of each kind of file to a browser that takes these encodings."""
    by_kind: dict[str, int] = {}
    for name in names:
        size = len(fetched(port, name, **{"Accept-Encoding": encodings}))
        kind = PurePosixPath(name).suffix
        by_kind[kind] = by_kind.get(kind, 0) + size
    return by_kind


def report(port: int, game: str, code: str, cookie: str) -> None:
    """Print what one game's page weighs."""
    page = fetched(port, f"/matches/{code}/", Cookie=cookie)
    warm = len(gzip.compress(page, 9))
    names = named_in(page.decode())
    for encodings in ("br, gzip", "gzip"):
        by_kind = weights(port, names, encodings)
        kinds = "  ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(by_kind.items()))
        cold = warm + sum(by_kind.values())
        print(
            f"{game:16} {encodings:8} warm {warm / 1000:.1f} kB  cold {cold / 1000:.1f} kB"
            f"  ({kinds})",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="What a game page weighs.")
    parser.add_argument("--game", action="append")
    args = parser.parse_args()
    with host.site():
        from games.registry import all_rules

        games = args.game or list(all_rules())
        tables = {game: host.matches(1, 4, game)[0] for game in games}
        with host.server() as server:
            for game, (code, cookies) in tables.items():
                report(server.port, game, code, cookies[0])


if __name__ == "__main__":
    main()
