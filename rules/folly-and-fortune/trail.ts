import type { Seat } from '../kernel/ruleset.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Options } from './options.ts';

/** `firstGame` shuffles cards without a power separately. */
export type CardPlace = Seat | 'pile' | 'shuffle' | 'plainShuffle';

export interface Stay {
  place: CardPlace;
  /** the value of `State.moment` when it began */
  from: number;
  /** the seat that studied the hand at that moment */
  studiedBy?: Seat;
  /** set aside at that moment: it cannot be rolled this turn */
  setAside?: true;
}

// R32: a seat cannot tell apart cards that were in one hand or one shuffle after it last saw either.
export interface HiddenCard {
  card: CardId;
  /** its places since it was last open; omitted while it lies where it was dealt */
  trail?: Stay[];
}

export type TrackedCard = Required<HiddenCard>;

const SHUFFLED = 0;
export const DEALT = 1;

export function seenInto(card: CardId, seat: Seat, now: number): TrackedCard {
  return { card, trail: [{ place: seat, from: now }] };
}

/** Restores an omitted trail. */
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

/** True for an arrival alone: not studied, not set aside. */
function isBare(stay: Stay, place: CardPlace, from: number): boolean {
  return stay.place === place && stay.from === from && stay.studiedBy === undefined && stay.setAside === undefined;
}

/** The shuffle that a card was dealt from. R13 */
function shuffleOf(card: CardId, options: Options): CardPlace {
  return options.firstGame && cardOf(card).powers.length === 0 ? 'plainShuffle' : 'shuffle';
}

export function goneOn({ card, trail }: TrackedCard, stay: Stay): TrackedCard {
  return { card, trail: [...trail, stay] };
}

/** Undefined before the card was last open. */
export function stayAt(trail: readonly Stay[], moment: number): Stay | undefined {
  return trail[staysUntil(trail, moment) - 1];
}

export function staysUntil(trail: readonly Stay[], moment: number): number {
  let count = 0;
  while (count < trail.length && (trail[count] as Stay).from <= moment) count++;
  return count;
}
