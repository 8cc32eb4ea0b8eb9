import type { RequestRow } from '../requests.ts';
import type { Ask } from './asks.ts';
import type { DisabledBecause, NotificationEvent } from './webhooks.ts';

/** Where a browser takes what is pushed, as PushSubscription.toJSON gives it: the keys in base64url. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface MailAddress {
  address: string;
}

/** How often a mail address is told: of each thing at once, or of all of an hour or a day together. */
export type Digest = 'immediate' | 'hourly' | 'daily';

/** Why a channel is told nothing; `unconfirmed`: nobody has said yet that the mail address is theirs. */
export type ChannelDisabledBecause = DisabledBecause | 'unconfirmed' | 'unsubscribed';

interface AnyChannel {
  id: string;
  playerId: string;
  events: NotificationEvent[];
  createdAt: Date;
  /** since when no attempt has succeeded; null when the last one did */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledBecause: ChannelDisabledBecause | null;
}

export interface PushChannel extends AnyChannel {
  kind: 'push';
  to: PushAddress;
}

export interface MailChannel extends AnyChannel {
  kind: 'mail';
  to: MailAddress;
  digest: Digest;
  /** of the day, UTC: when a daily digest is due */
  digestHour: number;
  /** null: not yet */
  confirmedAt: Date | null;
}

/** Where a player is told as a person: in a browser or by mail. Deliveries to it are those of webhooks. */
export type ChannelRow = PushChannel | MailChannel;

export type ChannelChanges = Partial<Pick<MailChannel, 'events' | 'digest' | 'digestHour'> & { enabled: boolean }>;

/** What a delivery tells of, as it is now. */
export interface NotificationFact {
  deliveryId: string;
  game: {
    status: string;
    version: number;
    seats: unknown;
    toAct: number[];
    awaiting: string[];
    deadline: Date | null;
    asks: readonly Ask[] | null;
  } | null;
  competition: { name: string; status: string } | null;
}

/** What says once that an address is its owner's. */
export interface ConfirmationRow {
  /** SHA-256 of the token, which itself is kept nowhere */
  hash: Uint8Array;
  channelId: string;
  playerId: string;
  addressHash: Uint8Array;
  createdAt: Date;
  expiresAt: Date;
}

/** How many confirmations may be mailed since some time: to one mailbox, for one player, and by the service. */
export interface ConfirmationLimits {
  address: readonly { since: Date; most: number }[];
  player: readonly { since: Date; most: number }[];
  service: { since: Date; most: number };
}

export interface NotificationChannelStore {
  /** Keeps what is to be mailed, unless so many were: `full` for this mailbox or player, `service-full` for all together. */
  addConfirmation(row: ConfirmationRow, limits: ConfirmationLimits): Promise<'added' | 'full' | 'service-full'>;
  /** Counts a mail that tries a mail channel, by whichever server. False: so many were sent since then already, or there is none. */
  addTest(id: string, now: Date, within: { since: Date; most: number }): Promise<boolean>;
  /** Spends a confirmation and enables its channel, and keeps the request; null: there is none to be spent, or its channel is gone. */
  confirm(hash: Uint8Array, now: Date, request?: RequestRow | null): Promise<ChannelRow | null>;
  /** Disables a mail channel, once or again: its address is no longer confirmed. False: there is none. */
  unsubscribe(id: string, now: Date): Promise<boolean>;
  /** Keeps a new channel. False: the player has `most` already. */
  create(channel: ChannelRow, most: number): Promise<boolean>;
  /** Every channel of a player, oldest first. */
  of(playerId: string): Promise<ChannelRow[]>;
  /** Null: this player has no such channel. */
  get(playerId: string, id: string): Promise<ChannelRow | null>;
  /** The same without asking whose it is; null: there is none. */
  find(id: string): Promise<ChannelRow | null>;
  /** Enabling, which takes an address that is confirmed, forgets failure; disabling gives up what is pending. Null: this player has no such channel. */
  change(playerId: string, id: string, changes: ChannelChanges, now: Date): Promise<ChannelRow | null>;
  /** Gives a push channel other keys and enables it. False: it is gone. */
  renew(channel: PushChannel): Promise<boolean>;
  /** Removes a channel with its deliveries. False: this player has no such channel. */
  remove(playerId: string, id: string): Promise<boolean>;
  /** What these deliveries tell of, as it is now. */
  facts(deliveryIds: readonly string[]): Promise<NotificationFact[]>;
}
