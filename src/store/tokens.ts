import type { Player, Token } from '../generated/prisma/client.ts';
import {
  areNotDeleted,
  type Db,
  heldPlayer,
  isSuspended,
  SUSPENSION_COLUMNS,
  type Suspension,
  type SuspensionColumns,
  sql,
  type Transaction,
  withSuspension,
} from './db.ts';
import { channelsOffStatement } from './deliveries.ts';
import { keepRequest, once, type RequestRow } from './requests.ts';

export type PlayerRow = Pick<Player, 'id' | 'name' | 'createdAt'> & { kind: 'human' | 'agent' };

export const COLUMNS_OF_PLAYER = { id: true, name: true, kind: true, createdAt: true } as const;

export interface TurnGrant {
  gameId: string;
  seat: number;
  /** the version of the game at which the decision opened */
  since: number;
  expiresAt: Date;
}

export interface TokenRow {
  id: string;
  /** the SHA-256 of the token; the token itself is not stored */
  hash: Uint8Array;
  playerId: string;
  scope: 'play' | 'read' | 'turn';
  name: string | null;
  createdAt: Date;
  /** the last day of use in UTC, such as `2026-11-23` */
  lastUsedOn: string | null;
  turn?: TurnGrant;
}

export interface FoundToken {
  token: TokenRow;
  player: PlayerRow;
  suspension: Suspension | null;
  /** true: the token came from a recovery code that is still valid, and that ends when the token is first used */
  endsCode: boolean;
}

export interface DeviceCodeRow {
  playerId: string;
  hash: Uint8Array;
  /** the hash of the token that requested the code; the code ends with this token */
  tokenHash: Uint8Array;
  expiresAt: Date;
}

type FoundRow = Omit<TokenRow, 'turn'> & { [Part in keyof TurnGrant]: TurnGrant[Part] | null } & SuspensionColumns & {
    player: string;
    kind: PlayerRow['kind'];
    registeredAt: Date;
    endsCode: boolean;
  };

const COLUMNS = sql`
  token.hash, token.id::text, token.player_id::text as "playerId", token.scope, token.name,
  token.created_at as "createdAt", token.last_used_on::text as "lastUsedOn"`;

/** Stores tokens. If `request` is stored already, a method writes nothing and returns what it returns for a failure. */
export function tokenStore(db: Db) {
  const used = db.batched(noteUses);
  return {
    byHash: db.batched(lookUp, 'token'),
    /** Returns those hashes that have no token, or only the token of a suspended player. */
    async unknown(hashes: readonly Uint8Array[], now: Date): Promise<Uint8Array[]> {
      const keys = hashes.map((hash) => Buffer.from(hash).toString('hex'));
      const rows = await db.rows<{ hash: string }>(sql`
        select asked.hash from unnest(${keys}::text[]) as asked (hash)
        where not exists (
          select from token join player on player.id = token.player_id
          where token.hash = decode(asked.hash, 'hex') and not ${isSuspended(now)}
        )`);
      return rows.map(({ hash }) => Buffer.from(hash, 'hex'));
    },
    async of(playerId: string): Promise<TokenRow[]> {
      const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
      const rows = await db.ask(() => db.prisma.token.findMany({ where: { playerId }, orderBy: order }));
      return rows.map(tokenOf);
    },
    async endFormerCode(hash: Uint8Array): Promise<void> {
      const where = { hash: Uint8Array.from(hash), formerRecoveryHash: { not: null } };
      await db.ask(() => db.prisma.token.updateMany({ where, data: { formerRecoveryHash: null } }));
    },
    /** Adds a token. False: the player has `most` tokens of this scope, or the token `by` has ended. */
    async add(token: TokenRow, most: number, by?: Uint8Array, request: RequestRow | null = null): Promise<boolean> {
      const { playerId, scope } = token;
      return once(db, request, async (tx) => {
        await tx.lockPlayer(playerId);
        return tx.run(sql`
          insert into token (id, hash, player_id, scope, name, created_at)
          select ${token.id}::uuid, ${Uint8Array.from(token.hash)}, ${playerId}::uuid, ${scope}, ${token.name},
            ${token.createdAt.toISOString()}::timestamptz
          where (select count(*) from token where player_id = ${playerId}::uuid and scope = ${scope}) < ${most}::int
            and (${by === undefined} or exists (select from token where hash = ${Uint8Array.from(by ?? [])}))`);
      });
    },
    /** Replaces a token and deletes its device code. False: there is no such token. */
    async replace(
      hash: Uint8Array,
      next: { hash: Uint8Array; createdAt: Date },
      request: RequestRow | null = null,
    ): Promise<boolean> {
      const data = { hash: Uint8Array.from(next.hash), createdAt: next.createdAt };
      const before = Uint8Array.from(hash);
      return once(db, request, async ({ prisma }) => {
        await prisma.deviceCode.deleteMany({ where: { tokenHash: before } });
        return (await prisma.token.updateMany({ where: { hash: before }, data })).count;
      });
    },
    async remove(playerId: string, id: string): Promise<TokenRow | null> {
      return db.of(id).first<TokenRow>(sql`
        delete from token where id = ${id}::uuid and player_id = ${playerId}::uuid returning ${COLUMNS}`);
    },
    /** Ends all else that acts for the player: other tokens, the device code, mail. Null: the token itself has ended. */
    async removeOthers(playerId: string, hash: Uint8Array, now: Date): Promise<TokenRow[] | null> {
      const kept = Uint8Array.from(hash);
      return db.transact(async (tx) => {
        // waits for calls that add tokens, so that their tokens end too
        await tx.lockPlayer(playerId);
        if ((await tx.prisma.token.count({ where: { hash: kept } })) === 0) return null;
        await tx.prisma.deviceCode.deleteMany({ where: { playerId } });
        await tx.run(channelsOffStatement(playerId, now));
        return tx.rows<TokenRow>(sql`
          delete from token where player_id = ${playerId}::uuid and hash <> ${kept} returning ${COLUMNS}`);
      });
    },
    async rename(playerId: string, id: string, name: string | null): Promise<TokenRow | null> {
      return db.of(id).first<TokenRow>(sql`
        update token set name = ${name} where id = ${id}::uuid and player_id = ${playerId}::uuid returning ${COLUMNS}`);
    },
    /** Stores a device code. It replaces the player's earlier one. False: the token that requested it has ended. */
    async keepDeviceCode(code: DeviceCodeRow, request: RequestRow | null = null): Promise<boolean> {
      const { playerId, hash, tokenHash, expiresAt } = code;
      return once(db, request, ({ run }) =>
        run(sql`
          insert into device_code (player_id, hash, token_hash, expires_at)
          select ${playerId}::uuid, ${Uint8Array.from(hash)}, token.hash, ${expiresAt.toISOString()}::timestamptz
          from token where ${areNotDeleted([playerId])} and token.hash = ${Uint8Array.from(tokenHash)} and token.player_id = ${playerId}::uuid
          on conflict (player_id) do update
            set hash = excluded.hash, token_hash = excluded.token_hash, expires_at = excluded.expires_at`),
      );
    },
    /** Exchanges a device code for a token. `full`: the player has `most` play tokens; the code stays valid. */
    async spendDeviceCode(
      hash: Uint8Array,
      now: Date,
      { lastUsedOn: _, ...token }: Omit<TokenRow, 'playerId'>,
      most: number,
      requestOf: (playerId: string) => RequestRow | null = () => null,
    ): Promise<PlayerRow | 'unknown' | 'full'> {
      const code = { hash: Uint8Array.from(hash), expiresAt: { gt: now } };
      const spend = async (tx: Transaction) => {
        const { prisma } = tx;
        const found = await prisma.deviceCode.findFirst({ where: code });
        if (found === null) return 'unknown';
        const { playerId } = found;
        await tx.rows(heldPlayer(playerId)); // locks the player, because deleting an account deletes its code
        if ((await prisma.token.count({ where: { playerId, scope: 'play' } })) >= most) return 'full';
        const { count } = await prisma.deviceCode.deleteMany({ where: code });
        if (count === 0) return 'unknown';
        await prisma.token.create({ data: { ...token, playerId, hash: Uint8Array.from(token.hash) } });
        await keepRequest(tx, requestOf(playerId));
        const query = { where: { id: playerId }, select: COLUMNS_OF_PLAYER };
        return (await prisma.player.findUniqueOrThrow(query)) as PlayerRow;
      };
      return db.transact(spend, () => 'unknown');
    },
    async usedOn(hash: Uint8Array, day: string): Promise<void> {
      await used({ hash, day });
    },
  };
  async function noteUses(uses: { hash: Uint8Array; day: string }[]): Promise<null[]> {
    const rows = uses.map(({ hash, day }) => ({ hash: Buffer.from(hash).toString('hex'), day }));
    await db.send(sql`
      update token set last_used_on = used.day
      from (
        select decode(hash, 'hex') as hash, max(day) as day
        from json_to_recordset(${JSON.stringify(rows)}::json) as row (hash text, day date) group by 1
      ) as used
      where token.hash = used.hash and token.last_used_on is distinct from used.day`);
    return uses.map(() => null);
  }

  async function lookUp(hashes: Uint8Array[]): Promise<(FoundToken | null)[]> {
    const keys = hashes.map((hash) => Buffer.from(hash).toString('hex'));
    const rows = await db.send<FoundRow>(sql`
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

export function tokenOf({ id, hash, playerId, scope, name, createdAt, lastUsedOn }: Token): TokenRow {
  const lastDay = lastUsedOn?.toISOString().slice(0, 10) ?? null;
  return { id, hash, playerId, scope: scope as TokenRow['scope'], name, createdAt, lastUsedOn: lastDay };
}

function foundIn({ player, kind, registeredAt, hash, endsCode, ...row }: FoundRow): FoundToken {
  const { suspension, gameId, seat, since, expiresAt, ...rest } = withSuspension(row);
  const isForTurn = gameId !== null && seat !== null && since !== null && expiresAt !== null;
  const turn = isForTurn ? { turn: { gameId, seat, since, expiresAt } } : {};
  const token = { ...rest, ...turn, hash: Uint8Array.from(hash) };
  const owner = { id: token.playerId, name: player, kind, createdAt: registeredAt };
  return { token, player: owner, endsCode, suspension };
}
