import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import type { Keyed } from '../eventlog/carry-out.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import type { TurnLinkRow } from '../store/notifications.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';
import type { OpenedTurn } from './token-shapes.ts';
import { hashOf, secretIn, type TokenParts } from './tokens.ts';

type Opened = Static<typeof OpenedTurn>;

export interface FoundLink extends TurnLinkRow {
  player: PlayerRow;
}

/** The part of an answer that is stored, so that the answer can be repeated. */
type Essence = Omit<Opened, 'token' | 'player'> & { id: string; playerId: string };

/** Exchanges links from mails for tokens. Each token is for one decision in one game. */
export class TurnTokens {
  readonly #parts: TokenParts;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /** Exchanges a link for a token. `openSince` returns the version at which the decision began; null: it is over. */
  spend(link: string, request: Keyed, openSince: (link: FoundLink) => Promise<number | null>): Promise<Result<Opened>> {
    return this.#parts.issuing.issue<Essence, Opened>(request, {
      attempt: async (secretOf, rowFor) => {
        const now = this.#parts.clock.now();
        const found = await this.#find(link, now);
        const since = found && (await openSince(found));
        if (found === null || since === null) return spent();
        const { hash, player, gameId, seat, expiresAt } = found;
        const id = uuidv7();
        const secret = secretIn(secretOf(id, 'token'));
        const { id: playerId } = player;
        const made = { name: null, createdAt: now, lastUsedOn: null, turn: { gameId, seat, since } };
        const token = { id, hash: hashOf(secret), playerId, scope: 'turn' as const, ...made };
        const essence = { id, playerId, gameId, seat, since, expiresAt: expiresAt.toISOString() };
        if (!(await this.#parts.store.notifications.spendTurnLink(hash, now, token, rowFor(essence, now))))
          return spent();
        return done(openedTurn(secret, player, essence));
      },
      again: async (secretOf, essence) => {
        const player = await this.#parts.store.players.find(essence.playerId);
        return player === null ? spent() : done(openedTurn(secretIn(secretOf(essence.id, 'token')), player, essence));
      },
    });
  }

  async #find(link: string, now: Date): Promise<FoundLink | null> {
    const found = await this.#parts.store.notifications.turnLink(hashOf(link), now);
    const player = found === null ? null : await this.#parts.store.players.find(found.playerId);
    return found === null || player === null ? null : { ...found, player };
  }

  isOver({ turn }: TokenRow): boolean {
    return turn !== undefined && turn.expiresAt <= this.#parts.clock.now();
  }
}

function openedTurn(token: string, { id, name }: PlayerRow, { gameId, seat, since, expiresAt }: Essence): Opened {
  return { token, player: { id, name }, gameId, seat, since, expiresAt };
}

function spent() {
  const detail = 'The link was used before, is over a day old, its turn is over, or its player has ended all tokens.';
  return refused('notification-link-spent', detail);
}
