import { uuidv7 } from 'uuidv7';
import type { HouseClock } from '../store/contract/event-log.ts';
import type { Store } from '../store/contract/store.ts';
import type { PlayerRow, TokenRow } from '../store/contract/tokens.ts';
import type { TurnLinkRow } from '../store/contract/turn-links.ts';
import { hashOf, newSecret } from './secret.ts';

/** What a link in a mail is for, and whose it is. */
interface FoundLink extends TurnLinkRow {
  player: PlayerRow;
}

/** Tokens for one decision of one game, which links in mails give. */
export class TurnTokens {
  readonly #store: Store;
  readonly #clock: HouseClock;

  constructor(store: Store, clock: HouseClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** What a link is for; null: it is none, or it is over. It is not spent yet. */
  async find(link: string): Promise<FoundLink | null> {
    const found = await this.#store.turnLinks.find(hashOf(link), this.#clock.now());
    const player = found === null ? null : await this.#store.players.find(found.playerId);
    return found === null || player === null ? null : { ...found, player };
  }

  /** Spends a link for the decision that opened at `since`. The secret is shown this once; null: another call was quicker. */
  async spend({ hash, playerId, gameId, seat }: FoundLink, since: number): Promise<string | null> {
    const secret = newSecret();
    const now = this.#clock.now();
    const token = {
      id: uuidv7(),
      hash: hashOf(secret),
      playerId,
      scope: 'turn' as const,
      name: null,
      createdAt: now,
      lastUsedOn: null,
      turn: { gameId, seat, since },
    };
    return (await this.#store.turnLinks.spend(hash, now, token)) ? secret : null;
  }

  /** Whether a token for a turn is over by the house's clock. */
  isOver({ turn }: TokenRow): boolean {
    return turn !== undefined && turn.expiresAt <= this.#clock.now();
  }
}
