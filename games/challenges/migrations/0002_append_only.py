"""A ladder's history is append-only, and the database itself holds that."""

from __future__ import annotations

from django.db import migrations

TABLE = "challenges_placemove"
GUARD = f"""
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION kibitz_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION kibitz_append_only();
"""
UNGUARD = f"""
DROP TRIGGER append_only_rows ON {TABLE};
DROP TRIGGER append_only_table ON {TABLE};
"""


class Migration(migrations.Migration):
    dependencies = [("challenges", "0001_initial"), ("matches", "0002_append_only")]

    operations = [migrations.RunSQL(GUARD, UNGUARD)]
