import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import { type CompetedAgent, type CompetedGame, LOSS_RULES, type LossRule } from '../../lab/arena/result.ts';
import { resultOf } from '../../lab/arena/write-result.ts';
import type { CompetitionEventData, CountedGame } from '../../src/competitions/model/events.ts';
import { foldAll } from '../../src/competitions/model/fold.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import { createdEvent, headerOf, rowsOf } from '../competitions/competition-log.ts';

const AGENTS = ['Brave <b>Bertha</b> & Co.', 'Careful Carl', 'Quick Quentin', 'random'];
const WEIGHTS = [4, 2, 1.5, 1];
const HOUSE = AGENTS.length;
const STARTED_AT = Date.parse('2026-11-22T12:00:00.000Z');
const GAME_MS = 1_500;

export function sampleResult({ boards = 10, ...settings }: Partial<Settings> = {}) {
  const header = headerOf({ rounds: 1, boards, ...settings });
  const counted = countedGames(boards);
  const last = counted.length;
  const pars = header.settings.duplicate === 'none';
  const events: CompetitionEventData[] = [
    createdEvent(header),
    ...AGENTS.map((name, i): CompetitionEventData => entered(i + 1, name)),
    { type: 'competitionStarted', data: {} },
    ...counted.flatMap((game, i) => playedOn(game, pars ? parOf(i) : null)),
    { type: 'competitionEnded', data: {} },
    { type: 'seedPublished', data: { serverSeed: Buffer.from(header.serverSeed).toString('hex') } },
  ];
  const { competition } = foldAll(header, null, rowsOf(header, events));
  const losses = Object.keys(LOSS_RULES).map((rule, i) => ({
    entry: 3,
    gameId: rule === 'notStarted' ? null : (counted[i]?.gameId ?? null),
    rule: rule as LossRule,
    detail: `What happened: ${LOSS_RULES[rule as LossRule]}.`,
    at: momentOf(i),
  }));
  const timing = {
    startedAt: momentOf(0),
    endedAt: momentOf(last),
    seconds: (last * GAME_MS) / 1000,
    runs: 2,
    gamesPerSecond: 1000 / GAME_MS,
  };
  const observed = { seed: 'sample', direction: 'highest' as const, agents: agents(), losses, timing };
  return resultOf(competition, { ...observed, games: counted.map(competed) });
}

function countedGames(boards: number): CountedGame[] {
  const games: CountedGame[] = [];
  const luck = new FastChance('sample');
  for (let one = 1; one <= AGENTS.length; one++) {
    for (let other = one + 1; other <= AGENTS.length; other++) {
      for (let i = 0; i < boards; i++) games.push(gameOf(games.length + 1, [one, other], luck));
    }
  }
  return games;
}

function gameOf(number: number, entries: number[], luck: FastChance): CountedGame {
  const [first = 0, second = 0] = entries.map((entry) => WEIGHTS[entry - 1] ?? 1);
  const won = luck.int(1000) < (1000 * first) / (first + second);
  return {
    gameId: `01a1fe8a-0000-7000-8000-${String(number).padStart(12, '0')}`,
    round: number,
    table: 1,
    board: number,
    copy: 1,
    entries,
    head: 'a'.repeat(64),
    counted: number === 1 ? 'walkover' : 'played',
    shares: won ? [1, 0] : [0, 1],
    scores: won ? [20, luck.int(15)] : [luck.int(15), 20],
    noShows: [],
    unasked: [],
  };
}

function playedOn(game: CountedGame, par: Par | null): CompetitionEventData[] {
  const { gameId, round, table, board, copy, entries } = game;
  const paired = { round, candidates: entries, tables: [{ table, entries, boards: [board] }], byes: [] };
  return [
    { type: 'roundPaired', data: { ...paired, candidates: entries.filter((entry) => entry !== null) } },
    { type: 'gamesDealt', data: { games: [{ gameId, round, table, board, copy, entries }] } },
    { type: 'gameCounted', data: game },
    { type: 'boardClosed', data: { board, seed: 'b'.repeat(64), par } },
    { type: 'roundEnded', data: { round } },
  ];
}

function parOf(number: number): Par {
  const first = (number % 10) / 10;
  return { replays: 30, shares: [first, 1 - first], scores: [12, 10] };
}

function entered(entry: number, name: string): CompetitionEventData {
  const isHouse = entry === HOUSE;
  const player = { id: `01a1fe89-0000-7000-8000-${String(entry).padStart(12, '0')}`, name, kind: 'agent' as const };
  const who = isHouse ? { player: null, bot: 'random' } : { player, bot: null };
  return { type: 'entryMade', data: { entry, ...who, clientSeed: name, ownSeed: true, concurrency: 4 } };
}

function agents(): CompetedAgent[] {
  const bounds = { seconds: 10, memoryMb: 1024, restarts: 3 };
  const programs = [
    { kind: 'command' as const, command: ['node', 'agent.mjs'] },
    { kind: 'pipe' as const, command: ['python3', 'pipe-agent.py'] },
    { kind: 'pipe' as const, command: ['./quick'] },
  ];
  return AGENTS.map((name, i): CompetedAgent => {
    const plays = programs[i];
    const known = { entry: i + 1, name, status: 'active' as const, disqualified: null, actions: 400 };
    return plays === undefined
      ? { ...known, plays: { kind: 'policy', policy: 'random' }, starts: 0, bounds: null }
      : { ...known, plays, starts: i === 2 ? 3 : 1, bounds };
  });
}

function competed(game: CountedGame, i: number): CompetedGame {
  const reason = i === 2 ? 'resigned' : null;
  return { ...game, reason, actions: 30, startedAt: momentOf(i), endedAt: momentOf(i + 1) };
}

function momentOf(game: number): string {
  return new Date(STARTED_AT + game * GAME_MS).toISOString();
}
