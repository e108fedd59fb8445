"""Notes about people, which nobody but their writer is shown."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.people.models import Note
from accounts.people.services import ties
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db

PAGE = "/people/bo/"
WORDS = "Plays kings early.\nSaves the <b>nuke</b>."


def write(client, text, name="bo"):
    where = reverse("people:note", args=[name])
    return client.post(where, {"text": text, "next": PAGE}, follow=True)


def test_note_is_shown_to_its_writer_and_to_nobody_else(client, ada, bo):
    client.force_login(ada)
    page = write(client, WORDS).content.decode()
    assert "Plays kings early.\nSaves the &lt;b&gt;nuke&lt;/b&gt;." in page
    staff = make_user("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    for reader in (bo, staff, make_user("dora")):
        client.force_login(reader)
        assert "Plays kings" not in client.get(PAGE).content.decode()
    client.logout()
    assert "Plays kings" not in client.get(PAGE).content.decode()


def test_note_is_changed_and_taken_away(client, ada, bo):
    client.force_login(ada)
    for text in (WORDS, "Better than I thought."):
        write(client, text)
        assert Note.objects.get(owner=ada).text == text
    write(client, "  \r\n ")
    assert not Note.objects.exists()


def test_text_of_five_hundred_fits_however_a_browser_ends_lines(client, ada, bo):
    client.force_login(ada)
    text = "x\n" * 249 + "xx"
    write(client, text.replace("\n", "\r\n"))
    assert Note.objects.get().text == text


@pytest.mark.parametrize("text", ["x" * 501, "a\0b"])
def test_what_cannot_be_kept_is_refused_and_the_old_note_stays(client, ada, bo, text):
    client.force_login(ada)
    write(client, WORDS)
    page = write(client, text).content.decode()
    assert "A note can have up to 500" in page
    assert Note.objects.get().text == WORDS


def test_nobody_notes_about_themselves_or_without_end(client, ada, bo, monkeypatch):
    client.force_login(ada)
    assert "You can’t do that to yourself." in write(client, WORDS, "ada").content.decode()
    monkeypatch.setattr(ties, "MOST_NOTES", 1)
    make_user("dora")
    write(client, WORDS)
    assert "reached the limit for notes" in write(client, WORDS, "dora").content.decode()
    write(client, "Another word about the same.")
    assert Note.objects.get().text == "Another word about the same."
