import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { botName, levelOf } from '../../rules/kernel/search/bots.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import {
  type Agent,
  type CompetitionGame,
  earlierLoses,
  type Loser,
  laterLoses,
  PlayedCompetition,
  registerAgents,
} from './browser/competitions.ts';
import { picture } from './browser/picture.ts';
import { sitDown, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Locator, type Page, test } from './browser/test.ts';

const SIXTEEN = [
  'Ada',
  'Blaise',
  'Carl',
  'Dana',
  'Emmy',
  'Fermat',
  'Grace',
  'Henri',
  'Ida',
  'Jakob',
  'Kurt',
  'Leibniz',
  'Maryam',
  'Noether',
  'Olga',
  'Pia',
];
const ROUNDS = 4;

test('a Swiss of 16 is watched live from its first round to its last', { tag: '@picture' }, async ({
  page,
  service,
}) => {
  const agents = await registerAgents(service.url, SIXTEEN);
  const [organiser] = agents as [Agent];
  const swiss = await PlayedCompetition.make(service.url, organiser, {
    name: 'Swiss on Sunday',
    duplicate: 'none',
    rounds: ROUNDS,
  });
  await swiss.enter(agents);
  await page.goto(`./#/c/${swiss.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Swiss on Sunday' })).toBeVisible();
  await expect(page.getByText('Takes entries: 16 of 1,000 so far.')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
  const said: string[] = [];
  await page.exposeFunction('told', (text: string) => void said.push(text));
  await page.evaluate(listen);

  await swiss.start();
  const rounds = page.getByRole('region', { name: 'Rounds' }).getByRole('listitem');
  const leaders = () =>
    page
      .getByRole('region', { name: /^Standings of/ })
      .getByRole('rowheader')
      .allTextContents();
  const tops: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await expect(rounds).toHaveCount(round);
    await swiss.playRound(round === 1 ? earlierLoses : laterLoses);
    await expect(rounds.nth(round === ROUNDS ? 0 : 1)).toContainText('over, 8 games');
    await expect.poll(async () => (await leaders()).length).toBe(SIXTEEN.length);
    await expect(
      page.getByText(`${round * 8} of ${round === ROUNDS ? ROUNDS * 8 : (round + 1) * 8} games count.`),
    ).toBeVisible();
    tops.push((await leaders()).slice(0, 4).join());
  }
  expect(new Set(tops).size, tops.join(' | ')).toBeGreaterThan(1);
  await swiss.playToEnd();
  await expect(page.getByText('Finished.')).toBeVisible();
  await expect.poll(() => said.join(' ')).toContain('The competition is over.');
  expect(said.join(' ')).toContain('Round 2 is paired.');
  await expect(page.getByRole('button', { name: 'Save the transcript' })).toBeVisible();
  expect(await page.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true);
  await expect(page.getByRole('heading', { name: 'Sit down to enter it' })).toHaveCount(0);
  const standings = page.getByRole('region', { name: 'Standings', exact: true });
  await expect(standings.getByRole('row', { name: new RegExp(` ${ROUNDS} `) })).toHaveCount(SIXTEEN.length);
  await picture('competition', page, { of: standings });
  const size = page.viewportSize();
  expect(await beyondView(page, 1_100), 'pixels out of view').toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print' });
  expect(await beyondView(page, 794), 'pixels beyond the paper').toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen' });
  if (size !== null) await resize(page, size);
  await expectAccessible(page);
  await expectFitsNarrow(page);
});

async function beyondView(page: Page, width: number): Promise<number> {
  await resize(page, { width, height: 800 });
  return page.getByRole('region', { name: /^Standings of/ }).evaluate((box) => box.scrollWidth - box.clientWidth);
}

function listen(): void {
  const { told } = globalThis as unknown as { told(text: string): void };
  const tell = () => {
    for (const region of document.querySelectorAll('[role=status]')) told(region.textContent ?? '');
  };
  new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, characterData: true });
}

const MANY = 500;
const MOST_NODES = 5_000;
const MOST_BYTES = 1_000_000;

test('a competition of 500 entries is scrolled, searched and printed, and stays small', async ({ page, service }) => {
  const names = Array.from({ length: MANY }, (_, i) => `Entrant ${String(i + 1).padStart(3, '0')}`);
  const agents = await registerAgents(service.url, names);
  const [organiser] = agents as [Agent];
  const large = await PlayedCompetition.make(service.url, organiser, {
    name: 'Five hundred',
    duplicate: 'none',
    rounds: 2,
  });
  await large.enter(agents, { inOrder: false });
  await large.start();
  await large.playRound();
  const transferred = await transferredBy(page);
  await page.goto(`./#/c/${large.id}`);
  const standings = page.getByRole('region', { name: /^Standings of/ });
  await expect(standings.getByRole('table')).toHaveAttribute('aria-rowcount', String(MANY + 1));
  await expect(page.getByRole('heading', { name: 'As files' })).toBeVisible();
  await expect(page.getByText('over, 250 games')).toBeVisible();
  expect(transferred(), 'bytes transferred').toBeLessThan(MOST_BYTES);

  expect(await rowsScrolledBy(page, standings)).toBe(MANY + 1);

  await standings.focus();
  await page.keyboard.press('Home');
  await expect(standings.locator('[aria-rowindex="2"]')).toBeInViewport();
  await page.keyboard.press('End');
  await expect(standings.locator(`[aria-rowindex="${MANY + 1}"]`)).toBeInViewport();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('trant 314');
  await expect(standings.getByRole('rowheader')).toHaveText(['Entrant 314']);
  await expect(page.getByText(`1 of ${MANY} shown`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('');
  await page.emulateMedia({ media: 'print' });
  await expect(standings.getByRole('rowheader')).toHaveCount(MANY);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });

  const beforeRound = transferred();
  await openAnew(page, `./#/c/${large.id}/rounds/1`);
  const tables = page.getByRole('region', { name: 'Tables of round 1' });
  await expect(tables.getByRole('table')).toHaveAttribute('aria-rowcount', String(MANY / 2 + 1));
  expect(await rowsScrolledBy(page, tables)).toBe(MANY / 2 + 1);
  expect(transferred() - beforeRound, 'bytes transferred by the round').toBeLessThan(MOST_BYTES);
  await expectAccessible(page);

  const beforeTable = transferred();
  await openAnew(page, `./#/c/${large.id}/crosstable`);
  const crossed = page.getByRole('table', { name: /^Everyone against everyone/ });
  await expect(crossed).toHaveAttribute('aria-rowcount', String(MANY + 1));
  await expect(crossed).toHaveAttribute('aria-colcount', String(MANY + 1));
  await expectFewNodes(page);
  for (const part of ['Rows', 'Columns']) await page.getByRole('button', { name: `${part}: later ones` }).click();
  await expectFewNodes(page);
  await page.getByRole('searchbox', { name: 'Find a player' }).fill('trant 500');
  await expect(crossed.getByRole('rowheader', { name: /Entrant 500$/ })).toBeVisible();
  await expectFewNodes(page);
  expect(transferred() - beforeTable, 'bytes transferred by the cross table').toBeLessThan(MOST_BYTES);
  await expectAccessible(page);
});

async function openAnew(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

async function expectFewNodes(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(MOST_NODES);
}

/** Scrolls to the end, and checks that few nodes are rendered. Resolves to the number of rows, the header included. */
async function rowsScrolledBy(page: Page, box: Locator): Promise<number> {
  const seen = new Set<string>();
  for (let isAtEnd = false; !isAtEnd; ) {
    for (const row of await box.getByRole('row').evaluateAll(rowIndexes)) seen.add(row);
    await expectFewNodes(page);
    isAtEnd = await box.evaluate(scrollOn);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  return seen.size;
}

const rowIndexes = (rows: Element[]) => rows.map((row) => row.getAttribute('aria-rowindex') ?? '');

function scrollOn(box: HTMLElement | SVGElement): boolean {
  box.scrollBy({ top: box.clientHeight * 0.9, behavior: 'instant' });
  return box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
}

async function transferredBy(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.responseReceived', ({ response }) => {
    bytes += response.encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return () => bytes;
}

test.describe('an outage of the server', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('makes the page of a competition wait, like hiding it, and the page continues by itself', async ({
    page,
    service,
  }) => {
    const pair = await registerAgents(service.url, ['Xenia', 'Yves']);
    const match = await PlayedCompetition.make(service.url, pair[0] as Agent, {
      name: 'Match',
      format: 'match',
      rounds: 40,
      stop: { margin: 0.2, alpha: 0.2, beta: 0.2 },
    });
    await match.enter(pair);
    await match.start();
    await page.goto(`./#/c/${match.id}`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await turnAway(page, 'hidden');
    await expect(page.getByText('Live', { exact: true })).toBeHidden();
    await match.playUntil(({ gamesCounted }) => gamesCounted > 0);
    await turnAway(page, 'visible');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rounds' })).toContainText('over, 1 game');

    await service.goAway();
    await expect(page.getByText('Connecting …')).toBeVisible();
    await service.comeBack();
    await match.playToEnd();
    await expect(page.getByText('Finished.')).toBeVisible();
    await expect(page.getByText(/^Xenia was shown to be better than Yves, after \d+ boards\.$/)).toBeVisible();
    const standings = page.getByRole('region', { name: 'Standings', exact: true });
    await expect(standings.getByRole('rowheader')).toHaveText(['Xenia', 'Yves']);
  });
});

test('a new player enters, pauses, learns the reason for waiting, and leaves', async ({ page, service }) => {
  const agents = await registerAgents(service.url, ['Ursula', 'Viggo', 'Wanda']);
  const cup = await PlayedCompetition.make(service.url, agents[0] as Agent, {
    name: 'Evening Swiss',
    rounds: 3,
    startsAt: inHours(2),
  });
  const name = await sitDown(page, 'Theo');
  await page.getByRole('link', { name: 'Competitions' }).click();
  const open = page.getByRole('region', { name: 'Open to entry' });
  await open.getByRole('button', { name: 'Enter Evening Swiss' }).click();
  await expect(open.getByText('You take part.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByLabel('only those that I have entered').check();
  await expect(page.getByText('None is being played just now.')).toBeVisible();
  await open.getByRole('link', { name: 'Evening Swiss' }).click();

  await expect(page.getByRole('timer')).toHaveText(/^in 1:5\d:\d\d$/);
  await expect(page.getByText('it needs 2 or more')).toBeVisible();
  await cup.enter(agents);
  await expect(page.getByText('It starts by itself at its time')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Yes: Pause' }).click();
  await expect(page.getByText('You are paused, so you get no games')).toBeVisible();
  const entries = page.getByRole('region', { name: 'Who takes part' });
  await expect(entries.getByRole('rowheader')).toHaveCount(4);
  await expect(entries.getByRole('row', { name })).toContainText('paused');
  await page.getByRole('button', { name: 'Play on' }).click();
  await expect(page.getByText('It starts by itself at its time')).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);

  await cup.start();
  await expect(page.getByText(/^It is your turn|’s turn in your game|^Waiting for .* in your game/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the game' })).toBeVisible();
  const isMine = (game: CompetitionGame) => game.seats.some(({ player }) => player?.name === name);
  await cup.settle({ loser: othersThan(name), wanted: isMine });
  await expect(page.getByText('Your games of round 1 are over. Others still play the same boards')).toBeVisible();
  await cup.settle({ wanted: (game) => game.round === 1 });
  await expect(page.getByRole('row', { name, exact: false }).and(page.locator('[aria-current]'))).toBeVisible();
  await expect(page.getByText(/^It is your turn|’s turn in your game|^Waiting for .* in your game/)).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const withdrawn = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Yes: Withdraw' }).click();
  expect((await withdrawn).status()).toBe(200); // before the others go on, because the competition may end first
  await cup.playUntil(({ roundsEnded }) => roundsEnded >= 2, othersThan(name));
  await expect(page.getByText('You have left, so you get no more games.')).toBeVisible();
});

test('an organizer invites, removes and starts; the files of all data are complete', async ({
  page,
  service,
  browser,
}, info) => {
  await sitDown(page);
  const organiser = { id: '', name: '', token: await tokenOf(page) };
  const settings = {
    name: '+Private, and in a file',
    format: 'roundRobin',
    duplicate: 'permuted',
    visibility: 'private',
  } as const;
  const closed = await PlayedCompetition.make(service.url, organiser, settings);
  const [guest] = (await registerAgents(service.url, ['+cmd calc'])) as [Agent];
  await closed.enter([guest]);
  await page.goto(`./#/c/${closed.id}`);
  const invite = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  const stranger = await browser.newPage();
  await stranger.goto(invite);
  await expect(stranger.getByRole('heading', { level: 1, name: settings.name })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Cross table' })).toHaveAttribute('href', /crosstable\?invite=/);
  await stranger.getByLabel('Your name').fill('Invited');
  await stranger.getByRole('button', { name: 'Play under this name' }).click();
  await expect(stranger.getByRole('button', { name: 'Enter', exact: true })).toBeVisible();
  expect(stranger.url()).toBe(invite);
  await stranger.evaluate(() => localStorage.clear());
  await stranger.goto(invite.replace(/\?.*/, ''));
  await expect(stranger.getByRole('alert')).toContainText('not open to you');
  await stranger.close();

  for (const bot of ['random', 'search-10']) {
    await page.getByLabel('Bots of the house').selectOption(bot);
    await page.getByRole('button', { name: 'Add it' }).click();
    await expect(page.getByRole('rowheader', { name: `${botName(bot)} (${levelOf(bot)} bot)` })).toBeVisible();
    await expect(page.getByRole('option', { name: `${botName(bot)} (${levelOf(bot)} bot)` })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add it' })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Disqualify +cmd calc' }).click();
  await page.getByLabel('Why (everyone can read it)').fill('a name like a formula');
  await page.getByRole('button', { name: 'Disqualify +cmd calc' }).first().click();
  await page.getByRole('button', { name: 'Yes: Disqualify +cmd calc' }).click();
  await expect(page.getByRole('row', { name: /\+cmd.*disqualified/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start now' }).click();
  await page.getByRole('button', { name: 'Yes: Start now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Finished.')).toBeVisible();

  const entries = await saved(page, 'Entries as CSV', info.outputPath('entries.csv'));
  expect(entries).toContain("1,'+cmd calc,");
  const games = await saved(page, 'Games as CSV', info.outputPath('games.csv'));
  expect(games.trimEnd().split('\r\n')).toHaveLength(1 + 2 * 2);
  const standings = await saved(page, 'Standings as CSV', info.outputPath('standings.csv'));
  expect(standings).toMatch(/^rank,entry,name,/);
  expect(await saved(page, 'Cross table as CSV', info.outputPath('crosstable.csv'))).toContain('search-10');
  expect(JSON.parse(await saved(page, 'Competition as JSON', info.outputPath('competition.json'))).name).toBe(
    settings.name,
  );
  const transcript = info.outputPath('transcript.ndjson');
  await saved(page, 'Save the transcript', transcript);
  const { stdout } = await promisify(execFile)(process.execPath, [
    'dist/src/cli/verify.js',
    '--competition',
    transcript,
  ]);
  expect(stdout).toContain('verified');
});

test.describe('missing parts', () => {
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('are reported in words', async ({ page }) => {
    await page.goto('./#/c/nothing');
    await expect(page.getByRole('alert')).toContainText('The address may be cut off');
    await page.goto('./#/c/01a2037e-fd07-7f8a-8d60-1340b9cc296c');
    await expect(page.getByRole('alert')).toContainText('There is no such competition');
  });
});

async function turnAway(page: Page, to: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to);
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

function othersThan(name: string): Loser {
  return ({ seats }) => seats.find(({ player }) => player !== null && player.name !== name)?.seat ?? 0;
}

async function saved(page: Page, button: string, path: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  await (await downloading).saveAs(path);
  return readFile(path, 'utf8');
}
