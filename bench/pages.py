"""How much a game page weighs over the line, cold and with a warm cache: goal 13.

    python bench/pages.py [--game KEY]

Fetches the page of a running match as a player and everything it names (style sheets and what they
import, scripts, icons), as gzip would send it; fonts are left out, since a browser loads those it
needs after it has drawn. Warm is the page alone: everything else is hashed and kept for ever.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import host

NAMED = re.compile(r'(?:href|src)="(/static/[^"#?]+)')
IMPORT = re.compile(r"@import\s+(?:url\()?[\"']([^\"']+\.css)")
PACKED = {".woff2", ".png", ".webp", ".jpg"}


def weight(path: Path) -> int:
    """Return the bytes of a file as they are sent."""
    data = path.read_bytes()
    return len(data) if path.suffix in PACKED else len(gzip.compress(data, 9))


def files_of(page: str) -> set[Path]:
    """Return the static files a page loads, and what its style sheets import."""
    static = host.FOLDER / "static"
    left = [static / name.removeprefix("/static/") for name in NAMED.findall(page)]
    found: set[Path] = set()
    while left:
        path = left.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        if path.suffix == ".css":
            left += [(path.parent / name).resolve() for name in IMPORT.findall(path.read_text())]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="What a game page weighs.")
    parser.add_argument("--game", action="append")
    args = parser.parse_args()
    with host.site():
        from django.test import Client

        from games.registry import all_rules

        for game in args.game or list(all_rules()):
            users = host.people(4)
            match = host.running_match(users, game)
            client = Client(headers={"X-Forwarded-Proto": "https"})
            client.force_login(users[0])
            page = client.get(f"/matches/{match.code}/").content
            files = files_of(page.decode())
            by_kind: dict[str, int] = {}
            for path in files:
                by_kind[path.suffix] = by_kind.get(path.suffix, 0) + weight(path)
            warm = len(gzip.compress(page, 9))
            kinds = "  ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(by_kind.items()))
            cold = warm + sum(by_kind.values())
            print(f"{game:18} warm {warm / 1000:.1f} kB  cold {cold / 1000:.1f} kB  ({kinds})")


if __name__ == "__main__":
    main()
