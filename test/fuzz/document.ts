import type { Chance } from '#rules/kernel/chance.ts';

type Doc = Record<string, any>;

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Doc }[];
  bodies: unknown[];
  options: Record<string, Doc>;
  solo: string[];
}

export function operationsOf(doc: Doc): Operation[] {
  return Object.entries<Doc>(doc.paths).flatMap(([path, methods]) =>
    Object.entries<Doc>(methods).map(([method, operation]) => {
      const { examples = {}, schema = {} } = operation.requestBody?.content['application/json'] ?? {};
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        bodies: Object.values<Doc>(examples).map(({ value }) => value),
        options: optionsIn(doc, schema),
        solo: soloIn(doc, schema),
      };
    }),
  );
}

function optionsIn(doc: Doc, schema: Doc): Record<string, Doc> {
  const chosen = newGamesIn(doc, schema).map(({ ruleset, options }) => [
    ruleset.enum[0],
    resolved(doc, options).properties,
  ]);
  return Object.fromEntries(chosen);
}

function soloIn(doc: Doc, schema: Doc): string[] {
  return newGamesIn(doc, schema)
    .filter(({ seats }) => seats.maxItems === 1)
    .map(({ ruleset }) => ruleset.enum[0]);
}

function newGamesIn(doc: Doc, schema: Doc): Doc[] {
  const branches: Doc[] = resolved(doc, schema).oneOf ?? [];
  return branches
    .map((branch) => resolved(doc, branch).properties ?? {})
    .filter(({ options }) => options !== undefined);
}

function resolved(doc: Doc, schema: Doc): Doc {
  return schema.$ref === undefined ? schema : doc.components.schemas[schema.$ref.split('/').at(-1)];
}

export function fitting(schema: Doc, lot: Chance): string {
  const branch = schema.anyOf?.[lot.int(schema.anyOf.length)] ?? schema;
  if (branch.const !== undefined) return String(branch.const);
  if (branch.enum !== undefined) return String(branch.enum[lot.int(branch.enum.length)]);
  if (branch.type === 'boolean') return lot.int(2) === 0 ? 'true' : 'false';
  if (branch.type === 'null') return 'null';
  if (branch.type !== 'integer') return 'word';
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf = 1 } = branch;
  return String(Math.min(minimum + lot.int(4) * multipleOf, maximum));
}
