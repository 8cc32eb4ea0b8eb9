import { type HouseRefusal, refused } from './result.ts';

/** Refuses options for the reason that a ruleset gives, and points at the one to be changed: the first that it names. */
export function optionsRefused(problem: string, options: object): { ok: false; refusal: HouseRefusal } {
  const named = (problem.match(/\w+/g) ?? []).find((word) => Object.hasOwn(options, word));
  const pointer = named === undefined ? '/options' : `/options/${named}`;
  return refused('invalid-options', problem, { errors: [{ pointer, message: 'does not go with the others' }] });
}
