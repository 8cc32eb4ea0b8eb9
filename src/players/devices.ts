import { uuidv7 } from 'uuidv7';
import type { Keyed } from '../eventlog/carry-out.ts';
import { done, type Refused, type Result, refused } from '../eventlog/result.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';
import { tokenEnded } from './refusals.ts';
import { hashOf, secretIn, type TokenParts } from './tokens.ts';

export interface DeviceCode {
  code: string;
  expiresAt: Date;
}

export interface AddedDevice {
  player: PlayerRow;
  token: TokenRow;
  secret: string;
}

const MOST_DEVICES = 10;
export const CODE_MINUTES = 10;
/** The 28 letters and digits of codes: no vowels, so that codes form no words, and no characters that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const GROUPS = [4, 4, 4];
/** Only bytes below this are used, so that all letters are equally probable: on average 126 of 128 random bytes. */
const FAIR_BYTES = 256 - (256 % LETTERS.length);
const CODE_BYTES = 128;

export class Devices {
  readonly #parts: TokenParts;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /** Makes a code for another device. It replaces the player's earlier code. */
  code(by: TokenRow, request: Keyed): Promise<Result<DeviceCode>> {
    return this.#parts.issuing.issue<{ id: string; expiresAt: string }, DeviceCode>(request, {
      attempt: async (secretOf, rowFor) => {
        const id = uuidv7();
        const now = this.#parts.clock.now();
        const code = codeIn(secretOf(id, 'code', CODE_BYTES));
        const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
        const row = { playerId: by.playerId, hash: hashOfCode(code), tokenHash: by.hash, expiresAt };
        const kept = rowFor({ id, expiresAt: expiresAt.toISOString() }, now);
        return (await this.#parts.store.tokens.keepDeviceCode(row, kept)) ? done({ code, expiresAt }) : tokenEnded();
      },
      again: async (secretOf, { id, expiresAt }) =>
        done({ code: codeIn(secretOf(id, 'code', CODE_BYTES)), expiresAt: new Date(expiresAt) }),
    });
  }

  add(code: string, name: string | null, request: Keyed): Promise<Result<AddedDevice>> {
    const device = (id: string, secret: string, createdAt: Date) => {
      return { id, hash: hashOf(secret), scope: 'play' as const, name, createdAt, lastUsedOn: null };
    };
    return this.#parts.issuing.issue<{ id: string; playerId: string; createdAt: string }, AddedDevice>(request, {
      attempt: async (secretOf, rowFor) => {
        const id = uuidv7();
        const secret = secretIn(secretOf(id, 'token'));
        const now = this.#parts.clock.now();
        const token = device(id, secret, now);
        const rowOf = (playerId: string) => rowFor({ id, playerId, createdAt: now.toISOString() }, now);
        const player = await this.#parts.store.tokens.spendDeviceCode(
          hashOfCode(code),
          now,
          token,
          MOST_DEVICES,
          rowOf,
        );
        if (player === 'unknown') return codeRefused();
        if (player === 'full')
          return refused('too-many-devices', `The player has ${MOST_DEVICES} devices, the most allowed.`);
        return done({ player, token: { ...token, playerId: player.id }, secret });
      },
      again: async (secretOf, { id, playerId, createdAt }) => {
        const secret = secretIn(secretOf(id, 'token'));
        const player = await this.#parts.store.players.find(playerId);
        if (player === null) return codeRefused();
        return done({ player, token: { ...device(id, secret, new Date(createdAt)), playerId }, secret });
      },
    });
  }
}

function codeIn(bytes: Uint8Array): string {
  const drawn = [...bytes].filter((byte) => byte < FAIR_BYTES).map((byte) => LETTERS[byte % LETTERS.length]);
  return GROUPS.map((many) => drawn.splice(0, many).join('')).join('-');
}

function hashOfCode(code: string): Uint8Array {
  return hashOf(code.toUpperCase().replace(/[\s-]+/gu, ''));
}

function codeRefused(): Refused {
  return refused('device-code-refused', 'This device code is not valid.');
}
