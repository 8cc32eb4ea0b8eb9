import { Prisma, type PrismaClient, type Webhook } from '../generated/prisma/client.ts';
import type { MadeAsk, NotificationEvent } from './game-rows.ts';
import { areAlive, assertHeld, heldPlayer } from './living.ts';
import { keptRequest, type RequestRow, unlessKept } from './requests.ts';
import type { Sealed, Seals } from './sealing/secrets.ts';

/** Why a webhook is told nothing: its owner turned it off, 410 Gone, failure for too long, or too much waiting. */
export type DisabledBecause = 'owner' | 'gone' | 'failing' | 'backlog';

/** Where something can be sent: to a program, to a browser, to a mail address. */
export type ChannelKind = 'webhook' | 'push' | 'mail';

export interface WebhookRow {
  id: string;
  playerId: string;
  url: string;
  /** `whsec_` and base64 */
  secret: string;
  events: NotificationEvent[];
  createdAt: Date;
  /** since when no attempt has succeeded; null when the last one did */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledBecause: DisabledBecause | null;
}

export interface DeliveryRow {
  id: string;
  webhookId: string;
  /** what it tells of: a game, or a competition; the other is null */
  gameId: string | null;
  competitionId: string | null;
  version: number;
  /** of a game alone */
  seat: number | null;
  /** of a competition alone */
  round: number | null;
  type: NotificationEvent;
  /** what is asked; null where it tells of something else */
  ask: MadeAsk | null;
  createdAt: Date;
  /** when the next attempt is due; while one is made, when another server may take it for lost */
  dueAt: Date;
  attempts: number;
  status: 'pending' | 'delivered' | 'failed';
  /** the HTTP status of the last attempt that was answered */
  lastStatus: number | null;
  lastError: string | null;
  deliveredAt: Date | null;
}

/** A delivery that this server alone is to attempt now, and all that the attempt needs. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  kind: ChannelKind;
  playerId: string;
  /** the host that it goes to, whatever the port */
  destination: string;
  /** whether the last attempt for the webhook failed */
  failing: boolean;
  url: string;
  /** of a webhook what it signs with; of all else where it leads to, as JSON */
  secret: string;
  /** which attempt this is, from 1 */
  attempt: number;
  /** what it tells of: a game, or a competition; the other is null */
  gameId: string | null;
  competitionId: string | null;
  ruleset: string;
  version: number;
  seat: number | null;
  round: number | null;
  type: NotificationEvent;
  /** what is asked; null where it tells of something else */
  ask: MadeAsk | null;
  createdAt: Date;
}

export interface ClaimOptions {
  now: Date;
  /** until when no other server makes this attempt */
  leaseUntil: Date;
  most: number;
  mostAWebhook: number;
  mostAPlayer: number;
  mostADestination: number;
  /** for webhooks of which the last attempt failed */
  mostFailing: number;
  /** those that are to wait, by their ids and their hosts */
  except: { webhooks: readonly string[]; players: readonly string[]; destinations: readonly string[] };
}

/** What came of an attempt for one channel. */
export interface AttemptedDeliveries {
  at: Date;
  /** what the attempt held. `failed`: there will be no other; `dropped`: there was nothing to tell any more */
  deliveries: readonly {
    id: string;
    attempt: number;
    status: 'delivered' | 'failed' | 'pending' | 'dropped';
    /** when to try again; of a pending delivery alone */
    dueAt: Date;
  }[];
  /** what it says of the channel; null: nothing, because nothing was sent or the fault is not there */
  reached: boolean | null;
  lastStatus: number | null;
  lastError: string | null;
  /** it is not there any more: the channel is disabled at once */
  gone: boolean;
  /** a channel that has failed since then, or longer, is disabled */
  failingBefore: Date;
}

export type WebhookChanges = Partial<Pick<WebhookRow, 'url' | 'events'>> & { enabled?: boolean };

/** Webhooks and what they are to be told. Deliveries are written with the changes of games and competitions. */
export interface WebhookStore {
  /** Keeps a new webhook, and the request that asked for it. False: the player has `most` already, or the request was there. */
  create(webhook: WebhookRow, most: number, request?: RequestRow | null): Promise<boolean>;
  /** Every webhook of a player, oldest first. */
  of(playerId: string): Promise<WebhookRow[]>;
  /** Null: this player has no such webhook. */
  get(playerId: string, id: string): Promise<WebhookRow | null>;
  /** Enabling forgets failure; disabling gives up what is pending. Null: this player has no such webhook. */
  change(playerId: string, id: string, changes: WebhookChanges, now: Date): Promise<WebhookRow | null>;
  /** Removes a webhook with its deliveries. False: this player has no such webhook. */
  remove(playerId: string, id: string): Promise<boolean>;
  /** The last deliveries of a webhook, newest first. */
  deliveries(webhookId: string, most: number): Promise<DeliveryRow[]>;

  /**
   * Takes due deliveries, each for one attempt: no other claim returns them until `leaseUntil` has passed. Of a mail
   * address all that are due come together.
   */
  claim(options: ClaimOptions): Promise<ClaimedDelivery[]>;
  /** Keeps what came of an attempt, unless another server has taken it over; true when it disabled the webhook. */
  settle(attempted: AttemptedDeliveries): Promise<boolean>;
  /** Makes deliveries due at that time, as if they had not been claimed. */
  giveBack(deliveries: readonly Pick<ClaimedDelivery, 'id' | 'attempt'>[], dueAt: Date): Promise<void>;
  /** Disables webhooks for which more than `most` deliveries wait, and returns their ids. */
  disableCrowded(most: number, now: Date): Promise<string[]>;
  /** Deletes deliveries of before that time, at most so many; returns how many. */
  forget(before: Date, most: number): Promise<number>;
  /** Is called after each commit of this server's own that wrote deliveries. */
  onWritten(listener: () => void): void;
}

/** The host of a URL as it is kept, in brackets when it is an IPv6 address. */
const DESTINATION = Prisma.raw("coalesce(substring(webhook.url from '^[a-z]+://(\\[[^]]*\\]|[^/:]*)'), '')");
/** Of what is due so much is looked at in one claim; what is to wait does not count. */
const LOOKED_AT = 2_000;
const ON = { failingSince: null, disabledAt: null, disabledBecause: null };
const DISABLED = 'the webhook was disabled';

type ClaimedRow = Omit<ClaimedDelivery, 'secret'> & Sealed<'webhook'> & { enabled: boolean };

export class PrismaWebhooks implements WebhookStore {
  readonly #prisma: PrismaClient;
  readonly #seals: Seals;
  readonly #ask: <T>(question: () => Promise<T>) => Promise<T>;
  readonly #listeners: (() => void)[] = [];

  /** `ask` sends a question to the database, again if it was undone, and turns its errors into those of the store. */
  constructor(prisma: PrismaClient, seals: Seals, ask: <T>(question: () => Promise<T>) => Promise<T>) {
    this.#prisma = prisma;
    this.#seals = seals;
    this.#ask = ask;
  }

  onWritten(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** To be called after a commit that wrote deliveries. */
  written(): void {
    for (const listener of this.#listeners) listener();
  }

  async create(webhook: WebhookRow, most: number, request: RequestRow | null = null): Promise<boolean> {
    const { id, playerId, url, events } = webhook;
    const { secret, sealed } = this.#seals.seal('webhook', webhook);
    const createdAt = webhook.createdAt.toISOString();
    // The lock makes those who create for the same player at once count one after the other.
    const write = () =>
      this.#prisma.$transaction([
        this.#prisma.$queryRaw(heldPlayer(playerId)),
        this.#prisma.$executeRaw`
          insert into webhook (id, player_id, url, secret, sealed, events, created_at)
          select ${id}::uuid, ${playerId}::uuid, ${url}, ${secret}, ${sealed}::bytea, ${events}::text[],
            ${createdAt}::timestamptz
          where ${areAlive([playerId])}
            and (select count(*) from webhook where player_id = ${playerId}::uuid and kind = 'webhook') < ${most}::int`,
        ...(request === null ? [] : [this.#prisma.$executeRaw(keptRequest(request, isThere(id)))]),
      ]);
    const written = await this.#ask(() => unlessKept(request, write, null));
    if (written === null) return false;
    const [held, made] = written;
    assertHeld(playerId, held);
    return made === 1;
  }

  async of(playerId: string): Promise<WebhookRow[]> {
    const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
    const rows = await this.#ask(() =>
      this.#prisma.webhook.findMany({ where: { playerId, kind: 'webhook' }, orderBy }),
    );
    return rows.map((row) => this.#rowOf(row));
  }

  async get(playerId: string, id: string): Promise<WebhookRow | null> {
    const row = await this.#ask(() => this.#prisma.webhook.findUnique({ where: { id, playerId, kind: 'webhook' } }));
    return row === null ? null : this.#rowOf(row);
  }

  async change(playerId: string, id: string, changes: WebhookChanges, now: Date): Promise<WebhookRow | null> {
    const { enabled, ...more } = changes;
    const data = {
      ...more,
      ...(enabled === undefined ? {} : enabled ? ON : { disabledAt: now, disabledBecause: 'owner' }),
    };
    const where = { id, playerId, kind: 'webhook' };
    const [row] = await this.#ask(() => this.#prisma.webhook.updateManyAndReturn({ where, data }));
    if (row === undefined) return null;
    if (enabled === false) await this.giveUp([id]);
    return this.#rowOf(row);
  }

  async remove(playerId: string, id: string): Promise<boolean> {
    const { count } = await this.#ask(() =>
      this.#prisma.webhook.deleteMany({ where: { id, playerId, kind: 'webhook' } }),
    );
    return count === 1;
  }

  async deliveries(webhookId: string, most: number): Promise<DeliveryRow[]> {
    const orderBy = [{ createdAt: 'desc' as const }, { version: 'desc' as const }];
    const query = { where: { webhookId }, orderBy, take: most };
    return (await this.#ask(() => this.#prisma.webhookDelivery.findMany(query))) as DeliveryRow[];
  }

  /**
   * A row that another server claims at the same moment is skipped, or, when that has just been committed, looked at
   * again as it is now, when it is no longer due. What was written while its webhook was being disabled is given up.
   */
  async claim({ now, leaseUntil, except, ...most }: ClaimOptions): Promise<ClaimedDelivery[]> {
    const at = now.toISOString();
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<ClaimedRow[]>`
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
          from of_webhook where nth_of_webhook <= case when kind = 'mail' then 1 else ${most.mostAWebhook}::int end
        ),
        of_destination as (
          select *, row_number() over (partition by destination order by due_at, id) as nth_of_destination
          from of_player where nth_of_player <= ${most.mostAPlayer}::int
        ),
        ranked as (
          select *, row_number() over (partition by failing order by due_at, id) as nth_of_lane
          from of_destination where nth_of_destination <= ${most.mostADestination}::int
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
          delivery.type, delivery.ask, delivery.created_at as "createdAt", webhook.disabled_at is null as enabled`,
    );
    return rows
      .filter(({ enabled }) => enabled)
      .map(({ enabled: _, secret, sealed, ...delivery }) => {
        return { ...delivery, secret: this.#seals.open('webhook', { id: delivery.webhookId, secret, sealed }).secret };
      });
  }

  async settle({ deliveries, ...attempted }: AttemptedDeliveries): Promise<boolean> {
    const { reached, lastStatus, lastError, gone } = attempted;
    const at = Prisma.sql`${attempted.at.toISOString()}::timestamptz`;
    const failed = Prisma.sql`${reached === false}::boolean`;
    const because = Prisma.sql`
      case when ${gone}::boolean then 'gone'
        when ${failed} and failing_since <= ${attempted.failingBefore.toISOString()}::timestamptz then 'failing' end`;
    const judged = await this.#ask(
      () => this.#prisma.$queryRaw<{ id: string; disabled: boolean }[]>`
        with settled as (
          update webhook_delivery as delivery set
            status = attempted.status,
            due_at = attempted.due_at,
            last_status = ${lastStatus}::int,
            last_error = ${lastError},
            delivered_at = case when attempted.status = 'delivered' then ${at} end
          from unnest(
            ${deliveries.map(({ id }) => id)}::uuid[],
            ${deliveries.map(({ attempt }) => attempt)}::int[],
            ${deliveries.map(({ status }) => status)}::text[],
            ${deliveries.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]
          ) as attempted (id, attempt, status, due_at)
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
        returning webhook.id, disabled_at is not null as disabled`,
    );
    const disabled = judged.filter((webhook) => webhook.disabled).map((webhook) => webhook.id);
    await this.giveUp(disabled);
    return disabled.length > 0;
  }

  async giveBack(deliveries: readonly Pick<ClaimedDelivery, 'id' | 'attempt'>[], dueAt: Date): Promise<void> {
    await this.#ask(
      () => this.#prisma.$executeRaw`
        update webhook_delivery as delivery set
          attempts = delivery.attempts - 1, due_at = ${dueAt.toISOString()}::timestamptz
        from unnest(
          ${deliveries.map(({ id }) => id)}::uuid[],
          ${deliveries.map(({ attempt }) => attempt)}::int[]
        ) as claimed (id, attempt)
        where delivery.id = claimed.id and delivery.attempts = claimed.attempt and delivery.status = 'pending'`,
    );
  }

  async disableCrowded(most: number, now: Date): Promise<string[]> {
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<{ id: string }[]>`
        with crowded as (
          select webhook_id from webhook_delivery where status = 'pending' group by webhook_id having count(*) > ${most}::int
        )
        update webhook set disabled_at = ${now.toISOString()}::timestamptz, disabled_because = 'backlog'
        from crowded where webhook.id = crowded.webhook_id and disabled_at is null
        returning webhook.id`,
    );
    const ids = rows.map(({ id }) => id);
    await this.giveUp(ids);
    return ids;
  }

  async forget(before: Date, most: number): Promise<number> {
    return this.#ask(
      () => this.#prisma.$executeRaw`
        delete from webhook_delivery where id = any(array(
          select id from webhook_delivery where created_at < ${before.toISOString()}::timestamptz
          order by created_at limit ${most}::int for update skip locked
        ))`,
    );
  }

  #rowOf({ id, playerId, url, events, createdAt, failingSince, disabledAt, disabledBecause, ...stored }: Webhook) {
    const secret = this.#seals.open('webhook', { id, ...stored }).secret;
    return { id, playerId, url, secret, events, createdAt, failingSince, disabledAt, disabledBecause } as WebhookRow;
  }

  /** To be called for channels that were disabled: nothing is sent to them. */
  async giveUp(webhookIds: string[]): Promise<void> {
    if (webhookIds.length === 0) return;
    await this.#ask(
      () => this.#prisma.$executeRaw`
        update webhook_delivery set status = 'failed', last_error = coalesce(last_error, ${DISABLED})
        where webhook_id = any(${webhookIds}::uuid[]) and status = 'pending'`,
    );
  }
}

function isThere(id: string): Prisma.Sql {
  return Prisma.sql`exists (select from webhook where id = ${id}::uuid)`;
}
