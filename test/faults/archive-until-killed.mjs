// A process that moves all games that are over to the archive and half of them back, as `npm run admin` does, again and again
// until it is killed. It says a line when it begins. Arguments: the URL of the database, the folder of the archive.
import { administer } from '../../dist/admin/admin.js';
import { Competitions } from '../../dist/competitions/competitions.js';
import { GameService } from '../../dist/games/game-service.js';
import { Players } from '../../dist/players/players.js';
import { loadCatalogue } from '../../dist/rulesets/catalogue.js';
import { openPostgres } from '../../dist/store/postgres/postgres.js';

const MOST = 200;
/** All games that are over have been so for more than a day by this. */
const clock = { now: () => new Date(Date.now() + 3 * 86_400_000) };

const [url, archiveDirectory] = process.argv.slice(2);
const [store, catalogue] = await Promise.all([openPostgres({ url, keys: [], archiveDirectory }), loadCatalogue(false)]);
const players = new Players(store);
const games = new GameService(store, catalogue, players, { liveGames: 10, clock });
const competitions = new Competitions({ store, catalogue, games, onTrouble: fail });

async function command(name, target, flags) {
  const call = { command: name, target, flags: { ...flags, yes: true }, by: 'somebody in a hurry' };
  const { outcome, lines } = await administer({ store, players, games, competitions }, call);
  // another process may have been there first, but nothing stays because it is broken
  const isWrong = name === 'archive' ? outcome !== 'done' || lines.some((line) => line.includes(' stays: ')) : false;
  if (isWrong) fail(new Error(`${name}: ${lines.join(' ')}`));
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

process.stdout.write('begins\n');
for (;;) {
  const ids = await store.archive.candidates(clock.now(), null, MOST);
  await command('archive', null, { 'older-than': '1' });
  for (const id of ids) if (Math.random() < 0.5) await command('restore', id, {});
}
