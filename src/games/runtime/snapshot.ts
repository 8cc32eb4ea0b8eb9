import { createHmac } from 'node:crypto';
import * as v8 from 'node:v8';
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Decision } from '../model/clock.ts';
import type { Game, GameHeader } from '../model/game.ts';

/** The number of versions between snapshots. Replaying that many takes a few milliseconds, even right after a start. */
export const VERSIONS_BETWEEN = 250;

const DIGEST_LENGTH = 43;

export function isDue(from: number, to: number): boolean {
  return Math.floor(to / VERSIONS_BETWEEN) > Math.floor(from / VERSIONS_BETWEEN);
}

export function sign(header: GameHeader, text: string): string {
  return digestOf(header, text) + text;
}

/** Returns the text without its digest; null: it was altered or belongs to another game. */
export function verified(header: GameHeader, stored: string): string | null {
  const text = stored.slice(DIGEST_LENGTH);
  return stored.startsWith(digestOf(header, text)) ? text : null;
}

function digestOf({ chainKey }: GameHeader, text: string): string {
  return createHmac('sha256', chainKey).update(text).digest('base64url');
}

export function serialize({ header: _, ...game }: Game): string {
  return JSON.stringify(game);
}

export function deserialize(header: GameHeader, text: string): Game {
  const game = JSON.parse(text) as Omit<Game, 'header'>;
  return {
    ...game,
    header,
    updatedAt: new Date(game.updatedAt),
    timeGivenUntil: game.timeGivenUntil === null ? null : new Date(game.timeGivenUntil),
    decisions: game.decisions.map(withTimes),
    turn: game.turn && {
      ...game.turn,
      steps: game.turn.steps.map((step) => ({ ...step, decisions: step.decisions.map(withTimes) })),
    },
  };
}

function withTimes(decision: Decision): Decision {
  const { openedAt, deadline } = decision;
  return { ...decision, openedAt: new Date(openedAt), deadline: deadline === null ? null : new Date(deadline) };
}

/** Options of zlib. A game is a few thousand bytes long, so more memory would only cost time. */
const SMALL: ZlibOptions = { level: 1, windowBits: 13, memLevel: 5, chunkSize: 4096 };

interface Packed {
  bytes: Uint8Array;
  dictionary: Buffer;
  ruleset: GameHeader['ruleset'];
}

/** Games that are not in use. They are outside the JavaScript heap, deflated to a fifth of their size. Unpacking a game
 * is much faster than reading it from the database. */
export class PackedGames {
  readonly #games: LRUCache<string, Packed>;
  /** the first packed game of each ruleset; the others are compressed as differences from it */
  readonly #dictionaries = new Map<GameHeader['ruleset'], Buffer>();

  constructor(max: number) {
    this.#games = new LRUCache({ max });
  }

  get size(): number {
    return this.#games.size;
  }

  put({ header, ...game }: Game): void {
    const { ruleset, ...fields } = header;
    const whole = v8.serialize([fields, game]);
    const dictionary = this.#dictionaries.get(ruleset) ?? whole;
    this.#dictionaries.set(ruleset, dictionary);
    // copies the bytes, because zlib returns a view that would keep a larger buffer in memory
    const bytes = new Uint8Array(deflateRawSync(whole, { ...SMALL, dictionary }));
    this.#games.set(header.id, { bytes, dictionary, ruleset });
  }

  /** Removes a game and returns it; null: it is not packed. */
  take(id: string): Game | null {
    const found = this.#games.get(id);
    if (found === undefined) return null;
    this.#games.delete(id);
    const { bytes, dictionary, ruleset } = found;
    const [fields, game]: [Omit<GameHeader, 'ruleset'>, Omit<Game, 'header'>] = v8.deserialize(
      inflateRawSync(bytes, { ...SMALL, dictionary }),
    );
    // copies the bytes, because v8 returns views that would keep the whole buffer in memory
    const { chainKey, chance } = fields;
    const own = 'seed' in chance ? chance : { serverSeed: new Uint8Array(chance.serverSeed) };
    return { ...game, header: { ...fields, ruleset, chainKey: new Uint8Array(chainKey), chance: own } };
  }

  delete(id: string): void {
    this.#games.delete(id);
  }
}
