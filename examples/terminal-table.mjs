// A table for two or more people at their terminals. It follows the game by server-sent events, prints what happens,
// and on your turn lists your actions by number. It uses this repository's client, which `npm run clients` builds;
// elsewhere import it from 'croupier-client'.
//   node examples/terminal-table.mjs --name Ada --create champions-of-chance
//   node examples/terminal-table.mjs --name Bob --join 01a1ff02-…
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const USAGE = `Usage: node examples/terminal-table.mjs (--create ruleset | --join gameId) [options]
  --name Guest      what you are called
  --url http://127.0.0.1:3000   the service; by default what CROUPIER_URL names`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    url: { type: 'string', default: process.env.CROUPIER_URL ?? 'http://127.0.0.1:3000' },
    name: { type: 'string', default: 'Guest' },
    create: { type: 'string' },
    join: { type: 'string' },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if ((values.create === undefined) === (values.join === undefined)) {
  console.error('Say either --create ruleset or --join gameId.');
  process.exit(2);
}
const { Croupier, legalActionsOf, ProblemError } = await import('#croupier-client').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('The client is not built: npm run clients builds it.');
  process.exit(1);
});
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Called when the client begins or stops waiting for the service. The client retries by itself. */
function onWaiting(waiting) {
  if (waiting) console.error(`${values.url} does not answer; trying again.`);
}

/** Asks the player until one legal action was made. False: there is nothing to decide. */
async function decide(params) {
  const query = { text: true, labels: true, names: true };
  const state = await croupier.get('/v1/games/{gameId}', { params: { ...params, query } });
  const { labels, version: expectedVersion, head: expectedHead } = state;
  if (labels === undefined) return false;
  const legalActions = legalActionsOf(state);
  console.log(`\n${state.text}\n`);
  for (const [i, label] of labels.entries()) console.log(`  ${i + 1}. ${label}`);
  for (;;) {
    process.stdout.write(`Your choice, 1 to ${labels.length}: `);
    const { value, done } = await lines.next();
    if (done) process.exit(0);
    const action = legalActions[Number(value) - 1];
    if (action === undefined) continue;
    try {
      await croupier.post('/v1/games/{gameId}/actions', { params, body: { action, expectedVersion, expectedHead } });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      console.log(error.message);
    }
    return true;
  }
}

const croupier = await Croupier.register({ url: values.url, onWaiting }, { name: values.name, kind: 'human' });
const { name } = await croupier.get('/v1/me');
if (name !== values.name) console.log(`You are ${name} here.`);
const game = values.create
  ? await croupier.post('/v1/games', { body: { ruleset: values.create } })
  : await croupier.post('/v1/games/{gameId}/seats', { params: { path: { gameId: values.join } }, body: {} });
if (game.status === 'open') console.log(`Waiting for others: --join ${game.id}`);
const params = { path: { gameId: game.id } };
for await (const { type, text } of croupier.follow(game.id, { seat: game.you[0], text: true, names: true })) {
  console.log(type === 'rewound' ? 'The database has lost moves; this is what remains:' : text);
  if (type === 'gameEnded' || type === 'gameAborted') break;
  const now = await croupier.get('/v1/games/{gameId}', { params });
  if (now.status !== 'playing') continue;
  while (await decide(params));
}
process.exit(0);
