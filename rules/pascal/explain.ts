import type { Refusal, Seat } from '../kernel/ruleset.ts';
import { counted, listOf, ordinal } from '../kernel/tabletop/phrases.ts';
import type { Action, WriteAction } from './actions.ts';
import { type Field, type FieldId, fieldOf } from './board.ts';
import { misfit } from './fitting.ts';
import { ERASES_A_ROLL, hasPencil, pencilFields, REROLLS_A_TURN } from './state.ts';
import { type View, valuesIn } from './view.ts';
import { openQuestion } from './wording.ts';

export function explain(view: View, _seat: Seat, action: Action): Refusal {
  return { ...refusalOf(view, action), hint: openQuestion(view) };
}

function refusalOf(view: View, action: Action): Refusal {
  switch (action.type) {
    case 'reroll':
      return rerollRefusal(view, action.dice);
    case 'write':
      return writeRefusal(view, action);
    case 'erase':
      return eraseRefusal(view);
    case 'discardRoll':
      return hasPencil(view)
        ? { rule: 'R4', detail: `A roll cannot be discarded while ${pencilInWords(view)}: erase first.` }
        : { rule: 'R4', detail: 'A roll can be discarded only after the second re-roll, and with nothing in pencil.' };
    case 'crossOut':
      return crossOutRefusal(view, fieldOf(action.field));
    case 'cancelBoard':
      return { rule: 'R8', detail: 'A board can be cancelled only while the game is going on.' };
    default:
      return action satisfies never;
  }
}

function rerollRefusal(view: View, dice: readonly number[]): Refusal {
  if (hasPencil(view))
    return { rule: 'R4', detail: `Nothing can be rolled again while ${pencilInWords(view)}: erase first.` };
  if (view.rerollsLeft === 0) {
    return { rule: 'R4', detail: `Dice can be rolled again only ${counted(REROLLS_A_TURN, 'time')} in a turn.` };
  }
  return outOfOrder(dice);
}

function pencilInWords(view: View): string {
  const fields = pencilFields(view);
  return `${listOf(fields)} ${fields.length === 1 ? 'is' : 'are'} in pencil`;
}

function eraseRefusal(view: View): Refusal {
  if (!hasPencil(view)) return { rule: 'R11', detail: 'There is nothing to erase: nothing is in pencil.' };
  return { rule: 'R4', detail: `Pencil can be erased only ${ERASES_A_ROLL} times in a roll.` };
}

function outOfOrder(dice: readonly number[]): Refusal {
  return { rule: 'R12', detail: `The positions of dice are named once each, ascending, and not as ${listOf(dice)}.` };
}

function writeRefusal(view: View, { dice, field }: WriteAction): Refusal {
  const used = dice.filter((position) => view.used[position] !== null);
  if (used.length > 0) {
    const where = used.map((position) => `the ${ordinal(position)} die in ${view.used[position]}`);
    return { rule: 'R12', detail: `Each die is written once: ${listOf(where)} already.` };
  }
  const taken = takenRefusal(view, field);
  if (taken !== null) return taken;
  const value = dice.reduce((sum, position) => sum + (view.dice[position] ?? 0), 0);
  const detail = misfit(valuesIn(view), fieldOf(field), value);
  return detail === null ? outOfOrder(dice) : { rule: 'R2', detail };
}

function crossOutRefusal(view: View, field: Field): Refusal {
  if (field.kind === 'plain') {
    return { rule: 'R13', detail: `Only corner and bonus fields can be crossed out, and ${field.id} is neither.` };
  }
  const taken = takenRefusal(view, field.id);
  if (taken !== null) return { ...taken, rule: 'R13' };
  const detail = misfit(valuesIn(view), field, 0);
  if (detail === null) throw new Error(`crossing out ${field.id} breaks nothing`);
  return { rule: 'R2', detail };
}

function takenRefusal(view: View, field: FieldId): Refusal | null {
  const { value, crossed } = view.fields[field];
  if (value === null) return null;
  return { rule: 'R2', detail: crossed ? `${field} is crossed out.` : `${field} is not empty: it holds ${value}.` };
}
