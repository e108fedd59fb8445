"""What is settled when a fragment is compiled changes nothing of what it shows."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from jinja2 import DictLoader

from games.matches.access import access_match
from games.matches.rendering import match_context
from games.registry import all_rules
from tests.support.tables import act_for, first_legal, make_running, make_user

FRAGMENTS = {
    "name": "{{ name }}{% set name = 'inner' %}{{ name }}{{ loud }}",
    "each": "{% for name in names %}{% include 'name' %} {% endfor %}{{ name }}",
    "tree": "{{ tree.name }}{% for tree in tree.under %}({% include 'tree' %}){% endfor %}",
    "calls": "{% macro url(n) %}{{ n }} {% endmacro %}{{ url(1) }}{% set _ = mine %}{{ _('Log') }}",
    "again": "{% if shown %}{% include 'name' %}{% else %}{% include which %}{% endif %}{{ name }}",
    "words": "{{ sprite('skull', class='big', title=n) }}{{ sprite(name='skull') }}{{ _('Log') }}",
}


def fragments(*, watched):
    """Return an environment of the fragments above, as our own is made."""
    return engines["fragments"].env.overlay(
        loader=DictLoader(FRAGMENTS), cache_size=-1, auto_reload=watched
    )


@pytest.mark.parametrize(
    ("name", "context", "drawn"),
    [
        ("each", {"names": ["a", "<"], "name": "outer"}, "ainner &lt;inner outer"),
        ("each", {"names": ["a"], "loud": "!"}, "ainner! "),
        (
            "tree",
            {"tree": {"name": "a", "under": [{"name": "b", "under": [{"name": "c"}]}]}},
            "a(b(c))",
        ),
        ("calls", {"mine": str.upper}, "1 LOG"),
        ("again", {"shown": True, "name": "a"}, "ainnera"),
        ("again", {"which": "name", "name": "a"}, "ainnera"),
    ],
)
@pytest.mark.parametrize("watched", [True, False])
def test_what_is_included_has_names_of_its_own_and_knows_those_round_it(
    name, context, drawn, watched
):
    assert fragments(watched=watched).get_template(name).render(context) == drawn


def test_our_own_functions_take_names_of_arguments_that_python_keeps_for_itself():
    drawn = fragments(watched=False).get_template("words").render(n="<b>")
    assert 'class="icon big"' in drawn
    assert 'aria-label="&lt;b&gt;"' in drawn
    assert drawn.endswith("Log")


def test_a_fragment_that_may_change_is_looked_up_when_it_is_drawn():
    texts = dict(FRAGMENTS)
    for watched, seen in ((True, "new"), (False, "ainner ")):
        made = fragments(watched=watched)
        made.loader = DictLoader(texts)
        fragment = made.get_template("each")
        texts["name"] = "new"
        assert fragment.render(names=["a"]).startswith(seen)
        texts["name"] = FRAGMENTS["name"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(all_rules()))
def test_a_table_is_drawn_as_if_nothing_had_been_settled_before(game):
    people = [make_user(name) for name in ("ada", "bo")]
    match = make_running(*people, game=game)
    ours = engines["fragments"].env
    plain = ours.overlay(cache_size=-1, auto_reload=True)
    for _ in range(4):
        act_for(match, people[match.to_act], first_legal(match))
        for who in (*people, AnonymousUser()):
            context = match_context(access_match(who, match.code)) | {"oob": True, "language": "en"}
            drawn = [
                env.get_template("matches/_live.jinja").render(context) for env in (ours, plain)
            ]
            assert drawn[0] == drawn[1]
