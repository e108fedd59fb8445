import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0023_search"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("seat", "offered_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "seat",
            "offered_to",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "seat",
            "starter",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats_begun",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "seat",
            "starter_name",
            models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            "seat",
            "starter_face",
            models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddField("seat", "taken_over_after", models.PositiveIntegerField(null=True)),
    ]
