// What the compiler leaves behind: rules for players and decks, read by the rulesets at run time.
import { cpSync, readdirSync } from 'node:fs';

for (const entry of readdirSync('src/rulesets', { recursive: true })) {
  if (/(^|\/)(rules\.md|deck\.json)$/.test(entry)) cpSync(`src/rulesets/${entry}`, `dist/rulesets/${entry}`);
}
