"""WebSockets: how a page stays up to date, and how it acts, over one open connection.

Every page has one socket. It follows a match, the lists of tables or a study room, and besides that
the person's bell; at a table the page also sends its actions on it.

From an action to everybody's page
----------------------------------
1. `handlers/actions.py`: an action request arrives, and is carried out in a worker thread
   (`threads.py`) by the same service as a POST.
2. After the commit, that service notifies the groups concerned (`groups.py`): "match x is at
   revision n now", never what has changed, and never a card.
3. The channel layer (`layers.py`) delivers that to the one channel of this process, whose listener
   calls every socket of the group. With REDIS_URL it goes to all other processes too (`relay.py`).
4. `handlers/consumer.py`: each socket renders again, at most once at a time, as its own viewer. If
   this process has the new position in memory, since the action was judged here, it renders on the
   event loop; otherwise in a thread, in one batch with all others of its group.
5. `SentTable` (`games/matches/live.py`): only regions that differ from what this socket has sent go
   to the page.

A notification may be lost, doubled, late or out of order. A page never goes back to an older
revision, and `handlers/heartbeat.py` checks every socket once in HEARTBEAT_SECONDS, many sockets
with a few SQL statements: whether its session still stands, and whether anything newer than what it
shows is in the database. It also records who is present, and tells the page the server's time.

Opening and closing
-------------------
A handshake passes `handlers/routing.py`: the page's origin must be ours and its network must not
have too many sockets open (`handlers/handshake.py`), the cookie says who it is, the path which
handler serves it: `MatchConsumer` (`handlers/match.py`), `RoomConsumer` (`handlers/talk.py`), or
one of `handlers/pages.py`. A page says in the address what it shows already, so that it need not be
sent again.

The server closes with 4401 when a session has ended, 4404 when what the page shows is gone or no
longer its viewer's to see, 1008 after too many messages that nobody asked for, and 1012 when it
restarts (`drain.py`): new requests are turned away, those in progress are finished, and each page
connects again, to the next process.

Layers
------
`groups`, `layers`, `relay`, `threads` and `drain` know no app, so that all apps may notify.
`handlers/` lies above all apps, and nothing but `config` imports it.
"""
