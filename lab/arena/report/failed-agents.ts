import type { CompeteResult } from '../result.ts';
import { printable } from './printable.ts';
import { counted, namesOf } from './words.ts';

/** A line for each agent that lost by a rule, with what happened last; `logOf`: where it printed to, null where it printed nothing. */
export function failedAgents(result: CompeteResult, logOf: (entry: number) => string | null): string[] {
  const names = namesOf(result);
  return result.agents.flatMap(({ entry }) => {
    const losses = result.losses.filter((loss) => loss.entry === entry);
    const last = losses.findLast(({ gameId }) => gameId === null) ?? losses.at(-1);
    if (last === undefined) return [];
    const log = logOf(entry);
    const often = last.gameId === null ? 'its entry' : counted(losses.length, 'game');
    const printed = log === null ? '' : ` It printed to ${log}.`;
    return [`${names.get(entry) ?? ''} lost ${often} by the rule ${last.rule}: ${printable(last.detail)}${printed}`];
  });
}
