import { expect } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { sameJson } from '#rules/kernel/json.ts';
import { verify } from '../../clients/typescript/src/rules/index.ts';
import { verify as verifyInHouse } from '../../src/games/fairness/verification.ts';
import type { Received } from '../notifications/receiver.ts';
import type { Person } from './person.ts';

type Told = string;

const ASKS = new Set(['takebackAsked', 'timeAsked', 'abortAsked']);

interface Change {
  entries: any[];
  toAct: number[];
  status: string;
}

export class Audit {
  readonly #people: readonly Person[];
  readonly #received: readonly Received[];
  entries = 0;
  timeouts = 0;
  planned = 0;
  reminders = 0;

  constructor(people: readonly Person[], received: readonly Received[]) {
    this.#people = people;
    this.#received = received;
  }

  messages(): void {
    const ids = this.#received.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
  }

  async game(gameId: string): Promise<void> {
    const [reader] = this.#people as [Person];
    const transcript = await bodyOf(reader, `/v1/games/${gameId}/transcript`);
    const { log } = transcript;
    this.entries += log.length;
    expect(verifyInHouse(transcript, await loadCatalogue(true))).toMatchObject({ verified: true });
    expect(await verify(transcript)).toMatchObject({ verified: true });
    const changes = await changesOf(reader, gameId, log);
    const seats = seatsOf(log);
    this.#acknowledged(gameId, log);
    this.#vacations(log, seats);
    const dropped = await this.#plans(gameId, changes);
    const told = this.#told(gameId);
    // a player whose plan was dropped gets one notification about the plan, and none about the turn
    const turns = expected(changes, seats).filter((each) => !dropped.includes(each.replace('turn', 'planDropped')));
    expect(told.filter((each) => !each.includes('reminder'))).toEqual([...turns, ...dropped].sort());
    this.#reminders(gameId, changes, seats, transcript.clock.perAction * 1_000);
  }

  #acknowledged(gameId: string, log: any[]): void {
    for (const { acknowledged } of this.#people) {
      for (const each of acknowledged) {
        if (each.gameId !== gameId) continue;
        const { kind, seat, action } = log[each.version - 1];
        const isSame = sameJson(action, each.action as any);
        expect({ kind, seat, isSame }).toEqual({ kind: 'action', seat: each.seat, isSame: true });
      }
    }
  }

  #vacations(log: any[], seats: (string | null)[]): void {
    for (const { kind, seat, at } of log) {
      if (kind !== 'timeout') continue;
      this.timeouts++;
      const away = this.#people.find(({ id }) => id === seats[seat])?.away ?? [];
      expect(away.filter(({ from, to }) => from <= new Date(at) && new Date(at) < to)).toEqual([]);
    }
  }

  /** A confirmed plan must act or end at the next decision. Returns the notifications about dropped plans. */
  async #plans(gameId: string, changes: Change[]): Promise<Told[]> {
    const dropped: Told[] = [];
    for (const person of this.#people) {
      for (const { seat, after, action, isReplaced, ended, ...planned } of person.planned) {
        if (planned.gameId !== gameId || isReplaced) continue;
        this.planned++;
        const plan = ended ?? (await bodyOf(person, `/v1/games/${gameId}/plan?seat=${seat}`)).plan;
        expect(plan.expectedVersion).toBe(after);
        const next = changes.find(({ entries, toAct }) => {
          const isLater = entries[0].version > after;
          return (
            isLater && (toAct.includes(seat) || entries.some((entry) => entry.kind === 'action' && entry.seat === seat))
          );
        });
        const versions = next?.entries.map(({ version }) => version) ?? [];
        const [done] = plan.acted;
        if (done !== undefined) {
          const { entries } = next as Change;
          const entry = entries.find(({ version }) => version === done.version);
          const isSame = sameJson(entry?.action, action as any);
          expect({ kind: entry?.kind, seat: entry?.seat, isSame }).toEqual({ kind: 'action', seat, isSame: true });
        } else if (plan.why === 'illegal') {
          expect(versions).toContain(plan.endedVersion);
          dropped.push(line(person.id, 'planDropped', versions.at(-1)));
        } else {
          expect(['gameOver', 'seatLeft']).toContain(plan.why);
          expect(next === undefined || next.status !== 'playing' || plan.why === 'seatLeft').toBe(true);
        }
      }
    }
    return dropped;
  }

  /** Checks that each decision that timed out has exactly one reminder, and each other decision at most one. */
  #reminders(gameId: string, changes: Change[], seats: (string | null)[], clockMs: number): void {
    const reminded = this.#received
      .filter(({ body: { type, data } }) => type === 'reminder' && data.gameId === gameId)
      .map(({ path, body: { timestamp } }) => ({ id: path.slice(1), at: Date.parse(timestamp) }));
    this.reminders += reminded.length;
    for (const [seat, id] of seats.entries()) {
      if (id === null || seats.indexOf(id) !== seat) continue;
      for (const { from, to, isLate } of decisionsOf(changes, seat)) {
        // an undo reopens a decision with its remaining time, so a decision that timed out may have begun before
        // `from`; at the latest it began `clockMs` before `to`
        const since = isLate ? Math.min(from, to - clockMs) : from;
        const many = reminded.filter((each) => each.id === id && each.at > since && each.at <= to).length;
        if (isLate) expect({ seat, from, many }).toEqual({ seat, from, many: 1 });
        else expect(many).toBeLessThanOrEqual(1);
      }
    }
  }

  #told(gameId: string): Told[] {
    return this.#received
      .filter(({ body: { data } }) => data.gameId === gameId)
      .map(({ path, body: { type, data } }) => line(path.slice(1), type, data.version))
      .filter((told) => !told.includes('invited'))
      .sort();
  }
}

function decisionsOf(changes: Change[], seat: number): { from: number; to: number; isLate: boolean }[] {
  const decisions: { from: number; to: number; isLate: boolean }[] = [];
  let since: number | null = null;
  for (const { entries, toAct } of changes) {
    const at = Date.parse(entries[0].at);
    const own = entries.filter((entry) => entry.seat === seat);
    const isDecided = own.some(({ kind }) => kind === 'action' || kind === 'timeout' || kind === 'undone');
    if (since !== null && (isDecided || !toAct.includes(seat))) {
      decisions.push({ from: since, to: at, isLate: own[0]?.kind === 'timeout' });
      since = null;
    }
    if (since === null && toAct.includes(seat)) since = at;
  }
  return decisions;
}

async function changesOf(reader: Person, gameId: string, log: any[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (let first = 0; first < log.length; ) {
    const entries = log.slice(first).filter(({ at }) => at === log[first].at);
    const version = first + entries.length;
    const { states } = await bodyOf(reader, `/v1/games/${gameId}/states?from=${version}&to=${version}`);
    const [{ toAct, status }] = states;
    changes.push({ entries, toAct, status });
    first = version;
  }
  return changes;
}

function seatsOf([{ action: created }, ...rest]: any[]): (string | null)[] {
  const seats = created.seats.map((holder: any) => (holder.kind === 'player' ? holder.player.id : null));
  for (const { kind, seat, action } of rest) if (kind === 'joined') seats[seat] = action.player.id;
  return seats;
}

/** Returns the notifications that must have been sent according to the public log. */
function expected(changes: Change[], seats: (string | null)[]): Told[] {
  const told: Told[] = [];
  let waiting: (string | null)[] = [];
  for (const { entries, toAct, status } of changes) {
    const [{ kind, seat }] = entries;
    const actor = kind === 'created' ? seats[0] : kind === 'timeout' || seat === null ? null : seats[seat];
    const before = waiting;
    waiting = toAct.map((each) => seats[each] ?? null);
    const version = entries.at(-1).version;
    const isOver = status === 'finished' || status === 'aborted';
    if (isOver) for (const id of new Set(seats)) if (id !== null) told.push(line(id, 'gameEnded', version));
    // with two players, a request that repeats the other player's is an agreement, for which the log has another kind
    if (ASKS.has(kind)) for (const id of seats) if (id !== null && id !== actor) told.push(line(id, 'asked', version));
    for (const id of new Set(waiting)) {
      if (id !== null && id !== actor && !before.includes(id)) told.push(line(id, 'turn', version));
    }
  }
  return told;
}

function line(playerId: string, type: string, version: number): Told {
  return `${playerId} ${type} ${version}`;
}

async function bodyOf(reader: Person, path: string): Promise<any> {
  const { status, body } = await reader.call('GET', path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
