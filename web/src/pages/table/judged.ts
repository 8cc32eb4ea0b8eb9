import type { Schemas } from '../../../../clients/typescript/src/index.ts';

export type Decision = Schemas['AnalysedDecision'];

export interface Judged {
  decision: Decision;
  /** how much better the decision was than the next option, or how much it lost; at least 0 */
  by: number;
}

const SHOWN = 3;

/** Returns the decisions that took the best option, with the greatest lead over the next one. */
export function bestDecisions(decisions: readonly Decision[]): Judged[] {
  return most(decisions.map((decision) => ({ decision, by: leadOf(decision) })));
}

/** Returns the decisions with the greatest certain loss: even the lower end of the interval of the loss is above 0. */
export function worstDecisions(decisions: readonly Decision[]): Judged[] {
  const sure = decisions.filter(({ loss }) => loss.interval.low > 0);
  return most(sure.map((decision) => ({ decision, by: decision.loss.value })));
}

/** Returns the decision that certainly cost a seat the most, among seats that did not win; null: there is none. */
export function decisiveOf(decisions: readonly Decision[], winners: readonly number[]): Judged | null {
  return worstDecisions(decisions.filter(({ seat }) => !winners.includes(seat)))[0] ?? null;
}

function most(judged: readonly Judged[]): Judged[] {
  return judged
    .filter(({ by }) => by > 0)
    .sort((one, other) => other.by - one.by)
    .slice(0, SHOWN);
}

function leadOf({ options, taken, best }: Decision): number {
  const value = options[taken]?.value;
  if (taken !== best || value === undefined) return 0;
  const others = options.flatMap((option, nth) => (nth === taken ? [] : [Math.abs(value - option.value)]));
  return others.length === 0 ? 0 : Math.min(...others);
}
