import { type TSchema, Type } from '@sinclair/typebox';
import type { Hints, Kind } from '../hints.ts';

function hinted(kind: Kind): Hints {
  return { 'x-kind': kind };
}

export function CountField(description: string, range: { minimum?: number; maximum?: number } = {}) {
  return Type.Integer({ minimum: 0, ...range, ...hinted('count'), description });
}

export function PointsField(description: string) {
  return Type.Integer({ minimum: 0, ...hinted('points'), description });
}

export function HealthField(description: string) {
  return Type.Integer({ minimum: 0, ...hinted('health'), description });
}

export function FaceField(description: string, sides = 6) {
  return Type.Integer({ minimum: 1, maximum: sides, ...hinted('face'), description });
}

export function BySeat<T extends TSchema>(items: T, description: string) {
  const hints: Hints = { 'x-by': 'seat' };
  return Type.Array(items, { ...hints, description });
}
