import type { FormerName, Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { type Db, heldPlayer, isSuspended, playersWho, type Suspension, sql, type Transaction } from './db.ts';
import { channelsOffStatement } from './deliveries.ts';
import { AccountsDeleted, wasThere } from './failures.ts';
import { keepRequest, type RequestRow } from './requests.ts';
import { base64Of } from './sealing/secrets.ts';
import { COLUMNS_OF_PLAYER, type PlayerRow, type TokenRow, tokenOf } from './tokens.ts';

export interface Registration {
  player: PlayerRow;
  /** a form of the name that is the same for all names that look the same; it must be unique */
  skeleton: string;
  tokenHash: Uint8Array;
  recoveryHash: Uint8Array;
  request?: RequestRow | null;
}

export interface Recovery {
  player: PlayerRow;
  oldHash: Uint8Array;
  recoveryHash: Uint8Array;
  token: TokenRow;
  request?: RequestRow | null;
}

export interface Renaming {
  playerId: string;
  name: string;
  skeleton: string;
  at: Date;
  reservedUntil: Date;
  /** the number of names that the player may give up after `since` */
  most: number;
  since: Date;
}

export type FormerNameRow = Omit<FormerName, 'playerId'>;

export function playerStore(db: Db) {
  return {
    /** Registers players. A name can be taken from a player who registered over 30 days ago, never joined a game and
     * got no token for 30 days: that player's name gets 8 digits. A name that was given up is reserved for a time. */
    create: db.batched(registerAll, 'register'),

    async find(id: string): Promise<PlayerRow | null> {
      if (!UUID.test(id)) return null;
      const query = { where: { id }, select: COLUMNS_OF_PLAYER };
      return (await db.ask(() => db.prisma.player.findUnique(query))) as PlayerRow | null;
    },
    async named(ids: readonly string[]): Promise<PlayerRow[]> {
      const query = { where: { id: { in: ids.filter((id) => UUID.test(id)) } }, select: COLUMNS_OF_PLAYER };
      return (await db.ask(() => db.prisma.player.findMany(query))) as PlayerRow[];
    },
    /** Returns a player and the hashes of valid recovery codes. The code before the current one stays valid until the
     * token of the recovery is used. */
    async recoverable(
      who: { id: string } | { skeleton: string },
    ): Promise<{ player: PlayerRow; hashes: Uint8Array[] } | null> {
      if ('id' in who && !UUID.test(who.id)) return null;
      const where = 'id' in who ? who : { taken: { some: who } };
      const former = { where: { formerRecoveryHash: { not: null } }, select: { formerRecoveryHash: true } };
      const query = { where, select: { ...COLUMNS_OF_PLAYER, recoveryHash: true, tokens: former } };
      const row = await db.ask(() => db.prisma.player.findFirst(query));
      if (row === null) return null;
      const { recoveryHash, tokens, ...player } = row;
      const hashes = [recoveryHash, ...tokens.map((token) => token.formerRecoveryHash)].filter((hash) => hash !== null);
      return { player: player as PlayerRow, hashes };
    },
    /** Stores new tokens and a new recovery code. Null: the old code is no longer valid. */
    async recover({ player, oldHash, recoveryHash, token, request = null }: Recovery): Promise<TokenRow[] | null> {
      const change = { recoveryHash: Uint8Array.from(recoveryHash) };
      const formerRecoveryHash = Uint8Array.from(oldHash);
      const write = async (tx: Transaction) => {
        // waits for calls that add tokens, so that their tokens end too
        await tx.rows(heldPlayer(player.id));
        const transaction = tx.prisma;
        const fits = [{ recoveryHash: formerRecoveryHash }, { tokens: { some: { formerRecoveryHash } } }];
        const where = { id: player.id, deletedAt: null, OR: fits };
        const { count } = await transaction.player.updateMany({ where, data: change });
        if (count === 0) return null;
        await tx.run(channelsOffStatement(player.id, token.createdAt)); // first, so that no link gets a token later
        const ended = await transaction.token.findMany({ where: { playerId: player.id } });
        await transaction.token.deleteMany({ where: { playerId: player.id } });
        const { lastUsedOn: _, ...data } = token;
        await transaction.token.create({ data: { ...data, hash: Uint8Array.from(token.hash), formerRecoveryHash } });
        await keepRequest(tx, request);
        return ended.map(tokenOf);
      };
      return db.transact(write, () => null);
    },
    /** Renames a player. `tooOften`: when the player gave up the first of `most` names since `since`. */
    async rename(renaming: Renaming): Promise<'renamed' | 'taken' | { tooOften: Date }> {
      return db.transact((tx) => renamed(tx, renaming));
    },
    async formerNames(playerId: string): Promise<FormerNameRow[]> {
      if (!UUID.test(playerId)) return [];
      const select = { name: true, since: true, until: true } as const;
      const query = { where: { playerId }, orderBy: { until: 'asc' }, select } as const;
      return db.ask(() => db.prisma.formerName.findMany(query));
    },
    /** Suspends a player and drops the player's pending deliveries. Without a suspension, ends the present one. */
    async suspend(playerId: string, suspension: Suspension | null): Promise<boolean> {
      if (!UUID.test(playerId)) return false;
      const { since = null, until = null, because = null } = suspension ?? {};
      const change = {
        where: { id: playerId },
        data: { suspendedAt: since, suspendedUntil: until, suspendedBecause: because },
      };
      // locks the row first, because the update alone does not conflict with `for key share`
      return db.transact(async ({ prisma, rows }) => {
        await rows(sql`select from player where id = ${playerId}::uuid for update`);
        const { count } = await prisma.player.updateMany(change);
        if (suspension !== null) {
          const where = { status: 'pending', webhook: { playerId } };
          const data = { status: 'failed', lastError: 'Its player is suspended.' };
          await prisma.webhookDelivery.updateMany({ where, data });
        }
        return count === 1;
      });
    },
    async suspendedAmong(ids: readonly string[], now: Date): Promise<string[]> {
      return playersWho(isSuspended(now), ids, db.rows);
    },
    async taken(skeletons: readonly string[]): Promise<string[]> {
      const query = { where: { skeleton: { in: [...skeletons] } }, select: { skeleton: true } };
      const rows = await db.ask(() => db.prisma.playerName.findMany(query));
      return rows.map(({ skeleton }) => skeleton);
    },
  };
  /** Registers players. Of several with the same skeleton, tries only the first and returns false for the others. */
  async function registerAll(registrations: Registration[]): Promise<boolean[]> {
    try {
      return await registerTogether(registrations);
    } catch (error) {
      if (!wasThere(error) || registrations.every(({ request = null }) => request === null)) throw error;
      if (registrations.length === 1) return [false]; // another server has stored the request of this registration
    }
    const registered: boolean[] = [];
    for (const each of registrations) registered.push(...(await registerAll([each])));
    return registered;
  }

  async function registerTogether(registrations: Registration[]): Promise<boolean[]> {
    const first = new Map<string, Registration>();
    for (const each of registrations) if (!first.has(each.skeleton)) first.set(each.skeleton, each);
    const rows = await db.send<{ id: string }>(registerStatement([...first.values()]));
    const registered = new Set(rows.map(({ id }) => id));
    return registrations.map((each) => first.get(each.skeleton) === each && registered.has(each.player.id));
  }
}

export type PlayerStore = ReturnType<typeof playerStore>;

/** Renames a player. The lock makes changes of names run one after another. */
async function renamed(
  { prisma: transaction, rows, run }: Transaction,
  { playerId, name, skeleton, at, reservedUntil, most, since }: Renaming,
): Promise<'renamed' | 'taken' | { tooOften: Date }> {
  const [before] = await rows<{ name: string; createdAt: Date }>(sql`
    select name, created_at as "createdAt" from player
    where id = ${playerId}::uuid and deleted_at is null for no key update`);
  if (before === undefined) throw new AccountsDeleted([playerId]);
  if (before.name === name) return 'renamed';
  const former = await transaction.formerName.findMany({ where: { playerId }, orderBy: { until: 'desc' }, take: most });
  const lately = former.filter(({ until }) => until > since);
  if (lately.length >= most) return { tooOften: (lately.at(-1) as FormerNameRow).until };
  const claimed = await run(sql`
    insert into player_name (skeleton, player_id) values (${skeleton}, ${playerId}::uuid)
    on conflict (skeleton) do update set player_id = excluded.player_id, reserved_until = null
      where player_name.player_id = excluded.player_id or player_name.reserved_until < ${at.toISOString()}::timestamptz`);
  if (claimed === 0) return 'taken';
  await transaction.playerName.updateMany({
    where: { playerId, skeleton: { not: skeleton }, reservedUntil: null },
    data: { reservedUntil },
  });
  // makes the times of two changes differ
  const last = former[0]?.until ?? before.createdAt;
  const until = at > last ? at : new Date(last.getTime() + 1);
  await transaction.formerName.create({ data: { playerId, name: before.name, since: last, until } });
  await transaction.player.update({ where: { id: playerId }, data: { name, skeleton } });
  return 'renamed';
}

/** Registers players. Locks names in order, so that servers cannot deadlock. */
function registerStatement(registrations: readonly Registration[]): Prisma.Sql {
  const records = registrations.map(({ player, skeleton, tokenHash, recoveryHash, request = null }) => {
    const hashes = { tokenHash: base64Of(tokenHash), recoveryHash: base64Of(recoveryHash) };
    return { ...player, skeleton, ...hashes, request: request && { ...request, bodyHash: base64Of(request.bodyHash) } };
  });
  return sql`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as row (
        id uuid, name text, kind text, skeleton text, "tokenHash" text, "recoveryHash" text,
        "createdAt" timestamptz, request json)
    ),
    freed as materialized (
      select owner.id, asked.skeleton
      from asked
      join player_name on player_name.skeleton = asked.skeleton
      join player owner on owner.id = player_name.player_id
      where player_name.reserved_until is null
        and owner.created_at < asked."createdAt" - interval '30 days'
        and not exists (select from game_player where game_player.player_id = owner.id)
        and not exists (
          select from token where token.player_id = owner.id and token.created_at > asked."createdAt" - interval '30 days')
    ),
    claimed as (
      insert into player_name (skeleton, player_id) select skeleton, id from asked order by skeleton
      on conflict (skeleton) do update set player_id = excluded.player_id, reserved_until = null
        where exists (select from freed where freed.id = player_name.player_id and freed.skeleton = player_name.skeleton)
          or exists (
            select from asked
            where asked.skeleton = player_name.skeleton and asked."createdAt" > player_name.reserved_until)
      returning player_id as id
    ),
    renamed as (
      update player set name = rtrim(left(name, 31)) || ' ' || right(player.id::text, 8), skeleton = null
      from freed where player.id = freed.id
    ),
    registered as (
      insert into player (id, name, kind, skeleton, recovery_hash, created_at)
      select id, name, kind, skeleton, decode("recoveryHash", 'base64'), "createdAt" from asked where id in (select id from claimed)
    ),
    proved as (
      insert into token (hash, player_id, created_at)
      select decode("tokenHash", 'base64'), id, "createdAt" from asked where id in (select id from claimed)
    ),
    kept as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select (request->>'playerId')::uuid, request->>'operation', request->>'key', decode(request->>'bodyHash', 'base64'),
        request->'answer', (request->>'at')::timestamptz
      from asked where request is not null and id in (select id from claimed)
    )
    select id::text from claimed`;
}
