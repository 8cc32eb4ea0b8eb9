// A browser's CPU time to show the API page, then one operation: npm run bench -- docs [--rounds 3] [--check] [--json]
// [--url http://… --operation 'css selector']
// Sums the CPU time of all processes of a new Chromium until it is idle for half a second. Prints medians.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startServer } from './parts/server.mjs';

const LIMITS = { list: 2, operation: 0.5 };
const QUIET_MS = 500;
const LONGEST_MS = 60_000;

const { values: asked } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    url: { type: 'string' },
    operation: { type: 'string', default: 'a[href$="submitAction"]' },
  },
});

const data = await mkdtemp(join(tmpdir(), 'croupier-docs-'));
const server = asked.url === undefined ? await startServer({ DATA_DIR: data }) : null;
const url = asked.url ?? `http://127.0.0.1:${server.port}/docs`;
const rounds = [];
for (let nth = 0; nth < Number(asked.rounds); nth++) rounds.push(await measured());
await server?.stop();
await rm(data, { recursive: true });

const median = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
const figures = { list: median('list'), operation: median('operation'), kilobytes: median('kilobytes') };
const text = `list ${figures.list.toFixed(2)} s, an operation ${figures.operation.toFixed(2)} s, ${figures.kilobytes} kB loaded`;
console.log(asked.json ? JSON.stringify(figures) : text);
if (asked.check && Object.entries(LIMITS).some(([name, limit]) => !(figures[name] <= limit))) process.exitCode = 1;

async function measured() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
  const system = await browser.newBrowserCDPSession();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const network = await page.context().newCDPSession(page);
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  const used = async () =>
    (await system.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const before = await used();
  await page.goto(url, { waitUntil: 'load', timeout: LONGEST_MS });
  const link = page.locator(asked.operation).first();
  await link.waitFor({ timeout: LONGEST_MS });
  const listed = await quiet(used);
  await link.click({ timeout: LONGEST_MS });
  const opened = await quiet(used);
  await browser.close();
  return { list: listed - before, operation: opened - listed, kilobytes: Math.round(bytes / 1000) };
}

async function quiet(used) {
  const IDLE = 0.02;
  let last = await used();
  for (const until = performance.now() + LONGEST_MS; performance.now() < until; ) {
    await sleep(QUIET_MS);
    const now = await used();
    if (now - last < IDLE) return last;
    last = now;
  }
  return last;
}
