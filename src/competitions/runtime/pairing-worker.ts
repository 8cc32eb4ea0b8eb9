import { parentPort } from 'node:worker_threads';
import type { Field } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';

/** A round that is to be paired. */
export interface PairingTask {
  settings: Settings;
  field: Field;
}

parentPort?.on('message', ({ settings, field }: PairingTask) => {
  parentPort?.postMessage(formatOf(settings.format).pair(settings, field));
});
