import type { Game } from './api.ts';

/** The class with the colors of a seat: one's own first, then the others in their order; for who watches, as they sit. */
export function seatHue({ viewer, seats }: Pick<Game, 'viewer' | 'seats'>, seat: number): string {
  if (typeof viewer !== 'number') return `s${seat % 5}`;
  return `s${(seat - viewer + seats.length) % seats.length}`;
}
