import { Prisma } from '../../generated/prisma/client.ts';
import type { Creation } from '../contract/event-log.ts';
import type { GameRow } from '../contract/games.ts';
import { base64Of, type SealedRows } from '../sealing/sealed-rows.ts';
import { insertDeliveries, placed } from './notices.ts';
import { eventRecord, hexOf, requestRecord, textOf } from './records.ts';

/**
 * One statement that writes new games whole, each with its first events and all that belongs to it, or nothing at all:
 * when something is there already that may be there only once, the statement fails as a whole.
 */
export function createStatement(creations: readonly Creation[], seals: SealedRows): Prisma.Sql {
  const requests = creations.flatMap(({ request }) => (request === null ? [] : [requestRecord(request)]));
  const entries = creations.flatMap(({ entry, game }) =>
    entry === null ? [] : [{ daily: entry.daily, player_id: entry.playerId, game_id: game.id }],
  );
  const events = creations.flatMap((creation) => creation.events.map((event) => eventRecord(event, seals)));
  const memberships = creations.flatMap((creation) =>
    creation.memberships.map(({ playerId, gameId, standing, unfinished, result }) => {
      return { player_id: playerId, game_id: gameId, standing, unfinished, result };
    }),
  );
  return Prisma.sql`
    with created as (
      insert into game (id, ruleset, rules_version, options, seat_count, visibility, created_by, seeded, seed, server_seed,
        commitment, commitment_id, chain_key, invite_code, sealed, clock, stand_in, rematch_of, daily, practice, created_at,
        status, version, head, to_act, seats, open_seats, awaiting, deadline, outcome, updated_at)
      select id, ruleset, rules_version, options::json, seat_count, visibility, created_by, seeded, seed,
        decode(server_seed, 'hex'), commitment, commitment_id, decode(chain_key, 'hex'), invite_code,
        decode(sealed, 'base64'), clock::json, stand_in,
        rematch_of, daily, practice, created_at, status, version, head, to_act, seats, open_seats, awaiting, deadline,
        outcome::json, updated_at
      from json_to_recordset(${JSON.stringify(creations.map(({ game }) => gameRecord(game, seals)))}::json) as row (
        id uuid, ruleset text, rules_version int, options text, seat_count int, visibility text, created_by uuid,
        seeded boolean, seed text, server_seed text, commitment text, commitment_id uuid, chain_key text,
        invite_code text, sealed text, clock text, stand_in text, rematch_of uuid, daily text, practice boolean,
        created_at timestamptz, status text, version int, head text, to_act int[], seats jsonb, open_seats int, awaiting uuid[],
        deadline timestamptz, outcome text, updated_at timestamptz)
    ),
    logged as (
      insert into game_event (game_id, version, kind, seat, action, draws, at, sealed)
      select game_id, version, kind, seat, action::json, draws::json, at, decode(sealed, 'base64')
      from json_to_recordset(${JSON.stringify(events)}::json) as row (
        game_id uuid, version int, kind text, seat int, action text, draws text, at timestamptz,
        sealed text)
    ),
    seated as (
      insert into game_player (player_id, game_id, standing, unfinished, result)
      select player_id, game_id, standing, unfinished, result
      from json_to_recordset(${JSON.stringify(memberships)}::json) as row (
        player_id uuid, game_id uuid, standing text, unfinished boolean, result text)
    ),
    asked as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select player_id, operation, key, decode(body_hash, 'hex'), answer::json, at
      from json_to_recordset(${JSON.stringify(requests)}::json) as row (
        player_id uuid, operation text, key text, body_hash text, answer text, at timestamptz)
    ),
    entered as (
      insert into daily_entry (daily, player_id, game_id)
      select daily, player_id, game_id
      from json_to_recordset(${JSON.stringify(entries)}::json) as row (daily text, player_id uuid, game_id uuid)
    )
    ${tellOf(creations)}`;
}

/** What players are told of the games; nothing is asked of the database when nobody is to be told. */
function tellOf(creations: readonly Creation[]): Prisma.Sql {
  if (creations.every(({ notices = [] }) => notices.length === 0)) return Prisma.sql`select false as told`;
  const notices = creations.flatMap(({ game, notices }, i) => placed(i + 1, game.id, game, notices));
  return Prisma.sql`, told as (${insertDeliveries(notices)} returning 1) select exists (select from told) as told`;
}

function gameRecord(game: GameRow, seals: SealedRows) {
  const { seed, serverSeed, chainKey, inviteCode, sealed } = seals.game(game);
  return {
    id: game.id,
    ruleset: game.ruleset,
    rules_version: game.rulesVersion,
    options: JSON.stringify(game.options),
    seat_count: game.seatCount,
    visibility: game.visibility,
    created_by: game.createdBy,
    seeded: game.seeded,
    seed,
    server_seed: hexOf(serverSeed),
    commitment: game.commitment,
    commitment_id: game.commitmentId,
    chain_key: hexOf(chainKey),
    invite_code: inviteCode,
    sealed: base64Of(sealed),
    clock: textOf(game.clock),
    stand_in: game.standIn,
    rematch_of: game.rematchOf,
    daily: game.daily,
    practice: game.practice,
    created_at: game.createdAt,
    status: game.status,
    version: game.version,
    head: game.head,
    to_act: game.toAct,
    seats: game.seats,
    open_seats: game.openSeats,
    awaiting: game.awaiting,
    deadline: game.deadline,
    outcome: textOf(game.outcome),
    updated_at: game.updatedAt,
  };
}
