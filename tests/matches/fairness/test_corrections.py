"""Moderators take many matches out of the ratings at once: seen before, told, and undone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.people.models import Notice
from games.matches.history import matches_of, played_matches
from games.ratings.models import RatingCorrection, RatingLog, RatingShift
from games.ratings.refusals import CorrectionRefused
from games.ratings.selectors import why_not_rated
from games.ratings.services import ladders
from games.ratings.services.preview import void_preview
from games.ratings.services.rating_correct import correction_undo, ratings_void
from games.ratings.services.ratings_rebuild import ladder_differences
from tests.ratings.factories import cached, ended, ladder, people, rebuilt
from tests.support.farming import duel, farmed
from tests.support.finished import somebody
from tests.support.moderation import make_staff

pytestmark = pytest.mark.django_db


def codes(matches: list[Any]) -> list[str]:
    return [match.code for match in matches]


def shifts_of(made: RatingCorrection) -> dict[tuple[str, int], tuple[int | None, int | None]]:
    found = made.shifts.select_related("ladder")
    return {(one.ladder.season, one.player_id): (one.before, one.after) for one in found}


def test_undoing_a_correction_gives_the_same_ratings_to_the_last_digit() -> None:
    ann, ben, cal = people(3)
    lines = [ended(ann, ben, after=n) for n in range(8)]
    ended(cal, ann, after=9)
    before = cached()
    made = ratings_void(matches=[line.match for line in lines[:6]], reason="Thrown.")
    assert ladder().matches == 3
    voided = cached()
    assert voided != before
    assert rebuilt() == voided
    undone = correction_undo(correction=made, reason="It was another pair.")
    assert cached() == before
    assert rebuilt() == before
    assert shifts_of(undone) == {who: (b, a) for who, (a, b) in shifts_of(made).items()}


def test_the_preview_says_what_then_happens_and_writes_nothing() -> None:
    ann, ben, cal = people(3)
    lines = [ended(ann, ben, after=n) for n in range(5)]
    ended(ann, cal, after=9)
    gone, before = [line.match for line in lines], cached()
    seen = {one.player_id: (one.before, one.after) for one in void_preview(gone)}
    assert cached() == before
    assert seen[ben][1] is None
    made = ratings_void(matches=gone, reason="Thrown.")
    assert seen == {who: both for (season, who), both in shifts_of(made).items() if season == "all"}


def test_a_correction_across_seasons_starts_the_later_one_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ladders, "SNAPSHOT_EVERY", 3)
    ann, ben = people(2)
    quarter = 60 * 24 * 92
    lines = [ended(ann, ben, after=n + at * quarter) for at in range(2) for n in range(5)]
    before = cached()
    made = ratings_void(matches=[lines[1].match, lines[9].match], reason="Thrown.")
    corrected = cached()
    assert rebuilt() == corrected
    correction_undo(correction=made, reason="Sorry.")
    assert cached() == before


def test_a_correction_keeps_the_rules_by_which_the_match_was_rated() -> None:
    line = ended(*people(2))
    made = ratings_void(matches=[line.match], reason="Thrown.")
    correction_undo(correction=made, reason="Sorry.")
    versions = RatingLog.objects.filter(match=line.match).values_list("version", flat=True)
    assert set(versions) == {line.version}


def test_what_does_not_count_or_is_unknown_is_refused_and_nothing_changes() -> None:
    ann, ben = people(2)
    good, casual = ended(ann, ben), ended(ann, ben, after=1, why="casual")
    before = cached()
    for wanted, code in (
        ([], "no_matches"),
        ([good.match, casual.match], "changed_meanwhile"),
        ([good.match, "nothere"], "not_logged"),
        ([f"m{n}" for n in range(501)], "too_many_matches"),
    ):
        with pytest.raises(CorrectionRefused) as refused:
            ratings_void(matches=wanted, reason="Thrown.")
        assert refused.value.code == code
    with pytest.raises(CorrectionRefused):
        ratings_void(matches=[good.match], reason=" ")
    assert cached() == before
    assert not RatingCorrection.objects.exists()


def test_nobody_corrects_their_own_matches() -> None:
    mo = make_staff("mo")
    match = duel(mo, somebody(), somebody().date_joined)
    with pytest.raises(CorrectionRefused) as refused:
        ratings_void(matches=[match.code], reason="Mine.", moderator=mo)
    assert refused.value.code == "own_matches"


def test_a_correction_is_undone_once_and_leaves_what_was_corrected_since() -> None:
    ann, ben = people(2)
    first, second = ended(ann, ben), ended(ann, ben, after=1)
    made = ratings_void(matches=[first.match, second.match], reason="Thrown.")
    correction_undo(correction=made, reason="Sorry.")
    with pytest.raises(CorrectionRefused):
        correction_undo(correction=made, reason="Twice.")
    again = ratings_void(matches=[first.match], reason="After all.")
    assert ladder().matches == 1
    assert again.lines.count() == 1


def test_the_database_keeps_corrections_as_they_were_made() -> None:
    made = ratings_void(matches=[ended(*people(2)).match], reason="Thrown.")
    for change in (made.delete, lambda: RatingCorrection.objects.update(reason="Nothing.")):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_players_are_told_and_profiles_and_the_match_say_so(client: Client) -> None:
    ann, ben = somebody("ann"), somebody("ben")
    matches = [*farmed(ben, ann, 4), *farmed(ann, ben, 2)]
    ratings_void(matches=codes(matches[:4]), reason="Thrown on purpose.")
    for user in (ann, ben):
        (notice,) = Notice.objects.filter(user=user, kind="moderation")
        assert notice.args == {"count": 4, "reason": "Thrown on purpose."}
    page = client.get(ann.get_absolute_url()).content.decode()
    assert "Corrected on" in page
    assert "Thrown on purpose" not in page
    lines = played_matches(matches_of(ann, ann), ann)
    assert [line.is_taken_out for line in lines].count(True) == 4
    assert why_not_rated(matches[0].code) == "corrected"


def test_a_moderator_goes_from_the_report_to_the_correction_and_back(client: Client) -> None:
    ann, ben = somebody("ann"), somebody("ben")
    matches = farmed(ann, ben)
    client.force_login(make_staff("mo"))
    report = client.get(reverse("fairness:report")).content.decode()
    pair = reverse("fairness:pair", args=[ann.pk, ben.pk])
    assert f"{pair}?ladder=deadline_99-survivor" in report
    page = client.get(pair).content.decode()
    assert all(match.code in page for match in matches)
    before, form = cached(), {"match": codes(matches[:15])}
    preview = client.post(reverse("fairness:preview"), form)
    assert preview.status_code == 200
    assert cached() == before
    correct = reverse("fairness:correct")
    assert client.post(correct, {**form, "reason": ""}).status_code == 422
    assert cached() == before
    answer = client.post(correct, {**form, "reason": "Thrown."}, follow=True)
    assert "Thrown." in answer.content.decode()
    made = RatingCorrection.objects.get()
    assert (made.moderator.username, made.lines.count()) == ("mo", 15)
    undo = reverse("fairness:undo", args=[made.pk])
    assert client.post(undo, {"reason": "Sorry."}).status_code == 302
    assert client.post(undo, {"reason": "Sorry."}).status_code == 422
    assert cached() == before
    assert "Sorry." in client.get(reverse("fairness:corrections")).content.decode()


def test_choosing_nothing_is_said(client: Client) -> None:
    client.force_login(make_staff("mo"))
    answer = client.post(reverse("fairness:preview"), {"match": ["', ;--", ""]})
    assert answer.status_code == 422
    assert "Choose at least one match." in answer.content.decode()
    for query in ("?ladder=chess", "?ladder=deadline_99-nothing", "?days=7", "?days=x"):
        assert client.get(reverse("fairness:report") + query).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_matches_that_end_during_a_correction_are_rated_once_after_it() -> None:
    ann, ben, *others = people(8)
    lines = [ended(ann, ben, after=n) for n in range(10)]

    def play(number: int) -> None:
        try:
            ended(*others[2 * (number % 3) : 2 * (number % 3) + 2], after=20 + number)
        finally:
            connection.close()

    def correct(_: int) -> None:
        try:
            ratings_void(matches=[line.match for line in lines[:9]], reason="Thrown.")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(play, n) for n in range(6)]
        done.append(pool.submit(correct, 0))
        for one in done:
            one.result()
    assert ladder().matches == 7
    assert ladder_differences(ladder()) == []
    assert RatingShift.objects.filter(player=ann, ladder=ladder()).count() == 1
