import { hmac, hmacInto, sha256, sha256Hex } from './hashing.ts';

/** The source of every roll and shuffle. Rules use no other source, so equal draws always give equal games. */
export interface Chance {
  /** Returns a random integer from 0 to `below` − 1, each equally likely. `below` is an integer from 1 to 2^32. */
  int(below: number): number;
}

const WORDS = 2 ** 32;
const WORDS_PER_BLOCK = 8;
const BLOCK_BYTES = 32;

export function assertBound(below: number): void {
  if (!Number.isInteger(below) || below < 1 || below > WORDS) {
    throw new RangeError(`chance.int needs a whole number from 1 to 2^32, not ${below}`);
  }
}

/** Returns what the server publishes before the game: the SHA-256 of the raw server seed, as lower-case hex. */
export function commitmentTo(serverSeed: Uint8Array): string {
  return sha256Hex(serverSeed);
}

/** Computes the seed of a game. `clientSeeds` are in the order of seats. */
export function gameSeedFrom(serverSeed: Uint8Array, clientSeeds: readonly string[]): Uint8Array {
  return hmac(serverSeed, clientSeeds.join('\n'));
}

/** Computes the seed of a game that was created with a public `seed`: for practice, research or a repeated game. */
export function gameSeedFromText(seed: string): Uint8Array {
  return sha256(seed);
}

/** Random numbers by the recipe in docs/fairness.md. Stream V is the bytes of HMAC-SHA256(gameSeed, "V:0"),
 * HMAC-SHA256(gameSeed, "V:1"), … read as big-endian 32-bit words. A number below n is the next word modulo n. Words
 * from the largest multiple of n (at most 2^32) on are skipped, so that all numbers are equally likely. */
export class PublishedChance implements Chance {
  readonly #gameSeed: Uint8Array;
  readonly #stream: string;
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #words = new DataView(this.#block.buffer);
  #blocks = 0;
  #word = WORDS_PER_BLOCK;

  /** `stream` is the game version that uses the numbers. Other texts, such as `5:choice`, name independent streams. */
  constructor(gameSeed: Uint8Array, stream: number | string) {
    this.#gameSeed = gameSeed;
    this.#stream = String(stream);
  }

  int(below: number): number {
    assertBound(below);
    const limit = WORDS - (WORDS % below);
    let word = this.#nextWord();
    while (word >= limit) word = this.#nextWord();
    return word % below;
  }

  #nextWord(): number {
    if (this.#word === WORDS_PER_BLOCK) {
      hmacInto(this.#block, this.#gameSeed, `${this.#stream}:${this.#blocks++}`);
      this.#word = 0;
    }
    return this.#words.getUint32(4 * this.#word++);
  }
}
