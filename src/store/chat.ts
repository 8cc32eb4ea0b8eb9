import type { Message, MessageReport, Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { type Db, sql } from './db.ts';
import { insertRequests, telling } from './event-log.ts';
import type { RequestRow } from './requests.ts';
import { base64Of, type Sealed, type Seals } from './sealing/secrets.ts';
import type { PlayerRow } from './tokens.ts';

/** The readers of a message. `public`: all who may watch the game; `table`: only its players. */
export type Audience = 'public' | 'table';

export interface MessageRow extends Omit<Message, 'nth' | 'sealed' | 'audience' | 'removedBy'> {
  audience: Audience;
  removedBy: 'house' | null;
}

export interface SpokenMessage extends MessageRow {
  name: string;
  kind: PlayerRow['kind'];
}

export interface ChatLimits {
  ofGame: number;
  ofPlayer: number;
  aMinute: number;
  /** the number of a player's messages in a minute, in all games together */
  aMinuteInAll: number;
}

export interface NewMessage {
  message: MessageRow & { text: string };
  limits: ChatLimits;
  request: RequestRow | null;
  /** ids of the other players of the game; the write notifies those who have not muted or blocked the author */
  others: readonly string[];
  version: number;
}

/** The outcome of writing. `repeated`: a request with the same key was carried out before. */
export type Written = 'written' | 'repeated' | 'game-full' | 'player-full' | 'too-fast' | 'too-fast-in-all';

export interface MessageQuery {
  gameId: string;
  /** the id of the reader, who sees no messages of authors whom the reader has muted or blocked */
  playerId: string | null;
  sits: boolean;
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export type ReportReason = 'abuse' | 'spam' | 'cheating' | 'privacy' | 'other';

export interface ReportRow extends Omit<MessageReport, 'sealed' | 'reason'> {
  reason: ReportReason;
}

export interface ReportedMessage extends ReportRow {
  name: string;
  message: SpokenMessage;
}

const MESSAGE = sql`
  message.id, message.game_id as "gameId", message.player_id as "playerId", message.audience, message.text, message.sealed,
  message.at, message.removed_by as "removedBy"`;
const SPOKEN = sql`${MESSAGE}, author.name, author.kind`;
const SPOKEN_MESSAGES = sql`message join player as author on author.id = message.player_id`;

type Stored<Row> = Row & Sealed<'message'>;

export function chatStore(db: Db) {
  const { seals } = db;
  return {
    async write(asked: NewMessage): Promise<Written> {
      const { gameId, playerId } = asked.message;
      // locks the player and the game's counter, so that each message counts all messages before it
      const [room] = await db.transact(async (tx) => {
        await tx.lockPlayer(playerId);
        await tx.run(sql`insert into game_talk (game_id, written) values (${gameId}::uuid, 0) on conflict do nothing`);
        await tx.rows(sql`select written from game_talk where game_id = ${gameId}::uuid for update`);
        return tx.rows<Room>(writeStatement(asked, seals));
      });
      if (room === undefined) throw new Error('the database has counted no messages');
      if (room.told) db.deliveriesWritten();
      if (room.made) return 'written';
      const { ofGame, ofPlayer, aMinute, aMinuteInAll } = asked.limits;
      if (room.written >= ofGame) return 'game-full';
      if (room.own >= ofPlayer) return 'player-full';
      if (room.lately >= aMinute) return 'too-fast';
      return room.everywhere >= aMinuteInAll ? 'too-fast-in-all' : 'repeated';
    },

    /** Returns messages, oldest first; null: the reader may not see the message in `after` or `before`. */
    async list({ gameId, playerId, sits, after, before, limit }: MessageQuery): Promise<SpokenMessage[] | null> {
      const cursor = after ?? before;
      const readable = sits ? sql`true` : sql`message.audience = 'public'`;
      const placed = sql`
        select nth as value from message where id = ${cursor}::uuid and game_id = ${gameId}::uuid and ${readable}`;
      const place = cursor === undefined ? null : await db.value<number>(placed);
      if (cursor !== undefined && place === null) return null;
      const beyond = after === undefined ? sql`<` : sql`>`;
      const there = place === null ? sql`true` : sql`message.nth ${beyond} ${place}::int`;
      const heard = sql`not exists (
        select from aversion where aversion.player_id = ${playerId}::uuid and aversion.other_id = message.player_id)`;
      const order = after === undefined ? sql`desc` : sql`asc`;
      const rows = await db.rows<Stored<SpokenMessage>>(sql`
      select ${SPOKEN} from ${SPOKEN_MESSAGES}
      where message.game_id = ${gameId}::uuid and ${readable} and ${there} and ${heard}
      order by message.nth ${order} limit ${limit}::int`);
      const messages = rows.map((row) => opened(row));
      return after === undefined ? messages.toReversed() : messages;
    },

    async get(gameId: string, messageId: string): Promise<SpokenMessage | null> {
      if (!UUID.test(gameId) || !UUID.test(messageId)) return null;
      const [row] = await db.rows<Stored<SpokenMessage>>(sql`
      select ${SPOKEN} from ${SPOKEN_MESSAGES}
      where message.id = ${messageId}::uuid and message.game_id = ${gameId}::uuid`);
      return row === undefined ? null : opened(row);
    },

    /** Returns by game id a text that changes with every new message. */
    async marks(gameIds: readonly string[]): Promise<Map<string, string>> {
      if (gameIds.length === 0) return new Map();
      const rows = await db.rows<{ id: string; written: number }>(sql`
      select game_id as id, written from game_talk where game_id = any(${[...gameIds]}::uuid[])`);
      return new Map(rows.map(({ id, written }) => [id, String(written)]));
    },

    /** Notes that the player has read the chat. The next message then sends the player a notification again. */
    async looked(gameId: string, playerId: string): Promise<void> {
      await db.rows(sql`
      update talker set told = false where game_id = ${gameId}::uuid and player_id = ${playerId}::uuid and told`);
    },

    async report(report: ReportRow, most: number, since: Date): Promise<'reported' | 'there' | 'full'> {
      const { messageId, playerId, reason, at } = report;
      const { note, sealed } = seals.seal('message_report', report);
      const [kept] = await db.locking(playerId).rows<{ made: boolean; there: boolean }>(sql`
        with made as (
          insert into message_report (message_id, player_id, reason, note, sealed, at)
          select ${messageId}::uuid, ${playerId}::uuid, ${reason}, ${note}, ${sealed}, ${at.toISOString()}::timestamptz
          where (
            select count(*) from message_report
            where player_id = ${playerId}::uuid and at > ${since.toISOString()}::timestamptz
          ) < ${most}::int
          on conflict do nothing
          returning true
        )
        select exists (select from made) as made, exists (
          select from message_report where message_id = ${messageId}::uuid and player_id = ${playerId}::uuid
        ) as there`);
      if (kept?.made) return 'reported';
      return kept?.there ? 'there' : 'full';
    },

    async reports(limit: number, before?: Date): Promise<ReportedMessage[]> {
      const earlier = before === undefined ? sql`true` : sql`report.at < ${before.toISOString()}::timestamptz`;
      const rows = await db.rows<StoredReported>(sql`
      select ${SPOKEN}, report.player_id as "reporterId", reporter.name as "reporterName", report.reason, report.note,
        report.sealed as "sealedNote", report.at as "reportedAt"
      from message_report as report
      join message on message.id = report.message_id join player as author on author.id = message.player_id
      join player as reporter on reporter.id = report.player_id
      where ${earlier} order by report.at desc, report.message_id, report.player_id limit ${limit}::int`);
      return rows.map(
        ({ reporterId: playerId, reporterName: name, reason, note, sealedNote, reportedAt: at, ...row }) => {
          const { id: messageId } = row;
          const told = seals.open('message_report', { messageId, playerId, note, sealed: sealedNote }).note;
          return { messageId, playerId, name, reason, note: told, at, message: opened(row) };
        },
      );
    },

    /** Hides or shows a message and returns its game; null: there is no such message. */
    async hide(messageId: string, hidden: boolean): Promise<string | null> {
      const row = await db.of(messageId).first<{ gameId: string }>(sql`
        update message set removed_by = case when ${hidden}::boolean then 'house' end
        where id = ${messageId}::uuid returning game_id as "gameId"`);
      return row?.gameId ?? null;
    },

    async of(playerId: string): Promise<{ messages: MessageRow[]; reports: ReportRow[] }> {
      const [messages, reports] = await Promise.all([
        db.rows<Stored<MessageRow>>(sql`
        select ${MESSAGE} from message where player_id = ${playerId}::uuid order by at, id`),
        db.rows<ReportRow & Sealed<'message_report'>>(sql`
        select message_id as "messageId", player_id as "playerId", reason, note, sealed, at
        from message_report where player_id = ${playerId}::uuid order by at, message_id`),
      ]);
      return {
        messages: messages.map((row) => opened(row)),
        reports: reports.map((row) => seals.open('message_report', row)),
      };
    },
  };
  function opened<Row extends MessageRow>(row: Stored<Row>): Row {
    return seals.open('message', row) as unknown as Row;
  }
}

type StoredReported = Stored<SpokenMessage> &
  Pick<ReportRow, 'reason' | 'note'> & {
    reporterId: string;
    reporterName: string;
    sealedNote: Sealed<'message_report'>['sealed'];
    reportedAt: Date;
  };

/** The numbers of earlier messages: in the game; the author's in the game; the author's in the last minute, in the game
 * and in all games. `made`: the message was written. `told`: notifications were stored. */
export interface Room {
  written: number;
  own: number;
  lately: number;
  everywhere: number;
  made: boolean;
  told: boolean;
}

const MINUTE_MS = 60_000;

/** Writes a message. Notifies each reader once, and again only after the reader has read the chat. The caller must have
 * locked the rows of the player and of `game_talk`. */
export function writeStatement({ message, limits, request, others, version }: NewMessage, seals: Seals): Prisma.Sql {
  const { id, gameId, playerId, audience } = message;
  const { text, sealed } = seals.seal('message', message);
  const at = message.at.toISOString();
  const minuteAgo = new Date(message.at.getTime() - MINUTE_MS).toISOString();
  const place = { type: 'message' as const, gameId, version, at: message.at };
  const notifications = others.map((other) => ({ ...place, playerId: other }));
  return sql`
    with room as materialized (
      select game_talk.written, coalesce(talker.written, 0) as own,
        case when talker.counted_since > ${minuteAgo}::timestamptz then talker.counted else 0 end as lately,
        (
          select coalesce(sum(counted), 0)::int from talker
          where player_id = ${playerId}::uuid and counted_since > ${minuteAgo}::timestamptz
        ) as everywhere
      from game_talk left join talker on talker.game_id = game_talk.game_id and talker.player_id = ${playerId}::uuid
      where game_talk.game_id = ${gameId}::uuid
    ),
    asked as (
      ${insertRequests([request], sql`join room on ${roomIn(limits)}`)}
      on conflict do nothing
      returning true
    ),
    gate as materialized (
      select * from room where ${roomIn(limits)} and (${request === null}::boolean or exists (select from asked))
    ),
    counted as (
      update game_talk set written = game_talk.written + 1 from gate where game_talk.game_id = ${gameId}::uuid
    ),
    spoken as (
      insert into talker (game_id, player_id, written, counted_since, counted, told)
      select ${gameId}::uuid, ${playerId}::uuid, 1, ${at}::timestamptz, 1, false from gate
      on conflict (game_id, player_id) do update set
        written = talker.written + 1,
        counted_since = case when talker.counted_since > ${minuteAgo}::timestamptz then talker.counted_since
          else excluded.counted_since end,
        counted = case when talker.counted_since > ${minuteAgo}::timestamptz then talker.counted + 1 else 1 end
    ),
    written as (
      insert into message (id, game_id, nth, player_id, audience, text, sealed, at)
      select ${id}::uuid, ${gameId}::uuid, gate.written + 1, ${playerId}::uuid, ${audience}, ${text},
        decode(${base64Of(sealed)}, 'base64'), ${at}::timestamptz
      from gate
    ),
    informed as (
      insert into talker (game_id, player_id, written, counted_since, counted, told)
      select ${gameId}::uuid, other.id, 0, ${at}::timestamptz, 0, true
      from unnest(${[...others]}::uuid[]) as other (id) cross join gate
      where not exists (
        select from aversion where aversion.player_id = other.id and aversion.other_id = ${playerId}::uuid)
      order by other.id
      on conflict (game_id, player_id) do update set told = true where not talker.told
      returning player_id
    )
    ${telling(notifications, OF_ROOM, OF_INFORMED)} from room`;
}

const OF_ROOM = sql`written, own, lately, everywhere, exists (select from gate) as made,`;
const OF_INFORMED = sql`join informed on informed.player_id = notification."playerId"`;

function roomIn({ ofGame, ofPlayer, aMinute, aMinuteInAll }: NewMessage['limits']): Prisma.Sql {
  return sql`room.written < ${ofGame}::int and room.own < ${ofPlayer}::int and room.lately < ${aMinute}::int
    and room.everywhere < ${aMinuteInAll}::int`;
}
