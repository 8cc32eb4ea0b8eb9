import { expect } from 'vitest';
import type { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Answer, Caller } from '../http/caller.ts';
import type { Calendar } from './calendar.ts';
import type { Houses } from './houses.ts';

export interface Acknowledged {
  gameId: string;
  version: number;
  seat: number;
  action: unknown;
}

/** A plan of one action for the seat's next decision after version `after`. */
export interface Planned {
  gameId: string;
  seat: number;
  after: number;
  action: unknown;
  isReplaced: boolean;
  ended: any;
}

export interface Habits {
  diligence: number;
  plans: number;
  undoes: number;
  asks: number;
}

const TOO_LATE = new Set(['stale-version', 'game-over', 'not-your-turn', 'seat-left', 'time-out']);
/** Refusals of a request for more time: the player has asked already, or there is no deadline. */
const NO_MORE_TIME = new Set(['extension-asked', 'no-deadline']);
/** Refusals of an undo that are correct at this point, for example if the undo would reveal something. */
const NO_UNDO = new Set(['nothing-to-undo', 'undo-reveals', 'too-many-takebacks', 'competition-game']);

export class Person {
  readonly caller: Caller;
  readonly acknowledged: Acknowledged[] = [];
  readonly planned: Planned[] = [];
  readonly away: { from: Date; to: Date }[] = [];
  undone = 0;
  asked = 0;
  readonly #houses: Houses;
  readonly #calendar: Calendar;
  readonly #chance: FastChance;
  readonly #habits: Habits;

  constructor(caller: Caller, houses: Houses, calendar: Calendar, chance: FastChance, habits: Habits) {
    this.caller = caller;
    this.#houses = houses;
    this.#calendar = calendar;
    this.#chance = chance;
    this.#habits = habits;
  }

  get id(): string {
    return this.caller.id as string;
  }

  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#houses.call(this.caller, this.#chance, method, path, body === undefined ? {} : { body });
  }

  async goAway(days: number): Promise<void> {
    if (this.#isAway()) return;
    const from = this.#calendar.now();
    const to = new Date(from.getTime() + (days - 1) * 86_400_000);
    const dates = { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
    const { status, body } = await this.call('POST', '/v1/me/vacations', dates);
    expect(status, JSON.stringify(body)).toBe(201);
    this.away.push({ from, to: new Date(Date.parse(dates.to) + 86_400_000) });
  }

  async look(): Promise<void> {
    if (this.#isAway() || !this.#isLikely(this.#habits.diligence)) return;
    const { body } = await this.call('GET', '/v1/me/turns?limit=500');
    for (const { gameId } of body.turns) await this.#playOn(gameId);
  }

  #isAway(): boolean {
    const now = this.#calendar.now();
    return this.away.some(({ from, to }) => from <= now && now < to);
  }

  #isLikely(share: number): boolean {
    return this.#chance.int(1_000) < 1_000 * share;
  }

  async #playOn(gameId: string): Promise<void> {
    const { body: state } = await this.call('GET', `/v1/games/${gameId}`);
    if (state.choices === undefined) return;
    const asked = this.#isLikely(this.#habits.asks) ? await this.#askForTime(state) : state.version;
    const acted = await this.#act({ ...state, version: asked });
    if (acted === null) return;
    if (this.#isLikely(this.#habits.undoes)) await this.#undo(acted);
    else if (this.#isLikely(this.#habits.plans)) await this.#planAhead(acted, legalActionsOf(state));
  }

  /** Asks for one more hour, which the others do not grant. Returns the version of the game after the request. */
  async #askForTime({ id: gameId, viewer: seat, version, seats }: any): Promise<number> {
    if (seats.every(({ player }: any) => player === null || player.id === this.id)) return version;
    const { status, body } = await this.call('POST', `/v1/games/${gameId}/extension`, { seat, seconds: 3_600 });
    if (TOO_LATE.has(body.code) || NO_MORE_TIME.has(body.code)) return version;
    expect(status, JSON.stringify(body)).toBe(200);
    this.asked++;
    // the request changes no legal action, so the new version is used unless something else has happened
    return body.version === version + 1 ? body.version : version;
  }

  async #act({ id: gameId, viewer: seat, version, choices }: any): Promise<any> {
    const action = legalActionsOf({ choices })[this.#chance.int(legalActionsOf({ choices }).length)];
    const sent = { action, seat, expectedVersion: version };
    const { status, body } = await this.call('POST', `/v1/games/${gameId}/actions`, sent);
    if (TOO_LATE.has(body.code)) return null;
    expect(status, JSON.stringify(body)).toBe(200);
    this.acknowledged.push({ gameId, version: body.appliedVersion, seat, action });
    return body.state;
  }

  async #undo({ id: gameId, viewer: seat, version, toAct }: any): Promise<void> {
    if (!toAct.includes(seat)) return;
    const { status, body } = await this.call('POST', `/v1/games/${gameId}/undo`, { expectedVersion: version, seat });
    if (TOO_LATE.has(body.code) || NO_UNDO.has(body.code)) return;
    expect(status, JSON.stringify(body)).toBe(200);
    this.undone++;
    if (body.choices !== undefined) await this.#act(body);
  }

  async #planAhead({ id: gameId, viewer: seat, version, toAct, status }: any, actions: unknown[]): Promise<void> {
    if (status !== 'playing' || toAct.includes(seat)) return;
    const action = actions[this.#chance.int(actions.length)];
    const earlier = await this.#earlierPlan(gameId, seat);
    const plan = { seat, expectedVersion: version, branches: [{ do: action }] };
    const answer = await this.call('PUT', `/v1/games/${gameId}/plan`, plan);
    if (TOO_LATE.has(answer.body.code)) return;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (earlier !== null) Object.assign(earlier.planned, earlier.now);
    this.planned.push({ gameId, seat, after: version, action, isReplaced: false, ended: null });
  }

  async #earlierPlan(gameId: string, seat: number): Promise<{ planned: Planned; now: Partial<Planned> } | null> {
    const planned = this.planned.findLast((each) => each.gameId === gameId && each.seat === seat);
    if (planned === undefined) return null;
    const { body } = await this.call('GET', `/v1/games/${gameId}/plan?seat=${seat}`);
    const isOver = body.plan.endedVersion !== null;
    return { planned, now: isOver ? { ended: body.plan } : { isReplaced: true } };
  }
}
