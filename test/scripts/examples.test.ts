import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

async function emptyAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

test.each(['turn-agent.mjs', 'terminal-table.mjs'])('%s prints its usage, with the setting for the address', (name) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(EXAMPLES, name), '--help'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: node examples\/[\s\S]*--join[\s\S]*--url/);
});

test('the turn agent names the address without a service', async () => {
  const url = await emptyAddress();
  const agent = spawn(process.execPath, [join(EXAMPLES, 'turn-agent.mjs'), '--url', url]);
  try {
    const [said] = await once(agent.stderr, 'data');
    expect(String(said)).toBe(`${url} does not answer (ECONNREFUSED); trying again.\n`);
  } finally {
    agent.kill();
  }
});

test.each([400, 401])('the turn agent ends at an answer %i, and prints its detail and hint', async (status) => {
  const server = createHttpServer((_, answer) => {
    answer.writeHead(status, { 'content-type': 'application/problem+json' });
    answer.end(JSON.stringify({ detail: 'This is refused.', hint: 'Do that.' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const args of [[], ['--compete', 'x']]) {
    const env = { ...process.env, CROUPIER_TOKEN: 'unknown' };
    const agent = spawn(process.execPath, [join(EXAMPLES, 'turn-agent.mjs'), '--url', url, ...args], { env });
    const said = agent.stderr.setEncoding('utf8').toArray();
    expect(await once(agent, 'exit')).toEqual([1, null]);
    expect((await said).join('')).toBe('This is refused. Do that.\n');
  }
  server.close();
});

test.each([
  ['', 'it is empty'],
  ['{ "format": "another" }', 'its first line has not the "format" "croupier-competition" and "formatVersion" 1'],
])('verify.py explains in a sentence why %j is no transcript of a competition', (text, why) => {
  const asked = [join(EXAMPLES, 'verify.py'), '--competition', 'file'];
  const folder = mkdtempSync(join(tmpdir(), 'no-competition-'));
  try {
    writeFileSync(join(folder, 'file'), text);
    const { status, stdout, stderr } = spawnSync('python3', asked, { cwd: folder, encoding: 'utf8' });
    const said = `file is not the transcript of a competition: ${why}\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: said });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(['{}', '[]', '{"format": "another"}'])('verify.py states in a sentence that %s is no transcript', (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'no-transcript-'));
  try {
    writeFileSync(join(folder, 'file.json'), text);
    const { status, stderr } = spawnSync('python3', [join(EXAMPLES, 'verify.py'), 'file.json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const sentence = 'file.json is not the transcript of a game: its "format" is not "croupier-transcript"\n';
    expect({ status, stderr }).toEqual({ status: 2, stderr: sentence });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
