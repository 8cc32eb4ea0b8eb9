import { Threads } from '../../eventlog/threads.ts';
import { threadFile } from '../../places.ts';
import { crossTable, packedCells } from '../../statistics/cross-table.ts';
import type { Result, Standing, StandingsInput } from '../../statistics/results.ts';
import { standings } from '../../statistics/standings.ts';
import type { Field, Pairing } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import type { PairingTask, StandingsQuestion } from './worker.ts';

/** A round of so few is paired sooner than a thread has heard of it. */
const FEW_CANDIDATES = 24;

/** Pairs rounds. Those of many entries take seconds, and are paired one after another in a thread of its own. */
export class Pairer {
  readonly #thread = new Threads<PairingTask, Pairing>({
    file: threadFile('competitions'),
    what: 'the pairing of rounds',
  });

  /** Rejects when the thread ended in the middle of it: the next round gets another one. */
  async pair(settings: Settings, field: Field): Promise<Pairing> {
    if (field.candidates.length <= FEW_CANDIDATES) return formatOf(settings.format).pair(settings, field);
    return this.#thread.ask(() => ({ settings, field }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

/** So few entries and results are worked out at once, in a few milliseconds. */
const FEW = { entries: 32, results: 300 };

/** Works out standings and cross tables; those of many entries in a thread of its own, one after another, since they may take seconds. */
export class StandingsThread {
  readonly #thread = new Threads<StandingsQuestion, Standing[] | Float64Array>({
    file: threadFile('competitions'),
    what: 'standings',
  });

  async standings(input: StandingsInput): Promise<Standing[]> {
    if (input.entries.length <= FEW.entries && input.results.length <= FEW.results) return standings(input);
    return this.#thread.ask<Standing[]>(() => ({ standings: input }));
  }

  /** The cells of everyone against everyone, packed. */
  async crossTable(results: readonly Result[]): Promise<Float64Array> {
    if (results.length <= FEW.results) return packedCells(crossTable(results));
    return this.#thread.ask<Float64Array>(() => ({ crossTable: results.map(bare) }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

/** Without what no table says of a game: it would be copied into the thread for nothing. */
function bare({ round, table, board, copy, entries, counted, shares, scores, noShows }: Result): Result {
  return { round, table, board, copy, entries, counted, shares, scores, noShows };
}
