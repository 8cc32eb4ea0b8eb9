/**
 * A table for two or more people at their terminals. It follows the game by server-sent events and shows what happens;
 * when it is your turn it lists what you may do, and takes a number. No dependencies:
 *
 *   node examples/terminal-table.mjs --name Ada --create champions-of-chance
 *   node examples/terminal-table.mjs --name Bob --join 01a1ff02-…
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
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
const headers = { 'content-type': 'application/json' };
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Answers of a service, or of the proxy before it, that has no time now: the same call is sent again. */
const PASSING = [429, 502, 503, 504];

async function call(method, path, body) {
  const key = method === 'POST' && headers.authorization ? { 'idempotency-key': randomUUID() } : {};
  for (;;) {
    const request = { method, headers: { ...headers, ...key }, body: body && JSON.stringify(body) };
    const answer = await fetch(values.url + path, request).catch(() => null);
    if (answer !== null && !PASSING.includes(answer.status)) {
      const parsed = await answer.json();
      if (answer.ok) return parsed;
      // somebody has the name, or one that looks like it
      if (parsed.suggestion !== undefined) return call(method, path, { ...body, name: parsed.suggestion });
      throw new Error(`${parsed.detail} ${parsed.hint ?? ''}`);
    }
    if (answer === null) console.error(`${values.url} does not answer; trying again.`);
    await sleep(Number(answer?.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Events from the one after `lastId` on; connects again for as long as the game lasts. */
async function* events(id, lastId = '') {
  for (;;) {
    const more = { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) };
    const stream = await fetch(`${values.url}/v1/games/${id}/events/stream?text=true&names=true`, {
      headers: { ...headers, ...more },
    }).catch(() => null);
    if (stream?.status === 204) return;
    let rest = '';
    try {
      for await (const chunk of stream?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data === undefined) continue;
          lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId;
          if (block.includes('event: takenBack')) console.log('The database has lost moves; this is what remains:');
          else yield JSON.parse(data);
        }
      }
    } catch {
      // the connection broke off: go on after the last event
    }
    await sleep(500);
  }
}

/** Asks for one of the legal actions until one is made; false when there is nothing to decide. */
async function decide(id) {
  const state = await call('GET', `/v1/games/${id}?text=true&labels=true&names=true`);
  const { legalActions, labels, version: expectedVersion, head: expectedHead } = state;
  if (legalActions === undefined) return false;
  console.log(`\n${state.text}\n`);
  for (const [i, label] of labels.entries()) console.log(`  ${i + 1}. ${label}`);
  for (;;) {
    process.stdout.write(`Your choice, 1 to ${labels.length}: `);
    const { value, done } = await lines.next();
    if (done) process.exit(0);
    const action = legalActions[Number(value) - 1];
    if (action === undefined) continue;
    try {
      await call('POST', `/v1/games/${id}/actions`, { action, expectedVersion, expectedHead });
    } catch (error) {
      console.log(error.message);
    }
    return true;
  }
}

const { player, token } = await call('POST', '/v1/players', { name: values.name, kind: 'human' });
headers.authorization = `Bearer ${token}`;
if (player.name !== values.name) console.log(`You are ${player.name} here.`);
const game = values.create
  ? await call('POST', '/v1/games', { ruleset: values.create })
  : await call('POST', `/v1/games/${values.join}/seats`, {});
if (game.status === 'open') console.log(`Waiting for others: --join ${game.id}`);
for await (const { type, text } of events(game.id)) {
  console.log(text);
  if (type === 'gameEnded' || type === 'gameAborted') break;
  if ((await call('GET', `/v1/games/${game.id}?legalActions=false`)).status !== 'playing') continue;
  while (await decide(game.id));
}
process.exit(0);
