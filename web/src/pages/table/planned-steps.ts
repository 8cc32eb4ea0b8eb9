// The plans that this page can make: steps with at most one condition each.

import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { resolved, type ViewSchema } from '../../auto/view-schema.ts';
import { descriptionIn, nameAt, type TableNames } from './plan-words.ts';

export type NewPlan = Schemas['NewPlan'];
export type Branch = Schemas['PlanBranch'];
type Action = Branch['do'];

export type Way = 'is' | 'not' | 'min' | 'max' | 'has';

/** A step of a plan. `field` is a JSON pointer into the view; empty: the step has no condition. */
export interface PlanStep {
  action: number;
  field: string;
  way: Way;
  value: string;
}

export interface PlanField {
  pointer: string;
  name: string;
  description: string;
  /** the words that the field may have; null: any value */
  words: readonly string[] | null;
}

/** Returns the fields of the view that have plain values, and the items of lists that have one item for each seat. */
export function fieldsIn(root: ViewSchema, view: unknown, names?: TableNames): PlanField[] {
  return Object.entries(root.properties ?? {}).flatMap(([name, property]): PlanField[] => {
    const schema = resolved(root, property);
    const field = (pointer: string, words: readonly string[] | null) => ({
      pointer,
      name: nameAt(root, pointer, names),
      description: descriptionIn(root, schema.description),
      words,
    });
    const value = (view as Record<string, unknown> | null)?.[name];
    if (schema.type === 'array' && schema['x-by'] === 'seat' && Array.isArray(value)) {
      return value.map((_, seat) => field(`/${name}/${seat}`, null));
    }
    const isPlain = ['string', 'integer', 'number', 'boolean', 'array'].includes(schema.type ?? '');
    return isPlain ? [field(`/${name}`, schema.enum ?? null)] : [];
  });
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Turns steps into the branches of a plan. With `again`, the last step is repeated while its condition is true. */
export function branchesOf(steps: readonly PlanStep[], actions: readonly Action[], again: boolean): Branch[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  const { action, field, way, value } = first;
  const when = field === '' ? {} : { when: [{ view: field, [way]: valueIn(value) } as never] };
  const branch = { ...when, do: actions[action] as Action };
  if (rest.length > 0) return [{ ...branch, next: branchesOf(rest, actions, again) }];
  return [again ? { ...branch, next: 'again' } : branch];
}

/** Returns a plan that repeats an action whenever the field has this word. The player makes all other decisions. */
export function standingPlan(action: Action, field: string, word: string, expectedVersion: number): NewPlan {
  const branch: Branch = { when: [{ view: field, is: word }], do: action, next: 'again' };
  return { expectedVersion, branches: [branch], unmatched: 'wait' };
}

/** The options of a decision, and the phase of the game in which it was made. */
export interface Offer {
  actions: Action[];
  labels: string[];
  phase: string | null;
}
