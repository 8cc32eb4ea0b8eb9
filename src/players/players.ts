import { hash, timingSafeEqual } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { HouseClock } from '../store/contract/event-log.ts';
import type { Store } from '../store/contract/store.ts';
import type { PlayerRow, Suspension, TokenRow } from '../store/contract/tokens.ts';
import { Devices } from './devices.ts';
import { isReserved, skeletonOf } from './name.ts';
import { Names } from './names.ts';
import { type Identity, RememberedTokens } from './remembered-tokens.ts';
import { hashOf, newSecret, SECRET_BYTES } from './secret.ts';
import { TokensInUse } from './tokens-in-use.ts';
import { TurnTokens } from './turn-tokens.ts';

export type { Identity } from './remembered-tokens.ts';
export type PlayerKind = PlayerRow['kind'];
export type Player = PlayerRow;
export type Token = TokenRow;

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

/** What players may have, and what all goes by. */
export interface PlayersOptions {
  /** tokens of one player that only read */
  readTokens?: number | undefined;
  /** tokens of one player to play with */
  devices?: number | undefined;
  /** what all goes by that happens by the clock; the database's own when it is left out */
  clock?: HouseClock | undefined;
}

const TOKEN = /^crp_[A-Za-z0-9_-]{43}$/;
const CODE_PREFIX = 'crr_';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What the code of a player who has none, or is not there, is compared with: it takes as long, and never fits. */
const NO_HASH = new Uint8Array(SECRET_BYTES);
/** Of one player, unless the configuration says otherwise. */
export const MOST_READ_TOKENS = 20;
const NAMED_AT_ONCE = 1000;

/** Everyone who plays, people and agents, and the tokens that speak for them. */
export class Players {
  readonly tokensInUse: TokensInUse;
  readonly names: Names;
  readonly devices: Devices;
  readonly turns: TurnTokens;
  readonly #store: Store;
  readonly #clock: HouseClock;
  readonly #byToken = new RememberedTokens();
  readonly #mostReadTokens: number;

  constructor(store: Store, { readTokens = MOST_READ_TOKENS, devices, clock = store.log }: PlayersOptions = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#mostReadTokens = readTokens;
    this.tokensInUse = new TokensInUse(store, clock);
    this.names = new Names(store.players, clock, this.#byToken);
    this.devices = new Devices(store.tokens, clock, devices);
    this.turns = new TurnTokens(store, clock);
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
    if (isReserved(name)) return { freeName: await this.names.freeNameLike(name) };
    const token = newSecret();
    const recoveryCode = newSecret(CODE_PREFIX);
    const player: Player = { id: uuidv7(), name, kind, createdAt: this.#clock.now() };
    const hashes = { tokenHash: hashOf(token), recoveryHash: hashOf(recoveryCode) };
    const kept = await this.#store.players.create({ player, skeleton: skeletonOf(name), ...hashes });
    return kept ? { player, token, recoveryCode } : { freeName: await this.names.freeNameLike(name) };
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
      createdAt: this.#clock.now(),
      lastUsedOn: null,
    };
    const ended = await this.#store.players.recover({ player, oldHash, recoveryHash: hashOf(nextCode), token });
    if (ended === null) return null;
    for (const each of ended) this.#end(each);
    return { player, token, secret, recoveryCode: nextCode };
  }

  /** A first recovery code for a player from before there were any; null when they have one, which nobody can change by a token alone. */
  async createRecoveryCode(player: Player): Promise<string | null> {
    const recoveryCode = newSecret(CODE_PREFIX);
    return (await this.#store.players.giveRecovery(player.id, hashOf(recoveryCode))) ? recoveryCode : null;
  }

  /** Whom a token speaks for, if memory knows; null: `byToken` finds out. */
  remembered(secret: string): Identity | null {
    return this.#byToken.get(hash('sha256', secret, 'base64'));
  }

  /** Whom a token speaks for, or null. */
  async byToken(secret: string): Promise<Identity | null> {
    if (!TOKEN.test(secret)) return null;
    const key = hash('sha256', secret, 'base64');
    const tokenHash = Buffer.from(key, 'base64');
    const found = await this.#byToken.after(key, async () => {
      const known = await this.#store.tokens.byHash(tokenHash);
      return known !== null && timingSafeEqual(known.token.hash, tokenHash)
        ? { ...known, suspension: this.#unended(known.suspension) }
        : null;
    });
    if (found !== null) this.#noteUse(found.token);
    return found;
  }

  /** Keeps a player out with all their tokens, or lets them in again (null). False: there is no such player. */
  async suspend(playerId: string, suspension: Suspension | null): Promise<boolean> {
    const suspended = await this.#store.players.suspend(playerId, suspension);
    this.#byToken.forgetPlayer(playerId);
    const ended = suspended && suspension !== null ? await this.#store.tokens.of(playerId) : [];
    for (const token of ended) this.tokensInUse.end(token);
    return suspended;
  }

  #unended(suspension: Suspension | null): Suspension | null {
    const { until = null } = suspension ?? {};
    return until !== null && until <= this.#clock.now() ? null : suspension;
  }

  /** Once a day; nobody waits for it, and it is noted with the next call when it could not be. */
  #noteUse({ hash, lastUsedOn }: Token): void {
    const today = this.#clock.now().toISOString().slice(0, 10);
    if (lastUsedOn !== today) this.#store.tokens.usedOn(hash, today).catch(() => {});
  }

  async get(id: string): Promise<Player | null> {
    return this.#store.players.find(id);
  }

  /** Puts a new secret in the place of a token's; null when another call did so first. */
  async rotate(token: Token): Promise<NewToken | null> {
    const secret = newSecret();
    const next = { hash: hashOf(secret), createdAt: this.#clock.now() };
    const replaced = await this.#store.tokens.replace(token.hash, next).finally(() => this.#byToken.forget(token));
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
      createdAt: this.#clock.now(),
      lastUsedOn: null,
    };
    if (await this.#store.tokens.add(token, this.#mostReadTokens, by.hash)) return { token, secret };
    return (await this.#store.tokens.byHash(by.hash)) === null ? 'ended' : 'full';
  }

  async tokens(player: Player): Promise<Token[]> {
    return this.#store.tokens.of(player.id);
  }

  /** Ends another token than the one that its player calls with: that one is changed, or ended from another device. */
  async revoke(by: Token, id: string): Promise<'revoked' | 'unknown' | 'own'> {
    if (by.id === id.toLowerCase()) return 'own';
    const removed = await this.#store.tokens.remove(by.playerId, id);
    if (removed === null) return 'unknown';
    this.#end(removed);
    return 'revoked';
  }

  /** Ends all other tokens of who calls with this one, and tells how many; null when it has just ended itself. */
  async revokeOthers(by: Token): Promise<number | null> {
    const removed = await this.#store.tokens.removeOthers(by.playerId, by.hash);
    for (const each of removed ?? []) this.#end(each);
    return removed?.length ?? null;
  }

  /** Calls a token something else; null when the player has none with this id. */
  async renameToken(player: Player, id: string, name: string | null): Promise<Token | null> {
    const renamed = await this.#store.tokens.rename(player.id, id, name);
    if (renamed !== null) this.#byToken.forget(renamed);
    return renamed;
  }

  /**
   * Deletes an account: nothing speaks for the player any more, and they have no name. `needsCode`: they have no recovery code
   * yet, by which alone they can be deleted; `refused`: it is not this one; `gone`: another call was quicker.
   */
  async close(player: Player, recoveryCode: string): Promise<'closed' | 'needsCode' | 'refused' | 'gone'> {
    const { accounts } = this.#store;
    const ended = await accounts
      .close(player.id, hashOf(recoveryCode), this.#clock.now())
      .finally(() => this.#byToken.forgetPlayer(player.id));
    for (const each of ended ?? []) this.#end(each);
    if (ended !== null) return 'closed';
    const recovery = await accounts.recoveryOf(player.id);
    if (recovery === 'gone') return 'gone';
    return recovery === 'none' ? 'needsCode' : 'refused';
  }

  #end(token: Token): void {
    this.#byToken.forget(token);
    this.tokensInUse.end(token);
  }
}
