import type { Seat } from '../kernel/ruleset.ts';
import type { CardId } from './cards.ts';
import { allEyes, eyesOf, hidesAnything, KNOWN_WACKY, mixOf, withSeen } from './mixes.ts';
import { type State, seatCount } from './state.ts';

/** A seat gets to see cards. */
export function seeAlone(state: State, seat: Seat, cards: readonly CardId[]): void {
  see(state, cards, eyesOf(seat, seatCount(state)));
}

/** Cards lie open for everybody. */
export function seeTogether(state: State, cards: readonly CardId[]): void {
  see(state, cards, allEyes(seatCount(state)));
}

/** Everybody can conclude that these are Wacky cards. R10 */
export function concludeWacky(state: State, cards: readonly CardId[]): void {
  see(state, cards, KNOWN_WACKY);
}

function see(state: State, cards: readonly CardId[], eyes: number): void {
  state.mixes = state.mixes.map((mix) => withSeen(mix, cards, eyes));
}

/** Only these seats can follow what becomes of the cards. Moments that hide nothing any more are forgotten. */
export function mixUp(state: State, cards: readonly CardId[], followers: readonly Seat[]): void {
  const seats = seatCount(state);
  const eyes = followers.reduce((all, seat) => all | eyesOf(seat, seats), 0);
  state.mixes = [...state.mixes, mixOf(state.options, seats, cards, eyes)].filter((mix) => hidesAnything(mix, seats));
}
