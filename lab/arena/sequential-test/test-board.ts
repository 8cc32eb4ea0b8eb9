import type { AnyRuleset, Outcome } from '#rules/kernel/ruleset.ts';
import { randomPolicy } from '#rules/kernel/search/policy.ts';
import { type Player, simulateOn } from '#rules/kernel/search/simulation.ts';

export interface TestPlan {
  ruleset: AnyRuleset;
  options: unknown;
  seats: number;
  first: Player;
  second: Player;
  seed: string;
}

export interface TestedBoard {
  games: number;
  actions: number;
  /** each agent's mean share of the win, 0 to 1; in solo games the agent with the better score wins */
  first: number;
  second: number;
}

/** Plays one board: one game with the same cards and rolls for each arrangement of the two policies. The result depends
 * only on `plan` and the number of the board. */
export function playBoard(plan: TestPlan, board: number): TestedBoard {
  return plan.seats === 1 ? comparedAlone(plan, board) : playedTogether(plan, board);
}

function comparedAlone(plan: TestPlan, board: number): TestedBoard {
  const [one, two] = [plan.first, plan.second].map((player, copy) => played(plan, board, copy, [player]));
  const [own = 0, theirs = 0] = [one, two].map((game) => game?.outcome.scores[0]);
  const ahead = plan.ruleset.scoring(plan.options) === 'highest' ? own - theirs : theirs - own;
  const first = (1 + Math.sign(ahead)) / 2;
  return { games: 2, actions: (one?.actions ?? 0) + (two?.actions ?? 0), first, second: 1 - first };
}

/** Each policy plays from each seat equally often. Random players have the other seats. */
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

/** Returns pairs of seats for the policies: neighboring seats in both orders, because it matters which moves first. */
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
