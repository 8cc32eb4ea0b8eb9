import { Prisma, type WebhookDelivery } from '../generated/prisma/client.ts';
import { type Db, isSuspended, sql } from './db.ts';
import type { Ask, MadeAsk, NotificationEvent } from './game-rows.ts';
import type { Sealed } from './sealing/secrets.ts';

export type ChannelKind = 'webhook' | 'push' | 'mail';

export interface DeliveryRow extends Omit<WebhookDelivery, 'type' | 'ask' | 'status'> {
  type: NotificationEvent;
  ask: MadeAsk | null;
  status: 'pending' | 'delivered' | 'failed';
}

/** A delivery that only this server may attempt, until the lease ends. */
export interface ClaimedDelivery
  extends Omit<DeliveryRow, 'dueAt' | 'attempts' | 'status' | 'lastStatus' | 'lastError' | 'deliveredAt'> {
  kind: ChannelKind;
  playerId: string;
  /** the host without the port */
  destination: string;
  failing: boolean;
  url: string;
  /** the signing secret of a webhook; for other channels the address as JSON */
  secret: string;
  attempt: number;
  ruleset: string;
}

export interface ClaimOptions {
  now: Date;
  leaseUntil: Date;
  most: number;
  maxPerWebhook: number;
  maxPerPlayer: number;
  maxPerDestination: number;
  /** the limit of deliveries to channels whose last attempt failed, for all these channels together */
  mostFailing: number;
  /** deliveries to these channels, players and hosts are left out */
  except: { webhooks: readonly string[]; players: readonly string[]; destinations: readonly string[] };
}

export interface AttemptedDeliveries {
  at: Date;
  /** `failed`: no further attempt follows; `dropped`: the notification is no longer true */
  deliveries: readonly {
    id: string;
    attempt: number;
    status: 'delivered' | 'failed' | 'pending' | 'dropped';
    /** the time of the next attempt of a pending delivery */
    dueAt: Date;
  }[];
  /** whether the channel answered; null: nothing was sent, or the channel is not at fault */
  reached: boolean | null;
  lastStatus: number | null;
  lastError: string | null;
  /** true: the channel no longer exists, so it is turned off at once */
  gone: boolean;
  /** a channel is turned off if its failures began at this time or earlier */
  failingBefore: Date;
}

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

interface FactRow extends Omit<NonNullable<NotificationFact['game']>, 'status'> {
  deliveryId: string;
  status: string | null;
  name: string | null;
  competitionStatus: string;
}

/** SQL for the host of a URL, with brackets around an IPv6 address. */
const DESTINATION = Prisma.raw("coalesce(substring(webhook.url from '^[a-z]+://(\\[[^]]*\\]|[^/:]*)'), '')");
/** A claim reads at most this many due rows. */
const LOOKED_AT = 2_000;
const DISABLED = 'the webhook was disabled';

/** Ends links in mails, and turns off push and mail channels. Mail addresses must be confirmed again. */
export function channelsOffStatement(playerId: string, now: Date): Prisma.Sql {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    with spent as (
      update notice_link set spent_at = ${at} where player_id = ${playerId}::uuid and spent_at is null
    ),
    off as (
      update webhook set confirmed_at = null, disabled_at = coalesce(disabled_at, ${at}),
        disabled_because = case kind when 'mail' then 'unconfirmed' else coalesce(disabled_because, 'owner') end
      where player_id = ${playerId}::uuid and kind <> 'webhook' returning id
    )
    update webhook_delivery set status = 'failed', last_error = coalesce(last_error, ${DISABLED})
    from off where webhook_id = off.id and status = 'pending'`;
}

type ClaimedRow = Omit<ClaimedDelivery, 'secret'> & Sealed<'webhook'> & { enabled: boolean };

export function deliveryQueue(db: Db) {
  return {
    async deliveries(webhookId: string, most: number): Promise<DeliveryRow[]> {
      const orderBy = [{ createdAt: 'desc' as const }, { version: 'desc' as const }];
      const query = { where: { webhookId }, orderBy, take: most };
      return (await db.ask(() => db.prisma.webhookDelivery.findMany(query))) as DeliveryRow[];
    },

    /** Returns due deliveries, and leases them: no other claim gets them before `leaseUntil`. Claims all due ones to a
     * mail address together. */
    async claim({ now, leaseUntil, except, ...most }: ClaimOptions): Promise<ClaimedDelivery[]> {
      const at = now.toISOString();
      const rows = await db.rows<ClaimedRow>(sql`
        with due as (
          select delivery.id, delivery.webhook_id, delivery.due_at, webhook.player_id, ${DESTINATION} as destination,
            webhook.kind, webhook.failing_since is not null as failing
          from webhook_delivery as delivery join webhook on webhook.id = delivery.webhook_id
          where delivery.status = 'pending' and delivery.due_at <= ${at}::timestamptz
            and webhook.id <> all(${[...except.webhooks]}::uuid[])
            and webhook.player_id <> all(${[...except.players]}::uuid[])
            and ${DESTINATION} <> all(${[...except.destinations]}::text[])
            and (webhook.failing_since is null or ${most.mostFailing}::int > 0)
          order by failing, delivery.due_at limit ${LOOKED_AT}::int
        ),
        of_webhook as (
          select *, row_number() over (partition by webhook_id order by due_at, id) as nth_of_webhook from due
        ),
        of_player as (
          select *, row_number() over (partition by player_id order by due_at, id) as nth_of_player
          from of_webhook where nth_of_webhook <= case when kind = 'mail' then 1 else ${most.maxPerWebhook}::int end
        ),
        of_destination as (
          select *, row_number() over (partition by destination order by due_at, id) as nth_of_destination
          from of_player where nth_of_player <= ${most.maxPerPlayer}::int
        ),
        ranked as (
          select *, row_number() over (partition by failing order by due_at, id) as nth_of_lane
          from of_destination where nth_of_destination <= ${most.maxPerDestination}::int
        ),
        chosen as (
          select id, webhook_id, kind from ranked where not failing or nth_of_lane <= ${most.mostFailing}::int
          order by failing, due_at limit ${most.most}::int
        ),
        together as (
          select id from chosen
          union select due.id from due join chosen on chosen.webhook_id = due.webhook_id where chosen.kind = 'mail'
        ),
        taken as materialized (
          select id, game_id, competition_id from webhook_delivery
          where id = any(array(select id from together))
            and status = 'pending' and due_at <= ${at}::timestamptz
          for update skip locked
        )
        update webhook_delivery as delivery set
          due_at = ${leaseUntil.toISOString()}::timestamptz,
          attempts = delivery.attempts + (webhook.disabled_at is null)::int,
          status = case when webhook.disabled_at is null then 'pending' else 'failed' end,
          last_error = case when webhook.disabled_at is null then delivery.last_error
            else coalesce(delivery.last_error, ${DISABLED}) end
        from taken
          left join game on game.id = taken.game_id
          left join competition on competition.id = taken.competition_id,
          webhook
        where delivery.id = taken.id and webhook.id = delivery.webhook_id
        returning delivery.id, delivery.webhook_id as "webhookId", webhook.kind, webhook.player_id as "playerId",
          ${DESTINATION} as destination, webhook.failing_since is not null as failing, webhook.url, webhook.secret,
          webhook.sealed,
          delivery.attempts as attempt, delivery.game_id as "gameId", delivery.competition_id as "competitionId",
          coalesce(game.ruleset, competition.ruleset) as ruleset, delivery.version, delivery.seat, delivery.round,
          delivery.type, delivery.ask, delivery.created_at as "createdAt", webhook.disabled_at is null as enabled`);
      return rows
        .filter(({ enabled }) => enabled)
        .map(({ enabled: _, secret, sealed, ...delivery }) => ({
          ...delivery,
          secret: db.seals.open('webhook', { id: delivery.webhookId, secret, sealed }).secret,
        }));
    },

    /** Stores outcomes, unless another server has the lease now. Returns true if this turned the channel off. */
    async settle({ deliveries, ...attempted }: AttemptedDeliveries): Promise<boolean> {
      const { reached, lastStatus, lastError, gone } = attempted;
      const at = sql`${attempted.at.toISOString()}::timestamptz`;
      const failed = sql`${reached === false}::boolean`;
      const because = sql`
      case when ${gone}::boolean then 'gone'
        when ${failed} and failing_since <= ${attempted.failingBefore.toISOString()}::timestamptz then 'failing' end`;
      const judged = await db.rows<{ id: string; disabled: boolean }>(sql`
        with settled as (
          update webhook_delivery as delivery set
            status = attempted.status,
            due_at = attempted."dueAt",
            last_status = ${lastStatus}::int,
            last_error = ${lastError},
            delivered_at = case when attempted.status = 'delivered' then ${at} end
          from json_to_recordset(${JSON.stringify(deliveries)}::json) as attempted (
            id uuid, attempt int, status text, "dueAt" timestamptz)
          where delivery.id = attempted.id and delivery.attempts = attempted.attempt and delivery.status = 'pending'
          returning delivery.webhook_id
        )
        update webhook set
          failing_since = case when ${failed} then coalesce(failing_since, ${at}) else null end,
          disabled_because = case when disabled_at is null then ${because} else disabled_because end,
          disabled_at = case when disabled_at is null and ${because} is not null then ${at} else disabled_at end
        from (select distinct webhook_id from settled) as settled
        where webhook.id = settled.webhook_id and ${reached !== null}::boolean
          and (not ${failed} = (failing_since is not null) or ${because} is not null)
        returning webhook.id, disabled_at is not null as disabled`);
      const disabled = judged.filter((webhook) => webhook.disabled).map((webhook) => webhook.id);
      await giveUp(disabled);
      return disabled.length > 0;
    },

    /** Returns deliveries to the queue. The attempt is not counted. */
    async giveBack(deliveries: readonly Pick<ClaimedDelivery, 'id' | 'attempt'>[], dueAt: Date): Promise<void> {
      const claimed = deliveries.map(({ id, attempt }) => ({ id, attempt })); // without secrets
      await db.run(sql`
        update webhook_delivery as delivery set
          attempts = delivery.attempts - 1, due_at = ${dueAt.toISOString()}::timestamptz
        from json_to_recordset(${JSON.stringify(claimed)}::json) as claimed (id uuid, attempt int)
        where delivery.id = claimed.id and delivery.attempts = claimed.attempt and delivery.status = 'pending'`);
    },

    async disableCrowded(most: number, now: Date): Promise<string[]> {
      const ids = await db.ids(sql`
        with crowded as (
          select webhook_id from webhook_delivery where status = 'pending' group by webhook_id having count(*) > ${most}::int
        )
        update webhook set disabled_at = ${now.toISOString()}::timestamptz, disabled_because = 'backlog'
        from crowded where webhook.id = crowded.webhook_id and disabled_at is null
        returning webhook.id`);
      await giveUp(ids);
      return ids;
    },

    async forget(before: Date, most: number): Promise<number> {
      return db.run(sql`
        delete from webhook_delivery where id = any(array(
          select id from webhook_delivery where created_at < ${before.toISOString()}::timestamptz
          order by created_at limit ${most}::int for update skip locked
        ))`);
    },

    async facts(deliveryIds: readonly string[]): Promise<NotificationFact[]> {
      const rows = await db.rows<FactRow>(sql`
        select delivery.id as "deliveryId", game.status, game.version, game.seats, game.to_act as "toAct",
          game.awaiting::text[] as awaiting, game.deadline, game.asks, competition.name, competition.status as "competitionStatus"
        from webhook_delivery as delivery
          left join game on game.id = delivery.game_id
          left join competition on competition.id = delivery.competition_id
        where delivery.id = any(${[...deliveryIds]}::uuid[])`);
      return rows.map(({ deliveryId, status, name, competitionStatus, ...game }) => ({
        deliveryId,
        game: status === null ? null : { status, ...game },
        competition: name === null ? null : { name, status: competitionStatus },
      }));
    },
    /** Adds a listener that is called only after commits of this server. */
    onWritten: db.onDeliveries,
    giveUp,
  };

  async function giveUp(webhookIds: string[]): Promise<void> {
    if (webhookIds.length === 0) return;
    await db.run(sql`
        update webhook_delivery set status = 'failed', last_error = coalesce(last_error, ${DISABLED})
        where webhook_id = any(${webhookIds}::uuid[]) and status = 'pending'`);
  }
}

/** A notification and its game or competition. `nth`: the index of its change, for a `gate` that joins the changes. */
export interface PlacedNotification {
  nth?: number;
  gameId?: string;
  competitionId?: string;
  version: number;
  at: Date;
  playerId: string;
  type: NotificationEvent;
  seat?: number | null;
  round?: number | null;
  ask?: MadeAsk | undefined;
  /** not sent to channels that receive a notification of this other type for the same change */
  unless?: NotificationEvent | undefined;
}

/** A channel with this many pending invitations gets no more: any player can invite any other repeatedly. */
const WAITING_INVITATIONS = 100;

/** Inserts deliveries. `gate` is a join that filters them. Locks channels, because a foreign key error for a removed
 * channel would undo the change that the deliveries report. */
export function insertDeliveries(notifications: readonly PlacedNotification[], gate = Prisma.empty): Prisma.Sql {
  return sql`
    insert into webhook_delivery
      (id, webhook_id, game_id, competition_id, version, seat, round, type, ask, created_at, due_at, attempts, status)
    select gen_random_uuid(), webhook.id, notification."gameId", notification."competitionId", notification.version, notification.seat, notification.round,
      notification.type, notification.ask, notification.at, ${DUE_AT}, 0, 'pending'
    from json_to_recordset(${JSON.stringify(notifications)}::json) as notification (
      nth int, "gameId" uuid, "competitionId" uuid, version int, at timestamptz, "playerId" uuid, type text, seat int,
      round int, unless text, ask jsonb)
    ${gate}
    join webhook on webhook.player_id = notification."playerId"
      and webhook.disabled_at is null
      and notification.type = any(webhook.events)
      and (notification.unless is null or notification.unless <> all(webhook.events))
      and (notification.type <> 'invited' or ${isOpenToInvitations})
      and not exists (
        select from player where player.id = webhook.player_id and ${isSuspended(sql`notification.at`)}
      )
    for key share of webhook`;
}

/** After this many deliveries in an hour, a push or mail channel gets invitations and requests only hourly. */
const TOLD_AT_ONCE = 20;

const isFlooded = sql`(
  webhook.kind <> 'webhook' and notification.type in ('invited', 'asked') and notification.at - interval '1 hour' < (
    select created_at from webhook_delivery
    where webhook_id = webhook.id order by created_at desc offset ${TOLD_AT_ONCE - 1}::int limit 1
  )
)`;

/** SQL for when a delivery is due: at once, at the next full hour, or with the daily digest. Reminders: at once. */
const DUE_AT = sql`
      case when ${isFlooded} and webhook.digest is distinct from 'daily' then
          date_trunc('hour', notification.at, 'UTC') + interval '1 hour'
        when webhook.digest is null or notification.type = 'reminder' then notification.at
        when webhook.digest = 'hourly' then date_trunc('hour', notification.at, 'UTC') + interval '1 hour'
        when webhook.digest = 'daily' then
          date_trunc('day', notification.at - make_interval(hours => webhook.digest_hour), 'UTC')
            + interval '1 day' + make_interval(hours => webhook.digest_hour)
        else notification.at end`;

/** A condition for a channel that still gets invitations. Reads only its newest deliveries, which an index finds. */
const isOpenToInvitations = sql`(
  select count(*) filter (where newest.status = 'pending' and newest.type = 'invited')
  from (
    select status, type from webhook_delivery
    where webhook_id = webhook.id order by created_at desc limit ${WAITING_INVITATIONS}::int
  ) as newest
) < ${WAITING_INVITATIONS}::int`;
