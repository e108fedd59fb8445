"""Of seasons that two directors began at the same moment the newest one runs."""

from django.db import migrations, models

END_OLDER = """
    UPDATE tournaments_season AS older SET is_open = false
    WHERE is_open AND EXISTS (
        SELECT FROM tournaments_season AS newer
        WHERE newer.club_id = older.club_id AND newer.is_open AND newer.id > older.id
    )
"""


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_names_tell_of_no_private_club'),
        ('tournaments', '0006_attendance_so_far'),
    ]

    operations = [
        migrations.RunSQL(END_OLDER, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(
                condition=models.Q(('is_open', True)), fields=('club',), name='season_open_once'
            ),
        ),
    ]
