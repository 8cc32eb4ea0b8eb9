"""Ends a waiting call when an event is set."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from typing import Iterator

from .errors import Stopped

GLANCE = 0.2  # seconds after which the watching thread checks whether it is still needed


class Interruption:
    """Shuts down the sockets of one iterator when its `stop` is set."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop = stop
        self.lock = threading.Lock()
        self.sockets: set[socket.socket] = set()
        self.is_over = False

    def is_set(self) -> bool:
        return self.stop.is_set()

    def sleep(self, seconds: float) -> None:
        if self.stop.wait(seconds):
            raise Stopped

    def watch(self, waiting: socket.socket) -> None:
        with self.lock:
            if self.stop.is_set():
                raise Stopped
            self.sockets.add(waiting)

    def leave(self, waiting: socket.socket) -> None:
        with self.lock:
            self.sockets.discard(waiting)

    def run(self) -> None:
        while not self.stop.wait(GLANCE):
            if self.is_over:
                return
        with self.lock:
            for waiting in self.sockets:
                shut(waiting)


def shut(waiting: socket.socket) -> None:
    """Shuts the socket down. The reading thread then closes it."""
    try:
        socket.socket.shutdown(waiting, socket.SHUT_RDWR)
    except OSError:
        pass  # already closed


@contextmanager
def interrupted_by(stop: threading.Event | None) -> Iterator[Interruption | None]:
    """Yields the interruption for an event; None if there is no event."""
    if stop is None:
        yield None
        return
    interruption = Interruption(stop)
    thread = threading.Thread(target=interruption.run, name="croupier-stop", daemon=True)
    thread.start()
    try:
        yield interruption
    finally:
        interruption.is_over = True
