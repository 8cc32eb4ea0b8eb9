import { hmac, hmacInto, sha256, sha256Hex } from './hashing.ts';

/**
 * Where every roll and every shuffle comes from. Rulesets are handed one and never make their own, so
 * that the same draws always give the same game.
 */
export interface Chance {
  /** A fair whole number from 0 to `below` − 1; `below` is a whole number from 1 to 2^32. */
  int(below: number): number;
}

const WORDS = 2 ** 32;
const WORDS_PER_BLOCK = 8;
const BLOCK_BYTES = 32;

/** Throws unless a draw below this bound can be made: a wrong bound is a bug in a ruleset. */
export function assertBound(below: number): void {
  if (!Number.isInteger(below) || below < 1 || below > WORDS) {
    throw new RangeError(`chance.int needs a whole number from 1 to 2^32, not ${below}`);
  }
}

/** Binds the server before the game: lower-case hex of SHA-256 over the raw server seed. */
export function commitmentTo(serverSeed: Uint8Array): string {
  return sha256Hex(serverSeed);
}

/** The seed of one game, from the server's secret and every seat's own words in seat order. */
export function gameSeedFrom(serverSeed: Uint8Array, clientSeeds: readonly string[]): Uint8Array {
  return hmac(serverSeed, clientSeeds.join('\n'));
}

/** The seed of a game that was created with an open `seed` (practice, research, duplicate play). */
export function gameSeedFromText(seed: string): Uint8Array {
  return sha256(seed);
}

/**
 * The published recipe: the change that makes version V reads the bytes of HMAC-SHA256(gameSeed, "V:0"),
 * HMAC-SHA256(gameSeed, "V:1"), … as big-endian 32-bit words, and a number below n is `w mod n` of the
 * first word that is below the largest multiple of n, so that no remainder is likelier than another.
 */
export class PublishedChance implements Chance {
  readonly #gameSeed: Uint8Array;
  readonly #stream: string;
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #words = new DataView(this.#block.buffer);
  #blocks = 0;
  #word = WORDS_PER_BLOCK;

  /** `stream` names the bytes: the version of the change, or the version and what else is drawn for it. */
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
