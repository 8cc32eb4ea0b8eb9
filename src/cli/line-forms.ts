import type { TSchema } from '@sinclair/typebox';
import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js';
import { COMPETITION_EVENTS } from '../competitions/model/events.ts';
import { COMPETITION_LINE_PARTS, COMPETITION_LINES } from '../competitions/transcript/transcript-shapes.ts';
import type { Lines } from '../competitions/transcript/verification.ts';
import { closed, formsOf, misfits } from './verdict.ts';

/** Says of a value what does not fit the form of such a line of a competition's transcript; null when it fits. */
export function lineForms(): (kind: keyof Lines, value: unknown) => string | null {
  const ajv = formsOf();
  const isEvent = (part: TSchema) => COMPETITION_EVENTS.some((event) => event.$id === part.$id);
  for (const part of COMPETITION_LINE_PARTS)
    if (ajv.getSchema(part.$id ?? '') === undefined) ajv.addSchema(isEvent(part) ? closed(part) : part);
  const schemas: Record<keyof Lines, AnySchema> = {
    ...COMPETITION_LINES,
    settled: closed(COMPETITION_LINES.settled),
    end: closed(COMPETITION_LINES.end),
  };
  const forms = new Map<keyof Lines, ValidateFunction>();
  return (kind, value) => {
    const fits = forms.get(kind) ?? ajv.compile(schemas[kind]);
    forms.set(kind, fits);
    return fits(value) ? null : misfits(fits.errors);
  };
}
