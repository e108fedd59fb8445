"""Every sentence with which a director's action may be refused.

A refusal has a code for programs and a sentence for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from games.engine.text import Argument, gettext_noop
from games.tournaments.direct.text import TournamentRefusal, phrase

SENTENCES: dict[str, str] = {
    "unknown_action": gettext_noop("There is no such action."),
    "bad_request": gettext_noop("The request is incomplete or malformed: %(field)s."),
    "reason_needed": gettext_noop("Please give a reason; it is kept with the action."),
    "created_twice": gettext_noop("The tournament exists already."),
    "not_created": gettext_noop("The tournament does not exist yet."),
    "wrong_phase": gettext_noop("This cannot be done at this stage of the tournament."),
    "registration_closed": gettext_noop("Registration is closed."),
    "already_entered": gettext_noop("%(entry)s is entered already."),
    "team_size": gettext_noop("An entry of this tournament has %(size)s players."),
    "same_player": gettext_noop("A pair needs two different players."),
    "no_entry": gettext_noop("There is no such entry."),
    "not_registered": gettext_noop("%(entry)s is not registered."),
    "not_waiting": gettext_noop("%(entry)s is not on the waiting list."),
    "already_checked_in": gettext_noop("%(entry)s is checked in already."),
    "not_checked_in": gettext_noop("%(entry)s is not checked in."),
    "too_few": gettext_noop("There are too few entries: at least %(least)s are needed."),
    "too_few_there": gettext_noop("Too few have checked in: at least %(least)s are needed."),
    "too_many": gettext_noop("A round robin has at most %(most)s entries."),
    "round_open": gettext_noop("The round before is not closed yet."),
    "no_round": gettext_noop("There is no such round."),
    "not_proposed": gettext_noop("There is no proposed round."),
    "not_published": gettext_noop("The round is not published."),
    "round_closed": gettext_noop("The round is closed; reopen it first."),
    "not_closed": gettext_noop("The round is not closed."),
    "results_missing": gettext_noop("Tables without a result: %(tables)s."),
    "no_more_rounds": gettext_noop("All rounds have been played."),
    "no_pairing": gettext_noop(
        "The pairs kept apart leave no way to make this round. "
        "Allow %(entry)s and %(other)s to meet, and there is one."
    ),
    "too_many_apart": gettext_noop(
        "The %(pairs)s pairs kept apart leave no way to make this round. "
        "Allow several of them to meet."
    ),
    "fixed_by_format": gettext_noop("The format fixes who meets whom in this tournament."),
    "not_in_round": gettext_noop("%(entry)s has no place in this round."),
    "same_table": gettext_noop("Both sit at the same table."),
    "has_bye": gettext_noop("%(entry)s has the bye already."),
    "no_table": gettext_noop("There is no such table in this round."),
    "result_stands": gettext_noop("The table has a result already; override it instead."),
    "decided_without_play": gettext_noop("The table was decided without play."),
    "no_result": gettext_noop("The table has no result."),
    "result_entries": gettext_noop("A result names everybody who played, and nobody else."),
    "result_ranks": gettext_noop("Ranks are whole numbers from 1 upwards, and somebody is first."),
    "result_scores": gettext_noop("Game scores are given for everybody or for nobody."),
    "scores_needed": gettext_noop("This tournament counts game scores: give everybody’s."),
    "winner_needed": gettext_noop("A knockout match needs one winner: play again."),
    "bracket_moved_on": gettext_noop("The next round of the knockout was made from this result."),
    "cut_made": gettext_noop("The final stage has begun; take its rounds back first."),
    "not_at_table": gettext_noop("%(entry)s does not sit at this table."),
    "already_absent": gettext_noop("%(entry)s is marked as missing already."),
    "not_absent": gettext_noop("%(entry)s is not marked as missing."),
    "table_broken_up": gettext_noop("The others at that table have been sent elsewhere."),
    "table_full": gettext_noop("There is no room at that table."),
    "late_entry_closed": gettext_noop("Late entries are not taken any more."),
    "already_withdrawn": gettext_noop("%(entry)s has withdrawn already."),
    "not_withdrawn": gettext_noop("%(entry)s has not withdrawn."),
    "already_excluded": gettext_noop("%(entry)s is excluded already."),
    "not_excluded": gettext_noop("%(entry)s is not excluded."),
    "round_past": gettext_noop("That round has begun already."),
    "already_announced": gettext_noop("%(entry)s is excused from that round already."),
    "not_announced": gettext_noop("%(entry)s is not excused from that round."),
    "pair_forbidden": gettext_noop("These two are kept apart already."),
    "pair_allowed": gettext_noop("These two are not kept apart."),
    "no_penalty": gettext_noop("There is no such penalty."),
    "no_arena": gettext_noop("This is done in arenas only."),
    "no_rounds": gettext_noop("An arena has no rounds: this is not done in it."),
    "arena_over": gettext_noop("The arena is over: what ends later does not count."),
    "arena_full": gettext_noop("The arena is full at the moment."),
    "nobody_to_pair": gettext_noop("Nobody who is free may meet anybody else at the moment."),
    "end_past": gettext_noop("The end would lie in the past: finish the event instead."),
    "already_judge": gettext_noop("%(person)s is a judge already."),
    "no_judge": gettext_noop("There is no such judge."),
    "no_words": gettext_noop("An announcement needs words."),
    "too_many_words": gettext_noop("An announcement has at most %(most)s characters."),
    "no_announcement": gettext_noop("There is no such announcement any more."),
}


def refuse(code: str, entries: Sequence[int] = (), **args: Argument) -> NoReturn:
    """Raise the refusal with that code."""
    raise TournamentRefusal(code, phrase(SENTENCES[code], **args), entries)
