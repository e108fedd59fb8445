"""What allauth says is said in our own words, for as long as it says it in those."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
import django.contrib.auth
import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from accounts.allauth_sentences import SENTENCES

CATALOGUES = [
    Path(package.__file__).parent / "locale" for package in (allauth, django.contrib.auth)
]


@pytest.fixture(scope="module")
def theirs() -> set[str]:
    """Return the messages of allauth and Django that have a translation of their own."""
    return {
        entry.msgid
        for folder in CATALOGUES
        for locale in ("zh_Hant", "zh_Hans")
        for entry in polib.mofile(str(folder / locale / "LC_MESSAGES" / "django.mo"))
    }


def test_each_is_a_sentence_of_allauths(theirs):
    assert [one for one in SENTENCES if isinstance(one, str) and one not in theirs] == []


def test_other_english_is_for_messages_of_allauths(theirs):
    ours = polib.pofile(str(settings.BASE_DIR / "locale" / "en" / "LC_MESSAGES" / "django.po"))
    assert [entry.msgid for entry in ours if entry.msgid not in theirs] == []


@pytest.mark.django_db
def test_a_heading_of_allauths_is_written_as_ours_are():
    page = Client().get("/accounts/login/").content.decode()
    assert re.search(r"<h1>\s*Sign in\s*</h1>", page)


@pytest.mark.parametrize(
    ("language", "email", "keys"),
    [
        ("zh-hant", "主要電子郵件地址不能移除。", "你有 2 把安全金鑰。"),
        ("zh-hans", "主邮箱不能移除。", "你有 2 把安全密钥。"),
    ],
)
def test_ours_are_found_first(language, email, keys):
    with translation.override(language):
        assert translation.gettext("You cannot remove your primary email address.") == email
        many = translation.ngettext(
            "You have added %(count)s security key.", "You have added %(count)s security keys.", 2
        )
        assert many % {"count": 2} == keys
