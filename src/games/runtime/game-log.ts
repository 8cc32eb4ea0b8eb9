import type { Seat } from '../../kernel/ruleset.ts';
import type { EventRow } from '../../store/contract/event-log.ts';
import type { Store } from '../../store/contract/store.ts';
import { fold } from '../model/fold.ts';
import type { Change, Game, GameHeader } from '../model/game.ts';
import { lineageOf, stateAfter, stateNeededBy } from '../model/lineage.ts';
import { PastPositions } from './past-positions.ts';
import { Semaphore } from './semaphore.ts';
import { TimeSlicer } from './time-slicer.ts';

/** Entries that are read at a time: a long log is never in memory as a whole, and to open so many takes a millisecond. */
const MOST_AT_ONCE = 32;

/** Readings that are under way at a time: whoever makes a move has to wait behind no more of them. */
const MOST_READINGS = 2;

/** Which part of a log, and how it is read. */
export interface Stretch {
  /** the last version; the newest when it is left out */
  upTo?: number;
  /** how many entries are read first, and then twice as many each time; whoever may stop soon begins with few */
  atOnce?: number;
}

/** One entry of a log, the game before it (null: it is the first) and what came of it. */
export interface Told {
  before: Game | null;
  row: EventRow;
  change: Change;
}

/** The logs of all games, folded again without holding up anything else. */
export class GameLog {
  readonly #store: Store;
  readonly #timeSlicer: TimeSlicer;
  readonly #readings = new Semaphore(MOST_READINGS);
  readonly #positions = new PastPositions((header, from, upTo) => this.changes(header, from, { upTo }));

  constructor(store: Store, timeSlicer: TimeSlicer = new TimeSlicer()) {
    this.#store = store;
    this.#timeSlicer = timeSlicer;
  }

  /** The entries after a version, in order; what is done with each gives way to everything else before the next. */
  async *entries(
    gameId: string,
    after: number,
    { upTo = Number.POSITIVE_INFINITY, atOnce = MOST_AT_ONCE }: Stretch = {},
  ): AsyncGenerator<EventRow> {
    let read = after;
    for (let many = atOnce; ; many = Math.min(2 * many, MOST_AT_ONCE)) {
      const end = Math.min(upTo, read + many);
      const rows = await this.#readings.pass(() => this.#store.log.events(gameId, read, end));
      for (const row of rows) {
        await this.#timeSlicer.pause();
        yield row;
      }
      if (rows.length < many || end === upTo) return;
      read = end;
    }
  }

  /** Every change after `from`, or from the first one on when that is null, in order. */
  async *changes(header: GameHeader, from: Game | null, stretch: Stretch = {}): AsyncGenerator<Change> {
    for await (const { change } of this.told(header, from, stretch)) yield change;
  }

  /** The same with the entry that each change comes from. */
  async *told(header: GameHeader, from: Game | null, stretch: Stretch = {}): AsyncGenerator<Told> {
    let before = from;
    for await (const row of this.entries(header.id, before?.version ?? 0, stretch)) {
      const back = stateNeededBy(row);
      const earlier: unknown = back === null ? null : await this.stateAt(header, back);
      const change: Change = fold(header, before, row, earlier);
      yield { before, row, change };
      before = change.game;
    }
  }

  /** The ruleset's state at a version that is there, at which the game has started. */
  async stateAt(header: GameHeader, version: number): Promise<unknown> {
    let state: unknown = null;
    for (const row of await this.lineage(header.id, version)) {
      await this.#timeSlicer.pause();
      state = stateAfter(header, state, row);
    }
    return state;
  }

  /** The entries that led to the position of a version that is there, without what was taken back before it. */
  async lineage(gameId: string, version: number): Promise<EventRow[]> {
    const log: EventRow[] = [];
    for await (const row of this.entries(gameId, 0, { upTo: version })) log.push(row);
    return lineageOf(log, version);
  }

  /** The game as it was at a version that is there. */
  gameAt(header: GameHeader, version: number): Promise<Game> {
    return this.#positions.at(header, version);
  }

  /** The game at each version of a stretch that is there, the first and the last included. */
  async *games(header: GameHeader, from: number, upTo: number): AsyncGenerator<Game> {
    const first = await this.gameAt(header, from);
    yield first;
    if (from === upTo) return;
    for await (const { game } of this.changes(header, first, { upTo })) yield game;
  }

  /** The version of the last action that the player of a seat took; 0 before the first. */
  lastAction({ header, version, seats }: Game, seat: Seat): Promise<number> {
    const holder = seats[seat];
    const left = holder?.kind === 'player' ? holder.left?.version : undefined;
    return this.#store.log.lastAction(header.id, seat, left ?? version);
  }

  /** To be called when the history of a game may not be the one that it was. */
  forget(gameId: string): void {
    this.#positions.forget(gameId);
  }
}
