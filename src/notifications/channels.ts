import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import type { Catalogue } from '#rules/catalogue.ts';
import { Idempotency, type IdempotentRequest } from '../eventlog/idempotency.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import type { ChannelChanges, ChannelRow, NotificationChannelStore, PushChannel } from '../store/channels.ts';
import type { Store } from '../store/store.ts';
import type { TurnLinkStore } from '../store/turn-links.ts';
import { checkedUrl, type Reach } from './address.ts';
import type { NewNotificationChannel, NotificationTest } from './channel-shapes.ts';
import { MailChannels, MOST_CONFIRMATIONS } from './mail/mail-channels.ts';
import { MailKeys } from './mail/mail-keys.ts';
import { MailSender } from './mail/mail-sender.ts';
import { type Mailed, Mailer, type MailSettings } from './mail/mailer.ts';
import { TurnLinks } from './mail/turn-links.ts';
import type { Parcel, Send } from './parcel.ts';
import { areKeys } from './push/encryption.ts';
import { PushKey } from './push/push-key.ts';
import { PushSender } from './push/push-sender.ts';
import { ATTEMPT_TIMEOUT_MS, NOTIFICATION_EVENTS } from './webhook/webhooks.ts';

/** Of one player, unless the configuration says otherwise. */
const MOST_NOTIFICATION_CHANNELS = 10;

/** So long mails that ask whose an address is are counted, and a day more. */
const LINKS_KEPT_MS = 31 * 24 * 3600 * 1000;
/** Mails that try an address: so many within so long, a channel. */
const MOST_MAIL_TESTS = 3;
const MAIL_TESTS_WITHIN_MS = 3_600_000;

/** In the table of keys that the servers share. */
const KEY_NAME = 'push key';
/** Push services ask for somebody to write to; who runs a house says who that is. */
export const CONTACT = 'https://croupier.invalid';

type AskedChannel = Static<typeof NewNotificationChannel>;
type Tested = Static<typeof NotificationTest>;

export interface NotificationChannelsParts {
  store: Store;
  catalogue: Catalogue;
  /** where pushes may go */
  reach: Reach;
  /** the house's clock */
  now: () => Date;
  /** whom a push service may write to: a mailto: or https: URL */
  contact?: string | undefined;
  /** how mail leaves the house; null: none does */
  mail?: MailSettings | null;
  /** told what came of each mail that was tried, whatever it said */
  onMailed?: ((mailed: Mailed) => void) | undefined;
  /** mails an hour that ask whose an address is, for all players together */
  mostConfirmations?: number | undefined;
}

/** Where players are told as people: setting it up, changing it, trying it out. */
export class NotificationChannels {
  readonly #store: NotificationChannelStore;
  readonly #reach: Reach;
  readonly #key: () => Promise<PushKey>;
  readonly #now: () => Date;
  readonly #tested = new Set<string>();
  readonly #push: PushSender;
  readonly #mail: MailSender | null;
  readonly mail: MailChannels;
  readonly #links: TurnLinkStore;
  readonly #idempotency: Idempotency;

  constructor(parts: NotificationChannelsParts) {
    const { store, catalogue, reach, now } = parts;
    this.#store = store.notificationChannels;
    this.#links = store.turnLinks;
    this.#idempotency = new Idempotency(store.requests);
    this.#reach = reach;
    this.#now = now;
    this.#key = keyOf(parts);
    this.#push = new PushSender({ store: store.notificationChannels, catalogue, reach, key: this.#key });
    const keys = new MailKeys(store);
    const mail = {
      store: store.notificationChannels,
      catalogue,
      keys,
      links: new TurnLinks({ store: store.turnLinks, keys }),
    };
    this.#mail = parts.mail ? new MailSender({ ...mail, mailer: new Mailer(parts.mail, parts.onMailed) }) : null;
    this.mail = new MailChannels({
      store: store.notificationChannels,
      idempotency: this.#idempotency,
      keys,
      sender: this.#mail,
      now,
      most: MOST_NOTIFICATION_CHANNELS,
      mostConfirmations: parts.mostConfirmations ?? MOST_CONFIRMATIONS,
    });
  }

  /** What carries deliveries to channels of each kind. */
  get senders(): { push: Send; mail?: Send } {
    const mail = this.#mail;
    return {
      push: (parcel, options) => this.#push.send(parcel, options),
      ...(mail === null ? {} : { mail: (parcel: Parcel, options) => mail.send(parcel, options) }),
    };
  }

  /** Deletes what links in mails were kept for and is long over: mails to an address are counted for a month. */
  async tidy(now: Date): Promise<void> {
    await this.#links.tidy(now, new Date(now.getTime() - LINKS_KEPT_MS));
  }

  /** What browsers subscribe with, in base64url. */
  async pushKey(): Promise<string> {
    return (await this.#key()).publicKey;
  }

  /** Adds a browser or a mail address of a player. */
  add(playerId: string, asked: AskedChannel, request: IdempotentRequest | null): Promise<Result<ChannelRow>> {
    return this.#idempotency.afterwards<ChannelRow>(
      request,
      () => (asked.kind === 'mail' ? this.mail.add(playerId, asked) : this.#addPush(playerId, asked)),
      ({ id }) => id,
      async (id) => {
        const channel = await this.#store.get(playerId, String(id));
        return channel === null ? notFound(String(id)) : done(channel);
      },
    );
  }

  /** A browser that is to be told; one that is known already gets the new keys and is told again. */
  async #addPush(
    playerId: string,
    { subscription, events = [...NOTIFICATION_EVENTS] }: Extract<AskedChannel, { kind: 'push' }>,
  ): Promise<Result<ChannelRow>> {
    const checked = checkedUrl(subscription.endpoint, this.#reach);
    if (!checked.ok) return unfit('/subscription/endpoint', checked.fault);
    if (!areKeys(subscription.keys)) {
      return unfit('/subscription/keys', 'p256dh has to be a point on P-256, and auth 16 bytes, both in base64url.');
    }
    const to = { endpoint: checked.url, ...subscription.keys };
    const known = (await this.#store.of(playerId)).find(
      (each): each is PushChannel => each.kind === 'push' && each.to.endpoint === to.endpoint,
    );
    const on = { failingSince: null, disabledAt: null, disabledBecause: null };
    if (known !== undefined) {
      const renewed: PushChannel = { ...known, to, events, ...on };
      if (await this.#store.renew(renewed)) return done(renewed);
    }
    const channel: PushChannel = { id: uuidv7(), kind: 'push', playerId, to, events, createdAt: this.#now(), ...on };
    if (await this.#store.create(channel, MOST_NOTIFICATION_CHANNELS)) return done(channel);
    return refused(
      'too-many-notification-channels',
      `You have ${MOST_NOTIFICATION_CHANNELS} of them, and more are not allowed.`,
    );
  }

  async of(playerId: string): Promise<ChannelRow[]> {
    return this.#store.of(playerId);
  }

  /** Changes what is given; disabling gives up what is pending, and enabling forgets earlier failure. */
  async change(playerId: string, id: string, changes: ChannelChanges): Promise<Result<ChannelRow>> {
    const known = changes.enabled === true ? await this.#store.get(playerId, id) : null;
    if (known?.kind === 'mail' && known.confirmedAt === null) return unconfirmed(known);
    const channel = await this.#store.change(playerId, id, changes, this.#now());
    return channel === null ? notFound(id) : done(channel);
  }

  async remove(playerId: string, id: string): Promise<Result<null>> {
    return (await this.#store.remove(playerId, id)) ? done(null) : notFound(id);
  }

  /** Sends a notification about nothing at once, once; of a request with a key what came of it is kept. One test of a player at a time. */
  test(playerId: string, id: string, request: IdempotentRequest | null): Promise<Result<Tested>> {
    return this.#idempotency.afterwards<Tested>(request, () => this.#test(playerId, id));
  }

  async #test(playerId: string, id: string): Promise<Result<Tested>> {
    if (this.#tested.has(playerId))
      return refused('notification-test-running', 'Another test of yours has not come back yet.');
    this.#tested.add(playerId);
    try {
      const channel = await this.#store.get(playerId, id);
      if (channel === null) return notFound(id);
      return await this.#try(channel);
    } finally {
      this.#tested.delete(playerId);
    }
  }

  async #try(channel: ChannelRow): Promise<Result<Tested>> {
    const options = { at: this.#now(), timeoutMs: ATTEMPT_TIMEOUT_MS };
    if (channel.kind === 'push') {
      const { delivered, error } = await this.#push.test(channel.to, options);
      return done({ delivered, error });
    }
    if (channel.confirmedAt === null) return unconfirmed(channel);
    if (channel.disabledAt !== null)
      return refused('notification-channel-disabled', 'No mail goes to this address now.');
    if (this.#mail === null) return refused('mail-off', 'This house has no mail server.');
    const since = new Date(options.at.getTime() - MAIL_TESTS_WITHIN_MS);
    if (!(await this.#store.addTest(channel.id, options.at, { since, most: MOST_MAIL_TESTS }))) {
      return refused('too-many-notification-tests', `${MOST_MAIL_TESTS} such mails were sent within an hour.`);
    }
    const { reached, error } = await this.#mail.test(channel.id, channel.to.address, options);
    return done({ delivered: reached === true, error });
  }
}

/** Asked of the store when it is first needed, and again if that failed. */
function keyOf({ store, contact = CONTACT }: NotificationChannelsParts): () => Promise<PushKey> {
  let known: PushKey | null = null;
  return async () => {
    known ??= new PushKey(await store.dailies.key(KEY_NAME, PushKey.fresh()), contact);
    return known;
  };
}

function unconfirmed({ disabledBecause }: ChannelRow) {
  const detail =
    disabledBecause === 'unsubscribed'
      ? 'This address was unsubscribed by the link in a mail: whoever reads its mail has to say anew that it is theirs.'
      : 'Nobody has said yet that this address is theirs.';
  return refused('mail-unconfirmed', detail);
}

function notFound(id: string) {
  return refused('notification-channel-not-found', `You have no notification channel ${id}.`);
}

function unfit(pointer: string, detail: string) {
  return refused('invalid-push-subscription', detail, { errors: [{ pointer, message: 'does not fit' }] });
}
