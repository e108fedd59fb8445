"""The look's own rules: nothing inline, only icons that exist, and colours that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "templates").rglob("*.html"))
FRAGMENTS = sorted((ROOT / "templates").rglob("*.jinja"))
TEMPLATES = [*PAGES, *FRAGMENTS]
STYLES = sorted(
    [*(ROOT / "static" / "css").rglob("*.css"), *(ROOT / "static" / "games").rglob("cards.css")]
)
SHEETS = sorted((ROOT / "static" / "icons").glob("*.svg"))
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
READABLE = 4.5
BETWEEN = re.compile(r"([^{}\n]+) \{ content: \"(, |、)\"")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_has_no_inline_style_script_or_handler(path: Path) -> None:
    text = read(path)
    scripts = re.findall(r"<script\b[^>]*>", text)
    assert not re.search(r"\sstyle=|<style\b|\son[a-z]+=[\"']", text)
    assert [tag for tag in scripts if "src=" not in tag and "application/json" not in tag] == []


def icons_in(path: Path) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', read(path))


def test_an_icon_lies_in_one_sheet_only() -> None:
    names = [name for path in SHEETS for name in icons_in(path)]
    assert len(names) == len(set(names))


def test_every_icon_that_a_template_names_is_in_a_sheet() -> None:
    known = {name for path in SHEETS for name in icons_in(path)}
    on_pages = re.compile(r'partials/icon\.jinja" with [^%]*?\bname="([^"|]+)"(?!\|)')
    in_fragments = re.compile(r'\bsprite\("([^"]+)"(?! ~)')
    named = {(path.name, name) for path in PAGES for name in on_pages.findall(read(path))}
    named |= {(path.name, name) for path in FRAGMENTS for name in in_fragments.findall(read(path))}
    assert len(named) > 100
    assert {(where, name) for where, name in named if name not in known} == set()


def test_every_token_that_a_style_sheet_uses_is_defined() -> None:
    text = "".join(map(read, STYLES))
    defined = set(re.findall(r"(--[a-z0-9-]+)\s*:", text))
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", text))
    assert used - defined == set()


def test_the_faces_of_every_games_cards_are_in_the_sites_sheet() -> None:
    site = read(ROOT / "static" / "css" / "site.css")
    faces = sorted((ROOT / "static" / "games").glob("*/cards.css"))
    assert faces
    assert {f'"../games/{one.parent.name}/cards.css"' for one in faces} == set(
        re.findall(r'"\.\./games/[^"]+"', site)
    )


def test_the_sites_own_cards_know_no_game() -> None:
    cards = read(ROOT / "static" / "css" / "parts" / "cards.css")
    assert set(re.findall(r"\.card--([\w-]+)", cards)) == {"playing", "back"}


def channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = (channel(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def towards_white(colour: str, share: float) -> str:
    mixed = (round(int(colour[i : i + 2], 16) * (1 - share) + 255 * share) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def token(name: str, scheme: int) -> str:
    """Return a token's colour in the light (0) or dark (1) scheme."""
    pair = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", TOKENS)
    if pair:
        return pair[scheme + 1]
    single = re.search(rf"--{name}: (#\w{{6}});", TOKENS)
    assert single, f"no token --{name}"
    return single[1]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("surface", ["paper", "panel", "sunk"])
@pytest.mark.parametrize("ink", ["ink", "ink-2", "accent", "gold", "danger", "ok", "warn"])
def test_an_ink_can_be_read_on_a_surface(ink: str, surface: str, scheme: int) -> None:
    assert contrast(token(ink, scheme), token(surface, scheme)) >= READABLE


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("meaning", ["gold", "danger", "ok", "warn"])
def test_a_meaning_can_be_read_on_its_own_tint(meaning: str, scheme: int) -> None:
    assert contrast(token(meaning, scheme), token(f"{meaning}-soft", scheme)) >= READABLE


TABLE_STYLES = "static/games/*/table.css"
FELT = re.compile(r"--felt: light-dark\((#\w{6}), (#\w{6})\)")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["felt-ink", "felt-ink-2", "felt-gold", "felt-danger"])
def test_felt_ink_can_be_read_where_every_felt_is_lightest(ink: str, scheme: int) -> None:
    tables = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(TABLE_STYLES))]
    others = [felt for table in tables for felt in FELT.findall(table)]
    felts = [token("felt", scheme), *(pair[scheme] for pair in others)]
    worst = min(contrast(token(ink, scheme), towards_white(felt, 0.07)) for felt in felts)
    assert len(felts) == 3
    assert worst >= READABLE


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("suit", ["suit-s", "suit-h", "suit-d", "suit-c", "card-ink-2"])
def test_a_suit_can_be_read_on_the_cards_paper(suit: str, scheme: int) -> None:
    assert contrast(token(suit, scheme), token("card-paper", scheme)) >= READABLE


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_writes_a_moment_by_the_tag_that_readers_see_in_their_own_zone(path: Path) -> None:
    drawn = {"_chart.html"}  # a picture's scale
    assert path.name in drawn or not re.search(r"\|(date|time|timesince|naturaltime)\b", read(path))


def test_what_styles_put_between_names_is_chinese_in_chinese() -> None:
    sheets = sorted((ROOT / "static").rglob("*.css"))
    rules = [(path, *each) for path in sheets for each in BETWEEN.findall(read(path))]
    english = {
        (path, place) for path, place, sign in rules if sign == ", " and ":lang" not in place
    }
    chinese = {
        (path, place.replace(":lang(zh)", "")) for path, place, sign in rules if sign == "、"
    }
    assert english
    assert english == chinese


EMPTY = re.compile(r">\s+</([a-z][a-z0-9]*)>")
CODE = re.compile(r"\{[%{#][^\n]*?[%}#]\}")


def test_an_element_that_stands_empty_holds_no_white_space() -> None:
    """Style sheets hide what is `:empty`; a line break within would show it as an empty box."""
    found = []
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        for end in EMPTY.finditer(text):
            start = text.rfind(f"<{end[1]}", 0, end.start())
            tag = CODE.sub("", text[start : end.start()])
            if start >= 0 and "<" not in tag[1:] and ">" not in tag:
                found.append((path.name, tag))
    assert found == []
