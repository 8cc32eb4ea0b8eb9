import type { Scoring, Seat } from '../ruleset.ts';
import { SeatNumber } from '../schema.ts';

export function SeatField(description: string) {
  return { ...SeatNumber, description };
}

/** Lists every seat once, clockwise from `first`. A `first` beyond the last seat counts on from seat 0. */
export function clockwiseFrom(first: number, seats: number): Seat[] {
  const order: Seat[] = [];
  for (let step = 0; step < seats; step++) order.push((first + step) % seats);
  return order;
}

export function leftOf(seat: Seat, seats: number): Seat {
  return (seat + 1) % seats;
}

/** Returns the seats that share the best number. `numbers` has one number for each seat. */
export function bestSeats(numbers: readonly number[], scoring: Scoring = 'highest'): Seat[] {
  const best = scoring === 'highest' ? Math.max(...numbers) : Math.min(...numbers);
  return [...numbers.keys()].filter((seat) => numbers[seat] === best);
}
