import type { FormerName, Prisma } from '../generated/prisma/client.ts';
import { type Db, heldPlayer, isSuspended, type Suspension, sql, type Transaction } from './db.ts';
import { hexOf } from './event-log.ts';
import { AccountsDeleted, wasThere } from './failures.ts';
import { UUID } from './game-rows.ts';
import { keepRequest, type RequestRow } from './requests.ts';
import { type PlayerRow, type TokenRow, tokenOf } from './tokens.ts';

/** A new player with all that is kept of them. */
export interface Registration {
  player: PlayerRow;
  /** what their name looks like: players do not share one */
  skeleton: string;
  /** of the token that they play with */
  tokenHash: Uint8Array;
  /** of the code that brings them back when they have lost it */
  recoveryHash: Uint8Array;
  /** written with the player; one that is there refuses the registration */
  request?: RequestRow | null;
}

/** A player's new token and recovery code, which take the place of all that they had. */
export interface Recovery {
  player: PlayerRow;
  /** of the code that they sent */
  oldHash: Uint8Array;
  recoveryHash: Uint8Array;
  token: TokenRow;
  request?: RequestRow | null;
}

/** What a player is to be called from now on. */
export interface Renaming {
  playerId: string;
  name: string;
  skeleton: string;
  at: Date;
  /** so long nobody else gets the name that they give up */
  reservedUntil: Date;
  /** they may have given up at most so many names after `since` */
  most: number;
  since: Date;
}

/** A name that a player has given up. */
export type FormerNameRow = Omit<FormerName, 'playerId'>;

const COLUMNS = { id: true, name: true, kind: true, createdAt: true } as const;

/** Who plays, and whose which name is. */
export function playerStore(db: Db) {
  const register = db.batched(registerAll, 'register');
  return {
    /**
     * Keeps a new player, their name and their token. False: the name is somebody else's. A name whose owner never came to
     * a table, registered a month before this player did and has had no new token since then is free: that owner's own gets
     * a number after it. So is one that its owner has given up, once it is no longer kept for them.
     */
    create(registration: Registration): Promise<boolean> {
      return register(registration);
    },

    async find(id: string): Promise<PlayerRow | null> {
      if (!UUID.test(id)) return null;
      const query = { where: { id }, select: COLUMNS };
      return (await db.ask(() => db.prisma.player.findUnique(query))) as PlayerRow | null;
    },
    /** Those of these ids that are somebody's, in no order. */
    async named(ids: readonly string[]): Promise<PlayerRow[]> {
      const query = { where: { id: { in: ids.filter((id) => UUID.test(id)) } }, select: COLUMNS };
      return (await db.ask(() => db.prisma.player.findMany(query))) as PlayerRow[];
    },
    /**
     * The player whom this id names, or who owns this skeleton, with the hashes of the codes that bring them back: their recovery
     * code, and the one before it until the token that it gave has been used.
     */
    async recoverable(
      who: { id: string } | { skeleton: string },
    ): Promise<{ player: PlayerRow; hashes: Uint8Array[] } | null> {
      if ('id' in who && !UUID.test(who.id)) return null;
      const where = 'id' in who ? who : { taken: { some: who } };
      const former = { where: { formerRecoveryHash: { not: null } }, select: { formerRecoveryHash: true } };
      const query = { where, select: { ...COLUMNS, recoveryHash: true, tokens: former } };
      const row = await db.ask(() => db.prisma.player.findFirst(query));
      if (row === null) return null;
      const { recoveryHash, tokens, ...player } = row;
      const hashes = [recoveryHash, ...tokens.map((token) => token.formerRecoveryHash)].filter((hash) => hash !== null);
      return { player: player as PlayerRow, hashes };
    },
    /** Ends every token of a player and keeps the new one and the new code. Null: the old code is no longer theirs. */
    async recover({ player, oldHash, recoveryHash, token, request = null }: Recovery): Promise<TokenRow[] | null> {
      const change = { recoveryHash: Uint8Array.from(recoveryHash) };
      const formerRecoveryHash = Uint8Array.from(oldHash);
      const write = async (tx: Transaction) => {
        // whoever adds a token meanwhile holds the row or waits for it, so that none is left over
        await tx.rows(heldPlayer(player.id));
        const transaction = tx.prisma;
        const fits = [{ recoveryHash: formerRecoveryHash }, { tokens: { some: { formerRecoveryHash } } }];
        const where = { id: player.id, deletedAt: null, OR: fits };
        const { count } = await transaction.player.updateMany({ where, data: change });
        if (count === 0) return null;
        const ended = await transaction.token.findMany({ where: { playerId: player.id } });
        await transaction.token.deleteMany({ where: { playerId: player.id } });
        const { lastUsedOn: _, ...data } = token;
        await transaction.token.create({ data: { ...data, hash: Uint8Array.from(token.hash), formerRecoveryHash } });
        await keepRequest(tx, request);
        return ended.map(tokenOf);
      };
      return db.transact(write, () => null);
    },
    /**
     * Gives a player another name and keeps the one that they had for them. `taken`: the name is somebody else's, or kept for
     * somebody else. `tooOften`: they have given up `most` names, the first of these then.
     */
    async rename(renaming: Renaming): Promise<'renamed' | 'taken' | { tooOften: Date }> {
      return db.transact((tx) => renamed(tx, renaming));
    },
    /** The names that a player has given up, oldest first. */
    async formerNames(playerId: string): Promise<FormerNameRow[]> {
      if (!UUID.test(playerId)) return [];
      const select = { name: true, since: true, until: true } as const;
      const query = { where: { playerId }, orderBy: { until: 'asc' }, select } as const;
      return db.ask(() => db.prisma.formerName.findMany(query));
    },
    /** Keeps a player out, and gives up what their webhooks were to be told; or lets them in again (null). False: there is no such player. */
    async suspend(playerId: string, suspension: Suspension | null): Promise<boolean> {
      if (!UUID.test(playerId)) return false;
      const { since = null, until = null, because = null } = suspension ?? {};
      const change = {
        where: { id: playerId },
        data: { suspendedAt: since, suspendedUntil: until, suspendedBecause: because },
      };
      // the update alone would not wait for those who hold the row as it is, nor they for it
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
    /** Those of these players whom an operator keeps out at that time. */
    async suspendedAmong(ids: readonly string[], now: Date): Promise<string[]> {
      if (ids.length === 0) return [];
      return db.ids(sql`
        select id::text from player where id = any(${[...ids]}::uuid[]) and ${isSuspended(now)}`);
    },
    /** Those of these skeletons that are somebody's. */
    async taken(skeletons: readonly string[]): Promise<string[]> {
      const query = { where: { skeleton: { in: [...skeletons] } }, select: { skeleton: true } };
      const rows = await db.ask(() => db.prisma.playerName.findMany(query));
      return rows.map(({ skeleton }) => skeleton);
    },
  };
  /** Of those who come together with names that look the same, the first is asked for; the others are late. */
  async function registerAll(registrations: Registration[]): Promise<boolean[]> {
    try {
      return await registerTogether(registrations);
    } catch (error) {
      if (!wasThere(error) || registrations.every(({ request = null }) => request === null)) throw error;
      if (registrations.length === 1) return [false]; // another server has kept its request
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

/** Gives a player another name: of two renamings at once the second looks after the first has written. */
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
  // a log of names has no two changes at the same moment
  const last = former[0]?.until ?? before.createdAt;
  const until = at > last ? at : new Date(last.getTime() + 1);
  await transaction.formerName.create({ data: { playerId, name: before.name, since: last, until } });
  await transaction.player.update({ where: { id: playerId }, data: { name, skeleton } });
  return 'renamed';
}

/**
 * One statement that keeps those whose name is free, with all that belongs to them, and returns their ids. Names are taken
 * in their order, so that two servers with the same ones never wait in a circle.
 */
function registerStatement(registrations: readonly Registration[]): Prisma.Sql {
  return sql`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(registrations.map(recordOf))}::json) as row (
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
      select id, name, kind, skeleton, decode("recoveryHash", 'hex'), "createdAt" from asked where id in (select id from claimed)
    ),
    proved as (
      insert into token (hash, player_id, created_at)
      select decode("tokenHash", 'hex'), id, "createdAt" from asked where id in (select id from claimed)
    ),
    kept as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select (request->>'playerId')::uuid, request->>'operation', request->>'key', decode(request->>'bodyHash', 'hex'),
        request->'answer', (request->>'at')::timestamptz
      from asked where request is not null and id in (select id from claimed)
    )
    select id::text from claimed`;
}

function recordOf({ player, skeleton, tokenHash, recoveryHash, request = null }: Registration) {
  const hashes = { tokenHash: hexOf(tokenHash), recoveryHash: hexOf(recoveryHash) };
  return { ...player, skeleton, ...hashes, request: request && { ...request, bodyHash: hexOf(request.bodyHash) } };
}
