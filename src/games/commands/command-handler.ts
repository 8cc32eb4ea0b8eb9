import type { Json } from '../../kernel/json.ts';
import type { Append, HouseClock } from '../../store/contract/event-log.ts';
import type { Store } from '../../store/contract/store.ts';
import { gameNotFound } from '../model/access.ts';
import {
  type Game,
  getsTimeBack,
  isForHouse,
  isOver,
  isSameTurn,
  type Proposal,
  summaryOf,
  type TableEvent,
  wakeAt,
} from '../model/game.ts';
import { actorOf, changedMemberships, noticesOf, playersExpected } from '../model/participants.ts';
import { ratedResultOf } from '../model/rated-game.ts';
import type { Result } from '../model/result.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import type { Outages } from '../runtime/outages.ts';
import type { Subscriptions } from '../runtime/subscriptions.ts';
import type { Timekeeper } from '../runtime/timekeeper.ts';
import { creationOf, type GamePlan, newHeader, opening } from './create-game.ts';
import { type Idempotency, type IdempotentRequest, inFlight } from './idempotency.ts';
import { timeBack } from './time-given.ts';

/** What somebody, or the house itself, wants to change in a game. */
export interface Command {
  gameId: string;
  /** null: sent without an Idempotency-Key */
  request: IdempotentRequest | null;
  /** the version that it was chosen on */
  chosenOn?: number | undefined;
  /**
   * What is to be written on this game; a refusal; or null when there is nothing to do. Asked again on a newer one.
   * `headThen`: of the game at `chosenOn`; null where that version is not there, or too old to be decided on.
   */
  decide(game: Game, now: Date, headThen: string | null): Result<Proposal | null>;
}

/** A game that somebody wants to have created. */
export interface CreateCommand {
  request: IdempotentRequest | null;
  /** All that the game is made of, or why it cannot be. Asked again when something was there already. */
  plan(): Promise<Result<GamePlan>>;
}

/** A change that is committed. */
export interface Committed {
  game: Game;
  /** the version that the asked change made; the game may be further, since bots act after it */
  applied: number;
  events: TableEvent[];
}

/** Enough to give the first answer to a change again. */
interface Essence {
  gameId: string;
  applied: number;
  version: number;
}

/** Whom the command handler works with, and whom it tells of what was written. */
interface CommandHandlerParts {
  store: Store;
  clock: HouseClock;
  log: GameLog;
  games: LiveGames;
  idempotency: Idempotency;
  subscriptions: Subscriptions;
  timekeeper: Timekeeper;
  outages: Outages;
  onAction: ((ruleset: string) => void) | undefined;
}

/** A command is decided again on the newer game when another server's change was written first. */
const MOST_TRIES = 50;

/** Carries out commands: each once, in its turn, and nobody is told of it before it is durable. */
export class CommandHandler {
  /** told of the competition of each game that has ended here */
  onCompetitionGameOver: (competitionId: string) => void = () => {};
  /** told of each game as it is after a change that was made here */
  onChange: (game: Game) => void = () => {};
  readonly #store: Store;
  readonly #clock: HouseClock;
  readonly #games: LiveGames;
  readonly #log: GameLog;
  readonly #idempotency: Idempotency;
  readonly #subscriptions: Subscriptions;
  readonly #timekeeper: Timekeeper;
  readonly #outages: Outages;
  readonly #onAction: (ruleset: string) => void;
  /** of whatever is changed by one command at a time, when the last one in its queue ends */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(parts: CommandHandlerParts) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#games = parts.games;
    this.#log = parts.log;
    this.#idempotency = parts.idempotency;
    this.#subscriptions = parts.subscriptions;
    this.#timekeeper = parts.timekeeper;
    this.#outages = parts.outages;
    this.#onAction = parts.onAction ?? (() => {});
  }

  /**
   * Resolves when all earlier turns of that id, of a game or a player, have ended: first come, first served. The turn is
   * to be ended with the returned function.
   */
  async turn(id: string): Promise<() => void> {
    const before = this.#turns.get(id);
    let end = () => {};
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#turns.set(id, mine);
    await before;
    return () => {
      if (this.#turns.get(id) === mine) this.#turns.delete(id);
      end();
    };
  }

  /** Changes a game and answers once that is durable. A request that was carried out before gets its first answer. */
  async handle({ gameId, request, chosenOn, decide }: Command): Promise<Result<Committed>> {
    // 1. The same request at the same moment waits for nobody: its sender asks again.
    if (request !== null && !this.#idempotency.begin(request)) return inFlight();
    // 2. Commands to one game are carried out one after another.
    const endTurn = await this.turn(gameId);
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        // 3. Load. What memory holds will do to write on, since nothing is written unless the game is still there; but
        //    nobody is refused, and nothing found done, on anything but the newest version.
        const remembered = tries === 0 ? this.#games.remembered(gameId) : null;
        const game = remembered ?? (await this.#games.current(gameId));

        // 4. What an outage took of a decision that counts is given back before anything goes by its time.
        const now = this.#clock.now();
        if (game !== null && (await this.#givesTimeBack(game, now))) continue;

        // 5. Decide.
        const headThen = game && chosenOn !== undefined ? await this.#games.headAt(game, chosenOn) : null;
        const decided = game === null ? gameNotFound(gameId) : decide(game, now, headThen);
        if (game === null || !decided.ok || decided.value === null) {
          if (remembered !== null) continue;
          return await this.#unlessRepeated(request, decided.ok ? unchanged(game as Game) : decided);
        }

        // 6. Append: all of it or nothing, and only on the version that it was decided on.
        const { value: proposal } = decided;
        const applied = game.version + 1;
        if (await this.#append(game, proposal, request)) {
          // 7. Publish.
          this.publish(game, proposal);
          return { ok: true, value: { game: proposal.game, applied, events: proposal.events } };
        }

        // 8. Somebody else was first: with this very request, which is then answered as it was, or with another change.
        const repeated = await this.#repeated(request);
        if (repeated !== null) return repeated;
      }
      throw new Error(`game ${gameId} changed ${MOST_TRIES} times while one command waited`);
    } finally {
      endTurn();
      if (request !== null) this.#idempotency.end(request);
    }
  }

  /** Creates a game and answers once that is durable. A request that was carried out before gets its first answer. */
  async create({ request, plan }: CreateCommand): Promise<Result<Committed>> {
    // 1. The same request at the same moment waits for nobody: its sender asks again.
    if (request !== null && !this.#idempotency.begin(request)) return inFlight();
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        // 2. What was carried out before is answered as it was then.
        const repeated = await this.#repeated(request);
        if (repeated !== null) return repeated;

        // 3. Decide.
        const planned = await plan();
        if (!planned.ok) return await this.#unlessRepeated(request, planned);
        const header = newHeader(planned.value, this.#clock.now());
        const proposal = opening(header, planned.value.seats);
        const { game, events } = proposal;

        // 4. Write. 5. Publish.
        const essence = { gameId: header.id, applied: 1, version: game.version };
        const row = request && this.#idempotency.rowFor(request, essence, header.createdAt);
        const written = await this.#store.log.create(creationOf(proposal, row));
        if (written) {
          this.publish(null, proposal);
          return { ok: true, value: { game, applied: 1, events } };
        }
        // 6. Something that may be there only once is there already: plan again, which tells what.
      }
      throw new Error(`a game could not be created in ${MOST_TRIES} tries`);
    } finally {
      if (request !== null) this.#idempotency.end(request);
    }
  }

  /** Whether there was time to give back: then the game is another, by this change or one that was made before it. */
  async #givesTimeBack(game: Game, now: Date): Promise<boolean> {
    if (!getsTimeBack(game.header) || game.status !== 'playing') return false;
    for (const outage of await this.#outages.unsettled()) {
      const given = timeBack(game, now, outage);
      if (given === null) continue;
      if (await this.#append(game, given, null)) this.publish(game, given);
      return true;
    }
    return false;
  }

  /** What memory holds is right only as long as every change is known to be made or not. */
  async #append(before: Game, { game, rows }: Proposal, request: IdempotentRequest | null): Promise<boolean> {
    const gameId = before.header.id;
    const essence = { gameId, applied: before.version + 1, version: game.version };
    const sameTurn = isSameTurn(before, game);
    const change: Append = {
      gameId,
      base: before.version,
      baseHead: before.head,
      events: rows,
      game: before.seats === game.seats ? { ...summaryOf(game), seats: null } : summaryOf(game),
      memberships: sameTurn ? [] : changedMemberships(before, game),
      notices: sameTurn ? [] : noticesOf(before, game, actorOf(game, rows)),
      request: request && this.#idempotency.rowFor(request, essence, game.updatedAt),
      rated: game.header.rated ? ratedResultOf(game) : null,
    };
    let made = false;
    try {
      made = await this.#store.log.append(change);
    } finally {
      if (!made) this.#games.forget(gameId);
    }
    return made;
  }

  /** Tells of what was written of a game; `before` is null when it is new. To be called after it is committed. */
  publish(before: Game | null, { game, events, rows }: Proposal): void {
    this.#games.keep({ game, events });
    for (const { kind } of rows) if (kind === 'action' || kind === 'timeout') this.#onAction(game.header.ruleset.id);
    const players = playersExpected([...(before?.seats ?? []), ...game.seats]).map(({ id }) => id);
    const isListed = before?.status !== game.status || before.seats !== game.seats;
    this.#subscriptions.changed(game.header.id, game.version, players, isListed);
    if (isForHouse(game)) this.#timekeeper.actSoon(game);
    else this.#timekeeper.expect(wakeAt(game));
    const { place } = game.header;
    if (place !== null && isOver(game)) this.onCompetitionGameOver(place.competitionId);
    this.onChange(game);
  }

  /** A request that another server carried out just now can be refused here for that very reason. */
  async #unlessRepeated(request: IdempotentRequest | null, answer: Result<Committed>): Promise<Result<Committed>> {
    return (await this.#repeated(request)) ?? answer;
  }

  /** The first answer to a request, made again from the log; null when it was not carried out. */
  async #repeated(request: IdempotentRequest | null): Promise<Result<Committed> | null> {
    const earlier = request && (await this.#idempotency.earlier(request));
    if (earlier === null || !earlier.ok) return earlier;
    const { gameId, applied, version } = earlier.value as Json as unknown as Essence;
    const header = this.#games.remembered(gameId)?.header ?? (await this.#games.header(gameId));
    const before = applied === 1 ? null : await this.#log.gameAt(header, applied - 1);
    let game = before;
    const events: TableEvent[] = [];
    for await (const change of this.#log.changes(header, before, { upTo: version })) {
      game = change.game;
      events.push(...change.events);
    }
    return { ok: true, value: { game: game as Game, applied, events } };
  }
}

function unchanged(game: Game): Result<Committed> {
  return { ok: true, value: { game, applied: game.version, events: [] } };
}
