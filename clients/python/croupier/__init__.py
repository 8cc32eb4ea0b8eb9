"""A client for Croupier, the service that deals, rolls and enforces the rules of card and dice games.

    import random
    from croupier import Croupier

    house = Croupier.register("Ada")
    [game] = house.play(lambda turn: random.choice(turn.legal_actions), create={"ruleset": "pascal"})
    print(game["outcome"])

`Croupier` blocks until the service has answered; `AsyncCroupier` is for asyncio. Both return plain dictionaries, whose types
are in `croupier.types`.
"""

from .async_client import AsyncCroupier
from .async_playing import AsyncAgent, AsyncTurn
from .client import Croupier
from .errors import CroupierError, NotCroupier, ProblemError, Stopped, Unreachable
from .local_env import LocalBatch, LocalEnv
from .messages import Message, Rewound, ChatNews
from .playing import Agent, Turn
from .request import UNSET, Answer, Unset
from .turns import Reading, legal_actions_of
from .verify import NotATranscript, NotVerified, Verified, verify
from .webhooks import NotASecret, NotFromCroupier, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "UNSET",
    "Agent",
    "Answer",
    "AsyncAgent",
    "AsyncCroupier",
    "AsyncTurn",
    "Croupier",
    "CroupierError",
    "LocalBatch",
    "LocalEnv",
    "Message",
    "NotASecret",
    "NotATranscript",
    "NotCroupier",
    "NotFromCroupier",
    "NotVerified",
    "ProblemError",
    "Reading",
    "Stopped",
    "Rewound",
    "ChatNews",
    "Turn",
    "Unreachable",
    "Unset",
    "Verified",
    "legal_actions_of",
    "verify",
    "verify_webhook",
]
