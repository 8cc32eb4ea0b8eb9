import { narratorOf } from '../kernel/narration.ts';
import type { Term } from '../kernel/ruleset.ts';
import { counted, listOf, ordinal } from '../kernel/tabletop/phrases.ts';
import type { Action } from './actions.ts';
import { ENTRIES, type Entry, FIELDS, type FieldId } from './board.ts';
import { POSITIONS } from './dice.ts';
import type { Event } from './events.ts';
import { hasPencil, pencilFields } from './state.ts';
import { isOverIn, type View } from './view.ts';

export function label(action: Action, view: View): string {
  switch (action.type) {
    case 'reroll':
      return `Roll again${forMark('dot', view.dots === view.dotSpaces)}: ${diceInWords(action.dice, view)}`;
    case 'write':
      return `Write ${sumOf(action.dice, view)} into ${fieldName(action.field)}: ${diceInWords(action.dice, view)}`;
    case 'erase':
      return `Erase ${fieldNames(pencilFields(view))}`;
    case 'discardRoll':
      return `Discard the roll${forMark('cross', view.crosses === view.crossSpaces)}`;
    case 'crossOut':
      return `Cross out ${fieldName(action.field)}`;
    case 'cancelBoard':
      return 'Cancel the board, for 50 points';
    default:
      return action satisfies never;
  }
}

const CORNER_NAMES: Partial<Record<FieldId, string>> = {
  '0.0': 'the top corner',
  '7.0': 'the left corner',
  '7.7': 'the right corner',
};

/** Names a field: "the third field of row 5", "the bonus field beside the fourth field of row 7". Row 1 is the top. */
function fieldName(id: FieldId): string {
  const [row = 0, place = 0] = id.replace('+', '').split('.').map(Number);
  if (id.endsWith('+')) return `the bonus field beside ${fieldName(id.slice(0, -1) as FieldId)}`;
  return CORNER_NAMES[id] ?? `the ${ordinal(place)} field of row ${row + 1}`;
}

function fieldNames(ids: readonly FieldId[]): string {
  return listOf(ids.map(fieldName));
}

/** Names the mark that the action costs. Without a free space, the action cancels the board instead (rule R5). */
function forMark(mark: 'dot' | 'cross', isWithoutSpace: boolean): string {
  return isWithoutSpace ? ` without space for a ${mark}, which cancels the board` : `, for a ${mark}`;
}

/** Names dice with their faces: "the first die (5)", "the first (5), third (3) and sixth die (3)". */
function diceInWords(dice: readonly number[], view: View): string {
  const last = dice.length - 1;
  const shown = dice.map((at, i) => `${ordinal(at)}${i === last ? ' die' : ''} (${view.dice[at]})`);
  return `the ${listOf(shown)}`;
}

function sumOf(dice: readonly number[], view: View): number {
  return dice.reduce((sum, position) => sum + (view.dice[position] ?? 0), 0);
}

export function openQuestion(view: View): string {
  if (isOverIn(view)) return 'The game is over.';
  const unused = POSITIONS.filter((position) => view.used[position] === null);
  const left = diceInWords(unused, view);
  if (hasPencil(view)) return `Still to be written or erased: ${left}.`;
  if (view.rerollsLeft === 0) return `To be written or discarded: ${left}.`;
  return `To be written, with ${counted(view.rerollsLeft, 're-roll')} left: ${left}.`;
}

export function describe(view: View): string {
  const { dots, dotSpaces, crosses, crossSpaces, cancelledBoards, deadEntry } = view;
  return [
    `Pascal. Marked on this board: ${dots} of ${counted(dotSpaces, 'dot')}, ${crosses} of ${counted(crossSpaces, 'cross', 'crosses')}. ` +
      `Boards cancelled: ${cancelledBoards}.`,
    scoreInWords(view),
    'Each line is a row; "-" is empty, "/" crossed out, "?" after a number in pencil, and "≥" the least a sum can be.',
    ...rowsOf(view),
    ...(deadEntry === null ? [] : [`${deadEntry} can no longer be met: the board cannot be completed.`]),
    openQuestion(view),
  ].join('\n');
}

function scoreInWords({ score }: View): string {
  const { dots, crosses, boards, corners, bonus, triangle, total } = score;
  const parts = `dots ${dots}, crosses ${crosses}, boards ${boards}, less corners ${corners}, bonus fields ${bonus}, triangle ${triangle}`;
  return `Score ${total}: ${parts}.`;
}

function rowsOf(view: View): string[] {
  const last = Math.max(...ENTRIES.map(rowOf));
  return Array.from({ length: last + 1 }, (_, row) => {
    const entries = ENTRIES.filter((entry) => rowOf(entry) === row);
    return `  ${entries.map((entry) => entryInWords(entry, view)).join('   ')}`;
  });
}

function rowOf({ id }: Entry): number {
  return Number(id[0]);
}

/** Writes an entry, its fields (-: empty, ?: pencil) and its minimum: "4.2 9", "2.1 - ≥2", "6.3 12? + - ≥20". */
function entryInWords(entry: Entry, view: View): string {
  const fields = [entry.main, ...(entry.bonus === null ? [] : [entry.bonus])].map((index) => fieldInWords(index, view));
  const isOpen = view.entries[entry.id].value === null && !entry.isFree;
  return `${entry.id} ${fields.join(' + ')}${isOpen ? ` ≥${entry.minimum}` : ''}`;
}

function fieldInWords(index: number, view: View): string {
  const field = FIELDS[index];
  if (field === undefined) throw new Error(`the board has no field at ${index}`);
  const { value, crossed, pencil } = view.fields[field.id];
  if (value === null) return '-';
  return crossed ? '/' : `${value}${pencil ? '?' : ''}`;
}

const CANCELLED = {
  chosen: 'by choice',
  noDotSpace: 'since there is no space for another dot',
  noCrossSpace: 'since there is no space for another cross',
} as const;

export const narrate = narratorOf<Event>({
  boardStarted: ({ board }) => `board ${board} begins, empty.`,
  diceRolled: ({ dice }) => `the dice show ${listOf(dice)}.`,
  diceRerolled: ({ rerolled, dice, dots }) =>
    `${rerolled.length === 1 ? 'one die is' : `${rerolled.length} dice are`} rolled again, for dot ${dots}: now they show ${listOf(dice)}.`,
  sumWritten: ({ field, value, dice }) =>
    `${value} is written into ${fieldName(field)}, with ${counted(dice.length, 'die', 'dice')}.`,
  pencilErased: ({ fields }) => `${fieldNames(fields)} ${fields.length === 1 ? 'is' : 'are'} empty again.`,
  turnEnded: ({ fields }) =>
    `all dice are written: ${fieldNames(fields)} ${fields.length === 1 ? 'is' : 'are'} permanent now.`,
  rollDiscarded: ({ crosses }) => `the roll is discarded, for cross ${crosses}.`,
  fieldCrossedOut: ({ field }) => `${fieldName(field)} is crossed out and counts 0.`,
  boardCancelled: ({ reason, cancelledBoards }) =>
    `the board is cancelled, ${CANCELLED[reason]}: ${counted(cancelledBoards, 'board')} so far.`,
  boardCompleted: ({ score }) => `the board is complete, with a score of ${score.total}.`,
});

export const GLOSSARY: readonly Term[] = [
  { term: 'field', text: 'A place for the sum of one or more dice. A small number is the least that fits.' },
  {
    term: 'entry',
    text: 'A number of the triangle: one field, or a field and its bonus field together. All but those on the edges are the sum of the two above.',
  },
  {
    term: 'pencil',
    text: 'Written with the present roll: you can erase it until all six dice are used.',
  },
  { term: 'die', text: 'Six are rolled each turn. All are to be used, alone or in sums.' },
  { term: 'bonus', text: 'A second field of an entry. It can be crossed out, which takes points off.' },
  { term: 'corner', text: 'A field that can be crossed out. One that holds 1 or is crossed out takes points off.' },
  { term: 'point', text: 'What the board costs: the fewer, the better.' },
  { term: 're-roll', text: 'To roll dice again, at most twice a turn. Each time costs a dot: 1 point.' },
  { term: 'discard', text: 'To give up a roll. It costs a cross: 5 points.' },
  { term: 'dot', text: 'The price of rolling dice again. A board has space for a few.' },
  { term: 'cross', text: 'The price of discarding a roll. A board has space for a few.' },
  { term: 'crossed out', text: 'A field that stays without a number and counts 0.' },
  { term: 'board', text: 'The triangle that is being filled. A cancelled one is replaced by an empty one.' },
  { term: 'dead entry', text: 'An entry that can no longer be met, so that the board cannot be completed.' },
];
