import { grouped } from '../../seeks/grouped.ts';

export type Doc = Record<string, any>;

interface Part {
  place: Doc;
  name: string;
}

/** The parts that stand in several of these places alike, by their text. */
export function inCommon(places: readonly Doc[], counts: (name: string, part: Doc) => boolean): Part[][] {
  const parts = places.flatMap((place) => Object.keys(place).map((name) => ({ place, name })));
  const those = parts.filter(({ place, name }) => counts(name, place[name]));
  const byText = grouped(those, ({ place, name }) => JSON.stringify(place[name]));
  return [...byText.values()].filter((alike) => alike.length > 1);
}

/** The parts by new names, which are referred to where they stood. Throws where two get the same name. */
export function shared(
  groups: readonly Part[][],
  kind: string,
  nameOf: (name: string, part: Doc, place: Doc) => string,
): Doc {
  const named: Doc = {};
  for (const parts of groups) {
    const [{ place, name: first }] = parts as [Part];
    const part = place[first];
    const name = nameOf(first, part, place);
    if (name in named) throw new Error(`two ${kind} of the document are called ${name}`);
    named[name] = part;
    for (const each of parts) each.place[each.name] = { $ref: `#/components/${kind}/${name}` };
  }
  return named;
}

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
