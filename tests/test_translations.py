"""Every message has its translation in both Chinese scripts, by the glossary."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

import polib
import pytest

from config.management.commands.translations import (
    ENGLISH,
    extraction_arguments,
    untranslated_games,
)

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("*.py", "*.html", "*.jinja", "*.txt")
LOCALES = {"zh_Hant": "hant", "zh_Hans": "hans"}
PLACE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
NEW = {game for locale in LOCALES for game in untranslated_games(locale)}
GLOSSARY = json.loads((ROOT / "locale" / "glossary.json").read_text("utf-8"))


def catalogue(locale):
    return polib.pofile(str(ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"))


def is_translated(entry):
    return not entry.fuzzy and all(translations(entry))


def translations(entry):
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.filterwarnings("default:a new game")
@pytest.mark.parametrize("locale", LOCALES)
def test_no_message_is_untranslated_or_fuzzy_but_those_of_a_new_game(locale, request):
    bad = {entry.msgid for entry in catalogue(locale) if not is_translated(entry)}
    if bad and NEW:
        warnings.warn(f"a new game is not translated yet: {', '.join(sorted(NEW))}", stacklevel=1)
        bad &= {entry.msgid for entry in request.getfixturevalue("extracted")}
    assert bad == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_translation_has_the_places_of_its_message(locale):
    for entry in filter(is_translated, catalogue(locale)):
        allowed = {entry.msgid, entry.msgid_plural or entry.msgid}
        for text in translations(entry):
            places = Counter(PLACE.findall(text))
            assert places in [Counter(PLACE.findall(one)) for one in allowed], entry.msgid


@pytest.mark.parametrize("locale", [ENGLISH, *LOCALES])
def test_the_compiled_catalogue_is_that_of_the_source(locale):
    folder = ROOT / "locale" / locale / "LC_MESSAGES"
    compiled = {
        (e.msgctxt, e.msgid): translations(e) for e in polib.mofile(str(folder / "django.mo"))
    }
    found = filter(is_translated, catalogue(locale))
    written = {(e.msgctxt, e.msgid): translations(e) for e in found}
    assert compiled == written


@pytest.mark.parametrize(("locale", "script"), LOCALES.items())
def test_words_of_the_games_are_those_of_the_glossary(locale, script):
    wrong = []
    for entry in filter(is_translated, catalogue(locale)):
        if entry.msgid in GLOSSARY["except"]:
            continue
        said = re.sub(r"%\(\w+\)s", "", entry.msgid)
        for term in GLOSSARY["terms"]:
            word = re.compile(rf"\b{re.escape(term['en'])}s?\b", re.IGNORECASE)
            if word.search(said) and term[script] not in " ".join(translations(entry)):
                wrong.append((entry.msgid, term["en"], term[script]))
    assert wrong == []


@pytest.mark.parametrize(("locale", "script"), LOCALES.items())
def test_no_script_has_words_that_only_the_other_ones_readers_use(locale, script):
    foreign = re.compile("|".join(GLOSSARY["foreign"][script]))
    texts = [text for entry in catalogue(locale) for text in translations(entry)]
    assert [text for text in texts if foreign.search(text)] == []


def in_english():
    """Return every message as an English reader sees it, without its places and tags."""
    ours = {(entry.msgctxt, entry.msgid): entry for entry in catalogue(ENGLISH)}
    for entry in catalogue("zh_Hant"):
        said = ours.get((entry.msgctxt, entry.msgid))
        texts = translations(said) if said else [entry.msgid, entry.msgid_plural]
        yield from (re.sub(r"%\(\w+\)s|<[^>]+>", "", text) for text in texts)


def test_no_english_message_says_an_old_word():
    old = "|".join(re.escape(word["old"]) for word in GLOSSARY["avoid"])
    found = re.compile(rf"(?<![\w-])(?:{old})(?![\w-])", re.IGNORECASE)
    assert [text for text in in_english() if found.search(text)] == []


def test_no_sentence_begins_with_who_or_what():
    begins = re.compile(r"(?:^|[.!?] )(?:Who|Whom|What)\b(?!’s)[^.?!:,]*\.")
    assert [text for text in in_english() if begins.search(text)] == []


@pytest.fixture(scope="module")
def extracted(tmp_path_factory):
    """Collect the messages of the source anew, without new games, in a copy of the tree."""
    if shutil.which("xgettext") is None and "CI" not in os.environ:
        pytest.skip("gettext is not installed")
    copy = tmp_path_factory.mktemp("source") / "tree"
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *KINDS, "locale"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    for name in filter(None, names):
        if (ROOT / name).is_file() and not NEW & set(Path(name).parts):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    command = [sys.executable, "-m", "django", "makemessages", *extraction_arguments()]
    settings = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run(command, cwd=copy, check=True, capture_output=True, env=settings)
    return polib.pofile(str(copy / "locale" / "zh_Hant" / "LC_MESSAGES" / "django.po"))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_catalogue_holds_exactly_the_messages_of_the_source(extracted, locale):
    wanted = {(entry.msgctxt, entry.msgid) for entry in extracted if not entry.obsolete}
    there = {(entry.msgctxt, entry.msgid) for entry in catalogue(locale)}
    if NEW:
        there -= {(e.msgctxt, e.msgid) for e in catalogue(locale) if not is_translated(e)}
    assert wanted - there == set()
    assert there - wanted == set()
