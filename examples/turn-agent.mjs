// An agent without dependencies that waits and plays. It takes open seats, asks `listTurns` for its turns, and picks
// random legal actions. It retries with the same Idempotency-Key, so that every move is made exactly once.
//   node examples/turn-agent.mjs --join 3        takes up to three open seats, plays those games, then ends
//   node examples/turn-agent.mjs --compete <id>  enters a competition, plays its games, then ends
// As an agent of `npm run compete` it finds the service, its token and the competition in its environment.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** Statuses of temporary failures: the same call is sent again. */
const PASSING = [429, 502, 503, 504];

const USAGE = `Usage: node examples/turn-agent.mjs [options]
  --join 1          how many open seats it takes before it plays
  --compete <id>    enters this competition instead, and plays until it is complete; by default the one that
                    CROUPIER_COMPETITION names
  --name 'Turn agent'           registers so, unless CROUPIER_TOKEN says who it is
  --url http://127.0.0.1:3000   the service; by default what CROUPIER_URL names`;

/** how long to wait for a service that has never answered */
const PATIENCE_MS = 30_000;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    url: { type: 'string', default: process.env.CROUPIER_URL ?? 'http://127.0.0.1:3000' },
    name: { type: 'string', default: 'Turn agent' },
    join: { type: 'string', default: '1' },
    compete: { type: 'string', default: process.env.CROUPIER_COMPETITION },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
let token = '';
let answered = false;
let isSilent = false;

/** Prints once that there is no answer. Gives up after 30 seconds if the service has never answered. */
function missAnswer(why) {
  if (!isSilent) console.error(`${values.url} does not answer (${why}); trying again.`);
  isSilent = true;
  if (answered || performance.now() < PATIENCE_MS) return;
  console.error(`No answer from ${values.url}: is the service running there? --url, or CROUPIER_URL, names another.`);
  process.exit(1);
}

/** Ends the program after a refusal that another attempt would meet too. */
function refuse({ detail, hint }) {
  console.error(`${detail} ${hint}`);
  process.exit(1);
}

/** Sends a call again until there is an answer, even if connections break or the server restarts. */
async function call(method, path, body, more = {}) {
  const headers = { 'content-type': 'application/json', ...more };
  if (token !== '') headers.authorization = `Bearer ${token}`;
  if (method === 'POST') headers['idempotency-key'] = randomBytes(16).toString('hex');
  for (;;) {
    try {
      const answer = await fetch(values.url + path, { method, headers, body: body && JSON.stringify(body) });
      const wait = Number(answer.headers.get('retry-after') ?? 0);
      if (!PASSING.includes(answer.status)) {
        const told = answer.status === 204 ? null : await answer.json();
        answered = true;
        isSilent = false;
        const { status } = answer;
        if (status === 400 || status === 401 || (status === 403 && method === 'GET')) refuse(told);
        return { status, body: told };
      }
      missAnswer(answer.status);
      await sleep(Math.max(wait, 1) * 1000);
    } catch (error) {
      missAnswer(error.cause?.code ?? error.message);
      await sleep(500);
    }
  }
}

async function takeSeats(most) {
  const joined = new Set();
  while (joined.size < most) {
    const { body } = await call('GET', '/v1/games?openSeats=true&limit=100');
    for (const { id } of body.games) {
      if (joined.size === most || joined.has(id)) continue;
      const { status } = await call('POST', `/v1/games/${id}/seats`, {});
      if (status === 200) joined.add(id);
    }
    if (joined.size < most) await sleep(1000);
  }
  return joined;
}

function oneOf(list) {
  return list[Math.floor(Math.random() * list.length)];
}

/** Makes one move if it is still this agent's turn. */
async function play(gameId) {
  const { body: state } = await call('GET', `/v1/games/${gameId}`);
  if (state.choices === undefined) return;
  const { viewer, version, head, choices } = state;
  const { type, ...fields } = oneOf(choices);
  const chosen = Object.entries(fields).map(([field, values]) => [field, oneOf(values)]);
  const action = { type, ...Object.fromEntries(chosen) };
  const move = { action, seat: viewer, expectedVersion: version, expectedHead: head };
  // the list of turns shows the result, so the answer is not needed
  const { status, body } = await call('POST', `/v1/games/${gameId}/actions`, move);
  // 409: another player acted first, or the time ran out
  if (status !== 200 && status !== 409) throw new Error(JSON.stringify(body));
}

/** Prints how a game ended. False: it has not ended. */
async function isOver(id) {
  const { body: game } = await call('GET', `/v1/games/${id}`);
  if (game.status === 'open' || game.status === 'playing') return false;
  console.log(`${game.ruleset} ${id}: ${game.status}, ${JSON.stringify(game.outcome)}`);
  return true;
}

/** Registers with this name, or with the suggested one if it is taken. */
async function register(name) {
  const { body } = await call('POST', '/v1/players', { name, kind: 'agent' });
  return body.suggestion === undefined ? body.token : register(body.suggestion);
}

/** Makes a move in each game in which it is this agent's turn. Returns the ids of these games. */
async function playTurns(wait) {
  const { body } = await call('GET', `/v1/me/turns?wait=${wait}`);
  const moved = body.turns.map(({ gameId }) => gameId);
  for (const id of moved) await play(id);
  return moved;
}

async function playGames(games) {
  while (games.size > 0) {
    const moved = await playTurns(25);
    // without a move, checks all games, because other players and the clock end games too
    for (const id of moved.length > 0 ? moved : games) if (await isOver(id)) games.delete(id);
  }
}

/** Enters a competition and plays its games, which are among the player's turns. */
async function compete(id) {
  const path = `/v1/competitions/${id}`;
  const { status, body } = await call('POST', `${path}/entries`, {});
  if (status >= 400) refuse(body);
  for (;;) {
    const moved = await playTurns(5);
    if (moved.length > 0) continue;
    const { body: competition } = await call('GET', path);
    if (competition.complete) return console.log(`${competition.name}: ${competition.status}`);
  }
}

token = process.env.CROUPIER_TOKEN ?? (await register(values.name));
if (values.compete === undefined) await playGames(await takeSeats(Number(values.join)));
else await compete(values.compete);
