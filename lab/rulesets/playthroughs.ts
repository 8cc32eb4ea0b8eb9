import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '#rules/catalogue.ts';
import { ROOT } from '../../src/places.ts';
import { playthroughCommand } from './playthrough-command.ts';

/** The compiled program also uses the recorded games beside the sources. */
const FOLDER = fileURLToPath(new URL('test/playthroughs/', ROOT));

process.exitCode = playthroughCommand(process.argv.slice(2), {
  catalogue: await loadCatalogue(true),
  folder: FOLDER,
  say: console.log,
  complain: console.error,
});
