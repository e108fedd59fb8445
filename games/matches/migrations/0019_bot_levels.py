"""Bots have levels now: what was called simple is novice, what was called keen is club."""

from django.db import migrations, models

RENAME = """
    UPDATE matches_seat SET
        bot = CASE bot WHEN 'simple' THEN 'novice' WHEN 'keen' THEN 'club' ELSE bot END,
        stand_in = CASE stand_in WHEN 'simple' THEN 'novice' WHEN 'keen' THEN 'club'
            ELSE stand_in END,
        name = CASE bot WHEN 'simple' THEN regexp_replace(name, '^Simple ', 'Novice ')
            WHEN 'keen' THEN regexp_replace(name, '^Keen ', 'Club ') ELSE name END
    WHERE bot IN ('simple', 'keen') OR stand_in IN ('simple', 'keen')
"""


class Migration(migrations.Migration):
    dependencies = [("matches", "0018_turns_that_fail")]

    operations = [
        migrations.AlterField("matchaction", "auto", models.CharField(blank=True, max_length=40)),
        migrations.RunSQL(RENAME, migrations.RunSQL.noop),
    ]
