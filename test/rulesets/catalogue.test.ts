import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCatalogue } from '#rules/catalogue.ts';
import { listedIn } from './listed.ts';

const RULESETS = new URL('../../rules/', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'rulesets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PASCAL = `import pascal from '${new URL('pascal/index.ts', RULESETS).href}';\n`;

const FILES: Record<string, Record<string, string>> = {
  'a-draft': { 'rules.md': '# Rules' },
  empty: {},
  pascal: { 'index.ts': `${PASCAL}export default pascal;`, 'rules.md': '# Pascal' },
  'no-rules': { 'index.ts': `${PASCAL}export default { ...pascal, id: 'no-rules' };` },
  'no-default': { 'index.ts': 'export const ruleset = {};', 'rules.md': '# Rules' },
  'half-done': { 'index.ts': `${PASCAL}export default { ...pascal, redeal: undefined };`, 'rules.md': '# Rules' },
  'no-parts': { 'index.ts': `${PASCAL}export default { ...pascal, schemas: { view: {} } };`, 'rules.md': '# Rules' },
  'odd-name': { 'index.ts': `${PASCAL}export default pascal;`, 'rules.md': '# Rules' },
  'odd-schema': {
    'index.ts':
      `${PASCAL}const { parts } = pascal.schemas;\n` +
      "export default { ...pascal, id: 'odd-schema', schemas: { ...pascal.schemas, parts: [...parts, ...parts] } };",
    'rules.md': '# Rules',
  },
  broken: { 'index.ts': "throw new Error('it does not even load');", 'rules.md': '# Rules' },
};

for (const [id, files] of Object.entries(FILES)) {
  mkdirSync(join(folder, id));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, id, name), content);
}
const { catalogue, faults } = await readCatalogue(true, await listedIn(folder));

test('a catalog holds the readable rulesets, despite faults of others', () => {
  expect([...catalogue.keys()]).toEqual(['pascal']);
  expect(catalogue.get('pascal')?.rules).toBe('# Pascal');
});

test.each([
  ['a-draft', 'has no index.ts, which has to export the ruleset as its default.'],
  ['no-rules', 'has no rules.md, the rules for players with rulings R1, R2 and so on.'],
  ['no-default', 'has an index.ts whose default export is no ruleset.'],
  ['half-done', 'exports no ruleset: redeal is no function.'],
  ['no-parts', 'exports no ruleset: its schemas lack options, actions, events, parts.'],
  ['odd-name', 'holds a ruleset that calls itself pascal: both have to have the same name.'],
  ['odd-schema', expect.stringContaining('has a schema that cannot be compiled: ')],
  ['broken', 'cannot be loaded: it does not even load'],
])('the folder %s is reported in one sentence', (id, sentence) => {
  const said = faults.get(id);
  expect(said?.split('\n')).toHaveLength(1);
  expect(said?.replace(`rules/${id} `, '')).toEqual(sentence);
});

test('a folder without files is no fault', () => {
  expect(faults.has('empty')).toBe(false);
});
