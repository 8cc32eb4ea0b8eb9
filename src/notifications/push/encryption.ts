import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushAddress } from '../../store/notifications.ts';

/** The length of an uncompressed point on the curve P-256, as browsers send it. */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The record size in bytes. Each message fits into one record. */
const RECORD_BYTES = 4096;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** All messages are padded to this length, so that their length reveals nothing. */
const PADDED_BYTES = 2048;
/** The byte that ends the text. Zeros follow it. */
const DELIMITER = 2;

interface Chance {
  salt: Buffer;
  privateKey: Buffer;
  paddedBytes: number;
}

/** Returns whether the lengths are right and the public key is a point on the curve. */
export function areKeys({ p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts a text by RFC 8291 (aes128gcm of RFC 8188). Throws `RangeError` if it is too long. */
export function encrypted(text: string, to: Pick<PushAddress, 'p256dh' | 'auth'>, chance?: Chance): Buffer {
  const { salt, privateKey, paddedBytes } = chance ?? {
    salt: randomBytes(SALT_BYTES),
    privateKey: null,
    paddedBytes: PADDED_BYTES,
  };
  const receiver = Buffer.from(to.p256dh, 'base64url');
  const sender = createECDH('prime256v1');
  if (privateKey === null) sender.generateKeys();
  else sender.setPrivateKey(privateKey);
  const shared = sender.computeSecret(receiver);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender.getPublicKey()]);
  const input = hkdf(Buffer.from(to.auth, 'base64url'), shared, info, 32);
  const key = hkdf(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = hkdf(salt, input, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(padded(text, paddedBytes)), cipher.final(), cipher.getAuthTag()];
  const header = Buffer.alloc(SALT_BYTES + 5);
  salt.copy(header);
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES);
  header.writeUInt8(POINT_BYTES, SALT_BYTES + 4);
  return Buffer.concat([header, sender.getPublicKey(), ...sealed]);
}

function padded(text: string, bytes: number): Buffer {
  const content = Buffer.from(text);
  if (content.length + 1 > RECORD_BYTES - HEADER_BYTES - TAG_BYTES) throw new RangeError('the message is too long');
  const plain = Buffer.alloc(Math.max(bytes, content.length + 1));
  content.copy(plain);
  plain.writeUInt8(DELIMITER, content.length);
  return plain;
}

function hkdf(salt: Buffer, input: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
}
