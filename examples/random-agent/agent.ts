/**
 * Plays any ruleset to its end without knowing a rule: each state holds the legal actions, of which it picks one by lot.
 * Its client is generated from the service's own OpenAPI document.
 *
 *   npm run agent -- --ruleset pascals-ruin --seats 3 --games 2
 *
 * As an agent of `npm run compete`, with CROUPIER_TOKEN in its environment, it plays whatever games the house deals to it.
 */
import { parseArgs } from 'node:util';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.d.ts';

type Game = components['schemas']['Game'];
type Ruleset = components['schemas']['RulesetSummary'];

const USAGE = `Usage: npm run agent -- [options]
  --ruleset pascal  the id of a ruleset; without it every one is played
  --seats 3         how many seats; without it the smallest number
  --options '{}'    the options as JSON
  --games 1         how many games of each
  --url http://127.0.0.1:3000   the service; by default what CROUPIER_URL names`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    url: { type: 'string', default: process.env.CROUPIER_URL ?? 'http://127.0.0.1:3000' },
    ruleset: { type: 'string' },
    seats: { type: 'string' },
    options: { type: 'string', default: '{}' },
    games: { type: 'string', default: '1' },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

/** How long a service that restarts is waited for. */
const PATIENCE_MS = 30_000;
const PASSING = [429, 502, 503, 504];
/** The clock, or somebody else, was quicker. */
const TOO_LATE = 409;

/**
 * Sends a call until there is an answer, and waits as long as the service says. A change goes under a key of its own:
 * when its answer is lost it is sent again, and made once.
 */
async function patientFetch(request: Request): Promise<Response> {
  if (request.method === 'POST' && request.headers.has('authorization')) {
    request.headers.set('idempotency-key', crypto.randomUUID());
  }
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(request.clone()).catch((error: Error) => error);
    if (response instanceof Response && !PASSING.includes(response.status)) return response;
    if (performance.now() > deadline) throw new Error(`no answer from ${values.url}`, { cause: response });
    const pause = response instanceof Response ? Number(response.headers.get('retry-after') ?? 1) : 1;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}

const client = createClient<paths>({
  baseUrl: values.url,
  fetch: patientFetch,
});

/** Unwraps an answer; what the service refuses ends the agent with the reason. */
function expect<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): NonNullable<T> {
  if (data !== undefined && data !== null) return data;
  throw new Error(`${response.status} from ${new URL(response.url).pathname}: ${JSON.stringify(error)}`);
}

async function play(ruleset: Ruleset): Promise<Game> {
  const seats = Array.from({ length: Number(values.seats ?? ruleset.seats.min) }, () => 'me' as const);
  const body = { ruleset: ruleset.id, options: JSON.parse(values.options), seats } as components['schemas']['NewGame'];
  let game: Game = expect(await client.POST('/v1/games', { body }));
  const params = { path: { gameId: game.id } };
  while (game.status === 'playing') {
    // this agent holds every seat: the answer to each move is seen from a seat that is to act next
    const { viewer, version, head, legalActions = [] } = game;
    const action = legalActions[Math.floor(Math.random() * legalActions.length)];
    if (viewer === 'spectator' || action === undefined) throw new Error(`nobody can act in game ${game.id}`);
    const move = { seat: viewer, action, expectedVersion: version, expectedHead: head };
    game = expect(await client.POST('/v1/games/{gameId}/actions', { params, body: move })).state;
  }
  return game;
}

/** Acts wherever it is this agent's turn, for as long as it is let. */
async function playTurns(): Promise<never> {
  for (;;) {
    const { turns } = expect(await client.GET('/v1/me/turns', { params: { query: { wait: 20 } } }));
    for (const { gameId } of turns) await playTurn(gameId);
  }
}

async function playTurn(gameId: string): Promise<void> {
  const params = { path: { gameId } };
  const { viewer, version, head, legalActions = [] }: Game = expect(await client.GET('/v1/games/{gameId}', { params }));
  const action = legalActions[Math.floor(Math.random() * legalActions.length)];
  if (viewer === 'spectator' || action === undefined) return;
  const move = { seat: viewer, action, expectedVersion: version, expectedHead: head };
  const made = await client.POST('/v1/games/{gameId}/actions', { params, body: move });
  if (made.response.status !== TOO_LATE) expect(made);
}

/** Registers under that name, or under the one that the service suggests when somebody has it. */
async function register(name: string): Promise<string> {
  const registered = await client.POST('/v1/players', { body: { name, kind: 'agent' } });
  const suggestion = registered.error?.suggestion;
  return suggestion === undefined ? expect(registered).token : register(suggestion);
}

const dealt = process.env.CROUPIER_TOKEN;
const token = dealt ?? (await register('Random agent'));
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${token}`);
    return request;
  },
});

if (dealt !== undefined) await playTurns();
const { rulesets } = expect(await client.GET('/v1/rulesets'));
const chosen = rulesets.filter(({ id }) => values.ruleset === undefined || id === values.ruleset);
if (chosen.length === 0)
  throw new Error(`no ruleset ${values.ruleset}; there are ${rulesets.map(({ id }) => id).join(', ')}`);
for (const ruleset of chosen) {
  for (let n = 0; n < Number(values.games); n++) {
    const game = await play(ruleset);
    console.log(`${ruleset.name}: ${game.version} versions, ${JSON.stringify(game.outcome)}`);
  }
}
