"""Playing without an account: a guest is a user whom only one browser's session knows.

A guest has a name that begins with `guest-`, holds seats like anybody, and is anonymous on every
page that does not say `guests_may`. An account that is made or entered in the same browser takes
the guest's matches over; otherwise the guest is deleted after 30 days.
"""
