import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import type { Catalogue } from '#rules/catalogue.ts';
import { Idempotency, type Keyed } from '../eventlog/carry-out.ts';
import { Issuing } from '../eventlog/issuing.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import type { ChannelKind, DeliveryRow } from '../store/deliveries.ts';
import {
  type ChannelChanges,
  type ChannelOf,
  type ChannelRow,
  type NotificationStore,
  ON,
  PERSONAL,
  type PushChannel,
  WEBHOOKS,
  type WebhookRow,
} from '../store/notifications.ts';
import type { Store } from '../store/store.ts';
import type { TokenRow } from '../store/tokens.ts';
import { checkedUrl, type Reach } from './address.ts';
import { type NewNotificationChannel, NOTIFICATION_EVENTS, type NotificationTest } from './channel-shapes.ts';
import { attempt } from './delivery.ts';
import { MailChannels, MOST_CONFIRMATIONS, tooMany } from './mail/mail-channels.ts';
import { MailKeys } from './mail/mail-keys.ts';
import { MailSender } from './mail/mail-sender.ts';
import { type Mailed, Mailer, type MailSettings } from './mail/mailer.ts';
import type { OutgoingMessage, Send } from './outgoing-message.ts';
import { areKeys } from './push/encryption.ts';
import { PushKey } from './push/push-key.ts';
import { PushSender } from './push/push-sender.ts';
import { SCHEDULE } from './schedule.ts';
import { newSecret, testMessage } from './webhook/message.ts';
import type { NewWebhook, WebhookTest } from './webhook/webhook-shapes.ts';

const MOST_WEBHOOKS = 10;
const MOST_NOTIFICATION_CHANNELS = 10;
const SHOWN_DELIVERIES = 20;

/** Expired confirmation links are kept this long, because a limit counts those of the last 30 days. */
const LINKS_KEPT_MS = 31 * 24 * 3600 * 1000;
const MOST_MAIL_TESTS = 3;
const MAIL_TESTS_WITHIN_MS = 3_600_000;

const KEY_NAME = 'push key';
/** The contact for push services, if the operator sets none. */
export const CONTACT = 'https://croupier.invalid';

type AskedChannel = Static<typeof NewNotificationChannel>;
type Tested = Static<typeof NotificationTest>;
type TestedWebhook = Static<typeof WebhookTest>;

export interface NotificationsParts {
  store: Store;
  catalogue: Catalogue;
  reach: Reach;
  now: () => Date;
  /** the contact for push services as a mailto: or https: URL */
  contact?: string | undefined;
  mail?: MailSettings | null;
  onMailed?: ((mailed: Mailed) => void) | undefined;
  timeoutMs?: number | undefined;
  /** the limit of confirmation mails in an hour, for all players together */
  mostConfirmations?: number | undefined;
}

export class Notifications {
  readonly #store: NotificationStore;
  readonly #parts: NotificationsParts;
  readonly #key: () => Promise<PushKey>;
  readonly #tested = new Set<string>();
  readonly #push: PushSender;
  readonly #mail: MailSender | null;
  readonly mail: MailChannels;
  readonly #issuing: Issuing;
  readonly #idempotency: Idempotency;

  constructor(parts: NotificationsParts) {
    const { store, catalogue, reach, now } = parts;
    this.#store = store.notifications;
    this.#issuing = new Issuing(store);
    this.#idempotency = new Idempotency(store.requests);
    this.#parts = parts;
    this.#key = keyOf(parts);
    this.#push = new PushSender({ store: store.notifications, catalogue, reach, key: this.#key });
    const keys = new MailKeys(store);
    const mailer = parts.mail ? new Mailer(parts.mail, parts.onMailed) : null;
    this.#mail = mailer && new MailSender({ store: store.notifications, catalogue, keys, mailer });
    this.mail = new MailChannels({
      store: store.notifications,
      idempotency: this.#idempotency,
      keys,
      sender: this.#mail,
      now,
      most: MOST_NOTIFICATION_CHANNELS,
      mostConfirmations: parts.mostConfirmations ?? MOST_CONFIRMATIONS,
    });
  }

  get senders(): { push: Send; mail?: Send } {
    const mail = this.#mail;
    return {
      push: (parcel, options) => this.#push.send(parcel, options),
      ...(mail === null ? {} : { mail: (parcel: OutgoingMessage, options) => mail.send(parcel, options) }),
    };
  }

  /** Deletes expired tokens and mail links, but keeps confirmation links as long as a limit counts them. */
  async tidy(now: Date): Promise<void> {
    await this.#store.tidyLinks(now, new Date(now.getTime() - LINKS_KEPT_MS));
  }

  async pushKey(): Promise<string> {
    return (await this.#key()).publicKey;
  }

  /** Creates a webhook. Without `events`, the webhook gets all events. Only this answer contains the secret. */
  createWebhook(playerId: string, asked: Static<typeof NewWebhook>, request: Keyed): Promise<Result<WebhookRow>> {
    const made = (id: string, url: string, secret: string, createdAt: Date): WebhookRow => {
      const { events = [...NOTIFICATION_EVENTS] } = asked;
      return { id, kind: 'webhook', playerId, url, secret, events, createdAt, ...ON };
    };
    return this.#issuing.issue<{ id: string; url: string; createdAt: string }, WebhookRow>(request, {
      attempt: async (secretOf, rowFor) => {
        const url = this.#checkedWebhookUrl(asked.url);
        if (!url.ok) return url;
        const [id, now] = [uuidv7(), this.#parts.now()];
        const webhook = made(id, url.value, newSecret(secretOf(id, 'secret')), now);
        const kept = rowFor({ id, url: url.value, createdAt: now.toISOString() }, now);
        if (await this.#store.create(webhook, MOST_WEBHOOKS, kept)) return done(webhook);
        return refused('too-many-webhooks', `You have ${MOST_WEBHOOKS} webhooks, the most that one player may have.`);
      },
      again: async (secretOf, { id, url, createdAt }) => {
        return done(made(id, url, newSecret(secretOf(id, 'secret')), new Date(createdAt)));
      },
    });
  }

  add(by: TokenRow, asked: AskedChannel, request: Keyed): Promise<Result<ChannelRow>> {
    const { playerId } = by;
    return this.#idempotency.afterwards<ChannelRow>(
      request,
      () => (asked.kind === 'mail' ? this.mail.add(by, asked) : this.#addPush(playerId, asked)),
      ({ id }) => id,
      async (id) => {
        const channel = await this.#store.get(playerId, String(id), PERSONAL);
        return channel === null ? notFound(String(id), PERSONAL) : done(channel);
      },
    );
  }

  /** Adds a push channel. If the browser has one already, stores its new keys and turns the channel on again. */
  async #addPush(
    playerId: string,
    { subscription, events = [...NOTIFICATION_EVENTS] }: Extract<AskedChannel, { kind: 'push' }>,
  ): Promise<Result<ChannelRow>> {
    const checked = checkedUrl(subscription.endpoint, this.#parts.reach);
    if (!checked.ok) return unfit('/subscription/endpoint', checked.fault);
    if (!areKeys(subscription.keys)) {
      const detail = '`p256dh` must be a point on the curve P-256, and `auth` must be 16 bytes, both in base64url.';
      return unfit('/subscription/keys', detail);
    }
    const to = { endpoint: checked.url, ...subscription.keys };
    const known = (await this.#store.of(playerId, PERSONAL)).find(
      (each): each is PushChannel => each.kind === 'push' && each.to.endpoint === to.endpoint,
    );
    if (known !== undefined) {
      const renewed: PushChannel = { ...known, to, events, ...ON };
      if (await this.#store.renew(renewed)) return done(renewed);
    }
    const made = { id: uuidv7(), createdAt: this.#parts.now() };
    const channel: PushChannel = { ...made, kind: 'push', playerId, to, events, ...ON };
    if (await this.#store.create(channel, MOST_NOTIFICATION_CHANNELS)) return done(channel);
    return tooMany(MOST_NOTIFICATION_CHANNELS);
  }

  async webhook(playerId: string, id: string): Promise<Result<{ webhook: WebhookRow; deliveries: DeliveryRow[] }>> {
    const webhook = await this.#store.get(playerId, id, WEBHOOKS);
    if (webhook === null) return notFound(id, WEBHOOKS);
    return done({ webhook, deliveries: await this.#store.deliveries(id, SHOWN_DELIVERIES) });
  }

  of<K extends ChannelKind>(playerId: string, kinds: readonly K[]) {
    return this.#store.of(playerId, kinds);
  }

  /** Changes a channel. Waiting deliveries go to a new URL. Turning a channel off drops them. */
  async change<K extends ChannelKind>(playerId: string, id: string, kinds: readonly K[], changes: ChannelChanges) {
    const wanted = { ...changes };
    if (changes.url !== undefined) {
      const url = this.#checkedWebhookUrl(changes.url);
      if (!url.ok) return url;
      wanted.url = url.value;
    }
    const known = changes.enabled === true ? await this.#store.get(playerId, id, kinds) : null;
    if (known?.kind === 'mail' && known.confirmedAt === null) return unconfirmed(known);
    const channel = await this.#store.change(playerId, id, kinds, wanted, this.#parts.now());
    return channel === null ? notFound(id, kinds) : done(channel);
  }

  async remove(playerId: string, id: string, kinds: readonly ChannelKind[]): Promise<Result<null>> {
    return (await this.#store.remove(playerId, id, kinds)) ? done(null) : notFound(id, kinds);
  }

  /** Sends a test message at once, without retries, even if the webhook is turned off. */
  testWebhook(playerId: string, id: string, request: Keyed): Promise<Result<TestedWebhook>> {
    return this.#test(playerId, id, WEBHOOKS, request, async (webhook) => {
      const at = this.#parts.now();
      const began = performance.now();
      const { id: messageId, message } = testMessage(webhook, at);
      const { reach, timeoutMs = SCHEDULE.timeoutMs } = this.#parts;
      const options = { reach, timeoutMs, at };
      const { delivered, httpStatus, error } = await attempt(message, options);
      return done({ id: messageId, delivered, httpStatus, error, durationMs: Math.round(performance.now() - began) });
    });
  }

  testChannel(playerId: string, id: string, request: Keyed): Promise<Result<Tested>> {
    return this.#test(playerId, id, PERSONAL, request, (channel) => this.#try(channel));
  }

  /** Runs one test of a player at a time. Stores the result if the request has an idempotency key. */
  #test<K extends ChannelKind, T extends object>(
    playerId: string,
    id: string,
    kinds: readonly K[],
    request: Keyed,
    send: (channel: ChannelOf[K]) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return this.#idempotency.afterwards<T>(request, async () => {
      if (this.#tested.has(playerId)) {
        const code = isOfWebhooks(kinds) ? 'webhook-test-running' : 'notification-test-running';
        return refused(code, 'Your last test message is still on its way. Wait for its result.');
      }
      this.#tested.add(playerId);
      try {
        const channel = await this.#store.get(playerId, id, kinds);
        return channel === null ? notFound(id, kinds) : await send(channel);
      } finally {
        this.#tested.delete(playerId);
      }
    });
  }

  async #try(channel: ChannelRow): Promise<Result<Tested>> {
    const options = { at: this.#parts.now(), timeoutMs: SCHEDULE.timeoutMs };
    if (channel.kind === 'push') {
      const { delivered, error } = await this.#push.test(channel.to, options);
      return done({ delivered, error });
    }
    if (channel.confirmedAt === null) return unconfirmed(channel);
    if (channel.disabledAt !== null)
      return refused('notification-channel-disabled', 'Mail to this address is turned off.');
    if (this.#mail === null) return refused('mail-off', 'This server has no mail server.');
    const since = new Date(options.at.getTime() - MAIL_TESTS_WITHIN_MS);
    if (!(await this.#store.addTest(channel.id, options.at, { since, most: MOST_MAIL_TESTS }))) {
      const detail = `The server has sent ${MOST_MAIL_TESTS} test mails to this address within an hour, the most allowed.`;
      return refused('too-many-notification-tests', detail);
    }
    const { reached, error } = await this.#mail.test(channel.id, channel.to.address, options);
    return done({ delivered: reached === true, error });
  }

  /** Checks a URL, but not the address of its host, which each attempt checks. */
  #checkedWebhookUrl(asked: string): Result<string> {
    const checked = checkedUrl(asked, this.#parts.reach);
    if (checked.ok) return done(checked.url);
    const errors = [
      { pointer: '/url', message: 'must be a URL on the public internet, like https://bot.example/croupier' },
    ];
    return refused('invalid-webhook-url', checked.fault, { errors });
  }
}

function keyOf({ store, contact = CONTACT }: NotificationsParts): () => Promise<PushKey> {
  let known: PushKey | null = null;
  return async () => {
    known ??= new PushKey(await store.dailies.key(KEY_NAME, PushKey.fresh()), contact);
    return known;
  };
}

function unconfirmed({ disabledBecause }: ChannelRow) {
  const detail =
    disabledBecause === 'unsubscribed'
      ? 'This address was unsubscribed by the link in a mail. Its owner must confirm it again.'
      : 'The owner of this address has not confirmed it yet.';
  return refused('mail-unconfirmed', detail);
}

function isOfWebhooks(kinds: readonly ChannelKind[]): boolean {
  return kinds.includes('webhook');
}

function notFound(id: string, kinds: readonly ChannelKind[]) {
  if (isOfWebhooks(kinds)) return refused('webhook-not-found', `You have no webhook ${id}.`);
  return refused('notification-channel-not-found', `You have no notification channel ${id}.`);
}

function unfit(pointer: string, detail: string) {
  return refused('invalid-push-subscription', detail, {
    errors: [{ pointer, message: 'must be the unchanged value from the browser' }],
  });
}
