import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { GameLogCopy } from '../contract/archive.ts';
import type { EventRow } from '../contract/event-log.ts';
import { ArchiveDamaged } from '../contract/failures.ts';

/** Beside the thread that serves everybody. */
const [compress, decompress] = [promisify(gzip), promisify(gunzip)];
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of a packed log: how it was made. */
const FORMAT = 1;

/** A log as a file holds it, and what it takes to read it there. */
export interface PackedLog {
  bytes: Buffer;
  key: Buffer;
  checksum: Buffer;
}

interface Content {
  gameId: string;
  version: number;
  head: string | null;
  events: [
    version: number,
    kind: string,
    seat: number | null,
    action: EventRow['action'],
    draws: number[],
    at: string,
  ][];
}

/**
 * A log, compressed and encrypted under a key of its own: format (1 byte), nonce (12), ciphertext, tag (16). The key stays in the
 * database, sealed as all secrets there, so that files need not be written anew when the keys of servers change.
 */
export async function packed({ gameId, version, head, events }: GameLogCopy): Promise<PackedLog> {
  const rows = events.map((row): Content['events'][number] => {
    return [row.version, row.kind, row.seat, row.action, row.draws, row.at.toISOString()];
  });
  const content: Content = { gameId, version, head, events: rows };
  const [key, nonce] = [randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(boundTo(gameId));
  const text = cipher.update(await compress(JSON.stringify(content)));
  cipher.final();
  const bytes = Buffer.concat([Buffer.from([FORMAT]), nonce, text, cipher.getAuthTag()]);
  return { bytes, key, checksum: checksumOf(bytes) };
}

/** The log of this game. Throws `ArchiveDamaged` where it is not what was packed. */
export async function unpacked(gameId: string, { bytes, key, checksum }: PackedLog): Promise<GameLogCopy> {
  if (!checksumOf(bytes).equals(checksum)) throw new ArchiveDamaged(`the checksum of game ${gameId} does not fit`);
  if (bytes[0] !== FORMAT) throw new ArchiveDamaged(`game ${gameId} is packed in the unknown format ${bytes[0]}`);
  const { events, ...of } = await contentOf(gameId, bytes, key);
  return { ...of, events: events.map((row) => rowOf(gameId, row)) };
}

async function contentOf(gameId: string, bytes: Buffer, key: Buffer): Promise<Content> {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(gameId));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch (error) {
    throw new ArchiveDamaged(`game ${gameId} was packed under another key, or as another game`, { cause: error });
  }
  return JSON.parse((await decompress(plain)).toString()) as Content;
}

function rowOf(gameId: string, [version, kind, seat, action, draws, at]: Content['events'][number]): EventRow {
  return { gameId, version, kind, seat, action, draws, at: new Date(at) };
}

function checksumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function boundTo(gameId: string): Buffer {
  return Buffer.from(`archived ${gameId.toLowerCase()}`);
}
