"""A program that calls the interface, as the tests use it."""

from __future__ import annotations

import json

from django.test import Client

from accounts.tokens.services import token_make

V1 = "/api/v1"


class Program:
    """A client that carries a key."""

    def __init__(self, user=None, scope="play"):
        self.client = Client()
        key = token_make(user=user, name="t", scope=scope) if user else ""
        self.headers = {"authorization": f"Bearer {key}"} if key else {}

    def get(self, path, **query):
        return self.client.get(V1 + path, query, headers=self.headers)

    def post(self, path, **sent):
        return self.client.post(
            V1 + path, json.dumps(sent), content_type="application/json", headers=self.headers
        )
