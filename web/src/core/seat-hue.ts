import type { Game } from './api.ts';

/** The viewer's seat comes first, then the others in order; for spectators by seat. */
export function seatHue({ viewer, seats }: Pick<Game, 'viewer' | 'seats'>, seat: number): string {
  if (typeof viewer !== 'number') return `s${seat % 5}`;
  return `s${(seat - viewer + seats.length) % seats.length}`;
}
