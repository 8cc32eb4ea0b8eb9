// The rulesets of a build, found by their folders, as a module that names each: `import` of a path that only the running program
// knows could be neither bundled nor checked.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHELF = 'versions';
/** What lies beside the rulesets and is none. */
const OTHERS = ['generated', 'kernel'];

/** The names of the rulesets in a folder, in alphabetical order. */
export function rulesetsIn(room) {
  return foldersIn(room).filter((name) => !OTHERS.includes(name));
}

/** Empty ones do not count. */
function foldersIn(room) {
  if (!existsSync(room)) return [];
  return readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(room, entry.name)).length > 0)
    .map((entry) => entry.name)
    .sort();
}

/** The text of a module that lists the rulesets in `room`, their older versions with them; `path` leads from the module to the room. */
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
