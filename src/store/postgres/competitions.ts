import type { Json } from '#rules/kernel/json.ts';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type {
  CompetitionAppend,
  CompetitionCreation,
  CompetitionEventRow,
  CompetitionQuery,
  CompetitionRow,
  CompetitionStatus,
  CompetitionStore,
  CompetitionSummary,
  DueCompetition,
  GameOver,
  ListedCompetition,
} from '../contract/competitions.ts';
import type { LogTip } from '../contract/event-log.ts';
import { AccountsDeleted } from '../contract/failures.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import { appendCompetitionStatement, createCompetitionStatement, playersIn } from './competition-statements.ts';
import { assertNext, NEWEST } from './event-log.ts';
import { wasThere } from './failures.ts';
import { assertAlive, assertWelcome, isOfDeleted, isOfSuspended } from './living.ts';
import { UUID } from './rows.ts';
import type { Statements } from './statements.ts';

const LISTED = Prisma.sql`id, name, ruleset, format, visibility, settings, created_by as "createdBy",
  created_at as "createdAt", commitment, status, version, head, entries, games_counted as "gamesCounted", deadline,
  updated_at as "updatedAt"`;
/** The number of a board that an event closed, as an index has it. */
const BOARD = Prisma.sql`(data->>'board')::int`;

/** Whom the competitions work with, and whom they tell. */
interface CompetitionParts {
  prisma: PrismaClient;
  statements: Statements;
  seals: SealedRows;
  /** sends a question to the database, again if it was undone, and turns its errors into those of the store */
  ask<T>(question: () => Promise<T>): Promise<T>;
  /** called when deliveries of webhooks were written with a step */
  onDeliveries(): void;
}

/** Competitions and their logs. Ids are in order of time, so that they serve as cursors. */
export class PostgresCompetitions implements CompetitionStore {
  readonly #parts: CompetitionParts;

  constructor(parts: CompetitionParts) {
    this.#parts = parts;
  }

  async create(creation: CompetitionCreation): Promise<boolean> {
    const { competition, events, request } = creation;
    assertFollows(competition.id, 0, competition.version, events);
    const { ask, statements, seals } = this.#parts;
    return ask(async () => {
      try {
        const [made] = await statements.rows(createCompetitionStatement(creation, seals));
        if (made === undefined) throw new AccountsDeleted([competition.createdBy]);
        return true;
      } catch (error) {
        if (request !== null && wasThere(error)) return false;
        throw error;
      }
    });
  }

  async append(step: CompetitionAppend): Promise<boolean> {
    const { competitionId, base, competition, events, games } = step;
    assertFollows(competitionId, base, competition.version, events);
    for (const { game, events } of games) assertNext(game.id, 0, game.version, events);
    if (!UUID.test(competitionId)) return false;
    const { ask, statements, seals, onDeliveries } = this.#parts;
    const [made] = await ask(() => statements.rows<{ told: boolean }>(appendCompetitionStatement(step, seals)));
    if (made === undefined) {
      await assertAlive(playersIn(step), (statement) => this.#rows(statement));
      await assertWelcome(step.welcome ?? [], competition.updatedAt, (statement) => this.#rows(statement));
    }
    if (made?.told) onDeliveries();
    return made !== undefined;
  }

  async row(competitionId: string): Promise<CompetitionRow | null> {
    if (!UUID.test(competitionId)) return null;
    const { ask, prisma, seals } = this.#parts;
    const found = await ask(() => prisma.competition.findUnique({ where: { id: competitionId } }));
    if (found === null) return null;
    const { sealed, ...row } = found;
    const { serverSeed, inviteCode } = seals.openCompetition({ ...row, sealed });
    return { ...row, serverSeed, inviteCode, settings: row.settings as Json, status: row.status as CompetitionStatus };
  }

  async tip(competitionId: string): Promise<LogTip | null> {
    const [tip] = await this.#rowsOf<LogTip>(
      competitionId,
      Prisma.sql`select version, head, erased from competition where id = ${competitionId}::uuid`,
    );
    return tip ?? null;
  }

  events(competitionId: string, after: number, upTo = NEWEST, limit?: number): Promise<CompetitionEventRow[]> {
    return this.#rowsOf(
      competitionId,
      Prisma.sql`
        select competition_id as "competitionId", version, type, data, at from competition_event
        where competition_id = ${competitionId}::uuid and version > ${after}::int and version <= ${upTo}::int
        order by version limit ${limit ?? null}::int`,
    );
  }

  async page(query: CompetitionQuery): Promise<ListedCompetition[]> {
    const conditions = conditionsOf(query);
    if (conditions === null) return [];
    return this.#rows(Prisma.sql`
      select ${LISTED} from competition where ${Prisma.join(conditions, ' and ')}
      order by id desc limit ${query.limit}::int`);
  }

  async createdSince(playerId: string, since: Date): Promise<number> {
    const { ask, prisma } = this.#parts;
    return ask(() => prisma.competition.count({ where: { createdBy: playerId, createdAt: { gte: since } } }));
  }

  due(by: Date, limit: number): Promise<DueCompetition[]> {
    const overdue = Prisma.sql`coalesce(deadline <= ${by.toISOString()}::timestamptz, false)`;
    return this.#rows(Prisma.sql`
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
  }

  async replaceDeadline(
    id: string,
    { version, head }: Pick<CompetitionSummary, 'version' | 'head'>,
    deadline: Date | null,
  ): Promise<void> {
    const { ask, prisma } = this.#parts;
    await ask(() => prisma.competition.updateMany({ where: { id, version, head }, data: { deadline } }));
  }

  gamesOver(competitionId: string): Promise<GameOver[]> {
    return this.#rowsOf(
      competitionId,
      Prisma.sql`
        select id as "gameId", status, head, outcome from game
        where competition_id = ${competitionId}::uuid and status in ('finished', 'aborted')
          and board not in (
            select ${BOARD} from competition_event
            where competition_id = ${competitionId}::uuid and type = 'boardClosed'
          )
        order by round, table_no, board, copy`,
    );
  }

  async isBoardClosed(competitionId: string, board: number): Promise<boolean> {
    const found = await this.#rowsOf(
      competitionId,
      Prisma.sql`
        select version from competition_event
        where competition_id = ${competitionId}::uuid and type = 'boardClosed' and ${BOARD} = ${board}::int limit 1`,
    );
    return found.length > 0;
  }

  async isInsider(competitionId: string, playerId: string): Promise<boolean> {
    const found = await this.#rowsOf(
      competitionId,
      Prisma.sql`
        select id from competition
        where id = ${competitionId}::uuid and (created_by = ${playerId}::uuid or ${has(playerId)})`,
    );
    return found.length > 0;
  }

  /** Which rules those need that are not over, or of which the seed is still to be published; each once. */
  async unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]> {
    const { ask, prisma } = this.#parts;
    const where = { OR: [{ status: { in: ['open', 'playing'] } }, { deadline: { not: null } }] };
    const rows = await ask(() => prisma.competition.findMany({ where, select: { ruleset: true, settings: true } }));
    const needed = rows.map(({ ruleset, settings }) => {
      const { rulesVersion } = settings as { rulesVersion: number };
      return { ruleset, rulesVersion };
    });
    return [...new Map(needed.map((rules) => [JSON.stringify(rules), rules])).values()];
  }

  /** The rows of a competition; none when there can be no competition of this id. */
  async #rowsOf<T extends object>(competitionId: string, statement: Prisma.Sql): Promise<T[]> {
    return UUID.test(competitionId) ? this.#rows<T>(statement) : [];
  }

  #rows<T extends object>(statement: Prisma.Sql): Promise<T[]> {
    return this.#parts.ask(() => this.#parts.statements.rows<T>(statement));
  }
}

/** Null: nothing can fit. */
function conditionsOf(query: CompetitionQuery): Prisma.Sql[] | null {
  const { reader, entrant, before, status, ruleset, format } = query;
  if ([entrant, before].some((id) => id !== undefined && !UUID.test(id))) return null;
  const all = [
    reader === null
      ? Prisma.sql`visibility = 'public'`
      : Prisma.sql`(visibility = 'public' or created_by = ${reader}::uuid or ${has(reader)})`,
  ];
  if (status !== undefined) all.push(Prisma.sql`status = ${status}`);
  if (status === 'open') {
    const isIn = reader === null ? Prisma.sql`false` : has(reader);
    all.push(Prisma.sql`not ${isOfDeleted}`, Prisma.sql`(${isIn} or not ${isOfSuspended})`);
  }
  if (ruleset !== undefined) all.push(Prisma.sql`ruleset = ${ruleset}`);
  if (format !== undefined) all.push(Prisma.sql`format = ${format}`);
  if (entrant !== undefined) all.push(has(entrant));
  if (before !== undefined) all.push(Prisma.sql`id < ${before}::uuid`);
  return all;
}

/** Whether the player has entered the competition, whatever became of that. */
function has(playerId: string): Prisma.Sql {
  return Prisma.sql`exists (
    select from competition_entry where competition_id = competition.id and player_id = ${playerId}::uuid)`;
}

/** Throws unless the events are those of this competition from version `base` + 1 to `version`: anything else is a bug. */
function assertFollows(id: string, base: number, version: number, events: readonly CompetitionEventRow[]): void {
  assertNext(
    id,
    base,
    version,
    events.map((event) => ({ gameId: event.competitionId, version: event.version })),
  );
}
