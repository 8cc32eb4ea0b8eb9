import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { PlayerRow, TokenRow, Tokens } from '../contract/tokens.ts';
import { Batcher, type BatcherOptions, type Statements } from './statements.ts';

type Found = { token: TokenRow; player: PlayerRow };
type FoundRow = TokenRow & { player: string; kind: PlayerRow['kind']; registeredAt: Date };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COLUMNS = Prisma.sql`
  token.hash, token.id::text, token.player_id::text as "playerId", token.scope, token.name,
  token.created_at as "createdAt"`;

/** The tokens on the database of a `PrismaStore`, which sends each question by its own `ask`. */
export class PrismaTokens implements Tokens {
  readonly #prisma: PrismaClient;
  readonly #statements: Statements;
  readonly #ask: <T>(question: () => Promise<T>) => Promise<T>;
  readonly #lookups: Batcher<Uint8Array, Found | null>;

  constructor(
    prisma: PrismaClient,
    statements: Statements,
    ask: <T>(question: () => Promise<T>) => Promise<T>,
    batching: Omit<BatcherOptions<Uint8Array, Found | null>, 'send'>,
  ) {
    this.#prisma = prisma;
    this.#statements = statements;
    this.#ask = ask;
    this.#lookups = new Batcher({ ...batching, send: (hashes) => this.#lookUp(hashes) });
  }

  async byHash(hash: Uint8Array): Promise<Found | null> {
    return this.#ask(() => this.#lookups.ask(hash));
  }

  async unknown(hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const keys = hashes.map((hash) => Buffer.from(hash).toString('hex'));
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<{ hash: string }[]>`
        select asked.hash from unnest(${keys}::text[]) as asked (hash)
        where not exists (select from token where token.hash = decode(asked.hash, 'hex'))`,
    );
    return rows.map(({ hash }) => Buffer.from(hash, 'hex'));
  }

  async of(playerId: string): Promise<TokenRow[]> {
    const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
    const rows = await this.#ask(() => this.#prisma.token.findMany({ where: { playerId }, orderBy: order }));
    return rows as TokenRow[];
  }

  async add(token: TokenRow, most: number, by?: Uint8Array): Promise<boolean> {
    const { playerId, scope } = token;
    const [, added] = await this.#ask(() =>
      this.#prisma.$transaction([
        // of two that come at once the second counts after the first has written
        this.#prisma.$queryRaw`select id::text from player where id = ${playerId}::uuid for no key update`,
        this.#prisma.$executeRaw`
          insert into token (id, hash, player_id, scope, name, created_at)
          select ${token.id}::uuid, ${Uint8Array.from(token.hash)}, ${playerId}::uuid, ${scope}, ${token.name},
            ${token.createdAt.toISOString()}::timestamptz
          where (select count(*) from token where player_id = ${playerId}::uuid and scope = ${scope}) < ${most}::int
            and (${by === undefined} or exists (select from token where hash = ${Uint8Array.from(by ?? [])}))`,
      ]),
    );
    return added === 1;
  }

  async replace(hash: Uint8Array, next: { hash: Uint8Array; createdAt: Date }): Promise<boolean> {
    const data = { hash: Uint8Array.from(next.hash), createdAt: next.createdAt };
    const where = { hash: Uint8Array.from(hash) };
    const { count } = await this.#ask(() => this.#prisma.token.updateMany({ where, data }));
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

  async #lookUp(hashes: Uint8Array[]): Promise<(Found | null)[]> {
    const keys = hashes.map((hash) => Buffer.from(hash).toString('hex'));
    const rows = await this.#statements.rows<FoundRow>(Prisma.sql`
      select ${COLUMNS}, player.name as player, player.kind, player.created_at as "registeredAt"
      from unnest(${[...new Set(keys)]}::text[]) as asked (hash)
      join token on token.hash = decode(asked.hash, 'hex')
      join player on player.id = token.player_id`);
    const found = new Map(rows.map((row) => [Buffer.from(row.hash).toString('hex'), foundIn(row)]));
    return keys.map((key) => found.get(key) ?? null);
  }
}

function foundIn({ player, kind, registeredAt, hash, ...rest }: FoundRow): Found {
  const token = { ...rest, hash: Uint8Array.from(hash) };
  return { token, player: { id: token.playerId, name: player, kind, createdAt: registeredAt } };
}
