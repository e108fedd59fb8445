"""Every message has its translation in both Chinese scripts, by the glossary."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCALES = {"zh_Hant": "hant", "zh_Hans": "hans"}
PLACE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
GLOSSARY = json.loads((ROOT / "locale" / "glossary.json").read_text("utf-8"))


def catalogue(locale):
    return polib.pofile(str(ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"))


def translations(entry):
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("locale", LOCALES)
def test_no_message_is_untranslated_or_fuzzy(locale):
    bad = [e.msgid for e in catalogue(locale) if e.fuzzy or not all(translations(e))]
    assert bad == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_translation_has_the_places_of_its_message(locale):
    for entry in catalogue(locale):
        allowed = {entry.msgid, entry.msgid_plural or entry.msgid}
        for text in translations(entry):
            places = Counter(PLACE.findall(text))
            assert places in [Counter(PLACE.findall(one)) for one in allowed], entry.msgid


@pytest.mark.parametrize("locale", LOCALES)
def test_the_compiled_catalogue_is_that_of_the_source(locale):
    folder = ROOT / "locale" / locale / "LC_MESSAGES"
    compiled = {
        (e.msgctxt, e.msgid): translations(e) for e in polib.mofile(str(folder / "django.mo"))
    }
    written = {(e.msgctxt, e.msgid): translations(e) for e in catalogue(locale)}
    assert compiled == written


@pytest.mark.parametrize(("locale", "script"), LOCALES.items())
def test_words_of_the_games_are_those_of_the_glossary(locale, script):
    wrong = []
    for entry in catalogue(locale):
        if entry.msgid in GLOSSARY["except"]:
            continue
        for term in GLOSSARY["terms"]:
            word = re.compile(rf"\b{re.escape(term['en'])}s?\b", re.IGNORECASE)
            if word.search(entry.msgid) and term[script] not in " ".join(translations(entry)):
                wrong.append((entry.msgid, term["en"], term[script]))
    assert wrong == []
