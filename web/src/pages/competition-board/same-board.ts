import type { Schemas } from '../../../../clients/typescript/src/index.ts';

export interface Decision {
  version: number;
  seat: number;
  action: Record<string, unknown>;
  isLate: boolean;
}

export function decisionsIn({ log }: Pick<Schemas['Transcript'], 'log'>, wanted: number | null): Decision[] {
  return log.flatMap(({ version, kind, seat, action }) => {
    if ((kind !== 'action' && kind !== 'timeout') || seat === null || action === null) return [];
    if (wanted !== null && seat !== wanted) return [];
    return [{ version, seat, action: action as Record<string, unknown>, isLate: kind === 'timeout' }];
  });
}

/** Returns the index of the first decision that differs or is missing at a table; null: all are equal. */
export function partingOf(tables: readonly (readonly Decision[])[]): number | null {
  const [first, ...others] = tables;
  if (first === undefined) return null;
  const longest = Math.max(...tables.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    if (!others.every((other) => isSame(first[place], other[place]))) return place;
  }
  return null;
}

function isSame(one: Decision | undefined, other: Decision | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.seat === other.seat && isSameJson(one.action, other.action);
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [fields, others] = [Object.entries(one), Object.keys(other)];
  if (Array.isArray(one) !== Array.isArray(other) || fields.length !== others.length) return false;
  return fields.every(([name, value]) => name in other && isSameJson(value, other[name as keyof typeof other]));
}
