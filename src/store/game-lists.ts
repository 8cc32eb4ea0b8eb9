import { createHash } from 'node:crypto';
import { Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { areNotDeleted, assertNotDeleted, type Db, isOfDeleted, isOfSuspended, sql } from './db.ts';
import type { GameResult, GameRow, GameStatus } from './game-rows.ts';

type Secret = 'seed' | 'serverSeed' | 'chainKey' | 'inviteCode';

export type ListedGame = Omit<
  GameRow,
  Secret | 'head' | 'seatCount' | 'commitment' | 'commitmentId' | 'awaiting' | 'asks'
>;

export type MarkedGame = Pick<GameRow, 'id' | 'version' | 'head' | 'deadline'>;

export interface WaitingGame
  extends MarkedGame,
    Pick<
      GameRow,
      'ruleset' | 'status' | 'toAct' | 'seats' | 'standIn' | 'asks' | 'createdBy' | 'place' | 'rated' | 'updatedAt'
    > {
  /** the newest version that the player has looked at; 0: none */
  looked: number;
  /** null once the game has started, like `clock` */
  options: GameRow['options'] | null;
  clock: GameRow['clock'];
}

export interface GameQuery {
  ruleset?: string | undefined;
  status?: GameStatus | undefined;
  player?: string | undefined;
  openSeats?: boolean | undefined;
  awaiting?: string | undefined;
  /** id of a player: only running games of the player in which others must act */
  awaitingOthers?: string | undefined;
  opponent?: string | undefined;
  daily?: string | undefined;
  rematchOf?: string | undefined;
  /** the id of the reader, who sees own games, and public games except those on unfinished sealed boards */
  reader: string | null;
  before?: string | undefined;
  limit: number;
}

/** The number of games with a result. Games on unfinished sealed boards do not count: their seeds are secret. */
export interface ResultCount {
  ruleset: string;
  result: GameResult;
  games: number;
}

/** The games that wait for a player. `mark` changes when one of them, its deadline or its history changes. */
export interface Turns {
  games: WaitingGame[];
  invitations: WaitingGame[];
  mark: string;
}

export const NO_TURNS = '';

/** If more games wait for a player, only this many are read: those with the earliest deadlines. */
export const MOST_TURNS = 2_000;

export interface ResultsQuery {
  playerId: string;
  ruleset: string | null;
  /** the number of games to read, the newest first */
  games: number;
}

export interface ResultTally {
  games: number;
  won: number;
  shared: number;
  lost: number;
}

/** Results against an opponent. Either `player` or `bot` (a policy) is set, and the other is null. */
export interface OpponentTally extends ResultTally {
  player: { id: string; name: string; kind: 'human' | 'agent' } | null;
  bot: string | null;
}

/** Results on a seat. `seat` counts from 0. */
export interface SeatTally extends ResultTally {
  ruleset: string;
  seats: number;
  seat: number;
}

/** The numbers of a player's unfinished games. Games of competitions are not included, because no limit counts them. */
export interface PlayerUsage {
  games: number;
  /** games that the player created and does not play */
  hostedGames: number;
  ratedGames: number;
  /** games that have not started */
  pendingGames: number;
  invitations: number;
}

export interface Look {
  version: number;
  before: number;
}

const PLACE = sql`case when competition_id is not null then json_build_object('competitionId', competition_id,
  'round', round, 'table', table_no, 'board', board, 'copy', copy, 'sealed', sealed_board) end as place`;

const LISTED = sql`id, ruleset, rules_version as "rulesVersion", options, visibility, created_by as "createdBy", seeded,
  clock, stand_in as "standIn", rematch_of as "rematchOf", daily, practice, taken_back as "takenBack", unattended, rated, ${PLACE}, talking as "allowsChat", created_at as "createdAt", status, version,
  to_act as "toAct", seats, open_seats as "openSeats", deadline, outcome, updated_at as "updatedAt"`;

/** A condition that excludes games on unfinished sealed boards: other players still play with the same cards. */
const UNSEALED = sql`(game.sealed_board is not true or exists (
  select from competition_event as closing
  where closing.competition_id = game.competition_id and closing.type = 'boardClosed'
    and (closing.data ->> 'board')::int = game.board))`;

const WAITING = sql`id, ruleset, status, version, head, to_act as "toAct", seats, stand_in as "standIn", deadline, asks,
  case when status = 'open' then options end as options, case when status = 'open' then clock end as clock, rated,
  created_by as "createdBy", ${PLACE}, updated_at as "updatedAt", looked`;

const DUE_FIRST = sql`game.status desc, game.deadline, game.updated_at, game.id`;

const WAITS = sql`game_player.unfinished
          and (game.status = 'playing' and (game_player.player_id = any(game.awaiting)
              or game.asks @> jsonb_build_array(jsonb_build_object('of', jsonb_build_array(game_player.player_id))))
            or game.status = 'open' and game_player.standing = 'invited' and not exists (
              select from aversion where kind = 'block' and (player_id, other_id) in (
                (game_player.player_id, game.created_by), (game.created_by, game_player.player_id))))`;

/** If more games are due, only this many are read: those overdue longest. */
const DUE_LOOKED_AT = 5_000;

export function gameLists(db: Db) {
  const store = {
    async page(query: GameQuery): Promise<ListedGame[]> {
      const conditions = conditionsOf(query);
      if (conditions === null) return [];
      return db.rows<ListedGame>(sql`
        select ${LISTED} from game where ${Prisma.join(conditions, ' and ')} order by id desc limit ${query.limit}::int`);
    },
    /** Returns the games that wait for the player, by deadline, and the open invitations. */
    async turns(playerId: string, limit: number): Promise<Turns> {
      const rows = await db.rows<WaitingGame>(sql`
        select ${WAITING} from game_player join game on game.id = game_player.game_id
        where game_player.player_id = ${playerId}::uuid and ${WAITS}
        order by ${DUE_FIRST} limit ${limit}::int`);
      const [games = [], invitations = []] = ['playing', 'open'].map((status) =>
        rows.filter((row) => row.status === status),
      );
      return { games, invitations, mark: store.markOf(rows) };
    },
    async turnsAmong(playerId: string, gameIds: readonly string[]): Promise<WaitingGame[]> {
      const known = gameIds.filter((id) => UUID.test(id));
      if (known.length === 0) return [];
      return db.rows(sql`
      select ${WAITING} from game_player join game on game.id = game_player.game_id
      where game_player.player_id = ${playerId}::uuid and game_player.game_id = any(${known}::uuid[]) and ${WAITS}`);
    },
    /** Returns the mark (a hash) that `turns` returns for these games. */
    markOf(games: readonly MarkedGame[]): string {
      const tips = games.map(({ id, version, head, deadline }) =>
        [id, version, head, deadline?.getTime()].filter((part) => part !== null && part !== undefined).join('.'),
      );
      return tips.length === 0 ? NO_TURNS : createHash('md5').update(tips.toSorted().join(' ')).digest('hex');
    },
    /** Returns each player's mark as `markOf` does. Sorting by id gives the same order: the texts begin with it. */
    async turnMarks(playerIds: string[], limit: number): Promise<Map<string, string>> {
      const rows = await db.rows<{ playerId: string; mark: string }>(sql`
        with waiting as (
          select game_player.player_id, game.id,
            concat_ws('.', game.id, game.version, game.head, (extract(epoch from game.deadline) * 1000)::bigint) as tip,
            row_number() over (partition by game_player.player_id order by ${DUE_FIRST}) as nth
          from game_player join game on game.id = game_player.game_id
          where game_player.player_id = any(${playerIds}::uuid[]) and ${WAITS}
        )
        select player_id as "playerId", md5(string_agg(tip, ' ' order by id)) as mark
        from waiting where nth <= ${limit}::int group by player_id`);
      return new Map(rows.map(({ playerId, mark }) => [playerId, mark]));
    },

    async results(playerId: string): Promise<ResultCount[]> {
      if (!UUID.test(playerId)) return [];
      return db.rows<ResultCount>(sql`
        select game.ruleset, game_player.result, count(*)::int as games
        from game_player join game on game.id = game_player.game_id
        where game_player.player_id = ${playerId}::uuid and game_player.result is not null
          and game.visibility = 'public' and ${UNSEALED}
        group by game.ruleset, game_player.result
        order by game.ruleset, game_player.result`);
    },
    /** Returns the results against each opponent. A bot with several seats in a game counts as one opponent. */
    opponents(query: ResultsQuery, limit: number): Promise<OpponentTally[]> {
      return db.rows(sql`
      with own as (${resultsOf(query)}),
      met as (
        select distinct on (own.id, coalesce(holder -> 'player' ->> 'id', holder ->> 'policy')) own.id, result,
          holder -> 'player' as player, case when holder ->> 'kind' = 'bot' then holder ->> 'policy' end as bot
        from own, jsonb_array_elements(seats) as holder
        where holder -> 'player' ->> 'id' is distinct from ${query.playerId}
      )
      select (array_agg(player order by id desc))[1] as player, bot, ${TALLY} from met
      group by player ->> 'id', bot order by games desc, player ->> 'id', bot limit ${limit}::int`);
    },
    seatResults(query: ResultsQuery, limit: number): Promise<SeatTally[]> {
      return db.rows(sql`
      with own as (${resultsOf(query)})
      select ruleset, jsonb_array_length(seats) as seats, (nth - 1)::int as seat, ${TALLY}
      from own, jsonb_array_elements(seats) with ordinality as held (holder, nth)
      where holder -> 'player' ->> 'id' = ${query.playerId}
      group by 1, 2, 3 order by 1, 2, 3 limit ${limit}::int`);
    },

    async usage(playerId: string): Promise<PlayerUsage> {
      const usage = await db.first<PlayerUsage>(sql`
        select
          count(*) filter (where own.standing = 'seated')::int as games,
          count(*) filter (where own.standing = 'host')::int as "hostedGames",
          count(*) filter (where own.standing = 'seated' and game.rated)::int as "ratedGames",
          count(*) filter (where own.standing = 'seated' and game.status = 'open')::int as "pendingGames",
          coalesce(sum((select count(*) from jsonb_array_elements(game.seats) as holder where holder ->> 'kind' = 'invited'))
            filter (where game.status = 'open' and game.created_by = own.player_id), 0)::int as invitations
        from game_player own join game on game.id = own.game_id
        where own.player_id = ${playerId}::uuid and own.unfinished and game.competition_id is null`);
      return usage as PlayerUsage;
    },
    async looked(playerId: string, gameIds: readonly string[]): Promise<Map<string, number>> {
      const rows = await db.rows<{ gameId: string; looked: number }>(sql`
      select game_id as "gameId", looked from game_player
      where player_id = ${playerId}::uuid and game_id = any(${gameIds}::uuid[])`);
      return new Map(rows.map(({ gameId, looked }) => [gameId, looked]));
    },
    /** Stores the version seen, unless a higher one (up to `newest`) is stored. Null: the player takes no part. */
    async look(playerId: string, gameId: string, version: number, newest: number): Promise<Look | null> {
      const look = await db.first<Look>(sql`
      update game_player set looked = greatest(${version}::int, case when old.looked > ${newest}::int then 0 else old.looked end)
      from (
        select looked from game_player
        where player_id = ${playerId}::uuid and game_id = ${gameId}::uuid and standing <> 'host'
        for update
      ) as old
      where ${areNotDeleted([playerId])} and player_id = ${playerId}::uuid and game_id = ${gameId}::uuid
      returning game_player.looked as version, old.looked as before`);
      if (look === null) await assertNotDeleted([playerId], db.rows);
      return look;
    },
    async rematchOf(gameId: string): Promise<string | null> {
      const query = { where: { rematchOf: gameId, status: { not: 'aborted' } }, select: { id: true } };
      return (await db.ask(() => db.prisma.game.findFirst(query)))?.id ?? null;
    },
    /** Returns the most overdue game of each creator or competition, then the second of each, and so on. */
    async due(by: Date, limit: number): Promise<string[]> {
      return db.ids(sql`
        with late as (
          select id, coalesce(created_by, competition_id, id) as owner, deadline from game
          where deadline <= ${by.toISOString()}::timestamptz and status in ('open', 'playing')
          order by deadline limit ${DUE_LOOKED_AT}
        )
        select id::text from late
        order by row_number() over (partition by owner order by deadline, id), deadline, id
        limit ${limit}::int`);
    },
    async nextDeadline(): Promise<Date | null> {
      const query = { where: { deadline: { not: null } }, orderBy: { deadline: 'asc' }, select: { deadline: true } };
      const first = await db.ask(() => db.prisma.game.findFirst(query as Prisma.GameFindFirstArgs));
      return first?.deadline ?? null;
    },
  };
  return store;
}

export type GameLists = ReturnType<typeof gameLists>;

function conditionsOf(query: GameQuery): Prisma.Sql[] | null {
  const { player, awaiting, awaitingOthers, opponent, before, reader, openSeats, ruleset, status, daily, rematchOf } =
    query;
  const ids = [player, awaiting, awaitingOthers, opponent, before, rematchOf];
  if (ids.some((id) => id !== undefined && !UUID.test(id))) return null;
  const all = [
    reader === null
      ? sql`visibility = 'public' and ${UNSEALED}`
      : sql`(visibility = 'public' and ${UNSEALED} or ${has(reader)})`,
  ];
  if (ruleset !== undefined) all.push(sql`ruleset = ${ruleset}`);
  if (status !== undefined) all.push(sql`status = ${status}`);
  if (status === 'open' || openSeats === true) {
    const isIn = reader === null ? sql`false` : has(reader);
    all.push(sql`not ${isOfDeleted}`, sql`(${isIn} or not ${isOfSuspended})`);
  }
  if (daily !== undefined) all.push(sql`daily = ${daily}`);
  if (rematchOf !== undefined) all.push(sql`rematch_of = ${rematchOf}::uuid`);
  if (player !== undefined) all.push(has(player));
  if (awaiting !== undefined) {
    all.push(sql`status = 'playing' and ${awaiting}::uuid = any(awaiting)`);
    all.push(sql`exists (${membershipOf(awaiting)} and unfinished)`);
  }
  if (awaitingOthers !== undefined) {
    all.push(sql`status = 'playing' and not (${awaitingOthers}::uuid = any(awaiting))`);
    all.push(sql`exists (${membershipOf(awaitingOthers)} and unfinished and standing = 'seated')`);
  }
  if (opponent !== undefined) all.push(has(opponent));
  if (openSeats === true) all.push(sql`status = 'open' and open_seats > 0`);
  if (openSeats === false) all.push(sql`(status <> 'open' or open_seats = 0)`);
  if (before !== undefined) all.push(sql`id < ${before}::uuid`);
  return all;
}

const TALLY = sql`count(*)::int as games, count(*) filter (where result = 'won')::int as won,
  count(*) filter (where result = 'shared')::int as shared, count(*) filter (where result = 'lost')::int as lost`;

function resultsOf({ playerId, ruleset, games }: ResultsQuery): Prisma.Sql {
  return sql`
    select game.id, game.ruleset, game.seats, game_player.result
    from game_player join game on game.id = game_player.game_id
    where game_player.player_id = ${UUID.test(playerId) ? playerId : null}::uuid
      and game_player.result in ('won', 'shared', 'lost') and game.visibility = 'public' and ${UNSEALED}
      and (${ruleset}::text is null or game.ruleset = ${ruleset}::text)
    order by game.id desc limit ${games}::int`;
}

function has(playerId: string): Prisma.Sql {
  return sql`exists (${membershipOf(playerId)} and standing in ('invited', 'seated'))`;
}

function membershipOf(playerId: string): Prisma.Sql {
  return sql`select from game_player where game_id = game.id and player_id = ${playerId}::uuid`;
}
