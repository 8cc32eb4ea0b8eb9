import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import type { Store } from '../store/contract/store.ts';
import type { PlayerRow, TokenRow } from '../store/contract/tokens.ts';
import { skeletonOf, withSuffix } from './name.ts';
import { TokensInUse } from './tokens-in-use.ts';

export type PlayerKind = PlayerRow['kind'];
export type Player = PlayerRow;
export type Token = TokenRow;

/** A token that is known here, and whom it speaks for. */
export interface Identity {
  player: Player;
  token: Token;
}

/** A new player with their secret; or a name like the one that was asked for which nobody has. */
export type Registered = { player: Player; token: string; recoveryCode: string } | { freeName: string };

/** A player who came back, with what takes the place of all that they had. */
export interface Recovered extends NewToken {
  player: Player;
  recoveryCode: string;
}

/** A new secret, to be shown to its player this once, and what is kept of it. */
export interface NewToken {
  token: Token;
  secret: string;
}

const TOKEN_BYTES = 32;
const TOKEN_PREFIX = 'crp_';
const TOKEN = /^crp_[A-Za-z0-9_-]{43}$/;
const CODE_PREFIX = 'crr_';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What the code of a player who has none, or is not there, is compared with: it takes as long, and never fits. */
const NO_HASH = new Uint8Array(TOKEN_BYTES);
/** Of one player, unless the configuration says otherwise. */
export const MOST_READ_TOKENS = 20;
const REMEMBERED_TOKENS = 10_000;
const NAMED_AT_ONCE = 1000;
/** What is put after a taken name to find a free one: small numbers first, then one that nobody else has thought of. */
const SUFFIXES = ['2', '3', '4', '5'];
const MOST_LOTTERY = 1_000_000;
/** So long a token that was revoked on another server may still be believed here. */
const REMEMBERED_MS = 750;

/** Everyone who plays, people and agents, and the tokens that speak for them. */
export class Players {
  readonly tokensInUse: TokensInUse;
  readonly #store: Store;
  readonly #byToken = new LRUCache<string, Identity>({ max: REMEMBERED_TOKENS, ttl: REMEMBERED_MS });
  /** how many tokens this server has revoked: what was looked up before the last of them is not remembered */
  #revocations = 0;

  readonly #mostReadTokens: number;

  constructor(store: Store, mostReadTokens = MOST_READ_TOKENS) {
    this.#store = store;
    this.#mostReadTokens = mostReadTokens;
    this.tokensInUse = new TokensInUse(store);
  }

  /** Works out the skeletons of players from before names were unique. To be called before anybody registers. */
  async start(): Promise<void> {
    for (;;) {
      const players = await this.#store.players.nameless(NAMED_AT_ONCE);
      if (players.length === 0) return;
      await this.#store.players.name(players.map(({ id, name }) => ({ id, skeleton: skeletonOf(name) })));
    }
  }

  /** Registers a player under a proper name. Token and code are returned here once and can never be read again. */
  async create(name: string, kind: PlayerKind): Promise<Registered> {
    const token = newSecret();
    const recoveryCode = newSecret(CODE_PREFIX);
    const player: Player = { id: uuidv7(), name, kind, createdAt: new Date() };
    const hashes = { tokenHash: hashOf(token), recoveryHash: hashOf(recoveryCode) };
    const kept = await this.#store.players.create({ player, skeleton: skeletonOf(name), ...hashes });
    return kept ? { player, token, recoveryCode } : { freeName: await this.#freeNameLike(name) };
  }

  /** Ends every token of who has this id or name and gives a new one and a new code; null when the code is not theirs. */
  async recover(who: string, recoveryCode: string): Promise<Recovered | null> {
    const asked = UUID.test(who) ? { id: who } : { skeleton: skeletonOf(who) };
    const found = await this.#store.players.recoverable(asked);
    const oldHash = hashOf(recoveryCode);
    if (!timingSafeEqual(found?.hash ?? NO_HASH, oldHash) || found === null) return null;
    const { player } = found;
    const [secret, nextCode] = [newSecret(), newSecret(CODE_PREFIX)];
    const token: Token = {
      id: uuidv7(),
      hash: hashOf(secret),
      playerId: player.id,
      scope: 'play',
      name: null,
      createdAt: new Date(),
    };
    const ended = await this.#store.players.recover({ player, oldHash, recoveryHash: hashOf(nextCode), token });
    if (ended === null) return null;
    for (const each of ended) {
      this.#forget(each);
      this.tokensInUse.end(each);
    }
    return { player, token, secret, recoveryCode: nextCode };
  }

  /** A first recovery code for a player from before there were any; null when they have one, which nobody can change by a token alone. */
  async createRecoveryCode(player: Player): Promise<string | null> {
    const recoveryCode = newSecret(CODE_PREFIX);
    return (await this.#store.players.giveRecovery(player.id, hashOf(recoveryCode))) ? recoveryCode : null;
  }

  /** Free at this moment; nobody is promised that it stays so. */
  async #freeNameLike(name: string): Promise<string> {
    const lot = String(randomInt(MOST_LOTTERY / 10, MOST_LOTTERY));
    const names = [...SUFFIXES, lot].map((suffix) => withSuffix(name, suffix));
    const taken = new Set(await this.#store.players.taken(names.map(skeletonOf)));
    return names.find((each) => !taken.has(skeletonOf(each))) ?? withSuffix(name, lot);
  }

  /** Whom a token speaks for, if memory knows; null: `byToken` finds out. */
  remembered(secret: string): Identity | null {
    return this.#byToken.get(hash('sha256', secret, 'base64')) ?? null;
  }

  /** Whom a token speaks for, or null. */
  async byToken(secret: string): Promise<Identity | null> {
    if (!TOKEN.test(secret)) return null;
    const key = hash('sha256', secret, 'base64');
    const tokenHash = Buffer.from(key, 'base64');
    const start = performance.now();
    const revocations = this.#revocations;
    const found = await this.#store.tokens.byHash(tokenHash);
    if (found === null || !timingSafeEqual(found.token.hash, tokenHash)) return null;
    if (revocations === this.#revocations) this.#byToken.set(key, found, { start });
    return found;
  }

  async get(id: string): Promise<Player | null> {
    return this.#store.players.find(id);
  }

  /** Puts a new secret in the place of a token's; null when another call did so first. */
  async rotate(token: Token): Promise<NewToken | null> {
    const secret = newSecret();
    const next = { hash: hashOf(secret), createdAt: new Date() };
    const replaced = await this.#store.tokens.replace(token.hash, next).finally(() => this.#forget(token));
    if (!replaced) return null;
    this.tokensInUse.end(token);
    return { token: { ...token, ...next }, secret };
  }

  /**
   * Another token, which can only read, for who calls with this one: `full` when its player has as many as one may, `ended`
   * when the one that they called with has just ended.
   */
  async createReadToken(by: Token, name: string | null): Promise<NewToken | 'full' | 'ended'> {
    const secret = newSecret();
    const id = uuidv7();
    const token: Token = {
      id,
      hash: hashOf(secret),
      playerId: by.playerId,
      scope: 'read',
      name,
      createdAt: new Date(),
    };
    if (await this.#store.tokens.add(token, this.#mostReadTokens, by.hash)) return { token, secret };
    return (await this.#store.tokens.byHash(by.hash)) === null ? 'ended' : 'full';
  }

  async tokens(player: Player): Promise<Token[]> {
    return this.#store.tokens.of(player.id);
  }

  /** Ends a read token. The token to play with stays, or its player could never come back: it is only rotated. */
  async revoke(player: Player, id: string): Promise<'revoked' | 'unknown' | 'needed'> {
    const token = (await this.tokens(player)).find((own) => own.id === id.toLowerCase());
    if (token === undefined) return 'unknown';
    if (token.scope === 'play') return 'needed';
    const removed = await this.#store.tokens.remove(player.id, token.id).finally(() => this.#forget(token));
    if (removed === null) return 'unknown';
    this.tokensInUse.end(token);
    return 'revoked';
  }

  #forget(token: Token): void {
    this.#revocations++;
    this.#byToken.delete(keyOf(token.hash));
  }
}

function newSecret(prefix = TOKEN_PREFIX): string {
  return prefix + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Only the hash is kept; a 256-bit random token needs no salt and no slow hash. */
function hashOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer');
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}
