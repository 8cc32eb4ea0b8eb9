import type { Json } from '#rules/kernel/json.ts';
import { type OperatorDeed, Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import type { CompetitionRow } from './competitions.ts';
import {
  type Db,
  isSuspended,
  SUSPENSION_COLUMNS,
  type Suspension,
  type SuspensionColumns,
  sql,
  withSuspension,
} from './db.ts';
import type { GameRow } from './game-rows.ts';
import type { PlayerRow } from './tokens.ts';

export interface DeedRow extends Omit<OperatorDeed, 'details' | 'outcome'> {
  details: Json;
  /** null: the action is running, or was interrupted */
  outcome: 'done' | 'failed' | null;
}

export interface DeedQuery {
  subject?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export interface Sought {
  /** a part of an id, without hyphens; null: the text cannot be part of an id */
  id: { digits: string; at: 'beginning' | 'end' } | null;
  text: string;
  skeleton: string;
  limit: number;
}

export type FoundGame = Pick<GameRow, 'id' | 'ruleset' | 'status' | 'updatedAt'>;

export type FoundCompetition = Pick<CompetitionRow, 'id' | 'name' | 'status'>;

export interface FoundPlayer extends PlayerRow {
  suspended: boolean;
}

/** The data of a player that operators may see: no secrets and no addresses. */
export interface PlayerRecord extends PlayerRow {
  suspension: Suspension | null;
  playTokens: number;
  readTokens: number;
  hasRecoveryCode: boolean;
  webhooks: number;
  webhooksDisabled: number;
  openSeeks: number;
  competitions: number;
  games: Record<string, number>;
  running: { id: string; ruleset: string; status: string; awaited: boolean; deadline: Date | null; updatedAt: Date }[];
  lastGameAt: Date | null;
}

export interface GameRecord {
  entries: Record<string, number>;
  deliveries: Record<string, number>;
  analysis: string | null;
}

export interface QueueRow {
  queue: string;
  state: string;
  count: number;
  /** null: the queue is empty, or the age of its entries does not matter */
  oldest: Date | null;
}

export interface OverdueGame {
  id: string;
  ruleset: string;
  rulesVersion: number;
  deadline: Date;
  competitionId: string | null;
}

interface Counted {
  kind: string;
  count: number;
}

type PlayerColumns = Omit<PlayerRecord, 'suspension' | 'games' | 'running' | 'lastGameAt'> & SuspensionColumns;

const ID_DIGITS = 32;

const RUNNING_SHOWN = 20;

const DEED = sql`id::text, at, by, deed, subject::text, because, details, outcome`;

export function operatorStore(db: Db) {
  return {
    /** Records that an action begins. Call it before the action. */
    async begin({ id, at, by, deed, subject, because, details }: DeedRow): Promise<void> {
      await db.rows(sql`
      insert into operator_deed (id, at, by, deed, subject, because, details)
      values (${id}::uuid, ${at.toISOString()}::timestamptz, ${by}, ${deed}, ${subject}::uuid, ${because},
        ${JSON.stringify(details)}::json)`);
    },
    async settle(id: string, outcome: 'done' | 'failed', details: Json): Promise<void> {
      await db.rows(sql`
      update operator_deed set outcome = ${outcome}, details = ${JSON.stringify(details)}::json where id = ${id}::uuid`);
    },

    deeds({ subject, before, limit }: DeedQuery): Promise<DeedRow[]> {
      if ([subject, before].some((id) => id !== undefined && !UUID.test(id))) return Promise.resolve([]);
      return db.rows(sql`
      select ${DEED} from operator_deed
      where (${subject ?? null}::uuid is null or subject = ${subject ?? null}::uuid)
        and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
      order by id desc limit ${limit}::int`);
    },

    players({ id, text, skeleton, limit }: Sought): Promise<FoundPlayer[]> {
      return db.rows(sql`
      select id::text, name, kind, created_at as "createdAt", suspended_at is not null as suspended from player
      where ${hasPart(id)} or position(${skeleton} in skeleton) > 0 or position(lower(${text}) in lower(name)) > 0
      order by skeleton = ${skeleton} desc nulls last, id desc limit ${limit}::int`);
    },

    games({ id, limit }: Sought): Promise<FoundGame[]> {
      return db.rows(sql`
      select id::text, ruleset, status, updated_at as "updatedAt" from game
      where ${hasPart(id)} order by id desc limit ${limit}::int`);
    },

    competitions({ id, text, limit }: Sought): Promise<FoundCompetition[]> {
      return db.rows(sql`
      select id::text, name, status from competition
      where ${hasPart(id)} or position(lower(${text}) in lower(name)) > 0 order by id desc limit ${limit}::int`);
    },
    async player(id: string): Promise<PlayerRecord | null> {
      const row = await db.of(id).first<PlayerColumns>(sql`
      select id::text, name, kind, created_at as "createdAt", ${SUSPENSION_COLUMNS},
        recovery_hash is not null as "hasRecoveryCode",
        (select count(*)::int from token where player_id = player.id and scope = 'play') as "playTokens",
        (select count(*)::int from token where player_id = player.id and scope = 'read') as "readTokens",
        (select count(*)::int from webhook where player_id = player.id) as webhooks,
        (select count(*)::int from webhook where player_id = player.id and disabled_at is not null) as "webhooksDisabled",
        (select count(*)::int from seek where player_id = player.id and status = 'open') as "openSeeks",
        (select count(*)::int from competition_entry where player_id = player.id) as competitions
      from player where id = ${id}::uuid`);
      if (row === null) return null;
      return { ...withSuspension(row), ...(await gamesOf(id)) };
    },

    async game(id: string): Promise<GameRecord> {
      const entries = await db.rows<Counted>(sql`
      select kind, count(*)::int as count from game_event where game_id = ${id}::uuid group by kind order by kind`);
      const deliveries = await db.rows<Counted>(sql`
      select status as kind, count(*)::int as count from webhook_delivery where game_id = ${id}::uuid
      group by status order by status`);
      const analysis = await db.value<string>(sql`select status as value from analysis where game_id = ${id}::uuid`);
      return { entries: countsOf(entries), deliveries: countsOf(deliveries), analysis };
    },
    async queues(now: Date, overdue: Date): Promise<QueueRow[]> {
      return db.rows(queuesStatement(now, overdue));
    },
    overdue(before: Date, limit: number): Promise<OverdueGame[]> {
      return db.rows(sql`
      select id::text, ruleset, rules_version as "rulesVersion", deadline, competition_id::text as "competitionId" from game
      where deadline < ${before.toISOString()}::timestamptz and status = 'playing'
      order by deadline, id limit ${limit}::int`);
    },
  };
  async function gamesOf(playerId: string): Promise<Pick<PlayerRecord, 'games' | 'running' | 'lastGameAt'>> {
    const mine = sql`
      from game_player join game on game.id = game_player.game_id
      where game_player.player_id = ${playerId}::uuid and game_player.standing in ('seated', 'invited')`;
    const games = await db.rows<Counted & { last: Date }>(sql`
      select game.status as kind, count(*)::int as count, max(game.updated_at) as last ${mine} group by game.status`);
    const running = await db.rows<PlayerRecord['running'][number]>(sql`
      select game.id::text, game.ruleset, game.status, ${playerId}::uuid = any(game.awaiting) as awaited, game.deadline,
        game.updated_at as "updatedAt"
      ${mine} and game_player.unfinished order by game.updated_at desc limit ${RUNNING_SHOWN}::int`);
    const last = games.map((row) => row.last.getTime());
    return { games: countsOf(games), running, lastGameAt: last.length === 0 ? null : new Date(Math.max(...last)) };
  }
}

/** A condition for ids that begin or end with the digits. A beginning is a range of ids, so that the index finds it. */
function hasPart(id: Sought['id']): Prisma.Sql {
  if (id === null) return sql`false`;
  const { digits, at } = id;
  if (at === 'end') return sql`replace(id::text, '-', '') like ${`%${digits}`}`;
  return sql`id between ${digits.padEnd(ID_DIGITS, '0')}::uuid and ${digits.padEnd(ID_DIGITS, 'f')}::uuid`;
}

function countsOf(rows: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Returns a statement that reads the state of all queues. Deadlines before `overdue` count as late. */
export function queuesStatement(now: Date, overdue: Date): Prisma.Sql {
  const at = Prisma.sql`${now.toISOString()}::timestamptz`;
  const late = Prisma.sql`${overdue.toISOString()}::timestamptz`;
  const lateOrDue = (deadline: Prisma.Sql) => Prisma.sql`
    case when ${deadline} < ${late} then 'overdue' when ${deadline} <= ${at} then 'due' else 'running' end`;
  return Prisma.sql`
    select queue, state, count, oldest from (
      select 1 as nth, case webhook.kind when 'push' then 'pushes' when 'mail' then 'mails' else 'webhooks' end as queue,
        case when webhook_delivery.status <> 'pending' then webhook_delivery.status when due_at <= ${at} then 'due' else 'later' end as state,
        count(*)::int as count, min(webhook_delivery.created_at) as oldest
      from webhook_delivery join webhook on webhook.id = webhook_delivery.webhook_id group by 2, 3
      union all
      select 2, 'webhooks off', disabled_because, count(*)::int, min(disabled_at) from webhook
      where disabled_at is not null group by 3
      union all
      select 3, 'clocks', ${lateOrDue(Prisma.sql`deadline`)}, count(*)::int, min(deadline) from game
      where deadline is not null group by 3
      union all
      select 4, 'games', status, count(*)::int, case when status in ('open', 'playing') then min(updated_at) end from game
      group by status
      union all
      select 5, 'competitions', case when deadline < ${late} then 'overdue' else status end, count(*)::int, min(deadline)
      from competition where status in ('open', 'playing') group by 3
      union all
      select 7, 'analyses', case when status = 'running' and lease_until <= ${at} then 'left alone' else status end,
        count(*)::int, case when status in ('waiting', 'running') then min(asked_at) end
      from analysis group by analysis.status, 3
      union all
      select 8, 'seeks', status, count(*)::int, case when status = 'open' then min(waiting_since) end from seek
      where status in ('open', 'paused') group by status
      union all
      select 9, 'outages', 'to be given back', count(*)::int, min(began_at) from outage where not settled
      having count(*) > 0
      union all
      select 10, 'players', 'suspended', count(*)::int, min(suspended_at) from player where ${isSuspended(now)}
      having count(*) > 0
      union all
      select 11, 'deleted accounts', case when deleted_at < ${late} then 'overdue' else 'running' end, count(*)::int,
        min(deleted_at)
      from player where deleted_at is not null and erased_at is null group by 3
    ) as waiting order by nth, state`;
}
