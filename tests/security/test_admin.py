"""The admin's screens: they stand for a secretary, and what they must not show is not there."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client

from games.matches.models import Match, MatchAction, MatchEvent, MatchSecret
from games.tournaments.models import TournamentSecret
from tests.security.world import World, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def staff(world: World) -> Client:
    user = world.people["staff"]
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return world.client("staff")


def test_every_list_and_every_row_stands(staff: Client) -> None:
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert staff.get(base).status_code == 200, base
        assert staff.get(f"{base}?q=a").status_code == 200, base
        row = model._default_manager.first()
        if row is not None:
            assert staff.get(f"{base}{row.pk}/change/").status_code == 200, base


def test_a_match_is_shown_without_a_hand_a_move_or_a_secret(world: World, staff: Client) -> None:
    match = Match.objects.get(code=world.names["running"])
    page = staff.get(f"/admin/matches/match/{match.pk}/change/").content.decode()
    assert match.code in page
    for seat in match.seats.all():
        assert seat.contribution not in page
    for secret in match.secrets.all():
        assert bytes(secret.secret).hex() not in page
    hidden = {MatchAction, MatchEvent, MatchSecret, TournamentSecret}
    assert not hidden & set(admin.site._registry)


def test_history_is_not_edited_there(world: World, staff: Client) -> None:
    match = Match.objects.get(code=world.names["running"])
    for page in (f"{match.pk}/delete/", "add/"):
        assert staff.get(f"/admin/matches/match/{page}").status_code == 403
    assert staff.post(f"/admin/matches/match/{match.pk}/change/", {"ply": 7}).status_code == 403


def test_what_a_second_factor_is_made_of_is_not_shown(staff: Client) -> None:
    factor = Authenticator.objects.get()
    Authenticator.objects.filter(pk=factor.pk).update(data={"secret": "seed-of-codes"})
    page = staff.get(f"/admin/mfa/authenticator/{factor.pk}/change/")
    assert page.status_code == 200
    assert "seed-of-codes" not in page.content.decode()
    assert staff.get("/admin/mfa/authenticator/add/").status_code == 403
