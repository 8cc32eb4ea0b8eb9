import type { AnalysedDecision, Analysis, Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { type Db, sql } from './db.ts';
import { base64Of, type Sealed } from './sealing/secrets.ts';

export interface AnalysisRow extends Omit<Analysis, 'status' | 'holder' | 'leaseUntil'> {
  status: 'waiting' | 'running' | 'done' | 'failed';
}

export type NewAnalysis = Pick<
  Analysis,
  | 'id'
  | 'gameId'
  | 'askedBy'
  | 'askedAt'
  | 'ruleset'
  | 'rulesVersion'
  | 'head'
  | 'method'
  | 'playoutsMost'
  | 'secondsMost'
>;

export interface AnalysedDecisionRow extends Omit<AnalysedDecision, 'data' | 'sealed'> {
  data: string;
}

export interface AnalysisProgress {
  status: 'running' | 'done' | 'failed';
  decisionsInAll: number;
  decisionsToJudge: number;
  /** `playouts` and `seconds` count only the work since the last write */
  playouts: number;
  seconds: number;
  decisions: readonly AnalysedDecisionRow[];
}

/** The right to do some work. No other server can take it before `until`. */
export interface Lease {
  holder: string;
  now: Date;
  until: Date;
}

export interface AnalysedMove extends Omit<AnalysedDecisionRow, 'data' | 'playerId'> {
  ruleset: string;
  at: Date;
}

export interface MovesQuery {
  playerId: string;
  ruleset: string;
  order: 'worst' | 'best';
  limit: number;
}

export interface MovesCounted {
  ruleset: string;
  games: number;
  decisions: number;
}

const ANALYSIS = sql`
  id, game_id as "gameId", asked_by as "askedBy", asked_at as "askedAt", ruleset, rules_version as "rulesVersion", head, method,
  playouts_most as "playoutsMost", seconds_most as "secondsMost", status, version, decisions_in_all as "decisionsInAll",
  decisions_to_judge as "decisionsToJudge", decisions_judged as "decisionsJudged", playouts, seconds, started_at as "startedAt",
  finished_at as "finishedAt"`;

const UNFINISHED = sql`status in ('waiting', 'running')`;

/** A condition for an analysis that waits, or whose lease has expired. */
function isFree(now: Date): Prisma.Sql {
  return sql`(status = 'waiting' or status = 'running' and lease_until < ${now.toISOString()}::timestamptz)`;
}

/** Returns the queue: interrupted analyses first, then new ones. In both, players take turns with one analysis each. */
function linedUp(now: Date): Prisma.Sql {
  return sql`
    select game_id, row_number() over (order by is_new, nth, served nulls first, asked_at, game_id) as place
    from (
      select game_id, asked_at, started_at is null as is_new,
        row_number() over (partition by asked_by order by started_at is null, asked_at, game_id) as nth,
        (select max(started_at) from analysis as earlier where earlier.asked_by = free.asked_by) as served
      from analysis as free where ${UNFINISHED} and ${isFree(now)}
    ) as numbered`;
}

export function analysisStore(db: Db) {
  return {
    /** Queues an analysis. `there`: the game has an unfinished one, or a finished one of the same method and log. */
    async begin(
      row: NewAnalysis,
      mostOfPlayer: number,
      mostInAll: number,
    ): Promise<'begun' | 'there' | 'player-full' | 'full'> {
      const { gameId, askedBy } = row;
      const [counted] = await db.transact(async (tx) => {
        await tx.lockPlayer(askedBy);
        await tx.run(sql`
          delete from analysis where game_id = ${gameId}::uuid
            and (status = 'failed' or status = 'done' and (method <> ${row.method} or head <> ${row.head}))`);
        return tx.rows<{ own: number; all: number; made: boolean; there: boolean }>(sql`
          with unfinished as materialized (
            select count(*) filter (where asked_by = ${askedBy}::uuid)::int as own, count(*)::int as "all"
            from analysis where ${UNFINISHED}
          ),
          made as (
            insert into analysis (id, game_id, asked_by, asked_at, ruleset, rules_version, head, method, playouts_most,
              seconds_most, status, version, decisions_judged, playouts, seconds)
            select ${row.id}::uuid, ${gameId}::uuid, ${askedBy}::uuid, ${row.askedAt}::timestamptz, ${row.ruleset},
              ${row.rulesVersion}::int, ${row.head}, ${row.method}::int, ${row.playoutsMost}::int, ${row.secondsMost}::int,
              'waiting', 1, 0, 0, 0
            from unfinished where own < ${mostOfPlayer}::int and "all" < ${mostInAll}::int
            on conflict (game_id) do nothing
            returning true
          )
          select own, "all", exists (select from made) as made,
            exists (select from analysis where game_id = ${gameId}::uuid) as there
          from unfinished`);
      });
      if (counted === undefined) throw new Error('the database has counted no analyses');
      if (counted.made) return 'begun';
      if (counted.there) return 'there';
      return counted.own < mostOfPlayer && counted.all >= mostInAll ? 'full' : 'player-full';
    },
    async find(gameId: string): Promise<AnalysisRow | null> {
      return db.of(gameId).first<AnalysisRow>(sql`select ${ANALYSIS} from analysis where game_id = ${gameId}::uuid`);
    },
    async version(id: string): Promise<number | null> {
      const row = await db.of(id).first<{ version: number }>(sql`select version from analysis where id = ${id}::uuid`);
      return row?.version ?? null;
    },
    /** Returns the number of analyses before this one in the queue; null: this one does not wait. */
    async ahead(gameId: string, now: Date): Promise<number | null> {
      return db.value<number>(sql`
      select (place - 1)::int as value from (${linedUp(now)}) as line where game_id = ${gameId}::uuid`);
    },
    async waiting(now: Date): Promise<number> {
      const statement = sql`select count(*)::int as value from analysis where ${UNFINISHED} and ${isFree(now)}`;
      return (await db.value<number>(statement)) ?? 0;
    },
    async decisions(gameId: string): Promise<AnalysedDecisionRow[]> {
      const rows = await db.rows<Omit<AnalysedDecisionRow, 'data'> & Sealed<'analysed_decision'>>(sql`
      select game_id as "gameId", version, seat, player_id as "playerId", loss, loss_low as "lossLow",
        loss_high as "lossHigh", data, sealed
      from analysed_decision where game_id = ${gameId}::uuid order by version`);
      return rows.map((row) => db.seals.open('analysed_decision', row));
    },
    /** Takes a lease on the next analysis in the queue. */
    async claim({ holder, now, until }: Lease): Promise<AnalysisRow | null> {
      const at = now.toISOString();
      return db.first<AnalysisRow>(sql`
      update analysis set status = 'running', holder = ${holder}, lease_until = ${until.toISOString()}::timestamptz,
        started_at = ${at}::timestamptz, version = version + 1
      where game_id = (
        select game_id from (${linedUp(now)}) as line
        where not exists (
          select from analysis as own join analysis as other on other.asked_by = own.asked_by
          where own.game_id = line.game_id and other.status = 'running' and other.lease_until >= ${at}::timestamptz)
        order by place limit 1
      ) and ${isFree(now)}
      returning ${ANALYSIS}`);
    },
    /** Stores progress and extends the lease. Returns the new version; null: another server has the lease. */
    async keep(gameId: string, { holder, now, until }: Lease, progress: AnalysisProgress): Promise<number | null> {
      const { status, decisionsInAll, decisionsToJudge, playouts, seconds, decisions } = progress;
      const records = decisions.map((decision) => {
        const { data, sealed } = db.seals.seal('analysed_decision', decision);
        return { ...decision, data, sealed: base64Of(sealed) };
      });
      const finished = status === 'running' ? null : now.toISOString();
      return db.value<number>(sql`
      with kept as (
        update analysis set status = ${status}, lease_until = ${until.toISOString()}::timestamptz, version = version + 1,
          decisions_in_all = ${decisionsInAll}::int, decisions_to_judge = ${decisionsToJudge}::int,
          decisions_judged = decisions_judged + ${decisions.length}::int, playouts = playouts + ${playouts}::int,
          seconds = seconds + ${seconds}::float8, finished_at = ${finished}::timestamptz
        where game_id = ${gameId}::uuid and status = 'running' and holder = ${holder}
        returning version
      ),
      written as (
        insert into analysed_decision (game_id, version, seat, player_id, loss, loss_low, loss_high, data, sealed)
        select ${gameId}::uuid, row.version, seat, "playerId", loss, "lossLow", "lossHigh", data, decode(sealed, 'base64')
        from json_to_recordset(${JSON.stringify(records)}::json) as row (
          version int, seat int, "playerId" uuid, loss float8, "lossLow" float8, "lossHigh" float8, data text, sealed text)
        cross join kept
        on conflict do nothing
      )
      select version as value from kept`);
    },
    async release(holder: string): Promise<void> {
      await db.rows(sql`
      update analysis set status = 'waiting', holder = null, lease_until = null, version = version + 1
      where status = 'running' and holder = ${holder}`);
    },

    moves({ playerId, ruleset, order, limit }: MovesQuery): Promise<AnalysedMove[]> {
      const sorted = order === 'worst' ? sql`loss_low desc, loss desc` : sql`loss_high, loss`;
      return db.rows(sql`
      select d.game_id as "gameId", d.version, seat, loss, loss_low as "lossLow", loss_high as "lossHigh", game.ruleset,
        game.updated_at as at
      ${ofPlayer(playerId)} and game.ruleset = ${ruleset}
      order by ${sorted}, d.game_id, d.version limit ${limit}::int`);
    },
    movesCounted(playerId: string): Promise<MovesCounted[]> {
      return db.rows(sql`
      select game.ruleset, count(distinct d.game_id)::int as games, count(*)::int as decisions ${ofPlayer(playerId)}
      group by game.ruleset order by decisions desc, game.ruleset`);
    },
  };
}

export type AnalysisStore = ReturnType<typeof analysisStore>;

function ofPlayer(playerId: string): Prisma.Sql {
  const id = UUID.test(playerId) ? playerId : null;
  return sql`
    from analysed_decision as d join analysis on analysis.game_id = d.game_id join game on game.id = d.game_id
    where d.player_id = ${id}::uuid and analysis.status = 'done' and game.visibility = 'public'`;
}
