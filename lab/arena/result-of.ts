import { type Competition, standingsInputOf } from '../../src/competitions/model/competition.ts';
import { crossTable } from '../../src/statistics/cross-table.ts';
import { inScheduleOrder, type StandingsInput } from '../../src/statistics/results.ts';
import { standings } from '../../src/statistics/standings.ts';
import { strengthsOf } from '../../src/statistics/strengths.ts';
import {
  type CompetedAgent,
  type CompetedGame,
  type CompeteResult,
  type RatingStep,
  RESULT_VERSION,
  type RuleLoss,
  type Timing,
} from './result.ts';

/** What a competition cannot say of itself. */
export interface Observed {
  seed: string;
  direction: StandingsInput['direction'];
  agents: CompetedAgent[];
  games: CompetedGame[];
  losses: RuleLoss[];
  timing: Timing;
}

const MOST_STEPS = 20;

/** All that is shown of a competition that is over; everything but what was observed follows from its log. */
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

/** The same fit over more and more of the games, in the order of the schedule. */
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
