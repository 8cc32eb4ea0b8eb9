const [ruleset] = process.argv.slice(2);
const url = process.env.CROUPIER_URL;

let token;
({ token } = await call('POST', '/v1/players', { name: 'Watcher', kind: 'agent' }));
const { id } = await call('POST', '/v1/games', { ruleset, seats: [{ bot: 'search' }, { bot: 'random' }] });
let state = { version: 0, status: 'playing' };
while (state.status === 'playing') state = await call('GET', `/v1/games/${id}?after=${state.version}&wait=10`);
if (state.status !== 'finished') throw new Error(`the game is ${state.status}`);
console.log(JSON.stringify(await call('GET', `/v1/games/${id}/transcript`)));

async function call(method, path, body) {
  const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
