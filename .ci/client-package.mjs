// Packs the TypeScript client, installs it offline in an empty folder and checks its types with every strict option.
// Then runs the code of its README and of docs/agents.md against the service at CROUPIER_URL.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'croupier-client-'));
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: 'utf8' });
const compile = () => run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'));
const SURROUNDINGS = 'declare const process: { argv: string[]; env: Record<string, string | undefined> };';
const STRICT = { strict: true, skipLibCheck: false, target: 'es2023', module: 'nodenext', types: [] };

/** Returns the first code block of this language on a page. */
function blockOf(page, language) {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(join(root, page), 'utf8'));
  if (block === null) throw new Error(`${page} shows nothing in ${language}`);
  return block[1];
}

const TYPED = `
import { type Action, Croupier, ProblemError } from 'croupier-client';
import { verify } from 'croupier-client/rules';

const croupier = await Croupier.register(process.env.CROUPIER_URL ?? '', 'Typed');
const [game] = await croupier.play(
  ({ game, legalActions }) => {
    if (game.ruleset !== 'pascals-ruin') throw new Error('another game');
    const roll: { type: string } | undefined = game.choices?.find(({ type }) => type === 'rollDie');
    return legalActions.find((action) => action.type === roll?.type) ?? legalActions[0];
  },
  { create: { ruleset: 'pascals-ruin', seats: ['me', 'me'], options: { roundsToWin: 1 } } },
);
if (game === undefined) throw new Error('no game');
const params = { path: { gameId: game.id } };
const transcript = await croupier.get('/v1/games/{gameId}/transcript', { params });
const found = await verify(transcript);
if (!found.verified) throw new Error(JSON.stringify(found));
const draws = transcript.log.find((entry) => entry.draws.length > 0)?.draws ?? [];
draws[0] = (draws[0] ?? 0) + 1;
if ((await verify(transcript)).verified) throw new Error('a draw that was changed verifies');
const refused = await croupier.post('/v1/games/{gameId}/resignation', { params, body: {} }).catch((error: unknown) => error);
if (!(refused instanceof ProblemError) || refused.code !== 'game-over') throw refused;
// @ts-expect-error there is no such die
const strange: Action = { type: 'rollDie', die: 'd7' };
console.log(\`\${found.versions} versions, \${found.actions} actions verified, not \${strange.type}\`);
`;

/** Installs the client as the page says, runs the page's agent in a competition against a bot, returns its output. */
async function followPage(page) {
  symlinkSync(join(root, 'clients'), join(folder, 'clients'));
  run('bash', '-ec', `export npm_config_offline=true npm_config_loglevel=error\n${blockOf(page, 'sh')}`);
  writeFileSync(join(folder, 'my-agent/agent.mts'), blockOf(page, 'ts'));
  writeFileSync(join(folder, 'my-agent/process.d.ts'), SURROUNDINGS);
  const files = ['my-agent/agent.mts', 'my-agent/process.d.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files }));
  compile();
  const asWritten = process.features.typescript ? 'my-agent/agent.mts' : 'my-agent/agent.mjs';
  const { call, id } = await competition();
  const playing = promisify(execFile)(process.execPath, [asWritten, id], { cwd: folder, timeout: 120_000 });
  await Promise.race([playing, startWith(2, call, id)]);
  const { stdout } = await playing;
  if (!/^1 [\d.]+\n[12] [\d.]+\n$/.test(stdout)) throw new Error(`the agent of ${page} printed ${stdout}`);
  return stdout;
}

/** Creates a competition and enters a bot. Returns its id and `call`, which sends requests as the organizer. */
async function competition() {
  let token = '';
  const call = async (path, body) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(process.env.CROUPIER_URL + path, { headers, ...sent });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  ({ token } = await call('/v1/players', { name: `Organiser ${process.pid}`, kind: 'human' }));
  const rules = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 } };
  const clock = { perAction: 600, onTimeout: 'random' };
  const { id } = await call('/v1/competitions', { name: 'Pages', ...rules, format: 'roundRobin', clock });
  await call(`/v1/competitions/${id}/entries`, { bot: 'random' });
  return { call, id };
}

/** Starts the competition when it has `most` entries. */
async function startWith(most, call, id) {
  while ((await call(`/v1/competitions/${id}`)).entries < most) await sleep(100);
  await call(`/v1/competitions/${id}/start`, {});
}

try {
  const [packed] = JSON.parse(run('npm', 'pack', '--json', '--silent', join(root, 'clients/typescript')));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  run('npm', 'i', '--offline', '--silent', join(folder, packed.filename));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['typed.ts'] }));
  writeFileSync(join(folder, 'typed.ts'), `${SURROUNDINGS}\n${TYPED}`);
  compile();
  process.stdout.write(run(process.execPath, 'typed.js'));
  const lines = blockOf('clients/typescript/README.md', 'js');
  writeFileSync(join(folder, 'lines.js'), lines.replace('http://127.0.0.1:3000', process.env.CROUPIER_URL));
  process.stdout.write(run(process.execPath, 'lines.js'));
  process.stdout.write(await followPage('docs/agents.md'));
} catch (error) {
  console.error(error.stdout ?? '', error.stderr ?? '', error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
