import { Type } from '@sinclair/typebox';
import type { Seat } from '../../kernel/ruleset.ts';

/** A seat number in a schema, told what it stands for. */
export function SeatField(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** Every seat once, clockwise, beginning with `first` (which may run past the last seat). */
export function clockwiseFrom(first: number, seats: number): Seat[] {
  const order: Seat[] = [];
  for (let step = 0; step < seats; step++) order.push((first + step) % seats);
  return order;
}
