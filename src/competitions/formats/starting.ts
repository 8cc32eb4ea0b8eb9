import { type Competition, hasLeft } from '../model/competition.ts';
import { formatOf } from './formats.ts';

/** Why a competition cannot begin with the entries that it has; null when it can. */
export function startProblem({ header, entries }: Competition): string | null {
  const there = entries.filter((entry) => !hasLeft(entry)).length;
  const least = formatOf(header.settings.format).least(header.settings);
  if (there >= least) return null;
  return `It takes at least ${least} entries, and there ${there === 1 ? 'is' : 'are'} ${there}.`;
}
