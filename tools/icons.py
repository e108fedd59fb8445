"""Builds the sheets of static/icons and their ATTRIBUTION.md from icon_list.py and own_icons/.

Run `python tools/icons.py AUTHORS` (needs npm) after changing the list. AUTHORS is a checkout of
the game-icons repository: its folders say who drew what, which the licence asks us to name.
Standard library only.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from icon_list import INTERFACE, THEMATIC
from npm_package import unpack

HERE = Path(__file__).resolve().parent
ICONS = HERE.parent / "static" / "icons"
GAME_ICONS = ("@iconify-json/game-icons", "1.2.4")
LUCIDE = ("lucide-static", "1.62.0")
STROKE = (
    'fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round"'
)
CC0_AUTHORS = {"viscious-speed", "zeromancer"}


def symbol(name: str, body: str, view_box: str, extra: str = "") -> str:
    """Return one <symbol> of the sprite."""
    return (
        f'<symbol id="{name}" viewBox="{view_box}"{" " + extra if extra else ""}>{body}</symbol>\n'
    )


def thematic() -> dict[str, str]:
    """Return every thematic icon's name there by our name."""
    return {name: source for icons in THEMATIC.values() for name, source in icons.items()}


def drawings(package: Path) -> dict[str, str]:
    """Return the drawings of game-icons that we use, by their name there."""
    icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    return {source: coarse(icons[source]["body"]) for source in thematic().values()}


def coarse(body: str) -> str:
    """Return a drawing with one digit after the point: on 512 units, more cannot be seen."""
    return re.sub(r"(\.\d)\d+", r"\1", body)


def interface(package: Path) -> list[str]:
    """Return the symbols taken from lucide."""
    out = []
    for name, source in INTERFACE.items():
        svg = (package / "icons" / f"{source}.svg").read_text(encoding="utf-8")
        body = re.sub(
            r"\s+", " ", svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
        )
        out.append(
            symbol(
                name, body.replace(" />", "/>").replace("> <", "><").strip(), "0 0 24 24", STROKE
            )
        )
    return out


def own(sheet: str) -> list[str]:
    """Return the symbols of a sheet that were drawn for this site."""
    out = []
    for path in sorted((HERE / "own_icons" / sheet).glob("*.svg")):
        svg = path.read_text(encoding="utf-8").strip()
        box = re.search(r'viewBox="([^"]+)"', svg)
        if box is None:
            raise SystemExit(f"{path.name} has no viewBox")
        body = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
        out.append(symbol(path.stem, re.sub(r"\s*\n\s*", "", body), box[1]))
    return out


def git(checkout: Path, *words: str) -> str:
    """Return what git says in a checkout."""
    command = ["git", "-C", str(checkout), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def authors(checkout: Path, icons: dict[str, str]) -> dict[str, str]:
    """Map an icon's upstream name to its author's folder.

    Two authors may have an icon of one name: then the one whose drawing begins like ours.
    """
    found: dict[str, list[str]] = {}
    for line in git(checkout, "ls-tree", "-r", "--name-only", "HEAD").splitlines():
        if line.endswith(".svg") and Path(line).stem in icons:
            found.setdefault(Path(line).stem, []).append(line)
    for name, files in found.items():
        if len(files) > 1:
            begin = start(icons[name])
            found[name] = [file for file in files if begin in git(checkout, "show", f"HEAD:{file}")]
    return {name: files[0].split("/")[0] for name, files in found.items()}


def start(body: str) -> str:
    """Return how a drawing's first path begins: the first number, enough to know it by."""
    first = re.search(r'd="(M[0-9.]+)', body)
    if first is None:
        raise SystemExit(f"no path in {body[:60]}")
    return first[1]


def attribution(by: dict[str, str]) -> str:
    """Return the text of ATTRIBUTION.md."""
    rows = []
    for name, source in thematic().items():
        author = by[source]
        licence = "CC0 1.0" if author in CC0_AUTHORS else "CC BY 3.0"
        rows.append(f"| `{name}` | {source} | {author.replace('-', ' ').title()} | {licence} |\n")
    ours = ", ".join(f"`{path.stem}`" for path in sorted((HERE / "own_icons").rglob("*.svg")))
    return (
        (HERE / "attribution.tmpl.md")
        .read_text(encoding="utf-8")
        .format(
            rows="".join(rows),
            interface=", ".join(f"`{name}`" for name in INTERFACE),
            own=ours,
            game_icons="{} {}".format(*GAME_ICONS),
            lucide="{} {}".format(*LUCIDE),
        )
    )


def main() -> None:
    """Write the sheets and the attribution."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    with tempfile.TemporaryDirectory() as work:
        icons = drawings(unpack(*GAME_ICONS, Path(work)))
        ui = interface(unpack(*LUCIDE, Path(work)))
    ICONS.mkdir(parents=True, exist_ok=True)
    for sheet, names in THEMATIC.items():
        symbols = [symbol(name, icons[source], "0 0 512 512") for name, source in names.items()]
        symbols += own(sheet) + (ui if sheet == "site" else [])
        text = '<svg xmlns="http://www.w3.org/2000/svg">\n' + "".join(symbols) + "</svg>\n"
        (ICONS / f"{sheet}.svg").write_text(text, encoding="utf-8")
    text = attribution(authors(Path(sys.argv[1]), icons))
    (ICONS / "ATTRIBUTION.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
