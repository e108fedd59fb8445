"""How people's names stand in headings."""

from __future__ import annotations

from accounts.templatetags.name_tags import breakable


def test_a_name_may_be_broken_after_its_dots_dashes_and_underscores_alone() -> None:
    assert breakable("a.b-c_d") == "a.<wbr>b-<wbr>c_<wbr>d"
    assert breakable("plain") == "plain"


def test_a_name_is_escaped() -> None:
    assert breakable("<b>.") == "&lt;b&gt;.<wbr>"
