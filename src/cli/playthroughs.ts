import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '#rules/catalogue.ts';
import { ROOT } from '../places.ts';
import { playthroughCommand } from './playthrough-command.ts';

/** Golden playthroughs lie with the sources, also when the compiled program looks after them. */
const FOLDER = fileURLToPath(new URL('test/playthroughs/', ROOT));

process.exitCode = playthroughCommand(process.argv.slice(2), {
  catalogue: await loadCatalogue(true),
  folder: FOLDER,
  say: console.log,
  complain: console.error,
});
