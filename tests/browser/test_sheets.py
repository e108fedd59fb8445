"""The style sheets that are sent say what their sources say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEETS = sorted(
    str(path.relative_to(STATIC))
    for path in STATIC.rglob("*.css")
    if path.parent.name not in {"vendor", "parts"}
)
# Every rule as the browser understands it, imported sheets in the place of their imports
RULES = """async (href) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    const loaded = new Promise((done) => { link.onload = done; });
    document.head.append(link);
    await loaded;
    const layer = (name, rules) => `@layer ${name} {${told(rules)}}`;
    const told = (rules) => [...rules].map((rule) => {
        if (rule instanceof CSSImportRule) return layer(rule.layerName, rule.styleSheet.cssRules);
        if (rule instanceof CSSLayerBlockRule) return layer(rule.name, rule.cssRules);
        return rule.cssText;
    }).join("");
    return told(link.sheet.cssRules);
}"""


@pytest.fixture
def sources(page: Page, site: str) -> str:
    """An address of the same origin where the sheets stand as they are written."""

    def write(route: Route) -> None:
        route.fulfill(path=STATIC / route.request.url.partition("/written/")[2])

    page.route("**/written/**", write)
    page.goto(f"{site}/offline/")
    return f"{site}/written"


def plain(rules: str) -> str:
    """Return rules without blanks, and without the hashes in the names of files."""
    return re.sub(r"\.[0-9a-f]{12}(?=\.)", "", "".join(rules.split()))


def test_what_is_sent_of_a_sheet_has_the_rules_of_its_source(
    page: Page, site: str, sources: str, sent_name: dict[str, str]
) -> None:
    for name in SHEETS:
        written = page.evaluate(RULES, f"{sources}/{name}")
        sent = page.evaluate(RULES, f"{site}/static/{sent_name[name]}")
        assert plain(sent) == plain(written), name
