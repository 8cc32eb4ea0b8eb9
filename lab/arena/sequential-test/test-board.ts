import type { AnyRuleset, Outcome } from '#rules/kernel/ruleset.ts';
import { randomPolicy } from '#rules/kernel/search/policy.ts';
import { type Player, simulateOn } from '#rules/kernel/search/simulation.ts';

/** What two policies are held against each other on. */
export interface TestPlan {
  ruleset: AnyRuleset;
  options: unknown;
  seats: number;
  first: Player;
  second: Player;
  /** all chance follows from it */
  seed: string;
}

/** What the two made of a board. */
export interface TestedBoard {
  /** that were played on it */
  games: number;
  actions: number;
  /** mean shares of the win, 0 to 1; of a game for one seat: of the comparison of both scores */
  first: number;
  second: number;
}

/**
 * Plays the board of that number in every arrangement of the two, all with the same chance. The games depend on the plan and
 * the number alone; what players draw is their own in each of them.
 */
export function playBoard(plan: TestPlan, board: number): TestedBoard {
  return plan.seats === 1 ? comparedAlone(plan, board) : playedTogether(plan, board);
}

/** Both play the board alone, and the better score has the win. */
function comparedAlone(plan: TestPlan, board: number): TestedBoard {
  const [one, two] = [plan.first, plan.second].map((player, copy) => played(plan, board, copy, [player]));
  const [own = 0, theirs = 0] = [one, two].map((game) => game?.outcome.scores[0]);
  const ahead = plan.ruleset.scoring(plan.options) === 'highest' ? own - theirs : theirs - own;
  const first = (1 + Math.sign(ahead)) / 2;
  return { games: 2, actions: (one?.actions ?? 0) + (two?.actions ?? 0), first, second: 1 - first };
}

/** Each has each seat as often, beside the other on either hand; other seats play at random. */
function playedTogether(plan: TestPlan, board: number): TestedBoard {
  const sums = { games: 0, actions: 0, first: 0, second: 0 };
  for (const [first, second] of arrangements(plan.seats)) {
    const players = Array.from({ length: plan.seats }, (_, seat) => {
      return seat === first ? plan.first : seat === second ? plan.second : randomPolicy;
    });
    const { outcome, actions } = played(plan, board, sums.games, players);
    sums.games++;
    sums.actions += actions;
    sums.first += shareOf(outcome, first);
    sums.second += shareOf(outcome, second);
  }
  return { ...sums, first: sums.first / sums.games, second: sums.second / sums.games };
}

/**
 * The seats of the two, neighbours all round the table and then changed over: at a table for two once each way, at larger ones, where
 * it matters whom one sits before, every rotation of both orders.
 */
function arrangements(seats: number): [first: number, second: number][] {
  const rotations = Array.from({ length: seats }, (_, seat): [number, number] => [seat, (seat + 1) % seats]);
  return seats === 2 ? rotations : [...rotations, ...rotations.map(([one, two]): [number, number] => [two, one])];
}

function played({ ruleset, options, seed }: TestPlan, board: number, copy: number, players: Player[]) {
  const name = `${seed}/${board}`;
  return simulateOn({ ruleset, options, players, seed, worlds: [] }, board, `${name}/board`, `${name}/copy ${copy}`);
}

function shareOf({ winners }: Outcome, seat: number): number {
  return winners.includes(seat) ? 1 / winners.length : 0;
}
