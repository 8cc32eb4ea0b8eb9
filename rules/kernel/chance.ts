import { hmac, hmacInto, sha256, sha256Hex } from './hashing.ts';

/** The source of every roll and shuffle. Rulesets never create their own: equal draws always give equal games. */
export interface Chance {
  /** A fair integer from 0 to `below` − 1; `below` is an integer from 1 to 2^32. */
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

/** The server's commitment before the game: lower-case hex of SHA-256 over the raw server seed. */
export function commitmentTo(serverSeed: Uint8Array): string {
  return sha256Hex(serverSeed);
}

/** `clientSeeds` are in seat order. */
export function gameSeedFrom(serverSeed: Uint8Array, clientSeeds: readonly string[]): Uint8Array {
  return hmac(serverSeed, clientSeeds.join('\n'));
}

/** The seed of a game that was created with an open `seed` (practice, research, duplicate play). */
export function gameSeedFromText(seed: string): Uint8Array {
  return sha256(seed);
}

/**
 * The published recipe: version V reads the bytes of HMAC-SHA256(gameSeed, "V:0"), HMAC-SHA256(gameSeed, "V:1"), … as
 * big-endian 32-bit words. A number below n is `w mod n` of the first word below the largest multiple of n, so all
 * remainders are equally likely.
 */
export class PublishedChance implements Chance {
  readonly #gameSeed: Uint8Array;
  readonly #stream: string;
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #words = new DataView(this.#block.buffer);
  #blocks = 0;
  #word = WORDS_PER_BLOCK;

  /** `stream` is the version of the change, with a suffix if other numbers are drawn for the same version. */
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
