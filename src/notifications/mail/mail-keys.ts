import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../store/store.ts';

/** In the table of keys that the servers share. */
const KEY_NAME = 'notice links';
const KEY_BYTES = 32;
/** Two names of the same mailboxes. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tokens that mails carry. */
export class MailKeys {
  readonly #store: Store;
  #key: Uint8Array | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** A token to be spent once, and what is kept of it. */
  fresh(): { token: string; hash: Uint8Array } {
    const token = randomBytes(KEY_BYTES).toString('base64url');
    return { token, hash: hashOf(token) };
  }

  /** Names a mailbox to the server, which counts mails to it, and to no other. */
  async addressHash(address: string): Promise<Uint8Array> {
    return this.#hmac(`address ${mailboxOf(address)}`);
  }

  /** A token that ends all mail of one channel, however often and however late. */
  async unsubscribing(channelId: string): Promise<string> {
    return `${channelId}.${Buffer.from(await this.#hmac(`unsubscribe ${channelId}`)).toString('base64url')}`;
  }

  /** The channel of such a token; null: it is none. */
  async unsubscribed(token: string): Promise<string | null> {
    const [id = ''] = token.split('.');
    if (!UUID.test(id)) return null;
    const [asked, right] = [token, await this.unsubscribing(id)].map(hashOf) as [Uint8Array, Uint8Array];
    return timingSafeEqual(asked, right) ? id : null;
  }

  /** A token that a mail about a turn carries: the same when it has to be sent again. */
  async turn(deliveryId: string): Promise<string> {
    return Buffer.from(await this.#hmac(`turn ${deliveryId}`)).toString('base64url');
  }

  async #hmac(text: string): Promise<Uint8Array> {
    this.#key ??= await this.#store.dailies.key(KEY_NAME, randomBytes(KEY_BYTES));
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

/** Where mail to an address arrives: a tag after a plus sign changes nothing, and at Gmail neither do dots. */
function mailboxOf(address: string): string {
  const [, name = '', host = ''] = /^([^@]*)@(.*)$/.exec(address.toLowerCase()) ?? [];
  const untagged = name.replace(/(?!^)\+.*$/, '');
  return GMAIL.has(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
}

export function hashOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer');
}
