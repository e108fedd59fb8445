"""What knows the apps: each handler follows one thing and pushes its viewer's fragments."""
