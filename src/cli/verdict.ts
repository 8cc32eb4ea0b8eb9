import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { FAIRNESS_PARTS } from '../http/schemas/fairness.ts';
import { TABLE_PARTS } from '../http/schemas/table.ts';
import { messagesOf } from '../rulesets/input-errors.ts';

/** What a verifier found, in words and as JSON. */
export interface Verdict {
  verified: boolean;
  text: string;
  json: object;
}

/** Compiles the forms of transcripts, with all that they refer to. */
export function formsOf(): Ajv2020 {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  for (const part of [...TABLE_PARTS, ...FAIRNESS_PARTS]) ajv.addSchema(part);
  return ajv;
}

/** The first of what does not fit a form, and how much more there is. */
export function misfits(errors: ErrorObject[] | null | undefined): string {
  const told = messagesOf(errors).map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
  return `${told.slice(0, 3).join('; ')}${told.length > 3 ? ` (and ${told.length - 3} more)` : ''}`;
}

export function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function counted(number: number, word: string, plural = `${word}s`): string {
  return `${number} ${number === 1 ? word : plural}`;
}
