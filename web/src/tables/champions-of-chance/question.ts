import { isOver } from '../../core/is-over.ts';
import { WORDS as COMMON } from '../../core/words.ts';
import type { ChampionsProps } from './champions-props.ts';
import { WORDS } from './words.ts';

/** What is asked now: of the viewer, or of others by name. */
export function question({ game, view, choice, seatName }: ChampionsProps): string {
  const { phase, number, die } = view;
  if (phase === 'over' || isOver(game)) return COMMON.table.over;
  if (choice.all.length === 0) return WORDS.waits[phase](game.toAct.map(seatName));
  return phase === 'die' ? WORDS.asks.die((number ?? 0) - (die?.length ?? 0)) : WORDS.asks[phase];
}
