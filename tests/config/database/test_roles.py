"""Two roles of the database: one owns the tables and migrates, the other serves and can do less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from config.database.roles import serving_allow
from config.development.lint import production
from config.environment import role_of
from games.matches.models import Match
from tests.conftest import LOG_TABLES
from tests.support.servers import database_url_of_tests, done, refused
from tests.support.tables import make_running, play_to_end

FORBIDDEN = (
    "ALTER TABLE {} ADD COLUMN more integer",
    "ALTER TABLE {} DISABLE TRIGGER append_only_rows",
    "DROP TRIGGER append_only_rows ON {}",
    "CREATE TRIGGER more BEFORE INSERT ON {} EXECUTE FUNCTION kibitz_append_only()",
    "TRUNCATE {}",
    "UPDATE {} SET id = id",
    "DELETE FROM {}",
    "DROP TABLE {}",
)


@dataclass(frozen=True)
class Roles:
    """Both roles, and a session that may make databases for them."""

    owning: str
    serving: str
    session: psycopg.Connection


@pytest.fixture
def roles(db: None) -> Iterator[Roles]:
    """Roles of this test run alone; the tests' own may become the one that serves."""
    known = connection.get_connection_params()
    base, own = known["dbname"], known["user"]
    names = f"{base}_owner", f"{base}_web"
    with psycopg.connect(
        host=known["host"], user="postgres", dbname="postgres", autocommit=True
    ) as session:
        for name in names:
            session.execute(f"DROP ROLE IF EXISTS {name}")
            session.execute(f"CREATE ROLE {name} LOGIN")
        session.execute(f"GRANT {names[1]} TO {own}")
        yield Roles(*names, session)
        session.execute(f"DROP DATABASE IF EXISTS {base}_roles WITH (FORCE)")
        for name in names:
            session.execute(f"DROP ROLE {name}")


@pytest.fixture
def serving(roles: Roles) -> Iterator[None]:
    """Let this test's session be one of the role that serves."""
    with connection.cursor() as cursor, transaction.atomic():
        serving_allow(roles.serving)
        cursor.execute(f"SET LOCAL ROLE {roles.serving}")
        yield
        transaction.set_rollback(True)


def test_the_role_that_serves_plays_a_match_to_its_end(serving: None, ada: Any, bo: Any) -> None:
    match = make_running(ada, bo)
    play_to_end(match, ada, bo)
    assert match.status == Match.Status.FINISHED


@pytest.mark.parametrize("table", [*LOG_TABLES, "ratings_ratinglog"])
def test_the_role_that_serves_can_rewrite_no_log(serving: None, table: str) -> None:
    with connection.cursor() as cursor:
        for statement in FORBIDDEN:
            refused = pytest.raises(DatabaseError, match=r"must be owner|permission denied")
            with refused, transaction.atomic():
                cursor.execute(statement.format(table))


def test_migrate_works_as_the_owner_and_lets_the_other_serve(roles: Roles, tmp_path: Path) -> None:
    at, _, name = database_url_of_tests().partition("@")[2].rpartition("/")
    roles.session.execute(f"CREATE DATABASE {name}_roles OWNER {roles.owning}")
    owning, serving = (
        f"postgresql://{role}@{at}/{name}_roles" for role in (roles.owning, roles.serving)
    )
    env = {"LOCAL": "true", "DATABASE_URL": serving, "DATABASE_OWNER_URL": owning}
    done(["migrate"], env)
    done(["seed_demo"], env)  # people, matches, a club, events: all that serving takes
    done(["backup", str(tmp_path)], env)
    strict = ["check", "--deploy", "--fail-level", "WARNING"]
    done(strict, {**production(), "LOCAL": None, "DATABASE_URL": serving})
    told = refused(strict, {**production(), "LOCAL": None, "DATABASE_URL": owning})
    assert "kibitz.W001" in told
    with psycopg.connect(serving) as session:
        owners = session.execute(
            "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
        )
        assert owners.fetchall() == [(roles.owning,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute("CREATE TABLE more ()")


def test_an_address_without_a_name_means_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGUSER", "somebody")
    assert role_of({"USER": ""}) == "somebody"
    assert role_of({"USER": "kibitz"}) == "kibitz"
