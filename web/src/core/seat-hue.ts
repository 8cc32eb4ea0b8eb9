import type { Game } from './api.ts';

/** The viewer's seat has the first color, then the others in order. For spectators each seat has its own color. */
export function seatHue({ viewer, seats }: Pick<Game, 'viewer' | 'seats'>, seat: number): string {
  if (typeof viewer !== 'number') return `s${seat % 5}`;
  return `s${(seat - viewer + seats.length) % seats.length}`;
}
