"""Security keys: their forms speak the reader's language."""

from __future__ import annotations

import pytest
from allauth.mfa import app_settings
from allauth.utils import get_form_class
from django.utils.translation import override


@pytest.mark.parametrize("form", ["add_webauthn", "edit_webauthn"])
def test_a_keys_name_is_asked_for_in_the_readers_language(form: str) -> None:
    label = get_form_class(app_settings.FORMS, form, None).base_fields["name"].label
    with override("zh-hant"):
        assert str(label) == "名稱"
