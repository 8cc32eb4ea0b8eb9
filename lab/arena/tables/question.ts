import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Game } from '../../../src/games/model/game.ts';
import type { RunSeed } from '../run-seed.ts';

/** What a program reads for each of its decisions, as one line of JSON. */
export interface Question {
  game: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  /** how many there are */
  seats: number;
  /** the one to decide for */
  seat: Seat;
  version: number;
  /** all that the seat may know */
  view: unknown;
  legalActions: readonly unknown[];
  /** hex to draw from, of 64 bits: the same whenever a competition of this seed comes to this decision */
  lot: string;
}

export function questionIn(game: Game, seat: Seat, legalActions: readonly unknown[], seed: RunSeed): Question {
  const { header, state, version } = game;
  const { ruleset, options, seatCount, place } = header;
  const { round, table, board, copy } = place ?? { round: 0, table: 0, board: 0, copy: 0 };
  return {
    game: header.id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options,
    seats: seatCount,
    seat,
    version,
    view: ruleset.view(state, seat),
    legalActions,
    lot: seed.lotOf(`${round} ${table} ${board} ${copy} ${version} ${seat}`),
  };
}
