"""Assign practice on a club's matches to the club, which from now on decides who may see it.

Practice that was hidden for good when it began stays hidden.
"""

from django.db import migrations

FOLLOW = """
    WITH RECURSIVE grown (match_id, club_id) AS (
        SELECT fork.match_id, source.club_id
        FROM replays_fork AS fork JOIN matches_match AS source ON source.id = fork.source_id
        WHERE source.club_id IS NOT NULL AND NOT source.practice
        UNION
        SELECT fork.match_id, grown.club_id
        FROM replays_fork AS fork JOIN grown ON grown.match_id = fork.source_id
    )
    UPDATE matches_match AS practice SET club_id = grown.club_id FROM grown
    WHERE practice.id = grown.match_id AND practice.visibility = 'unlisted'
"""


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0012_deadlines_by_span'),
        ('replays', '0005_study'),
    ]

    operations = [migrations.RunSQL(FOLLOW, migrations.RunSQL.noop)]
