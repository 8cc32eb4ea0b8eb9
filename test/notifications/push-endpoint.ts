import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushReceived {
  path: string;
  headers: IncomingHttpHeaders;
  said: any;
  claims: any;
}

/** Reads encrypted pushes as a browser does (RFC 8291 and 8292). It shares no code with the service. */
export class Subscriber {
  readonly #pair = createECDH('prime256v1');
  readonly #auth: Buffer;

  constructor(privateKey?: Buffer, auth = randomBytes(16)) {
    if (privateKey === undefined) this.#pair.generateKeys();
    else this.#pair.setPrivateKey(privateKey);
    this.#auth = auth;
  }

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
  }

  decrypted(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const sender = body.subarray(21, 21 + length);
    const record = body.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const input = hkdfSync('sha256', this.#pair.computeSecret(sender), this.#auth, info, 32);
    const derived = (label: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, `Content-Encoding: ${label}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    decipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = plain.findLastIndex((byte) => byte !== 0);
    if (plain[end] !== 2) throw new Error('the record does not end as the last one does');
    return plain.toString('utf8', 0, end);
  }
}

/** Returns the claims of the sender. Throws if their signature is not valid. */
export function claimsIn(authorization = ''): any {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  const signed = verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'));
  if (!signed) throw new Error('the token is not signed with the key that is named');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}

export class PushEndpoint {
  readonly received: PushReceived[] = [];
  answering: (response: ServerResponse) => void = (response) => response.writeHead(201).end();
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { headers, url: path = '' } = request;
      const said = JSON.parse(this.#subscribers.get(path)?.decrypted(Buffer.concat(parts)) ?? 'null');
      this.received.push({ path, headers, said, claims: claimsIn(headers.authorization) });
      this.answering(response);
    });
  });

  static async start(): Promise<PushEndpoint> {
    const endpoint = new PushEndpoint();
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    return endpoint;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  subscribe(path = `/send/${this.#subscribers.size}`) {
    const subscriber = new Subscriber();
    this.#subscribers.set(path, subscriber);
    return { endpoint: this.origin + path, expirationTime: null, keys: subscriber.keys };
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
