"""Say what a correction would do, without writing anything."""

from __future__ import annotations

from collections.abc import Collection

from games.ratings.display import shown
from games.ratings.log import ALL_TIME, SITE, LadderKey
from games.ratings.models import Ladder, RatingLog
from games.ratings.replay import replay
from games.ratings.selectors import Shift, ladder_title, ratings_on
from games.ratings.services.cache import logged_rows


def void_preview(matches: Collection[str]) -> list[Shift]:
    """Return whose all-time ratings would change if these matches no longer counted."""
    lines = RatingLog.objects.filter(match__in=matches, superseded_by=None)
    keys = {key for line in lines for key in line.row.ladders if key.season == ALL_TIME}
    return [shift for key in sorted(keys) for shift in _shifts(key, matches)]


def _shifts(key: LadderKey, matches: Collection[str]) -> list[Shift]:
    ladder = Ladder.objects.filter(**key._asdict()).first()
    if ladder is None:
        return []
    rows = [row for row in logged_rows(ladder) if row.match not in matches]
    members = replay(rows).state.members
    after = {one: shown(state.mu) for one, state in members.items() if isinstance(one, int)}
    before = {player: rating for (_, player), rating in ratings_on([ladder]).items()}
    title = ladder_title(key.game, key.mode)
    shifts = [
        Shift(title, key.owner != SITE, player, before.get(player), after.get(player))
        for player in before.keys() | after.keys()
        if before.get(player) != after.get(player)
    ]
    return sorted(
        shifts, key=lambda one: (-abs((one.after or 1500) - (one.before or 1500)), one.player_id)
    )
