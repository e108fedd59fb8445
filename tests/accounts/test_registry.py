"""Apps call what lies above them through hooks."""

from __future__ import annotations

import pytest

from accounts.registry import Hook


def test_a_hook_calls_its_functions_in_the_order_of_registration() -> None:
    hook: Hook[[int], int] = Hook()
    hook.register(lambda number: number + 1)
    hook.register(lambda number: number * 2)
    assert hook(5) == [6, 10]


def test_a_function_that_raises_keeps_the_others_from_being_called() -> None:
    hook: Hook[[], object] = Hook()
    heard: list[str] = []
    hook.register(lambda: [].pop())
    hook.register(lambda: heard.append("later"))
    with pytest.raises(IndexError):
        hook()
    assert heard == []
