import type { Json } from '../../kernel/json.ts';
import type { Append, RequestRow, Store } from '../../store/contract/store.ts';
import { gameNotFound } from '../model/access.ts';
import { type Game, isForHouse, type Proposal, summaryOf, type TableEvent, wakeAt } from '../model/game.ts';
import { headerColumns } from '../model/log-entry.ts';
import { done, type Result } from '../model/result.ts';
import { playersAt } from '../model/seats.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import type { Subscriptions } from '../runtime/subscriptions.ts';
import type { Timekeeper } from '../runtime/timekeeper.ts';
import { type GamePlan, newHeader, opening } from './create-game.ts';
import type { Idempotency, IdempotentRequest } from './idempotency.ts';
import { changedMemberships } from './memberships.ts';
import { actorOf, noticesOf } from './notifications.ts';

/** Enough to give the first answer to a change again. */
interface Essence {
  gameId: string;
  applied: number;
  version: number;
}

/** A change that is committed. */
export interface Committed {
  game: Game;
  applied: number;
  events: TableEvent[];
}

/** Makes the row of a request with an Idempotency-Key; null when it came without one. */
export type RowFor = (essence: Json) => RequestRow | null;

/** Whom the ledger works with, and whom it tells of what it has written. */
interface CommandHandlerParts {
  store: Store;
  log: GameLog;
  games: LiveGames;
  idempotency: Idempotency;
  subscriptions: Subscriptions;
  timekeeper: Timekeeper;
  onAction: ((ruleset: string) => void) | undefined;
}

/** A move is tried again on the newer game when somebody else's change was written first. */
const TRIES = 50;

/** Writes what happens: each change once, in its turn, and not before it is durable is anybody told. */
export class CommandHandler {
  readonly #store: Store;
  readonly #games: LiveGames;
  readonly #log: GameLog;
  readonly #idempotency: Idempotency;
  readonly #subscriptions: Subscriptions;
  readonly #timekeeper: Timekeeper;
  readonly #onAction: (ruleset: string) => void;

  constructor(parts: CommandHandlerParts) {
    this.#store = parts.store;
    this.#games = parts.games;
    this.#log = parts.log;
    this.#idempotency = parts.idempotency;
    this.#subscriptions = parts.subscriptions;
    this.#timekeeper = parts.timekeeper;
    this.#onAction = parts.onAction ?? (() => {});
  }

  /** Carries out a request unless it was carried out before: then its first answer is made again. */
  once(
    asked: IdempotentRequest | null,
    make: (rowFor: RowFor) => Promise<Result<Committed> | null>,
  ): Promise<Result<Committed>> {
    return this.#idempotency.once(asked, make, (essence) => this.#again(essence as unknown as Essence));
  }

  /** Tries again what somebody else was quicker with, unless the request itself was carried out before. */
  async retryOnConflict(
    rowFor: RowFor,
    attempt: () => Promise<Result<Committed> | null>,
  ): Promise<Result<Committed> | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      const made = await attempt();
      if (made !== null) return made;
      const request = rowFor(null);
      if (request !== null && (await this.#wasMade(request))) return null;
    }
    throw new Error(`a game could not be created in ${TRIES} tries`);
  }

  /** Keeps a new game; null when something that may be there only once is there already. */
  async begin(plan: GamePlan, rowFor: RowFor): Promise<Result<Committed> | null> {
    const header = newHeader(plan);
    const proposal = opening(header, plan.seats);
    const { game, rows, events } = proposal;
    const { daily } = header;
    const applied = 1;
    const creation = {
      game: { ...summaryOf(game), ...headerColumns(header) },
      events: rows,
      memberships: changedMemberships(null, game),
      notices: noticesOf(null, game, plan.creator.id),
      request: rowFor({ gameId: header.id, applied, version: game.version }),
      entry: daily === null || daily.practice ? null : { daily: daily.name, playerId: plan.creator.id },
    };
    if (!(await this.#store.log.create(creation))) return null;
    this.#committed(null, proposal);
    return done({ game, applied, events });
  }

  /**
   * Makes a change in turn and returns once it is durable; tried anew when another server was first. A proposal of null
   * is nothing to do. Null: the request was carried out before.
   *
   * What memory holds will do to write on, since nothing is written unless the game is still there; but nobody is
   * refused, and nothing found done, on anything but the newest version.
   */
  async change(
    gameId: string,
    propose: (game: Game) => Result<Proposal | null>,
    rowFor: RowFor = () => null,
  ): Promise<Result<Committed> | null> {
    return this.#games.inTurn(gameId, async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        const remembered = tries === 0 ? this.#games.remembered(gameId) : null;
        const game = remembered ?? (await this.#games.current(gameId));
        if (game === null) return gameNotFound(gameId);
        const proposed = propose(game);
        if (remembered !== null && (!proposed.ok || proposed.value === null)) continue;
        if (!proposed.ok) return proposed;
        if (proposed.value === null) return done({ game, applied: game.version, events: [] });
        const { rows, game: next, events } = proposed.value;
        const applied = game.version + 1;
        const request = rowFor({ gameId, applied, version: next.version });
        const memberships = changedMemberships(game, next);
        const notices = noticesOf(game, next, actorOf(next, rows));
        const change = {
          gameId,
          base: game.version,
          events: rows,
          game: summaryOf(next),
          memberships,
          notices,
          request,
        };
        if (await this.#written(change)) {
          this.#committed(game, proposed.value);
          return done({ game: next, applied, events });
        }
        if (request !== null && (await this.#wasMade(request))) return null;
      }
      throw new Error(`game ${gameId} changed ${TRIES} times while one change waited`);
    });
  }

  async #again({ gameId, applied, version }: Essence): Promise<Result<Committed>> {
    const header = this.#games.remembered(gameId)?.header ?? (await this.#games.header(gameId));
    const before = applied === 1 ? null : await this.#log.gameAt(header, applied - 1);
    let game = before;
    const events: TableEvent[] = [];
    for await (const change of this.#log.changes(header, before, { upTo: version })) {
      game = change.game;
      events.push(...change.events);
    }
    return done({ game: game as Game, applied, events });
  }

  /** What memory holds is right only as long as every change is known to be made or not. */
  async #written(change: Append): Promise<boolean> {
    let made = false;
    try {
      made = await this.#store.log.append(change);
    } finally {
      if (!made) this.#games.forget(change.gameId);
    }
    return made;
  }

  async #wasMade({ playerId, operation, key }: RequestRow): Promise<boolean> {
    return (await this.#store.requests.find(playerId, operation, key)) !== null;
  }

  #committed(before: Game | null, { game, events, rows }: Proposal): void {
    this.#games.keep({ game, events });
    for (const { kind } of rows) if (kind === 'action' || kind === 'timeout') this.#onAction(game.header.ruleset.id);
    const players = new Set([...playersAt(before?.seats ?? []), ...playersAt(game.seats)].map(({ id }) => id));
    this.#subscriptions.changed(game.header.id, game.version, [...players]);
    if (isForHouse(game)) this.#timekeeper.actSoon(game.header.id);
    else this.#timekeeper.expect(wakeAt(game));
  }
}
