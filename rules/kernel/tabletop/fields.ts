import { type TSchema, Type } from '@sinclair/typebox';
import type { Hints, Kind } from '../hints.ts';

function hinted(kind: Kind): Hints {
  return { 'x-kind': kind };
}

/** How many of something there are, in a schema, told what. */
export function CountField(description: string, range: { minimum?: number; maximum?: number } = {}) {
  return Type.Integer({ minimum: 0, ...range, ...hinted('count'), description });
}

/** Points in a schema, told what for. */
export function PointsField(description: string) {
  return Type.Integer({ minimum: 0, ...hinted('points'), description });
}

/** Hit points in a schema, told whose. */
export function HealthField(description: string) {
  return Type.Integer({ minimum: 0, ...hinted('health'), description });
}

/** What a die of so many sides shows, in a schema. */
export function FaceField(description: string, sides = 6) {
  return Type.Integer({ minimum: 1, maximum: sides, ...hinted('face'), description });
}

/** One item for each seat, by its number. */
export function BySeat<T extends TSchema>(items: T, description: string) {
  const hints: Hints = { 'x-by': 'seat' };
  return Type.Array(items, { ...hints, description });
}
