import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Idempotency, Keyed } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { type ChannelRow, type MailChannel, type NotificationStore, PERSONAL } from '../../store/notifications.ts';
import type { TokenRow } from '../../store/tokens.ts';
import { type NewNotificationChannel, NOTIFICATION_EVENTS } from '../channel-shapes.ts';
import { SCHEDULE } from '../schedule.ts';
import { hashOf, type MailKeys } from './mail-keys.ts';
import type { MailSender } from './mail-sender.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
const MONTH_MS = 30 * DAY_MS;
/** The limits of mails with a confirmation link, for each address and for each player. */
const LIMITS = { addressADay: 3, addressAMonth: 6, playerADay: 5 };
/** The default limit of confirmation mails in an hour, for all players together. */
export const MOST_CONFIRMATIONS = 100;
/** An address that matches has no IP address, and cannot add a header or another receiver to the mail. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const LONGEST_ADDRESS = 254;

type AskedMail = Extract<Static<typeof NewNotificationChannel>, { kind: 'mail' }>;

export interface MailChannelsParts {
  store: NotificationStore;
  idempotency: Idempotency;
  keys: MailKeys;
  sender: MailSender | null;
  now: () => Date;
  most: number;
  /** the limit of confirmation mails in an hour, for all players together */
  mostConfirmations: number;
}

/** Adds and changes mail channels. Until its address is confirmed, a channel gets only the mail with the link. */
export class MailChannels {
  readonly #parts: MailChannelsParts;

  constructor(parts: MailChannelsParts) {
    this.#parts = parts;
  }

  /** Adds a channel and mails a confirmation link. Mails another link if the address is known but not confirmed. */
  async add({ playerId, hash: tokenHash }: TokenRow, asked: AskedMail): Promise<Result<ChannelRow>> {
    const { store, sender, now, most } = this.#parts;
    if (sender === null) return refused('mail-off', 'This server has no mail server.');
    const { address } = asked;
    if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address)) {
      const errors = [{ pointer: '/address', message: 'must be an address like ada@mail.example' }];
      return refused('invalid-mail-address', 'The address is not of the form name@host.example.', { errors });
    }
    const known = (await store.of(playerId, PERSONAL)).find(
      (each): each is MailChannel => each.kind === 'mail' && each.to.address.toLowerCase() === address.toLowerCase(),
    );
    if (known?.confirmedAt) return done(known);
    const channel = known ?? unconfirmed(playerId, asked, now());
    if (known === undefined && !(await store.create(channel, most))) return tooMany(most);
    const refusal = await this.#ask(sender, channel, tokenHash);
    if (refusal === null) return done(channel);
    if (known === undefined) await store.remove(playerId, channel.id, PERSONAL);
    return refusal;
  }

  confirm(token: string, request: Keyed): Promise<Result<null>> {
    const { store, idempotency, now } = this.#parts;
    return idempotency.once<null>(
      request,
      async (rowFor) => {
        const at = now();
        if (await store.confirm(hashOf(token), at, rowFor(null, at))) return done(null);
        const detail =
          'The link was used before, is over a day old, its address was deleted, or its player has ended all tokens.';
        return refused('notification-link-spent', detail);
      },
      async () => done(null),
    );
  }

  /** Ends all mail to the channel until its address is confirmed again. May be repeated without harm. */
  async unsubscribe(token: string): Promise<Result<null>> {
    const { store, keys, now } = this.#parts;
    const id = await keys.unsubscribed(token);
    if (id === null) return refused('notification-link-spent', 'No mail has this link. Copy the whole link.');
    await store.unsubscribe(id, now());
    return done(null);
  }

  async #ask(sender: MailSender, channel: MailChannel, tokenHash: Uint8Array) {
    const { store, keys, mostConfirmations } = this.#parts;
    const at = this.#parts.now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    const { token, hash } = keys.fresh();
    const addressHash = await keys.addressHash(channel.to.address);
    const { id: channelId, playerId } = channel;
    const row = {
      tokenHash,
      hash,
      channelId,
      playerId,
      addressHash,
      createdAt: at,
      expiresAt: new Date(at.getTime() + DAY_MS),
    };
    const room = await store.addConfirmation(row, {
      address: [
        { since: before(DAY_MS), most: LIMITS.addressADay },
        { since: before(MONTH_MS), most: LIMITS.addressAMonth },
      ],
      player: [{ since: before(DAY_MS), most: LIMITS.playerADay }],
      service: { since: before(HOUR_MS), most: mostConfirmations },
    });
    if (room === 'ended') return refused('unauthorized', 'Another call has ended this token a moment ago.');
    if (room === 'full')
      return refused('too-many-confirmations', 'This address or account has reached its limit. Try again tomorrow.');
    if (room === 'service-full') {
      const detail = `This server sends at most ${counted(mostConfirmations, 'confirmation mail')} an hour. Try again within an hour.`;
      return refused('too-many-confirmations', detail);
    }
    const options = { at, timeoutMs: SCHEDULE.timeoutMs };
    const { reached, error } = await sender.confirm(channel.to.address, token, options);
    return reached === true ? null : refused('mail-not-sent', `The confirmation mail could not be sent: ${error}.`);
  }
}

function unconfirmed(playerId: string, asked: AskedMail, at: Date): MailChannel {
  const { address, events = [...NOTIFICATION_EVENTS], digest = 'immediate', digestHour = 8 } = asked;
  const off = { confirmedAt: null, failingSince: null, disabledAt: at, disabledBecause: 'unconfirmed' as const };
  return { id: uuidv7(), kind: 'mail', playerId, to: { address }, events, digest, digestHour, createdAt: at, ...off };
}

export function tooMany(most: number) {
  return refused('too-many-notification-channels', `You have ${most} notification channels, the most for one player.`);
}
