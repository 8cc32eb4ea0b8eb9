import { createHash } from 'node:crypto';
import type { Json } from '#rules/kernel/json.ts';
import { setUp } from '#rules/kernel/play.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { actionFor } from '../../src/games/commands/actions.ts';
import { created, fold, started, takenBack, undone } from '../../src/games/model/fold.ts';
import {
  type Change,
  chanceOf,
  type Game,
  type GameHeader,
  nextRow,
  type Proposal,
  rowOf,
  type TableEvent,
} from '../../src/games/model/game.ts';
import { KeptStates } from '../../src/games/model/lineage.ts';
import type { SeatHolder } from '../../src/games/model/seats.ts';
import type { EventRow } from '../../src/store/game-rows.ts';
import type { Trial } from './trial.ts';

const BEGIN = Date.parse('2026-01-01T12:00:00Z');
const SECOND = 1_000;
export const CLOCKS = [
  null,
  { perAction: 600, onTimeout: 'random' },
  { bank: 600, increment: 5, onTimeout: 'random' },
] as const;

export class KeptGame {
  readonly rows: EventRow[] = [];
  readonly events: TableEvent[] = [];
  readonly #states = new Map<number, unknown>();
  #game: Game;

  constructor(trial: Trial, lot: FastChance, clock = CLOCKS[lot.int(CLOCKS.length)] ?? null) {
    const { subject, options, seats, seed } = trial;
    const header = headerOf(trial, clock);
    const holders = Array.from({ length: seats }, (_, seat): SeatHolder => {
      const player = { id: playerAt(seat), name: `P${seat}`, kind: 'human' as const };
      return { kind: 'player', player, clientSeed: seed };
    });
    const first = rowOf(header, 1, 'created', {
      at: header.createdAt,
      action: { seats: holders } as unknown as Json,
    });
    const made = created(header, first);
    this.#game = this.write({ ...made, rows: [first] });
    const dealt = setUp(subject.ruleset, options, seats, chanceOf(header, holders, 2));
    const row = this.#row('started', { draws: dealt.draws });
    this.write({ ...started(made.game, row, dealt), rows: [row] });
  }

  get game(): Game {
    return this.#game;
  }

  write({ game, events, rows }: Proposal): Game {
    this.rows.push(...rows);
    this.events.push(...events);
    this.#states.set(game.version, game.state);
    this.#game = game;
    return game;
  }

  acting(seat: Seat, action: ActionShape, kind: 'action' | 'timeout' = 'action'): Proposal {
    return actionFor(this.#game, this.#soon(), seat, action, kind);
  }

  undoing(): Proposal | null {
    const { turn } = this.#game;
    const last = turn?.steps.at(-1);
    if (turn === null || last === undefined) return null;
    const row = this.#row('undone', { seat: turn.seat, action: { to: last.version } });
    return { ...undone(this.#game, row), rows: [row] };
  }

  /** Returns the takeback to a version, without writing it; null: no change ended at that version. */
  takenBack(seat: Seat, to: number): Proposal | null {
    const state = this.#states.get(to) ?? null;
    if (state === null) return null;
    const row = this.#row('takenBack', { seat, action: { to } });
    return { ...takenBack(this.#game, row, state), rows: [row] };
  }

  changing(kind: string, seat: Seat, made: (before: Game, row: EventRow) => Change): Proposal {
    const row = this.#row(kind, { seat });
    return { ...made(this.#game, row), rows: [row] };
  }

  replayed(): Game {
    const states = new KeptStates(this.rows);
    let game: Game | null = null;
    for (const row of this.rows) {
      game = fold(this.#game.header, game, row, states.neededBy(row)).game;
      states.keep(game);
    }
    return game as Game;
  }

  #row(kind: string, entry: Partial<EventRow>): EventRow {
    return nextRow(this.#game, this.#soon(), kind, entry);
  }

  #soon(): Date {
    return new Date(this.#game.updatedAt.getTime() + SECOND);
  }
}

export function playerAt(seat: Seat): string {
  return `player ${seat}`;
}

function headerOf({ subject, options, seats, seed }: Trial, clock: GameHeader['clock']): GameHeader {
  return {
    ...{ id: 'a game of the laws', ruleset: subject.ruleset, options, seatCount: seats, visibility: 'public' },
    ...{ inviteCode: null, createdBy: null, createdAt: new Date(BEGIN), commitment: null, commitmentId: null },
    ...{ chance: { seed }, chainKey: createHash('sha256').update(seed).digest(), clock, standIn: 'random' },
    ...{ rematchOf: null, daily: null, rated: false, place: null, allowsChat: true },
  };
}
