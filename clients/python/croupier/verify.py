"""Whether a finished game was dealt by the published recipe, and is the one that was seen."""

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
    """How much was found to be right: entries of the log, draws, and heads that were kept."""

    entries: int
    draws: int
    heads: int


class NotVerified(CroupierError):
    """The first thing that does not hold, with both values; `version` is None where it is of the whole game."""

    def __init__(self, version: int | None, check: str, expected: object, found: object) -> None:
        where = "" if version is None else f"version {version}: "
        super().__init__(f"{where}{check} does not hold: expected {expected}, found {found}")
        self.version, self.check, self.expected, self.found = version, check, expected, found


class NotATranscript(CroupierError):
    """What was handed in is not the transcript of a game."""


def verify(transcript: Union[types.Transcript, Mapping[str, Any]], heads: Mapping[int, str] | None = None) -> Verified:
    """Checks the commitment, every draw and the chain of a transcript, and that the heads of `heads` are in it.

    What only the rules know is not checked: bounds of draws, whether actions were legal, and positions; `npm run verify` does.
    Raises `NotVerified` with the first thing that does not hold, and `NotATranscript`.

    :param heads: of versions that you saw, as states and events have them: the history has to be that one.

    >>> transcript = house.get_transcript(finished_game_id)
    >>> seen = house.get_state(finished_game_id)
    >>> croupier.verify(transcript, {seen["version"]: seen["head"]}).heads
    1
    """
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
