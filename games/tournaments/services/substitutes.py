"""Let a director offer a seat of a running match to a substitute.

The entry's result is that of who began, as if they had left (specification of tournaments, 3.2).
"""

from __future__ import annotations

from django.db import transaction

from accounts.selectors import PersonNotFound, person_called
from games.matches.access import MatchNotFound, access_match
from games.matches.refusals import refuse as refuse_match
from games.matches.services.seat_offer import seat_offer_to
from games.tournaments.refusals import refuse
from games.tournaments.services.act import lock_tournament


@transaction.atomic
def substitute_ask(*, code: str, match: str, number: int, username: str) -> None:
    """Offer seat `number` of match `match` of an event to a person, who is notified.

    The caller has checked that a director asks. Raises TournamentNotFound, EventRefusal if there is
    no such match or person, or they may not see it, MatchRefusal.
    """
    tournament = lock_tournament(code)
    links = tournament.tables.filter(match__code=match, is_current=True)
    link = links.select_related("match").first()
    if link is None:
        raise refuse("no_match")
    if link.match.deal_open:  # nobody else may see the match, which would be refused instead
        raise refuse_match("deal_open")
    try:
        person = person_called(username)
        access_match(person, match)
    except PersonNotFound:
        raise refuse("no_such_person") from None
    except MatchNotFound:
        raise refuse("members_only") from None
    seat_offer_to(code=match, number=number, to=person)
