import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Json } from '#rules/kernel/json.ts';
import type { AnalysedDecisionRow } from '../contract/analyses.ts';
import type { MessageRow, ReportRow } from '../contract/chat.ts';
import type { CompetitionRow } from '../contract/competitions.ts';
import type { EventRow } from '../contract/event-log.ts';
import type { GameRow } from '../contract/games.ts';
import type { PlanRow } from '../contract/plans.ts';
import type { SnapshotRow } from '../contract/snapshots.ts';
import type { MasterKey } from './master-key.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** What of a row is secret, and beside it the same, sealed: one of the two is empty. */
export type Stored<Secrets> = { [Column in keyof Secrets]: Secrets[Column] | null } & { sealed: Bytes | null };
type GameSecrets = Pick<GameRow, 'seed' | 'serverSeed' | 'chainKey' | 'inviteCode'>;
type CompetitionSecrets = Pick<CompetitionRow, 'serverSeed' | 'inviteCode'>;
type EventSecrets = Pick<EventRow, 'action' | 'draws'>;
type EventPlace = Pick<EventRow, 'gameId' | 'version'>;
export type StoredEvent = Omit<EventRow, 'action' | 'draws'> & Stored<EventSecrets>;
export type StoredDecision = Omit<AnalysedDecisionRow, 'data'> & Stored<{ data: string }>;
export type StoredMessage = Pick<MessageRow, 'id' | 'gameId' | 'text'> & { sealed: Bytes | null };
export type StoredReport = Pick<ReportRow, 'messageId' | 'playerId' | 'note'> & { sealed: Bytes | null };
export type StoredPlan = Omit<PlanRow, 'content'> & Stored<{ content: string }>;
export type StoredSnapshot = Omit<SnapshotRow, 'game'> & Stored<{ game: string }>;

/** Where a sealed value stands. It opens in no other place. */
export interface Place {
  /** what shares a data key: a game, or a table */
  scope: string;
  /** table and row, as text */
  row: string;
}

/** A sealed value that does not open: damaged, moved to another place, or sealed under a key that is not there. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

/** It was sealed under a key that this server was not given: one that has it can open it. */
export class KeyMissing extends SealBroken {
  override name = 'KeyMissing';
}

const CIPHER = 'aes-256-gcm';
/** The first byte of a sealed value: how it was made. */
const FORMAT = 1;
const HEADER_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Asked for one by one, random bytes cost as much as the cipher. */
const NONCES_AT_ONCE = 512;
const DATA_KEYS_KEPT = 10_000;

/** Lengths tell of what is inside, so that they are rounded up: of a snapshot to kilobytes, of all else to 64 bytes. */
const STEP = 64;
const SNAPSHOT_STEP = 1024;
const DRAW_BYTES = 4;
const SPACE = 0x20;

/**
 * Which columns are secret, in each table. On the way to the database they go into the row's column `sealed` when there
 * is a key, and are left empty; on the way back they come out of it, or, where nothing was sealed, are there as they are.
 */
export class SealedRows {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  game({ id, seed, serverSeed, chainKey, inviteCode }: GameSecrets & { id: string }): Stored<GameSecrets> {
    const content = [seed, base64Of(serverSeed), base64Of(chainKey), inviteCode];
    const sealed = this.#seal(ofGame('game', id), content);
    if (sealed === null) return { seed, serverSeed, chainKey, inviteCode, sealed };
    return { seed: null, serverSeed: null, chainKey: null, inviteCode: null, sealed };
  }

  openGame({ id, sealed, ...plain }: Stored<GameSecrets> & { id: string }): GameSecrets {
    const { seed, serverSeed, chainKey, inviteCode } = plain;
    if (sealed === null) return { seed, serverSeed, chainKey: present(chainKey), inviteCode };
    const content = this.#open<(string | null)[]>(ofGame('game', id), sealed);
    const [openSeed = null, secretSeed = null, key = null, code = null] = content;
    return { seed: openSeed, serverSeed: bytesOf(secretSeed), chainKey: present(bytesOf(key)), inviteCode: code };
  }

  competition({ id, serverSeed, inviteCode }: CompetitionSecrets & { id: string }): Stored<CompetitionSecrets> {
    const sealed = this.#seal(ofTable('competition', id), [base64Of(serverSeed), inviteCode]);
    return sealed === null ? { serverSeed, inviteCode, sealed } : { serverSeed: null, inviteCode: null, sealed };
  }

  openCompetition({ id, sealed, ...plain }: Stored<CompetitionSecrets> & { id: string }): CompetitionSecrets {
    if (sealed === null) return { serverSeed: present(plain.serverSeed), inviteCode: plain.inviteCode };
    const [seed, inviteCode] = this.#open<[string, string | null]>(ofTable('competition', id), sealed);
    return { serverSeed: present(bytesOf(seed)), inviteCode };
  }

  event({ gameId, version, action, draws }: EventPlace & EventSecrets): Stored<EventSecrets> {
    const sealed = this.#seal(ofGame('game_event', gameId, version), [action, drawsAsText(draws)]);
    return sealed === null ? { action, draws, sealed } : { action: null, draws: null, sealed };
  }

  openEvent(row: StoredEvent): EventRow {
    const { sealed, ...plain } = row;
    if (sealed === null) return { ...plain, draws: present(plain.draws) };
    const [action, draws] = this.#open<[Json, string]>(ofGame('game_event', row.gameId, row.version), sealed);
    return { ...plain, action, draws: drawsIn(draws) };
  }

  snapshot({ gameId, version, code, game }: SnapshotRow): Stored<{ game: string }> {
    const sealed = this.#seal(ofGame('game_snapshot', gameId, version, code), game, SNAPSHOT_STEP);
    return { game: sealed === null ? game : null, sealed };
  }

  openSnapshot({ sealed, game, ...of }: StoredSnapshot): SnapshotRow {
    const { gameId, version, code } = of;
    if (sealed === null) return { ...of, game: present(game) };
    return { ...of, game: this.#open(ofGame('game_snapshot', gameId, version, code), sealed) };
  }

  decision({
    gameId,
    version,
    data,
  }: Pick<AnalysedDecisionRow, 'gameId' | 'version' | 'data'>): Stored<{ data: string }> {
    const sealed = this.#seal(ofGame('analysed_decision', gameId, version), data);
    return { data: sealed === null ? data : null, sealed };
  }

  openDecision({ sealed, data, ...of }: StoredDecision): AnalysedDecisionRow {
    if (sealed === null) return { ...of, data: present(data) };
    return { ...of, data: this.#open(ofGame('analysed_decision', of.gameId, of.version), sealed) };
  }

  /** What was said; of what was taken away nothing is there to seal. */
  message({ id, gameId, text }: Pick<MessageRow, 'id' | 'gameId' | 'text'>): Omit<StoredMessage, 'id' | 'gameId'> {
    const sealed = text === null ? null : this.#seal(ofGame('message', gameId, id), text);
    return { text: sealed === null ? text : null, sealed };
  }

  openMessage({ id, gameId, text, sealed }: StoredMessage): string | null {
    return sealed === null ? text : this.#open<string>(ofGame('message', gameId, id), sealed);
  }

  /** What was told about a message. */
  report({ messageId, playerId, note }: Omit<StoredReport, 'sealed'>): Pick<StoredReport, 'note' | 'sealed'> {
    const sealed = note === null ? null : this.#seal(ofTable('message_report', `${messageId} ${playerId}`), note);
    return { note: sealed === null ? note : null, sealed };
  }

  openReport({ messageId, playerId, note, sealed }: StoredReport): string | null {
    return sealed === null ? note : this.#open<string>(ofTable('message_report', `${messageId} ${playerId}`), sealed);
  }

  plan({ gameId, seat, content: plain }: Pick<PlanRow, 'gameId' | 'seat' | 'content'>): Stored<{ content: string }> {
    const sealed = this.#seal(ofGame('game_plan', gameId, seat), plain);
    return { content: sealed === null ? plain : null, sealed };
  }

  openPlan({ sealed, content, ...of }: StoredPlan): PlanRow {
    if (sealed === null) return { ...of, content: present(content) };
    return { ...of, content: this.#open(ofGame('game_plan', of.gameId, of.seat), sealed) };
  }

  /** The bytes of a row of another table: a commitment's seed, a key that the servers share. */
  bytes(table: string, row: string, bytes: Uint8Array): Stored<{ plain: Uint8Array<ArrayBuffer> }> {
    const sealed = this.#seal(ofTable(table, row), base64Of(bytes));
    return { plain: sealed === null ? Uint8Array.from(bytes) : null, sealed };
  }

  openBytes(table: string, row: string, { plain, sealed }: Stored<{ plain: Uint8Array }>): Uint8Array {
    return present(sealed === null ? plain : bytesOf(this.#open<string>(ofTable(table, row), sealed)));
  }

  /** What a webhook signs with. */
  webhook(id: string, secret: string): Stored<{ secret: string }> {
    const sealed = this.#seal(ofTable('webhook', id), secret);
    return { secret: sealed === null ? secret : null, sealed };
  }

  openWebhook(id: string, { secret, sealed }: Stored<{ secret: string }>): string {
    return sealed === null ? present(secret) : this.#open<string>(ofTable('webhook', id), sealed);
  }

  #seal(place: Place, content: Json, step = STEP): Bytes | null {
    return this.#sealer.seal(place, padded(JSON.stringify(content), step));
  }

  #open<Content extends Json>(place: Place, sealed: Uint8Array): Content {
    return JSON.parse(this.#sealer.open(place, sealed).toString()) as Content;
  }
}

/**
 * Seals with the first of its keys and opens with any of them. A sealed value is format (1 byte), id of the master key
 * (4), nonce (12), ciphertext, tag (16). What it stands for is authenticated with the first two and with its place.
 */
export class Sealer {
  readonly #keys: ReadonlyMap<string, MasterKey>;
  readonly #header: Buffer | null;
  readonly #nonces = Buffer.alloc(NONCES_AT_ONCE * NONCE_BYTES);
  #nextNonce = NONCES_AT_ONCE;
  /** by master key and scope: deriving one takes as long as sealing */
  readonly #dataKeys = new LRUCache<string, Buffer>({ max: DATA_KEYS_KEPT });

  /** Without a key nothing is sealed. */
  constructor(keys: readonly MasterKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    const [first] = keys;
    this.#header = first === undefined ? null : Buffer.from([FORMAT, ...Buffer.from(first.id, 'hex')]);
  }

  /** The sealed value, or null when nothing is sealed here. */
  seal(place: Place, plain: Buffer): Buffer<ArrayBuffer> | null {
    if (this.#header === null) return null;
    const nonce = this.#nonce();
    const cipher = createCipheriv(CIPHER, this.#dataKey(this.#header, place), nonce);
    cipher.setAAD(boundTo(this.#header, place));
    const text = cipher.update(plain);
    cipher.final();
    return Buffer.concat([this.#header, nonce, text, cipher.getAuthTag()]);
  }

  /** What was sealed in this place. Throws `SealBroken`. */
  open(place: Place, sealed: Uint8Array): Buffer {
    const value = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (value.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) throw new SealBroken(`${place.row} is cut short`);
    const header = value.subarray(0, HEADER_BYTES);
    const nonce = value.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#dataKey(header, place), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(header, place));
    decipher.setAuthTag(value.subarray(-TAG_BYTES));
    const plain = decipher.update(value.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw new SealBroken(`${place.row} was damaged, or sealed in another place`, { cause: error });
    }
    return plain;
  }

  /** Good until the next one is asked for. */
  #nonce(): Buffer {
    if (this.#nextNonce === NONCES_AT_ONCE) {
      randomFillSync(this.#nonces);
      this.#nextNonce = 0;
    }
    const at = this.#nextNonce++ * NONCE_BYTES;
    return this.#nonces.subarray(at, at + NONCE_BYTES);
  }

  #dataKey(header: Buffer, { scope, row }: Place): Buffer {
    const id = header.toString('hex', 1);
    const name = `${id} ${scope}`;
    const known = this.#dataKeys.get(name);
    if (known !== undefined) return known;
    const master = header[0] === FORMAT ? this.#keys.get(id) : undefined;
    if (master === undefined) throw new KeyMissing(`${row} is sealed under the key ${id}, which is not there`);
    const key = master.dataKey(scope);
    this.#dataKeys.set(name, key);
    return key;
  }
}

function boundTo(header: Buffer, { row }: Place): Buffer {
  return Buffer.concat([header, Buffer.from(row)]);
}

/** A game has a key of its own: of events alone there may be more than one key should seal. */
function ofGame(table: string, gameId: string, ...more: (string | number)[]): Place {
  const id = gameId.toLowerCase();
  return { scope: `game ${id}`, row: [table, id, ...more].join(' ') };
}

function ofTable(table: string, row: string): Place {
  return { scope: table, row: `${table} ${row.toLowerCase()}` };
}

/** Spaces behind JSON change nothing. */
function padded(text: string, step: number): Buffer {
  const length = Buffer.byteLength(text);
  const plain = Buffer.alloc(Math.ceil(length / step) * step, SPACE);
  plain.write(text);
  return plain;
}

/** Each number takes as much room as any other, so that the length tells only how many there are. */
function drawsAsText(draws: readonly number[]): string {
  const bytes = Buffer.alloc(draws.length * DRAW_BYTES);
  for (const [i, draw] of draws.entries()) bytes.writeUInt32LE(draw, i * DRAW_BYTES);
  return bytes.toString('base64');
}

function drawsIn(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / DRAW_BYTES }, (_, i) => bytes.readUInt32LE(i * DRAW_BYTES));
}

export function base64Of(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function bytesOf(text: string | null): Uint8Array | null {
  return text === null ? null : Uint8Array.from(Buffer.from(text, 'base64'));
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a row holds neither a secret nor its sealed form');
  return value;
}
