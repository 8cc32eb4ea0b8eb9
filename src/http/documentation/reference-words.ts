type Doc = Record<string, any>;

/**
 * Puts back the words that stand beside references in `schema`, where the generator has left the reference alone: from
 * OpenAPI 3.1 on they may stand there, and say what this one field is and not what all of its kind are. `generated` is
 * what was made of the schema, part for part, and is changed in place.
 */
export function restoreReferenceWords(generated: Doc, schema: Doc): void {
  if (typeof schema.$ref === 'string') {
    if (schema.description !== undefined) generated.description = schema.description;
    return;
  }
  for (const [name, part] of Object.entries(schema)) {
    const counterpart = generated[name];
    if (isPart(part) && isPart(counterpart)) restoreReferenceWords(counterpart, part);
  }
}

function isPart(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null;
}
