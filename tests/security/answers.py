"""What must be true of every answer of the site, whatever it is."""

from __future__ import annotations

import re

from django.http import HttpResponse

FRAMED = re.compile(r"/(embed|frame)/")
INLINE = re.compile(
    r"<script(?![^>]*\s(?:src=|type=\"application/json\"))|<style\b|<[^>]+\s(?:style|on[a-z]+)=",
    re.IGNORECASE,
)


def faults_of(address: str, answer: HttpResponse) -> list[str]:
    """Return what is wrong with an answer's headers, and what stands inline in its page."""
    headers, policy = answer.headers, answer.headers.get("Content-Security-Policy", "")
    framed = FRAMED.search(address) is not None and answer.status_code == 200
    wanted = {
        "a strict policy": "default-src 'none'" in policy
        and "script-src 'self'" in policy
        and not re.search(r"unsafe|nonce|http:|https:", policy),
        "no frames": framed
        or (headers.get("X-Frame-Options") == "DENY" and "frame-ancestors 'none'" in policy),
        "no sniffing": headers.get("X-Content-Type-Options") == "nosniff",
        "no referrer": headers.get("Referrer-Policy") in ("same-origin", "no-referrer"),
        "no opener": headers.get("Cross-Origin-Opener-Policy") == "same-origin",
        "no devices": "camera=()" in headers.get("Permissions-Policy", ""),
        "nothing inline": not _inline(answer),
    }
    return [f"{address}: {name}" for name, holds in wanted.items() if not holds]


def _inline(answer: HttpResponse) -> str:
    """Return the first script, style or handler that stands in a page itself."""
    if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
        return ""
    found = INLINE.search(re.sub(r"<!--.*?-->", "", answer.content.decode(), flags=re.DOTALL))
    return found[0] if found else ""
