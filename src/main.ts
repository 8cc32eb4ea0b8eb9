import { OWN_FILES, openFilesLimit } from './open-files.ts';

/** Loads the service only if the process may open enough files, because a later failure would be harder to
 * understand. */
async function main(): Promise<void> {
  const openFiles = openFilesLimit();
  if (openFiles > OWN_FILES) {
    const [{ start }, { fail }] = await Promise.all([import('./start.ts'), import('./fail.ts')]);
    return start(openFiles).catch(fail);
  }
  console.error(
    `croupier cannot run: this process may open ${openFiles} files and needs more than ${OWN_FILES}: raise \`ulimit -n\``,
  );
  process.exitCode = 1;
}

const [asked] = process.argv.slice(2);
if (asked === undefined) await main();
else {
  const help = 'The service reads its settings from the environment: see docs/configuration.md.';
  if (asked === '--help') console.log(help);
  else console.error(`Unknown option ${asked}. ${help}`);
  process.exitCode = asked === '--help' ? 0 : 2;
}
