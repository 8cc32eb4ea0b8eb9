import type { Json } from '#rules/kernel/json.ts';
import { carryOut, type Idempotency, type Keyed, type Queues, type RowFor } from '../../eventlog/carry-out.ts';
import { done, type Result } from '../../eventlog/result.ts';
import { AccountsDeleted, PlayersSuspended } from '../../store/failures.ts';
import type { Append, ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Calendars } from '../calendar/calendars.ts';
import { accountIsDeleted, playerIsSuspended } from '../model/apart.ts';
import { lostMs, type Outage } from '../model/clock.ts';
import { appended } from '../model/fold.ts';
import {
  type Completed,
  calendarsDecideIfOverdue,
  type Game,
  gameNotFound,
  getsTimeBack,
  graceFrom,
  hasAsks,
  isSameTurn,
  type Proposal,
  summaryOf,
  type TableEvent,
} from '../model/game.ts';
import {
  actorOf,
  asksIn,
  changedMemberships,
  newlyAsked,
  notificationsOf,
  playersMet,
  withPlansDropped,
} from '../model/participants.ts';
import { ratedResultOf } from '../model/rated-game.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import type { Outages } from '../runtime/timekeeper.ts';
import type { Command, Committed, Follower, Listener } from './command.ts';
import { type CreateCommand, creationOf, newHeader, opening } from './create-game.ts';

interface Essence {
  gameId: string;
  applied: number;
  version: number;
}

interface CommandHandlerParts {
  store: Store;
  clock: ServerClock;
  log: GameLog;
  games: LiveGames;
  idempotency: Idempotency;
  queues: Queues;
  outages: Outages;
  calendars: Calendars;
  /** called in this order: each may extend a change before it is written */
  followers: readonly Follower[];
  listeners: readonly Listener[];
}

/** Carries out commands in order, and each only once. Sends no notification before the change is stored. */
export class CommandHandler {
  readonly #parts: CommandHandlerParts;

  constructor(parts: CommandHandlerParts) {
    this.#parts = parts;
  }

  /** Carries out a command and answers when the change is stored. A repeated request gets the first answer. */
  handle({ gameId, by, request, chosenOn = [], decide }: Command): Promise<Result<Committed>> {
    const { games, clock, followers } = this.#parts;
    return this.#carryOut(request, { id: gameId, by }, async (nth, rowFor) => {
      // 1. Load. A cached game is enough, because the append compares versions; but a refusal needs the newest game.
      const remembered = nth === 0 ? games.remembered(gameId) : null;
      const game = remembered ?? (await games.current(gameId));
      if (game === null) return gameNotFound(gameId);

      // 2. Give back time lost in an outage or a vacation, because the decision depends on deadlines.
      const now = clock.now();
      if (await this.#givesTime(game, now)) return 'again';

      // 3. Decide.
      const heads = new Map<number, string | null>();
      for (const version of chosenOn) heads.set(version, await games.headAt(game, version));
      const decided = decide(game, now, (version) => heads.get(version) ?? null);
      if (!decided.ok) return remembered === null ? decided : 'again';

      // 4. Let followers extend the change.
      let change: Completed = decided.value ?? { game, events: [], rows: [] };
      for (const follower of followers) {
        if (follower.follows(game)) change = await follower.follow(game, change, now);
      }
      const applied = game.version + 1;
      if (change.rows.length === 0) {
        return remembered === null ? done({ game, applied: game.version, events: [] }) : 'again';
      }

      // 5. Append all or nothing, and only if the version is still the one decided on.
      if (!(await this.#append(game, change, by, rowFor))) return 'lost';

      // 6. Publish the change.
      this.publish(game, change);
      return done({ game: change.game, applied, events: change.events });
    });
  }

  /** Creates a game and answers when it is stored. A repeated request gets the first answer. */
  create({ request, plan }: CreateCommand): Promise<Result<Committed>> {
    const { store, clock } = this.#parts;
    let isSuspended = false;
    return this.#carryOut(request, { id: null, by: null }, async (_, rowFor) => {
      // 1. Decide.
      const planned = await plan();
      if (!planned.ok) return planned;
      if (isSuspended) return playerIsSuspended();
      const header = newHeader(planned.value, clock.now());
      const proposal = opening(header, planned.value.seats);
      const { game, events } = proposal;

      // 2. Write.
      const row = rowFor({ gameId: header.id, applied: 1, version: game.version }, header.createdAt);
      const written = await store.log.create(creationOf(proposal, row, clock.aheadMs)).catch((error) => {
        isSuspended = error instanceof PlayersSuspended;
        if (isOfOthers(error, header.createdBy) || isSuspended) return false;
        throw error;
      });
      // `plan` runs again, because the game exists already, the day is over, or an account was deleted or suspended
      if (!written) return 'lost';

      // 3. Publish.
      this.publish(null, proposal);
      return done({ game, applied: 1, events });
    });
  }

  /** Tells caches and listeners about a change. Call it after the commit. `before` is null for a new game. */
  publish(before: Game | null, change: Completed): void {
    this.#parts.games.keep(change);
    for (const tell of this.#parts.listeners) tell(before, change);
  }

  async #carryOut(
    request: Keyed,
    { id, by }: { id: string | null; by: string | null },
    attempt: Parameters<typeof carryOut<Committed>>[1],
  ): Promise<Result<Committed>> {
    const { idempotency, queues } = this.#parts;
    const turn = id === null ? null : { queues, id };
    const again = (kept: Json) => this.#firstAnswer(kept as unknown as Essence);
    try {
      return await carryOut({ idempotency, request, turn, looksFirst: id === null, again }, attempt);
    } catch (error) {
      if (isOfOthers(error, by)) return accountIsDeleted();
      if (error instanceof PlayersSuspended) return playerIsSuspended();
      throw error;
    }
  }

  /** Gives back the time lost in outages and vacations. True: the game has changed here or elsewhere; read it again. */
  async #givesTime(game: Game, now: Date): Promise<boolean> {
    const { games, outages, calendars } = this.#parts;
    if (getsTimeBack(game.header) && game.status === 'playing') {
      for (const outage of await outages.unsettled()) {
        const given = timeBack(game, now, outage);
        if (given !== null) return this.#give(game, given);
      }
    }
    if (!calendarsDecideIfOverdue(game, now)) return false;
    const newest = await games.current(game.header.id);
    if (newest?.version !== game.version) return true;
    const given = await calendars.moreTime(newest, now);
    return given !== null && this.#give(newest, given);
  }

  async #give(game: Game, given: Proposal): Promise<true> {
    if (await this.#append(game, given, null, () => null)) this.publish(game, given);
    return true;
  }

  /** Appends a change. If that fails or its result is unknown, drops the cached game. */
  async #append(before: Game, { game, rows, plans }: Completed, by: string | null, rowFor: RowFor): Promise<boolean> {
    const { store, games } = this.#parts;
    const gameId = before.header.id;
    const sameTurn = isSameTurn(before, game);
    const sendsNoNotification = sameTurn && plans === undefined;
    const actor = sendsNoNotification || plans?.alone ? null : actorOf(game, rows);
    const asks = hasAsks(game) ? asksIn(game) : null;
    const asked = asks === null ? [] : newlyAsked(before, game, rows);
    const turns = sameTurn ? asked : [...notificationsOf(before, game, actor), ...asked];
    const summary = plans?.goOn ? { ...summaryOf(game), deadline: graceFrom(game) } : summaryOf(game);
    const met = by !== null && rows.some(({ kind }) => kind === 'joined') ? playersMet(game) : [];
    const change: Append = {
      gameId,
      base: before.version,
      baseHead: before.head,
      erased: before.header.erased,
      events: rows,
      game: { ...summary, asks, seats: before.seats === game.seats ? null : summary.seats },
      memberships: sameTurn ? [] : changedMemberships(before, game),
      notifications: plans === undefined ? turns : withPlansDropped(turns, game, plans.dropped, actor),
      request: rowFor({ gameId, applied: before.version + 1, version: game.version }, game.updatedAt),
      alive: by === null ? [] : [by, ...met],
      welcome: met,
      rated: game.header.rated ? ratedResultOf(game) : null,
      planMark: before.planMark,
      plans: plans ?? null,
    };
    let made = false;
    try {
      made = await store.log.append(change);
    } finally {
      if (!made) games.forget(gameId);
    }
    return made;
  }

  async #firstAnswer({ gameId, applied, version }: Essence): Promise<Result<Committed>> {
    const { games, log } = this.#parts;
    const header = games.remembered(gameId)?.header ?? (await games.header(gameId));
    const before = applied === 1 ? null : await log.gameAt(header, applied - 1);
    let game = before;
    const events: TableEvent[] = [];
    for await (const change of log.changes(header, before, { upTo: version })) {
      game = change.game;
      events.push(...change.events);
    }
    return done({ game: game as Game, applied, events });
  }
}

function isOfOthers(error: unknown, by: string | null): boolean {
  return error instanceof AccountsDeleted && by !== null && !error.playerIds.includes(by);
}

/** Returns a change that gives open decisions the time back that an outage took; null: none is due. */
function timeBack(game: Game, now: Date, outage: Outage): Proposal | null {
  const { decisions, timeGivenUntil } = game;
  if (timeGivenUntil !== null && outage.from < timeGivenUntil) return null;
  if (decisions.every((decision) => lostMs(decision, outage) === 0)) return null;
  const action = { from: outage.from.toISOString(), to: outage.to.toISOString() };
  return appended(game, now > outage.to ? now : outage.to, 'timeGiven', { action });
}
