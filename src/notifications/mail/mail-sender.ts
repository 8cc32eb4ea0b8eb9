import type { Catalogue } from '#rules/catalogue.ts';
import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { MailAddress, NotificationStore } from '../../store/notifications.ts';
import type { AttemptOptions } from '../delivery.ts';
import { nothingFor, type OutgoingMessage, type Sent, UNSENT } from '../outgoing-message.ts';
import { isStale, wordsOf } from '../words.ts';
import { hashOf, type MailKeys } from './mail-keys.ts';
import { confirmationText, notificationsText } from './mail-text.ts';
import type { Mailed, Mailer } from './mailer.ts';

export interface MailSenderParts {
  store: NotificationStore;
  catalogue: Catalogue;
  mailer: Mailer;
  keys: MailKeys;
}

type Options = Omit<AttemptOptions, 'reach'>;

const DAY_MS = 24 * 3600 * 1000;

/** Sends several deliveries in one mail, except for those that are no longer true. */
export class MailSender {
  readonly #parts: MailSenderParts;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
  }

  async send(parcel: OutgoingMessage, options: Options): Promise<Sent> {
    const { store, catalogue } = this.#parts;
    const facts = new Map((await store.facts(parcel.map(({ id }) => id))).map((fact) => [fact.deliveryId, fact]));
    const told = newestOf(parcel.filter((delivery) => !isStale(delivery, facts.get(delivery.id))));
    const [{ webhookId, id, secret }] = parcel;
    const { address } = JSON.parse(secret) as MailAddress;
    if (told.length === 0) return nothingFor(parcel);
    const opening = await this.#turnLinks(told, options.at);
    const said = told.map((delivery) => ({
      ...wordsOf(delivery, facts.get(delivery.id), catalogue),
      turnToken: opening.get(delivery.id),
    }));
    const mailed = await this.#mail(webhookId, address, said, id, options);
    const dropped = new Set(parcel.filter((delivery) => !told.includes(delivery)).map((delivery) => delivery.id));
    const { reached, status: httpStatus, error } = mailed;
    return { ...UNSENT, reached, httpStatus, error, dropped };
  }

  /** Returns tokens, by id of the delivery, for deliveries about a decision. Each token is valid once, for a day. */
  async #turnLinks(deliveries: readonly ClaimedDelivery[], at: Date): Promise<Map<string, string>> {
    const tokens = new Map<string, string>();
    const links = [];
    for (const { id, type, gameId, seat, version, webhookId: channelId, playerId } of deliveries) {
      if ((type !== 'turn' && type !== 'reminder') || gameId === null || seat === null) continue;
      const token = await this.#parts.keys.turn(id);
      tokens.set(id, token);
      const expiresAt = new Date(at.getTime() + DAY_MS);
      links.push({ hash: hashOf(token), channelId, playerId, gameId, seat, version, createdAt: at, expiresAt });
    }
    if (links.length > 0) await this.#parts.store.keepTurnLinks(links);
    return tokens;
  }

  async test(channelId: string, to: string, options: Options): Promise<Mailed> {
    const said = { title: 'Croupier', text: 'Notifications reach this address.', fragment: '#/me' };
    return this.#mail(channelId, to, [said], `test ${channelId} ${options.at.getTime()}`, options);
  }

  /** Mails a confirmation link. Its token is after `#`, so that servers and mail scanners do not receive it. */
  async confirm(to: string, token: string, options: Options): Promise<Mailed> {
    const { mailer } = this.#parts;
    const text = confirmationText(`${mailer.publicUrl}/#/mail/confirm/${token}`);
    return mailer.send({ ...text, to, name: `confirm ${token}`, unsubscribe: null }, options);
  }

  async #mail(
    channelId: string,
    to: string,
    said: Parameters<typeof notificationsText>[0],
    name: string,
    options: Options,
  ) {
    const { mailer, keys } = this.#parts;
    const token = await keys.unsubscribing(channelId);
    const text = notificationsText(said, mailer.publicUrl, `${mailer.publicUrl}/#/mail/unsubscribe/${token}`);
    const unsubscribe = `${mailer.publicUrl}/v1/notifications/unsubscriptions/${token}`;
    return mailer.send({ ...text, to, name, unsubscribe }, options);
  }
}

/** Keeps only the newest of several notifications about the same thing. */
function newestOf(deliveries: readonly ClaimedDelivery[]): ClaimedDelivery[] {
  const newest = new Map<string, ClaimedDelivery>();
  for (const delivery of deliveries) {
    const about = `${delivery.type} ${delivery.gameId ?? delivery.competitionId} ${delivery.round} ${delivery.ask?.what}`;
    const known = newest.get(about);
    if (known === undefined || known.version <= delivery.version) newest.set(about, delivery);
  }
  return deliveries.filter((delivery) => [...newest.values()].includes(delivery));
}
