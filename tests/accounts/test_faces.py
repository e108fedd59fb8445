"""Faces: drawn, derived from the name, or an own picture; what is kept of an upload."""

from __future__ import annotations

import json
from base64 import b64decode
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.faces.drawn import DRAWN, TINTS, face_of
from accounts.faces.encode import MAX_BYTES, SIDE, picture_encoded
from accounts.faces.models import Picture
from accounts.faces.refusals import PictureRefused
from accounts.faces.services import face_choose, picture_set
from accounts.models import User
from accounts.moderation.decide import report_decide
from accounts.moderation.models import Report
from accounts.moderation.refusals import ModerationRefused
from accounts.moderation.services import report_create
from accounts.people.models import Notice
from accounts.privacy.leave import person_leave
from accounts.privacy.relations import person_export
from accounts.privacy.retention import forget
from config import ROOT
from tests.support.moderation import make_staff
from tests.support.tables import make_running, make_table, make_user

WHERE = b"Kibitz-Street-9"


def photo(size: tuple[int, int] = (300, 200), kind: str = "JPEG") -> bytes:
    """Return a picture with Exif that must not survive: red on the left, blue on the right."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, *size))
    exif, out = Image.Exif(), BytesIO()
    exif[0x010E] = WHERE.decode()
    exif[0x0112] = 3  # turned upside down
    image.save(out, kind, exif=exif)
    return out.getvalue()


def encoded(data: bytes) -> Image.Image:
    return Image.open(BytesIO(picture_encoded(BytesIO(data), len(data))))


def test_a_name_always_has_the_same_drawn_face_whatever_its_case() -> None:
    faces = [face_of(f"player{n}") for n in range(300)]
    assert {one.drawn for one in faces} == set(DRAWN)
    assert {one.tint for one in faces} == set(range(1, TINTS + 1))
    assert face_of("Ada") == face_of("ada") == face_of("Ada", "")
    assert face_of("Ada", "face-fox").drawn == "face-fox"
    assert face_of("Ada", "ui-bot").icon == "ui-bot"
    assert face_of("Ada", "0" * 32).picture == "0" * 32


def test_every_face_is_drawn() -> None:
    assert len(DRAWN) == 24
    drawings = ROOT / "static" / "img" / "faces"
    assert {path.stem for path in drawings.glob("*.svg")} == set(DRAWN)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_an_upload_becomes_a_small_upright_square_without_metadata(kind: str) -> None:
    source = photo(kind=kind)
    assert WHERE in source
    made = picture_encoded(BytesIO(source), len(source))
    assert WHERE not in made
    image = Image.open(BytesIO(made))
    assert (image.format, image.size) == ("WEBP", (SIDE, SIDE))
    assert not image.getexif()
    assert set(image.info) <= {"loop", "background", "timestamp", "duration"}
    left, right = (image.convert("RGB").getpixel((x, SIDE // 2)) for x in (10, SIDE - 10))
    assert left[2] > 200 > right[2]  # turned round, as the camera meant


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"<svg onload='alert(1)'/>",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
        photo()[:300],
    ],
)
def test_a_file_that_is_no_whole_picture_is_refused(data: bytes) -> None:
    with pytest.raises(PictureRefused) as refused:
        picture_encoded(BytesIO(data), len(data))
    assert refused.value.code == "no_picture"


def test_a_decompression_bomb_is_refused_before_it_is_decoded() -> None:
    out = BytesIO()
    Image.new("1", (6000, 6000)).save(out, "PNG")
    assert len(out.getvalue()) < 50_000
    for size, code in ((len(out.getvalue()), "too_many_pixels"), (MAX_BYTES + 1, "too_large")):
        with pytest.raises(PictureRefused) as refused:
            picture_encoded(BytesIO(out.getvalue()), size)
        assert refused.value.code == code


@pytest.mark.django_db
def test_a_picture_is_sent_to_anybody_for_ever_and_as_nothing_but_a_picture(client: Client) -> None:
    ada = make_user("ada")
    client.force_login(ada)
    sent = {"picture": SimpleUploadedFile("x.html", photo(), "text/html")}
    assert client.post(reverse("faces:face"), sent).status_code == 302
    key = Picture.objects.get(user=ada).key
    answer = Client().get(reverse("faces:picture", args=[key]))
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "sandbox" in answer["Content-Security-Policy"]
    assert "Set-Cookie" not in answer
    assert Client().get("/pictures/a%00b.webp").status_code == 404
    assert key in Client().get(ada.get_absolute_url()).content.decode()
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert Client().get(reverse("faces:picture", args=[key])).status_code == 404


@pytest.mark.django_db
def test_nonsense_is_refused_with_a_sentence_and_keeps_the_face(client: Client) -> None:
    ada = make_user("ada")
    face_choose(user=ada, face="face-owl")
    client.force_login(ada)
    for sent in ({"picture": SimpleUploadedFile("x.png", b"nonsense")}, {"face": "ui-bot"}, {}):
        answer = client.post(reverse("faces:face"), sent)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    ada.refresh_from_db()
    assert ada.face == "face-owl"


@pytest.mark.django_db
def test_uploads_are_limited_by_the_day(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.faces.views.UPLOADS_A_DAY", 1)
    client.force_login(make_user("ada"))
    statuses = [
        client.post(
            reverse("faces:face"), {"picture": SimpleUploadedFile("x", photo())}
        ).status_code
        for _ in range(2)
    ]
    assert statuses == [302, 422]


@pytest.mark.django_db
def test_a_new_face_shows_at_the_persons_tables_at_once(client: Client) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    running, table = make_running(ada, bo), make_table(ada)
    before = running.revision
    face_choose(user=ada, face="face-fox")
    running.refresh_from_db()
    assert running.revision > before
    for match in (running, table):
        page = client.get(reverse("matches:match", args=[match.code])).content.decode()
        assert "face-fox.svg" in page
    person = client.get(bo.get_absolute_url()).content.decode()
    assert "face-fox.svg" not in person


@pytest.mark.django_db
def test_moderators_remove_a_picture_from_the_evidence_of_a_report(client: Client) -> None:
    ada, mo = make_user("ada"), make_staff("mo")
    data = picture_encoded(BytesIO(photo()), 1)
    key = picture_set(user=ada, data=data).key
    report = report_create(reporter=make_user("bo"), subject=ada, kind=Report.Kind.PICTURE)
    assert b64decode(report.evidence["picture"]) == data
    report_decide(report_id=report.pk, moderator=mo, measure="picture", reason="Not here.")
    ada.refresh_from_db()
    assert ada.face == ""
    assert client.get(reverse("faces:picture", args=[key])).status_code == 404
    assert bytes(Picture.objects.get(user=ada).data) == b""
    assert Notice.objects.filter(user=ada, args__reason="Not here.").exists()
    face_choose(user=ada, face="face-owl")
    with pytest.raises(PictureRefused):
        picture_set(user=ada, data=data)
    Picture.objects.update(removed_at=timezone.now() - timedelta(days=31))
    forget()
    picture_set(user=ada, data=data)


@pytest.mark.django_db
def test_a_picture_that_is_gone_cannot_be_removed() -> None:
    ada = make_user("ada")
    report = report_create(reporter=make_user("bo"), subject=ada, kind=Report.Kind.PICTURE)
    with pytest.raises(ModerationRefused):
        report_decide(
            report_id=report.pk, moderator=make_staff("mo"), measure="picture", reason="Gone?"
        )
    report.refresh_from_db()
    assert report.status == "open"


@pytest.mark.django_db
def test_a_persons_copy_holds_their_picture_and_leaving_takes_it_along() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    key = picture_set(user=ada, data=b"pixels").key
    table = make_table(bo, ada)
    report = report_create(reporter=bo, subject=ada, kind=Report.Kind.PICTURE)
    told = json.loads(json.dumps(person_export(ada), default=str))
    assert b64decode(told["faces.Picture.user"][0]["data"]) == b"pixels"
    assert told["account"]["face"] == key
    person_leave(user=ada)
    report.refresh_from_db()
    assert report.evidence == {}
    assert not Picture.objects.exists()
    assert not table.seats.exclude(own_face="").exists()
