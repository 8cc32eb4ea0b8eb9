import type { Json } from '#rules/kernel/json.ts';
import { type Idempotency, type IdempotentRequest, inFlight } from '../../requests/idempotency.ts';
import { AccountsDeleted, PlayersSuspended } from '../../store/contract/failures.ts';
import type { Append, HouseClock } from '../../store/log-rows.ts';
import type { Store } from '../../store/store.ts';
import { gameNotFound } from '../model/access.ts';
import { accountDeletedAt, playerSuspendedAt } from '../model/apart.ts';
import { asksIn, newlyAsked } from '../model/asks.ts';
import {
  type Game,
  getsTimeBack,
  goesByCalendar,
  graceFrom,
  hasAsks,
  isForHouse,
  isOver,
  isOverdueByCalendar,
  isSameTurn,
  type Proposal,
  summaryOf,
  type TableEvent,
  wakeAt,
} from '../model/game.ts';
import {
  actorOf,
  changedMemberships,
  notificationsOf,
  playersExpected,
  playersMet,
  withPlansDropped,
} from '../model/participants.ts';
import { ratedResultOf } from '../model/rated-game.ts';
import type { Result } from '../model/result.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import type { Outages } from '../runtime/outages.ts';
import type { Subscriptions } from '../runtime/subscriptions.ts';
import type { Timekeeper } from '../runtime/timekeeper.ts';
import type { Command, Committed, Completed, CreateCommand, FollowPlans } from './command.ts';
import { creationOf, newHeader, opening } from './create-game.ts';
import { timeBack } from './time-given.ts';

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
  /** what the house adds to a change of that game, before it is written; asked again when the change is decided again */
  complete: (before: Game, change: Completed, now: Date) => Promise<Completed> = async (_, change) => change;
  /** asks the plans of a game in which some can act; to be set before there are any */
  followPlans: FollowPlans = async (_, change) => change;
  /** what gives a decision more time when its time is up, though nobody has written it yet; null: nothing does */
  moreTime: (game: Game, now: Date) => Promise<Proposal | null> = async () => null;
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
  async handle({ gameId, by, request, chosenOn = [], decide }: Command): Promise<Result<Committed>> {
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

        // 4. What an outage took of a decision that counts is given back before anything goes by its time, and nobody runs
        //    out of it on vacation.
        const now = this.#clock.now();
        const planMark = game === null ? 0 : this.#games.planMark(game);
        if (game !== null && (await this.#givesTimeBack(game, now))) continue;
        if (game !== null && isOverdueByCalendar(game, now) && (await this.#givesMoreTime(game, now))) continue;

        // 5. Decide.
        const heads = new Map<number, string | null>();
        for (const version of chosenOn) heads.set(version, game && (await this.#games.headAt(game, version)));
        const headThen = (version: number) => heads.get(version) ?? null;
        const decided = game === null ? gameNotFound(gameId) : decide(game, now, headThen);
        // 6. Complete: what plans and the house add to the change, in the same append.
        const completed = game && decided.ok ? await this.#completed(game, decided.value, planMark, now) : null;
        if (game === null || completed === null) {
          if (remembered !== null) continue;
          return await this.#unlessRepeated(request, decided.ok ? unchanged(game as Game) : decided);
        }
        const applied = game.version + 1;

        // 7. Append: all of it or nothing, and only on the version that it was decided on.
        if (await this.#append(game, completed, { by, request, planMark })) {
          // 8. Publish.
          this.publish(game, completed);
          this.#markPlans(completed, planMark);
          return { ok: true, value: { game: completed.game, applied, events: completed.events } };
        }

        // 9. Somebody else was first: with this very request, which is then answered as it was, or with another change.
        const repeated = await this.#repeated(request);
        if (repeated !== null) return repeated;
      }
      throw new Error(`game ${gameId} changed ${MOST_TRIES} times while one command waited`);
    } catch (error) {
      if (isOfOthers(error, by)) return accountDeletedAt();
      if (error instanceof PlayersSuspended) return playerSuspendedAt();
      throw error;
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
      let isSuspended = false;
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        // 2. What was carried out before is answered as it was then.
        const repeated = await this.#repeated(request);
        if (repeated !== null) return repeated;

        // 3. Decide.
        const planned = await plan();
        if (!planned.ok) return await this.#unlessRepeated(request, planned);
        if (isSuspended) return playerSuspendedAt();
        const header = newHeader(planned.value, this.#clock.now());
        const proposal = opening(header, planned.value.seats);
        const { game, events } = proposal;

        // 4. Write. 5. Publish.
        const essence = { gameId: header.id, applied: 1, version: game.version };
        const row = request && this.#idempotency.rowFor(request, essence, header.createdAt);
        const written = await this.#store.log.create(creationOf(proposal, row, this.#clock.aheadMs)).catch((error) => {
          isSuspended = error instanceof PlayersSuspended;
          if (isOfOthers(error, header.createdBy) || isSuspended) return false;
          throw error;
        });
        if (written) {
          this.publish(null, proposal);
          return { ok: true, value: { game, applied: 1, events } };
        }
        // 6. Something that may be there only once is there already, the day is over, or an account is deleted or suspended:
        //    plan again, which tells what, or makes it a game of the next day.
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
      await this.#giveTime(game, given);
      return true;
    }
    return false;
  }

  async #giveTime(game: Game, given: Proposal): Promise<void> {
    const planMark = this.#games.planMark(game);
    if (!(await this.#append(game, given, { by: null, request: null, planMark }))) return;
    this.publish(game, given);
    this.#markPlans(given, planMark);
  }

  /** The change with all that is added to it; null when neither whoever decides nor any plan has something to do. */
  async #completed(game: Game, decided: Proposal | null, planMark: number, now: Date): Promise<Completed | null> {
    const mayAct = isOdd(planMark);
    if (decided === null && !mayAct) return null;
    const change = decided ?? { game, events: [], rows: [] };
    const followed = mayAct ? await this.followPlans(game, change, planMark) : change;
    if (followed.rows.length === 0) return null;
    return goesByCalendar(game.header) ? this.complete(game, followed, now) : followed;
  }

  /** To be called when a change is published, which no plan could miss: its mark was compared. */
  #markPlans({ game, plans }: Completed, before: number): void {
    this.#games.markPlans(game, plans?.mark ?? before);
    if (plans?.goOn && !isForHouse(game)) this.#timekeeper.actSoon(game);
  }

  /** Whether there was: then the game is another, by this change or one that was made before it. */
  async #givesMoreTime(game: Game, now: Date): Promise<boolean> {
    const newest = await this.#games.current(game.header.id);
    if (newest?.version !== game.version) return true;
    const given = await this.moreTime(newest, now);
    if (given === null) return false;
    await this.#giveTime(newest, given);
    return true;
  }

  /** What memory holds is right only as long as every change is known to be made or not. */
  async #append(
    before: Game,
    { game, rows, plans }: Completed,
    { by, request, planMark }: Pick<Command, 'by' | 'request'> & { planMark: number },
  ): Promise<boolean> {
    const gameId = before.header.id;
    const essence = { gameId, applied: before.version + 1, version: game.version };
    const sameTurn = isSameTurn(before, game);
    const tellsNobody = sameTurn && plans === undefined;
    const actor = tellsNobody || plans?.alone ? null : actorOf(game, rows);
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
      request: request && this.#idempotency.rowFor(request, essence, game.updatedAt),
      alive: by === null ? [] : [by, ...met],
      welcome: met,
      rated: game.header.rated ? ratedResultOf(game) : null,
      planMark,
      plans: plans ?? null,
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

/** Whether nothing was written as the account of somebody else is deleted. */
function isOfOthers(error: unknown, by: string | null): boolean {
  return error instanceof AccountsDeleted && by !== null && !error.playerIds.includes(by);
}

function unchanged(game: Game): Result<Committed> {
  return { ok: true, value: { game, applied: game.version, events: [] } };
}

/** Marks of plans are odd while one of them waits for a decision. */
function isOdd(mark: number): boolean {
  return mark % 2 === 1;
}
