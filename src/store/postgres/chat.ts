import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type {
  ChatStore,
  MessageQuery,
  MessageRow,
  NewMessage,
  ReportedMessage,
  ReportRow,
  SpokenMessage,
  Written,
} from '../contract/chat.ts';
import type { Db } from '../db.ts';
import type { Sealed, Seals } from '../sealing/secrets.ts';
import { type Room, writeStatement } from './chat-statements.ts';
import { areAlive, assertAlive, assertHeld, heldPlayer } from './living.ts';
import { UUID } from './rows.ts';

const MESSAGE = Prisma.sql`
  message.id, message.game_id as "gameId", message.player_id as "playerId", message.audience, message.text, message.sealed,
  message.at, message.removed_by as "removedBy"`;
const SPOKEN = Prisma.sql`${MESSAGE}, author.name, author.kind`;
const SPOKEN_MESSAGES = Prisma.sql`message join player as author on author.id = message.player_id`;

type Stored<Row> = Row & Sealed<'message'>;

interface ChatParts {
  prisma: PrismaClient;
  statements: { rows: Db['send'] };
  seals: Seals;
  /** sends a question to the database, again if it was undone, and turns its errors into those of the store */
  ask<T>(question: () => Promise<T>): Promise<T>;
  onDeliveries(): void;
}

/** What is said about games. */
export class PostgresChat implements ChatStore {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  async write(asked: NewMessage): Promise<Written> {
    const { ask, prisma, seals, onDeliveries } = this.#parts;
    const { gameId, playerId } = asked.message;
    // Messages of one player, and about one game, wait for each other: each counts those before it.
    const [, , , [room]] = await ask(() =>
      prisma.$transaction([
        prisma.$queryRaw(heldPlayer(playerId)),
        prisma.$executeRaw`insert into game_talk (game_id, written) values (${gameId}::uuid, 0) on conflict do nothing`,
        prisma.$queryRaw`select written from game_talk where game_id = ${gameId}::uuid for update`,
        prisma.$queryRaw<Room[]>(writeStatement(asked, seals)),
      ]),
    );
    if (room === undefined) throw new Error('the database has counted no messages');
    if (room.told) onDeliveries();
    if (room.made) return 'written';
    await assertAlive([playerId], (statement) => this.#rows(statement));
    const { ofGame, ofPlayer, aMinute, aMinuteInAll } = asked.limits;
    if (room.written >= ofGame) return 'game-full';
    if (room.own >= ofPlayer) return 'player-full';
    if (room.lately >= aMinute) return 'too-fast';
    return room.everywhere >= aMinuteInAll ? 'too-fast-in-all' : 'repeated';
  }

  async list({ gameId, playerId, sits, after, before, limit }: MessageQuery): Promise<SpokenMessage[] | null> {
    const cursor = after ?? before;
    const readable = sits ? Prisma.sql`true` : Prisma.sql`message.audience = 'public'`;
    const place = cursor === undefined ? null : await this.#placeOf(gameId, cursor, readable);
    if (cursor !== undefined && place === null) return null;
    const there =
      place === null
        ? Prisma.sql`true`
        : after === undefined
          ? Prisma.sql`message.nth < ${place}::int`
          : Prisma.sql`message.nth > ${place}::int`;
    const heard = playerId === null ? Prisma.sql`true` : wantsToHear(playerId);
    const order = after === undefined ? Prisma.sql`desc` : Prisma.sql`asc`;
    const rows = await this.#rows<Stored<SpokenMessage>>(Prisma.sql`
      select ${SPOKEN} from ${SPOKEN_MESSAGES}
      where message.game_id = ${gameId}::uuid and ${readable} and ${there} and ${heard}
      order by message.nth ${order} limit ${limit}::int`);
    const messages = rows.map((row) => this.#opened(row));
    return after === undefined ? messages.toReversed() : messages;
  }

  async get(gameId: string, messageId: string): Promise<SpokenMessage | null> {
    if (!UUID.test(gameId) || !UUID.test(messageId)) return null;
    const [row] = await this.#rows<Stored<SpokenMessage>>(Prisma.sql`
      select ${SPOKEN} from ${SPOKEN_MESSAGES}
      where message.id = ${messageId}::uuid and message.game_id = ${gameId}::uuid`);
    return row === undefined ? null : this.#opened(row);
  }

  async marks(gameIds: readonly string[]): Promise<Map<string, string>> {
    if (gameIds.length === 0) return new Map();
    const rows = await this.#rows<{ id: string; written: number }>(Prisma.sql`
      select game_id as id, written from game_talk where game_id = any(${[...gameIds]}::uuid[])`);
    return new Map(rows.map(({ id, written }) => [id, String(written)]));
  }

  async looked(gameId: string, playerId: string): Promise<void> {
    await this.#rows(Prisma.sql`
      update talker set told = false where game_id = ${gameId}::uuid and player_id = ${playerId}::uuid and told`);
  }

  async report(report: ReportRow, most: number, since: Date): Promise<'reported' | 'there' | 'full'> {
    const { ask, prisma, seals } = this.#parts;
    const { messageId, playerId, reason, at } = report;
    const { note, sealed } = seals.seal('message_report', report);
    const [held, [kept]] = await ask(() =>
      prisma.$transaction([
        prisma.$queryRaw(heldPlayer(playerId)),
        prisma.$queryRaw<{ made: boolean; there: boolean }[]>`
          with made as (
            insert into message_report (message_id, player_id, reason, note, sealed, at)
            select ${messageId}::uuid, ${playerId}::uuid, ${reason}, ${note}, ${sealed}, ${at.toISOString()}::timestamptz
            where ${areAlive([playerId])} and (
              select count(*) from message_report
              where player_id = ${playerId}::uuid and at > ${since.toISOString()}::timestamptz
            ) < ${most}::int
            on conflict do nothing
            returning true
          )
          select exists (select from made) as made, exists (
            select from message_report where message_id = ${messageId}::uuid and player_id = ${playerId}::uuid
          ) as there`,
      ]),
    );
    assertHeld(playerId, held);
    if (kept?.made) return 'reported';
    return kept?.there ? 'there' : 'full';
  }

  async reports(limit: number, before?: Date): Promise<ReportedMessage[]> {
    const earlier =
      before === undefined ? Prisma.sql`true` : Prisma.sql`report.at < ${before.toISOString()}::timestamptz`;
    const rows = await this.#rows<StoredReported>(Prisma.sql`
      select ${SPOKEN}, report.player_id as "reporterId", reporter.name as "reporterName", report.reason, report.note,
        report.sealed as "sealedNote", report.at as "reportedAt"
      from message_report as report
      join message on message.id = report.message_id join player as author on author.id = message.player_id
      join player as reporter on reporter.id = report.player_id
      where ${earlier} order by report.at desc, report.message_id, report.player_id limit ${limit}::int`);
    return rows.map(
      ({ reporterId: playerId, reporterName: name, reason, note, sealedNote, reportedAt: at, ...row }) => {
        const { id: messageId } = row;
        const told = this.#parts.seals.open('message_report', { messageId, playerId, note, sealed: sealedNote }).note;
        return { messageId, playerId, name, reason, note: told, at, message: this.#opened(row) };
      },
    );
  }

  async hide(messageId: string, hidden: boolean): Promise<string | null> {
    if (!UUID.test(messageId)) return null;
    const [row] = await this.#rows<{ gameId: string }>(Prisma.sql`
      update message set removed_by = case when ${hidden}::boolean then 'house' end
      where id = ${messageId}::uuid returning game_id as "gameId"`);
    return row?.gameId ?? null;
  }

  async of(playerId: string): Promise<{ messages: MessageRow[]; reports: ReportRow[] }> {
    const [messages, reports] = await Promise.all([
      this.#rows<Stored<MessageRow>>(Prisma.sql`
        select ${MESSAGE} from message where player_id = ${playerId}::uuid order by at, id`),
      this.#rows<ReportRow & Sealed<'message_report'>>(Prisma.sql`
        select message_id as "messageId", player_id as "playerId", reason, note, sealed, at
        from message_report where player_id = ${playerId}::uuid order by at, message_id`),
    ]);
    return {
      messages: messages.map((row) => this.#opened(row)),
      reports: reports.map((row) => this.#parts.seals.open('message_report', row)),
    };
  }

  async #placeOf(gameId: string, messageId: string, readable: Prisma.Sql): Promise<number | null> {
    const [row] = await this.#rows<{ nth: number }>(Prisma.sql`
      select nth from message where id = ${messageId}::uuid and game_id = ${gameId}::uuid and ${readable}`);
    return row?.nth ?? null;
  }

  #opened<Row extends MessageRow>(row: Stored<Row>): Row {
    return this.#parts.seals.open('message', row) as unknown as Row;
  }

  #rows<T extends object>(statement: Prisma.Sql): Promise<T[]> {
    const { ask, statements } = this.#parts;
    return ask(() => statements.rows<T>(statement));
  }
}

type StoredReported = Stored<SpokenMessage> &
  Pick<ReportRow, 'reason' | 'note'> & {
    reporterId: string;
    reporterName: string;
    sealedNote: Sealed<'message_report'>['sealed'];
    reportedAt: Date;
  };

function wantsToHear(playerId: string): Prisma.Sql {
  return Prisma.sql`not exists (
    select from aversion where aversion.player_id = ${playerId}::uuid and aversion.other_id = message.player_id)`;
}
