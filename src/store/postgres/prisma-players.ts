import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { AccountsDeleted } from '../contract/failures.ts';
import type { FormerNameRow, PlayerStore, Recovery, Registration, Renaming } from '../contract/players.ts';
import type { PlayerRow, Suspension, TokenRow } from '../contract/tokens.ts';
import { wasThere } from './failures.ts';
import { keptRequest, unlessKept } from './kept-requests.ts';
import { heldPlayer, isSuspended } from './living.ts';
import { tokenOf } from './prisma-tokens.ts';
import type { QueryTracker } from './query-tracker.ts';
import { UUID } from './rows.ts';
import { Batcher, type BatcherOptions, type Statements } from './statements.ts';

const COLUMNS = { id: true, name: true, kind: true, createdAt: true } as const;

/** The players on the database of a `PrismaStore`. Those who register at the same moment travel together. */
export class PrismaPlayers implements PlayerStore {
  readonly #prisma: PrismaClient;
  readonly #statements: Statements;
  readonly #queryTracker: QueryTracker;
  readonly #registrations: Batcher<Registration, boolean>;

  constructor(
    prisma: PrismaClient,
    statements: Statements,
    queryTracker: QueryTracker,
    batching: Omit<BatcherOptions<Registration, boolean>, 'send'>,
  ) {
    this.#prisma = prisma;
    this.#statements = statements;
    this.#queryTracker = queryTracker;
    this.#registrations = new Batcher({ ...batching, send: (asked) => this.#registerAll(asked) });
  }

  async create(registration: Registration): Promise<boolean> {
    return this.#queryTracker.ask(() => this.#registrations.ask(registration));
  }

  async find(id: string): Promise<PlayerRow | null> {
    if (!UUID.test(id)) return null;
    const query = { where: { id }, select: COLUMNS };
    return (await this.#queryTracker.ask(() => this.#prisma.player.findUnique(query))) as PlayerRow | null;
  }

  async named(ids: readonly string[]): Promise<PlayerRow[]> {
    const query = { where: { id: { in: ids.filter((id) => UUID.test(id)) } }, select: COLUMNS };
    return (await this.#queryTracker.ask(() => this.#prisma.player.findMany(query))) as PlayerRow[];
  }

  async recoverable(who: { id: string } | { skeleton: string }) {
    if ('id' in who && !UUID.test(who.id)) return null;
    const where = 'id' in who ? who : { taken: { some: who } };
    const former = { where: { formerRecoveryHash: { not: null } }, select: { formerRecoveryHash: true } };
    const query = { where, select: { ...COLUMNS, recoveryHash: true, tokens: former } };
    const row = await this.#queryTracker.ask(() => this.#prisma.player.findFirst(query));
    if (row === null) return null;
    const { recoveryHash, tokens, ...player } = row;
    const hashes = [recoveryHash, ...tokens.map((token) => token.formerRecoveryHash)].filter((hash) => hash !== null);
    return { player: player as PlayerRow, hashes };
  }

  async recover({ player, oldHash, recoveryHash, token, request = null }: Recovery): Promise<TokenRow[] | null> {
    const change = { recoveryHash: Uint8Array.from(recoveryHash) };
    const formerRecoveryHash = Uint8Array.from(oldHash);
    const write = () =>
      this.#prisma.$transaction(async (transaction) => {
        // whoever adds a token meanwhile holds the row or waits for it, so that none is left over
        await transaction.$queryRaw(heldPlayer(player.id));
        const fits = [{ recoveryHash: formerRecoveryHash }, { tokens: { some: { formerRecoveryHash } } }];
        const where = { id: player.id, deletedAt: null, OR: fits };
        const { count } = await transaction.player.updateMany({ where, data: change });
        if (count === 0) return null;
        const ended = await transaction.token.findMany({ where: { playerId: player.id } });
        await transaction.token.deleteMany({ where: { playerId: player.id } });
        const { lastUsedOn: _, ...data } = token;
        await transaction.token.create({ data: { ...data, hash: Uint8Array.from(token.hash), formerRecoveryHash } });
        if (request !== null) await transaction.$executeRaw(keptRequest(request, Prisma.sql`true`));
        return ended.map(tokenOf);
      });
    return this.#queryTracker.ask(() => unlessKept(request, write, null));
  }

  async rename(renaming: Renaming): Promise<'renamed' | 'taken' | { tooOften: Date }> {
    return this.#queryTracker.ask(() => this.#prisma.$transaction((transaction) => renamed(transaction, renaming)));
  }

  async formerNames(playerId: string): Promise<FormerNameRow[]> {
    if (!UUID.test(playerId)) return [];
    const select = { name: true, since: true, until: true } as const;
    const query = { where: { playerId }, orderBy: { until: 'asc' }, select } as const;
    return this.#queryTracker.ask(() => this.#prisma.formerName.findMany(query));
  }

  async suspend(playerId: string, suspension: Suspension | null): Promise<boolean> {
    if (!UUID.test(playerId)) return false;
    const { since = null, until = null, because = null } = suspension ?? {};
    const change = {
      where: { id: playerId },
      data: { suspendedAt: since, suspendedUntil: until, suspendedBecause: because },
    };
    // the update alone would not wait for those who hold the row as it is, nor they for it
    const [, { count }] = await this.#queryTracker.ask(() =>
      this.#prisma.$transaction([
        this.#prisma.$queryRaw`select from player where id = ${playerId}::uuid for update`,
        this.#prisma.player.updateMany(change),
        this.#prisma.webhookDelivery.updateMany({
          where: { status: 'pending', webhook: { playerId }, ...(suspension === null ? { id: { in: [] } } : {}) },
          data: { status: 'failed', lastError: 'Its player is suspended.' },
        }),
      ]),
    );
    return count === 1;
  }

  async suspendedAmong(ids: readonly string[], now: Date): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ id: string }[]>`
        select id::text from player where id = any(${[...ids]}::uuid[]) and ${isSuspended(now)}`,
    );
    return rows.map(({ id }) => id);
  }

  async taken(skeletons: readonly string[]): Promise<string[]> {
    const query = { where: { skeleton: { in: [...skeletons] } }, select: { skeleton: true } };
    const rows = await this.#queryTracker.ask(() => this.#prisma.playerName.findMany(query));
    return rows.map(({ skeleton }) => skeleton);
  }

  /** Of those who come together with names that look the same, the first is asked for; the others are late. */
  async #registerAll(registrations: Registration[]): Promise<boolean[]> {
    try {
      return await this.#registerTogether(registrations);
    } catch (error) {
      if (!wasThere(error) || registrations.every(({ request = null }) => request === null)) throw error;
      if (registrations.length === 1) return [false]; // another server has kept its request
    }
    const registered: boolean[] = [];
    for (const each of registrations) registered.push(...(await this.#registerAll([each])));
    return registered;
  }

  async #registerTogether(registrations: Registration[]): Promise<boolean[]> {
    const first = new Map<string, Registration>();
    for (const each of registrations) if (!first.has(each.skeleton)) first.set(each.skeleton, each);
    const rows = await this.#statements.rows<{ id: string }>(registerStatement([...first.values()]));
    const registered = new Set(rows.map(({ id }) => id));
    return registrations.map((each) => first.get(each.skeleton) === each && registered.has(each.player.id));
  }
}

/** Gives a player another name: of two renamings at once the second looks after the first has written. */
async function renamed(
  transaction: Prisma.TransactionClient,
  { playerId, name, skeleton, at, reservedUntil, most, since }: Renaming,
): Promise<'renamed' | 'taken' | { tooOften: Date }> {
  const [before] = await transaction.$queryRaw<{ name: string; createdAt: Date }[]>`
    select name, created_at as "createdAt" from player
    where id = ${playerId}::uuid and deleted_at is null for no key update`;
  if (before === undefined) throw new AccountsDeleted([playerId]);
  if (before.name === name) return 'renamed';
  const former = await transaction.formerName.findMany({ where: { playerId }, orderBy: { until: 'desc' }, take: most });
  const lately = former.filter(({ until }) => until > since);
  if (lately.length >= most) return { tooOften: (lately.at(-1) as FormerNameRow).until };
  const claimed = await transaction.$executeRaw`
    insert into player_name (skeleton, player_id) values (${skeleton}, ${playerId}::uuid)
    on conflict (skeleton) do update set player_id = excluded.player_id, reserved_until = null
      where player_name.player_id = excluded.player_id or player_name.reserved_until < ${at.toISOString()}::timestamptz`;
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
  return Prisma.sql`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(registrations.map(recordOf))}::json) as row (
        id uuid, name text, kind text, skeleton text, token_hash text, recovery_hash text,
        created_at timestamptz, request json)
    ),
    freed as materialized (
      select owner.id, asked.skeleton
      from asked
      join player_name on player_name.skeleton = asked.skeleton
      join player owner on owner.id = player_name.player_id
      where player_name.reserved_until is null
        and owner.created_at < asked.created_at - interval '30 days'
        and not exists (select from game_player where game_player.player_id = owner.id)
        and not exists (
          select from token where token.player_id = owner.id and token.created_at > asked.created_at - interval '30 days')
    ),
    claimed as (
      insert into player_name (skeleton, player_id) select skeleton, id from asked order by skeleton
      on conflict (skeleton) do update set player_id = excluded.player_id, reserved_until = null
        where exists (select from freed where freed.id = player_name.player_id and freed.skeleton = player_name.skeleton)
          or exists (
            select from asked
            where asked.skeleton = player_name.skeleton and asked.created_at > player_name.reserved_until)
      returning player_id as id
    ),
    renamed as (
      update player set name = rtrim(left(name, 31)) || ' ' || right(player.id::text, 8), skeleton = null
      from freed where player.id = freed.id
    ),
    registered as (
      insert into player (id, name, kind, skeleton, recovery_hash, created_at)
      select id, name, kind, skeleton, decode(recovery_hash, 'hex'), created_at from asked where id in (select id from claimed)
    ),
    proved as (
      insert into token (hash, player_id, created_at)
      select decode(token_hash, 'hex'), id, created_at from asked where id in (select id from claimed)
    ),
    kept as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select (request->>'playerId')::uuid, request->>'operation', request->>'key', decode(request->>'bodyHash', 'hex'),
        request->'answer', (request->>'at')::timestamptz
      from asked where request is not null and id in (select id from claimed)
    )
    select id::text from claimed`;
}

function recordOf({
  player: { id, name, kind, createdAt },
  skeleton,
  tokenHash,
  recoveryHash,
  request = null,
}: Registration) {
  const hashes = { token_hash: hexOf(tokenHash), recovery_hash: hexOf(recoveryHash) };
  const asked = request && { ...request, bodyHash: hexOf(request.bodyHash) };
  return { id, name, kind, skeleton, ...hashes, created_at: createdAt, request: asked };
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
