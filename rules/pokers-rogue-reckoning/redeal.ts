import type { Chance, Viewer } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { type Card, kindOf } from './cards.ts';
import { isFaceDown, type State } from './state.ts';

// Deals deck and face-down rooms anew, except for the cards that the player knows. Nothing else is hidden (rule R27).
export function redeal(state: State, _viewer: Viewer, chance: Chance): State {
  const { lore } = state;
  const isKnown = (card: Card) => lore.known.includes(card);
  const hidden = hiddenCards(state).filter((card) => !isKnown(card));
  const places = new Map(dealtAnew(hidden, state, chance));
  const anew = (card: Card) => places.get(card) ?? card;
  return {
    ...state,
    deck: state.deck.map(anew),
    rooms: state.rooms.map((room) => (isFaceDown(room) ? { ...room, card: anew(room.card as Card) } : room)),
    lore: {
      ...lore,
      sorted: lore.sorted.map(anew),
      apart: lore.apart.map(anew),
    },
  };
}

function hiddenCards({ deck, rooms }: State): Card[] {
  return [...rooms.filter(isFaceDown).map((room) => room.card as Card), ...deck];
}

/** Pairs each hidden card with the card that takes its place. Fills first the places that allow the fewest cards. */
function dealtAnew(hidden: Card[], { lore }: State, chance: Chance): [Card, Card][] {
  const free = shuffle(
    chance,
    hidden.filter((card) => !lore.returned.includes(card)),
  );
  const dealt = hidden
    .filter((place) => lore.sorted.includes(place))
    .map((place): [Card, Card] => [place, takeAlike(free, place)]);
  const others = hidden.filter((place) => !lore.sorted.includes(place));
  const apart = others.filter((place) => lore.apart.includes(place));
  const lying = apart.map((place): [Card, Card] => [place, free.pop() as Card]);
  const rest = shuffle(chance, [...free, ...hidden.filter((card) => lore.returned.includes(card))]);
  const anywhere = others.filter((place) => !lore.apart.includes(place));
  return [...dealt, ...lying, ...anywhere.map((place, i): [Card, Card] => [place, rest[i] as Card])];
}

function takeAlike(cards: Card[], like: Card): Card {
  const isEnemy = kindOf(like) === 'enemy';
  const at = cards.findLastIndex((card) => (kindOf(card) === 'enemy') === isEnemy);
  return cards.splice(at, 1)[0] as Card;
}
