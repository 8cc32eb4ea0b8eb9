import { createHash } from 'node:crypto';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import {
  type GameLists,
  type GameQuery,
  type ListedGame,
  type Look,
  type MarkedGame,
  NO_TURNS,
  type OpponentTally,
  type PlayerUsage,
  type ResultCount,
  type ResultsQuery,
  type SeatTally,
  type Turns,
  type WaitingGame,
} from '../contract/game-lists.ts';
import { areAlive, assertAlive, isOfDeleted, isOfSuspended } from './living.ts';
import type { QueryTracker } from './query-tracker.ts';
import { UUID } from './rows.ts';
import type { Statements } from './statements.ts';

const PLACE = Prisma.sql`case when competition_id is not null then json_build_object('competitionId', competition_id,
  'round', round, 'table', table_no, 'board', board, 'copy', copy, 'sealed', sealed_board) end as place`;
const LISTED = Prisma.sql`id, ruleset, rules_version as "rulesVersion", options, visibility, created_by as "createdBy", seeded,
  clock, stand_in as "standIn", rematch_of as "rematchOf", daily, practice, taken_back as "takenBack", unattended, rated, ${PLACE}, talking as "allowsChat", created_at as "createdAt", status, version,
  to_act as "toAct", seats, open_seats as "openSeats", deadline, outcome, updated_at as "updatedAt"`;
/** Nobody may still have to play the board of the game, to whom it could tell of their chance. */
const UNSEALED = Prisma.sql`(game.sealed_board is not true or exists (
  select from competition_event as closing
  where closing.competition_id = game.competition_id and closing.type = 'boardClosed'
    and (closing.data ->> 'board')::int = game.board))`;
const WAITING = Prisma.sql`id, ruleset, status, version, head, to_act as "toAct", seats, stand_in as "standIn", deadline, asks,
  case when status = 'open' then options end as options, case when status = 'open' then clock end as clock, rated,
  created_by as "createdBy", ${PLACE}, updated_at as "updatedAt", looked`;
/** Where not all is looked at, what is playing comes before invitations, and what is due first before the rest. */
const DUE_FIRST = Prisma.sql`game.status desc, game.deadline, game.updated_at, game.id`;
/** The game waits for the player: they are to act, are asked for something, or invited. */
const WAITS = Prisma.sql`game_player.unfinished
          and (game.status = 'playing' and (game_player.player_id = any(game.awaiting)
              or game.asks @> jsonb_build_array(jsonb_build_object('of', jsonb_build_array(game_player.player_id))))
            or game.status = 'open' and game_player.standing = 'invited')`;
/** Of what is due so much is looked at, the longest due first: more than several players may have unfinished. */
const DUE_LOOKED_AT = 5_000;

/** Games seen from outside. Ids are in order of time, so that they serve as cursors. */
export class PrismaGameLists implements GameLists {
  readonly #prisma: PrismaClient;
  readonly #statements: Statements;
  readonly #queryTracker: QueryTracker;

  constructor(prisma: PrismaClient, statements: Statements, queryTracker: QueryTracker) {
    this.#prisma = prisma;
    this.#statements = statements;
    this.#queryTracker = queryTracker;
  }

  async page(query: GameQuery): Promise<ListedGame[]> {
    const conditions = conditionsOf(query);
    if (conditions === null) return [];
    return this.#queryTracker.ask(() =>
      this.#statements.rows<ListedGame>(Prisma.sql`
        select ${LISTED} from game where ${Prisma.join(conditions, ' and ')} order by id desc limit ${query.limit}::int`),
    );
  }

  async turns(playerId: string, limit: number): Promise<Turns> {
    const rows = await this.#queryTracker.ask(() =>
      this.#statements.rows<WaitingGame>(Prisma.sql`
        select ${WAITING} from game_player join game on game.id = game_player.game_id
        where game_player.player_id = ${playerId}::uuid and ${WAITS}
        order by ${DUE_FIRST} limit ${limit}::int`),
    );
    const [games = [], invitations = []] = ['playing', 'open'].map((status) =>
      rows.filter((row) => row.status === status),
    );
    return { games, invitations, mark: this.markOf(rows) };
  }

  async turnsAmong(playerId: string, gameIds: readonly string[]): Promise<WaitingGame[]> {
    const known = gameIds.filter((id) => UUID.test(id));
    if (known.length === 0) return [];
    return this.#rows(Prisma.sql`
      select ${WAITING} from game_player join game on game.id = game_player.game_id
      where game_player.player_id = ${playerId}::uuid and game_player.game_id = any(${known}::uuid[]) and ${WAITS}`);
  }

  markOf(games: readonly MarkedGame[]): string {
    const tips = games.map(({ id, version, head, deadline }) =>
      [id, version, head, deadline?.getTime()].filter((part) => part !== null && part !== undefined).join('.'),
    );
    return tips.length === 0 ? NO_TURNS : createHash('md5').update(tips.toSorted().join(' ')).digest('hex');
  }

  /** The marks that `markOf` gives; ids have one length, so that tips are in order as texts when their ids are. */
  async turnMarks(playerIds: string[], limit: number): Promise<Map<string, string>> {
    const rows = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ playerId: string; mark: string }[]>`
        with waiting as (
          select game_player.player_id, game.id,
            concat_ws('.', game.id, game.version, game.head, (extract(epoch from game.deadline) * 1000)::bigint) as tip,
            row_number() over (partition by game_player.player_id order by ${DUE_FIRST}) as nth
          from game_player join game on game.id = game_player.game_id
          where game_player.player_id = any(${playerIds}::uuid[]) and ${WAITS}
        )
        select player_id as "playerId", md5(string_agg(tip, ' ' order by id)) as mark
        from waiting where nth <= ${limit}::int group by player_id`,
    );
    return new Map(rows.map(({ playerId, mark }) => [playerId, mark]));
  }

  async results(playerId: string): Promise<ResultCount[]> {
    if (!UUID.test(playerId)) return [];
    return this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<ResultCount[]>`
        select game.ruleset, game_player.result, count(*)::int as games
        from game_player join game on game.id = game_player.game_id
        where game_player.player_id = ${playerId}::uuid and game_player.result is not null
          and game.visibility = 'public' and ${UNSEALED}
        group by game.ruleset, game_player.result
        order by game.ruleset, game_player.result`,
    );
  }

  opponents(query: ResultsQuery, limit: number): Promise<OpponentTally[]> {
    return this.#rows(Prisma.sql`
      with own as (${resultsOf(query)}),
      met as (
        select distinct on (own.id, coalesce(holder -> 'player' ->> 'id', holder ->> 'policy')) own.id, result,
          holder -> 'player' as player, case when holder ->> 'kind' = 'bot' then holder ->> 'policy' end as bot
        from own, jsonb_array_elements(seats) as holder
        where holder -> 'player' ->> 'id' is distinct from ${query.playerId}
      )
      select (array_agg(player order by id desc))[1] as player, bot, ${TALLY} from met
      group by player ->> 'id', bot order by games desc, player ->> 'id', bot limit ${limit}::int`);
  }

  seatResults(query: ResultsQuery, limit: number): Promise<SeatTally[]> {
    return this.#rows(Prisma.sql`
      with own as (${resultsOf(query)})
      select ruleset, jsonb_array_length(seats) as seats, (nth - 1)::int as seat, ${TALLY}
      from own, jsonb_array_elements(seats) with ordinality as held (holder, nth)
      where holder -> 'player' ->> 'id' = ${query.playerId}
      group by 1, 2, 3 order by 1, 2, 3 limit ${limit}::int`);
  }

  async usage(playerId: string): Promise<PlayerUsage> {
    const [row] = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<PlayerUsage[]>`
        select
          count(*) filter (where own.standing = 'seated')::int as games,
          count(*) filter (where own.standing = 'host')::int as "hostedGames",
          count(*) filter (where own.standing = 'seated' and game.rated)::int as "ratedGames",
          count(*) filter (where own.standing = 'seated' and game.status = 'open')::int as "pendingGames",
          coalesce(sum((select count(*) from jsonb_array_elements(game.seats) as holder where holder ->> 'kind' = 'invited'))
            filter (where game.status = 'open' and game.created_by = own.player_id), 0)::int as invitations
        from game_player own join game on game.id = own.game_id
        where own.player_id = ${playerId}::uuid and own.unfinished and game.competition_id is null`,
    );
    return row ?? { games: 0, hostedGames: 0, ratedGames: 0, pendingGames: 0, invitations: 0 };
  }

  async looked(playerId: string, gameIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#rows<{ gameId: string; looked: number }>(Prisma.sql`
      select game_id as "gameId", looked from game_player
      where player_id = ${playerId}::uuid and game_id = any(${gameIds}::uuid[])`);
    return new Map(rows.map(({ gameId, looked }) => [gameId, looked]));
  }

  async look(playerId: string, gameId: string, version: number, newest: number): Promise<Look | null> {
    const [look] = await this.#rows<Look>(Prisma.sql`
      update game_player set looked = greatest(${version}::int, case when old.looked > ${newest}::int then 0 else old.looked end)
      from (
        select looked from game_player
        where player_id = ${playerId}::uuid and game_id = ${gameId}::uuid and standing <> 'host'
        for update
      ) as old
      where ${areAlive([playerId])} and player_id = ${playerId}::uuid and game_id = ${gameId}::uuid
      returning game_player.looked as version, old.looked as before`);
    if (look === undefined) await assertAlive([playerId], (statement) => this.#rows(statement));
    return look ?? null;
  }

  async rematchOf(gameId: string): Promise<string | null> {
    const query = { where: { rematchOf: gameId, status: { not: 'aborted' } }, select: { id: true } };
    return (await this.#queryTracker.ask(() => this.#prisma.game.findFirst(query)))?.id ?? null;
  }

  async due(by: Date, limit: number): Promise<string[]> {
    const rows = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ id: string }[]>`
        with late as (
          select id, coalesce(created_by, competition_id, id) as owner, deadline from game
          where deadline <= ${by.toISOString()}::timestamptz and status in ('open', 'playing')
          order by deadline limit ${DUE_LOOKED_AT}
        )
        select id::text from late
        order by row_number() over (partition by owner order by deadline, id), deadline, id
        limit ${limit}::int`,
    );
    return rows.map(({ id }) => id);
  }

  async nextDeadline(): Promise<Date | null> {
    const query = { where: { deadline: { not: null } }, orderBy: { deadline: 'asc' }, select: { deadline: true } };
    const first = await this.#queryTracker.ask(() => this.#prisma.game.findFirst(query as Prisma.GameFindFirstArgs));
    return first?.deadline ?? null;
  }

  #rows<T extends object>(statement: Prisma.Sql): Promise<T[]> {
    return this.#queryTracker.ask(() => this.#statements.rows<T>(statement));
  }
}

/** Null: nothing can fit. */
function conditionsOf(query: GameQuery): Prisma.Sql[] | null {
  const { player, awaiting, awaitingOthers, opponent, before, reader, openSeats, ruleset, status, daily, rematchOf } =
    query;
  const ids = [player, awaiting, awaitingOthers, opponent, before, rematchOf];
  if (ids.some((id) => id !== undefined && !UUID.test(id))) return null;
  const all = [
    reader === null
      ? Prisma.sql`visibility = 'public' and ${UNSEALED}`
      : Prisma.sql`(visibility = 'public' and ${UNSEALED} or ${has(reader)})`,
  ];
  if (ruleset !== undefined) all.push(Prisma.sql`ruleset = ${ruleset}`);
  if (status !== undefined) all.push(Prisma.sql`status = ${status}`);
  if (status === 'open' || openSeats === true) {
    const isIn = reader === null ? Prisma.sql`false` : has(reader);
    all.push(Prisma.sql`not ${isOfDeleted}`, Prisma.sql`(${isIn} or not ${isOfSuspended})`);
  }
  if (daily !== undefined) all.push(Prisma.sql`daily = ${daily}`);
  if (rematchOf !== undefined) all.push(Prisma.sql`rematch_of = ${rematchOf}::uuid`);
  if (player !== undefined) all.push(has(player));
  if (awaiting !== undefined) {
    all.push(Prisma.sql`status = 'playing' and ${awaiting}::uuid = any(awaiting)`);
    all.push(Prisma.sql`exists (${membershipOf(awaiting)} and unfinished)`);
  }
  if (awaitingOthers !== undefined) {
    all.push(Prisma.sql`status = 'playing' and not (${awaitingOthers}::uuid = any(awaiting))`);
    all.push(Prisma.sql`exists (${membershipOf(awaitingOthers)} and unfinished and standing = 'seated')`);
  }
  if (opponent !== undefined) all.push(has(opponent));
  if (openSeats === true) all.push(Prisma.sql`status = 'open' and open_seats > 0`);
  if (openSeats === false) all.push(Prisma.sql`(status <> 'open' or open_seats = 0)`);
  if (before !== undefined) all.push(Prisma.sql`id < ${before}::uuid`);
  return all;
}

const TALLY = Prisma.sql`count(*)::int as games, count(*) filter (where result = 'won')::int as won,
  count(*) filter (where result = 'shared')::int as shared, count(*) filter (where result = 'lost')::int as lost`;

/** The newest games of a player that count, as everybody may see them. */
function resultsOf({ playerId, ruleset, games }: ResultsQuery): Prisma.Sql {
  return Prisma.sql`
    select game.id, game.ruleset, game.seats, game_player.result
    from game_player join game on game.id = game_player.game_id
    where game_player.player_id = ${UUID.test(playerId) ? playerId : null}::uuid
      and game_player.result in ('won', 'shared', 'lost') and game.visibility = 'public' and ${UNSEALED}
      and (${ruleset}::text is null or game.ruleset = ${ruleset}::text)
    order by game.id desc limit ${games}::int`;
}

/** Whether the player sits in the game or is invited to it. */
function has(playerId: string): Prisma.Sql {
  return Prisma.sql`exists (${membershipOf(playerId)} and standing in ('invited', 'seated'))`;
}

function membershipOf(playerId: string): Prisma.Sql {
  return Prisma.sql`select from game_player where game_id = game.id and player_id = ${playerId}::uuid`;
}
