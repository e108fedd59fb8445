"""Bots have levels now: what was called simple is novice, what was called keen is club."""

from django.db import migrations

RENAME = """
    UPDATE tournaments_tournament SET bot = CASE bot WHEN 'simple' THEN 'novice' ELSE 'club' END
    WHERE bot IN ('simple', 'keen')
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_imported")]

    operations = [migrations.RunSQL(RENAME, migrations.RunSQL.noop)]
