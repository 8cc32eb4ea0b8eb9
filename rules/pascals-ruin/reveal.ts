import { type Card, rankOf } from '../kernel/tabletop/cards.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import type { ReactionCard } from './cards.ts';
import { newLevel } from './chain.ts';
import { openWindow } from './reaction.ts';
import { throwForKing } from './roll.ts';
import { cardScore, isFinalCard } from './scoring.ts';
import { deckCount } from './state.ts';
import { askActive, type Table } from './table.ts';
import { scoreFinalCard, scoreTurn, settleKing } from './turn.ts';

/** The active seat goes on to the next level. */
export function continueChain(table: Table): void {
  table.houseMove = 'revealCard';
}

/** Turns up the next card for the active seat and does what it says. */
export function revealCard(table: Table): void {
  const { state } = table;
  const card = state.deck[state.dealt] as Card;
  state.dealt++;
  tell(table, 'cardRevealed', state.active, { card, level: state.chain.length + 1, deckCount: deckCount(state) });
  switch (rankOf(card)) {
    case 'J':
    case 'Q':
      keepCard(table, card as ReactionCard);
      break;
    case 'A':
      advance(table, card);
      break;
    case 'K':
      revealKing(table, card);
      break;
    default:
      state.chain = [...state.chain, newLevel(card)];
      askActive(table, 'roll');
  }
}

// R3
function keepCard(table: Table, card: ReactionCard): void {
  const { state } = table;
  const { active } = state;
  state.held = replaced(state.held, active, [...(state.held[active] as ReactionCard[]), card]);
  tell(table, 'cardTaken', active, { card });
  if (deckCount(state) === 0) {
    scoreTurn(table, cardScore(state), 'lastCard'); // R13
  } else {
    table.houseMove = 'revealCard';
  }
}

// R4
function advance(table: Table, card: Card): void {
  const { state } = table;
  state.chain = [...state.chain, newLevel(card)];
  tell(table, 'aceAdvanced', state.active, { level: state.chain.length });
  if (isFinalCard(state)) scoreFinalCard(table);
  else table.houseMove = 'revealCard';
}

// R5
function revealKing(table: Table, card: Card): void {
  const { state } = table;
  state.chain = [...state.chain, newLevel(card)];
  const highest = throwForKing(table);
  if (state.options.printed === true) openWindow(table, [highest]);
  else settleKing(table, highest);
}
