// Writes the TypeScript client's types: `node scripts/client-types.mjs <document> <file>`. Refusals and headers are not
// repeated per operation, which would be a fifth of all lines.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';

const { positionals } = parseArgs({ allowPositionals: true });
const [source, target] = positionals;
const document = JSON.parse(readFileSync(source, 'utf8'));

for (const path of Object.values(document.paths)) {
  for (const operation of Object.values(path)) {
    const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    operation.responses = Object.fromEntries(answers.map(([status, { headers: _, ...answer }]) => [status, answer]));
  }
}
const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
/** Matches generated properties that only say that something is absent: verbs, cookies, other headers. */
const ABSENT =
  /^ +(?:(?:get|put|post|delete|options|head|patch|trace|cookie|requestBody|content)\?: never;|headers: \{\n +\[name: string\]: unknown;\n +\};)\n/gm;
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `// Made from the OpenAPI document.\n${types.replace(ABSENT, '')}`);
