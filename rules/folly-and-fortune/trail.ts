import type { Seat } from '../kernel/ruleset.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Options } from './options.ts';

/**
 * Where a hidden card may lie: in a hand, in the draw pile, or among cards that are being shuffled before
 * they become a pile. With `firstGame`, the cards without a power are shuffled apart from the others.
 */
export type CardPlace = Seat | 'pile' | 'shuffle' | 'plainShuffle';

/** A card came to a place, or was looked at or set aside there. */
export interface Stay {
  place: CardPlace;
  /** the secret moment it began with; they are counted through the game */
  from: number;
  /** the seat that studied the hand at that moment */
  studiedBy?: Seat;
  /** whether it was set aside at that moment, not to be rolled this turn */
  setAside?: true;
}

/**
 * A card that not everybody can see, with the places it has been at since everybody last saw it. From the
 * trails follows what each seat can know: two cards that both were in one hand, or in one shuffle, after
 * a seat last saw either of them, may to that seat's eyes have gone either one's way. R32
 */
export interface HiddenCard {
  card: CardId;
  /** missing while it lies where it was dealt */
  trail?: Stay[];
}

/** A hidden card with its whole trail. */
export type TrackedCard = Required<HiddenCard>;

/** The moments at which the deck was shuffled and at which all cards were dealt. */
const SHUFFLED = 0;
export const DEALT = 1;

/** The card after everybody saw it go into a hand. */
export function seenInto(card: CardId, seat: Seat, now: number): TrackedCard {
  return { card, trail: [{ place: seat, from: now }] };
}

/** A card that lies at this place, with its whole trail. */
export function tracked({ card, trail }: HiddenCard, place: CardPlace, options: Options): TrackedCard {
  if (trail !== undefined) return { card, trail };
  const shuffled: Stay = { place: shuffleOf(card, options), from: SHUFFLED };
  return { card, trail: [shuffled, { place, from: DEALT }] };
}

/** The card as a position holds it: without a trail if it lies where it was dealt. */
export function shortened(hidden: TrackedCard, place: CardPlace, options: Options): HiddenCard {
  const { card, trail } = hidden;
  const [shuffled, dealt] = trail;
  const isDealt =
    trail.length === 2 &&
    isBare(shuffled as Stay, shuffleOf(card, options), SHUFFLED) &&
    isBare(dealt as Stay, place, DEALT);
  return isDealt ? { card } : hidden;
}

/** Whether a card came to a place at a moment, and nothing else. */
function isBare(stay: Stay, place: CardPlace, from: number): boolean {
  return stay.place === place && stay.from === from && stay.studiedBy === undefined && stay.setAside === undefined;
}

/** The shuffle that a card was dealt from. R13 */
function shuffleOf(card: CardId, options: Options): CardPlace {
  return options.firstGame && cardOf(card).powers.length === 0 ? 'plainShuffle' : 'shuffle';
}

/** The card after something more happened to it. */
export function goneOn({ card, trail }: TrackedCard, stay: Stay): TrackedCard {
  return { card, trail: [...trail, stay] };
}

/** The stay that a card was in at a moment; undefined before everybody last saw it. */
export function stayAt(trail: readonly Stay[], moment: number): Stay | undefined {
  return trail[staysUntil(trail, moment) - 1];
}

/** How many stays began up to a moment. */
export function staysUntil(trail: readonly Stay[], moment: number): number {
  let count = 0;
  while (count < trail.length && (trail[count] as Stay).from <= moment) count++;
  return count;
}
