import { randomUUID } from 'node:crypto';
import type {
  CompetitionAppend,
  CompetitionCreation,
  CompetitionEventRow,
  CompetitionRow,
} from '../../src/store/competitions.ts';
import type { GameCreation } from '../../src/store/game-rows.ts';
import type { RequestRow } from '../../src/store/requests.ts';
import { eventRow, gameRow, NOON } from './rows.ts';

export function competitionRow(createdBy: string, changes: Partial<CompetitionRow> = {}): CompetitionRow {
  return {
    id: randomUUID(),
    erased: 0,
    name: 'Cup of the house',
    ruleset: 'pascals-ruin',
    format: 'swiss',
    visibility: 'public',
    settings: { rulesVersion: 1, rounds: 3 },
    createdBy,
    createdAt: NOON,
    inviteCode: null,
    commitment: 'c0ffee',
    serverSeed: new Uint8Array(32).fill(9),
    status: 'open',
    version: 1,
    head: 'head 1',
    entries: 0,
    gamesCounted: 0,
    deadline: null,
    updatedAt: NOON,
    ...changes,
  };
}

export function competitionEvent(
  competitionId: string,
  version: number,
  type = 'entryMade',
  data: CompetitionEventRow['data'] = { entry: version },
): CompetitionEventRow {
  return { competitionId, version, type, data, at: NOON };
}

export function competitionCreation(
  competition: CompetitionRow,
  request: RequestRow | null = null,
): CompetitionCreation {
  return { competition, events: [competitionEvent(competition.id, 1, 'competitionCreated', {})], request };
}

export function stepOn(
  { id, entries, gamesCounted, deadline, updatedAt }: CompetitionRow,
  base: number,
  happened: [type: string, data: CompetitionEventRow['data']][] = [['entryMade', { entry: 1 }]],
): CompetitionAppend {
  const version = base + happened.length;
  return {
    competitionId: id,
    base,
    baseHead: `head ${base}`,
    events: happened.map(([type, data], i) => competitionEvent(id, base + 1 + i, type, data)),
    competition: { status: 'playing', version, head: `head ${version}`, entries, gamesCounted, deadline, updatedAt },
    entering: [],
    games: [],
    notifications: [],
    request: null,
  };
}

export function dealtGame(
  competitionId: string,
  at: { round?: number; table?: number; board?: number; copy?: number },
  players: readonly string[] = [],
): GameCreation {
  const place = { competitionId, round: 1, table: 1, board: 1, copy: 1, sealed: true, ...at };
  const game = gameRow({ place, status: 'playing', head: 'dealt', openSeats: 0, awaiting: players.slice(0, 1) });
  return {
    game,
    events: [eventRow(game.id, 1, { kind: 'created', seat: null, action: null })],
    memberships: players.map((playerId) => {
      return { playerId, gameId: game.id, standing: 'seated', unfinished: true, result: null };
    }),
  };
}

export function requestOf(playerId: string, key = randomUUID()): RequestRow {
  const named = { playerId, operation: 'enterCompetition', key };
  return { ...named, bodyHash: new Uint8Array(32).fill(1), answer: { made: true }, at: NOON };
}
