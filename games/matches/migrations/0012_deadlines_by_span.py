"""Let a move change no index: look deadlines up by spans of five minutes.

Rewrites the whole table of matches, however long that takes, leaving room in each page for the next
version of a row.
"""

import datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_no_shows'),
        ('matches', '0011_over_by_time'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL('SET LOCAL statement_timeout = 0', migrations.RunSQL.noop),
        migrations.RemoveIndex(
            model_name='match',
            name='match_deadline',
        ),
        migrations.RunSQL(
            'ALTER TABLE matches_match SET (fillfactor = 80)',
            'ALTER TABLE matches_match RESET (fillfactor)',
        ),
        migrations.AddField(
            model_name='match',
            name='due_from',
            field=models.GeneratedField(db_persist=True, expression=models.Func(models.Value(datetime.timedelta(seconds=300)), models.F('deadline_at'), models.Value(datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)), function='date_bin'), output_field=models.DateTimeField()),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('due_from'), condition=models.Q(('due_from__isnull', False)), name='match_due_from'),
        ),
    ]
