import type { Seat } from '../kernel/ruleset.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf, cardsOf } from './cards.ts';
import { mixUp, seeAlone } from './knowledge.ts';
import { dieOf, handOf, numberOf, otherBattler, type State } from './state.ts';
import { addToHand, type Table, takeFromHand } from './table.ts';
import { endBattle } from './turn.ts';

/** Has the owners of revealed steal cards steal, the active player first; then the battle is over. R9 */
export function startThefts(table: Table): void {
  const { state } = table;
  const thieves = state.lastBattle?.rolls.filter(({ card }) => cardOf(card).power === 'steal') ?? [];
  if (thieves.length > 0) state.thieves = thieves.map(({ seat }) => seat);
  nextTheft(table);
}

function nextTheft(table: Table): void {
  const { state } = table;
  const thief = state.thieves.find((seat) => stealableBy(state, seat).length > 0);
  if (thief === undefined) {
    if (state.thieves.length > 0) state.thieves = [];
    endBattle(table);
    return;
  }
  state.thieves = state.thieves.slice(state.thieves.indexOf(thief));
  state.phase = 'steal';
  const from = otherBattler(state, thief);
  const left = stealableBy(state, thief);
  seeAlone(state, thief, left);
  tell(table, 'dieInspected', thief, { from, cards: cardsOf(left) });
}

/** What is left of the die that a thief may take a card of. R9, R15 */
export function stealableBy(state: State, thief: Seat): CardId[] {
  return dieOf(state, otherBattler(state, thief));
}

export function stealCard(table: Table, thief: Seat, card: CardId): void {
  const { state } = table;
  const from = otherBattler(state, thief);
  mixUp(state, suspects(state, from), [thief, from]);
  takeFromHand(state, from, card);
  addToHand(state, thief, card);
  state.dice = replaced(state.dice, from, []);
  state.robbed = from;
  state.thieves = state.thieves.slice(1);
  tell(table, 'cardStolen', thief, { from, card: cardOf(card) });
  nextTheft(table);
}

/** What may have been stolen, to those who see only that a card changes hands. */
function suspects(state: State, from: Seat): CardId[] {
  if (numberOf(state) === 1) return dieOf(state, from);
  return handOf(state, from).filter((card) => !state.newcomers.includes(card));
}
