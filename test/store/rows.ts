import { randomBytes, randomUUID } from 'node:crypto';
import type { Append, Creation, EventRow, GameRow } from '../../src/store/game-rows.ts';
import type { Registration } from '../../src/store/players.ts';
import type { PlayerRow } from '../../src/store/tokens.ts';

export const NOON = new Date('2026-03-29T12:00:00.123Z');
/** a fixed hash of the last event, because logs in tests of the store are no real chains */
const HEAD = 'head';

export function playerRow(changes: Partial<PlayerRow> = {}): PlayerRow {
  return { id: randomUUID(), name: 'Ann', kind: 'human', createdAt: NOON, ...changes };
}

export function registrationOf(
  player: PlayerRow = playerRow(),
  tokenHash: Uint8Array = randomBytes(32),
  skeleton: string = player.id,
): Registration {
  return { player, skeleton, tokenHash, recoveryHash: randomBytes(32) };
}

export function gameRow(changes: Partial<GameRow> = {}): GameRow {
  return {
    id: randomUUID(),
    erased: 0,
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
    commitmentId: null,
    chainKey: new Uint8Array(32).fill(7),
    inviteCode: null,
    clock: null,
    standIn: 'random',
    rematchOf: null,
    daily: null,
    practice: false,
    rated: false,
    place: null,
    allowsChat: true,
    hidesOdds: false,
    createdAt: NOON,
    status: 'open',
    version: 1,
    head: HEAD,
    toAct: [],
    seats: [{ kind: 'open' }, { kind: 'open' }],
    openSeats: 2,
    awaiting: [],
    deadline: null,
    outcome: null,
    takenBack: false,
    unattended: false,
    updatedAt: NOON,
    ...changes,
  };
}

export function eventRow(gameId: string, version: number, changes: Partial<EventRow> = {}): EventRow {
  const action = { type: 'roll-die', by: version };
  return { gameId, version, kind: 'action', seat: 0, action, draws: [3, 5], at: NOON, ...changes };
}

export function appendTo(game: GameRow, base: number, events = 1): Append {
  const version = base + events;
  const { seats, deadline, outcome } = game;
  return {
    gameId: game.id,
    base,
    baseHead: HEAD,
    events: Array.from({ length: events }, (_, i) => eventRow(game.id, base + 1 + i)),
    game: {
      ...{ status: 'playing', version, head: HEAD, toAct: [version % 2], seats, openSeats: 0, awaiting: [] },
      ...{ deadline, outcome, takenBack: false, unattended: false, updatedAt: NOON },
    },
    memberships: [],
    request: null,
  };
}

export function creationOf(game: GameRow, events: EventRow[] = [eventRow(game.id, 1)]): Creation {
  return { game, events, memberships: [], request: null, entry: null };
}
