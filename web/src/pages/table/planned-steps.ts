// Plans as people make them in a browser: a list of steps, each with at most one condition.

import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { resolved, type ViewSchema } from '../../auto/view-schema.ts';
import { descriptionIn, nameAt } from './plan-words.ts';

export type NewPlan = Schemas['NewPlan'];
export type Branch = Schemas['PlanBranch'];
type Action = Branch['do'];

/** What a condition asks of a value. */
export type Way = 'is' | 'not' | 'min' | 'max' | 'has';

/** A step; `field`: a JSON pointer into the view, empty where there is no condition. */
export interface PlanStep {
  action: number;
  field: string;
  way: Way;
  value: string;
}

/** A value of the view that a condition can be about, by its JSON pointer. */
export interface PlanField {
  pointer: string;
  name: string;
  /** a sentence or two; empty where the rules have none */
  description: string;
  /** the words that it can be; null: anything */
  words: readonly string[] | null;
}

/** The values of a view that conditions can be about: its plain fields, and of lists by seat the places. */
export function fieldsIn(root: ViewSchema, view: unknown): PlanField[] {
  return Object.entries(root.properties ?? {}).flatMap(([name, property]): PlanField[] => {
    const schema = resolved(root, property);
    const field = (pointer: string, words: readonly string[] | null) => ({
      pointer,
      name: nameAt(root, pointer),
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

/** A text as JSON where it is JSON, else as it is. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The branches that do these steps one after the other; `again`: the last of them whenever it matches. */
export function branchesOf(steps: readonly PlanStep[], actions: readonly Action[], again: boolean): Branch[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  const { action, field, way, value } = first;
  const when = field === '' ? {} : { when: [{ view: field, [way]: valueIn(value) } as never] };
  const branch = { ...when, do: actions[action] as Action };
  if (rest.length > 0) return [{ ...branch, next: branchesOf(rest, actions, again) }];
  return [again ? { ...branch, next: 'again' } : branch];
}

/** A plan that does this action whenever the view has that word in that field, and leaves all else to the player. */
export function standingPlan(action: Action, field: string, word: string, expectedVersion: number): NewPlan {
  const branch: Branch = { when: [{ view: field, is: word }], do: action, next: 'again' };
  return { expectedVersion, branches: [branch], unmatched: 'wait' };
}

/** What one could do at a decision, in words, and the word by which one knows that decision again. */
export interface Offer {
  actions: Action[];
  labels: string[];
  phase: string | null;
}
