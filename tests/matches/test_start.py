"""From an open table to the first deal."""

from __future__ import annotations

import pytest

from games.engine.fairness import commitment_of, seat_commitment_of, seed_of
from games.matches.models import Match, MatchSecret, NoShow
from games.matches.services.match_start import (
    match_call_off,
    seat_ready,
    seat_reveal,
    seat_unready,
)
from games.matches.services.sweep import sweep
from games.matches.services.table_seats import (
    table_add_bot,
    table_remove_bot,
    table_sit,
    table_stand,
)
from tests.support.tables import (
    contribution_of,
    make_ready,
    make_running,
    make_table,
    make_user,
    pass_deadline,
    refused,
)

pytestmark = pytest.mark.django_db


def test_a_match_waits_for_everybody_to_commit_and_then_to_reveal(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    make_ready(match, bo)
    match.refresh_from_db()
    assert match.status == Match.Status.STARTING
    seat_reveal(code=match.code, user=ada, contribution=contribution_of(ada))
    match.refresh_from_db()
    assert match.status == Match.Status.STARTING
    assert match.version == 0
    seat_reveal(code=match.code, user=bo, contribution=contribution_of(bo))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.version > 0
    assert match.to_act == 0
    assert match.deadline_at is not None


def test_a_second_tab_may_reveal_the_same_when_the_match_has_begun(ada, bo):
    match = make_running(ada, bo)
    before = match.revision
    again = seat_reveal(code=match.code, user=bo, contribution=contribution_of(bo))
    assert (again.status, again.revision) == (Match.Status.RUNNING, before)
    with refused("not_starting"):
        seat_reveal(code=match.code, user=bo, contribution="something else")


def test_the_seed_is_made_of_the_secret_and_every_contribution(ada, bo):
    match = make_running(ada, bo)
    secret = MatchSecret.objects.get(match=match)
    assert commitment_of(bytes(secret.secret)) == match.commitment
    expected = seed_of(
        bytes(secret.secret), match.code, [contribution_of(ada), contribution_of(bo)]
    )
    assert bytes(secret.seed) == expected
    assert secret.revealed_at is None


@pytest.mark.parametrize("part", ["", "x" * 65, "a\0b"])
def test_a_contribution_that_no_record_may_hold_is_refused_though_it_fits(ada, bo, part):
    match = make_table(ada, bo)
    make_ready(match, bo)
    commitment = seat_commitment_of(match.code, 0, match.commitment, part)
    seat_ready(code=match.code, user=ada, seat_commitment=commitment)
    with refused("bad_contribution"):
        seat_reveal(code=match.code, user=ada, contribution=part)


def test_a_reveal_that_does_not_fit_the_commitment_is_refused(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada, bo)
    with refused("bad_contribution"):
        seat_reveal(code=match.code, user=ada, contribution="something else")


def test_a_commitment_is_64_hexadecimal_digits(ada):
    match = make_table(ada)
    for wrong in ("", "x" * 64, "A" * 64, "0" * 63, "0" * 65, "0" * 64 + "\n"):
        with refused("bad_commitment"):
            seat_ready(code=match.code, user=ada, seat_commitment=wrong)


def test_who_is_ready_can_take_it_back_until_the_last_has_committed(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada)
    seat_unready(code=match.code, user=ada)
    make_ready(match, bo)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_without_a_reveal_the_start_is_called_off_and_nothing_is_used_again(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada, bo)
    seat_reveal(code=match.code, user=ada, contribution=contribution_of(ada))
    old = Match.objects.get(pk=match.pk).commitment
    pass_deadline(match)
    assert sweep() == 1
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert match.deadline_at is None
    assert match.commitment != old
    assert MatchSecret.objects.get(commitment=old).revealed_at is not None
    assert MatchSecret.objects.get(commitment=match.commitment).revealed_at is None
    assert [seat.user for seat in match.seats.all()] == [ada, None]
    assert not any(seat.seat_commitment or seat.contribution for seat in match.seats.all())
    assert [row.user for row in NoShow.objects.all()] == [bo]


def test_a_start_is_not_called_off_before_its_time(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada, bo)
    match_call_off(code=match.code)
    match.refresh_from_db()
    assert match.status == Match.Status.STARTING


def test_bots_commit_again_to_a_new_secret(ada):
    match = make_table(ada, bots=["novice"], seats=2)
    make_ready(match, ada)
    pass_deadline(match)
    sweep()
    match.refresh_from_db()
    assert match.status == Match.Status.CLOSED  # nobody but a bot is left


def test_with_bots_only_people_reveal(ada):
    match = make_running(ada, bots=["novice", "novice"], seats=3)
    assert match.status == Match.Status.RUNNING


def test_a_seat_is_taken_once(ada, bo):
    match = make_table(ada)
    with refused("seat_taken"):
        table_sit(code=match.code, user=bo, number=0)
    with refused("no_such_seat"):
        table_sit(code=match.code, user=bo, number=9)
    table_sit(code=match.code, user=bo)
    with refused("seat_taken"):
        table_sit(code=match.code, user=make_user("chen"))


def test_sitting_down_elsewhere_moves(ada):
    match = make_table(ada, seats=4)
    table_sit(code=match.code, user=ada, number=2)
    assert [seat.user for seat in match.seats.all()] == [None, None, ada, None]


def test_an_owner_who_leaves_hands_the_table_over(ada, bo):
    match = make_table(ada, bo)
    table_stand(code=match.code, user=ada)
    match.refresh_from_db()
    assert match.owner == bo
    assert match.status == Match.Status.OPEN
    table_stand(code=match.code, user=bo)
    match.refresh_from_db()
    assert match.status == Match.Status.CLOSED


def test_a_bot_in_the_last_seat_begins_the_match_of_those_who_were_ready(ada, bo):
    match = make_table(ada, bo, seats=4)
    make_ready(match, ada)
    table_add_bot(code=match.code, user=ada, bot="novice")
    make_ready(match, bo)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    table_add_bot(code=match.code, user=ada, bot="novice")
    match.refresh_from_db()
    assert match.status == Match.Status.STARTING
    assert match.deadline_at is not None
    for user in (ada, bo):
        seat_reveal(code=match.code, user=user, contribution=contribution_of(user))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_bot_in_the_last_seat_waits_for_those_who_are_not_ready(ada, bo):
    match = make_table(ada, bo, seats=3)
    make_ready(match, ada)
    table_add_bot(code=match.code, user=ada, bot="novice")
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_only_the_owner_moves_bots(ada, bo):
    match = make_table(ada, bo, seats=3)
    with refused("not_owner"):
        table_add_bot(code=match.code, user=bo, bot="novice")
    with refused("no_such_bot"):
        table_add_bot(code=match.code, user=ada, bot="genius")
    table_add_bot(code=match.code, user=ada, bot="novice")
    with refused("seat_taken"):
        table_add_bot(code=match.code, user=ada, bot="novice")
    with refused("not_a_bot"):
        table_remove_bot(code=match.code, user=ada, number=1)
    table_remove_bot(code=match.code, user=ada, number=2)
    assert not match.seats.get(number=2).is_taken


def test_a_running_match_is_no_table(ada, bo):
    match = make_running(ada, bo)
    with refused("not_open"):
        table_stand(code=match.code, user=ada)
    with refused("not_open"):
        table_sit(code=match.code, user=make_user("chen"))
