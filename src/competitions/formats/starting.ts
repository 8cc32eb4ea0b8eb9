import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { type Competition, countThere } from '../model/competition.ts';
import { formatOf } from './formats.ts';

/** Why a competition cannot begin with the entries that it has; null when it can. */
export function startProblem(competition: Competition): string | null {
  const { settings } = competition.header;
  const there = countThere(competition);
  const least = formatOf(settings.format).least(settings);
  if (there >= least) return null;
  return `It takes at least ${counted(least, 'entry', 'entries')}, and there ${there === 1 ? 'is' : 'are'} ${there}.`;
}
