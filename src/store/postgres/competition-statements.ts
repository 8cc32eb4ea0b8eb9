import { Prisma } from '../../generated/prisma/client.ts';
import type {
  CompetitionAppend,
  CompetitionCreation,
  CompetitionEventRow,
  CompetitionRow,
  CompetitionSummary,
} from '../competition-rows.ts';
import type { RequestRow } from '../requests.ts';
import { base64Of, type Seals } from '../sealing/secrets.ts';
import { areAlive, areWelcome, living } from './living.ts';
import {
  hexOf,
  newGames,
  notificationsOf,
  playersOf,
  REQUEST_COLUMNS,
  requestRecord,
  telling,
} from './log-statements.ts';
import type { PlacedNotification } from './notifications.ts';
import { ratedGames } from './rating-statements.ts';

/* Rows travel as they do in the statements on the logs of games. */

const SUMMARY_COLUMNS = Prisma.sql`status text, version int, head text, entries int, games_counted int,
        deadline timestamptz, updated_at timestamptz`;

/**
 * One statement that writes a new competition with its first events, or nothing at all: when the request is there already,
 * it fails as a whole. It returns no row, and writes nothing, unless its organiser is alive.
 */
export function createCompetitionStatement(creation: CompetitionCreation, seals: Seals): Prisma.Sql {
  const { competition, events, request } = creation;
  return Prisma.sql`
    with organiser as materialized (
      select id from (${living([competition.createdBy])}) as living
    ),
    asked as (
      ${insertRequests(request === null ? [] : [request], OF_ORGANISER)}
    ),
    created as (
      insert into competition (id, name, ruleset, format, visibility, settings, created_by, created_at, invite_code,
        commitment, server_seed, sealed, status, version, head, entries, games_counted, deadline, updated_at)
      select row.id, name, ruleset, format, visibility, settings::json, created_by, created_at, invite_code,
        commitment, decode(server_seed, 'hex'), decode(sealed, 'base64'), status, version, head, entries, games_counted,
        deadline, updated_at
      from json_to_recordset(${JSON.stringify([competitionRecord(competition, seals)])}::json) as row (
        id uuid, name text, ruleset text, format text, visibility text, settings text, created_by uuid,
        created_at timestamptz, invite_code text, commitment text, server_seed text, sealed text, ${SUMMARY_COLUMNS})
      ${OF_ORGANISER}
    ),
    written as (
      ${insertEvents(events, OF_ORGANISER)}
    )
    select id::text from organiser`;
}

const OF_ORGANISER = Prisma.sql`cross join organiser`;

/**
 * One statement that makes a step of a competition on the condition that it is still at `base`, by the same history, and
 * that no request of that key was there, and that all players are alive who must be. It returns a row if the step was made: all of it, its games included, or nothing.
 *
 * Servers that make a step at once wait for each other at the competition's row. Whoever comes second looks at it again as
 * it is now: the condition on `version` then fails, nothing is in `changed`, and all that is joined with it is left out.
 */
export function appendCompetitionStatement(step: CompetitionAppend, seals: Seals): Prisma.Sql {
  const { competitionId, base, baseHead, events, competition, entering, games, request } = step;
  const onBase = Prisma.sql`version = ${base}::int and head = ${baseHead}`;
  const unlessRepeated = request === null ? Prisma.empty : Prisma.sql`and exists (select from asked)`;
  const {
    welcome = [],
    competition: { updatedAt },
  } = step;
  const condition = Prisma.sql`${areAlive(playersIn(step))} and ${areWelcome(welcome, updatedAt)}`;
  return Prisma.sql`
    with locked as materialized (
      select version, head from competition where id = ${competitionId}::uuid and ${condition} for no key update
    ),
    asked as (
      ${insertRequests(request === null ? [] : [request], Prisma.sql`join locked on ${onBase}`)}
      on conflict do nothing
      returning true
    ),
    changed (made) as (
      update competition set
        status = summary.status,
        version = summary.version,
        head = summary.head,
        entries = summary.entries,
        games_counted = summary.games_counted,
        deadline = summary.deadline,
        updated_at = summary.updated_at
      from json_to_recordset(${JSON.stringify([summaryRecord(competition)])}::json) as summary (${SUMMARY_COLUMNS}),
        (select from locked where ${onBase}) as unbeaten
      where id = ${competitionId}::uuid and competition.version = ${base}::int and competition.head = ${baseHead}
        ${unlessRepeated}
      returning true
    ),
    written as (
      ${insertEvents(events, OF_MADE)}
    ),
    entered as (
      insert into competition_entry (player_id, competition_id)
      select player_id, ${competitionId}::uuid from unnest(${entering}::uuid[]) as row (player_id)
      ${OF_MADE}
    ),
    ${newGames(games, seals, OF_MADE)}${ratedGames(step.rated ?? [], OF_MADE)}
    ${telling([...notificationsIn(step), ...games.flatMap(notificationsOf)], Prisma.empty, OF_MADE)} from changed`;
}

const OF_MADE = Prisma.sql`cross join changed`;

function insertRequests(requests: readonly RequestRow[], gate = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
      insert into request (player_id, operation, key, body_hash, answer, at)
      select player_id, operation, key, decode(body_hash, 'hex'), answer::json, at
      from json_to_recordset(${JSON.stringify(requests.map(requestRecord))}::json) as row (${REQUEST_COLUMNS})
      ${gate}`;
}

function insertEvents(events: readonly CompetitionEventRow[], gate = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
      insert into competition_event (competition_id, version, type, data, at)
      select competition_id, version, type, data::json, at
      from json_to_recordset(${JSON.stringify(events.map(eventRecord))}::json) as row (
        competition_id uuid, version int, type text, data text, at timestamptz)
      ${gate}`;
}

/** Who must be alive: those for whom the step is made, and everyone at the tables of the games that it deals. */
export function playersIn({ alive = [], games }: CompetitionAppend): string[] {
  return [...alive, ...games.flatMap(playersOf)];
}

/** What players are to be told of the competition, in its place. */
function notificationsIn({ competitionId, competition, notifications }: CompetitionAppend): PlacedNotification[] {
  const { version, updatedAt: at } = competition;
  return notifications.map((notification) => ({
    ...notification,
    nth: 0,
    gameId: null,
    seat: null,
    competitionId,
    version,
    at,
  }));
}

function competitionRecord(competition: CompetitionRow, seals: Seals) {
  const { id, name, ruleset, format, visibility, settings, createdBy, createdAt, commitment } = competition;
  const { serverSeed, inviteCode, sealed } = seals.seal('competition', competition);
  return {
    ...{ id, name, ruleset, format, visibility, commitment, created_by: createdBy, created_at: createdAt },
    settings: JSON.stringify(settings),
    invite_code: inviteCode,
    server_seed: hexOf(serverSeed),
    sealed: base64Of(sealed),
    ...summaryRecord(competition),
  };
}

function summaryRecord(summary: CompetitionSummary) {
  const { status, version, head, entries, gamesCounted, deadline, updatedAt } = summary;
  return { status, version, head, entries, games_counted: gamesCounted, deadline, updated_at: updatedAt };
}

function eventRecord({ competitionId, version, type, data, at }: CompetitionEventRow) {
  return { competition_id: competitionId, version, type, data: JSON.stringify(data), at };
}
