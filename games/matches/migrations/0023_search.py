from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0022_faces")]

    operations = [
        migrations.AddField(
            "match",
            "is_search",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Opened by “Play with people”: nobody owns it, and bots join after a while.",
            ),
        ),
    ]
