import { hmac } from '#rules/kernel/hashing.ts';
import { hexOf } from '#rules/kernel/hex.ts';
import type { Origin } from '../../src/competitions/commands/new-competition.ts';

const CLIENT_SEED_BYTES = 12;
const LOT_BYTES = 8;
const ID_BYTES = 16;
/** UUID version 7, like all ids of the service. */
const VERSION = { byte: 6, keep: 0x0f, set: 0x70 };
const VARIANT = { byte: 8, keep: 0x3f, set: 0x80 };

/** The source of all randomness in a competition between programs. Equal texts give equal competitions. */
export class RunSeed {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get origin(): Origin {
    return { id: uuidOf(this.#bytes('competition').subarray(0, ID_BYTES)), serverSeed: this.#bytes('server seed') };
  }

  /** Returns the client seed of an entry: a text that contributes to the cards and rolls of the boards. */
  clientSeedOf(entry: number): string {
    return hexOf(this.#bytes(`client seed ${entry}`).subarray(0, CLIENT_SEED_BYTES));
  }

  /** Returns random bytes as hex for an agent's choice. The same decision always gets the same bytes. */
  lotOf(decision: string): string {
    return hexOf(this.#bytes(`lot ${decision}`).subarray(0, LOT_BYTES));
  }

  #bytes(purpose: string): Uint8Array {
    return hmac(Buffer.from(this.text), purpose);
  }
}

function uuidOf(bytes: Uint8Array): string {
  for (const { byte, keep, set } of [VERSION, VARIANT]) bytes[byte] = ((bytes[byte] ?? 0) & keep) | set;
  const hex = hexOf(bytes);
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-');
}
