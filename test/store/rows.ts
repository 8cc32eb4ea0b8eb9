import { randomUUID } from 'node:crypto';
import type { Append, EventRow, GameRow, PlayerRow } from '../../src/store/store.ts';

export const NOON = new Date('2026-03-29T12:00:00.123Z');

export function playerRow(changes: Partial<PlayerRow> = {}): PlayerRow {
  return { id: randomUUID(), name: 'Ann', kind: 'human', createdAt: NOON, ...changes };
}

/** A game that was just created: version 1. */
export function gameRow(changes: Partial<GameRow> = {}): GameRow {
  return {
    id: randomUUID(),
    ruleset: 'pascal',
    rulesVersion: 1,
    options: {},
    seatCount: 2,
    visibility: 'public',
    createdBy: null,
    seeded: false,
    seed: null,
    serverSeed: null,
    commitment: null,
    createdAt: NOON,
    status: 'open',
    version: 1,
    toAct: [],
    seats: [{ kind: 'open' }, { kind: 'open' }],
    deadline: null,
    outcome: null,
    updatedAt: NOON,
    ...changes,
  };
}

export function eventRow(gameId: string, version: number, changes: Partial<EventRow> = {}): EventRow {
  const action = { type: 'roll-die', by: version };
  return { gameId, version, kind: 'action', seat: 0, action, draws: [3, 5], at: NOON, ...changes };
}

/** The change of a game at version `base` by so many events. */
export function appendTo(game: GameRow, base: number, events = 1): Append {
  const version = base + events;
  const { seats, deadline, outcome } = game;
  return {
    gameId: game.id,
    base,
    events: Array.from({ length: events }, (_, i) => eventRow(game.id, base + 1 + i)),
    game: { status: 'playing', version, toAct: [version % 2], seats, deadline, outcome, updatedAt: NOON },
  };
}
