import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { AversionKind, AversionRow, AversionStore, AvoidedPlayer } from './chat.ts';
import type { Db } from './db.ts';
import { UUID } from './game-rows.ts';
import { areAlive, assertHeld, heldPlayer } from './living.ts';

interface AversionParts {
  prisma: PrismaClient;
  statements: { rows: Db['send'] };
  /** sends a question to the database, again if it was undone, and turns its errors into those of the store */
  ask<T>(question: () => Promise<T>): Promise<T>;
}

/** Whom players have muted and blocked. */
export class PostgresAversions implements AversionStore {
  readonly #parts: AversionParts;

  constructor(parts: AversionParts) {
    this.#parts = parts;
  }

  async put({ playerId, kind, otherId, at }: AversionRow, most: number): Promise<boolean> {
    const { ask, prisma } = this.#parts;
    // The lock makes those who avoid for the same player at once count one after the other.
    const [held, [kept]] = await ask(() =>
      prisma.$transaction([
        prisma.$queryRaw(heldPlayer(playerId)),
        prisma.$queryRaw<{ there: boolean; made: boolean }[]>`
          with made as (
            insert into aversion (player_id, kind, other_id, at)
            select ${playerId}::uuid, ${kind}, ${otherId}::uuid, ${at.toISOString()}::timestamptz
            where ${areAlive([playerId])} and (select count(*) from aversion where player_id = ${playerId}::uuid and kind = ${kind}) < ${most}::int
            on conflict do nothing
            returning true
          )
          select exists (select from made) as made, exists (
            select from aversion
            where player_id = ${playerId}::uuid and kind = ${kind} and other_id = ${otherId}::uuid
          ) as there`,
      ]),
    );
    assertHeld(playerId, held);
    return kept !== undefined && (kept.made || kept.there);
  }

  async remove({ playerId, kind, otherId }: Omit<AversionRow, 'at'>): Promise<void> {
    if (!UUID.test(otherId)) return;
    await this.#rows(Prisma.sql`
      delete from aversion where player_id = ${playerId}::uuid and kind = ${kind} and other_id = ${otherId}::uuid`);
  }

  of(playerId: string, kind: AversionKind): Promise<AvoidedPlayer[]> {
    return this.#rows(Prisma.sql`
      select other.id, other.name, other.kind, aversion.at
      from aversion join player as other on other.id = aversion.other_id
      where aversion.player_id = ${playerId}::uuid and aversion.kind = ${kind}
      order by aversion.at desc, other.id`);
  }

  async apartFrom(playerId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#rows<{ id: string }>(Prisma.sql`
      select other_id as id from aversion where player_id = ${playerId}::uuid and kind = 'block'
      union select player_id from aversion where other_id = ${playerId}::uuid and kind = 'block'`);
    return new Set(rows.map(({ id }) => id));
  }

  async among(playerIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    if (playerIds.length < 2) return new Map();
    const rows = await this.#rows<{ one: string; other: string }>(Prisma.sql`
      select player_id as one, other_id as other from aversion
      where kind = 'block' and player_id = any(${[...playerIds]}::uuid[]) and other_id = any(${[...playerIds]}::uuid[])`);
    const apart = new Map<string, Set<string>>();
    const keep = (one: string, other: string) => apart.set(one, (apart.get(one) ?? new Set()).add(other));
    for (const { one, other } of rows) {
      keep(one, other);
      keep(other, one);
    }
    return apart;
  }

  #rows<T extends object>(statement: Prisma.Sql): Promise<T[]> {
    const { ask, statements } = this.#parts;
    return ask(() => statements.rows<T>(statement));
  }
}
