"""Starts the local process that plays games, and talks to it over pipes."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any, Sequence

from .errors import CroupierError

PIPE_BYTES = 1 << 20
HEAD = struct.Struct("<BBHI")
FRAME = 0x53
SHOWN = 120
PROGRAM = Path("dist", "lab", "training", "env.js")


class EnvironmentEnded(CroupierError):
    """The program ended, did not start, or wrote an invalid response, as the message says. Start another program."""


class EnvironmentRefused(CroupierError):
    """The program refused a request and changed nothing. ``code`` is stable; ``hint`` says what to do."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['detail']} {problem['hint']} ({problem['code']})")
        self.code: str = problem["code"]
        self.detail: str = problem["detail"]
        self.hint: str = problem["hint"]


class LocalProgram:
    """Communicates with one process by JSON lines and binary frames (docs/environments.md)."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.command = list(command or default_command())
        try:
            self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise EnvironmentEnded(f"{self.command[0]} cannot be started: {error.strerror}.") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._reader = open(self._output, "rb", buffering=0, closefd=False)
        self.pid: int = self._process.pid
        self._closed = False
        self._rest = bytearray()
        for pipe in (self._input, self._output):
            _widen(pipe)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._write(json.dumps(request).encode() + b"\n")
        return self._answer(self._line())

    def send_step(self, batch: int, wanted: int, indices: bytes | memoryview) -> None:
        """Sends a step as a binary frame. ``indices`` has four bytes for each game, little-endian."""
        self._write(b"".join((HEAD.pack(FRAME, wanted, batch, len(indices)), indices)))

    def receive_step(self) -> memoryview:
        head = self._exactly(1)
        if head[0] != FRAME:
            self._answer(bytes(head) + self._line())
            raise self._nonsense(bytes(head))
        _, _, _, length = HEAD.unpack(bytes(head) + bytes(self._exactly(HEAD.size - 1)))
        return memoryview(self._exactly(length))

    def close(self) -> None:
        """Ends the program and waits for its end. Further calls do nothing."""
        if self._closed:
            return
        self._closed = True
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            raise self._nonsense(line) from None
        if not isinstance(answer, dict):
            raise self._nonsense(line)
        if "problem" in answer:
            raise EnvironmentRefused(answer["problem"])
        return answer

    def _nonsense(self, sent: bytes) -> EnvironmentEnded:
        self.close()
        shown = sent[:SHOWN].decode(errors="replace").rstrip("\n")
        return EnvironmentEnded(f"{self._name()} wrote {shown!r}, which is no answer; it was ended.")

    def _line(self) -> bytes:
        while b"\n" not in self._rest:
            self._rest += self._read(PIPE_BYTES)
        line, _, rest = self._rest.partition(b"\n")
        self._rest = bytearray(rest)
        return bytes(line)

    def _exactly(self, length: int) -> bytearray:
        taken = self._rest[:length]
        del self._rest[:length]
        if len(taken) == length:
            return taken
        bytes_read = bytearray(length)
        bytes_read[: len(taken)] = taken
        room, at = memoryview(bytes_read), len(taken)
        while at < length:
            count = self._read_into(room[at:])
            at += count
        return bytes_read

    def _read(self, most: int) -> bytes:
        self._assert_open()
        read = os.read(self._output, most)
        if not read:
            raise self._ended()
        return read

    def _read_into(self, room: memoryview) -> int:
        self._assert_open()
        count = self._reader.readinto(room)
        if not count:
            raise self._ended()
        return count

    def _write(self, message: bytes) -> None:
        self._assert_open()
        rest = memoryview(message)
        try:
            while rest:
                rest = rest[os.write(self._input, rest) :]
        except BrokenPipeError:
            raise self._ended() from None

    def _assert_open(self) -> None:
        if self._closed:
            raise EnvironmentEnded(f"{self._name()} was ended: begin another.")

    def _ended(self) -> EnvironmentEnded:
        self.close()
        return EnvironmentEnded(f"{self._name()} ended by itself with exit code {self._process.returncode}; begin another.")

    def _name(self) -> str:
        return " ".join(self.command[:2])


def default_command() -> list[str]:
    """Returns the command: Node.js and the program built in this tree, ``CROUPIER_HOME`` or the working directory."""
    node = shutil.which("node")
    if node is None:
        raise EnvironmentEnded("Node cannot be found: the rules run on it. Install Node 20 or newer, or give a command.")
    named = os.environ.get("CROUPIER_HOME")
    homes = [*Path(__file__).resolve().parents, Path.cwd()] if named is None else [Path(named)]
    for home in homes:
        if (home / PROGRAM).is_file():
            return [node, "--max-semi-space-size=32", str(home / PROGRAM)]
    raise EnvironmentEnded(f"There is no {PROGRAM}: set CROUPIER_HOME to the tree of the service, built by npm run build.")


def _widen(pipe: int) -> None:
    """Enlarges the pipe to hold a whole batch, if possible, so that the processes switch less often."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass
