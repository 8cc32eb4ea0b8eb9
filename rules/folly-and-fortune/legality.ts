import type { Seat } from '../kernel/ruleset.ts';
import { type Action, attack, END_ATTACK, PLACE_ROLL, REROLL, removeCard, SKIP_POWER, STOP } from './actions.ts';
import { POWERS } from './powers.ts';
import { removableCards } from './removal.ts';
import { mustReroll, rerollsLeft } from './rolling.ts';
import { attackOf, handOf, pendingOf, type State } from './state.ts';
import { mustAttack, victims } from './victim.ts';

export function actors(state: State): Seat[] {
  switch (state.phase) {
    case 'row':
      return [...state.chosenRows.keys()].filter((seat) => state.chosenRows[seat] === null);
    case 'over':
      return [];
    default:
      return [state.active];
  }
}

export function legalActions(state: State, seat: Seat): Action[] {
  if (state.phase === 'row') return state.chosenRows[seat] === null ? rowChoices(state, seat) : [];
  if (seat !== state.active) return [];
  switch (state.phase) {
    case 'roll':
      return rollChoices(state);
    case 'victim':
      return mustAttack(state) ? victims(state).map(attack) : [...victims(state).map(attack), END_ATTACK];
    case 'remove':
      return removalChoices(state);
    case 'place':
      return [...PLACE_ROLL];
    case 'power':
      return powerChoices(state);
    case 'over':
      return [];
    default:
      return state.phase satisfies never;
  }
}

function rowChoices(state: State, seat: Seat): Action[] {
  const hand = handOf(state, seat).map(({ card }) => card);
  const choices: Action[] = [];
  for (const left of hand) {
    for (const right of hand) if (left !== right) choices.push({ type: 'chooseRow', cards: [left, right] });
  }
  return choices;
}

// Follows rules R2, R15, R17 of rules.md.
function rollChoices(state: State): Action[] {
  if (rerollsLeft(state) === 0) return [STOP];
  return mustReroll(state) ? [REROLL] : [REROLL, STOP];
}

function removalChoices(state: State): Action[] {
  const attacking = attackOf(state);
  const choices = removableCards(state, attacking).map(removeCard);
  if (attacking.goal === null) choices.push(END_ATTACK); // rule R6 of rules.md
  return choices;
}

function powerChoices(state: State): Action[] {
  const pending = pendingOf(state);
  const question = POWERS[pending.power].question;
  const choices: Action[] = question?.answers(state, pending) ?? [];
  if (question?.optional === true && pending.taken === null) choices.push(SKIP_POWER);
  return choices;
}
