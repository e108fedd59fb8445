"""What the served description says of every call alike: how a key is sent, and what a refusal is.

The calls describe what is their own where they are written.
"""

from __future__ import annotations

from typing import Any

KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key made under “Keys” in one's account.",
}
REFUSAL = {
    "type": "object",
    "title": "Refusal",
    "description": "Why something was not done or is not told.",
    "properties": {
        "code": {"type": "string", "description": "a word for programs"},
        "detail": {"type": "string", "description": "a sentence for people, in English"},
    },
    "required": ["code", "detail"],
}
REFUSED = {
    "description": "A refusal. Its status says of which kind: docs/api.md.",
    "headers": {
        "Retry-After": {
            "description": "With 429: after how many seconds to ask again.",
            "schema": {"type": "integer"},
        }
    },
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}


def describe_all(description: dict[str, Any]) -> None:
    """Complete a description, in place: a call that asks for no key takes one all the same."""
    parts = description["components"]
    parts["schemas"]["Refusal"] = REFUSAL
    parts["responses"] = {"Refusal": REFUSED}
    parts["securitySchemes"] = {"Key": KEY}
    for calls in description["paths"].values():
        for call in calls.values():
            call["responses"]["default"] = {"$ref": "#/components/responses/Refusal"}
            call.setdefault("security", [{}, {"Key": []}])
