// The words of this table. What an action does is said by the service.

import { counted } from '../../core/words/counted.ts';
import type { PascalField } from './view.ts';

export const WORDS = {
  dice: 'Dice',
  die: (position: number, value: number) => `Die ${position + 1} shows ${value}`,
  usedDie: (position: number, value: number, field: string) =>
    `Die ${position + 1} shows ${value}, written into ${field}`,
  usedIn: (field: string) => `in ${field}`,
  noRoll: 'No roll lies on the table.',
  sum: (sum: number) => `picked: ${sum}`,
  pickFirst: 'Pick dice or a field',
  rerolls: (left: number) => `${counted(left, 're-roll')} left`,
  reroll: 'Re-roll',
  rerollAll: 'Re-roll all',
  write: (sum: number, field: string) => `Write ${sum} into ${field}`,
  erase: 'Erase',
  discard: 'Discard roll',
  crossOut: (field: string) => `Cross out ${field}`,
  cancel: 'Cancel board …',
  really: 'Cancel this board?',
  keep: 'Keep the board',
  board: 'The triangle',
  bound: (minimum: number) => `≥${minimum}`,
  keys: 'Keys: 1 to 6 pick dice, arrows go from field to field.',
  marks: 'The sheet',
  dots: (marked: number, spaces: number) => `${marked} of ${counted(spaces, 'dot')}`,
  crosses: (marked: number, spaces: number) => `${marked} of ${counted(spaces, 'cross', 'crosses')}`,
  boards: (cancelled: number, most: number | null) =>
    `${most === null ? counted(cancelled, 'board') : `${cancelled} of ${counted(most, 'board')}`} cancelled`,
  dead: (entry: string) => `${entry} can no longer be met: this board cannot be completed.`,
  score: 'Score',
  low: 'low is good',
  parts: {
    dots: (all: number) => `${counted(all, 'dot')} on all boards`,
    crosses: (all: number) => `${counted(all, 'cross', 'crosses')} on all boards`,
    boards: 'Cancelled boards',
    corners: 'Corners that hold 1 or are crossed out',
    bonus: 'Bonus fields crossed out',
    triangle: 'Pascal triangle',
    total: 'Total',
  },
} as const;

interface AboutField {
  /** beside its name, while it is empty: the bound of its entry, or what the picked dice make */
  shown: string;
  isFree: boolean;
  isDead: boolean;
  /** the dice that are picked can be written here */
  fits: boolean;
}

/** What a field is called when it is read out, beginning with what is seen: “field 4.2 ≥6, empty”. */
export function spokenField(
  id: string,
  { value, crossed, pencil }: PascalField,
  { shown, isFree, isDead, fits }: AboutField,
): string {
  const name = id.endsWith('+') ? `bonus field ${id}` : `field ${id}`;
  const parts = [value === null ? `${name} ${shown}`.trim() : name];
  if (crossed) parts.push('crossed out');
  else if (value !== null) parts.push(pencil ? `${value} in pencil` : String(value));
  else parts.push(fits ? 'the picked dice fit' : 'empty');
  if (isFree) parts.push('free');
  if (isDead) parts.push('can no longer be met');
  return parts.join(', ');
}
