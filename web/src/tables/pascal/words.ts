import { counted } from '../../core/words/counted.ts';
import type { PascalField } from './view.ts';

const ROWS = ['top', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'bottom'];
const CORNERS: Readonly<Record<string, string>> = {
  '0.0': 'top corner',
  '7.0': 'left corner',
  '7.7': 'right corner',
};

/** “fifth row, 3 of 5”. */
export function fieldName(id: string): string {
  const [row = 0, place = 0] = id.replace('+', '').split('.').map(Number);
  return CORNERS[id] ?? `${id.endsWith('+') ? 'bonus, ' : ''}${ROWS[row]} row, ${place + 1} of ${row + 1}`;
}

const plus = (points: number) => `+${counted(points, 'point')}`;

export const WORDS = {
  dice: 'Your dice',
  diceOf: (name: string) => `Dice of ${name}`,
  die: (position: number, value: number) => `Die ${position + 1} shows ${value}`,
  stuckDie: (position: number, value: number) => `Die ${position + 1} shows ${value}, which fits no field`,
  usedDie: (position: number, value: number, field: string) =>
    `Die ${position + 1} shows ${value}, written: ${fieldName(field)}`,
  noRoll: 'No roll lies on the table.',
  rerolls: (left: number) => `${counted(left, 're-roll')} left`,
  asks: {
    group: 'Group your dice',
    write: (sum: number) => `Write ${sum}`,
    crossOut: 'Cross it out for good?',
    stuck: 'Erase and regroup',
  },
  hints: {
    fresh: 'Tap dice, then a field; or roll some again.',
    last: 'Tap dice, then a field; or discard the roll.',
    pencil: 'All six dice are to be written. Pencil can be erased.',
    write: 'Tap a lit field.',
    writeOrMore: 'Tap a lit field, or pick other dice.',
    none: (sum: number) => `No field takes ${sum}. Pick other dice.`,
    crossOut: 'A field that is crossed out counts 0.',
    stuck: (values: readonly number[]) =>
      values.length === 1 ? `The ${values[0]} fits no field.` : `No field takes what is left: ${values.join(', ')}.`,
  },
  pick: { dice: 'Pick dice', field: 'Pick a field' },
  waits: (name: string) => `${name} groups the dice`,
  reroll: (many: number) => (many === 6 ? 'Re-roll all' : `Re-roll ${many}`),
  discard: 'Discard roll',
  erase: 'Erase',
  eraseAll: 'all in pencil',
  write: (sum: number) => `Write ${sum}`,
  crossOut: 'Cross out',
  dot: plus(1),
  cross: plus(5),
  noSpace: 'ends this board',
  board: 'The triangle',
  bound: (minimum: number) => `${minimum}+`,
  needs: (number: number) => `=${number}`,
  bonus: 'bonus',
  dead: (entry: string) => `${fieldName(entry)} can no longer be met`,
  deadMeans: ': this board cannot be completed.',
  cancel: {
    keep: 'Keep the board',
    next: {
      offer: 'New board',
      cost: plus(50),
      ask: 'Give up this board?',
      means: 'It costs 50 points, and an empty one begins.',
      sure: 'Give it up',
    },
    last: {
      offer: 'Give up board',
      cost: 'game lost',
      ask: 'Give up the game?',
      means: 'This board is the last one, so the game is lost.',
      sure: 'Lose the game',
    },
  },
  marks: 'Marks of this board',
  dots: (marked: number, spaces: number) => `${marked} of ${counted(spaces, 're-roll')}`,
  crosses: (marked: number, spaces: number) => `${marked} of ${counted(spaces, 'discard')}`,
  score: 'points so far',
  final: 'points in the end',
  parts: {
    title: 'What the points are made of',
    dots: 'Re-rolls',
    crosses: 'Discarded rolls',
    boards: (cancelled: number, most: number | null) =>
      most === null ? `Boards given up: ${cancelled}` : `Boards given up: ${cancelled} of ${most}`,
    corners: 'Corners',
    bonus: 'Bonus fields',
    triangle: 'Triangle',
  },
} as const;

interface AboutField {
  /** the least value that the entry can have; null: no limit */
  least: number | null;
  /** the value that the entry must have, if the dice can make it; otherwise undefined */
  needs: number | undefined;
  isFree: boolean;
  isDead: boolean;
  /** the sum that a tap would write; null: none */
  sum: number | null;
  canCross: boolean;
}

/** Returns words for screen readers: “fifth row, 3 of 5: empty, at least 6”. */
export function spokenField(id: string, { value, crossed, pencil }: PascalField, about: AboutField): string {
  const parts: string[] = [];
  if (crossed) parts.push('crossed out');
  else if (value !== null) parts.push(pencil ? `${value} in pencil` : String(value));
  else {
    parts.push(about.sum === null ? 'empty' : `write ${about.sum}`);
    if (about.needs !== undefined) parts.push(`has to be ${about.needs}`);
    else if (about.least !== null) parts.push(`at least ${about.least}`);
    if (about.isFree) parts.push('free');
    if (about.canCross) parts.push('can be crossed out');
  }
  if (about.isDead) parts.push('can no longer be met');
  return `${fieldName(id)}: ${parts.join(', ')}`;
}
