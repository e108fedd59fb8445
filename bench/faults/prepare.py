"""Makes the database of a site for the swarm: migrations, and accounts that can log in.

    DATABASE_URL=… LOCAL=true python -m bench.faults.prepare --people 40

Only for a database that holds nothing else: the accounts' password is public.
"""

from __future__ import annotations

import argparse
import os


def main() -> None:
    """Migrate and make the accounts."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--people", type=int, default=6)
    people = parser.parse_args().people
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model
    from django.contrib.auth.hashers import make_password
    from django.core.management import call_command

    from bench.faults.people import PASSWORD

    call_command("migrate", verbosity=0)
    password = make_password(PASSWORD)
    user = get_user_model()
    for number in range(people):
        name = f"swarm{number}"
        one = user.objects.create(username=name, email=f"{name}@example.org", password=password)
        EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)


if __name__ == "__main__":
    main()
