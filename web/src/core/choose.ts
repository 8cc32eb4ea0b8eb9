// Selects a legal action piece by piece, without knowing the rules: each pick leaves fewer legal actions.
import type { Action, LabelledAction } from '../../../clients/typescript/src/index.ts';

export type PickValue = string | number | boolean;

export interface Pick {
  field: string;
  value: PickValue;
}

type FieldValue = PickValue | readonly PickValue[];

/** Returns all fields of an action, including `type`. Their values are words, numbers, booleans or lists of these. */
export function fieldsOf(action: Action): [string, FieldValue][] {
  return Object.entries(action) as [string, FieldValue][];
}

function keyOf(field: string, value: PickValue): string {
  return `${field} ${typeof value === 'string' ? '' : typeof value} ${value}`;
}

/** The legal actions of a decision, by the values of their fields. Preparing a few thousand takes a millisecond. */
export class Choices {
  readonly all: readonly LabelledAction[];
  readonly #holds: ReadonlySet<string>[];
  readonly #listed = new Set<string>();

  constructor(all: readonly LabelledAction[]) {
    this.all = all;
    this.#holds = all.map(({ action }) => this.#keysOf(action));
  }

  #keysOf(action: Action): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const [field, value] of fieldsOf(action)) {
      if (Array.isArray(value)) this.#listed.add(field);
      for (const each of [value].flat() as PickValue[]) keys.add(keyOf(field, each));
    }
    return keys;
  }

  left(picks: readonly Pick[]): LabelledAction[] {
    if (picks.length === 0) return [...this.all];
    const keys = picks.map(({ field, value }) => keyOf(field, value));
    return this.all.filter((_, i) => keys.every((key) => this.#holds[i]?.has(key)));
  }

  /** Returns the legal action that is equal to `action`; undefined: there is none. */
  find(action: Action): LabelledAction | undefined {
    return this.all.find((listed) => isSame(listed.action, action));
  }

  fits(picks: readonly Pick[]): boolean {
    const keys = picks.map(({ field, value }) => keyOf(field, value));
    return this.#holds.some((held) => keys.every((key) => held.has(key)));
  }

  beside(picks: readonly Pick[], { field }: Pick): Pick[] {
    return this.#listed.has(field) ? [...picks] : picks.filter((pick) => pick.field !== field);
  }

  fitting(picks: readonly Pick[]): Pick[] {
    const kept: Pick[] = [];
    for (const pick of [...picks].reverse()) if (this.fits([pick, ...kept])) kept.unshift(pick);
    return kept;
  }

  /** Returns the values that can be picked next, or that can replace a picked value. */
  open(picks: readonly Pick[]): Openings {
    const keys = new Set<string>();
    for (const { action } of this.left(picks)) addKeys(keys, action);
    for (const field of new Set(picks.map((pick) => pick.field))) {
      if (this.#listed.has(field)) continue;
      for (const { action } of this.left(picks.filter((pick) => pick.field !== field))) addKeys(keys, action, field);
    }
    return { has: (field, value) => keys.has(keyOf(field, value)) };
  }
}

export interface Openings {
  has(field: string, value: PickValue): boolean;
}

function addKeys(keys: Set<string>, action: Action, only?: string): void {
  for (const [field, value] of fieldsOf(action)) {
    if (only !== undefined && field !== only) continue;
    for (const each of [value].flat() as PickValue[]) keys.add(keyOf(field, each));
  }
}

export function isPicked(picks: readonly Pick[], field: string, value: PickValue): boolean {
  return picks.some((pick) => pick.field === field && pick.value === value);
}

/** Returns the only action left, or the only one that has no values beyond the picks. If actions differ only
 * in the order of a list, the order of the picks decides. */
export function meantBy(left: readonly LabelledAction[], picks: readonly Pick[]): LabelledAction | null {
  if (left.length === 1) return left[0] ?? null;
  if (picks.length === 0) return null;
  const exact = left.filter(({ action }) =>
    fieldsOf(action).every(([field, value]) => {
      return field === 'type' || ([value].flat() as PickValue[]).every((each) => isPicked(picks, field, each));
    }),
  );
  if (exact.length <= 1) return exact[0] ?? null;
  const ordered = exact.filter(({ action }) => isInOrder(action, picks));
  return ordered.length === 1 ? (ordered[0] ?? null) : null;
}

function isInOrder(action: Action, picks: readonly Pick[]): boolean {
  return fieldsOf(action).every(([field, value]) => {
    if (!Array.isArray(value)) return true;
    const picked = picks.filter((pick) => pick.field === field).map((pick) => pick.value);
    return picked.length === value.length && picked.every((each, i) => each === value[i]);
  });
}

/** Returns the fields in which the actions left after `picks` still differ, with their values in the order of `left`. */
export function facetsOf(left: readonly LabelledAction[], picks: readonly Pick[]): Map<string, PickValue[]> {
  const counts = new Map<string, Map<PickValue, number>>();
  for (const { action } of left) {
    for (const [field, value] of fieldsOf(action)) {
      const ofField = counts.get(field) ?? new Map<PickValue, number>();
      for (const each of new Set([value].flat() as PickValue[])) ofField.set(each, (ofField.get(each) ?? 0) + 1);
      counts.set(field, ofField);
    }
  }
  const facets = new Map<string, PickValue[]>();
  for (const [field, ofField] of counts) {
    const telling = [...ofField].filter(([value, n]) => n < left.length && !isPicked(picks, field, value));
    if (telling.length > 0)
      facets.set(
        field,
        telling.map(([value]) => value),
      );
  }
  return facets;
}

export function isSame(one: Action, other: Action): boolean {
  if (one.type !== other.type) return false; // compares the type first: among thousands of actions, most differ in it
  const [fields, others] = [fieldsOf(one), new Map(fieldsOf(other))];
  return fields.length === others.size && fields.every(([field, value]) => String(value) === String(others.get(field)));
}
