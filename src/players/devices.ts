import { randomInt } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { HouseClock } from '../store/contract/event-log.ts';
import type { PlayerRow, TokenRow, Tokens } from '../store/contract/tokens.ts';
import { hashOf, newSecret } from './secret.ts';

/** A code that lets one more device in, to be shown to its player this once. */
export interface DeviceCode {
  code: string;
  expiresAt: Date;
}

/** A device that was let in: what it plays with from now on. */
export interface AddedDevice {
  player: PlayerRow;
  token: TokenRow;
  secret: string;
}

/** Tokens to play with that one player may have, unless the configuration says otherwise. */
export const MOST_DEVICES = 10;
export const CODE_MINUTES = 10;
/** No vowels, so that no words come about, and nothing that is taken for something else: 28 letters and digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const GROUPS = [4, 4, 4];

/** What a player plays with in other places: each device has a token of its own. */
export class Devices {
  readonly #tokens: Tokens;
  readonly #clock: HouseClock;
  readonly #most: number;

  constructor(tokens: Tokens, clock: HouseClock, most = MOST_DEVICES) {
    this.#tokens = tokens;
    this.#clock = clock;
    this.#most = most;
  }

  /** A code for another device, in the place of any that was asked for before; null when the token has just ended. */
  async code(by: TokenRow): Promise<DeviceCode | null> {
    const code = newCode();
    const expiresAt = new Date(this.#clock.now().getTime() + CODE_MINUTES * 60_000);
    const row = { playerId: by.playerId, hash: hashOfCode(code), tokenHash: by.hash, expiresAt };
    return (await this.#tokens.keepDeviceCode(row)) ? { code, expiresAt } : null;
  }

  /** Lets a device in for a code, however it was typed: `full`, when its player has as many as one may. */
  async add(code: string, name: string | null): Promise<AddedDevice | 'unknown' | 'full'> {
    const secret = newSecret();
    const now = this.#clock.now();
    const token = {
      id: uuidv7(),
      hash: hashOf(secret),
      scope: 'play' as const,
      name,
      createdAt: now,
      lastUsedOn: null,
    };
    const player = await this.#tokens.spendDeviceCode(hashOfCode(code), now, token, this.#most);
    if (typeof player === 'string') return player;
    return { player, token: { ...token, playerId: player.id }, secret };
  }
}

function newCode(): string {
  const drawn = (many: number) => Array.from({ length: many }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return GROUPS.map(drawn).join('-');
}

/** Case, spaces and hyphens are as one likes to type them. */
function hashOfCode(code: string): Uint8Array {
  return hashOf(code.toUpperCase().replace(/[\s-]+/gu, ''));
}
