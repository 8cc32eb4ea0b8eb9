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

interface Traveller extends TrackedCard {
  /** the last moment at which the viewer knew where the card was */
  seen: number;
  /** the card whose real place this card takes in the redeal */
  end: CardId;
}

// Exchanges cards that the viewer cannot tell apart: they were in one hand or shuffle at the same time (rule R32).
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

function hiddenCards({ hands, drawPile, options }: State, viewer: Viewer): TrackedCard[] {
  const inHands = hands.flatMap((hand, seat) =>
    seat === viewer ? [] : hand.map((hidden) => tracked(hidden, seat, options)),
  );
  return [...inHands, ...drawPile.map((hidden) => tracked(hidden, 'pile', options))];
}

/** Returns when the viewer last knew the card's place: face up, in the viewer's own hand, or in a studied hand. */
function lastSeen(trail: readonly Stay[], viewer: Viewer): number {
  let seen = trail[0]?.from ?? 0;
  for (const [i, { place, from, studiedBy }] of trail.entries()) {
    if (studiedBy === viewer) seen = from;
    if (place === viewer) seen = trail[i + 1]?.from ?? from;
  }
  return seen;
}

/** Returns false for the draw pile, the only place that keeps the order of its cards. */
function mixes(place: CardPlace): boolean {
  return place !== 'pile';
}

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

function settingsAside(travellers: readonly TrackedCard[]): ReadonlySet<number> {
  const moments = new Set<number>();
  for (const { trail } of travellers) for (const stay of trail) if (stay.setAside === true) moments.add(stay.from);
  return moments;
}

// Groups cards by the place where they were at `moment`. Cards set aside in the current turn (it began at `turnBegan`)
// form groups of their own, because no card is set aside twice in a turn.
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

function isSetAsideIn(stay: Stay, turnBegan: number): boolean {
  return stay.setAside === true && stay.from > turnBegan;
}

/** Replaces the two secret cards of other seats: a seat may have chosen any two of its cards, in any order. */
function chosenAnew(state: State, hands: HiddenCard[][], viewer: Viewer, chance: Chance): State['chosenRows'] {
  return state.chosenRows.map((chosen, seat) => {
    if (chosen === null || seat === viewer) return chosen;
    const cards = (hands[seat] ?? []).map(({ card }) => card);
    return shuffle(chance, cards).slice(0, chosen.length);
  });
}

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

function setAsideAnew(
  { turn }: State,
  before: readonly TrackedCard[],
  after: readonly TrackedCard[],
  chance: Chance,
): CardId[] {
  return withMarked(turn.setAside, (stay) => isSetAsideIn(stay, turn.began), before, after, chance);
}

/** Replaces the cards that `isMark` selects before the redeal by those that it selects after it. Shuffles the list. */
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
