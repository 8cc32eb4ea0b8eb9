import type { Viewer } from '../kernel/ruleset.ts';
import { type CardId, deckOf } from './cards.ts';
import type { Options } from './options.ts';

/**
 * A moment after which nobody, or only somebody, can tell certain cards apart: a shuffle, or a theft out
 * of a hand. By place in the deck, it holds a bit for each viewer who has seen the card since. To a viewer
 * who has seen none of several cards since the moment, any of them may be where another is; that is all that
 * is hidden in hands and piles, and `redeal` draws exactly that anew. A card that was not part of the
 * moment counts as seen by all. R14
 */
export type Mix = number[];

/** Stands for no viewer: everybody can conclude that the card is a Wacky one. R10 */
export const KNOWN_WACKY = 1 << 8;

const PLACES: ReadonlyMap<CardId, number> = new Map(
  deckOf({ dieSelection: 'choose', victoryDice: false, wackyNumbers: true }).map((card, place) => [card, place]),
);

/** Where a card stands in the printed deck. */
export function placeOf(card: CardId): number {
  return PLACES.get(card) as number;
}

/** The bit of a viewer. */
export function eyesOf(viewer: Viewer, seats: number): number {
  return 1 << (viewer === 'spectator' ? seats : viewer);
}

/** The bits of all seats and of those who watch. */
export function allEyes(seats: number): number {
  return (1 << (seats + 1)) - 1;
}

/** The moment at which these cards are mixed up, followed by these eyes only. */
export function mixOf(options: Options, seats: number, cards: readonly CardId[], eyes: number): Mix {
  const mix: Mix = new Array<number>(deckOf(options).length).fill(allEyes(seats));
  for (const card of cards) mix[placeOf(card)] = eyes;
  return mix;
}

/** The moment, with these cards seen by these eyes since. */
export function withSeen(mix: Mix, cards: readonly CardId[], eyes: number): Mix {
  let seen = mix;
  for (const card of cards) {
    const place = placeOf(card);
    const before = seen[place] as number;
    if ((before | eyes) === before) continue;
    if (seen === mix) seen = mix.slice();
    seen[place] = before | eyes;
  }
  return seen;
}

/** The places of the cards that these eyes cannot tell apart since the moment. */
export function hiddenPlaces(mix: Mix, eyes: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < mix.length; place++) {
    if (((mix[place] as number) & eyes) === 0) places.push(place);
  }
  return places;
}

/** Whether some viewer still cannot tell some cards apart. */
export function hidesAnything(mix: Mix, seats: number): boolean {
  for (let eyes = 1; eyes <= 1 << seats; eyes <<= 1) if (hiddenPlaces(mix, eyes).length > 1) return true;
  return false;
}
