// The least that an action can cost: Fastify routes that answer with the bytes of a recorded response, without a game.
//   node floor.mjs '{"url": …}' | '{"directory": …}' also writes an action's rows, by the service's own SQL statement
//   node floor.mjs '{}' writes nothing
import Fastify from 'fastify';
import { headerColumns } from '../../dist/src/games/commands/create-game.js';
import { summaryOf } from '../../dist/src/games/model/game.js';
import { openEmbedded } from '../../dist/src/store/embedded/embedded.js';
import { openPostgres } from '../../dist/src/store/postgres.js';
import { randomFrom } from './game.mjs';
import { answerTo, changeBy, choiceIn, newPracticeGame, shown } from './practice-game.mjs';

const SAMPLE_VERSION = 30;
const JSON_TYPE = 'application/json; charset=utf-8';

const { url, directory } = JSON.parse(process.argv[2]);
const store = await opened();
const sample = sampleOf();
const games = new Map();

const app = Fastify();
app.post('/v1/players', async (_, reply) => reply.code(201).send({ token: `crp_${'a'.repeat(43)}` }));
app.post('/v1/games', async (_, reply) => {
  const game = await created();
  games.set(game.id, game);
  return reply.code(201).type(JSON_TYPE).send(sample.stateOf(game.id));
});
app.post('/v1/games/:gameId/actions', async ({ params, body }, reply) => {
  const game = games.get(params.gameId);
  if (body.action === undefined) throw new Error('there is no action');
  if (store !== null) await append(game);
  return reply.type(JSON_TYPE).send(game.answer);
});
console.log(`Server listening at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.once('SIGTERM', async () => {
  await app.close();
  await store?.close();
  process.exit(0);
});

async function opened() {
  if (url !== undefined) return openPostgres({ url });
  return directory === undefined ? null : openEmbedded({ directory });
}

function sampleOf() {
  const random = randomFrom(1);
  let { game } = newPracticeGame(1);
  let change = null;
  while (game.version < SAMPLE_VERSION) {
    change = changeBy(game, choiceIn(game, random));
    game = change.game;
  }
  const { id } = game.header;
  const of = (text) => (other) => text.replaceAll(id, other);
  return { change, stateOf: of(JSON.stringify(shown(game))), answerOf: of(JSON.stringify(answerTo(change))) };
}

async function created() {
  const { game, rows } = newPracticeGame(1);
  const { id } = game.header;
  const { head } = sample.change.game;
  const row = { ...summaryOf(game), ...headerColumns(game.header), head, createdBy: null };
  await store?.log.create({ game: row, events: rows, memberships: [], notifications: [], request: null, entry: null });
  return { id, version: game.version, answer: sample.answerOf(id) };
}

async function append(game) {
  const { id: gameId } = game;
  const base = game.version++;
  const { rows, game: after } = sample.change;
  const made = await store.log.append({
    gameId,
    base,
    baseHead: after.head,
    events: rows.map((row) => ({ ...row, gameId, version: base + 1, at: new Date() })),
    game: { ...summaryOf(after), version: base + 1, updatedAt: new Date() },
    memberships: [],
    notifications: [],
    request: null,
  });
  if (!made) throw new Error('the change was not made');
}
