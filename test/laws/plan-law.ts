import type { ActionShape, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { gone } from '../../src/games/model/fold.ts';
import type { Proposal, TableEvent } from '../../src/games/model/game.ts';
import { planFaults } from '../../src/games/plans/plan-form.ts';
import { branchesNext, type Followed, followPlans, newState, type SeatPlan } from '../../src/games/plans/plans.ts';
import { seenEvents } from '../../src/games/queries/table-view.ts';
import { serialize } from '../../src/games/runtime/snapshot.ts';
import { KeptGame, playerAt } from './kept-game.ts';
import { byHand } from './plan-oracle.ts';
import { bytes, difference, seatsOf, viewersOf } from './position.ts';
import { type Moment, randomBranches } from './random-plans.ts';
import { LawBroken, type Trial } from './trial.ts';

export const PLAN_LAW = 'a plan does what its player would have done, and no viewer sees that it exists';
const MOST_REMEMBERED = 6;

export interface Planned {
  put: number;
  acted: number;
  dropped: number;
}

export async function tryPlanning(trial: Trial, follow: typeof followPlans = followPlans): Promise<Planned> {
  return new PlannedGame(trial, follow).play();
}

class PlannedGame {
  readonly #trial: Trial;
  readonly #follow: typeof followPlans;
  readonly #lot: FastChance;
  readonly #kept: KeptGame;
  readonly #moments = new Map<Seat, Moment[]>();
  readonly #tally: Planned = { put: 0, acted: 0, dropped: 0 };
  #plans: SeatPlan[] = [];
  #step = 0;

  constructor(trial: Trial, follow: typeof followPlans) {
    this.#trial = trial;
    this.#follow = follow;
    this.#lot = new FastChance(`${trial.seed}/plans`);
    this.#kept = new KeptGame(trial, this.#lot);
  }

  async play(): Promise<Planned> {
    const { bound, seats } = this.#trial;
    for (; this.#step < bound && this.#kept.game.status === 'playing'; this.#step++) {
      this.#remember(this.#kept.game);
      const isLast = this.#step === bound - 1;
      const change = isLast ? this.#kept.changing('resigned', this.#lot.int(seats), gone) : this.#change();
      this.#remember(change.game, change.events);
      this.#plan();
      await this.#ask(change);
    }
    const { game } = this.#kept;
    if (serialize(this.#kept.replayed()) !== serialize(game)) this.#broken('the log leads to another game');
    return this.#tally;
  }

  #change(): Proposal {
    const { game } = this.#kept;
    const back = this.#lot.int(8);
    if (back === 0) return this.#kept.undoing() ?? this.#action();
    if (back > 1) return this.#action();
    const to = (game.startedAt as number) + this.#lot.int(game.version - (game.startedAt as number) + 1);
    return (to < game.version ? this.#kept.takenBack(0, to) : null) ?? this.#action();
  }

  #action(): Proposal {
    const { game } = this.#kept;
    const seat = game.decisions[this.#lot.int(game.decisions.length)]?.seat as Seat;
    const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
    const action = legal[this.#lot.int(legal.length)] as ActionShape;
    return this.#kept.acting(seat, action, this.#lot.int(6) === 0 ? 'timeout' : 'action');
  }

  /** Remembers what each seat saw. Later plans use this in their conditions, so that some of these plans act. */
  #remember({ header: { ruleset }, state, decisions }: Proposal['game'], events: readonly TableEvent[] = []): void {
    for (const { seat } of decisions) {
      const actions: ActionShape[] = ruleset.legalActions(state, seat);
      const told = events.flatMap(({ type, seat: whose, data, ofRuleset }) => {
        const event: EventShape = { type, seat: whose, data };
        return (ofRuleset ? ruleset.redact(event, seat) : event) ?? [];
      });
      const moments = [...(this.#moments.get(seat) ?? []), { view: ruleset.view(state, seat), events: told, actions }];
      this.#moments.set(seat, moments.slice(-MOST_REMEMBERED));
    }
  }

  #plan(): void {
    const { game } = this.#kept;
    const { ruleset } = game.header;
    for (const seat of seatsOf(this.#trial.seats)) {
      const moments = this.#moments.get(seat);
      if (moments === undefined || this.#plans.some((plan) => plan.seat === seat) || this.#lot.int(2) === 0) continue;
      const branches = randomBranches(this.#lot, moments);
      const [fault] = planFaults(branches, ruleset, this.#trial.seats);
      if (fault !== undefined) this.#broken(`${bytes(branches)} is no plan: ${fault.pointer} ${fault.message}`);
      const own = this.#kept.rows.findLast((row) => row.seat === seat && ['action', 'timeout'].includes(row.kind));
      const unmatched = this.#lot.int(2) === 0 ? ('wait' as const) : ('drop' as const);
      const asked = { branches, unmatched, expectedVersion: game.version };
      this.#plans.push({ seat, playerId: playerAt(seat), state: newState(asked, own?.version ?? 0, game.updatedAt) });
      this.#plans.sort((one, other) => one.seat - other.seat);
      this.#tally.put++;
    }
  }

  async #ask(change: Proposal): Promise<void> {
    for (let next: Proposal | null = change; next !== null; ) {
      const before = this.#kept.game;
      const events = this.#kept.events;
      const between = (from: number, to: number) =>
        Promise.resolve(events.filter(({ version }) => version >= from && version <= to));
      const followed = await this.#follow(before, next, this.#plans, between);
      this.#compare(followed, byHand(before, next, this.#plans, events), next);
      this.#kept.write(followed.proposal);
      const running = followed.plans.filter(({ state }) => state.ended === null);
      const isDue = running.some(({ state }) => state.isDue);
      next = isDue ? { game: followed.proposal.game, events: [], rows: [] } : null;
      this.#plans = JSON.parse(JSON.stringify(running));
    }
  }

  #compare({ proposal, plans }: Followed, hand: ReturnType<typeof byHand>, change: Proposal): void {
    const { game, rows, events } = proposal;
    this.#same('its entries', rows, hand.proposal.rows);
    const [at] = rows;
    if (rows.some((row) => row.at.getTime() !== at?.at.getTime())) this.#broken('it acted at another moment');
    if (serialize(game) !== serialize(hand.proposal.game)) this.#broken('the game is another');
    for (const viewer of viewersOf(this.#trial.seats)) {
      this.#same(
        `what ${viewer} is told`,
        seenEvents(game, events, viewer),
        seenEvents(game, hand.proposal.events, viewer),
      );
    }
    const now = plans.map(({ state }) => ({
      list: branchesNext(state),
      acted: state.acted,
      ended: state.ended?.because ?? null,
      due: state.isDue,
    }));
    this.#same('plans', now, hand.plans);
    this.#tally.acted += rows.length - change.rows.length;
    this.#tally.dropped += plans.filter(({ state }) =>
      ['illegal', 'unmatched'].includes(state.ended?.because ?? ''),
    ).length;
  }

  #same(what: string, one: unknown, other: unknown): void {
    if (bytes(one) !== bytes(other)) this.#broken(`${what}: ${difference(bytes(one), bytes(other))}`);
  }

  #broken(complaint: string): never {
    throw new LawBroken(PLAN_LAW, complaint, this.#trial, this.#step);
  }
}
