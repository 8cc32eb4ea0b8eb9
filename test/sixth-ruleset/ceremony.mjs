// Counts the lines of a ruleset that only satisfy the contract and say nothing about the game:
// `node test/sixth-ruleset/ceremony.mjs rules/<id>`. Fails if they are a tenth of all lines.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches lines of index.ts that state facts about the game. `FRAME` matches lines that every game must have. */
const FACT = /^ {2,}(id|name|summary|credits|rulesVersion|seats|solo|hiddenInformation|scoring)\b|^ {4,}['`]/;
const FRAME =
  /= Static<|schemaFamily\(|^export const parts|^type Table =|\b(tableOf|stepOf|stepFrom)\(|satisfies never|^ *default:$/;

const [folder] = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => /\.(ts|md)$/.test(name));
const counts = files.map((name) => counted(name, readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')));
const lines = counts.reduce((sum, count) => sum + count.lines, 0);
const ceremony = counts.reduce((sum, count) => sum + count.ceremony, 0);
for (const count of counts) console.log(`${count.name}: ${count.ceremony} of ${count.lines} lines`);
console.log(`${folder}: ${ceremony} of ${lines} lines are ceremony, ${((100 * ceremony) / lines).toFixed(1)} %`);
process.exitCode = ceremony * 10 < lines ? 0 : 1;

function counted(name, all) {
  if (name.endsWith('.md')) return { name, lines: all.length, ceremony: 0 };
  let isImport = false;
  const found = all.filter((line) => {
    const isPart = isImport || line.startsWith('import ');
    isImport = isPart && !line.endsWith(';');
    if (isPart) return true;
    return name === 'index.ts' ? line !== '' && !FACT.test(line) : FRAME.test(line);
  });
  return { name, lines: all.length, ceremony: found.length };
}
