import { tell } from '../kernel/tabletop/step.ts';
import type { Action, ActionOf } from './actions.ts';
import { byRank, type Card, ofKind, rankOf, without } from './cards.ts';
import { goOn } from './combat.ts';
import { PLAYER, type Table } from './events.ts';
import { judgeAgain } from './judge.ts';
import { isPrinted } from './options.ts';
import { discard, giveUpPotion } from './player.ts';
import type { State } from './state.ts';

/** Adds every way to remove one of these curses with blue potions from the hand. In the printed rules, applied potions
 * can be used too (rule R11). */
export function cleansings(state: State, curses: readonly Card[], actions: Action[]): void {
  if (curses.length === 0) return;
  const { hand, combat, options } = state;
  const blue = byRank(ofKind(isPrinted(options) ? [...hand, ...(combat?.buffs ?? [])] : hand, 'blue'));
  if (blue.length === 0) return;
  for (const curse of curses) {
    for (const potions of justEnough(blue, rankOf(curse))) actions.push({ type: 'cleanse', curse, potions });
  }
}

/** Returns the sets of potions whose ranks add up to at least `rank`, and to less if any one potion is left out. */
export function justEnough(potions: readonly Card[], rank: number): Card[][] {
  const sets: Card[][] = [];
  const extend = (set: Card[], sum: number, from: number): void => {
    for (let i = from; i < potions.length; i++) {
      const potion = potions[i] as Card;
      const longer = [...set, potion];
      const total = sum + rankOf(potion);
      const lowest = rankOf(longer[0] as Card);
      if (total - lowest >= rank) return;
      if (total >= rank) sets.push(longer);
      else extend(longer, total, i + 1);
    }
  };
  extend([], 0, 0);
  return sets;
}

// Follows rule R21 of rules.md.
export function cleanse(table: Table, { curse, potions }: ActionOf<'cleanse'>): void {
  const { state } = table;
  const { combat } = state;
  for (const potion of potions) giveUpPotion(state, potion);
  if (combat === null) state.curses = without(state.curses, curse);
  else combat.curses = without(combat.curses, curse);
  tell(table, 'curseCleansed', PLAYER, { curse, potions: [...potions] });
  discard(table, [curse, ...potions]);
  judgeAgain(table);
  goOn(table);
}
