import { DELETED } from '#rules/kernel/chain.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { NO_ID, UUID } from '../patterns.ts';
import type { CompetitionEventRow } from './competitions.ts';
import { type Db, sql, type Transaction } from './db.ts';
import { eventRecord } from './event-log.ts';
import type { EventRow } from './game-rows.ts';
import { cancelSeeksStatement } from './seeks.ts';
import { type PlayerRow, type TokenRow, tokenOf } from './tokens.ts';

export interface GameErasure {
  gameId: string;
  playerId: string;
  /** the game's `erased` (number of erasures) when the log was read; if it has changed, nothing is written */
  erased: number;
  /** the log entries that change; empty if only the game's row may still contain the name */
  events: readonly EventRow[];
}

export interface CompetitionErasure {
  competitionId: string;
  erased: number;
  events: readonly CompetitionEventRow[];
}

/** Tables whose rows are deleted together with an account, each with the column of its owner. */
const GONE = [
  ['device_code', 'player_id'],
  ['player_name', 'player_id'],
  ['former_name', 'player_id'],
  ['webhook', 'player_id'],
  ['request', 'player_id'],
  ['game_plan', 'player_id'],
  ['message_report', 'player_id'],
  ['message', 'player_id'],
  ['talker', 'player_id'],
  ['aversion', 'player_id'],
  ['aversion', 'other_id'],
  ['player_calendar', 'player_id'],
  ['vacation', 'player_id'],
  ['seek', 'player_id'],
] as const;

export function accountStore(db: Db) {
  return {
    /** Closes an account and returns its tokens, now invalid. Null: there is no such account, or the recovery
     * code is not the newest one of the account. */
    close(playerId: string, recoveryHash: Uint8Array, at: Date): Promise<TokenRow[] | null> {
      return db.transact(async (tx) => {
        const { prisma: transaction } = tx;
        const names = await namesOf(tx, playerId);
        const { count } = await transaction.player.updateMany({
          where: { id: playerId, recoveryHash: Uint8Array.from(recoveryHash), deletedAt: null },
          data: { name: DELETED, skeleton: '', recoveryHash: null, deletedAt: at },
        });
        if (count === 0) return null;
        await tx.run(cancelSeeksStatement(playerId, at));
        await eraseFromWords(tx, names);
        const ended = await transaction.token.findMany({ where: { playerId } });
        // keeps seeks until `finish`, because their games are aborted later
        const atOnce = GONE.filter(([table]) => table !== 'seek');
        await emptied(tx, atOnce, playerId);
        await transaction.notificationLink.deleteMany({ where: { playerId, kind: 'turn' } });
        // keeps mail links without their player, because the limit of mails still counts them
        await transaction.notificationLink.updateMany({
          where: { playerId },
          data: { playerId: NO_ID, channelId: NO_ID },
        });
        await transaction.token.deleteMany({ where: { playerId } });
        return ended.map(tokenOf);
      });
    },
    async isThere(playerId: string): Promise<boolean> {
      return (await db.ask(() => db.prisma.player.count({ where: { id: playerId, deletedAt: null } }))) > 0;
    },
    /** Claims a deleted account whose name is still in logs. No other server can claim it before `until`. */
    async claim(now: Date, until: Date): Promise<PlayerRow | null> {
      return db.first<PlayerRow>(sql`
      update player set erasing_until = ${until.toISOString()}::timestamptz
      where id = (
        select id from player
        where deleted_at is not null and erased_at is null
          and (erasing_until is null or erasing_until < ${now.toISOString()}::timestamptz)
        order by deleted_at limit 1 for no key update skip locked
      )
      returning id::text, name, kind, created_at as "createdAt"`);
    },
    async hold(playerId: string, until: Date): Promise<void> {
      await db.ask(() => db.prisma.player.update({ where: { id: playerId }, data: { erasingUntil: until } }));
    },
    /** Deletes what is left of an account and marks it as erased. Call it when no log contains the player's name. */
    async finish(playerId: string, at: Date): Promise<void> {
      await db.transact(async (tx) => {
        await emptied(tx, GONE, playerId);
        await tx.prisma.player.update({ where: { id: playerId }, data: { erasedAt: at, erasingUntil: null } });
      });
    },
    /** Returns the ids of all games that the player ever joined. */
    async gamesOf(playerId: string, after: string | null, limit: number): Promise<string[]> {
      return db.ids(sql`
      select game_id::text as id from game_player
      where player_id = ${playerId}::uuid and (${after}::uuid is null or game_id > ${after}::uuid)
      order by game_id limit ${limit}::int`);
    },
    async unfinishedOf(playerId: string): Promise<string[]> {
      return db.ids(sql`
      select game_id::text as id from game_player where player_id = ${playerId}::uuid and unfinished order by game_id`);
    },
    async competitionsOf(playerId: string): Promise<string[]> {
      return db.ids(sql`
      select id::text from competition where created_by = ${playerId}::uuid
      union
      select competition_id::text from competition_entry where player_id = ${playerId}::uuid
      order by 1`);
    },
    /** `absent`: the game does not contain the name. `changed`: `erased` is outdated; read the log and call again. */
    async eraseFromGame({ gameId, playerId, erased, events }: GameErasure): Promise<'erased' | 'absent' | 'changed'> {
      if (!UUID.test(gameId)) return 'absent';
      const records = events.map((event) => eventRecord(event, db.seals));
      const id = playerId.toLowerCase();
      const named = sql`seat->'player'->>'id' = ${id} and seat->'player'->>'name' <> ${DELETED}`;
      const [found] = await db.rows<{ changed: boolean; current: boolean }>(sql`
      with changed as (
        update game set erased = erased + 1, seats = (
          select coalesce(jsonb_agg(
            case when ${named}
              then jsonb_set(seat, '{player,name}', to_jsonb(${DELETED}::text)) else seat end
            order by n), '[]'::jsonb)
          from jsonb_array_elements(seats) with ordinality as each (seat, n)
        )
        where id = ${gameId}::uuid and erased = ${erased}::int
          and (${events.length > 0} or exists (select from jsonb_array_elements(seats) as each (seat) where ${named}))
        returning id
      ),
      rewritten as (
        update game_event
        set action = event.action::json, draws = event.draws::json, sealed = decode(event.sealed, 'base64')
        from json_to_recordset(${JSON.stringify(records)}::json) as event (
          "gameId" uuid, version int, action text, draws text, sealed text)
        join changed on changed.id = event."gameId"
        where game_event.game_id = ${gameId}::uuid and game_event.version = event.version
      ),
      dropped as (
        delete from game_snapshot using changed where game_snapshot.game_id = changed.id
      )
      select exists (select from changed) as changed, erased = ${erased}::int as current
      from game where id = ${gameId}::uuid`);
      if (found?.changed) return 'erased';
      return found === undefined || found.current ? 'absent' : 'changed';
    },
    /** Writes events from which a name was removed. False: `erased` is outdated, so the log must be read again. */
    async eraseFromCompetition({ competitionId, erased, events }: CompetitionErasure): Promise<boolean> {
      const records = events.map(({ version, data }) => ({ version, data: JSON.stringify(data) }));
      const changed = await db.first(sql`
      with changed as (
        update competition set erased = erased + 1 where id = ${competitionId}::uuid and erased = ${erased}::int returning id
      ),
      rewritten as (
        update competition_event set data = event.data::json
        from changed cross join json_to_recordset(${JSON.stringify(records)}::json) as event (version int, data text)
        where competition_event.competition_id = changed.id and competition_event.version = event.version
      )
      select id::text from changed`);
      return changed !== null;
    },
  };
}

/** Returns a player's names. Locks the player against all other writers (see db.ts), so that later statements see all
 * they wrote. */
async function namesOf(tx: Transaction, playerId: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(sql`select name from player where id = ${playerId}::uuid for update`);
  const former = await tx.prisma.formerName.findMany({ where: { playerId }, select: { name: true } });
  return [...new Set([...rows, ...former].map(({ name }) => name))];
}

async function emptied(
  { run }: Transaction,
  tables: readonly (readonly [table: string, owner: string])[],
  playerId: string,
): Promise<void> {
  for (const [table, owner] of tables) {
    await run(sql`delete from ${Prisma.raw(table)} where ${Prisma.raw(owner)} = ${playerId}::uuid`);
  }
}

/** Removes a player's names from reasons and details that operators have written. */
export async function eraseFromWords({ rows, run }: Transaction, names: readonly string[]): Promise<void> {
  const without = erasing(names);
  const deeds = await rows<{ id: string; because: string | null; details: string }>(sql`
    select id::text, because, details::text from operator_deed
    where ${mentions(sql`because`, names)} or ${mentions(
      sql`details::text`,
      names.map((name) => JSON.stringify(name).slice(1, -1)),
    )}`);
  for (const { id, because, details } of deeds) {
    const told = JSON.parse(details, (_, value) => (typeof value === 'string' ? without(value) : value));
    await run(sql`
      update operator_deed set because = ${because && without(because)}, details = ${JSON.stringify(told)}::json
      where id = ${id}::uuid`);
  }
  const suspended = await rows<{ id: string; because: string }>(sql`
    select id::text, suspended_because as because from player where ${mentions(sql`suspended_because`, names)}`);
  for (const { id, because } of suspended) {
    await run(sql`update player set suspended_because = ${without(because)} where id = ${id}::uuid`);
  }
}

function mentions(words: Prisma.Sql, names: readonly string[]): Prisma.Sql {
  return Prisma.sql`exists (select from unnest(${names}::text[]) as name where position(name in ${words}) > 0)`;
}

/** Returns a function that removes names. It removes only whole words: "Anniversary" stays when Ann is deleted. */
function erasing(names: readonly string[]): (text: string) => string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${any})(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
  return (text) => text.replace(pattern, DELETED);
}
