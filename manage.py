#!/usr/bin/env python3
"""The one entry point: `play`, `test`, `lint`, `screenshots`, `serve`, every Django command.

Its first lines run on whatever Python started it, so nothing outside the standard library is
imported until `config.startup.bootstrap` has moved into the project's own environment.
"""

import sys


def main():
    """Prepare the environment, then hand over to the tests or to Django."""
    from config.startup import bootstrap

    bootstrap.enter(sys.argv)
    if sys.argv[1:2] == ["test"]:
        from config.development.testrun import run_tests

        sys.exit(run_tests(sys.argv[2:]))
    if sys.argv[1:2] == ["screenshots"]:
        from config.development.testrun import take_screenshots

        sys.exit(take_screenshots(sys.argv[2:]))
    if sys.argv[1:2] == ["lint"]:
        from config.development.lint import run_lint

        sys.exit(run_lint())
    from config.startup.launch import run_command

    run_command(sys.argv)


if __name__ == "__main__":
    main()
