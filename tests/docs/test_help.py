"""The help pages name buttons, links and headings as the pages do, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
TOLD = re.compile(
    r'{% translate "([^"]+)" %}|{% blocktranslate trimmed %}(.*?){% endblocktranslate %}', re.DOTALL
)
NAMES = {None: re.compile("“([^”]+)”"), "hant": re.compile("「([^」]+)」")}


def messages() -> set[str]:
    """Return all sentences of the help pages."""
    texts = [path.read_text("utf-8") for path in (ROOT / "templates/help").glob("*.html")]
    found = [match for text in texts for match in TOLD.findall(text)]
    return {" ".join("".join(match).split()) for match in found}


@pytest.mark.parametrize("locale", ["zh_Hant", "zh_Hans"])
def test_what_the_help_names_has_that_name_on_the_pages(locale: str) -> None:
    catalogue = polib.pofile(str(ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"))
    said: dict[str, set[str]] = {}
    for entry in catalogue:
        said.setdefault(entry.msgid, set()).add(entry.msgstr)
    names = NAMES["hant" if locale == "zh_Hant" else None]
    named = 0
    for message in messages():
        english = NAMES[None].findall(message)
        [translation] = said[message]
        chinese = names.findall(translation)
        assert len(chinese) == len(english), message
        for name in english:
            assert said.get(name, set()) & set(chinese), (name, message)
        named += len(english)
    assert named > 40
