import type { Seat } from '../kernel/ruleset.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Options } from './options.ts';

/** The option `firstGame` shuffles cards without a power separately: `plainShuffle`. */
export type CardPlace = Seat | 'pile' | 'shuffle' | 'plainShuffle';

export interface Stay {
  place: CardPlace;
  /** `State.moment` when the card came there */
  from: number;
  /** the seat that studied the hand at that moment, if one did */
  studiedBy?: Seat;
  /** true: the card was set aside at that moment and cannot be rolled this turn */
  setAside?: true;
}

// R32: a seat cannot tell apart cards that were in one hand or shuffle after it last saw them.
export interface HiddenCard {
  card: CardId;
  /** where the card has been since all last saw it; omitted while it lies where it was dealt */
  trail?: Stay[];
}

export type TrackedCard = Required<HiddenCard>;

const SHUFFLED = 0;
export const DEALT = 1;

export function seenInto(card: CardId, seat: Seat, now: number): TrackedCard {
  return { card, trail: [{ place: seat, from: now }] };
}

/** Adds the trail if it was omitted. */
export function tracked({ card, trail }: HiddenCard, place: CardPlace, options: Options): TrackedCard {
  if (trail !== undefined) return { card, trail };
  const shuffled: Stay = { place: shuffleOf(card, options), from: SHUFFLED };
  return { card, trail: [shuffled, { place, from: DEALT }] };
}

/** Omits the trail of a card that lies where it was dealt. */
export function shortened(hidden: TrackedCard, place: CardPlace, options: Options): HiddenCard {
  const { card, trail } = hidden;
  const [shuffled, dealt] = trail;
  const isDealt =
    trail.length === 2 &&
    isBare(shuffled as Stay, shuffleOf(card, options), SHUFFLED) &&
    isBare(dealt as Stay, place, DEALT);
  return isDealt ? { card } : hidden;
}

/** True if the card only arrived there: it was neither studied nor set aside. */
function isBare(stay: Stay, place: CardPlace, from: number): boolean {
  return stay.place === place && stay.from === from && stay.studiedBy === undefined && stay.setAside === undefined;
}

/** Returns the shuffle from which a card was dealt. R13 */
function shuffleOf(card: CardId, options: Options): CardPlace {
  return options.firstGame && cardOf(card).powers.length === 0 ? 'plainShuffle' : 'shuffle';
}

export function goneOn({ card, trail }: TrackedCard, stay: Stay): TrackedCard {
  return { card, trail: [...trail, stay] };
}

/** Returns where the card was at a moment; undefined: all have seen the card since. */
export function stayAt(trail: readonly Stay[], moment: number): Stay | undefined {
  return trail[staysUntil(trail, moment) - 1];
}

export function staysUntil(trail: readonly Stay[], moment: number): number {
  let count = 0;
  while (count < trail.length && (trail[count] as Stay).from <= moment) count++;
  return count;
}
