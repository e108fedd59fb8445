"""Plain values as text: byte for byte what the standard library's encoder writes."""

from __future__ import annotations

import json
from collections import namedtuple
from enum import IntEnum, StrEnum

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.canonical import canonical
from games.engine.plain import plain_text, read_plain

Pair = namedtuple("Pair", ["left", "right"])


class Word(str):
    pass


class Colour(StrEnum):
    RED = "red"


class Rank(IntEnum):
    ACE = 1


TEXT = st.text(st.characters(exclude_categories=[]), max_size=6)  # half surrogate pairs included
PLAIN_KEYS = TEXT | TEXT.map(Word) | st.just(Colour.RED)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(2**70), 2**70),
    TEXT,
    TEXT.map(Word),
    st.sampled_from([Colour.RED, Rank.ACE]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.builds(Pair, inner, inner),
        st.dictionaries(PLAIN_KEYS, inner, max_size=4),
        st.dictionaries(st.integers(), inner, max_size=3),
    ),
    max_leaves=12,
)

STORED = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=6),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


def by_the_standard_library(value):
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


@given(VALUES)
@example('\x00\x1f\x7f\u2028\u2029\ufeff/\\"\b\f\n\r\t')
@example({"\U0001f600": 1, "\uffff": 2, "é": 3, "z": 4, "": 5})
@example([2**64 - 1, 2**64, -(2**63), -(2**63) - 1])
@example({1: "one", 10: "ten", 9: "nine"})
@example({None: 1})
def test_a_plain_value_is_written_byte_for_byte_as_by_the_standard_library(value):
    assert plain_text(value) == canonical(value) == by_the_standard_library(value)


@pytest.mark.parametrize("value", [{1, 2}, b"bytes", object(), {"a": 1, 2: "b"}, {Pair(1, 2): 3}])
def test_what_json_lacks_is_refused(value):
    for write in (plain_text, canonical):
        with pytest.raises(TypeError):
            write(value)


def test_a_value_within_itself_is_refused():
    endless = []
    endless.append(endless)
    for write in (plain_text, canonical):
        with pytest.raises(ValueError, match="Circular"):
            write(endless)


def test_what_is_nested_deeply_is_written_all_the_same():
    nested = []
    for _ in range(400):
        nested = [nested]
    assert plain_text(nested) == canonical(nested)


@given(STORED)
def test_what_was_written_is_read_as_by_the_standard_library(value):
    for text in (plain_text(value), json.dumps(value, indent=1)):
        assert read_plain(text) == json.loads(text)
