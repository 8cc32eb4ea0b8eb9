import type { Aversion } from '../generated/prisma/client.ts';
import { type Db, sql } from './db.ts';
import type { PlayerRow } from './tokens.ts';

/** `mute`: hides the other player's messages; `block`: in addition prevents games with that player. */
export type BlockKind = 'mute' | 'block';

export interface BlockRow extends Omit<Aversion, 'kind'> {
  kind: BlockKind;
}

export type BlockedPlayer = Pick<PlayerRow, 'id' | 'name' | 'kind'> & { at: Date };

export function blockStore(db: Db) {
  return {
    /** Adds a mute or a block. False: the player already has `most` entries of this kind. */
    async put({ playerId, kind, otherId, at }: BlockRow, most: number): Promise<boolean> {
      const [kept] = await db.locking(playerId).rows<{ there: boolean; made: boolean }>(sql`
        with made as (
          insert into aversion (player_id, kind, other_id, at)
          select ${playerId}::uuid, ${kind}, ${otherId}::uuid, ${at.toISOString()}::timestamptz
          where (select count(*) from aversion where player_id = ${playerId}::uuid and kind = ${kind}) < ${most}::int
          on conflict do nothing
          returning true
        )
        select exists (select from made) as made, exists (
          select from aversion
          where player_id = ${playerId}::uuid and kind = ${kind} and other_id = ${otherId}::uuid
        ) as there`);
      return kept !== undefined && (kept.made || kept.there);
    },

    async remove({ playerId, kind, otherId }: Omit<BlockRow, 'at'>): Promise<void> {
      await db.of(otherId).rows(sql`
        delete from aversion where player_id = ${playerId}::uuid and kind = ${kind} and other_id = ${otherId}::uuid`);
    },

    of(playerId: string, kind: BlockKind): Promise<BlockedPlayer[]> {
      return db.rows(sql`
      select other.id, other.name, other.kind, aversion.at
      from aversion join player as other on other.id = aversion.other_id
      where aversion.player_id = ${playerId}::uuid and aversion.kind = ${kind}
      order by aversion.at desc, other.id`);
    },

    /** Returns the ids of players whom this player has blocked, or who have blocked this player. */
    async apartFrom(playerId: string): Promise<ReadonlySet<string>> {
      const ids = await db.ids(sql`
      select other_id as id from aversion where player_id = ${playerId}::uuid and kind = 'block'
      union select player_id from aversion where other_id = ${playerId}::uuid and kind = 'block'`);
      return new Set(ids);
    },

    /** Returns for each of these players which of the others the player has blocked or was blocked by. */
    async among(playerIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      if (playerIds.length < 2) return new Map();
      const rows = await db.rows<{ one: string; other: string }>(sql`
      select player_id as one, other_id as other from aversion
      where kind = 'block' and player_id = any(${[...playerIds]}::uuid[]) and other_id = any(${[...playerIds]}::uuid[])`);
      const apart = new Map<string, Set<string>>();
      const keep = (one: string, other: string) => apart.set(one, (apart.get(one) ?? new Set()).add(other));
      for (const { one, other } of rows) {
        keep(one, other);
        keep(other, one);
      }
      return apart;
    },
  };
}
