// Runs the built service with a calendar of its own; `dated-house.ts` starts it. A message sets how many days the
// calendar is ahead.
import { pino } from 'pino';

const built = (path) => import(new URL(`../../../dist/${path}`, import.meta.url).href);
const DAY_MS = 86_400_000;

const [{ openEmbedded }, { loadCatalogue }, { House }, { buildApp }, { NO_LIMITS }, { readBuiltPages }, { Readiness }] =
  await Promise.all([
    built('src/store/embedded/embedded.js'),
    built('rules/catalogue.js'),
    built('src/house.js'),
    built('src/http/app.js'),
    built('src/http/limits.js'),
    built('src/http/server/pages.js'),
    built('src/http/readiness.js'),
  ]);

/** The days are the same in each run. They begin at noon, so that no day ends during a test. */
const FIRST_NOON = Date.parse('2040-01-16T12:00:00Z');
const opened = Date.now();

let days = 0;
const clock = {
  now: () => new Date(Date.now() + clock.aheadMs),
  get aheadMs() {
    return FIRST_NOON - opened + days * DAY_MS;
  },
};
const onTrouble = (error) => console.error(error);
const store = await openEmbedded({ directory: process.env.DATA_DIR });
await store.dailies.key('daily', Buffer.alloc(32, 'days')); // a fixed key, so that the boards are the same in each run too
const catalogue = await loadCatalogue(false);
const house = new House(store, catalogue, { games: { liveGames: 100, clock, searchThreads: 1 }, onTrouble });
const readiness = new Readiness(house);
readiness.enter('serving');
const app = await buildApp({
  ...house,
  logger: pino({ level: 'error' }),
  limits: NO_LIMITS,
  readiness,
  metrics: null,
  version: '0.0.0',
  document: null,
  pages: readBuiltPages(new URL('../../../dist/', import.meta.url)),
  operator: null,
});
await house.start();
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', (ahead) => {
  days = ahead;
  process.send(days);
});
process.on('disconnect', () => process.exit());
process.send(`http://127.0.0.1:${app.server.address().port}`);
