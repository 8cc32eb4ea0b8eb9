import type { Store } from '../../store/contract/store.ts';
import { fold } from '../model/fold.ts';
import type { Change, Game, GameHeader } from '../model/game.ts';
import { Semaphore } from './semaphore.ts';
import { TimeSlicer } from './time-slicer.ts';

/** Entries that are read at a time, so that a long log is never in memory as a whole. */
const MOST_AT_ONCE = 200;

/** Readings that are under way at a time: whoever makes a move has to wait behind no more of them. */
const MOST_READINGS = 4;

/** Which part of a log, and how it is read. */
export interface Stretch {
  /** the last version; the newest when it is left out */
  upTo?: number;
  /** how many entries are read first, and then twice as many each time; whoever may stop soon begins with few */
  atOnce?: number;
}

/** The logs of all games, folded again without holding up anything else. */
export class GameLog {
  readonly #store: Store;
  readonly #timeSlicer = new TimeSlicer();
  readonly #readings = new Semaphore(MOST_READINGS);

  constructor(store: Store) {
    this.#store = store;
  }

  /** Every change after `from`, or from the first one on when that is null, in order. */
  async *changes(
    header: GameHeader,
    from: Game | null,
    { upTo = Number.POSITIVE_INFINITY, atOnce = MOST_AT_ONCE }: Stretch = {},
  ): AsyncGenerator<Change> {
    let game = from;
    for (let many = atOnce; ; many = Math.min(2 * many, MOST_AT_ONCE)) {
      const after: number = game?.version ?? 0;
      const end = Math.min(upTo, after + many);
      const rows = await this.#readings.pass(() => this.#store.log.events(header.id, after, end));
      for (const row of rows) {
        await this.#timeSlicer.pause();
        const change: Change = fold(header, game, row);
        game = change.game;
        yield change;
      }
      if (rows.length < many || end === upTo) return;
    }
  }

  /** The game as it was at a version that is there. */
  async gameAt(header: GameHeader, version: number): Promise<Game> {
    let game: Game | null = null;
    for await (const change of this.changes(header, null, { upTo: version })) game = change.game;
    if (game === null) throw new Error(`game ${header.id} has a row but no events`);
    return game;
  }
}
