import { readFileSync } from 'node:fs';
import type { Game, Schemas } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { DatedHouse } from './browser/dated-house.ts';
import { picture } from './browser/picture.ts';
import { openDrawer, sitDown, tokenOf } from './browser/playing.ts';
import { expect, type Page, test as plain } from './browser/test.ts';

const RULESET = 'pokers-rogue-reckoning';
const PAGE = `./#/daily/${RULESET}`;

const test = plain.extend<object, { house: DatedHouse }>({
  house: [
    async ({ settings }, use) => {
      const house = await DatedHouse.open(settings);
      await use(house);
      await house.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ house }, use) => use(house.url),
});

// the browser logs a 404 for an analysis that was not requested yet
test.use({ expectedErrors: [/status of 404.*\/analysis$/] });

async function playDay(url: string, token: string, pick: (actions: number) => number): Promise<Game> {
  let game = await ask<Game>(url, token, 'POST', '/v1/games', { ruleset: RULESET, daily: true });
  while (game.status === 'playing') {
    const legal = legalActionsOf(game);
    const body = { action: legal[pick(legal.length)], seat: 0 };
    game = (await ask<{ state: Game }>(url, token, 'POST', `/v1/games/${game.id}/actions`, body)).state;
  }
  return game;
}

const results = (page: Page) => page.getByRole('region', { name: /^Results of / });

test('a game of the day is played, and when the day is over its games are compared', { tag: '@picture' }, async ({
  page,
  house,
}) => {
  await house.goTo(0);
  await sitDown(page, 'Ada');
  const token = await tokenOf(page);
  const [bob] = await registerAgents(house.url, ['Bob']);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Game of the day: Poker's Rogue Reckoning");
  await expect(page.getByText('No one has finished it yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play today’s game' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  const id = /#\/g\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  await page.goto(PAGE);
  await expect(page.getByRole('link', { name: 'Go on with today’s game' })).toHaveAttribute('href', `#/g/${id}`);
  await ask(house.url, token, 'POST', `/v1/games/${id}/resignation`, {});

  await house.goTo(1);
  const own = await playDay(house.url, token, () => 0);
  await playDay(house.url, bob?.token ?? '', (actions) => actions - 1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play it again for practice' })).toBeVisible();
  await expect(page.getByText(`You have ${own.outcome?.scores[0]} point`)).toBeVisible();
  await expect(results(page)).toContainText('No one has finished it.');
  await expect(page.getByRole('button', { name: /^Compare/ })).toHaveCount(0);
  await page.goto(`./#/g/${own.id}`);
  await openDrawer(page, 'Menu');
  const analysis = page.getByRole('link', { name: 'Analysis', exact: true });
  await expect(page.getByText(/^Analysis from \d+ \w+ \d+, \d\d:\d\d UTC$/)).toBeVisible();
  await expect(analysis).toHaveCount(0);
  await page.goto(`./#/g/${own.id}/analysis`);
  await expect(page.getByText('Others may still play this game of the day.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Analyze this game' })).toHaveCount(0);
  await expectAccessible(page);

  await house.goTo(2);
  await page.goto(`./#/g/${own.id}`);
  await openDrawer(page, 'Menu');
  await analysis.click();
  await expect(page.getByRole('button', { name: 'Analyze this game' })).toBeVisible();
  await page.goto(PAGE);
  await page.reload();
  await expect(results(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Your days' })).toContainText('1 day in a row played to the end');
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Game of the day' })).toContainText('1 day in a row');
  await page.goto(PAGE);
  await expect(page.getByRole('link', { name: /: given up$/ })).toHaveCount(1);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByRole('button', { name: 'Compare with Bob' }).click();
  const side = page.getByRole('region', { name: 'Side by side' });
  await expect(side.getByText('Here they went apart.')).toBeVisible();
  await expect(side.getByRole('region', { name: 'The table of Ada' })).not.toContainText('One moment');
  await expect(side.getByRole('region', { name: 'The table of Bob' })).not.toContainText('One moment');
  await side.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(side.getByText('Up to here both did the same.')).toBeVisible();
  await side.getByRole('button', { name: 'On', exact: true }).click();
  await side.getByRole('button', { name: 'On', exact: true }).click();
  await expect(side.getByText(/^Move \d+ of \d+\. They first went apart at move \d+\.$/)).toBeVisible();
  const tops = await side
    .locator('.board')
    .evaluateAll((boards) => boards.map((one) => one.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await picture('daily', page, { of: side, isPhoto: true });
});

test('a picture of a day is made in the page, reveals nothing of the board, and has a text too', async ({
  page,
  house,
}) => {
  await house.goTo(10);
  await sitDown(page, 'Cleo');
  const token = await tokenOf(page);
  const games: Game[] = [];
  for (const day of [10, 11]) {
    await house.goTo(day);
    games.push(await playDay(house.url, token, (actions) => (day === 10 ? 0 : actions - 1)));
  }
  await page.goto(PAGE);
  const shared = page.getByRole('region', { name: 'A picture to share' });
  const said = await shared.getByRole('textbox').inputValue();
  const points = games[1]?.outcome?.scores[0];
  expect(said).toMatch(
    new RegExp(`^Croupier, game of the day: .*\\. ${points} points?(, won)?\\. 2 days in a row\\.$`),
  );
  await expect(shared.getByRole('img')).toHaveAccessibleName(said);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shared.getByRole('button', { name: 'Save the picture' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${RULESET}-\\d{4}-\\d\\d-\\d\\d\\.png$`));
  const png = readFileSync(await file.path());
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
  expect(png.byteLength).toBeGreaterThan(5_000);
  expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shared.getByRole('button', { name: 'Copy: The picture in words' }).click();
  await expect(shared.locator('.copy-field').getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(said);
  await shared.getByRole('button', { name: 'Copy the picture' }).click();
  await expect(shared.getByRole('status').first()).toHaveText('Copied.');
  const copied = () => page.evaluate(async () => (await navigator.clipboard.read())[0]?.types);
  await expect.poll(copied).toEqual(['image/png']);
  const { streaks } = await ask<Schemas['DailyDays']>(house.url, token, 'GET', `/v1/rulesets/${RULESET}/daily/days`);
  expect(streaks.played).toEqual({ current: 2, longest: 2 });
});

test.describe('missing parts', () => {
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('are reported in words', async ({ page }) => {
    await page.goto('./#/daily/pascals-ruin');
    await expect(page.getByRole('alert')).toContainText('has no game of the day');
    await page.goto('./#/daily/pascal/2020-02-31');
    await expect(page.getByRole('alert')).toContainText('The address may be cut off');
    await page.goto('./#/daily/pascal/2020-02-28');
    await expect(results(page)).toContainText('No one has finished it.');
    await page.getByRole('link', { name: 'The day after' }).click();
    await expect(page.getByRole('heading', { name: 'Results of 29 February 2020' })).toBeVisible();
  });
});
