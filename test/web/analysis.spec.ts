import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { openGame, readGame, resignGame } from './browser/house.ts';
import { picture } from './browser/picture.ts';
import { drawFromSchema, openDrawer, playOn, sitDown } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

test.use({ settings: { ANALYSIS_PLAYOUTS: '6000' }, expectedErrors: [/status of 40[04]/] });

const RUIN = { ruleset: 'pascals-ruin', options: { mode: 'match', roundsToWin: 1 } } as const;

test('a game is analyzed live on request, and each decision links to its options and its table', {
  tag: '@picture',
}, async ({ page }) => {
  const name = await sitDown(page, 'Ada Byron');
  const id = await openGame(page, { ...RUIN, seats: ['me', { bot: 'random' }] });
  await page.goto(`./#/g/${id}/analysis`);
  await expect(page.getByText('The game is not over.')).toBeVisible();
  await page.goto(`./#/g/${id}`);
  await drawFromSchema(page);
  await playOn(page, 4);
  await resignGame(page, id);
  await page.goto(`./#/g/${id}`);
  await openDrawer(page, 'Menu');
  await page.getByRole('link', { name: 'Analysis', exact: true }).click();
  await page.getByRole('button', { name: 'Analyze this game' }).click();
  await expect(page.locator('[data-analysis=done]')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('status')).toContainText('decisions are judged');
  await expect(page.getByText(new RegExp(`^${name}: .* decisions seem`))).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);

  await page.goto(`./#/g/${id}`);
  await page.getByRole('button', { name: 'How it went' }).click();
  const lookBack = page.getByRole('dialog', { name: 'How it went' });
  for (const order of ['Best decisions', 'Worst decisions']) {
    const some = lookBack.getByRole('region', { name: order });
    await expect(
      some
        .getByRole('listitem')
        .or(some.getByText(/^None /))
        .first(),
    ).toBeVisible();
    expect(await some.getByRole('listitem').count()).toBeLessThanOrEqual(3);
  }
  await expectAccessible(page);
  await picture('end-of-game', page, { isPhoto: true });
  await page.goto(`./#/g/${id}/analysis`);

  const list = page.getByRole('table', { name: 'What each decision gave away' });
  const links = list.getByRole('rowheader').getByRole('link');
  await page.getByLabel('Whose decisions').selectOption(name);
  const [first = ''] = await links.allTextContents();
  await links.first().click();
  await expect(page.getByRole('heading', { name: `Decision of version ${first}` })).toBeFocused();
  const options = page.getByRole('table', { name: 'What the options were worth' });
  await expect(options.getByRole('rowheader').filter({ hasText: 'taken' })).toHaveCount(1);
  await expect(options.getByRole('row').nth(1)).toContainText(/\d+\.\d \(\d+\.\d to \d+\.\d\)/);
  await expect(page.getByRole('region', { name: 'The table before it' })).not.toContainText('Loading');
  await expectAccessible(page);
  await expectFitsNarrow(page);

  await page.getByLabel('Whose decisions').selectOption('');
  await page.getByLabel('Order').selectOption('loss');
  await page.getByLabel('only certain losses').check();
  await expect(page.locator('[data-analysis=done]')).toBeVisible();
  await page.getByRole('link', { name: 'This moment in the replay' }).click();
  await expect(page.locator('.replay')).toHaveAttribute('data-version', String(Number(first) - 1));
  const { seats } = await readGame(page, id);
  await page.goto(`./#/p/${seats[0]?.player?.id}`);
  const moves = page.getByRole('region', { name: 'Moves' });
  await expect(moves).toContainText(/Among \d+ decisions? in 1 analyzed game\./);
  await expect(page.getByRole('region', { name: 'Opponents and seats' }).getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('No game of theirs counts');
  await expectAccessible(page);
  await expectFitsNarrow(page);
});

test('a stranger reads an analysis, and learns how to start one', async ({ page, request }) => {
  await page.goto('./#/g/nowhere/analysis');
  await expect(page.getByRole('alert').first()).toContainText('The address may be cut off');
  const { token } = await (
    await request.post('v1/players', { data: { name: `Ina ${process.pid}`, kind: 'agent' } })
  ).json();
  const headers = { authorization: `Bearer ${token}` };
  const made = await request.post('v1/games', { headers, data: { ...RUIN, seats: ['me', 'me'] } });
  const { id } = await made.json();
  await request.post(`v1/games/${id}/abort`, { headers, data: {} });
  await page.goto(`./#/g/${id}/analysis`);
  await expect(page.getByRole('link', { name: /^Sit down on the first page/ })).toBeVisible();
  expect((await request.post(`v1/games/${id}/analysis`, { headers, data: {} })).status()).toBe(202);
  await page.reload();
  await expect(page.locator('[data-analysis=done]')).toContainText('No player had a decision');
});
