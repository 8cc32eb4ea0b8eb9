import type { Seat } from '../kernel/ruleset.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Options } from './options.ts';

/** A seat means its hand. With the option `firstGame`, cards without a power are shuffled apart (`plainShuffle`). */
export type CardPlace = Seat | 'pile' | 'shuffle' | 'plainShuffle';

export interface Stay {
  place: CardPlace;
  /** the value of `State.moment` when the card came to this place */
  from: number;
  /** the seat that studied the hand at the moment `from`, if one did */
  studiedBy?: Seat;
  /** true: the card was set aside at the moment `from` and cannot be rolled this turn */
  setAside?: true;
}

// A hidden card. A seat cannot tell apart cards that shared a hand or shuffle since the seat last saw them (rule R32).
export interface HiddenCard {
  card: CardId;
  /** the places of the card since all players last saw it; omitted while the card lies where it was dealt */
  trail?: Stay[];
}

export type TrackedCard = Required<HiddenCard>;

const SHUFFLED = 0;
export const DEALT = 1;

export function seenInto(card: CardId, seat: Seat, now: number): TrackedCard {
  return { card, trail: [{ place: seat, from: now }] };
}

/** Adds the trail of a card that lies where it was dealt. Positions omit such trails. */
export function tracked({ card, trail }: HiddenCard, place: CardPlace, options: Options): TrackedCard {
  if (trail !== undefined) return { card, trail };
  const shuffled: Stay = { place: shuffleOf(card, options), from: SHUFFLED };
  return { card, trail: [shuffled, { place, from: DEALT }] };
}

/** Removes the trail of a card that lies where it was dealt, because `tracked` can restore this trail. */
export function shortened(hidden: TrackedCard, place: CardPlace, options: Options): HiddenCard {
  const { card, trail } = hidden;
  const [shuffled, dealt] = trail;
  const isDealt =
    trail.length === 2 &&
    isBare(shuffled as Stay, shuffleOf(card, options), SHUFFLED) &&
    isBare(dealt as Stay, place, DEALT);
  return isDealt ? { card } : hidden;
}

/** Returns true if the stay has this place and moment and the card was neither studied nor set aside then. */
function isBare(stay: Stay, place: CardPlace, from: number): boolean {
  return stay.place === place && stay.from === from && stay.studiedBy === undefined && stay.setAside === undefined;
}

/** Returns the shuffle from which a card was dealt (rule R13). */
function shuffleOf(card: CardId, options: Options): CardPlace {
  return options.firstGame && cardOf(card).powers.length === 0 ? 'plainShuffle' : 'shuffle';
}

export function goneOn({ card, trail }: TrackedCard, stay: Stay): TrackedCard {
  return { card, trail: [...trail, stay] };
}

/** Returns the place of the card at a moment; undefined: all players have seen the card after that moment. */
export function stayAt(trail: readonly Stay[], moment: number): Stay | undefined {
  return trail[staysUntil(trail, moment) - 1];
}

export function staysUntil(trail: readonly Stay[], moment: number): number {
  let count = 0;
  while (count < trail.length && (trail[count] as Stay).from <= moment) count++;
  return count;
}
