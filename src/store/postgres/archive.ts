import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { Prisma } from '../../generated/prisma/client.ts';
import { ArchiveFiles } from '../archive/archive-files.ts';
import { type PackedLog, packed, unpacked } from '../archive/archived-log.ts';
import type { ArchivedRow, ArchiveFile, ArchiveStore, GameLogCopy, MovedLog } from '../contract/archive.ts';
import { ArchiveDamaged } from '../contract/failures.ts';
import { base64Of, type SealedRows } from '../sealing/sealed-rows.ts';
import { eventRecord } from './log-statements.ts';
import { UUID } from './rows.ts';

/** Sends a statement to the database and turns its errors into those of the store. */
type Ask = <T extends object>(statement: Prisma.Sql) => Promise<T[]>;

interface ArchiveParts {
  ask: Ask;
  seals: SealedRows;
  /** null: there is no archive */
  directory: string | null;
}

interface StoredRow extends Omit<ArchivedRow, 'position'> {
  position: string;
  checksum: Uint8Array;
  plain: Uint8Array | null;
  sealed: Uint8Array<ArrayBuffer> | null;
}

/** Logs are read in stretches: what was just unpacked is asked for again. In bytes as they are packed. */
const KEPT_BYTES = 16_000_000;
const COLUMNS = Prisma.sql`
  game_id::text as "gameId", file, position::text, length, version, head, archived_at as "archivedAt", checksum,
  key as plain, sealed`;

/** The archive beside a database. A log is in one of the two, and which it is changes in one statement. */
export class PostgresArchive implements ArchiveStore {
  readonly #ask: Ask;
  readonly #seals: SealedRows;
  readonly #files: ArchiveFiles;
  readonly #unpacked = new LRUCache<string, GameLogCopy>({ maxSize: KEPT_BYTES });

  constructor({ ask, seals, directory }: ArchiveParts) {
    this.#ask = ask;
    this.#seals = seals;
    this.#files = new ArchiveFiles(directory);
  }

  get directory(): string | null {
    return this.#files.directory;
  }

  async candidates(before: Date, after: string | null, limit: number): Promise<string[]> {
    const at = Prisma.sql`${before.toISOString()}::timestamptz`;
    const rows = await this.#ask<{ id: string }>(Prisma.sql`
      select id::text from game
      where status in ('finished', 'aborted') and updated_at < ${at} and (${after}::uuid is null or id > ${after}::uuid)
        and not exists (select from archived_game where game_id = game.id)
        and (daily is null or updated_at < ${at} - interval '2 days')
        and (competition_id is null or exists (
          select from competition_event
          where competition_event.competition_id = game.competition_id and type = 'seedPublished'
        ))
      order by id limit ${limit}::int`);
    return rows.map(({ id }) => id);
  }

  async archive(logs: readonly MovedLog[], now: Date) {
    const pack = async ({ erased, ...log }: MovedLog) => ({ log, erased, packed: await packed(log) });
    const parts = await Promise.all(logs.map(pack));
    const file = await this.#files.write(
      parts.map(({ packed: { bytes } }) => bytes),
      now,
    );
    let position = 0;
    const rows: object[] = [];
    for (const { log, erased, packed } of parts) {
      await this.#assertReadable(file, position, log, packed);
      rows.push({ ...this.#recordOf(file, position, log, packed, now), erased });
      position += packed.bytes.length;
    }
    await this.#files.assertWhole(file, position);
    const moved = (await this.#ask<{ id: string }>(moving(rows))).map(({ id }) => id);
    await this.#files.assertWhole(file, position).catch(async (error) => {
      for (const log of logs) if (moved.includes(log.gameId)) await this.restore(log); // here alone are they still whole
      throw error;
    });
    return { file, bytes: position, moved };
  }

  /** The disk is asked for it, and what it gives has to be the very log. */
  async #assertReadable(file: string, position: number, log: GameLogCopy, { key, checksum, bytes }: PackedLog) {
    const read = await unpacked(log.gameId, {
      key,
      checksum,
      bytes: await this.#files.read(file, position, bytes.length),
    });
    if (!isDeepStrictEqual(read, JSON.parse(JSON.stringify(log), revived))) {
      throw new ArchiveDamaged(`the file ${file} does not hold game ${log.gameId} as it was written`);
    }
  }

  #recordOf(file: string, position: number, { gameId, version, head }: GameLogCopy, log: PackedLog, now: Date) {
    const { plain, sealed } = this.#seals.bytes('archived_game', gameId, log.key);
    const place = { game_id: gameId, file, position, length: log.bytes.length, version, head, archived_at: now };
    return { ...place, checksum: base64Of(log.checksum), key: base64Of(plain), sealed: base64Of(sealed) };
  }

  async row(gameId: string): Promise<ArchivedRow | null> {
    const row = await this.#stored(gameId);
    if (row === null) return null;
    const { file, length, version, head, archivedAt } = row;
    return { gameId, file, position: Number(row.position), length, version, head, archivedAt };
  }

  async log(gameId: string): Promise<GameLogCopy | null> {
    const row = await this.#stored(gameId);
    if (row === null) return null;
    // another server may have restored it, and moved it again without a name
    const place = `${row.gameId} ${row.file} ${row.position}`;
    const kept = this.#unpacked.get(place);
    if (kept !== undefined) return kept;
    const bytes = await this.#files.read(row.file, Number(row.position), row.length);
    const key = Buffer.from(this.#seals.openBytes('archived_game', row.gameId, row));
    const log = await unpacked(row.gameId, { bytes, key, checksum: Buffer.from(row.checksum) });
    if (log.version !== row.version || log.head !== row.head || log.events.length !== row.version) {
      throw new ArchiveDamaged(`the file ${row.file} holds another history of game ${row.gameId}`);
    }
    this.#unpacked.set(place, log, { size: row.length });
    return log;
  }

  async restore({ gameId, version, head, events }: GameLogCopy): Promise<boolean> {
    const rows = events.map((event) => eventRecord(event, this.#seals));
    const restored = await this.#ask<{ id: string }>(restoring({ gameId, version, head }, rows));
    return restored.length > 0;
  }

  async files(): Promise<ArchiveFile[]> {
    const there = await this.#files.list();
    const known = await this.#ask<{ file: string; games: number; needed: string }>(Prisma.sql`
      select file, count(*)::int as games, max(position + length)::text as needed
      from archived_game group by file order by file`);
    const rows = new Map(known.map((row) => [row.file, row]));
    const names = [...new Set([...there.keys(), ...rows.keys()])].sort();
    return names.map((file) => {
      const { bytes = null, writtenAt = null } = there.get(file) ?? {};
      const { games = 0, needed = 0 } = rows.get(file) ?? {};
      return { file, bytes, writtenAt, needed: Number(needed), games };
    });
  }

  async #stored(gameId: string): Promise<StoredRow | null> {
    if (!UUID.test(gameId)) return null;
    const [row] = await this.#ask<StoredRow>(Prisma.sql`
      select ${COLUMNS} from archived_game where game_id = ${gameId}::uuid`);
    return row ?? null;
  }
}

/** Dates are texts in JSON, and nothing else in a log is. */
function revived(this: unknown, name: string, value: unknown): unknown {
  const isRow = typeof this === 'object' && this !== null && 'gameId' in this && 'kind' in this;
  return isRow && name === 'at' ? new Date(value as string) : value;
}

/** Gives up the rows of each game that is still as it was read, and keeps where its log is now: all of it, or nothing. */
function moving(rows: readonly object[]): Prisma.Sql {
  return Prisma.sql`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (
        game_id uuid, file text, position bigint, length int, version int, head text, checksum text, key text, sealed text,
        archived_at timestamptz, erased int)
    ),
    locked as materialized (
      select game.id from game join asked on asked.game_id = game.id
      where game.status in ('finished', 'aborted') and game.version = asked.version
        and game.head is not distinct from asked.head and game.erased = asked.erased
      order by game.id for update of game
    ),
    kept as (
      insert into archived_game (game_id, file, position, length, version, head, checksum, key, sealed, archived_at)
      select game_id, file, position, length, version, head, decode(checksum, 'base64'), decode(key, 'base64'),
        decode(sealed, 'base64'), archived_at
      from asked where game_id in (select id from locked)
      on conflict do nothing
      returning game_id
    ),
    short_cuts as (delete from game_snapshot using kept where game_snapshot.game_id = kept.game_id),
    given_up as (delete from game_event using kept where game_event.game_id = kept.game_id)
    select game_id::text as id from kept`;
}

/** Takes the rows back of a game that is in the archive by this very history. */
function restoring({ gameId, version, head }: Omit<GameLogCopy, 'events'>, rows: readonly object[]): Prisma.Sql {
  return Prisma.sql`
    with taken as (
      delete from archived_game
      where game_id = ${gameId}::uuid and version = ${version}::int and head is not distinct from ${head}
      returning game_id
    ),
    written as (
      insert into game_event (game_id, version, kind, seat, action, draws, at, sealed)
      select taken.game_id, event.version, event.kind, event.seat, event.action::json, event.draws::json, event.at,
        decode(event.sealed, 'base64')
      from json_to_recordset(${JSON.stringify(rows)}::json) as event (
        game_id uuid, version int, kind text, seat int, action text, draws text, at timestamptz, sealed text)
      join taken on taken.game_id = event.game_id
    )
    select game_id::text as id from taken`;
}
