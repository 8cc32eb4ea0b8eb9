import type { Seat } from '../../kernel/ruleset.ts';
import { tell } from '../../kernel/tabletop/step.ts';
import { type Answer, PLACE_TAKEN, pickCard } from '../actions.ts';
import { attackSelf, selfAttackGoal } from '../attack.ts';
import { type CardId, cardOf } from '../cards.ts';
import type { Table } from '../events.ts';
import { lies, type Side } from '../power.ts';
import { ask, askOn, type PowerRule, type Question } from '../power-rule.ts';
import { discardFromRow, joinRow } from '../row.ts';
import { exposedRow, healthOf, isCardShielded, isRowShielded, rowHealth } from '../shields.ts';
import { rowOf, type State, seatCount } from '../state.ts';

export const noAttackByHealth: PowerRule<'noAttackByHealth'> = {
  words: ({ compare, threshold }) => `you cannot attack anybody whose row has ${compare} than ${threshold} health`,
  spares: (board, { compare, threshold }, seat) => lies(compare, rowHealth(board, seat, true), threshold),
};

export const noAttackNeighbour: PowerRule<'noAttackNeighbour'> = {
  words: ({ side }) => `you cannot attack your ${side} neighbour`,
  spares: (board, { side }, seat) => {
    const seats = seatCount(board);
    return seat === (board.active + (side === 'left' ? 1 : seats - 1)) % seats;
  },
};

export const attackTwo: PowerRule<'attackTwo'> = {
  words: () => 'you may attack two players, each with the whole result',
  attacks: 2,
};

/** The player picks a card with more health than the result, but not the last card of a row (rule R26). */
const healthy: Question = {
  wanted: 'a card with more health than the result, to remove it',
  label: (card) => `Remove ${card}`,
  optional: true,
  answers: (state) => {
    const answers: Answer[] = [];
    for (let seat = 0; seat < seatCount(state); seat++) {
      for (const card of healthyCards(state, seat)) answers.push(pickCard(card));
    }
    return answers;
  },
  answer: (table, _pending, answer) => {
    if (answer.type === 'pickCard') removeHealthyCard(table, answer.card);
    return 'done';
  },
};

function healthyCards(state: State, seat: Seat): CardId[] {
  const result = state.turn.result ?? 0;
  const { printed, finalCardVulnerable } = state.options;
  const mayEmptyRow = printed === true && finalCardVulnerable;
  if ((rowOf(state, seat).length < 2 && !mayEmptyRow) || isRowShielded(state, seat, false)) return [];
  return exposedRow(state, seat, false)
    .filter(({ card, health }) => health > result && !isCardShielded(state, seat, card, false))
    .map(({ card }) => card);
}

function removeHealthyCard(table: Table, card: CardId): void {
  const { state } = table;
  const victim = state.rows.findIndex((row) => row.includes(card));
  tell(table, 'cardRemoved', state.active, { victim, card: cardOf(card), health: healthOf(state, victim, card) });
  discardFromRow(table, victim, card);
}

export const removeHealthy: PowerRule<'removeHealthy'> = {
  words: () => 'instead of attacking you may remove one card with more health than the result from any row',
  act: (table, use) => ask(table, healthy, use, 'attack'),
  insteadOfAttack: true,
  question: healthy,
};

/** The player picks a card that the attack removed, and then at which end of the own row to put it (rule R24). */
const removed: Question = {
  wanted: 'a card that the attack removed, to take it into the own row',
  label: (card) => `Take ${card} into your row`,
  optional: true,
  answers: ({ turn }, { taken }) => (taken === null ? turn.removed.map(pickCard) : [...PLACE_TAKEN]),
  answer: (table, pending, answer) => {
    if (answer.type === 'pickCard') return askOn(table, removed, { ...pending, taken: answer.card });
    if (answer.type === 'placeTaken' && pending.taken !== null) take(table, pending.taken, answer.side);
    return 'done';
  },
};

function take(table: Table, card: CardId, side: Side): void {
  const { state } = table;
  state.discardPile = state.discardPile.filter((other) => other !== card);
  joinRow(state, card, side);
  tell(table, 'cardTaken', state.active, { card: cardOf(card), side });
}

export const takeRemoved: PowerRule<'takeRemoved'> = {
  words: () => 'you may take one card that your attack removes into your own row',
  afterAttack: (table, use) => ask(table, removed, use, 'placeRoll'),
  question: removed,
};

const SELF_DAMAGE = 1;

export const selfDamage: PowerRule<'selfDamage'> = {
  words: () => `you take ${SELF_DAMAGE} damage yourself`,
  act: (table) => {
    const { printed, harmlessNegatives } = table.state.options;
    if (printed === true && harmlessNegatives) return 'skipped';
    if (selfAttackGoal(table, SELF_DAMAGE) === 0) return 'skipped';
    attackSelf(table, SELF_DAMAGE, 'unseenPowers');
    return table.state.attack === null ? 'done' : 'asked';
  },
};
