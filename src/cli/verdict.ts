import type { TSchema } from '@sinclair/typebox';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { messagesOf } from '#rules/input-errors.ts';
import { CompetitionPlace } from '#rules/kernel/place.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { FAIRNESS_PARTS, Transcript, TranscriptEntry } from '../games/fairness/fairness-shapes.ts';
import type { Objection } from '../games/model/verdict.ts';
import { TABLE_PARTS } from '../games/queries/table.ts';

/** Values are shown up to so many characters. */
const SHOWN = 400;

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

/** What does not hold, with both values. */
export function complaintOf({ check, expected, found }: Objection): string {
  return `${check} does not hold\n  expected  ${clipped(expected)}\n  found     ${clipped(found)}`;
}

export function keptLine(heads: number): string {
  if (heads > 0) return `${counted(heads, 'head')}, found in the chain`;
  return 'no head (--head): this history holds together, whether it is the one that was shown to you is not checked';
}

/** A value may be a whole game. */
function clipped(value: unknown): string {
  const text = shown(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

export function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
