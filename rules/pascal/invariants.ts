import { BONUS_FIELDS, CROSSABLE_FIELDS, FIELDS, HIGHEST } from './board.ts';
import { misfit } from './fitting.ts';
import {
  ERASES_A_ROLL,
  hasPencil,
  isComplete,
  isLost,
  isOver,
  pencilFields,
  REROLLS_A_TURN,
  type State,
} from './state.ts';

export function invariants(state: State): string[] {
  return [
    ...fieldFaults(state),
    ...pencilFaults(state),
    ...diceFaults(state),
    ...markFaults(state),
    ...endFaults(state),
  ];
}

/** Reports values that do not fit the others. Skips this check if crossing out may have broken a sum (rule R2). */
function fieldFaults({ values, options }: State): string[] {
  if (values.length !== FIELDS.length) return [`the board has ${values.length} fields`];
  const canBeBroken = options.printed === true && BONUS_FIELDS.some(({ index }) => values[index] === 0);
  return FIELDS.flatMap((field) => {
    const value = values[field.index] as number | null;
    if (value === null) return [];
    const least = CROSSABLE_FIELDS.includes(field) ? 0 : 1;
    if (!Number.isInteger(value) || value < least || value > HIGHEST) return [`${field.id} holds ${value}`];
    return canBeBroken ? [] : (misfit(values.with(field.index, null), field, value) ?? []);
  });
}

function pencilFaults({ values, dice, used }: State): string[] {
  return pencilFields({ used }).flatMap((id) => {
    const sum = dice.reduce((total, face, position) => total + (used[position] === id ? face : 0), 0);
    const value = values[FIELDS.findIndex((field) => field.id === id)];
    return value === sum ? [] : [`the dice written into ${id} show ${sum} and not ${value}`];
  });
}

function diceFaults(state: State): string[] {
  const { dice, used } = state;
  const faults: string[] = [];
  const [least, most] = isOver(state) ? [0, 0] : [1, 6];
  if (dice.length !== 6 || !dice.every((face) => face >= least && face <= most))
    faults.push(`the dice show ${dice.join(' ')}`);
  if (used.length !== 6 || !used.includes(null)) faults.push('the roll is used up');
  return faults;
}

function markFaults(state: State): string[] {
  const { options, rerolls, erases, dots, crosses, totalDots, totalCrosses } = state;
  const faults: string[] = [];
  if (rerolls > REROLLS_A_TURN) faults.push(`${rerolls} re-rolls in a turn`);
  if (erases > ERASES_A_ROLL) faults.push(`${erases} erases in a roll`);
  if (dots > options.dotSpaces || dots > totalDots) faults.push(`${dots} dots of ${totalDots} on the board`);
  if (crosses > options.crossSpaces || crosses > totalCrosses)
    faults.push(`${crosses} crosses of ${totalCrosses} on the board`);
  return faults;
}

function endFaults(state: State): string[] {
  const { options, cancelledBoards } = state;
  const faults: string[] = [];
  if (options.maxBoards !== null && cancelledBoards > options.maxBoards)
    faults.push(`${cancelledBoards} boards are cancelled`);
  if (isComplete(state) && isLost(state)) faults.push('a cancelled board is complete');
  if (isOver(state) && hasPencil(state)) faults.push('the game is over with a roll in pencil');
  return faults;
}
