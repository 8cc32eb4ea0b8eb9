import { hash, timingSafeEqual } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import type { Keyed } from '../eventlog/carry-out.ts';
import { Issuing, type SecretOf } from '../eventlog/issuing.ts';
import { done, type Refused, type Result, refused } from '../eventlog/result.ts';
import { UUID } from '../patterns.ts';
import type { Suspension } from '../store/db.ts';
import type { ServerClock } from '../store/game-rows.ts';
import type { Store } from '../store/store.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';
import { Devices } from './devices.ts';
import { ReservedNames, skeletonOf } from './name.ts';
import { guestName, Names } from './names.ts';
import type { PlayerWithToken } from './player-shapes.ts';
import { tokenEnded } from './refusals.ts';
import { hashOf, type Identity, RememberedTokens, SECRET_BYTES, secretIn, TokensInUse } from './tokens.ts';
import { TurnTokens } from './turn-tokens.ts';

export type { Identity } from './tokens.ts';
export type PlayerKind = PlayerRow['kind'];
export type Player = PlayerRow;
export type Token = TokenRow;

/** A player with a new token and a new recovery code, which replace all earlier ones. */
export type Registered = Omit<Static<typeof PlayerWithToken>, 'player'> & { player: Player };

export interface NewToken {
  token: Token;
  secret: string;
}

export interface PlayersOptions {
  /** names that no player may have */
  bots?: readonly string[] | undefined;
  /** default: the clock of the database */
  clock?: ServerClock | undefined;
}

const TOKEN = /^crp_[A-Za-z0-9_-]{43}$/;
const CODE_PREFIX = 'crr_';
/** Matches no code. Each code is compared with it too, so that the check takes the same time if there is no player. */
const NO_HASH = new Uint8Array(SECRET_BYTES);
/** The number of names that are tried for a guest. Few of ten million possible names are taken, so this is enough. */
const MOST_GUEST_NAMES = 5;
const MOST_READ_TOKENS = 20;

export class Players {
  readonly tokensInUse: TokensInUse;
  readonly names: Names;
  readonly devices: Devices;
  readonly turns: TurnTokens;
  readonly #store: Store;
  readonly #clock: ServerClock;
  readonly #byToken = new RememberedTokens();
  readonly #reserved: ReservedNames;
  readonly #issuing: Issuing;

  constructor(store: Store, options: PlayersOptions = {}) {
    const { bots = [], clock = store.log } = options;
    this.#store = store;
    this.#reserved = new ReservedNames(bots);
    this.#clock = clock;
    this.tokensInUse = new TokensInUse(store, clock);
    this.names = new Names({ store: store.players, clock, remembered: this.#byToken, reserved: this.#reserved });
    this.#issuing = new Issuing(store);
    const parts = { store, clock, issuing: this.#issuing };
    this.devices = new Devices(parts);
    this.turns = new TurnTokens(parts);
  }

  /** Creates a player; if `given` is null, a guest, whom the server names. Secrets are returned only this once. */
  create(given: string | null, kind: PlayerKind, request: Keyed = null): Promise<Result<Registered>> {
    return this.#issuing.issue<{ id: string; createdAt: string }, Registered>(request, {
      attempt: async (secretOf, rowFor) => {
        if (given !== null && this.#reserved.has(given)) return this.names.taken(given);
        for (let tries = 1; ; tries++) {
          const id = uuidv7();
          const name = given ?? guestName(id);
          const player: Player = { id, name, kind, createdAt: this.#clock.now() };
          const secrets = secretsOf(secretOf, id);
          const registration = {
            player,
            skeleton: skeletonOf(name),
            tokenHash: hashOf(secrets.token),
            recoveryHash: hashOf(secrets.recoveryCode),
            request: rowFor({ id, createdAt: player.createdAt.toISOString() }, player.createdAt),
          };
          if (await this.#store.players.create(registration)) return done({ player, ...secrets });
          if (given !== null || tries === MOST_GUEST_NAMES) return this.names.taken(name);
        }
      },
      again: async (secretOf, { id, createdAt }) => {
        const player = { id, name: given ?? guestName(id), kind, createdAt: new Date(createdAt) };
        return done({ player, ...secretsOf(secretOf, id) });
      },
    });
  }

  /** Replaces all tokens and the recovery code. The old code stays valid until the new token is used. */
  recover(who: string, recoveryCode: string, request: Keyed): Promise<Result<Registered>> {
    return this.#issuing.issue<{ id: string; playerId: string }, Registered>(request, {
      attempt: async (secretOf, rowFor) => {
        const asked = UUID.test(who) ? { id: who } : { skeleton: skeletonOf(who) };
        const found = await this.#store.players.recoverable(asked);
        const oldHash = hashOf(recoveryCode);
        const fits = [NO_HASH, ...(found?.hashes ?? [])].filter((hash) => timingSafeEqual(hash, oldHash));
        if (fits.length === 0 || found === null) return recoveryRefused();
        const { player } = found;
        const id = uuidv7();
        const next = { player, ...secretsOf(secretOf, id) };
        const createdAt = this.#clock.now();
        const hash = hashOf(next.token);
        const token: Token = { id, hash, playerId: player.id, scope: 'play', name: null, createdAt, lastUsedOn: null };
        const recoveryHash = hashOf(next.recoveryCode);
        const kept = rowFor({ id, playerId: player.id }, createdAt);
        const ended = await this.#store.players.recover({ player, oldHash, recoveryHash, token, request: kept });
        if (ended === null) return recoveryRefused();
        for (const each of ended) this.#end(each);
        return done(next);
      },
      again: async (secretOf, { id, playerId }) => {
        const player = await this.#store.players.find(playerId);
        return player === null ? recoveryRefused() : done({ player, ...secretsOf(secretOf, id) });
      },
    });
  }

  /** Returns the player of a cached token. Null: it is not cached; call `byToken`. */
  remembered(secret: string): Identity | null {
    return this.#byToken.get(hash('sha256', secret, 'base64'));
  }

  async byToken(secret: string): Promise<Identity | null> {
    if (!TOKEN.test(secret)) return null;
    const key = hash('sha256', secret, 'base64');
    const tokenHash = Buffer.from(key, 'base64');
    const found = await this.#byToken.after(key, async () => {
      const known = await this.#store.tokens.byHash(tokenHash);
      if (known?.endsCode) await this.#store.tokens.endFormerCode(tokenHash);
      return known !== null && timingSafeEqual(known.token.hash, tokenHash)
        ? { ...known, suspension: this.#unended(known.suspension) }
        : null;
    });
    if (found !== null) this.#noteUse(found.token);
    return found;
  }

  /** Suspends a player, or ends the suspension if it is null. False: there is no such player. */
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

  /** Stores the day of the last use, without waiting. If that fails, the next call tries again. */
  #noteUse({ hash, lastUsedOn }: Token): void {
    const today = this.#clock.now().toISOString().slice(0, 10);
    if (lastUsedOn !== today) this.#store.tokens.usedOn(hash, today).catch(() => {});
  }

  async get(id: string): Promise<Player | null> {
    return this.#store.players.find(id);
  }

  async known(id: string): Promise<Result<Player>> {
    const player = await this.get(id);
    if (player !== null) return { ok: true, value: player };
    return refused('player-not-found', `There is no player ${id}.`);
  }

  /** Replaces a token. `token` is null if it has ended, perhaps by an earlier attempt of this request. */
  rotate(token: Token | null, request: Keyed): Promise<Result<NewToken>> {
    return this.#issuing.issue<{ id: string; playerId: string; at: string }, NewToken>(request, {
      attempt: async (secretOf, rowFor) => {
        if (token === null) return refused('unauthorized', 'This server does not know this token.');
        const now = this.#clock.now();
        const at = now.toISOString();
        const secret = secretIn(secretOf(`${token.id} ${at}`, 'token'));
        const next = { hash: hashOf(secret), createdAt: now };
        const kept = rowFor({ id: token.id, playerId: token.playerId, at }, now);
        const replacing = this.#store.tokens.replace(token.hash, next, kept);
        if (!(await replacing.finally(() => this.#byToken.forget(token)))) return tokenEnded();
        this.tokensInUse.end(token);
        return done({ token: { ...token, ...next }, secret });
      },
      again: async (secretOf, { id, playerId, at }) => {
        const secret = secretIn(secretOf(`${id} ${at}`, 'token'));
        const then = (await this.#store.tokens.of(playerId)).find((each) => each.id === id);
        return then === undefined ? tokenEnded() : done({ token: { ...then, createdAt: new Date(at) }, secret });
      },
    });
  }

  createReadToken(by: Token, name: string | null, request: Keyed): Promise<Result<NewToken>> {
    const tokenOf = (id: string, secret: string, createdAt: Date): Token => {
      return { id, hash: hashOf(secret), playerId: by.playerId, scope: 'read', name, createdAt, lastUsedOn: null };
    };
    return this.#issuing.issue<{ id: string; createdAt: string }, NewToken>(request, {
      attempt: async (secretOf, rowFor) => {
        const id = uuidv7();
        const secret = secretIn(secretOf(id, 'token'));
        const now = this.#clock.now();
        const token = tokenOf(id, secret, now);
        const kept = rowFor({ id, createdAt: now.toISOString() }, now);
        if (await this.#store.tokens.add(token, MOST_READ_TOKENS, by.hash, kept)) return done({ token, secret });
        return (await this.#store.tokens.byHash(by.hash)) === null
          ? tokenEnded()
          : refused('too-many-tokens', `You have ${MOST_READ_TOKENS} read tokens, the most allowed.`);
      },
      again: async (secretOf, { id, createdAt }) => {
        const secret = secretIn(secretOf(id, 'token'));
        return done({ token: tokenOf(id, secret, new Date(createdAt)), secret });
      },
    });
  }

  async tokens(player: Player): Promise<Token[]> {
    return this.#store.tokens.of(player.id);
  }

  async revoke(by: Token, id: string): Promise<Result<null>> {
    if (by.id === id.toLowerCase()) return refused('token-needed', 'You cannot end the token that this call uses.');
    const removed = await this.#store.tokens.remove(by.playerId, id);
    if (removed === null) return noSuchToken(id);
    this.#end(removed);
    return done(null);
  }

  async revokeOthers(by: Token): Promise<Result<number>> {
    const removed = await this.#store.tokens.removeOthers(by.playerId, by.hash, this.#clock.now());
    if (removed === null) return tokenEnded();
    for (const each of removed) this.#end(each);
    return done(removed.length);
  }

  async renameToken(player: Player, id: string, name: string | null): Promise<Result<Token>> {
    const renamed = await this.#store.tokens.rename(player.id, id, name);
    if (renamed === null) return noSuchToken(id);
    this.#byToken.forget(renamed);
    return done(renamed);
  }

  async close(player: Player, recoveryCode: string): Promise<Result<null>> {
    const { accounts } = this.#store;
    const ended = await accounts
      .close(player.id, hashOf(recoveryCode), this.#clock.now())
      .finally(() => this.#byToken.forgetPlayer(player.id));
    for (const each of ended ?? []) this.#end(each);
    if (ended !== null) return done(null);
    if (await accounts.isThere(player.id)) return recoveryRefused();
    return refused('unauthorized', 'This account has just been deleted by another call.');
  }

  #end(token: Token): void {
    this.#byToken.forget(token);
    this.tokensInUse.end(token);
  }
}

function noSuchToken(id: string) {
  return refused('token-not-found', `You have no token ${id}.`);
}

function secretsOf(secretOf: SecretOf, id: string) {
  const recoveryCode = secretIn(secretOf(id, 'recovery code'), CODE_PREFIX);
  return { token: secretIn(secretOf(id, 'token')), recoveryCode };
}

function recoveryRefused(): Refused {
  return refused('recovery-refused', 'The recovery code is not this player’s.');
}
