"""Export a stored match as its record."""

from __future__ import annotations

from django.utils.translation import override

from games.engine.contract import JsonObject
from games.engine.record import Fairness, Record, SharedDeal
from games.engine.text import gettext_noop
from games.matches import store
from games.matches.chain import entry_of
from games.matches.models import Match, MatchSecret
from games.matches.presenters import holders_of
from games.matches.refusals import MatchRefusal

PRACTICE = gettext_noop(
    "This is a practice match: it continues another match and has no record of its own."
)
NOT_STARTED = gettext_noop("This match hasn’t started, so there’s no record of it yet.")


def record_json(match: Match) -> JsonObject:
    """Return the record of a started match, without its seed while it, or its deal, is played.

    Raises MatchRefusal for a table that never became a match.
    """
    if match.practice:
        raise MatchRefusal("practice", PRACTICE)
    if match.version == 0:
        raise MatchRefusal("not_started", NOT_STARTED)
    secret = MatchSecret.objects.get(match=match, commitment=match.commitment)
    record = build_record(match, secret)
    whole = record.as_json()
    if match.status != Match.Status.FINISHED or match.deal_open:
        del whole["seed"]
        whole["fairness"] = None
    return whole


def build_record(match: Match, secret: MatchSecret) -> Record:
    """Return a finished match's record, with everything that proves it."""
    seats = list(match.seats.order_by("number"))
    with override(None):  # a record must not depend on the reader's language
        holders = holders_of(seats)
    return Record(
        match=match.code,
        rules=match.rules,
        options=match.options,
        seats=holders.began,
        substitutes=holders.substitutes,
        seed=bytes(secret.seed or b""),
        fairness=Fairness(
            secret=bytes(secret.secret).hex(),
            commitment=match.commitment,
            seat_commitments=tuple(seat.seat_commitment for seat in seats),
            contributions=tuple(seat.contribution for seat in seats),
            deal=None if secret.parts is None else SharedDeal(secret.about, tuple(secret.parts)),
        ),
        entries=tuple(map(entry_of, store.read_actions(match))),
        result=match.result,
        head=match.head,
    )
