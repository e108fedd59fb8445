from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_faces")]

    operations = [
        migrations.AddField(
            "preferences",
            "hear_searches",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="People you follow and members of your clubs, while you’re online. One "
                "notification at a time, gone when their match starts.",
                verbose_name="tell me when someone looks for players",
            ),
        ),
    ]
