"""How one's own log-ins are told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.templatetags.device_tags import device

ON_MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/{} (KHTML, like Gecko)"
ON_PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
ON_X11 = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101"
ON_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)"


@pytest.mark.parametrize(
    ("user_agent", "shown"),
    [
        (f"{ON_X11} Firefox/153.0", "Firefox · Linux"),
        (f"{ON_MAC.format('605.1.15')} Version/26.0 Safari/605.1.15", "Safari · macOS"),
        (f"{ON_MAC.format('537.36')} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0", "Edge · macOS"),
        (f"{ON_PHONE} Chrome/156.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        (f"{ON_IPHONE} CriOS/156.0 Safari/604.1", "Chrome · iPhone"),
        ("curl/8.14.1", "curl/8.14.1"),
        ("", ""),
    ],
)
def test_a_browser_is_told_in_words(user_agent: str, shown: str) -> None:
    assert device(user_agent) == shown


@pytest.mark.django_db
def test_the_list_tells_which_of_them_one_looks_from(client, django_user_model) -> None:
    client.force_login(django_user_model.objects.create_user("lin", "lin@example.org"))
    page = client.get(reverse("usersessions_list"), headers={"user-agent": "Windows Firefox/153.0"})
    words = " ".join(page.content.decode().split())
    assert '<span title="Windows Firefox/153.0">Firefox · Windows</span>' in words
    assert words.count("This device</span>") == 1
    assert "<title>Sessions · Kibitz</title>" in words
