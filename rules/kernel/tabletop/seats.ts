import type { Scoring, Seat } from '../ruleset.ts';
import { SeatNumber } from '../schema.ts';

/** A seat number in a schema, told what it stands for. */
export function SeatField(description: string) {
  return { ...SeatNumber, description };
}

/** Every seat once, clockwise, beginning with `first` (which may run past the last seat). */
export function clockwiseFrom(first: number, seats: number): Seat[] {
  const order: Seat[] = [];
  for (let step = 0; step < seats; step++) order.push((first + step) % seats);
  return order;
}

/** The next seat clockwise. */
export function leftOf(seat: Seat, seats: number): Seat {
  return (seat + 1) % seats;
}

/** The seats that share the best of these numbers, one number a seat. */
export function bestSeats(numbers: readonly number[], scoring: Scoring = 'highest'): Seat[] {
  const best = scoring === 'highest' ? Math.max(...numbers) : Math.min(...numbers);
  return [...numbers.keys()].filter((seat) => numbers[seat] === best);
}
