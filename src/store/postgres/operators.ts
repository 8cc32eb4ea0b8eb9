import type { Json } from '#rules/kernel/json.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type {
  DeedQuery,
  DeedRow,
  FoundCompetition,
  FoundGame,
  FoundPlayer,
  GameRecord,
  OperatorStore,
  OverdueGame,
  PlayerRecord,
  QueueRow,
  Sought,
} from '../contract/operators.ts';
import { isSuspended } from './living.ts';
import { queuesStatement } from './operator-queues.ts';
import { UUID } from './rows.ts';
import { SUSPENSION_COLUMNS, type SuspensionColumns, suspensionIn } from './suspensions.ts';

/** Sends a statement to the database and turns its errors into those of the store. */
type Ask = <T extends object>(statement: Prisma.Sql) => Promise<T[]>;

interface Counted {
  kind: string;
  count: number;
}

type PlayerColumns = Omit<PlayerRecord, 'suspension' | 'games' | 'running' | 'lastGameAt'> & SuspensionColumns;

const ID_DIGITS = 32;
const RUNNING_SHOWN = 20;
const DEED = Prisma.sql`id::text, at, by, deed, subject::text, because, details, outcome`;

/** What operators look at, in the whole database: asked for seldom, and by nobody who plays. */
export class PostgresOperators implements OperatorStore {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async begin({ id, at, by, deed, subject, because, details }: DeedRow): Promise<void> {
    await this.#ask(Prisma.sql`
      insert into operator_deed (id, at, by, deed, subject, because, details)
      values (${id}::uuid, ${at.toISOString()}::timestamptz, ${by}, ${deed}, ${subject}::uuid, ${because},
        ${JSON.stringify(details)}::json)`);
  }

  async settle(id: string, outcome: 'done' | 'failed', details: Json): Promise<void> {
    await this.#ask(Prisma.sql`
      update operator_deed set outcome = ${outcome}, details = ${JSON.stringify(details)}::json where id = ${id}::uuid`);
  }

  deeds({ subject, before, limit }: DeedQuery): Promise<DeedRow[]> {
    if ([subject, before].some((id) => id !== undefined && !UUID.test(id))) return Promise.resolve([]);
    return this.#ask(Prisma.sql`
      select ${DEED} from operator_deed
      where (${subject ?? null}::uuid is null or subject = ${subject ?? null}::uuid)
        and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
      order by id desc limit ${limit}::int`);
  }

  players({ prefix, text, skeleton, limit }: Sought): Promise<FoundPlayer[]> {
    return this.#ask(Prisma.sql`
      select id::text, name, kind, created_at as "createdAt", suspended_at is not null as suspended from player
      where ${idBegins(prefix)} or position(${skeleton} in skeleton) > 0 or position(lower(${text}) in lower(name)) > 0
      order by skeleton = ${skeleton} desc nulls last, id desc limit ${limit}::int`);
  }

  games({ prefix, limit }: Sought): Promise<FoundGame[]> {
    return this.#ask(Prisma.sql`
      select id::text, ruleset, status, updated_at as "updatedAt" from game
      where ${idBegins(prefix)} order by id desc limit ${limit}::int`);
  }

  competitions({ prefix, text, limit }: Sought): Promise<FoundCompetition[]> {
    return this.#ask(Prisma.sql`
      select id::text, name, status from competition
      where ${idBegins(prefix)} or position(lower(${text}) in lower(name)) > 0 order by id desc limit ${limit}::int`);
  }

  async player(id: string): Promise<PlayerRecord | null> {
    if (!UUID.test(id)) return null;
    const [row] = await this.#ask<PlayerColumns>(Prisma.sql`
      select id::text, name, kind, created_at as "createdAt", ${SUSPENSION_COLUMNS},
        recovery_hash is not null as "hasRecoveryCode",
        (select count(*)::int from token where player_id = player.id and scope = 'play') as "playTokens",
        (select count(*)::int from token where player_id = player.id and scope = 'read') as "readTokens",
        (select count(*)::int from webhook where player_id = player.id) as webhooks,
        (select count(*)::int from webhook where player_id = player.id and disabled_at is not null) as "webhooksDisabled",
        (select count(*)::int from seek where player_id = player.id and status = 'open') as "openSeeks",
        (select count(*)::int from competition_entry where player_id = player.id) as competitions
      from player where id = ${id}::uuid`);
    if (row === undefined) return null;
    const { suspendedAt, suspendedUntil, suspendedBecause, ...record } = row;
    const suspension = suspensionIn({ suspendedAt, suspendedUntil, suspendedBecause });
    return { ...record, suspension, ...(await this.#gamesOf(id)) };
  }

  async #gamesOf(playerId: string): Promise<Pick<PlayerRecord, 'games' | 'running' | 'lastGameAt'>> {
    const mine = Prisma.sql`
      from game_player join game on game.id = game_player.game_id
      where game_player.player_id = ${playerId}::uuid and game_player.standing in ('seated', 'invited')`;
    const games = await this.#ask<Counted & { last: Date }>(Prisma.sql`
      select game.status as kind, count(*)::int as count, max(game.updated_at) as last ${mine} group by game.status`);
    const running = await this.#ask<PlayerRecord['running'][number]>(Prisma.sql`
      select game.id::text, game.ruleset, game.status, ${playerId}::uuid = any(game.awaiting) as awaited, game.deadline,
        game.updated_at as "updatedAt"
      ${mine} and game_player.unfinished order by game.updated_at desc limit ${RUNNING_SHOWN}::int`);
    const last = games.map((row) => row.last.getTime());
    return { games: countsOf(games), running, lastGameAt: last.length === 0 ? null : new Date(Math.max(...last)) };
  }

  async game(id: string): Promise<GameRecord> {
    const entries = await this.#ask<Counted>(Prisma.sql`
      select kind, count(*)::int as count from game_event where game_id = ${id}::uuid group by kind order by kind`);
    const deliveries = await this.#ask<Counted>(Prisma.sql`
      select status as kind, count(*)::int as count from webhook_delivery where game_id = ${id}::uuid
      group by status order by status`);
    const [analysis] = await this.#ask<{ status: string }>(Prisma.sql`
      select status from analysis where game_id = ${id}::uuid`);
    return { entries: countsOf(entries), deliveries: countsOf(deliveries), analysis: analysis?.status ?? null };
  }

  async queues(now: Date, overdue: Date): Promise<QueueRow[]> {
    return this.#ask(queuesStatement(now, overdue, isSuspended(now)));
  }

  overdue(before: Date, limit: number): Promise<OverdueGame[]> {
    return this.#ask(Prisma.sql`
      select id::text, ruleset, rules_version as "rulesVersion", deadline, competition_id::text as "competitionId" from game
      where deadline < ${before.toISOString()}::timestamptz and status = 'playing'
      order by deadline, id limit ${limit}::int`);
  }
}

/** Ids between the lowest and the highest that begin so, which an index finds. */
function idBegins(prefix: string | null): Prisma.Sql {
  if (prefix === null) return Prisma.sql`false`;
  const digits = prefix.replaceAll('-', '').slice(0, ID_DIGITS);
  return Prisma.sql`id between ${digits.padEnd(ID_DIGITS, '0')}::uuid and ${digits.padEnd(ID_DIGITS, 'f')}::uuid`;
}

function countsOf(rows: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
