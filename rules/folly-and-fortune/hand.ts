import type { Seat } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf } from './cards.ts';
import { type Table, withoutPlace } from './events.ts';
import { handOf, type State } from './state.ts';
import { goneOn, type HiddenCard, seenInto, tracked } from './trail.ts';

// Follows rule R28 of rules.md.
export function rollable(state: State): readonly HiddenCard[] {
  const hand = handOf(state, state.active);
  const { setAside } = state.turn;
  return setAside.length === 0 ? hand : hand.filter(({ card }) => !setAside.includes(card));
}

/** Reveals a random card of the active player's hand. It is then neither in the hand nor in the row (rules R2, R16). */
export function rollCard(table: Table): CardId {
  const { state } = table;
  const cards = rollable(state);
  const { card } = cards[table.chance.int(cards.length)] as HiddenCard;
  takeFromHand(state, state.active, card);
  state.turn.rolls++;
  return card;
}

/** Puts a face-up card back into the active player's hand (rule R3). */
export function returnToHand(state: State, card: CardId): void {
  const { active } = state;
  state.hands = replaced(state.hands, active, [...handOf(state, active), seenInto(card, active, state.moment)]);
}

export function takeFromHand(state: State, seat: Seat, card: CardId): HiddenCard {
  const hand = handOf(state, seat);
  const at = hand.findIndex((hidden) => hidden.card === card);
  const taken = hand[at];
  if (taken === undefined) throw new Error(`seat ${seat} has no ${card} in hand`);
  state.hands = replaced(state.hands, seat, withoutPlace(hand, at));
  return taken;
}

// Follows rule R12 of rules.md.
export function canDraw({ drawPile, discardPile }: State): boolean {
  return drawPile.length + discardPile.length > 0;
}

/** The active player draws a card. Throws if both piles are empty (rules R12, R27). */
export function drawCard(table: Table): void {
  const { state } = table;
  if (state.drawPile.length === 0) formPile(table);
  const top = state.drawPile.at(-1);
  if (top === undefined) throw new Error('there is nothing to draw');
  const { active } = state;
  state.drawPile = state.drawPile.slice(0, -1);
  const drawn = goneOn(tracked(top, 'pile', state.options), { place: active, from: ++state.moment });
  state.hands = replaced(state.hands, active, [...handOf(state, active), drawn]);
  tell(table, 'cardDrawn', active, { card: cardOf(drawn.card), drawCount: state.drawPile.length });
}

// Follows rule R12 of rules.md.
function formPile(table: Table): void {
  const { state } = table;
  const shuffled = ++state.moment;
  const laid = ++state.moment;
  state.drawPile = shuffle(table.chance, state.discardPile).map((card) => ({
    card,
    trail: [
      { place: 'shuffle', from: shuffled },
      { place: 'pile', from: laid },
    ],
  }));
  state.discardPile = [];
  tell(table, 'pileFormed', null, { drawCount: state.drawPile.length });
}

/** The active player puts a hand card under the draw pile without showing it (rule R27). */
export function putUnder(table: Table, card: CardId): void {
  const { state } = table;
  const { active, options } = state;
  const taken = tracked(takeFromHand(state, active, card), active, options);
  state.drawPile = [goneOn(taken, { place: 'pile', from: ++state.moment }), ...state.drawPile];
  tell(table, 'cardPutUnder', state.active, { card: cardOf(card), drawCount: state.drawPile.length });
}

/** The active player discards a hand card face up (rule R36). */
export function discardFromHand(table: Table, card: CardId): void {
  const { state } = table;
  takeFromHand(state, state.active, card);
  state.discardPile = [...state.discardPile, card];
  tell(table, 'cardDiscarded', state.active, { card: cardOf(card), from: 'hand' });
}

/** The active player sets a hand card aside for this turn without showing it to the others (rule R28). */
export function setAside(table: Table, card: CardId): void {
  const { state } = table;
  const { active, turn } = state;
  const from = ++state.moment;
  const hand = handOf(state, active).map((hidden) =>
    hidden.card === card
      ? goneOn(tracked(hidden, active, state.options), { place: active, from, setAside: true })
      : hidden,
  );
  state.hands = replaced(state.hands, active, hand);
  turn.setAside = [...turn.setAside, card];
  tell(table, 'cardSetAside', active, { card: cardOf(card) });
}

// Follows rule R36 of rules.md.
export function studyHand(table: Table, owner: Seat): void {
  const { state } = table;
  const { active } = state;
  const from = ++state.moment;
  const hand = handOf(state, owner);
  const cards = hand.map(({ card }) => card);
  state.hands = replaced(
    state.hands,
    owner,
    hand.map((hidden) => goneOn(tracked(hidden, owner, state.options), { place: owner, from, studiedBy: active })),
  );
  state.studies = replaced(state.studies, active, { seat: owner, at: from, cards });
  tell(table, 'handStudied', active, { owner, cards: cards.map(cardOf) });
}
