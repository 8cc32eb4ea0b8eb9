import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../store/store.ts';

const KEY_NAME = 'notice links';
const KEY_BYTES = 32;
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class MailKeys {
  readonly #store: Store;
  #key: Uint8Array | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns a token that is valid once. The database stores only its hash. */
  fresh(): { token: string; hash: Uint8Array } {
    const token = randomBytes(KEY_BYTES).toString('base64url');
    return { token, hash: hashOf(token) };
  }

  /** Returns the hash by which confirmation mails to a mailbox are counted, so that its address need not be stored. */
  async addressHash(address: string): Promise<Uint8Array> {
    return this.#hmac(`address ${mailboxOf(address)}`);
  }

  /** Returns a token that ends all mail to one channel. It never expires. */
  async unsubscribing(channelId: string): Promise<string> {
    return `${channelId}.${Buffer.from(await this.#hmac(`unsubscribe ${channelId}`)).toString('base64url')}`;
  }

  async unsubscribed(token: string): Promise<string | null> {
    const [id = ''] = token.split('.');
    if (!UUID.test(id)) return null;
    const [asked, right] = [token, await this.unsubscribing(id)].map(hashOf) as [Uint8Array, Uint8Array];
    return timingSafeEqual(asked, right) ? id : null;
  }

  /** Returns a token for the link to a decision. It stays the same if the mail is sent again. */
  async turn(deliveryId: string): Promise<string> {
    return Buffer.from(await this.#hmac(`turn ${deliveryId}`)).toString('base64url');
  }

  async #hmac(text: string): Promise<Uint8Array> {
    this.#key ??= await this.#store.dailies.key(KEY_NAME, randomBytes(KEY_BYTES));
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

/** Returns the address without a tag after a plus sign, and at Gmail without dots: they do not change the mailbox. */
function mailboxOf(address: string): string {
  const [, name = '', host = ''] = /^([^@]*)@(.*)$/.exec(address.toLowerCase()) ?? [];
  const untagged = name.replace(/(?!^)\+.*$/, '');
  return GMAIL.has(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
}

export function hashOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer');
}
