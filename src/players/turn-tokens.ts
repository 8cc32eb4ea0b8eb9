import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import type { IdempotentRequest } from '../eventlog/carry-out.ts';
import type { Issuing } from '../eventlog/issuing.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import type { HouseClock } from '../store/game-rows.ts';
import type { TurnLinkRow } from '../store/notifications.ts';
import type { Store } from '../store/store.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';
import type { OpenedTurn } from './token-shapes.ts';
import { hashOf, secretIn } from './tokens.ts';

type Opened = Static<typeof OpenedTurn>;

/** What a link in a mail is for, and whose it is. */
export interface FoundLink extends TurnLinkRow {
  player: PlayerRow;
}

/** Enough to answer the call again that spent a link. */
type Essence = Omit<Opened, 'token' | 'player'> & { id: string; playerId: string };

/** Tokens for one decision of one game, which links in mails give. */
export class TurnTokens {
  readonly #store: Store;
  readonly #clock: HouseClock;
  readonly #issuing: Issuing;

  constructor(store: Store, clock: HouseClock, issuing: Issuing) {
    this.#store = store;
    this.#clock = clock;
    this.#issuing = issuing;
  }

  /**
   * Spends a link for the decision that it is for, with what `openSince` says of that: the version at which it opened, or null when
   * it is open no more.
   */
  spend(
    link: string,
    request: IdempotentRequest | null,
    openSince: (link: FoundLink) => Promise<number | null>,
  ): Promise<Result<Opened>> {
    return this.#issuing.issue<Essence, Opened>(request, {
      attempt: async (secretOf, rowFor) => {
        const now = this.#clock.now();
        const found = await this.#find(link, now);
        const since = found && (await openSince(found));
        if (found === null || since === null) return spent();
        const { hash, player, gameId, seat, expiresAt } = found;
        const id = uuidv7();
        const secret = secretIn(secretOf(id, 'token'));
        const token = {
          id,
          hash: hashOf(secret),
          playerId: player.id,
          scope: 'turn' as const,
          name: null,
          createdAt: now,
          lastUsedOn: null,
          turn: { gameId, seat, since },
        };
        const essence = { id, playerId: player.id, gameId, seat, since, expiresAt: expiresAt.toISOString() };
        if (!(await this.#store.notifications.spendTurnLink(hash, now, token, rowFor(essence, now)))) return spent();
        return done(openedTurn(secret, player, essence));
      },
      again: async (secretOf, essence) => {
        const player = await this.#store.players.find(essence.playerId);
        return player === null ? spent() : done(openedTurn(secretIn(secretOf(essence.id, 'token')), player, essence));
      },
    });
  }

  /** What a link is for; null: it is none, or it is over. */
  async #find(link: string, now: Date): Promise<FoundLink | null> {
    const found = await this.#store.notifications.turnLink(hashOf(link), now);
    const player = found === null ? null : await this.#store.players.find(found.playerId);
    return found === null || player === null ? null : { ...found, player };
  }

  /** Whether a token for a turn is over by the house's clock. */
  isOver({ turn }: TokenRow): boolean {
    return turn !== undefined && turn.expiresAt <= this.#clock.now();
  }
}

function openedTurn(token: string, { id, name }: PlayerRow, { gameId, seat, since, expiresAt }: Essence): Opened {
  return { token, player: { id, name }, gameId, seat, since, expiresAt };
}

function spent() {
  return refused('notification-link-spent', 'The link was opened before, is older than a day, or that turn is over.');
}
