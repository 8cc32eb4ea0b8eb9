import { createHash } from 'node:crypto';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import {
  type GameLists,
  type GameQuery,
  NO_TURNS,
  type PlayerUsage,
  type ResultCount,
  type Turns,
} from '../contract/game-lists.ts';
import type { GameRow } from '../contract/games.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import type { QueryTracker } from './query-tracker.ts';
import { gameRowOf, UUID } from './rows.ts';

const PRESENT = { in: ['invited', 'seated'] };
/** Of what is due so much is looked at, the longest due first: more than several players may have unfinished. */
const DUE_LOOKED_AT = 5_000;

/** Games seen from outside. Ids are in order of time, so that they serve as cursors. */
export class PrismaGameLists implements GameLists {
  readonly #prisma: PrismaClient;
  readonly #queryTracker: QueryTracker;
  readonly #seals: SealedRows;

  constructor(prisma: PrismaClient, queryTracker: QueryTracker, seals: SealedRows) {
    this.#prisma = prisma;
    this.#queryTracker = queryTracker;
    this.#seals = seals;
  }

  async page(query: GameQuery): Promise<GameRow[]> {
    const where = conditionsOf(query);
    if (where === null) return [];
    const rows = await this.#queryTracker.ask(() =>
      this.#prisma.game.findMany({ where, orderBy: { id: 'desc' }, take: query.limit }),
    );
    return rows.map((row) => gameRowOf(row, this.#seals));
  }

  async turns(playerId: string, limit: number): Promise<Turns> {
    const invited = { status: 'open', memberships: { some: { playerId, standing: 'invited' } } };
    const where = {
      memberships: { some: { playerId, unfinished: true } },
      OR: [{ status: 'playing', awaiting: { has: playerId } }, invited],
    };
    const orderBy = [{ status: 'desc' as const }, { id: 'asc' as const }]; // those that are playing first
    const found = await this.#queryTracker.ask(() => this.#prisma.game.findMany({ where, orderBy, take: limit }));
    const rows = found.map((row) => gameRowOf(row, this.#seals));
    const [games, invitations] = ['playing', 'open'].map((status) => rows.filter((row) => row.status === status));
    return { games: games as GameRow[], invitations: invitations as GameRow[], mark: markOf(rows) };
  }

  /** The marks that `markOf` gives. */
  async turnMarks(playerIds: string[], limit: number): Promise<Map<string, string>> {
    const rows = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ playerId: string; mark: string }[]>`
        with waiting as (
          select game_player.player_id, concat_ws('.', game.id, game.version, game.head) as tip,
            row_number() over (partition by game_player.player_id order by game.status desc, game.id) as nth
          from game_player join game on game.id = game_player.game_id
          where game_player.player_id = any(${playerIds}::uuid[]) and game_player.unfinished
            and (game.status = 'playing' and game_player.player_id = any(game.awaiting)
              or game.status = 'open' and game_player.standing = 'invited')
        )
        select player_id as "playerId", md5(string_agg(tip, ' ' order by nth)) as mark
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
          and game.visibility = 'public'
        group by game.ruleset, game_player.result
        order by game.ruleset, game_player.result`,
    );
  }

  async usage(playerId: string): Promise<PlayerUsage> {
    const [row] = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<PlayerUsage[]>`
        select
          count(*) filter (where own.standing = 'seated')::int as games,
          count(*) filter (where own.standing = 'host')::int as "hostedGames",
          count(*) filter (where own.standing = 'seated' and game.status = 'open')::int as "pendingGames",
          coalesce(sum((select count(*) from jsonb_array_elements(game.seats) as holder where holder ->> 'kind' = 'invited'))
            filter (where game.status = 'open' and game.created_by = own.player_id), 0)::int as invitations
        from game_player own join game on game.id = own.game_id
        where own.player_id = ${playerId}::uuid and own.unfinished`,
    );
    return row ?? { games: 0, hostedGames: 0, pendingGames: 0, invitations: 0 };
  }

  async rematchOf(gameId: string): Promise<string | null> {
    const query = { where: { rematchOf: gameId, status: { not: 'aborted' } }, select: { id: true } };
    return (await this.#queryTracker.ask(() => this.#prisma.game.findFirst(query)))?.id ?? null;
  }

  async due(by: Date, limit: number): Promise<string[]> {
    const rows = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ id: string }[]>`
        with late as (
          select id, created_by, deadline from game
          where deadline <= ${by.toISOString()}::timestamptz and status in ('open', 'playing')
          order by deadline limit ${DUE_LOOKED_AT}
        )
        select id::text from late
        order by row_number() over (partition by coalesce(created_by, id) order by deadline, id), deadline, id
        limit ${limit}::int`,
    );
    return rows.map(({ id }) => id);
  }

  async nextDeadline(): Promise<Date | null> {
    const query = { where: { deadline: { not: null } }, orderBy: { deadline: 'asc' }, select: { deadline: true } };
    const first = await this.#queryTracker.ask(() => this.#prisma.game.findFirst(query as Prisma.GameFindFirstArgs));
    return first?.deadline ?? null;
  }
}

function markOf(games: readonly GameRow[]): string {
  const tips = games.map(({ id, version, head }) => [id, version, ...(head === null ? [] : [head])].join('.'));
  return tips.length === 0 ? NO_TURNS : createHash('md5').update(tips.join(' ')).digest('hex');
}

/** Null: nothing can fit. */
function conditionsOf(query: GameQuery): Prisma.GameWhereInput | null {
  const { player, awaiting, before, reader, openSeats, ruleset, status, daily, rematchOf } = query;
  if ([player, awaiting, before, rematchOf].some((id) => id !== undefined && !UUID.test(id))) return null;
  const own = reader === null ? [] : [{ memberships: { some: { playerId: reader, standing: PRESENT } } }];
  const all: Prisma.GameWhereInput[] = [{ OR: [{ visibility: 'public' }, ...own] }];
  if (ruleset !== undefined) all.push({ ruleset });
  if (status !== undefined) all.push({ status });
  if (daily !== undefined) all.push({ daily });
  if (rematchOf !== undefined) all.push({ rematchOf });
  if (player !== undefined) all.push({ memberships: { some: { playerId: player, standing: PRESENT } } });
  if (awaiting !== undefined) {
    all.push({ status: 'playing', awaiting: { has: awaiting } });
    all.push({ memberships: { some: { playerId: awaiting, unfinished: true } } });
  }
  if (openSeats === true) all.push({ status: 'open', openSeats: { gt: 0 } });
  if (openSeats === false) all.push({ OR: [{ status: { not: 'open' } }, { openSeats: 0 }] });
  if (before !== undefined) all.push({ id: { lt: before } });
  return { AND: all };
}
