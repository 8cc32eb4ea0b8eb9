import type { StandingsInput } from '../../statistics/results.ts';
import type { Competition } from './competition.ts';

/**
 * All that the standings of a competition are computed from, by default of all that is counted; else of its first rounds.
 * `direction`: what the ruleset says of the scores of its options.
 */
export function standingsInputOf(
  { header, entries, counted, rounds, boards }: Competition,
  direction: StandingsInput['direction'],
  upTo = rounds.length,
): StandingsInput {
  const { format, scoring, seats, duplicate, boards: boardsOfATable } = header.settings;
  return {
    format,
    scoring,
    direction,
    games: boardsOfATable * (duplicate === 'permuted' ? seats : 1),
    entries: entries.map(({ entry, bot, status }) => ({
      entry,
      anchor: bot === 'random',
      disqualified: status === 'disqualified',
    })),
    results: counted.filter(({ round }) => round <= upTo),
    rounds: rounds.slice(0, upTo),
    pars: boards,
  };
}
