import { Threads } from '../../eventlog/threads.ts';
import { threadFile } from '../../places.ts';
import { crossTable, packedCells } from '../../statistics/cross-table.ts';
import type { Result, Standing, StandingsInput } from '../../statistics/results.ts';
import { standings } from '../../statistics/standings.ts';
import type { Field, Pairing } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import type { PairingTask, StandingsQuestion } from './worker.ts';

/** Up to this number of entries, pairing takes less time than a message to the thread. */
const FEW_CANDIDATES = 24;

/** Pairs rounds. Large rounds take seconds, so they run in a thread, one at a time. */
export class Pairer {
  readonly #thread = new Threads<PairingTask, Pairing>({
    file: threadFile('competitions'),
    what: 'the pairing of rounds',
  });

  /** Pairs a round. Rejects if the thread has died; the next round gets a new thread. */
  async pair(settings: Settings, field: Field): Promise<Pairing> {
    if (field.candidates.length <= FEW_CANDIDATES) return formatOf(settings.format).pair(settings, field);
    return this.#thread.ask(() => ({ settings, field }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

/** Standings up to this size are computed directly, in a few milliseconds. */
const FEW = { entries: 32, results: 300 };

/** Computes standings. Large ones take seconds, so they run in a thread, one at a time. */
export class StandingsThread {
  readonly #thread = new Threads<StandingsQuestion, Standing[] | Float64Array>({
    file: threadFile('competitions'),
    what: 'standings',
  });

  async standings(input: StandingsInput): Promise<Standing[]> {
    if (input.entries.length <= FEW.entries && input.results.length <= FEW.results) return standings(input);
    return this.#thread.ask<Standing[]>(() => ({ standings: input }));
  }

  async crossTable(results: readonly Result[]): Promise<Float64Array> {
    if (results.length <= FEW.results) return packedCells(crossTable(results));
    // sends only the fields that standings need, because copying to the thread takes time
    const bare = results.map(({ round, table, board, copy, entries, counted, shares, scores, noShows }): Result => {
      return { round, table, board, copy, entries, counted, shares, scores, noShows };
    });
    return this.#thread.ask<Float64Array>(() => ({ crossTable: bare }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
