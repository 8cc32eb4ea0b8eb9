import type { Chance } from '../../src/kernel/chance.ts';

type Doc = Record<string, any>;

/** An operation of the OpenAPI document, as far as it takes to call it. */
export interface Operation {
  id: string;
  method: string;
  /** with its parameters in braces */
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Doc }[];
  /** the bodies that the document gives as examples; none: it takes no body */
  bodies: unknown[];
}

export function operationsOf(doc: Doc): Operation[] {
  return Object.entries<Doc>(doc.paths).flatMap(([path, methods]) =>
    Object.entries<Doc>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      bodies: Object.values<Doc>(operation.requestBody?.content['application/json']?.examples ?? {}).map(
        ({ value }) => value,
      ),
    })),
  );
}

/** A value that a parameter's schema allows, by lot. */
export function fitting({ schema }: Operation['parameters'][number], lot: Chance): string {
  const branch = schema.anyOf?.[lot.int(schema.anyOf.length)] ?? schema;
  if (branch.const !== undefined) return String(branch.const);
  if (branch.enum !== undefined) return String(branch.enum[lot.int(branch.enum.length)]);
  if (branch.type === 'boolean') return lot.int(2) === 0 ? 'true' : 'false';
  if (branch.type === 'integer') return String((branch.minimum ?? 0) + lot.int(4));
  return 'word';
}
