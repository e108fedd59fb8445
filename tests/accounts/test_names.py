"""Which names people may take."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.adapter import AccountAdapter
from accounts.leaving import FORMER
from accounts.models import User
from accounts.names import normal_name, validate_name

GOOD = [
    "ada",
    "Ada.L",
    "a-b_c",
    "王小明",
    "三國殺99",
    "Jürgen",
    "Владимир",
    "हिन्दी",
    "מירי",
    "x1",
]


@pytest.mark.parametrize("name", GOOD)
def test_letters_and_digits_of_any_script_make_a_name(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a b", "name_characters"),
        ("a@b", "name_characters"),
        ("a/b", "name_characters"),
        ("a+b", "name_characters"),
        ("<b>", "name_characters"),
        ("a\u200bb", "name_characters"),
        ("a\u202eb", "name_characters"),
        ("ada\u034f", "name_characters"),  # a mark that nobody sees
        ("ada\ufe0f", "name_characters"),
        ("ada\u115f", "name_characters"),  # a letter that nobody sees
        (normal_name("ada\u3164"), "name_characters"),
        ("\U000e0100ada", "name_characters"),
        ("♠ace", "name_characters"),
        ("½", "name_characters"),
        ("", "name_edges"),
        (".", "name_edges"),
        ("..", "name_edges"),
        ("-ada", "name_edges"),
        ("ada.", "name_edges"),
        ("\u0301a", "name_edges"),
        ("a..b", "name_row"),
        ("a._b", "name_row"),
        ("q\u0301\u0302\u0303", "name_marks"),
        ("аda", "name_mixed"),  # the first letter is Cyrillic
        ("αda", "name_mixed"),
        ("ꓮda", "name_mixed"),  # the first letter is of the Lisu
    ],
)
def test_a_name_is_refused_with_a_reason(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_name(name)
    assert refused.value.code == code


def test_letters_that_mean_the_same_are_stored_as_one() -> None:
    assert normal_name("ａｄａ") == "ada"
    assert normal_name("Ju\u0308rgen") == "Jürgen"


@pytest.mark.django_db
@pytest.mark.parametrize(("held", "asked"), [("ada", "ADA"), ("Ärger", "äRGER"), ("ada", "ａｄａ")])
def test_a_name_that_differs_in_case_or_width_only_is_taken(held: str, asked: str) -> None:
    User.objects.create_user(held)
    with pytest.raises(ValidationError):
        AccountAdapter().clean_username(asked)


@pytest.mark.django_db
def test_the_database_itself_refuses_a_name_in_another_case() -> None:
    User.objects.create_user("ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Ada")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin", "Moderator", "KIBITZ", "系統", FORMER])
def test_names_that_sound_official_are_reserved(name: str) -> None:
    with pytest.raises(ValidationError):
        AccountAdapter().clean_username(name)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["Otto", "OTTO", "otto2", "Otto-II", "v.esper", "奧托", "奥托", "Ｏtto"]
)
def test_a_bots_name_is_not_to_be_had_in_any_language_or_with_a_number(name: str) -> None:
    with pytest.raises(ValidationError):
        AccountAdapter().clean_username(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ottoline", "Lotto", "Vespera", "奧托曼"])
def test_a_name_that_only_contains_a_bots_is_free(name: str) -> None:
    assert AccountAdapter().clean_username(name) == name
