import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** The validity of tokens. Push services accept at most 24 hours. */
const TOKEN_SECONDS = 12 * 3600;
const PRIVATE_BYTES = 32;

/** The key pair and contact of this server for push services (RFC 8292, "VAPID"). */
export class PushKey {
  /** an uncompressed point in base64url, with which browsers subscribe */
  readonly publicKey: string;
  readonly #privateKey: KeyObject;
  readonly #subject: string;

  /** `secret` has 32 bytes. `subject` is a mailto: or https: URL. Throws if the bytes are no valid key. */
  constructor(secret: Uint8Array, subject: string) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(secret));
    const point = pair.getPublicKey();
    this.publicKey = point.toString('base64url');
    this.#subject = subject;
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const d = Buffer.from(secret).toString('base64url');
    this.#privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d } as never, format: 'jwk' });
  }

  static fresh(): Uint8Array {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const bytes = pair.getPrivateKey();
    return Buffer.concat([Buffer.alloc(PRIVATE_BYTES - bytes.length), bytes]);
  }

  authorization(endpoint: string, at: Date): string {
    const exp = Math.floor(at.getTime() / 1000) + TOKEN_SECONDS;
    const claims = { aud: new URL(endpoint).origin, exp, sub: this.#subject };
    const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(content), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${content}.${signature.toString('base64url')}, k=${this.publicKey}`;
  }
}
