"""Values: used like frozen dataclasses."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from typing import ClassVar

import pytest

from games.engine.values import fields_of, value


@value
class Point:
    """A place."""

    kind: ClassVar[str] = "point"
    x: int
    count: int = 0

    def doubled(self):
        return Point(2 * self.x, 2 * self.count)


@value
class Size:
    x: int
    count: int


class Named(ABC):
    __slots__ = ()

    @abstractmethod
    def name(self): ...


def test_fields_are_given_by_place_or_name_and_may_have_a_default():
    assert Point(1, 2) == Point(x=1, count=2)
    assert Point(1).count == 0
    assert Point(1, 2).doubled() == Point(2, 4)
    assert fields_of(Point(1, 2)) == {"x": 1, "count": 2}
    assert (Point.kind, Point.__doc__, repr(Point(1))) == (
        "point",
        "A place.",
        "Point(x=1, count=0)",
    )


def test_a_missing_an_unknown_and_a_surplus_field_are_refused():
    for wrong in (lambda: Point(), lambda: Point(1, z=2), lambda: Point(1, 2, 3)):
        with pytest.raises(TypeError):
            wrong()


def test_nothing_of_a_value_can_be_set():
    point = Point(1)
    for name in ("x", "other"):
        with pytest.raises(AttributeError):
            setattr(point, name, 5)


def test_values_of_two_classes_are_never_equal():
    assert Point(1, 2) != Size(1, 2)
    assert Point(1, 2) != (1, 2)
    assert len({Point(1, 2), Size(1, 2), Point(1, 2)}) == 2


def test_a_value_can_be_stored_and_read_back():
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)


def test_a_class_that_lacks_a_method_is_no_value():
    with pytest.raises(TypeError, match="name"):

        @value
        class Nameless(Named):
            x: int
