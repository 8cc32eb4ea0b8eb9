import { AskedThread } from '../../games/runtime/asked-thread.ts';
import { Semaphore } from '../../games/runtime/semaphore.ts';
import { threadFile } from '../../places.ts';
import type { Field, Pairing } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import type { PairingTask } from './pairing-worker.ts';

/** A round of so few is paired sooner than a thread has heard of it. */
const FEW = 24;

/** Pairs rounds. Those of many entries take seconds, and are paired one after another in a thread of its own. */
export class Pairer {
  readonly #turns = new Semaphore(1);
  readonly #thread = new AskedThread<PairingTask, Pairing>(threadFile('pairing'), 'the pairing of rounds');

  /** Rejects when the thread ended in the middle of it: the next round gets another one. */
  async pair(settings: Settings, field: Field): Promise<Pairing> {
    if (field.candidates.length <= FEW) return formatOf(settings.format).pair(settings, field);
    return this.#turns.pass(() => this.#thread.ask({ settings, field }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
