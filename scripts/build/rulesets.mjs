// Writes a list with an `import` for each ruleset: a computed path could be neither bundled nor checked.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHELF = 'versions';
const OTHERS = ['generated', 'kernel'];

export function rulesetsIn(room) {
  return foldersIn(room).filter((name) => !OTHERS.includes(name));
}

function foldersIn(room) {
  if (!existsSync(room)) return [];
  return readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(room, entry.name)).length > 0)
    .map((entry) => entry.name)
    .sort();
}

export function listOfRulesets(room, path) {
  const listed = (folder) => {
    const has = (name) => existsSync(join(room, folder, name));
    const load = has('index.ts') ? `() => import('${path}${folder}/index.ts')` : 'null';
    const rules = has('rules.md') ? JSON.stringify(readFileSync(join(room, folder, 'rules.md'), 'utf8')) : 'null';
    return `load: ${load}, rules: ${rules}`;
  };
  const entries = rulesetsIn(room).map((id) => {
    const versions = foldersIn(join(room, id, SHELF)).map((n) => `'${n}': { ${listed(`${id}/${SHELF}/${n}`)} },`);
    return `  '${id}': { ${listed(id)}, versions: { ${versions.join(' ')} } },\n`;
  });
  return `// The build writes this file, from the folders of the rulesets.\nexport const RULESETS = {\n${entries.join('')}};\n`;
}
