"""The forms judge types and bounds of what pages post; `tests/api` has what programs send."""

from __future__ import annotations

import pytest

from games.tournaments.direct.fold import KINDS
from games.tournaments.direct.text import TournamentRefusal

ONE = {"entry": "1", "rank": "1", "score": None}


def posted(kind, **fields):
    return KINDS[kind].form.posted({"kind": kind, **fields})


def test_texts_become_the_types_of_the_form():
    told = posted("withdraw", entry=" 7 ", this_round="1").model_dump()
    assert told == {"kind": "withdraw", "entry": 7, "this_round": True}
    assert posted("move_end", seconds="-600").model_dump()["seconds"] == -600
    ruling = posted("override_result", round="1", table="2", results=[ONE], absent=[])
    assert ruling.model_dump()["results"] == [{"entry": 1, "rank": 1, "score": None}]


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        ("unregister", {"entry": ""}, "entry"),
        ("unregister", {"entry": "0"}, "entry"),
        ("unregister", {"entry": "9" * 40}, "entry"),
        ("unregister", {}, "entry"),
        ("close_round", {"round": "x"}, "round"),
        ("extend_time", {"round": "1", "seconds": "0"}, "seconds"),
        ("extend_time", {"round": "1", "seconds": "86401"}, "seconds"),
        ("set_tables", {"round": "1", "tables": []}, "tables"),
        ("override_result", {"round": "1", "table": "1", "results": [{**ONE, "rank": "-"}]},
         "results.0.rank"),
        ("override_result", {"round": "1", "table": "1", "results": [{**ONE, "score": "x"}]},
         "results.0.score"),
        ("unregister", {"entry": "1", "round": "1"}, "round"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_form_is_refused_by_its_field(kind, fields, field):
    with pytest.raises(TournamentRefusal) as found:
        posted(kind, **fields)
    assert found.value.code == "bad_request"
    assert found.value.phrase.args == {"field": field}
