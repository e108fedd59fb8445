"""What is said beside the replay of the match `m`, for tests."""

from __future__ import annotations

from django.test import Client

from accounts.models import User
from replays.models import Tour


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, query: str = "ply=5") -> str:
    answer = client.get(f"/replays/m/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def make_tour(writer: Client, *plies: int) -> Tour:
    writer.post("/replays/m/tours/create", {"title": "How it was won"})
    tour = Tour.objects.latest("pk")
    for ply in plies:
        data = {"own_tour": tour.pk, "ply": ply, "as": "1", "text": f"Look at {ply}"}
        assert writer.post("/replays/m/tours/stop", data).status_code == 302
    return tour
