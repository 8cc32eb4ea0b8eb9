import type { Chance, Seat, Viewer } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import type { CardId } from './cards.ts';
import type { State, Study } from './state.ts';
import {
  type CardPlace,
  type HiddenCard,
  type Stay,
  shortened,
  stayAt,
  staysUntil,
  type TrackedCard,
  tracked,
} from './trail.ts';

/** A card that the viewer cannot see, on its way to a place in the position that is dealt anew. */
interface Traveller extends TrackedCard {
  /** the moment at which the viewer last knew where it was */
  seen: number;
  /** the card that really lies where this one is going to lie */
  end: CardId;
}

/**
 * Sends cards that the viewer cannot tell apart each other's way: after every moment up to which some of
 * them lay in one hand or in one shuffle, in the order of the moments. R32
 */
export function redeal(state: State, viewer: Viewer, chance: Chance): State {
  const hidden = hiddenCards(state, viewer);
  const travellers = hidden.map(
    ({ card, trail }): Traveller => ({ card, trail, seen: lastSeen(trail, viewer), end: card }),
  );
  const asides = settingsAside(travellers);
  for (const moment of partings(travellers)) {
    const turnBegan = asides.has(moment + 1) ? state.turn.began : null;
    for (const mates of companies(travellers, moment, turnBegan)) mix(mates, moment, chance);
  }
  const arrived = new Map(travellers.map(({ card, trail, end }) => [end, { card, trail }]));
  const anew = (card: HiddenCard, place: CardPlace): HiddenCard => {
    const other = arrived.get(card.card);
    return other === undefined ? card : shortened(other, place, state.options);
  };
  const hands = state.hands.map((hand, seat) => (seat === viewer ? hand : hand.map((card) => anew(card, seat))));
  const { turn, active } = state;
  return {
    ...state,
    hands,
    drawPile: state.drawPile.map((card) => anew(card, 'pile')),
    chosenRows: chosenAnew(state, hands, viewer, chance),
    studies: state.studies.map((study, seat) =>
      study === null || seat === viewer ? study : studiedAnew(study, seat, hidden, travellers, chance),
    ),
    turn: active === viewer ? turn : { ...turn, setAside: setAsideAnew(state, hidden, travellers, chance) },
  };
}

/** The cards that the viewer does not see. */
function hiddenCards({ hands, drawPile, options }: State, viewer: Viewer): TrackedCard[] {
  const inHands = hands.flatMap((hand, seat) =>
    seat === viewer ? [] : hand.map((hidden) => tracked(hidden, seat, options)),
  );
  return [...inHands, ...drawPile.map((hidden) => tracked(hidden, 'pile', options))];
}

/** When the viewer last knew where a hidden card was: with everybody, by its own hand, or by studying a hand. */
function lastSeen(trail: readonly Stay[], viewer: Viewer): number {
  let seen = trail[0]?.from ?? 0;
  for (const [i, { place, from, studiedBy }] of trail.entries()) {
    if (studiedBy === viewer) seen = from;
    if (place === viewer) seen = trail[i + 1]?.from ?? from;
  }
  return seen;
}

/** The draw pile keeps its cards apart; everywhere else they are mixed up. */
function mixes(place: CardPlace): boolean {
  return place !== 'pile';
}

/** The last moments before cards went on from where they were mixed up, in order. */
function partings(travellers: readonly TrackedCard[]): number[] {
  const moments = new Set<number>();
  for (const { trail } of travellers) {
    for (const [i, { place }] of trail.entries()) {
      const next = trail[i + 1];
      if (next !== undefined && mixes(place)) moments.add(next.from - 1);
    }
  }
  return [...moments].sort((one, other) => one - other);
}

/** The moments at which cards were set aside. */
function settingsAside(travellers: readonly TrackedCard[]): ReadonlySet<number> {
  const moments = new Set<number>();
  for (const { trail } of travellers) for (const stay of trail) if (stay.setAside === true) moments.add(stay.from);
  return moments;
}

/**
 * The cards that lay together at this moment, unseen by the viewer. If cards are set aside next, in the turn that began at
 * that moment, a card that was set aside in it before is not set aside again.
 */
function companies(
  travellers: readonly Traveller[],
  moment: number,
  turnBegan: number | null,
): Iterable<readonly Traveller[]> {
  const together = new Map<CardPlace | `${CardPlace}, set aside`, Traveller[]>();
  for (const traveller of travellers) {
    const { seen, trail } = traveller;
    const place = seen > moment ? undefined : stayAt(trail, moment)?.place;
    if (place === undefined || !mixes(place)) continue;
    const isAside = turnBegan !== null && trail.some((stay) => isSetAsideIn(stay, turnBegan) && stay.from <= moment);
    const company = isAside ? (`${place}, set aside` as const) : place;
    const mates = together.get(company);
    if (mates === undefined) together.set(company, [traveller]);
    else mates.push(traveller);
  }
  return together.values();
}

/** Shuffles the ways on from this moment among cards. */
function mix(mates: readonly Traveller[], moment: number, chance: Chance): void {
  if (mates.length === 1) return;
  const ways = mates.map(({ trail, end }) => ({ trail, gone: staysUntil(trail, moment), end }));
  for (const [i, on] of shuffle(chance, ways).entries()) {
    const way = ways[i] as (typeof ways)[number];
    if (on === way) continue;
    const mate = mates[i] as Traveller;
    mate.trail = [...way.trail.slice(0, way.gone), ...on.trail.slice(on.gone)];
    mate.end = on.end;
  }
}

/** Whether a card was set aside in the turn that began at a moment. */
function isSetAsideIn(stay: Stay, turnBegan: number): boolean {
  return stay.setAside === true && stay.from > turnBegan;
}

/** Whoever chooses a row may choose any two cards in any order. */
function chosenAnew(state: State, hands: HiddenCard[][], viewer: Viewer, chance: Chance): State['chosenRows'] {
  return state.chosenRows.map((chosen, seat) => {
    if (chosen === null || seat === viewer) return chosen;
    const cards = (hands[seat] ?? []).map(({ card }) => card);
    return shuffle(chance, cards).slice(0, chosen.length);
  });
}

/** What another seat saw in a hand. */
function studiedAnew(
  study: Study,
  seat: Seat,
  before: readonly TrackedCard[],
  after: readonly TrackedCard[],
  chance: Chance,
): Study {
  const wasSeen = ({ from, studiedBy }: Stay): boolean => from === study.at && studiedBy === seat;
  return { ...study, cards: withMarked(study.cards, wasSeen, before, after, chance) };
}

/** What the active player has set aside in this turn. */
function setAsideAnew(
  { turn }: State,
  before: readonly TrackedCard[],
  after: readonly TrackedCard[],
  chance: Chance,
): CardId[] {
  return withMarked(turn.setAside, (stay) => isSetAsideIn(stay, turn.began), before, after, chance);
}

/** The cards, those with a mark on their trail replaced by the ones that have it now, in an order that tells nothing. */
function withMarked(
  cards: readonly CardId[],
  isMark: (stay: Stay) => boolean,
  before: readonly TrackedCard[],
  after: readonly TrackedCard[],
  chance: Chance,
): CardId[] {
  const marked = (hidden: readonly TrackedCard[]): CardId[] =>
    hidden.filter(({ trail }) => trail.some(isMark)).map(({ card }) => card);
  const drawnAnew = marked(before);
  return shuffle(chance, [...cards.filter((card) => !drawnAnew.includes(card)), ...marked(after)]);
}
