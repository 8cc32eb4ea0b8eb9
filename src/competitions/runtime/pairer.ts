import { Threads } from '../../eventlog/threads.ts';
import { threadFile } from '../../places.ts';
import type { Field, Pairing } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import type { PairingTask } from './worker.ts';

/** A round of so few is paired sooner than a thread has heard of it. */
const FEW = 24;

/** Pairs rounds. Those of many entries take seconds, and are paired one after another in a thread of its own. */
export class Pairer {
  readonly #thread = new Threads<PairingTask, Pairing>({
    file: threadFile('competitions'),
    what: 'the pairing of rounds',
  });

  /** Rejects when the thread ended in the middle of it: the next round gets another one. */
  async pair(settings: Settings, field: Field): Promise<Pairing> {
    if (field.candidates.length <= FEW) return formatOf(settings.format).pair(settings, field);
    return this.#thread.ask(() => ({ settings, field }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
