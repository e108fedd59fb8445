"""The log of finished matches is append-only, and the database itself holds that."""

from __future__ import annotations

from django.db import migrations

GUARD = """
CREATE FUNCTION kibitz_rating_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON ratings_ratinglog
    FOR EACH ROW EXECUTE FUNCTION kibitz_rating_log_append_only();
"""
UNGUARD = """
DROP TRIGGER append_only_rows ON ratings_ratinglog;
DROP FUNCTION kibitz_rating_log_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]

    operations = [migrations.RunSQL(GUARD, UNGUARD)]
