// Measures how fast a tap on a table shows its result, compared to the bare call: npm run bench -- tables [--taps 30]
// [--check] [--json]
// `tap`: from the click to the drawn state; `call`: the same action by fetch; medians in ms. `frame`: the 95th
// percentile of CPU time per frame while dice tumble, times four as on a slow phone. `--check` fails if a tap takes
// over 50 ms longer than its call, or a frame over 16 ms in all.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { actionsIn } from '../dist/rules/kernel/choices.js';
import { median, quantile } from './parts/figures.mjs';
import { startServer } from './parts/server.mjs';

const MOST_MORE_MS = 50;
const MOST_FRAME_MS = 16;
const SLOWED = 4;
const GAME = { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], options: { mode: 'eternal', maxRounds: 99 } };

const { values: asked } = parseArgs({
  options: {
    taps: { type: 'string', default: '30' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const data = await mkdtemp(join(tmpdir(), 'croupier-tables-'));
const server = await startServer({ DATA_DIR: data });
const url = `http://127.0.0.1:${server.port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const player = await call('POST', '/v1/players', { name: 'Ada', kind: 'human' });
try {
  const taps = await measureTaps(Number(asked.taps));
  const calls = await measureCalls(Number(asked.taps));
  const frames = await measureFrames();
  const figures = {
    tap: median(taps),
    call: median(calls),
    more: median(taps) - median(calls),
    frame: quantile(frames, 0.95),
  };
  const rounded = Object.fromEntries(Object.entries(figures).map(([name, ms]) => [name, Math.round(ms * 10) / 10]));
  console.log(
    asked.json
      ? JSON.stringify(rounded)
      : `tap ${rounded.tap} ms, bare call ${rounded.call} ms, ${rounded.more} ms more; a frame of motion ${rounded.frame} ms`,
  );
  if (asked.check && (figures.more > MOST_MORE_MS || figures.frame > MOST_FRAME_MS)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true });
}

async function call(method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function openTable(reducedMotion) {
  const { id } = await call('POST', '/v1/games', GAME, player.token);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion });
  const kept = { token: player.token, playerId: player.player?.id ?? player.id, name: 'Ada' };
  await page.addInitScript((who) => localStorage.setItem('croupier /', JSON.stringify(who)), kept);
  await page.goto(`${url}/#/g/${id}`);
  await page.locator('.felt.live').waitFor();
  return { page, id };
}

/** Picks a die if needed and resolves to the button of the action. Tries again if the game goes on meanwhile. */
async function chosen(page) {
  for (;;) {
    await page.locator('.bar[data-asked]:not([data-busy])').waitFor();
    await page.mouse.move(0, 0);
    const act = page.locator('.acts .act:not([data-testid])').filter({ hasNotText: /^Undo/ }).first();
    if (await act.isVisible()) return act;
    const die = page.locator('.take.can').first();
    if (!(await die.isVisible())) continue;
    await die.click({ timeout: 2_000 }).catch(() => {});
    if (await page.locator('[data-testid=confirm][aria-disabled=false]').isVisible())
      return page.getByTestId('confirm');
  }
}

async function measureTaps(count) {
  const { page } = await openTable('reduce');
  const times = [];
  while (times.length < count) {
    const button = await chosen(page);
    await page.evaluate(() => {
      const table = document.querySelector('[data-status]');
      window.drawn = new Promise((resolve) => {
        addEventListener('click', () => (window.clickedAt = performance.now()), { once: true, capture: true });
        new MutationObserver((_, watcher) => {
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - window.clickedAt)));
        }).observe(table, { attributeFilter: ['data-version'] });
      });
    });
    await button.click();
    // the page ignores a click just after the table has changed, so nothing is drawn then
    const ms = await page.evaluate(() => Promise.race([window.drawn, new Promise((end) => setTimeout(end, 5_000))]));
    if (ms !== undefined) times.push(ms);
  }
  await page.close();
  return times;
}

async function measureCalls(count) {
  const { page, id } = await openTable('reduce');
  const times = [];
  while (times.length < count) {
    const state = await call('GET', `/v1/games/${id}?labels=true&names=true`, undefined, player.token);
    const [action] = actionsIn(state.choices ?? []);
    if (action === undefined) continue;
    const body = JSON.stringify({ action, seat: 0, expectedVersion: state.version, expectedHead: state.head });
    times.push(
      await page.evaluate(
        async ([path, sent, token]) => {
          const begun = performance.now();
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
          await (await fetch(path, { method: 'POST', headers, body: sent })).json();
          return performance.now() - begun;
        },
        [`${url}/v1/games/${id}/actions?labels=true&names=true&text=true`, body, player.token],
      ),
    );
  }
  await page.close();
  return times;
}

/** Returns the CPU time of the page's thread in each frame while dice tumble, in ms on a CPU slowed down four times. */
async function measureFrames() {
  const { page } = await openTable('no-preference');
  const frames = [];
  for (let rolls = 0; rolls < 5; ) {
    const button = await chosen(page);
    await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'] });
    await button.click();
    const hasRolled = await page.evaluate(async () => {
      const tumbles = () => document.getAnimations().some(({ effect }) => effect.getTiming().duration === 820);
      for (const until = performance.now() + 2_500; !tumbles(); ) {
        if (performance.now() > until) return false;
        await new Promise(requestAnimationFrame);
      }
      performance.mark('tumbles');
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      performance.mark('lies');
      return true;
    });
    const trace = JSON.parse(await browser.stopTracing());
    if (!hasRolled) continue;
    frames.push(...workOf(trace));
    rolls++;
  }
  await page.close();
  return frames.map((ms) => ms * SLOWED);
}

/** Returns the CPU ms of all tasks of the page's thread between the two marks, summed for each frame. */
function workOf({ traceEvents }) {
  const at = (name) => traceEvents.find((event) => event.name === name && event.cat === 'blink.user_timing');
  const [begun, ended] = [at('tumbles'), at('lies')];
  const own = traceEvents.filter(
    ({ pid, tid, ts }) => pid === begun.pid && tid === begun.tid && ts > begun.ts && ts < ended.ts,
  );
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const starts = own.filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b').map(({ ts }) => ts);
  return starts
    .slice(0, -1)
    .map(
      (start, i) =>
        tasks
          .filter(({ ts, tdur }) => ts + tdur > start && ts < starts[i + 1])
          .reduce((sum, { tdur }) => sum + tdur, 0) / 1_000,
    );
}
