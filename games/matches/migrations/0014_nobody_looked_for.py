"""Count the seats of finished matches as away, so that the search for absent people skips history.

Touches no row of a running match.
"""

from django.db import migrations

UPDATE = """
    UPDATE matches_seat AS seat SET is_away = true FROM matches_match AS match
    WHERE match.id = seat.match_id AND match.status = 'finished'
      AND seat.user_id IS NOT NULL AND NOT seat.is_away
"""


class Migration(migrations.Migration):

    dependencies = [('matches', '0013_steady_tables')]

    operations = [
        migrations.RunSQL('SET LOCAL statement_timeout = 0', migrations.RunSQL.noop),
        migrations.RunSQL(UPDATE, migrations.RunSQL.noop),
    ]
