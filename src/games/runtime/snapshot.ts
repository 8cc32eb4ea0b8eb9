import { createHmac } from 'node:crypto';
import { serialize as packed, deserialize as unpacked } from 'node:v8';
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Decision } from '../model/clock.ts';
import type { Game, GameHeader, OwnTurn } from '../model/game.ts';

/** Folding so many events takes a few milliseconds, even before the code is compiled. */
export const VERSIONS_BETWEEN = 250;

const DIGEST_LENGTH = 43;

/** Whether a game is worth a snapshot once it has come from one version to another. */
export function isDue(from: number, to: number): boolean {
  return Math.floor(to / VERSIONS_BETWEEN) > Math.floor(from / VERSIONS_BETWEEN);
}

/** With what tells later that it is what was written. */
export function signed(header: GameHeader, text: string): string {
  return digestOf(header, text) + text;
}

/** The text that was signed for this game; null: it is not what was written. */
export function unsigned(header: GameHeader, stored: string): string | null {
  const text = stored.slice(DIGEST_LENGTH);
  return stored.startsWith(digestOf(header, text)) ? text : null;
}

function digestOf({ chainKey }: GameHeader, text: string): string {
  return createHmac('sha256', chainKey).update(text).digest('base64url');
}

/** A game as text; its header is kept elsewhere. */
export function serialize({ header: _, ...game }: Game): string {
  return JSON.stringify(game);
}

/** The game that was written. */
export function deserialize(header: GameHeader, text: string): Game {
  const game = JSON.parse(text) as Omit<Game, 'header'>;
  return {
    ...game,
    header,
    updatedAt: new Date(game.updatedAt),
    timeGivenUntil: game.timeGivenUntil === null ? null : new Date(game.timeGivenUntil),
    decisions: game.decisions.map(withTimes),
    turn: game.turn && turnWithTimes(game.turn),
  };
}

function turnWithTimes({ seat, steps }: OwnTurn): OwnTurn {
  return { seat, steps: steps.map((step) => ({ ...step, decisions: step.decisions.map(withTimes) })) };
}

/** JSON knows no times. */
function withTimes(decision: Decision): Decision {
  const { openedAt, deadline } = decision;
  return { ...decision, openedAt: new Date(openedAt), deadline: deadline === null ? null : new Date(deadline) };
}

/** A game is a few thousand bytes: what looks further back, or makes more room, only takes longer to begin. */
const SMALL: ZlibOptions = { level: 1, windowBits: 13, memLevel: 5, chunkSize: 4096 };

interface Packed {
  bytes: Uint8Array;
  /** what its bytes are told apart from: another game, unpacked */
  like: Buffer;
  ruleset: GameHeader['ruleset'];
}

/**
 * Games that have not been touched for a while, each as it was, in a fifth of the memory and outside the heap, where nothing
 * looks at them. To pack one and to unpack it again takes a fraction of what it takes to read it from the database.
 */
export class PackedGames {
  readonly #games: LRUCache<string, Packed>;
  /** of each ruleset the first game that was packed: what all of them have in common is not kept again */
  readonly #likes = new Map<GameHeader['ruleset'], Buffer>();

  constructor(max: number) {
    this.#games = new LRUCache({ max });
  }

  get size(): number {
    return this.#games.size;
  }

  put({ header, ...game }: Game): void {
    const { ruleset, ...settled } = header;
    const whole = packed([settled, game]);
    const like = this.#likes.get(ruleset) ?? whole;
    this.#likes.set(ruleset, like);
    // of their own: what is made by zlib is a part of a larger buffer, which would be kept with it
    const bytes = new Uint8Array(deflateRawSync(whole, { ...SMALL, dictionary: like }));
    this.#games.set(header.id, { bytes, like, ruleset });
  }

  /** The game, which is then no longer here; null: it is not here. */
  take(id: string): Game | null {
    const found = this.#games.get(id);
    if (found === undefined) return null;
    this.#games.delete(id);
    const { bytes, like, ruleset } = found;
    const [settled, game]: [Omit<GameHeader, 'ruleset'>, Omit<Game, 'header'>] = unpacked(
      inflateRawSync(bytes, { ...SMALL, dictionary: like }),
    );
    return { ...game, header: withOwnBytes({ ...settled, ruleset }) };
  }

  delete(id: string): void {
    this.#games.delete(id);
  }
}

/** What is read from bytes still points into all of them. */
function withOwnBytes(header: GameHeader): GameHeader {
  const { chainKey, chance } = header;
  const own = 'seed' in chance ? chance : { serverSeed: new Uint8Array(chance.serverSeed) };
  return { ...header, chainKey: new Uint8Array(chainKey), chance: own };
}
