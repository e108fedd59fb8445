"""Make the log of a match append-only, enforced by the database itself."""

from __future__ import annotations

from django.db import migrations

TABLES = ("matches_matchaction", "matches_matchevent")

FORBID = """
CREATE FUNCTION kibitz_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of %% are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;
""".replace("%%", "%")
GUARD = """
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION kibitz_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION kibitz_append_only();
"""
UNGUARD = """
DROP TRIGGER append_only_rows ON {table};
DROP TRIGGER append_only_table ON {table};
"""


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.RunSQL(FORBID, "DROP FUNCTION kibitz_append_only();"),
        *(
            migrations.RunSQL(GUARD.format(table=table), UNGUARD.format(table=table))
            for table in TABLES
        ),
    ]
