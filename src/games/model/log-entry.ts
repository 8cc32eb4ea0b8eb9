import type { Json } from '../../kernel/json.ts';
import type { EventRow } from '../../store/contract/store.ts';
import type { Game, GameHeader } from './game.ts';

/** An entry of the log of this game; without a time of its own it is of now. */
export function rowOf(header: GameHeader, version: number, kind: string, more: Partial<EventRow> = {}): EventRow {
  return { gameId: header.id, version, kind, seat: null, action: null, draws: [], at: new Date(), ...more };
}

/** The entry after the newest. Time does not run backwards in a log, whatever the clocks of two servers say. */
export function nextRow(game: Game, kind: string, more: Partial<EventRow> = {}): EventRow {
  const at = new Date(Math.max(Date.now(), game.updatedAt.getTime()));
  return rowOf(game.header, game.version + 1, kind, { at, ...more });
}

/** The part of a game's row that never changes. */
export function headerColumns(header: GameHeader) {
  const { id, ruleset, options, seatCount, visibility, inviteCode, createdBy, createdAt, daily } = header;
  const { commitment, commitmentId, chance, chainKey, clock, standIn, rematchOf } = header;
  return {
    id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: options as Json,
    seatCount,
    visibility,
    inviteCode,
    createdBy,
    createdAt,
    seeded: 'seed' in chance,
    seed: 'seed' in chance ? chance.seed : null,
    serverSeed: 'serverSeed' in chance ? chance.serverSeed : null,
    commitment,
    commitmentId,
    chainKey,
    clock: clock as Json,
    standIn,
    rematchOf,
    daily: daily?.name ?? null,
    practice: daily?.practice ?? false,
  };
}
