import { type NotificationLink, Prisma, type Webhook } from '../generated/prisma/client.ts';
import { areNotDeleted, type Db, living, sql } from './db.ts';
import { type ChannelKind, deliveryQueue } from './deliveries.ts';
import type { NotificationEvent } from './game-rows.ts';
import { once, type RequestRow } from './requests.ts';
import type { TokenRow, TurnGrant } from './tokens.ts';

/** Why a channel is off. `gone`: the endpoint answered 410 (or 404 to a push); `failing`: it failed for too long;
 * `backlog`: too many deliveries were waiting. */
export type DisabledBecause = 'owner' | 'gone' | 'failing' | 'backlog';

/** The result of a browser's PushSubscription.toJSON, with keys in base64url. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface MailAddress {
  address: string;
}

export type Digest = 'immediate' | 'hourly' | 'daily';

/** `unconfirmed`: the owner of the mail address has not confirmed it. */
export type ChannelDisabledBecause = DisabledBecause | 'unconfirmed' | 'unsubscribed';

interface AnyChannel extends Pick<Webhook, 'id' | 'playerId' | 'createdAt' | 'failingSince' | 'disabledAt'> {
  events: NotificationEvent[];
  disabledBecause: ChannelDisabledBecause | null;
}

export interface WebhookRow extends AnyChannel {
  kind: 'webhook';
  disabledBecause: DisabledBecause | null;
  url: string;
  /** `whsec_` and the secret in base64 */
  secret: string;
}

export interface PushChannel extends AnyChannel {
  kind: 'push';
  to: PushAddress;
}

export interface MailChannel extends AnyChannel {
  kind: 'mail';
  to: MailAddress;
  digest: Digest;
  /** the hour of the daily digest in UTC */
  digestHour: number;
  confirmedAt: Date | null;
}

export type ChannelRow = PushChannel | MailChannel;

export interface ChannelOf {
  webhook: WebhookRow;
  push: PushChannel;
  mail: MailChannel;
}

export const WEBHOOKS = ['webhook'] as const;
export const PERSONAL = ['push', 'mail'] as const;

export type ChannelChanges = Partial<
  Pick<WebhookRow, 'url'> & Pick<MailChannel, 'events' | 'digest' | 'digestHour'> & { enabled: boolean }
>;

interface Link extends Pick<NotificationLink, 'channelId' | 'playerId' | 'createdAt' | 'expiresAt'> {
  /** the SHA-256 of the token; the token itself is not stored */
  hash: Uint8Array;
}

export interface ConfirmationRow extends Link {
  tokenHash: Uint8Array;
  addressHash: Uint8Array;
}

/** The limits of confirmation mails since given times: for a mailbox, for a player and in total. */
export interface MailLimits {
  address: readonly { since: Date; most: number }[];
  player: readonly { since: Date; most: number }[];
  service: { since: Date; most: number };
}

/** A link with which the player can make the decision of `seat` that is open at `version`. */
export interface TurnLinkRow extends Link {
  gameId: string;
  seat: number;
  version: number;
}

export const ON = { failingSince: null, disabledAt: null, disabledBecause: null };

export type NotificationStore = ReturnType<typeof notificationStore>;

export function notificationStore(db: Db) {
  const { giveUp, ...deliveries } = deliveryQueue(db);
  return {
    ...deliveries,
    /** Creates a channel. False: the limit for its group of channels is reached, or the request is a repetition. */
    create(channel: WebhookRow | ChannelRow, most: number, request: RequestRow | null = null): Promise<boolean> {
      const { id, playerId, kind, events, createdAt, disabledAt } = channel;
      const group: readonly ChannelKind[] = kind === 'webhook' ? WEBHOOKS : PERSONAL;
      const { secret, sealed } = db.seals.seal('webhook', { id, secret: secretOf(channel) });
      const mail = kind === 'mail' ? channel : { digest: null, digestHour: 8 };
      return once(db, request, async (tx) => {
        await tx.lockPlayer(playerId);
        return tx.run(sql`
          insert into webhook (id, player_id, kind, url, secret, sealed, events, created_at, disabled_at, disabled_because,
            digest, digest_hour)
          select ${id}::uuid, ${playerId}::uuid, ${kind}, ${urlOf(channel)}, ${secret}, ${sealed}::bytea, ${events}::text[],
            ${createdAt.toISOString()}::timestamptz, ${disabledAt?.toISOString() ?? null}::timestamptz,
            ${channel.disabledBecause}, ${mail.digest}, ${mail.digestHour}::int
          where (select count(*) from webhook where player_id = ${playerId}::uuid and kind = any(${[...group]})) < ${most}::int`);
      });
    },
    async of<K extends ChannelKind>(playerId: string, kinds: readonly K[]): Promise<ChannelOf[K][]> {
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
      const query = { where: { playerId, kind: { in: [...kinds] } }, orderBy };
      return (await db.ask(() => db.prisma.webhook.findMany(query))).map((row) => channelIn<K>(row));
    },
    async get<K extends ChannelKind>(playerId: string, id: string, kinds: readonly K[]): Promise<ChannelOf[K] | null> {
      const row = await db.ask(() =>
        db.prisma.webhook.findUnique({ where: { id, playerId, kind: { in: [...kinds] } } }),
      );
      return row === null ? null : channelIn<K>(row);
    },
    /** Changes a channel. Turning it on needs a confirmed address; turning it off drops its pending deliveries. */
    async change<K extends ChannelKind>(
      playerId: string,
      id: string,
      kinds: readonly K[],
      { enabled, ...changes }: ChannelChanges,
      now: Date,
    ): Promise<ChannelOf[K] | null> {
      const off = { disabledAt: now, disabledBecause: 'owner' };
      const data = { ...changes, ...(enabled === undefined ? {} : enabled ? ON : off) };
      const isReady = enabled ? { NOT: { kind: 'mail', confirmedAt: null } } : {};
      const where = { id, playerId, kind: { in: [...kinds] }, ...isReady };
      const [row] = await db.ask(() => db.prisma.webhook.updateManyAndReturn({ where, data }));
      if (row === undefined) return null;
      if (enabled === false) await giveUp([id]);
      return channelIn<K>(row);
    },
    async remove(playerId: string, id: string, kinds: readonly ChannelKind[]): Promise<boolean> {
      const where = { id, playerId, kind: { in: [...kinds] } };
      const { count } = await db.ask(() => db.prisma.webhook.deleteMany({ where }));
      return count === 1;
    },
    async renew(channel: PushChannel): Promise<boolean> {
      const { id, events } = channel;
      const data = { ...db.seals.seal('webhook', { id, secret: secretOf(channel) }), events, ...ON };
      const { count } = await db.ask(() => db.prisma.webhook.updateMany({ where: { id, kind: 'push' }, data }));
      return count === 1;
    },
    /** Stores a confirmation link. `ended`: the requesting token is invalid. `full`: a limit of mailbox or player. */
    async addConfirmation(
      row: ConfirmationRow,
      limits: MailLimits,
    ): Promise<'added' | 'ended' | 'full' | 'service-full'> {
      const { address, player, service } = limits;
      const { channelId, playerId } = row;
      const [hash, addressHash] = [row.hash, row.addressHash].map((bytes) => Buffer.from(bytes));
      const [createdAt, expiresAt] = [row.createdAt, row.expiresAt].map((at) => at.toISOString());
      // must equal the condition of the index, because PostgreSQL uses the index only then
      const hasRoom = sql`
      (select count(*) from notice_link
        where kind = 'confirm' and address_hash is not null and created_at > ${service.since.toISOString()}::timestamptz
      ) < ${service.most}::int`;
      const isValid = sql`exists (select from token where hash = ${Buffer.from(row.tokenHash)})`;
      const within = [
        ...address.map((limit) => ({ ...limit, whose: sql`address_hash = ${addressHash}` })),
        ...player.map((limit) => ({ ...limit, whose: sql`player_id = ${playerId}::uuid` })),
      ].map(
        ({ whose, since, most }) => sql`
        (select count(*) from notice_link where kind = 'confirm' and ${whose} and created_at > ${since.toISOString()}::timestamptz) < ${most}::int`,
      );
      return db.transact(async (tx) => {
        await tx.lockPlayer(playerId);
        // locks the table; otherwise two calls at the same time could both add the last mail that a limit allows
        await tx.run(sql`lock table notice_link in share row exclusive mode`);
        const [room] = await tx.rows<{ service: boolean; valid: boolean }>(
          sql`select ${hasRoom} as service, ${isValid} as valid`,
        );
        const added = await tx.run(sql`
        insert into notice_link (hash, channel_id, player_id, address_hash, created_at, expires_at)
        select ${hash}, ${channelId}::uuid, ${playerId}::uuid, ${addressHash}, ${createdAt}::timestamptz,
          ${expiresAt}::timestamptz
        where ${Prisma.join([...within, hasRoom, isValid], ' and ')}`);
        if (added === 1) return 'added';
        if (!room?.valid) return 'ended';
        return room?.service ? 'full' : 'service-full';
      });
    },

    /** Counts a test message, for all servers together. False: the limit is reached, or there is no such channel. */
    async addTest(id: string, now: Date, { since, most }: { since: Date; most: number }): Promise<boolean> {
      const lately = sql`unnest(tested_at) as test (at) where test.at > ${since.toISOString()}::timestamptz`;
      // the lock on the row makes calls count one after another
      const counted = await db.run(sql`
        update webhook set tested_at = array(select test.at from ${lately}) || ${now.toISOString()}::timestamptz
        where id = ${id}::uuid and kind = 'mail' and (select count(*) from ${lately}) < ${most}::int`);
      return counted === 1;
    },

    /** Confirms an address. False: the link is invalid, or the channel no longer exists. */
    confirm(hash: Uint8Array, now: Date, request: RequestRow | null = null): Promise<boolean> {
      const at = now.toISOString();
      return once(db, request, ({ run }) =>
        run(sql`
          with spent as (
            update notice_link set spent_at = ${at}::timestamptz
            where hash = ${Buffer.from(hash)} and kind = 'confirm' and spent_at is null and expires_at > ${at}::timestamptz
            returning channel_id
          )
          update webhook set confirmed_at = ${at}::timestamptz, disabled_at = null, disabled_because = null
          from spent where webhook.id = spent.channel_id and webhook.kind = 'mail'`),
      );
    },
    async unsubscribe(id: string, now: Date): Promise<boolean> {
      const where = { id, kind: 'mail', disabledBecause: { not: 'unconfirmed' } };
      const data = { disabledAt: now, disabledBecause: 'unsubscribed', confirmedAt: null };
      const enabled = { id, kind: 'mail', disabledAt: null };
      const { count } = await db.ask(() => db.prisma.webhook.updateMany({ where: { OR: [where, enabled] }, data }));
      if (count === 1) await giveUp([id]);
      return count === 1;
    },
    /** Stores links. A link that is stored already and unused gets the later expiry. */
    async keepTurnLinks(links: readonly TurnLinkRow[]): Promise<void> {
      const rows = links.map(({ hash, ...link }) => ({ ...link, hash: Buffer.from(hash).toString('hex') }));
      await db.run(sql`
        insert into notice_link
          (hash, kind, channel_id, player_id, game_id, seat, version, created_at, expires_at)
        select decode(hash, 'hex'), 'turn', "channelId", "playerId", "gameId", seat, version, "createdAt", "expiresAt"
        from json_to_recordset(${JSON.stringify(rows)}::json) as link (
          hash text, "channelId" uuid, "playerId" uuid, "gameId" uuid, seat int, version int,
          "createdAt" timestamptz, "expiresAt" timestamptz
        )
        where "playerId" in (${living(links.map(({ playerId }) => playerId))})
        on conflict (hash) do update set expires_at = excluded.expires_at where notice_link.spent_at is null`);
    },
    async turnLink(hash: Uint8Array, now: Date): Promise<TurnLinkRow | null> {
      return db.first<TurnLinkRow>(sql`
        select hash, channel_id::text as "channelId", player_id::text as "playerId", game_id::text as "gameId", seat, version,
          created_at as "createdAt", expires_at as "expiresAt"
        from notice_link where ${isToBeSpent(hash, now)}`);
    },
    /** Exchanges a link for a token. The token is valid as long as the link would have been. */
    spendTurnLink(
      hash: Uint8Array,
      now: Date,
      { turn, ...token }: Omit<TokenRow, 'turn'> & { turn: Omit<TurnGrant, 'expiresAt'> },
      request: RequestRow | null = null,
    ): Promise<boolean> {
      return once(db, request, ({ run }) =>
        run(sql`
          with spent as (
            update notice_link set spent_at = ${now.toISOString()}::timestamptz
            where ${areNotDeleted([token.playerId])} and ${isToBeSpent(hash, now)}
            returning player_id, game_id, seat, expires_at
          )
          insert into token (id, hash, player_id, scope, name, created_at, game_id, seat, decision_since, expires_at)
          select ${token.id}::uuid, ${Uint8Array.from(token.hash)}, player_id, ${token.scope}, ${token.name},
            ${token.createdAt.toISOString()}::timestamptz, game_id, seat, ${turn.since}::int, expires_at
          from spent`),
      );
    },
    /** Deletes expired tokens and links, but confirmation links only if they expired before `kept`. */
    async tidyLinks(now: Date, kept: Date): Promise<void> {
      await db.ask(() => db.prisma.token.deleteMany({ where: { expiresAt: { lt: now } } }));
      const where = { expiresAt: { lt: now }, OR: [{ kind: 'turn' }, { expiresAt: { lt: kept } }] };
      await db.ask(() => db.prisma.notificationLink.deleteMany({ where }));
    },
  };

  function channelIn<K extends ChannelKind>({ id, kind, secret: stored, sealed, ...row }: Webhook): ChannelOf[K] {
    const { playerId, url, events, createdAt, failingSince, disabledAt, disabledBecause } = row;
    const { secret } = db.seals.open('webhook', { id, secret: stored, sealed });
    const channel = { id, kind, playerId, events, createdAt, failingSince, disabledAt, disabledBecause };
    if (kind === 'webhook') return { ...channel, url, secret } as ChannelOf[K];
    const to = JSON.parse(secret);
    const { digest, digestHour, confirmedAt } = row;
    return { ...channel, to, ...(kind === 'mail' ? { digest, digestHour, confirmedAt } : {}) } as ChannelOf[K];
  }
}

function secretOf(channel: WebhookRow | ChannelRow): string {
  return channel.kind === 'webhook' ? channel.secret : JSON.stringify(channel.to);
}

/** Returns the part of a channel's address that is not secret. */
function urlOf(channel: WebhookRow | ChannelRow): string {
  if (channel.kind === 'webhook') return channel.url;
  return channel.kind === 'push' ? new URL(channel.to.endpoint).origin : '';
}

/** A condition for a valid link: it is not used, not expired, and the address to which it was mailed is confirmed. */
function isToBeSpent(hash: Uint8Array, now: Date): Prisma.Sql {
  return sql`
    notice_link.hash = ${Buffer.from(hash)} and notice_link.kind = 'turn' and notice_link.spent_at is null
      and notice_link.expires_at > ${now.toISOString()}::timestamptz
      and exists (select from webhook where webhook.id = notice_link.channel_id and confirmed_at is not null)`;
}
