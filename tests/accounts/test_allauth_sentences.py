"""What allauth says is said in our own Chinese, for as long as it says it in those words."""

from __future__ import annotations

from pathlib import Path

import allauth
import polib
import pytest
from django.utils import translation

from accounts.allauth_sentences import SENTENCES

CATALOGUES = Path(allauth.__file__).parent / "locale"


def test_each_is_a_sentence_of_allauths():
    theirs = {
        entry.msgid
        for locale in ("zh_Hant", "zh_Hans")
        for entry in polib.mofile(str(CATALOGUES / locale / "LC_MESSAGES" / "django.mo"))
    }
    assert [one for one in SENTENCES if isinstance(one, str) and one not in theirs] == []


@pytest.mark.parametrize(
    ("language", "email", "keys"),
    [
        ("zh-hant", "主要的電子郵件地址不能移除。", "你有 2 把安全金鑰。"),
        ("zh-hans", "主要的电子邮件地址不能移除。", "你有 2 把安全密钥。"),
    ],
)
def test_ours_are_found_first(language, email, keys):
    with translation.override(language):
        assert translation.gettext("You cannot remove your primary email address.") == email
        many = translation.ngettext(
            "You have added %(count)s security key.", "You have added %(count)s security keys.", 2
        )
        assert many % {"count": 2} == keys
