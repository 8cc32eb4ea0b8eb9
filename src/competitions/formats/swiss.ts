import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Settings } from '../model/settings.ts';
import { circleRounds } from './circle.ts';
import type { Candidate, Field, FormatRules, Pairing, ScheduleProblem } from './format.ts';
import { meetingsAmong } from './format.ts';
import { inGroups } from './groups.ts';
import { commonProblem, gamesOf, lengthProblem } from './schedule.ts';
import { inStandingOrder, stepsApart } from './standing-order.ts';
import { pairSwiss, stepsOf } from './swiss-pairs.ts';

/** Of tables: whoever is further away is too far apart in points. */
const REACH = 4;
/** To meet again is as bad as a difference of 5.7 wins. */
const MET_AGAIN = 2 ** 13;
const MOST_AGAIN = 8;

/** So many rounds, in each of which everybody sits with others of about as many points whom they have not met. */
export const swiss: FormatRules = {
  format: 'swiss',
  problem: (settings, entries) =>
    commonProblem(settings, entries) ??
    opponentsProblem(settings, entries) ??
    lengthProblem(settings, gamesAtMost(settings, entries)),
  least: ({ seats }) => seats,
  rounds: roundsFor,
  games: gamesAtMost,
  pair: ({ seats }, field) => (seats === 2 ? pairSwiss(field) : pairInGroups(field)),
};

/** When fewer came than the rounds are made for, there are as many rounds as a round robin would have. */
function roundsFor({ rounds }: Settings, entries: number): number {
  return Math.min(rounds, circleRounds(entries));
}

function gamesAtMost(settings: Settings, entries: number): number {
  const tables = settings.seats === 2 ? Math.floor(entries / 2) : Math.ceil(entries / settings.seats);
  return roundsFor(settings, entries) * gamesOf(settings, tables);
}

function opponentsProblem({ rounds }: Settings, entries: number): ScheduleProblem | null {
  const opponents = entries - 1;
  if (rounds <= opponents) return null;
  return {
    field: 'rounds',
    message: `is ${rounds}; ${counted(entries, 'entry', 'entries')} can have ${counted(opponents, 'opponent')} each`,
  };
}

function pairInGroups({ candidates, seats, round, seed }: Field): Pairing {
  const order = inStandingOrder(candidates, seed);
  if (order.length < 2) return { tables: [], byes: [] };
  const met = meetingsAmong(order);
  const steps = stepsApart(order, stepsOf(round));
  const company = {
    together: (one: Candidate, other: Candidate) =>
      MET_AGAIN * Math.min(MOST_AGAIN, met(one, other)) ** 2 + steps(one, other) ** 2,
    reach: REACH,
  };
  return { tables: inGroups(order, seats, company, seed), byes: [] };
}
