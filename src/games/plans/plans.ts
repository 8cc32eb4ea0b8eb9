import type { Seat } from '#rules/kernel/ruleset.ts';
import { type Queues, tried } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import type { PlanRow, ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { closedTo, gameNotFound, gameOver, seatLeft, seatProblem, seatsOf } from '../model/access.ts';
import { type Completed, type Game, hasPlanWaiting, isOver, isStaying, wakeAt } from '../model/game.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import { ended, followPlans, newState, type PlanState, type SeatPlan } from './following.ts';
import { planFaults } from './plan-form.ts';
import type { PlanAsked } from './plan-shapes.ts';

export interface PlanOfSeat {
  seat: Seat;
  plan: SeatPlan | null;
}

interface PlansParts {
  store: Store;
  clock: ServerClock;
  log: GameLog;
  games: LiveGames;
  queues: Queues;
}

/** Stores players' secret plans. Each append compares the mark of the plans: no change misses an acknowledged plan. */
export class Plans {
  readonly #parts: PlansParts;
  /** By cached game object: the plans of a change that was not written disappear with it. */
  readonly #running = new WeakMap<Game, SeatPlan[]>();

  constructor(parts: PlansParts) {
    this.#parts = parts;
  }

  /** Replaces the seat's plan. */
  put(player: Player, gameId: string, asked: PlanAsked): Promise<Result<SeatPlan>> {
    return this.#write(gameId, async (game) => {
      const seat = plannedSeat(game, player.id, asked.seat);
      if (!seat.ok) return seat;
      const faults = planFaults(asked.branches, game.header.ruleset, game.header.seatCount);
      if (faults.length > 0) {
        const detail = `This is not a plan for ${game.header.ruleset.name}.`;
        return refused('invalid-request', detail, { errors: faults });
      }
      const since = await this.#parts.log.lastOf(game.header, seat.value, ['action', 'timeout'], game.version);
      const stale = staleness(game, seat.value, since, asked.expectedVersion);
      const state = newState(asked, since, this.#parts.clock.now());
      return stale ?? done({ seat: seat.value, playerId: player.id, state });
    });
  }

  async get(player: Player, gameId: string, asked: Seat | undefined): Promise<Result<PlanOfSeat>> {
    const game = await this.#parts.games.current(gameId);
    return game === null ? gameNotFound(gameId) : this.#planOf(game, player.id, asked);
  }

  /** A plan that has ended stays as it is. */
  withdraw(player: Player, gameId: string, asked: Seat | undefined): Promise<Result<SeatPlan>> {
    return this.#write(gameId, async (game) => {
      const found = await this.#planOf(game, player.id, asked);
      if (!found.ok) return found;
      const { seat, plan } = found.value;
      if (plan === null) return refused('plan-not-found', `There is no plan for your seat ${seat} in this game.`);
      return done(plan.state.ended !== null ? plan : { ...plan, state: ended(plan.state, 'withdrawn', game.version) });
    });
  }

  /** Ends the plans of a suspended player; returns the count. */
  async endAll(playerId: string): Promise<number> {
    let count = 0;
    for (const gameId of await this.#parts.store.plans.gamesOf(playerId)) {
      const rows = await this.#parts.store.plans.of(gameId);
      for (const { seat } of rows.filter((row) => row.playerId === playerId && row.running)) {
        if ((await this.#end(gameId, playerId, seat)).ok) count++;
      }
    }
    return count;
  }

  #end(gameId: string, playerId: string, seat: Seat): Promise<Result<SeatPlan>> {
    return this.#write(gameId, async (game) => {
      const row = (await this.#parts.store.plans.of(gameId)).find(
        (each) => each.seat === seat && each.playerId === playerId,
      );
      if (row === undefined || !row.running)
        return refused('plan-not-found', `No plan waits at seat ${seat} any more.`);
      const plan = planIn(row);
      return done({ ...plan, state: ended(plan.state, 'suspended', game.version) });
    });
  }

  /** The result is written with the change if the mark has not changed. */
  async follow(before: Game, change: Completed): Promise<Completed> {
    const plans = await this.#runningIn(before);
    const followed = await followPlans(before, change, plans, (from, to) =>
      this.#parts.games.eventsBetween(before, from - 1, to),
    );
    const changed = followed.plans.filter((plan, i) => plan.state !== plans[i]?.state);
    const running = followed.plans.filter(({ state }) => state.ended === null);
    const game = changed.length === 0 ? followed.proposal.game : withNextMark(followed.proposal.game, running);
    this.#running.set(game, running);
    if (changed.length === 0) return followed.proposal;
    return {
      ...followed.proposal,
      game,
      plans: {
        changed: changed.map((plan) => rowOf(before.header.id, plan)),
        mark: game.planMark,
        // the player may have relied on the plan for this decision
        dropped: changed
          .filter(({ state: { ended } }) => ended?.because === 'unmatched' || ended?.because === 'illegal')
          .map(({ seat }) => seat),
        alone: change.rows.length === 0,
        goOn: running.some(({ state }) => state.isDue),
      },
    };
  }

  async #planOf(game: Game, playerId: string, asked: Seat | undefined): Promise<Result<PlanOfSeat>> {
    const seat = ownSeat(game, playerId, asked);
    if (!seat.ok) return seat;
    const row = (await this.#parts.store.plans.of(game.header.id)).find((each) => each.seat === seat.value);
    const isTheirs = row !== undefined && row.playerId === playerId;
    return done({ seat: seat.value, plan: isTheirs ? planIn(row) : null });
  }

  /** Decides on the newest version, in turn with changes of the game. */
  #write(gameId: string, decide: (game: Game) => Promise<Result<SeatPlan>>): Promise<Result<SeatPlan>> {
    const write = () =>
      tried(async () => {
        const game = await this.#parts.games.current(gameId);
        if (game === null) return gameNotFound(gameId);
        const decided = await decide(game);
        if (!decided.ok || (await this.#tryWrite(game, decided.value))) return decided;
        this.#parts.games.forget(gameId);
        return 'lost';
      });
    return this.#parts.queues.pass(gameId, 'callers', write);
  }

  async #tryWrite(game: Game, plan: SeatPlan): Promise<boolean> {
    const { id } = game.header;
    const before = await this.#parts.store.plans.of(id);
    const others = before.filter(({ seat, running }) => running && seat !== plan.seat).map(planIn);
    const running = [...others, plan].filter(({ state }) => state.ended === null).sort((a, b) => a.seat - b.seat);
    const { version, planMark: mark } = game;
    const { planMark: nextMark } = withNextMark(game, running);
    const write = { plan: rowOf(id, plan), version, mark, nextMark, deadline: wakeAt(game) };
    if (!(await this.#parts.store.plans.write(write))) return false;
    this.#running.set(this.#parts.games.markPlans(game, nextMark), running);
    return true;
  }

  async #runningIn(game: Game): Promise<SeatPlan[]> {
    const known = this.#running.get(game);
    if (known !== undefined) return known;
    const rows = await this.#parts.store.plans.of(game.header.id);
    const plans = rows.filter(({ running }) => running).map(planIn);
    this.#running.set(game, plans);
    return plans;
  }
}

/** Odd while a plan waits. Marks never repeat: equal marks mean equal plans. */
function withNextMark(game: Game, running: readonly SeatPlan[]): Game {
  return { ...game, planMark: game.planMark + (hasPlanWaiting(game) === running.length > 0 ? 2 : 1) };
}

function rowOf(gameId: string, { seat, playerId, state }: SeatPlan): PlanRow {
  return { gameId, seat, playerId, running: state.ended === null, content: JSON.stringify(state) };
}

function planIn({ seat, playerId, content }: PlanRow): SeatPlan {
  return { seat, playerId, state: JSON.parse(content) as PlanState };
}

/** The requested seat, else the lowest that the player has not left, else the lowest. */
function ownSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  const you = seatsOf(game, playerId);
  const seat = asked ?? you.find((own) => isStaying(game.seats[own])) ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? done(seat);
}

function plannedSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const seat = ownSeat(game, playerId, asked);
  if (!seat.ok) return seat;
  if (isOver(game)) return gameOver(game);
  return isStaying(game.seats[seat.value]) ? seat : seatLeft(seat.value);
}

/** Null: nothing has happened since `expected` that the plan was meant for. */
function staleness(game: Game, seat: Seat, lastDecision: number, expected: number) {
  const hint = 'Read the state again, then plan again.';
  if (expected > game.version) {
    const detail = `You expected version ${expected}, but the game is only at version ${game.version}.`;
    return refused('stale-version', detail, { hint });
  }
  const since = game.decisions.find((open) => open.seat === seat)?.since ?? 0;
  if (since <= expected && lastDecision <= expected) return null;
  const detail =
    since > expected
      ? `You planned at version ${expected}, but a decision of your seat opened at version ${since}.`
      : `You planned at version ${expected}, but your seat decided at version ${lastDecision}.`;
  return refused('stale-version', detail, { hint });
}
