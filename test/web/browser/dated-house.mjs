// The built service with a calendar of its own, started by `dated-house.ts`: each message is how many days it is ahead.
import { pino } from 'pino';

const built = (path) => import(new URL(`../../../dist/${path}`, import.meta.url).href);
const DAY_MS = 86_400_000;

const [{ openEmbedded }, { loadCatalogue }, { Players }, { GameService }, { Competitions }, { Ratings }, { Seeks }] =
  await Promise.all([
    built('store/embedded/embedded.js'),
    built('rulesets/catalogue.js'),
    built('players/players.js'),
    built('games/game-service.js'),
    built('competitions/competitions.js'),
    built('ratings/ratings.js'),
    built('seeks/seeks.js'),
  ]);
const [
  { Accounts },
  { Analyses },
  { buildApp },
  { NO_LIMITS },
  { readBuiltPages },
  { Readiness },
  { Talk },
  { Webhooks },
  { reachOf },
  { NoticeChannels },
] = await Promise.all([
  built('accounts/accounts.js'),
  built('analyses/analyses.js'),
  built('http/app.js'),
  built('http/limits/limits.js'),
  built('http/routes/pages.js'),
  built('http/readiness.js'),
  built('talk/talk.js'),
  built('webhooks/webhooks.js'),
  built('webhooks/address.js'),
  built('notices/notice-channels.js'),
]);

/** The same days in every run, each from its noon on, so that none ends of itself while a test goes on. */
const FIRST_NOON = Date.parse('2040-01-16T12:00:00Z');
const opened = Date.now();

let days = 0;
const clock = { now: () => new Date(FIRST_NOON + Date.now() - opened + days * DAY_MS) };
const onTrouble = (error) => console.error(error);
const store = await openEmbedded({ directory: process.env.DATA_DIR });
await store.dailies.key('daily', Buffer.alloc(32, 'days')); // and with it the same boards
const catalogue = await loadCatalogue(false);
const players = new Players(store);
const games = new GameService(store, catalogue, players, { liveGames: 100, clock, onTrouble, searchThreads: 1 });
const readiness = new Readiness(store, games.timekeeper);
readiness.enter('serving');
const competitions = new Competitions({ store, catalogue, games, onTrouble });
const seeks = new Seeks({ store, catalogue, players, games, onTrouble });
const ratings = new Ratings(store, catalogue);
const analyses = new Analyses({ store, catalogue, players, games, budget: null, onTrouble });
const app = await buildApp({
  catalogue,
  players,
  accounts: new Accounts({ store, players, games, competitions, ratings, seeks, analyses, onTrouble }),
  gameService: games,
  notices: new NoticeChannels({ store, catalogue, reach: reachOf('refuse'), now: clock.now }),
  webhooks: new Webhooks(store.webhooks, reachOf('refuse')),
  competitions,
  ratings,
  seeks,
  analyses,
  talk: new Talk({ store, players, games }),
  logger: pino({ level: 'error' }),
  limits: NO_LIMITS,
  readiness,
  metrics: null,
  version: '0.0.0',
  document: null,
  neighbours: null,
  pages: readBuiltPages(new URL('../../../dist/', import.meta.url)),
  mcp: false,
  operator: null,
});
await players.start();
await games.start();
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', (ahead) => {
  days = ahead;
  process.send(days);
});
process.on('disconnect', () => process.exit());
process.send(`http://127.0.0.1:${app.server.address().port}`);
