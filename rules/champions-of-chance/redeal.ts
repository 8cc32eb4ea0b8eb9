import type { Chance, Seat, Viewer } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { replaced } from '../kernel/tabletop/step.ts';
import { type CardId, deckOf, isWacky } from './cards.ts';
import { drawnFrom, eligible, isDieOpen, MOST_TAKEN_BACK } from './die.ts';
import {
  battlersOf,
  dieOf,
  eyesOf,
  handOf,
  hiddenPlaces,
  KNOWN_WACKY,
  type Mix,
  numberOf,
  otherBattler,
  placeOf,
  type State,
  seatCount,
  seeAlone,
} from './state.ts';
import { canSeeDie } from './view.ts';

// Deals anew everything that this viewer cannot know. Shuffles other seats' hands too, because the order of a hand
// shows when its cards arrived (rule R14).
export function redeal(state: State, viewer: Viewer, chance: Chance): State {
  const { cards, mixes } = exchanged(state, eyesOf(viewer, seatCount(state)), chance);
  const anew = (ids: readonly CardId[]) => ids.map((card) => cards[placeOf(card)] as CardId);
  const dealt: State = {
    ...state,
    hands: state.hands.map((hand, seat) => (seat === viewer ? anew(hand) : shuffle(chance, anew(hand)))),
    drawPile: anew(state.drawPile),
    dice: state.dice.map(anew),
    newcomers: anew(state.newcomers),
    mixes,
  };
  for (const seat of battlersOf(dealt)) {
    if (dealt.number !== null && !canSeeDie(dealt, viewer, seat)) redrawDie(dealt, seat, chance);
    if (seat === viewer) continue;
    redrawTakenBack(dealt, seat, chance);
    redrawDiscard(dealt, seat, chance);
  }
  seeWhatIsHeld(dealt);
  return dealt;
}

interface Exchange {
  cards: CardId[];
  mixes: Mix[];
}

// Exchanges cards that the viewer cannot tell apart. The exchange of a later mix (a shuffle or theft that hid cards)
// counts first: an earlier mix may exchange the same card again.
function exchanged(state: State, eyes: number, chance: Chance): Exchange {
  const deck = deckOf(state.options);
  const keepsPowers = state.mixes.some((mix) => mix.some((seen) => (seen & KNOWN_WACKY) !== 0 && (seen & eyes) === 0));
  let places = [...deck.keys()];
  const mixes = state.mixes.map((mix) => {
    const exchange = exchangeOf(mix, eyes, keepsPowers ? deck : null, chance);
    const before = places;
    places = exchange.map((place) => before[place] as number);
    const moved: Mix = [];
    for (const [from, to] of places.entries()) moved[to] = mix[from] as number;
    return moved;
  });
  return { cards: places.map((place) => deck[place] as CardId), mixes };
}

/** Returns for each place of the deck the place from which its new card comes. If `deck` is not null, Wacky cards
 * change places only with Wacky cards. */
function exchangeOf(mix: Mix, eyes: number, deck: readonly CardId[] | null, chance: Chance): number[] {
  const exchange = [...mix.keys()];
  const hidden = hiddenPlaces(mix, eyes);
  const isKept = (place: number) => deck !== null && isWacky(deck[place] as CardId);
  for (const alike of [hidden.filter((place) => !isKept(place)), hidden.filter(isKept)]) {
    const shuffled = shuffle(chance, alike);
    for (const [i, place] of alike.entries()) exchange[place] = shuffled[i] as number;
  }
  return exchange;
}

/** Gives the seat's die (a set of hand cards) other cards, as rule R10 allows. Keeps the cards that were revealed. */
function redrawDie(state: State, seat: Seat, chance: Chance): void {
  const number = numberOf(state);
  const shown = isRolled(state) ? shownBy(state, seat) : [];
  const hand = handOf(state, seat);
  const choices = isRolled(state)
    ? hand.filter((card) => !shown.includes(card) && !state.newcomers.includes(card))
    : eligible(hand, number);
  const size = state.phase === 'die' && isDieOpen(state, seat) ? chance.int(number) : dieOf(state, seat).length;
  const die = [...shown, ...drawnFrom(choices, size - shown.length, chance)];
  state.dice = replaced(state.dice, seat, shuffle(chance, die));
}

function isRolled(state: State): boolean {
  return state.phase === 'tie' || state.phase === 'steal';
}

function shownBy(state: State, seat: Seat): CardId[] {
  const rolls = state.lastBattle?.rolls ?? [];
  return rolls.filter((roll) => roll.seat === seat && dieOf(state, seat).includes(roll.card)).map(({ card }) => card);
}

/** Draws at random how often the seat took cards back, because other seats do not know it. Nothing can be taken back
 * from a die that consists of one card (rules R12, R16). */
function redrawTakenBack(state: State, seat: Seat, chance: Chance): void {
  if (state.phase !== 'die' || numberOf(state) === 1) return;
  state.takenBack = replaced(state.takenBack, seat, chance.int(MOST_TAKEN_BACK + 1));
}

function redrawDiscard(state: State, seat: Seat, chance: Chance): void {
  if (state.discards[seat] === null) return;
  state.discards = replaced(state.discards, seat, drawnFrom(handOf(state, seat), 1, chance)[0] as CardId);
}

function seeWhatIsHeld(state: State): void {
  for (const [seat, hand] of state.hands.entries()) seeAlone(state, seat, hand);
  const [thief] = state.thieves;
  if (thief !== undefined) seeAlone(state, thief, dieOf(state, otherBattler(state, thief)));
}
