import type { Json } from '#rules/kernel/json.ts';
import { type Competition, type CompetitionEvent, Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { columns } from './columns.ts';
import {
  areNotDeleted,
  areNotSuspended,
  assertNotDeleted,
  assertNotSuspended,
  type Db,
  insertRows,
  isOfDeleted,
  isOfSuspended,
  living,
  sql,
} from './db.ts';
import { assertNext, insertRequests, NEWEST, newGames, notificationsOf, playersOf, telling } from './event-log.ts';
import { AccountsDeleted, wasThere } from './failures.ts';
import type { GameCreation, LogTip } from './game-rows.ts';
import { type RatedGameRow, ratedGames } from './ratings.ts';
import type { RequestRow } from './requests.ts';
import { base64Of, type Seals } from './sealing/secrets.ts';

export type CompetitionStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** The columns that each append rewrites, so that lists and background work need not read the log. */
export interface CompetitionSummary
  extends Pick<Competition, 'version' | 'head' | 'entries' | 'gamesCounted' | 'deadline' | 'updatedAt'> {
  status: CompetitionStatus;
}

export interface CompetitionRow
  extends CompetitionSummary,
    Omit<Competition, keyof CompetitionSummary | 'settings' | 'serverSeed' | 'sealed'> {
  settings: Json;
  /** secret until the end of the competition */
  serverSeed: Uint8Array;
}

export type ListedCompetition = Omit<CompetitionRow, 'serverSeed' | 'inviteCode' | 'erased'>;

export interface CompetitionEventRow extends Omit<CompetitionEvent, 'data'> {
  data: Json;
}

export interface CompetitionNotification {
  playerId: string;
  type: 'roundPaired' | 'competitionEnded';
  round: number | null;
}

export interface CompetitionCreation {
  competition: CompetitionRow;
  events: CompetitionEventRow[];
  request: RequestRow | null;
}

/** A change of a competition, which is written completely or not at all. */
export interface CompetitionAppend {
  competitionId: string;
  base: number;
  /** the hash of the log up to version `base` */
  baseHead: string;
  events: CompetitionEventRow[];
  competition: CompetitionSummary;
  entering: string[];
  games: GameCreation[];
  rated?: readonly RatedGameRow[];
  notifications: CompetitionNotification[];
  request: RequestRow | null;
  /** ids of players whose accounts must exist, in addition to those in `games` */
  alive?: readonly string[];
  welcome?: readonly string[];
}

export interface CompetitionQuery {
  status?: CompetitionStatus | undefined;
  ruleset?: string | undefined;
  format?: string | undefined;
  entrant?: string | undefined;
  /** the id of the reader, who sees public competitions and those that the reader created or entered */
  reader: string | null;
  before?: string | undefined;
  limit: number;
}

export interface DueCompetition {
  id: string;
  version: number;
  gamesOver: number;
  overdue: boolean;
}

export interface GameOver {
  gameId: string;
  status: 'finished' | 'aborted';
  head: string;
  outcome: Json | null;
}

const SUMMARY = `status text, version int, head text, entries int, gamesCounted int, deadline timestamptz,
  updatedAt timestamptz`;
const PUBLIC = `id uuid, name text, ruleset text, format text, visibility text, settings json, createdBy uuid,
  createdAt timestamptz, commitment text, ${SUMMARY}`;
const CHANGE = columns('competition', SUMMARY);
const LISTED = columns('competition', PUBLIC);
const ALL = columns('competition', `${PUBLIC}, inviteCode text, serverSeed bytea, sealed bytea`);
const EVENT = columns('competition_event', 'competitionId uuid, version int, type text, data json, at timestamptz');

/** Must equal the expression of the index, because PostgreSQL uses the index only then. */
const BOARD = sql`(data->>'board')::int`;

export function competitionStore(db: Db) {
  return {
    /** Writes a new competition. False: the request was carried out before. */
    async create(creation: CompetitionCreation): Promise<boolean> {
      const { competition, events, request } = creation;
      assertNext(competition.id, 0, competition.version, events);
      return db.ask(async () => {
        try {
          const [made] = await db.send(createCompetitionStatement(creation, db.seals));
          if (made === undefined) throw new AccountsDeleted([competition.createdBy]);
          return true;
        } catch (error) {
          if (request !== null && wasThere(error)) return false;
          throw error;
        }
      });
    },
    /** Writes a change. False: the competition has changed since `base`, or the request was carried out before. */
    async append(step: CompetitionAppend): Promise<boolean> {
      const { competitionId, base, competition, events, games } = step;
      assertNext(competitionId, base, competition.version, events);
      for (const { game, events } of games) assertNext(game.id, 0, game.version, events);
      if (!UUID.test(competitionId)) return false;
      const [made] = await db.rows<{ told: boolean }>(appendCompetitionStatement(step, db.seals));
      if (made === undefined) {
        await assertNotDeleted(playersIn(step), db.rows);
        await assertNotSuspended(step.welcome ?? [], competition.updatedAt, db.rows);
      }
      if (made?.told) db.deliveriesWritten();
      return made !== undefined;
    },

    async row(competitionId: string): Promise<CompetitionRow | null> {
      if (!UUID.test(competitionId)) return null;
      const found = await db.ask(() => db.prisma.competition.findUnique({ where: { id: competitionId } }));
      if (found === null) return null;
      const row = db.seals.open('competition', found);
      return { ...row, settings: row.settings as Json, status: row.status as CompetitionStatus };
    },

    async tip(competitionId: string): Promise<LogTip | null> {
      return db
        .of(competitionId)
        .first<LogTip>(sql`select version, head, erased from competition where id = ${competitionId}::uuid`);
    },
    /** Returns the events after the version `after`, up to and including `upTo`. */
    events(competitionId: string, after: number, upTo = NEWEST, limit?: number): Promise<CompetitionEventRow[]> {
      return db.of(competitionId).rows(sql`
        select ${EVENT.fields} from competition_event
        where competition_id = ${competitionId}::uuid and version > ${after}::int and version <= ${upTo}::int
        order by version limit ${limit ?? null}::int`);
    },
    async page(query: CompetitionQuery): Promise<ListedCompetition[]> {
      const conditions = conditionsOf(query);
      if (conditions === null) return [];
      return db.rows(sql`
      select ${LISTED.fields} from competition where ${Prisma.join(conditions, ' and ')}
      order by id desc limit ${query.limit}::int`);
    },
    async createdSince(playerId: string, since: Date): Promise<number> {
      return db.ask(() => db.prisma.competition.count({ where: { createdBy: playerId, createdAt: { gte: since } } }));
    },
    /** Returns competitions with a passed deadline, in any status, or with ended games that are not counted yet. */
    due(by: Date, limit: number): Promise<DueCompetition[]> {
      const overdue = sql`coalesce(deadline <= ${by.toISOString()}::timestamptz, false)`;
      return db.rows(sql`
      with watched as (
        select id, status, version, games_counted, ${overdue} as overdue from competition
        where status = 'playing' or deadline <= ${by.toISOString()}::timestamptz
      )
      select watched.id, watched.version, ended.games as "gamesOver", watched.overdue
      from watched cross join lateral (
        select count(*)::int as games from game
        where game.competition_id = watched.id and game.status in ('finished', 'aborted')
      ) as ended
      where watched.overdue or ended.games > watched.games_counted
      order by random() limit ${limit}::int`);
    },
    /** Sets the deadline. Does nothing if the competition has changed. */
    async replaceDeadline(
      id: string,
      { version, head }: Pick<CompetitionSummary, 'version' | 'head'>,
      deadline: Date | null,
    ): Promise<void> {
      await db.ask(() => db.prisma.competition.updateMany({ where: { id, version, head }, data: { deadline } }));
    },
    /** Returns ended games of open boards, in the order of the schedule. The log has the games of closed boards. */
    gamesOver(competitionId: string): Promise<GameOver[]> {
      return db.of(competitionId).rows(sql`
        select id as "gameId", status, head, outcome from game
        where competition_id = ${competitionId}::uuid and status in ('finished', 'aborted')
          and board not in (
            select ${BOARD} from competition_event
            where competition_id = ${competitionId}::uuid and type = 'boardClosed'
          )
        order by round, table_no, board, copy`);
    },
    async isBoardClosed(competitionId: string, board: number): Promise<boolean> {
      const found = await db.of(competitionId).first(sql`
        select version from competition_event
        where competition_id = ${competitionId}::uuid and type = 'boardClosed' and ${BOARD} = ${board}::int limit 1`);
      return found !== null;
    },
    /** True for the organizer and for players with an entry, even a withdrawn one. */
    async isInsider(competitionId: string, playerId: string): Promise<boolean> {
      const found = await db.of(competitionId).rows(sql`
        select id from competition
        where id = ${competitionId}::uuid and (created_by = ${playerId}::uuid or ${has(playerId)})`);
      return found.length > 0;
    },
    /** Returns the rules of all competitions that have not ended, or whose seed is not published yet. */
    async unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]> {
      const where = { OR: [{ status: { in: ['open', 'playing'] } }, { deadline: { not: null } }] };
      const rows = await db.ask(() =>
        db.prisma.competition.findMany({ where, select: { ruleset: true, settings: true } }),
      );
      return rows.map(({ ruleset, settings }) => {
        return { ruleset, rulesVersion: (settings as { rulesVersion: number }).rulesVersion };
      });
    },
  };
}

export type CompetitionStore = ReturnType<typeof competitionStore>;

function conditionsOf(query: CompetitionQuery): Prisma.Sql[] | null {
  const { reader, entrant, before, status, ruleset, format } = query;
  if ([entrant, before].some((id) => id !== undefined && !UUID.test(id))) return null;
  const all = [
    reader === null
      ? sql`visibility = 'public'`
      : sql`(visibility = 'public' or created_by = ${reader}::uuid or ${has(reader)})`,
  ];
  if (status !== undefined) all.push(sql`status = ${status}`);
  if (status === 'open') {
    const isIn = reader === null ? sql`false` : has(reader);
    all.push(sql`not ${isOfDeleted}`, sql`(${isIn} or not ${isOfSuspended})`);
  }
  if (ruleset !== undefined) all.push(sql`ruleset = ${ruleset}`);
  if (format !== undefined) all.push(sql`format = ${format}`);
  if (entrant !== undefined) all.push(has(entrant));
  if (before !== undefined) all.push(sql`id < ${before}::uuid`);
  return all;
}

function has(playerId: string): Prisma.Sql {
  return sql`exists (
    select from competition_entry where competition_id = competition.id and player_id = ${playerId}::uuid)`;
}

/** Writes a new competition. Fails if the request exists. The statement returns no row if the organizer is deleted. */
export function createCompetitionStatement(creation: CompetitionCreation, seals: Seals): Prisma.Sql {
  const { competition, events, request } = creation;
  return Prisma.sql`
    with organiser as materialized (
      select id from (${living([competition.createdBy])}) as living
    ),
    asked as (
      ${insertRequests([request], OF_ORGANISER)}
    ),
    created as (
      ${insertRows(ALL, [competitionRecord(competition, seals)], OF_ORGANISER)}
    ),
    written as (
      ${insertEvents(events, OF_ORGANISER)}
    )
    select id::text from organiser`;
}

const OF_ORGANISER = Prisma.sql`cross join organiser`;

/** Writes a whole step and returns a row, or writes and returns nothing. If two steps run at the same time, the later
 * one waits for the lock on the competition's row and then sees a new `version`, so it writes nothing. */
export function appendCompetitionStatement(step: CompetitionAppend, seals: Seals): Prisma.Sql {
  const { competitionId, base, baseHead, events, competition, entering, games, request } = step;
  const onBase = Prisma.sql`version = ${base}::int and head = ${baseHead}`;
  const unlessRepeated = request === null ? Prisma.empty : Prisma.sql`and exists (select from asked)`;
  const { version, updatedAt: at } = competition;
  const condition = Prisma.sql`${areNotDeleted(playersIn(step))} and ${areNotSuspended(step.welcome ?? [], at)}`;
  const told = step.notifications.map((notification) => ({ ...notification, competitionId, version, at }));
  return Prisma.sql`
    with locked as materialized (
      select version, head from competition where id = ${competitionId}::uuid and ${condition} for no key update
    ),
    asked as (
      ${insertRequests([request], Prisma.sql`join locked on ${onBase}`)}
      on conflict do nothing
      returning true
    ),
    changed (made) as (
      update competition set ${CHANGE.set}
      from json_to_recordset(${JSON.stringify([competition])}::json) as change (${CHANGE.record}),
        (select from locked where ${onBase}) as unbeaten
      where id = ${competitionId}::uuid and competition.version = ${base}::int and competition.head = ${baseHead}
        ${unlessRepeated}
      returning true
    ),
    written as (
      ${insertEvents(events, OF_MADE)}
    ),
    entered as (
      insert into competition_entry (player_id, competition_id)
      select player_id, ${competitionId}::uuid from unnest(${entering}::uuid[]) as row (player_id)
      ${OF_MADE}
    ),
    ${newGames(games, seals, OF_MADE)}${step.rated?.length ? ratedGames(step.rated, OF_MADE) : Prisma.empty}
    ${telling([...told, ...games.flatMap(notificationsOf)], Prisma.empty, OF_MADE)} from changed`;
}

const OF_MADE = Prisma.sql`cross join changed`;

function insertEvents(events: readonly CompetitionEventRow[], gate: Prisma.Sql): Prisma.Sql {
  const rows = events.map((event) => ({ ...event, data: JSON.stringify(event.data) }));
  return insertRows(EVENT, rows, gate);
}

export function playersIn({ alive = [], games }: CompetitionAppend): string[] {
  return [...alive, ...games.flatMap(playersOf)];
}

function competitionRecord(competition: CompetitionRow, seals: Seals) {
  const { serverSeed, inviteCode, sealed } = seals.seal('competition', competition);
  const settings = JSON.stringify(competition.settings);
  return { ...competition, settings, serverSeed: base64Of(serverSeed), inviteCode, sealed: base64Of(sealed) };
}
