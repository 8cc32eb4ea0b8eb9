import { type Card, rankOf } from '../kernel/tabletop/cards.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import type { ReactionCard } from './cards.ts';
import { newLevel } from './chain.ts';
import { castDice, highestOf } from './dice.ts';
import { cardScore, finalScore, isFinalCard } from './scoring.ts';
import { deckCount } from './state.ts';
import { askActive, type Table } from './table.ts';
import { scoreFinalCard, scoreTurn } from './turn.ts';

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
      rollForKing(table, card);
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
function rollForKing(table: Table, card: Card): void {
  const { state } = table;
  const rolls = castDice(table.chance, state.active, state.diceLeft[state.active] ?? []);
  const highest = highestOf(rolls);
  state.chain = [...state.chain, { ...newLevel(card), roll: highest }];
  tell(table, 'kingRolled', state.active, { level: state.chain.length, rolls, highest: highest.value });
  scoreTurn(table, finalScore(state), 'king');
}
