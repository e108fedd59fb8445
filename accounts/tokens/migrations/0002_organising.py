"""Adds the scope of keys that organise events; stored data does not change."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tokens", "0001_tokens")]

    operations = [
        migrations.AlterField(
            model_name="token",
            name="scope",
            field=models.CharField(
                choices=[
                    ("read", "look only"),
                    ("play", "look and play"),
                    ("organise", "look, and run the events that you direct"),
                ],
                default="read",
                max_length=10,
                verbose_name="what it may do",
            ),
        ),
    ]
