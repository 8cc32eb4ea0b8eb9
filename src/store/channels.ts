import { Prisma, type PrismaClient, type Webhook } from '../generated/prisma/client.ts';
import type { Ask, NotificationEvent } from './game-rows.ts';
import { areAlive, assertHeld, heldPlayer } from './living.ts';
import { keptRequest, type RequestRow, unlessKept } from './requests.ts';
import type { Seals } from './sealing/secrets.ts';
import type { DisabledBecause, PrismaWebhooks } from './webhooks.ts';

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

interface FactRow {
  deliveryId: string;
  status: string | null;
  version: number;
  seats: unknown;
  toAct: number[];
  awaiting: string[];
  deadline: Date | null;
  asks: readonly Ask[] | null;
  name: string | null;
  competitionStatus: string;
}

const KINDS = { kind: { in: ['push', 'mail'] } };
const ON = { failingSince: null, disabledAt: null, disabledBecause: null };

/** The browsers and mail addresses of players: rows of the table of webhooks, which alone is asked where to tell. */
export class PrismaNotificationChannels implements NotificationChannelStore {
  readonly #prisma: PrismaClient;
  readonly #seals: Seals;
  readonly #ask: <T>(question: () => Promise<T>) => Promise<T>;
  readonly #webhooks: PrismaWebhooks;

  constructor(
    prisma: PrismaClient,
    seals: Seals,
    ask: <T>(question: () => Promise<T>) => Promise<T>,
    webhooks: PrismaWebhooks,
  ) {
    this.#prisma = prisma;
    this.#seals = seals;
    this.#ask = ask;
    this.#webhooks = webhooks;
  }

  async create(channel: ChannelRow, most: number): Promise<boolean> {
    const { id, playerId, kind, events } = channel;
    const { secret, sealed } = this.#seals.seal('webhook', { id, secret: JSON.stringify(channel.to) });
    const mail = channel.kind === 'mail' ? channel : { digest: null, digestHour: 8 };
    const [createdAt, disabledAt] = [channel.createdAt, channel.disabledAt].map((at) => at?.toISOString() ?? null);
    // The lock makes those who create for the same player at once count one after the other.
    const [held, made] = await this.#ask(() =>
      this.#prisma.$transaction([
        this.#prisma.$queryRaw(heldPlayer(playerId)),
        this.#prisma.$executeRaw`
          insert into webhook (id, player_id, kind, url, secret, sealed, events, created_at, disabled_at, disabled_because,
            digest, digest_hour)
          select ${id}::uuid, ${playerId}::uuid, ${kind}, ${urlOf(channel)}, ${secret}, ${sealed}::bytea, ${events}::text[],
            ${createdAt}::timestamptz, ${disabledAt}::timestamptz, ${channel.disabledBecause}, ${mail.digest},
            ${mail.digestHour}::int
          where ${areAlive([playerId])}
            and (select count(*) from webhook where player_id = ${playerId}::uuid and kind <> 'webhook') < ${most}::int`,
      ]),
    );
    assertHeld(playerId, held);
    return made === 1;
  }

  async of(playerId: string): Promise<ChannelRow[]> {
    const query = { where: { playerId, ...KINDS }, orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }] };
    return (await this.#ask(() => this.#prisma.webhook.findMany(query))).map((row) => this.#rowOf(row));
  }

  async get(playerId: string, id: string): Promise<ChannelRow | null> {
    const row = await this.#ask(() => this.#prisma.webhook.findUnique({ where: { id, playerId, ...KINDS } }));
    return row === null ? null : this.#rowOf(row);
  }

  async find(id: string): Promise<ChannelRow | null> {
    const row = await this.#ask(() => this.#prisma.webhook.findUnique({ where: { id, ...KINDS } }));
    return row === null ? null : this.#rowOf(row);
  }

  async change(playerId: string, id: string, changes: ChannelChanges, now: Date): Promise<ChannelRow | null> {
    const { enabled, ...more } = changes;
    const off = { disabledAt: now, disabledBecause: 'owner' };
    const data = { ...more, ...(enabled === undefined ? {} : enabled ? ON : off) };
    const able = { OR: [{ kind: 'push' }, { kind: 'mail', confirmedAt: { not: null } }] };
    const where = { id, playerId, ...(enabled === true ? able : KINDS) };
    const [row] = await this.#ask(() => this.#prisma.webhook.updateManyAndReturn({ where, data }));
    if (row === undefined) return null;
    if (enabled === false) await this.#webhooks.giveUp([id]);
    return this.#rowOf(row);
  }

  async renew({ id, to, events }: PushChannel): Promise<boolean> {
    const data = { ...this.#seals.seal('webhook', { id, secret: JSON.stringify(to) }), events, ...ON };
    const { count } = await this.#ask(() => this.#prisma.webhook.updateMany({ where: { id, kind: 'push' }, data }));
    return count === 1;
  }

  async remove(playerId: string, id: string): Promise<boolean> {
    const { count } = await this.#ask(() => this.#prisma.webhook.deleteMany({ where: { id, playerId, ...KINDS } }));
    return count === 1;
  }

  async addConfirmation(
    row: ConfirmationRow,
    limits: ConfirmationLimits,
  ): ReturnType<NotificationChannelStore['addConfirmation']> {
    const { address, player, service } = limits;
    const { channelId, playerId } = row;
    const [hash, addressHash] = [row.hash, row.addressHash].map((bytes) => Buffer.from(bytes));
    const [createdAt, expiresAt] = [row.createdAt, row.expiresAt].map((at) => at.toISOString());
    // the condition on the hash is one that the index on it answers
    const hasRoom = Prisma.sql`
      (select count(*) from notice_link
        where kind = 'confirm' and address_hash is not null and created_at > ${service.since.toISOString()}::timestamptz
      ) < ${service.most}::int`;
    const within = [
      ...address.map((limit) => ({ ...limit, whose: Prisma.sql`address_hash = ${addressHash}` })),
      ...player.map((limit) => ({ ...limit, whose: Prisma.sql`player_id = ${playerId}::uuid` })),
    ].map(
      ({ whose, since, most }) => Prisma.sql`
        (select count(*) from notice_link where kind = 'confirm' and ${whose} and created_at > ${since.toISOString()}::timestamptz) < ${most}::int`,
    );
    // One after the other, or two that come at once would each see room for one.
    const [held, , [room], added] = await this.#ask(() =>
      this.#prisma.$transaction([
        this.#prisma.$queryRaw(heldPlayer(playerId)),
        this.#prisma.$executeRaw`lock table notice_link in share row exclusive mode`,
        this.#prisma.$queryRaw<[{ service: boolean }]>`select ${hasRoom} as service`,
        this.#prisma.$executeRaw`
          insert into notice_link (hash, channel_id, player_id, address_hash, created_at, expires_at)
          select ${hash}, ${channelId}::uuid, ${playerId}::uuid, ${addressHash}, ${createdAt}::timestamptz,
            ${expiresAt}::timestamptz
          where ${areAlive([playerId])} and ${Prisma.join([...within, hasRoom], ' and ')}`,
      ]),
    );
    assertHeld(playerId, held);
    if (added === 1) return 'added';
    return room.service ? 'full' : 'service-full';
  }

  async addTest(id: string, now: Date, { since, most }: { since: Date; most: number }): Promise<boolean> {
    const lately = Prisma.sql`unnest(tested_at) as test (at) where test.at > ${since.toISOString()}::timestamptz`;
    // who counts at the same time waits for the row, and then looks at it anew
    const counted = await this.#ask(
      () => this.#prisma.$executeRaw`
        update webhook set tested_at = array(select test.at from ${lately}) || ${now.toISOString()}::timestamptz
        where id = ${id}::uuid and kind = 'mail' and (select count(*) from ${lately}) < ${most}::int`,
    );
    return counted === 1;
  }

  async confirm(hash: Uint8Array, now: Date, request: RequestRow | null = null): Promise<ChannelRow | null> {
    const at = now.toISOString();
    const spent = Prisma.sql`exists (select from notice_link where hash = ${Buffer.from(hash)} and spent_at = ${at}::timestamptz)`;
    const spend = () =>
      this.#prisma.$transaction([
        this.#prisma.$queryRaw<{ id: string }[]>`
        with spent as (
          update notice_link set spent_at = ${at}::timestamptz
          where hash = ${Buffer.from(hash)} and kind = 'confirm' and spent_at is null and expires_at > ${at}::timestamptz
          returning channel_id
        )
        update webhook set confirmed_at = ${at}::timestamptz, disabled_at = null, disabled_because = null
        from spent where webhook.id = spent.channel_id and webhook.kind = 'mail'
        returning webhook.id::text`,
        ...(request === null ? [] : [this.#prisma.$executeRaw(keptRequest(request, spent))]),
      ]);
    const [[confirmed]] = await this.#ask(() => unlessKept(request, spend, [[]] as const));
    return confirmed === undefined ? null : this.find(confirmed.id);
  }

  async unsubscribe(id: string, now: Date): Promise<boolean> {
    const where = { id, kind: 'mail', disabledBecause: { not: 'unconfirmed' } };
    const data = { disabledAt: now, disabledBecause: 'unsubscribed', confirmedAt: null };
    const enabled = { id, kind: 'mail', disabledAt: null };
    const { count } = await this.#ask(() => this.#prisma.webhook.updateMany({ where: { OR: [where, enabled] }, data }));
    if (count === 1) await this.#webhooks.giveUp([id]);
    return count === 1;
  }

  async facts(deliveryIds: readonly string[]): Promise<NotificationFact[]> {
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<FactRow[]>`
        select delivery.id as "deliveryId", game.status, game.version, game.seats, game.to_act as "toAct",
          game.awaiting::text[] as awaiting, game.deadline, game.asks, competition.name, competition.status as "competitionStatus"
        from webhook_delivery as delivery
          left join game on game.id = delivery.game_id
          left join competition on competition.id = delivery.competition_id
        where delivery.id = any(${[...deliveryIds]}::uuid[])`,
    );
    return rows.map(({ deliveryId, status, name, competitionStatus, ...game }) => ({
      deliveryId,
      game: status === null ? null : { status, ...game },
      competition: name === null ? null : { name, status: competitionStatus },
    }));
  }

  #rowOf({ id, kind, secret, sealed, ...row }: Webhook): ChannelRow {
    const { playerId, events, createdAt, failingSince, disabledAt, disabledBecause } = row;
    const to = JSON.parse(this.#seals.open('webhook', { id, secret, sealed }).secret);
    const channel = { id, kind, to, playerId, events, createdAt, failingSince, disabledAt, disabledBecause };
    const { digest, digestHour, confirmedAt } = row;
    return (kind === 'mail' ? { ...channel, digest, digestHour, confirmedAt } : channel) as ChannelRow;
  }
}

/** What is not secret of where it leads to: enough to share out attempts by destination. */
function urlOf(channel: ChannelRow): string {
  return channel.kind === 'push' ? new URL(channel.to.endpoint).origin : '';
}
