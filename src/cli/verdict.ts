import type { TSchema } from '@sinclair/typebox';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { FAIRNESS_PARTS, Transcript, TranscriptEntry } from '../http/schemas/fairness.ts';
import { CompetitionPlace } from '../http/schemas/game-fields.ts';
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
  const isClosed = ({ $id }: TSchema) => CLOSED.some((part) => part.$id === $id);
  for (const part of [...TABLE_PARTS, ...FAIRNESS_PARTS]) ajv.addSchema(isClosed(part) ? closed(part) : part);
  return ajv;
}

/** The parts of a game's transcript that the chain does not bind as they are. */
const CLOSED = [Transcript, TranscriptEntry, CompetitionPlace];

/** Without fields that it does not name: no check looks at them, so nobody is to be told that they were verified. */
export function closed<S extends TSchema>(schema: S): S {
  return { ...schema, additionalProperties: false };
}

/** The first of what does not fit a form, and how much more there is. */
export function misfits(errors: ErrorObject[] | null | undefined): string {
  const told = messagesOf(errors).map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
  return `${told.slice(0, 3).join('; ')}${told.length > 3 ? ` (and ${told.length - 3} more)` : ''}`;
}

export function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
