// Creates the folder of a new game from a tiny example: `npm run new-ruleset -- bluff`.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATE = join(import.meta.dirname, 'new-ruleset');
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const [id, ...more] = process.argv.slice(2);
const fault = faultOf();
if (fault === null) make();
else {
  console.error(fault);
  process.exitCode = 2;
}

function faultOf() {
  if (id === undefined || more.length > 0) return 'A new game needs one name: npm run new-ruleset -- my-game';
  if (!KEBAB_CASE.test(id)) return `The name "${id}" is not in kebab case, like my-game: it is part of addresses.`;
  if (existsSync(folderOf(id))) return `There is a folder ${folderOf(id)} already.`;
  if (!existsSync('rules')) return 'There is no folder rules here: run it where package.json is.';
  return null;
}

function make() {
  const words = id.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const folder = folderOf(id);
  mkdirSync(folder);
  for (const file of readdirSync(TEMPLATE)) {
    const text = readFileSync(join(TEMPLATE, file), 'utf8');
    const named = text
      .replaceAll('new-game', id)
      .replaceAll('New Game', words.join(' '))
      .replaceAll('NewGame', words.join(''))
      .replaceAll(
        'newGame',
        words.join('').replace(/^./, (letter) => letter.toLowerCase()),
      );
    writeFileSync(join(folder, file), named);
  }
  console.log(`${folder} holds a tiny game that keeps every law. Now:

1. Change rules.md and index.ts until they are your game, and see that it keeps the laws:
   npm run laws -- ${id}
2. Record games that have to stay as they are:
   npm run playthroughs -- new --ruleset ${id} --name first-game --title 'A first game'
3. Write it into the OpenAPI document:
   npm run openapi

docs/adding-a-game.md says more.`);
}

function folderOf(id) {
  return `rules/${id}`;
}
