"""Ask a site over plain HTTP, as many people who are logged in."""

from __future__ import annotations

import secrets
import time
from typing import Any

import httpx

ANSWER_SECONDS = 30.0


def cookies_of(user: Any) -> dict[str, str]:
    """Return the cookies of somebody who has logged in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    token = secrets.token_hex(16)
    return {settings.SESSION_COOKIE_NAME: session, settings.CSRF_COOKIE_NAME: token}


def http_client() -> httpx.AsyncClient:
    """Return a client for any number of people: cookies go with each request."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    return httpx.AsyncClient(timeout=ANSWER_SECONDS, limits=limits, verify=False)


async def post(
    client: httpx.AsyncClient, port: int, cookies: dict[str, str], path: str, values: dict[str, Any]
) -> tuple[int, str, float]:
    """Post a form; return the status, the refusal's code and how many seconds the answer took."""
    from django.conf import settings

    headers = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "X-CSRFToken": cookies[settings.CSRF_COOKIE_NAME],
        "X-Forwarded-For": "10.0.0.1",
        "Accept": "application/json",
    }
    asked = time.perf_counter()
    answer = await client.post(f"http://127.0.0.1:{port}{path}", data=values, headers=headers)
    took = time.perf_counter() - asked
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    return answer.status_code, answer.json().get("code", "") if is_json else "", took
