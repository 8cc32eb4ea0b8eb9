import { commitmentTo } from '#rules/kernel/chance.ts';
import type { Json } from '#rules/kernel/json.ts';
import type { CompetitionHeader } from '../../src/competitions/model/competition.ts';
import type { CompetitionEventData, DealtGame } from '../../src/competitions/model/events.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import type { CompetitionEventRow } from '../../src/store/competitions.ts';

const CREATED_AT = new Date('2026-11-22T12:00:00.000Z');
const SERVER_SEED = new Uint8Array(32).fill(7);

export const SETTINGS: Settings = {
  name: 'A small competition',
  ruleset: 'folly-and-fortune',
  rulesVersion: 1,
  options: {},
  seats: 2,
  format: 'roundRobin',
  duplicate: 'movement',
  scoring: 'share',
  boards: 1,
  rounds: 3,
  clock: { perAction: 3600, onTimeout: 'random' },
  standIn: 'random',
  visibility: 'public',
  entryUntil: null,
  startsAt: null,
  endsAt: null,
  maxEntries: 16,
  kinds: ['human', 'agent'],
  noShow: { pauseAfter: 3 },
  stop: null,
};

export function headerOf(settings: Partial<Settings> = {}): CompetitionHeader {
  return {
    id: '01a1fe89-0000-7000-8000-000000000001',
    settings: { ...SETTINGS, ...settings },
    createdBy: '01a1fe89-0000-7000-8000-0000000000aa',
    createdAt: CREATED_AT,
    inviteCode: null,
    commitment: commitmentTo(SERVER_SEED),
    serverSeed: SERVER_SEED,
  };
}

export function rowsOf(
  { id, createdAt }: CompetitionHeader,
  events: readonly CompetitionEventData[],
  from = 1,
): CompetitionEventRow[] {
  return events.map(({ type, data }, i) => {
    const version = from + i;
    const at = new Date(createdAt.getTime() + 1000 * (version - 1));
    return { competitionId: id, version, type, data: data as unknown as Json, at };
  });
}

export function createdEvent({ settings, createdBy, commitment }: CompetitionHeader): CompetitionEventData {
  return { type: 'competitionCreated', data: { settings, createdBy, commitment } };
}

/** Returns the event of a new entry. Its client seed is the number of the entry. */
export function entryMade(entry: number): CompetitionEventData {
  const player = { id: `01a1fe89-0000-7000-8000-${String(entry).padStart(12, '0')}`, name: `P${entry}`, kind: 'agent' };
  const data = { entry, player, bot: null, clientSeed: String(entry), ownSeed: true, concurrency: 1 };
  return { type: 'entryMade', data } as CompetitionEventData;
}

export function houseEntry(entry: number): CompetitionEventData {
  const data = { entry, player: null, bot: 'random', clientSeed: 'of the house', ownSeed: false, concurrency: 16 };
  return { type: 'entryMade', data };
}

export function dealtGame(game: Partial<DealtGame>): DealtGame {
  return { gameId: 'a game', round: 1, table: 1, board: 1, copy: 1, entries: [1, 2], ...game };
}

export function gameCounted(game: DealtGame, noShows: number[] = []): CompetitionEventData {
  const counted = noShows.length === 0 ? 'played' : 'walkover';
  const head = '0'.repeat(64);
  return {
    type: 'gameCounted',
    data: { ...game, head, counted, shares: [1, 0], scores: [20, 3], noShows, unasked: [] },
  };
}
