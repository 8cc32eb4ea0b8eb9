import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '#rules/catalogue.ts';
import { ROOT } from '../../src/places.ts';
import { playthroughCommand } from './playthrough-command.ts';

/** The recorded games are always those of the source tree, even if the compiled program runs. */
const FOLDER = fileURLToPath(new URL('test/playthroughs/', ROOT));

process.exitCode = playthroughCommand(process.argv.slice(2), {
  catalogue: await loadCatalogue(true),
  folder: FOLDER,
  say: console.log,
  complain: console.error,
});
