import { Prisma } from '../../generated/prisma/client.ts';
import type { NewMessage } from '../contract/chat.ts';
import { base64Of, type Seals } from '../sealing/secrets.ts';
import { areAlive } from './living.ts';
import { REQUEST_COLUMNS, requestRecord, telling } from './log-statements.ts';

/** What there was before a message, and what became of it. */
export interface Room {
  /** about the game */
  written: number;
  /** by its author, in all and within the last minute */
  own: number;
  lately: number;
  /** by its author within the last minute about all games */
  everywhere: number;
  made: boolean;
  /** whether any delivery was written with it */
  told: boolean;
}

const MINUTE_MS = 60_000;

/**
 * One statement that writes a message where there is room for it, unless its request was carried out before, and with it what
 * others are to be told: each of them once until they look. To be sent with the rows of the player and of `game_talk` locked.
 */
export function writeStatement({ message, limits, request, others, version }: NewMessage, seals: Seals): Prisma.Sql {
  const { id, gameId, playerId, audience } = message;
  const { text, sealed } = seals.seal('message', message);
  const at = message.at.toISOString();
  const minuteAgo = new Date(message.at.getTime() - MINUTE_MS).toISOString();
  const place = { nth: 1, gameId, competitionId: null, version, at: message.at, seat: null, round: null };
  const notifications = others.map((other) => ({ ...place, playerId: other, type: 'message' as const }));
  const requests = request === null ? [] : [requestRecord(request)];
  return Prisma.sql`
    with room as materialized (
      select ${areAlive([playerId])} as alive, game_talk.written, coalesce(talker.written, 0) as own,
        case when talker.counted_since > ${minuteAgo}::timestamptz then talker.counted else 0 end as lately,
        (
          select coalesce(sum(counted), 0)::int from talker
          where player_id = ${playerId}::uuid and counted_since > ${minuteAgo}::timestamptz
        ) as everywhere
      from game_talk left join talker on talker.game_id = game_talk.game_id and talker.player_id = ${playerId}::uuid
      where game_talk.game_id = ${gameId}::uuid
    ),
    asked as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select player_id, operation, key, decode(body_hash, 'hex'), answer::json, at
      from json_to_recordset(${JSON.stringify(requests)}::json) as row (${REQUEST_COLUMNS})
      join room on ${roomIn(limits)}
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

const OF_ROOM = Prisma.sql`written, own, lately, everywhere, exists (select from gate) as made,`;
const OF_INFORMED = Prisma.sql`join informed on informed.player_id = notification.player_id`;

function roomIn({ ofGame, ofPlayer, aMinute, aMinuteInAll }: NewMessage['limits']): Prisma.Sql {
  return Prisma.sql`room.alive and room.written < ${ofGame}::int and room.own < ${ofPlayer}::int and room.lately < ${aMinute}::int
    and room.everywhere < ${aMinuteInAll}::int`;
}
