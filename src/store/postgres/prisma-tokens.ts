import { Prisma, type PrismaClient, type Token } from '../../generated/prisma/client.ts';
import type { RequestRow } from '../contract/requests.ts';
import type { DeviceCodeRow, FoundToken, PlayerRow, TokenRow, Tokens, TurnGrant } from '../contract/tokens.ts';
import { wasThere } from './failures.ts';
import { keptRequest, unlessKept } from './kept-requests.ts';
import { areAlive, assertHeld, heldPlayer, isSuspended } from './living.ts';
import { BATCHING } from './query-tracker.ts';
import { Batcher, type BatcherOptions, type Statements } from './statements.ts';
import { SUSPENSION_COLUMNS, type SuspensionColumns, suspensionIn } from './suspensions.ts';

type FoundRow = Omit<TokenRow, 'turn'> & TurnColumns & SuspensionColumns & FoundPlayer & { endsCode: boolean };
type FoundPlayer = { player: string; kind: PlayerRow['kind']; registeredAt: Date };
type TurnColumns = { [Part in keyof TurnGrant]: TurnGrant[Part] | null };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COLUMNS = Prisma.sql`
  token.hash, token.id::text, token.player_id::text as "playerId", token.scope, token.name,
  token.created_at as "createdAt", token.last_used_on::text as "lastUsedOn"`;
const ONE_PLAYER = { id: true, name: true, kind: true, createdAt: true } as const;

/** The tokens on the database of a `PrismaStore`, which sends each question by its own `ask`. */
export class PrismaTokens implements Tokens {
  readonly #prisma: PrismaClient;
  readonly #statements: Statements;
  readonly #ask: <T>(question: () => Promise<T>) => Promise<T>;
  readonly #lookups: Batcher<Uint8Array, FoundToken | null>;
  readonly #uses: Batcher<{ hash: Uint8Array; day: string }, null>;

  constructor(
    prisma: PrismaClient,
    statements: Statements,
    ask: <T>(question: () => Promise<T>) => Promise<T>,
    batching: Omit<BatcherOptions<Uint8Array, FoundToken | null>, 'send'>,
  ) {
    this.#prisma = prisma;
    this.#statements = statements;
    this.#ask = ask;
    this.#lookups = new Batcher({ ...batching, send: (hashes) => this.#lookUp(hashes) });
    this.#uses = new Batcher({ ...BATCHING, send: (uses) => this.#noteUses(uses) });
  }

  async byHash(hash: Uint8Array): Promise<FoundToken | null> {
    return this.#ask(() => this.#lookups.ask(hash));
  }

  async unknown(hashes: readonly Uint8Array[], now: Date): Promise<Uint8Array[]> {
    const keys = hashes.map((hash) => Buffer.from(hash).toString('hex'));
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<{ hash: string }[]>`
        select asked.hash from unnest(${keys}::text[]) as asked (hash)
        where not exists (
          select from token join player on player.id = token.player_id
          where token.hash = decode(asked.hash, 'hex') and not ${isSuspended(now)}
        )`,
    );
    return rows.map(({ hash }) => Buffer.from(hash, 'hex'));
  }

  async of(playerId: string): Promise<TokenRow[]> {
    const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
    const rows = await this.#ask(() => this.#prisma.token.findMany({ where: { playerId }, orderBy: order }));
    return rows.map(tokenOf);
  }

  async endFormerCode(hash: Uint8Array): Promise<void> {
    const where = { hash: Uint8Array.from(hash), formerRecoveryHash: { not: null } };
    await this.#ask(() => this.#prisma.token.updateMany({ where, data: { formerRecoveryHash: null } }));
  }

  async add(token: TokenRow, most: number, by?: Uint8Array, request: RequestRow | null = null): Promise<boolean> {
    const { playerId, scope } = token;
    const write = () =>
      this.#prisma.$transaction([
        // of two that come at once the second counts after the first has written
        this.#prisma.$queryRaw(heldPlayer(playerId)),
        this.#prisma.$executeRaw`
          insert into token (id, hash, player_id, scope, name, created_at)
          select ${token.id}::uuid, ${Uint8Array.from(token.hash)}, ${playerId}::uuid, ${scope}, ${token.name},
            ${token.createdAt.toISOString()}::timestamptz
          where ${areAlive([playerId])} and (select count(*) from token where player_id = ${playerId}::uuid and scope = ${scope}) < ${most}::int
            and (${by === undefined} or exists (select from token where hash = ${Uint8Array.from(by ?? [])}))`,
        ...(request === null ? [] : [this.#prisma.$executeRaw(keptRequest(request, hasToken(token.hash)))]),
      ]);
    const written = await this.#ask(() => unlessKept(request, write, null));
    if (written === null) return false;
    const [held, added] = written;
    assertHeld(playerId, held);
    return added === 1;
  }

  async replace(
    hash: Uint8Array,
    next: { hash: Uint8Array; createdAt: Date },
    request: RequestRow | null = null,
  ): Promise<boolean> {
    const data = { hash: Uint8Array.from(next.hash), createdAt: next.createdAt };
    const before = Uint8Array.from(hash);
    const write = () =>
      this.#prisma.$transaction([
        this.#prisma.deviceCode.deleteMany({ where: { tokenHash: before } }),
        this.#prisma.token.updateMany({ where: { hash: before }, data }),
        ...(request === null ? [] : [this.#prisma.$executeRaw(keptRequest(request, hasToken(next.hash)))]),
      ]);
    const [, { count }] = await this.#ask(() => unlessKept(request, write, [null, { count: 0 }] as const));
    return count === 1;
  }

  async remove(playerId: string, id: string): Promise<TokenRow | null> {
    if (!UUID.test(id)) return null;
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<TokenRow[]>`
        delete from token where id = ${id}::uuid and player_id = ${playerId}::uuid
        returning ${COLUMNS}`,
    );
    return rows[0] ?? null;
  }

  async removeOthers(playerId: string, hash: Uint8Array): Promise<TokenRow[] | null> {
    const kept = Uint8Array.from(hash);
    return this.#ask(() =>
      this.#prisma.$transaction(async (transaction) => {
        // whoever adds a token meanwhile holds the row or waits for it, so that none is left over
        assertHeld(playerId, await transaction.$queryRaw(heldPlayer(playerId)));
        if ((await transaction.token.count({ where: { hash: kept } })) === 0) return null;
        await transaction.deviceCode.deleteMany({ where: { playerId } });
        return transaction.$queryRaw<TokenRow[]>`
          delete from token where player_id = ${playerId}::uuid and hash <> ${kept} returning ${COLUMNS}`;
      }),
    );
  }

  async rename(playerId: string, id: string, name: string | null): Promise<TokenRow | null> {
    if (!UUID.test(id)) return null;
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<TokenRow[]>`
        update token set name = ${name} where id = ${id}::uuid and player_id = ${playerId}::uuid
        returning ${COLUMNS}`,
    );
    return rows[0] ?? null;
  }

  async keepDeviceCode(
    { playerId, hash, tokenHash, expiresAt }: DeviceCodeRow,
    request: RequestRow | null = null,
  ): Promise<boolean> {
    const effect = Prisma.sql`exists (select from device_code where hash = ${Uint8Array.from(hash)})`;
    const write = () =>
      this.#prisma.$transaction([
        this.#prisma.$executeRaw`
        insert into device_code (player_id, hash, token_hash, expires_at)
        select ${playerId}::uuid, ${Uint8Array.from(hash)}, token.hash, ${expiresAt.toISOString()}::timestamptz
        from token where ${areAlive([playerId])} and token.hash = ${Uint8Array.from(tokenHash)} and token.player_id = ${playerId}::uuid
        on conflict (player_id) do update
          set hash = excluded.hash, token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
        ...(request === null ? [] : [this.#prisma.$executeRaw(keptRequest(request, effect))]),
      ]);
    const [kept] = await this.#ask(() => unlessKept(request, write, [0]));
    return kept === 1;
  }

  async spendDeviceCode(
    hash: Uint8Array,
    now: Date,
    { lastUsedOn: _, ...token }: Omit<TokenRow, 'playerId'>,
    most: number,
    requestOf: (playerId: string) => RequestRow | null = () => null,
  ): Promise<PlayerRow | 'unknown' | 'full'> {
    const code = { hash: Uint8Array.from(hash), expiresAt: { gt: now } };
    const write = () =>
      this.#prisma.$transaction(async (transaction) => {
        const found = await transaction.deviceCode.findFirst({ where: code });
        if (found === null) return 'unknown';
        const { playerId } = found;
        // of a deleted account the code is gone
        await transaction.$queryRaw(heldPlayer(playerId));
        const playing = await transaction.token.count({ where: { playerId, scope: 'play' } });
        if (playing >= most) return 'full';
        const { count } = await transaction.deviceCode.deleteMany({ where: code });
        if (count === 0) return 'unknown';
        await transaction.token.create({ data: { ...token, playerId, hash: Uint8Array.from(token.hash) } });
        const request = requestOf(playerId);
        if (request !== null) await transaction.$executeRaw(keptRequest(request, Prisma.sql`true`));
        const player = await transaction.player.findUniqueOrThrow({ where: { id: playerId }, select: ONE_PLAYER });
        return player as PlayerRow;
      });
    try {
      return await this.#ask(write);
    } catch (error) {
      if (wasThere(error)) return 'unknown'; // the code, or the request, was of use to another call
      throw error;
    }
  }

  async usedOn(hash: Uint8Array, day: string): Promise<void> {
    await this.#ask(() => this.#uses.ask({ hash, day }));
  }

  async #noteUses(uses: { hash: Uint8Array; day: string }[]): Promise<null[]> {
    const rows = uses.map(({ hash, day }) => ({ hash: Buffer.from(hash).toString('hex'), day }));
    await this.#statements.rows(Prisma.sql`
      update token set last_used_on = used.day
      from (
        select decode(hash, 'hex') as hash, max(day) as day
        from json_to_recordset(${JSON.stringify(rows)}::json) as row (hash text, day date) group by 1
      ) as used
      where token.hash = used.hash and token.last_used_on is distinct from used.day`);
    return uses.map(() => null);
  }

  async #lookUp(hashes: Uint8Array[]): Promise<(FoundToken | null)[]> {
    const keys = hashes.map((hash) => Buffer.from(hash).toString('hex'));
    const rows = await this.#statements.rows<FoundRow>(Prisma.sql`
      select ${COLUMNS}, player.name as player, player.kind, player.created_at as "registeredAt",
        token.game_id::text as "gameId", token.seat, token.decision_since as since, token.expires_at as "expiresAt",
        token.former_recovery_hash is not null as "endsCode", ${SUSPENSION_COLUMNS}
      from unnest(${[...new Set(keys)]}::text[]) as asked (hash)
      join token on token.hash = decode(asked.hash, 'hex')
      join player on player.id = token.player_id`);
    const found = new Map(rows.map((row) => [Buffer.from(row.hash).toString('hex'), foundIn(row)]));
    return keys.map((key) => found.get(key) ?? null);
  }
}

function hasToken(hash: Uint8Array): Prisma.Sql {
  return Prisma.sql`exists (select from token where hash = ${Uint8Array.from(hash)})`;
}

/** A token as Prisma's own queries find it. */
export function tokenOf({ id, hash, playerId, scope, name, createdAt, lastUsedOn }: Token): TokenRow {
  const lastDay = lastUsedOn?.toISOString().slice(0, 10) ?? null;
  return { id, hash, playerId, scope: scope as TokenRow['scope'], name, createdAt, lastUsedOn: lastDay };
}

function foundIn({ player, kind, registeredAt, hash, endsCode, ...row }: FoundRow): FoundToken {
  const { suspendedAt, suspendedUntil, suspendedBecause, gameId, seat, since, expiresAt, ...rest } = row;
  const isForTurn = gameId !== null && seat !== null && since !== null && expiresAt !== null;
  const turn = isForTurn ? { turn: { gameId, seat, since, expiresAt } } : {};
  const token = { ...rest, ...turn, hash: Uint8Array.from(hash) };
  return {
    token,
    player: { id: token.playerId, name: player, kind, createdAt: registeredAt },
    endsCode,
    suspension: suspensionIn({ suspendedAt, suspendedUntil, suspendedBecause }),
  };
}
