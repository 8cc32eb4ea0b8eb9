import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { versionIn } from '#rules/catalogue.ts';
import { type Competition, standingsInputOf } from '../../src/competitions/model/competition.ts';
import { bySchedule } from '../../src/competitions/model/schedule.ts';
import { transcriptLines } from '../../src/competitions/transcript/transcript.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import type { House } from '../../src/house.ts';
import { crossTable } from '../../src/statistics/cross-table.ts';
import { inScheduleOrder, type StandingsInput } from '../../src/statistics/results.ts';
import { standings } from '../../src/statistics/standings.ts';
import { strengthsOf } from '../../src/statistics/strengths.ts';
import { isProgram } from './agents/agents-file.ts';
import type { Competitor } from './competitor.ts';
import type { Journal } from './journal.ts';
import { csvFiles } from './report/csv-files.ts';
import { reportPage } from './report/page.ts';
import {
  type CompetedAgent,
  type CompetedGame,
  type CompeteResult,
  type RatingStep,
  RESULT_VERSION,
  type RuleLoss,
  type Timing,
} from './result.ts';
import type { CompetitionPlan, ResultFolder } from './result-folder.ts';

export interface Held {
  plan: CompetitionPlan;
  journal: Journal;
  competitors: readonly Competitor[];
}

const EVENTS_AT_ONCE = 100;

/** Writes transcript and report, and then `result.json`: if that file exists, all files are complete. */
export async function writeResult(
  folder: ResultFolder,
  house: House,
  competition: Competition,
  held: Held,
): Promise<CompeteResult> {
  const { settings } = competition.header;
  const ruleset = versionIn(house.catalogue, settings.ruleset, settings.rulesVersion)?.ruleset;
  if (ruleset === undefined) throw new Error(`there are no rules of ${settings.ruleset}`);
  const direction = ruleset.scoring(settings.options);
  const facts = new Map<string, GameFacts>();
  const lines = transcriptLines(competition, {
    events: async (after) => (await house.competitions.events(competition, after, EVENTS_AT_ONCE)) ?? [],
    game: async (gameId) => {
      const bytes = await house.gameService.fairness.transcriptInCompetition(gameId);
      facts.set(gameId, factsIn(JSON.parse(Buffer.from(bytes).toString()) as Transcript));
      return bytes;
    },
    standings: async () => standings(standingsInputOf(competition, direction)),
  });
  await pipeline(Readable.from(lines, { objectMode: false }), createWriteStream(`${folder.transcript}.new`));
  await rename(`${folder.transcript}.new`, folder.transcript);
  const games = competition.counted
    .toSorted(bySchedule)
    .map(({ gameId, ...game }): CompetedGame => ({ gameId, ...game, ...shownOf(factsOf(facts, gameId)) }));
  const result = resultOf(competition, {
    seed: held.plan.seed,
    direction,
    agents: agentsOf(competition, held, facts),
    games,
    losses: lossesOf(held.journal.of('loss'), games, lostIn(facts)),
    timing: timingOf(held.journal, games.length),
  });
  for (const [name, text] of reportFiles(result)) folder.write(join(folder.path, name), text);
  folder.write(folder.result, `${JSON.stringify(result, null, 1)}\n`);
  return result;
}

interface GameFacts {
  reason: string | null;
  startedAt: string;
  endedAt: string;
  /** by seat: the number of actions of its player, without those of the server */
  actions: number[];
  left: { seat: number; how: string }[];
}

function factsIn({ seats, createdAt, outcome, log }: Transcript): GameFacts {
  const actions = new Array<number>(seats).fill(0);
  for (const { kind, seat } of log) {
    if (kind === 'action' && seat !== null) actions[seat] = (actions[seat] ?? 0) + 1;
  }
  const { reason = null, left = [] } = outcome ?? {};
  return { reason, startedAt: createdAt, endedAt: log.at(-1)?.at ?? createdAt, actions, left };
}

function factsOf(facts: ReadonlyMap<string, GameFacts>, gameId: string): GameFacts {
  const known = facts.get(gameId);
  if (known === undefined) throw new Error(`game ${gameId} has no transcript`);
  return known;
}

function shownOf({ reason, actions, startedAt, endedAt }: GameFacts) {
  return { reason, actions: actions.reduce((sum, each) => sum + each, 0), startedAt, endedAt };
}

function lostIn(facts: ReadonlyMap<string, GameFacts>): LostGames {
  return new Map([...facts].map(([gameId, { left }]) => [gameId, left]));
}

function agentsOf(
  { entries, counted }: Competition,
  { competitors, journal }: Held,
  facts: ReadonlyMap<string, GameFacts>,
): CompetedAgent[] {
  const actions = new Map<number, number>();
  for (const { gameId, entries: seated } of counted) {
    const made = factsOf(facts, gameId).actions;
    for (const [seat, entry] of seated.entries()) {
      if (entry !== null) actions.set(entry, (actions.get(entry) ?? 0) + (made[seat] ?? 0));
    }
  }
  return competitors.map(({ entry, plan }): CompetedAgent => {
    const sentAway = journal.of('loss').find((loss) => loss.entry === entry && loss.gameId === null);
    const status = entries[entry - 1]?.status ?? 'active';
    return {
      entry,
      name: plan.name,
      plays: plan.plays,
      status,
      disqualified: status === 'disqualified' ? (sentAway?.detail ?? null) : null,
      starts: journal.of('started').filter((start) => start.entry === entry).length,
      actions: actions.get(entry) ?? 0,
      bounds: isProgram(plan) ? plan.bounds : null,
    };
  });
}

/** Computes times by the competition's clock, which stands still between runs. */
function timingOf({ entries }: Journal, games: number): Timing {
  const startedAt = entries[0]?.at ?? '';
  const endedAt = entries.at(-1)?.at ?? startedAt;
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  const runs = entries.filter(({ type }) => type === 'run').length;
  return { startedAt, endedAt, seconds, runs, gamesPerSecond: seconds === 0 ? 0 : games / seconds };
}

/** By id of a game: the seats whose players left before its end, and how they left. */
type LostGames = ReadonlyMap<string, readonly { seat: number; how: string }[]>;

/** Returns all losses in order of time. `noted` are the losses in the journal; timeouts are read from the games. */
function lossesOf(noted: readonly RuleLoss[], games: readonly CompetedGame[], left: LostGames): RuleLoss[] {
  const byGame = new Map(games.map((game) => [game.gameId, game]));
  const held = noted.filter(({ entry, gameId }) => {
    if (gameId === null) return true;
    const seat = byGame.get(gameId)?.entries.indexOf(entry) ?? -1;
    // ignores a loss if the run ended before the resignation was stored, because the game then continued
    return left.get(gameId)?.some((leaver) => leaver.seat === seat && leaver.how === 'resigned') === true;
  });
  const latest = new Map(held.map((loss) => [`${loss.entry} ${loss.gameId}`, loss]));
  const timedOut = games.flatMap((game) => timeOuts(game, left));
  return [...latest.values(), ...timedOut]
    .map(({ entry, gameId, rule, detail, at }) => ({ entry, gameId, rule, detail, at }))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || one.entry - other.entry);
}

function timeOuts({ gameId, entries, noShows, endedAt: at }: CompetedGame, left: LostGames): RuleLoss[] {
  const late = (left.get(gameId) ?? []).filter(({ how }) => how === 'timedOut');
  return late.flatMap(({ seat }): RuleLoss[] => {
    const entry = entries[seat] ?? null;
    if (entry === null) return [];
    if (noShows.includes(seat))
      return [{ entry, gameId, rule: 'neverActed', detail: 'Its time ran out before it acted at all.', at }];
    return [{ entry, gameId, rule: 'silent', detail: 'Its time ran out.', at }];
  });
}

function reportFiles(result: CompeteResult): Map<string, string> {
  return new Map([...csvFiles(result), ['report.html', reportPage(result)]]);
}

interface Observed {
  seed: string;
  direction: StandingsInput['direction'];
  agents: CompetedAgent[];
  games: CompetedGame[];
  losses: RuleLoss[];
  timing: Timing;
}

const MOST_STEPS = 20;

export function resultOf(
  competition: Competition,
  { seed, direction, agents, games, losses, timing }: Observed,
): CompeteResult {
  const { header, status, abortReason, boards } = competition;
  const input = standingsInputOf(competition, direction);
  return {
    format: 'croupier-compete-result',
    formatVersion: RESULT_VERSION,
    competitionId: header.id,
    seed,
    settings: header.settings,
    direction,
    status: status === 'finished' ? 'finished' : 'aborted',
    abortReason,
    agents,
    standings: standings(input),
    crossTable: crossTable(input.results),
    games,
    boards: boards.map(({ board, seed, par }) => ({ board, seed, par })),
    losses,
    ratingSteps: input.format === 'cup' ? [] : ratingSteps(input),
    timing,
  };
}

function ratingSteps({ results, entries }: StandingsInput): RatingStep[] {
  const played = inScheduleOrder(results).filter(({ counted }) => counted === 'played');
  const steps = Math.min(MOST_STEPS, played.length);
  return Array.from({ length: steps }, (_, i) => {
    const games = Math.round(((i + 1) * played.length) / steps);
    const strengths = strengthsOf(played.slice(0, games), entries);
    const ratings = [...strengths].map(([entry, { rating, interval }]) => ({ entry, rating, interval }));
    return { games, ratings };
  });
}
