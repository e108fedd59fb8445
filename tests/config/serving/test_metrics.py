"""Monitors are told how many and how long, never who or what."""

from __future__ import annotations

import json
import re
import socket

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from prometheus_client import REGISTRY, generate_latest

from config import ROOT
from config.errors import CannotStart
from config.serving.metrics import serve_metrics
from games.matches.metrics import lateness
from games.matches.models import Match
from tests.support.tables import first_legal, make_running, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def counted(name: str) -> float:
    return REGISTRY.get_sample_value(name) or 0


def test_an_acknowledged_action_and_its_rings_are_counted() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    acted, rung = counted("kibitz_action_seconds_count"), counted("kibitz_doorbells_total")
    client = Client()
    client.force_login(ada)
    sent = {"action": json.dumps(first_legal(match)), "version": match.version, "action_id": "a"}
    client.post(reverse("matches:act", args=[match.code]), sent)
    assert counted("kibitz_action_seconds_count") == acted + 1
    assert counted("kibitz_doorbells_total") > rung
    assert match.code not in generate_latest().decode()


def test_a_missed_deadline_is_told() -> None:
    match = make_running(make_user("ada"), make_user("bo"))
    assert lateness() == 0
    Match.objects.filter(pk=match.pk).update(deadline_at="2020-01-01T00:00:00Z")
    assert lateness() > 1000


def test_a_turn_that_failed_and_waits_to_be_tried_again_is_not_missed() -> None:
    match = make_running(make_user("ada"), make_user("bo"))
    then = "2020-01-01T00:00:00Z"
    Match.objects.filter(pk=match.pk).update(deadline_at=then, retry_at="2120-01-01T00:00:00Z")
    assert lateness() == 0
    Match.objects.filter(pk=match.pk).update(retry_at=then)
    assert lateness() > 1000


def test_the_dashboard_draws_only_what_is_told() -> None:
    dashboard = (ROOT / "deploy/grafana/kibitz.json").read_text()
    drawn = set(re.findall(r"\b(?:kibitz|process|python)_\w+", dashboard))
    told = set(re.findall(r"^(\w+)", generate_latest().decode(), re.MULTILINE))
    assert drawn
    assert drawn <= told


def test_a_metrics_port_of_another_process_is_refused_in_a_sentence(settings: LazySettings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings.METRICS_PORT = other.getsockname()[1]
        with pytest.raises(CannotStart, match="each process wants its own"):
            serve_metrics()
