"""Every sentence with which a director's action may be refused.

A refusal has a code for programs and a sentence for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from games.engine.text import Argument, gettext_noop
from games.tournaments.direct.text import TournamentRefusal, phrase

SENTENCES: dict[str, str] = {
    "unknown_action": gettext_noop("That action doesn’t exist."),
    "bad_request": gettext_noop(
        "The request is missing something or has an invalid value: %(field)s."
    ),
    "reason_needed": gettext_noop("Please give a reason. It’s saved with the action."),
    "created_twice": gettext_noop("The event already exists."),
    "not_created": gettext_noop("The event doesn’t exist yet."),
    "wrong_phase": gettext_noop("You can’t do this at this stage of the event."),
    "registration_closed": gettext_noop("Registration is closed."),
    "already_entered": gettext_noop("%(entry)s is already entered."),
    "team_size": gettext_noop("Each entry in this event has %(size)s players."),
    "same_player": gettext_noop("A pair needs two different players."),
    "no_entry": gettext_noop("That entry doesn’t exist."),
    "not_registered": gettext_noop("%(entry)s isn’t registered."),
    "not_waiting": gettext_noop("%(entry)s isn’t on the waiting list."),
    "already_checked_in": gettext_noop("%(entry)s is already checked in."),
    "not_checked_in": gettext_noop("%(entry)s isn’t checked in."),
    "all_checked_in": gettext_noop("Everyone is already checked in."),
    "nobody_checked_in": gettext_noop("There’s no “Check in everyone” to undo."),
    "too_few": gettext_noop("Not enough entries: at least %(least)s are needed."),
    "too_few_there": gettext_noop(
        "Not enough players have checked in: at least %(least)s are needed."
    ),
    "too_many": gettext_noop("A round robin can have at most %(most)s entries."),
    "duplicate_paper": gettext_noop(
        "The site deals every table of a duplicate event, so everyone needs an account."
    ),
    "duplicate_uneven": gettext_noop(
        "%(count)s entries don’t fill tables of %(size)s. Fill up with bots (%(bots)s), or let "
        "someone sit out."
    ),
    "duplicate_tables": gettext_noop(
        "A duplicate event compares tables, so it needs at least %(least)s entries. Fill up "
        "with bots."
    ),
    "duplicate_secret": gettext_noop("Only an event with secret draws can be duplicate."),
    "round_open": gettext_noop("Close the previous round first."),
    "no_round": gettext_noop("That round doesn’t exist."),
    "not_proposed": gettext_noop("No pairings have been proposed yet. Propose them first."),
    "not_published": gettext_noop("The round isn’t published yet. Publish it first."),
    "round_closed": gettext_noop("The round is closed. Reopen it first."),
    "not_closed": gettext_noop("The round isn’t closed."),
    "results_missing": gettext_noop("These tables still need a result: %(tables)s."),
    "no_more_rounds": gettext_noop("All rounds have been played."),
    "no_pairing": gettext_noop(
        "The pairs kept apart make this round impossible. Allow %(entry)s and %(other)s to "
        "be paired."
    ),
    "too_many_apart": gettext_noop(
        "The %(pairs)s pairs kept apart make this round impossible. Allow some of them to "
        "be paired."
    ),
    "fixed_by_format": gettext_noop("In this event, the format sets all pairings."),
    "not_in_round": gettext_noop("%(entry)s has no seat in this round."),
    "same_table": gettext_noop("Both are at the same table."),
    "has_bye": gettext_noop("%(entry)s already has the bye."),
    "no_table": gettext_noop("That table doesn’t exist in this round."),
    "result_stands": gettext_noop("This table already has a result. Override it instead."),
    "decided_without_play": gettext_noop("This table was decided without play."),
    "no_result": gettext_noop("This table has no result."),
    "result_entries": gettext_noop("A result must list everyone who played, and no one else."),
    "result_ranks": gettext_noop(
        "Ranks are whole numbers starting at 1, and someone must be first."
    ),
    "result_scores": gettext_noop("Enter game scores for everyone, or leave them all empty."),
    "scores_needed": gettext_noop("This event counts game scores. Enter everyone’s."),
    "winner_needed": gettext_noop("A knockout match needs one winner. Play again."),
    "bracket_moved_on": gettext_noop("The next knockout round is already based on this result."),
    "cut_made": gettext_noop("The final stage has started. Undo its rounds first."),
    "not_at_table": gettext_noop("%(entry)s isn’t at this table."),
    "already_absent": gettext_noop("%(entry)s is already marked as a no-show."),
    "not_absent": gettext_noop("%(entry)s isn’t marked as a no-show."),
    "table_broken_up": gettext_noop("The other players at that table have moved to other tables."),
    "table_full": gettext_noop("That table is full."),
    "late_entry_closed": gettext_noop("Late entry has closed."),
    "already_withdrawn": gettext_noop("%(entry)s has already withdrawn."),
    "not_withdrawn": gettext_noop("%(entry)s hasn’t withdrawn."),
    "already_excluded": gettext_noop("%(entry)s is already disqualified."),
    "not_excluded": gettext_noop("%(entry)s isn’t disqualified."),
    "round_past": gettext_noop("That round has already started."),
    "already_announced": gettext_noop("%(entry)s is already sitting out that round."),
    "not_announced": gettext_noop("%(entry)s isn’t sitting out that round."),
    "pair_forbidden": gettext_noop("These two are already kept apart."),
    "pair_allowed": gettext_noop("These two aren’t kept apart."),
    "no_penalty": gettext_noop("That penalty doesn’t exist."),
    "teams_penalty": gettext_noop(
        "In team matches, points count for the team. Penalize %(team)s, or correct the result of "
        "%(entry)s’s board."
    ),
    "no_arena": gettext_noop("This only works in arenas."),
    "no_rounds": gettext_noop("An arena has no rounds, so this doesn’t work here."),
    "arena_over": gettext_noop("The arena is over. Matches that end later don’t count."),
    "arena_full": gettext_noop("The arena is full right now. Try again in a few minutes."),
    "arena_needs_accounts": gettext_noop(
        "An arena is played on the site, so everyone in it needs an account."
    ),
    "no_qualifiers": gettext_noop("In a team event, no one qualifies from other events."),
    "no_teams": gettext_noop("This event has no teams. Its settings can change that."),
    "teams_made": gettext_noop("There are teams already. Remove them first."),
    "no_team": gettext_noop("That team doesn’t exist."),
    "team_name": gettext_noop("A team needs a name that no other team has."),
    "in_a_team": gettext_noop("%(entry)s is already in a team."),
    "not_in_team": gettext_noop("%(entry)s isn’t in this team."),
    "member_played": gettext_noop("%(entry)s has already played for this team."),
    "cannot_play": gettext_noop("%(entry)s can’t play for this team in this round."),
    "line_up_over": gettext_noop("Line-ups for that round are closed."),
    "line_up_size": gettext_noop("This line-up needs exactly %(size)s players."),
    "nothing_to_claim": gettext_noop("This entry already belongs to an account."),
    "nobody_claimed": gettext_noop("No account has taken over this entry."),
    "not_on_paper": gettext_noop("You can’t report a result at this table right now."),
    "nobody_to_pair": gettext_noop("No free players can be paired right now."),
    "end_past": gettext_noop("That end time is in the past. Finish the event instead."),
    "runs_itself": gettext_noop("The event already runs by itself."),
    "runs_by_hand": gettext_noop("The event is already run by hand."),
    "clock_not_paused": gettext_noop("The round’s clock isn’t paused."),
    "clock_not_going": gettext_noop("The round’s clock isn’t running."),
    "nothing_to_draw": gettext_noop("No unfinished table of this round can be drawn."),
    "time_left": gettext_noop("Some tables still have time left."),
    "already_judge": gettext_noop("%(person)s is already a judge."),
    "no_judge": gettext_noop("That person isn’t a judge."),
    "no_words": gettext_noop("Write something to announce."),
    "too_many_words": gettext_noop("An announcement can have at most %(most)s characters."),
    "no_announcement": gettext_noop("That announcement no longer exists."),
}


def refuse(code: str, entries: Sequence[int] = (), **args: Argument) -> NoReturn:
    """Raise the refusal with that code."""
    raise TournamentRefusal(code, phrase(SENTENCES[code], **args), entries)
