import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { sitDown, startGame } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

const MARKS = /\*\*|\| -|`/;

test('the rules of every game are read without a token, with every option and every word', async ({
  page,
  request,
}) => {
  await page.goto('./#/rules');
  const shelf = page.getByRole('link', { name: /^Read the rules of / });
  await expect(shelf.first()).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  const { rulesets } = await (await request.get('v1/rulesets')).json();
  await expect(shelf).toHaveCount(rulesets.length);
  for (const { id, name, options } of rulesets) {
    await page.goto(`./#/rules/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const details = page.getByRole('table').last().getByRole('rowheader');
    await expect(details).toHaveCount(Object.keys(options.properties).length);
    await expect(page.getByRole('article')).not.toContainText(MARKS);
    await expectFitsNarrow(page);
  }
  await expectAccessible(page);
});

test('a ruling is reached by its address, by a link and by keyboard', async ({ page }) => {
  await page.goto('./#/rules/pascals-ruin?at=R14');
  await expect(page.locator(':focus')).toContainText('R14');
  await page.getByRole('link', { name: 'R13' }).first().click();
  await expect(page.locator(':focus')).toContainText(/^R13/);
  await page.getByRole('link', { name: 'Scoring' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveText('Scoring');
  await expect(page.locator(':focus')).toBeInViewport();
});

test.describe('missing parts', () => {
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('are reported in words, with a way on', async ({ page }) => {
    await page.goto('./#/rules/whist');
    await expect(page.getByRole('alert')).toContainText('There is no such game here.');
    await page.getByRole('link', { name: 'All games' }).click();
    await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible();
    await page.goto('./#/rules/pascal?version=0.5');
    await expect(page.getByRole('alert')).toContainText('no such version of the rules');
    await page.goto('./#/p/01a2037e-fd07-7f8a-8d60-1340b9cc296c');
    await expect(page.getByRole('alert')).toContainText('There is no such player');
    await page.goto('./#/p/nobody');
    await expect(page.getByRole('alert')).toContainText('The address may be cut off');
    await expectAccessible(page);
  });
});

test("a player's page has their games, the counted ones and the reason for the rest", async ({ page, request }) => {
  const name = await sitDown(page);
  await startGame(page, "Play against a bot: Pascal's Ruin");
  const { token, playerId } = await page.evaluate(() =>
    JSON.parse(Object.values(localStorage).find((v) => v.includes('crp_'))),
  );
  const headers = { authorization: `Bearer ${token}` };
  const made = await request.post('v1/games', { headers, data: { ruleset: 'pascal', seats: ['me'], seed: 'open' } });
  const { id } = await made.json();
  await request.post(`v1/games/${id}/resignation`, { headers, data: {} });
  await page.goto(`./#/p/${playerId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const record = page.getByRole('region', { name: 'Record' }).getByRole('row').last();
  await expect(record).toContainText('1 game: a player chose the seed');
  const games = page.getByRole('region', { name: 'Games' }).getByRole('listitem');
  await expect(games).toHaveCount(2);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByLabel('Which games').selectOption('finished');
  await expect(games).toHaveCount(1);
  await expect(games).toContainText('does not count: its seed was chosen');
  await expect(page.getByRole('link', { name: 'Your settings' })).toBeVisible();
});
