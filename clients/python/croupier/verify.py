"""Verifies the cards, dice and hash chain of finished games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Union

from . import recipe
from .errors import CroupierError

if TYPE_CHECKING:
    from . import types

FORMAT = "croupier-transcript"


@dataclass(frozen=True)
class Verified:
    """What was checked without an error: the numbers of log entries, draws and stored heads."""

    entries: int
    draws: int
    heads: int


class NotVerified(CroupierError):
    """The first error: the expected and the found value. `version`: None if it concerns the whole game."""

    def __init__(self, version: int | None, check: str, expected: object, found: object) -> None:
        where = "" if version is None else f"version {version}: "
        super().__init__(f"{where}{check} does not hold: expected {expected}, found {found}")
        self.version, self.check, self.expected, self.found = version, check, expected, found


class NotATranscript(CroupierError):
    """The argument is not a transcript of a game."""


def verify(transcript: Union[types.Transcript, Mapping[str, Any]], heads: Mapping[int, str] | None = None) -> Verified:
    """Checks the commitment, all draws and the hash chain of a transcript, and that it contains `heads`.

    It does not check what needs the rules: the bounds of draws, legal actions and states. `npm run verify` checks these too.
    Raises `NotVerified` with the first error, or `NotATranscript`.

    :param heads: heads by version, from states and events during the game. A changed history does not have them.

    >>> transcript = house.get_transcript(finished_game_id)
    >>> seen = house.get_state(finished_game_id)
    >>> croupier.verify(transcript, {seen["version"]: seen["head"]}).heads
    1
    """
    if isinstance(transcript, Mapping) and str(transcript.get("type")).startswith("/problems/"):
        raise NotATranscript(f"it is an error answer, which says {transcript.get('detail')}")
    if not isinstance(transcript, Mapping) or transcript.get("format") != FORMAT:
        raise NotATranscript(f'its "format" is not "{FORMAT}"')
    kept = {version: head.lower() for version, head in (heads or {}).items()}
    try:
        entries, draws, found = recipe.check(dict(transcript), kept)
    except recipe.Fault as fault:
        raise NotVerified(fault.version, fault.check, fault.expected, fault.found) from None
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise NotATranscript(recipe.why_unreadable(error)) from None
    return Verified(entries, draws, found)
