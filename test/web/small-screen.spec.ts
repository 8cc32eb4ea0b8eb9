import type { Game } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { choicesOf, closeDrawer, openDrawer, playOn, sitDown, startGame, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const OPERATOR_TOKEN = 'the-operators-of-the-small-screen';
test.use({ settings: { OPERATOR_TOKEN }, viewport: { width: 320, height: 568 } });

async function waitingForBo(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  if (bo === undefined) throw new Error('there is no other player');
  const clock = { perAction: 86_400, onTimeout: 'random' };
  const body = { ruleset: 'champions-of-chance', seats: ['me', 'open'], clock };
  const { id } = await ask<Game>(origin, bo.token, 'POST', '/v1/games', body);
  let state = await ask<Game>(origin, token, 'POST', `/v1/games/${id}/seats`, {});
  while (state.toAct.some((seat) => state.you.includes(seat))) {
    const action = legalActionsOf(state)[0];
    ({ state } = await ask<{ state: Game }>(origin, token, 'POST', `/v1/games/${id}/actions`, { action }));
  }
}

test("on the first page another player's game is a block of lines, each with its meaning", async ({ page }) => {
  await sitDown(page);
  await waitingForBo(page);
  await page.reload();
  const games = page.getByRole('table', { name: 'Others are to act' });
  const row = games.getByRole('row').filter({ hasText: 'Champions of Chance' });
  await expect(row).toBeVisible();
  const beside = await games.locator('..').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beside).toBeLessThanOrEqual(0);
  const told = row.getByRole('cell').filter({ hasText: 'Bo' }).last();
  expect(await told.evaluate((cell) => getComputedStyle(cell, '::before').content)).toContain('Whose turn');
  await expectAccessible(page);
});

test('the button to play a game and the link to its options touch each other', async ({ page }) => {
  await sitDown(page);
  const play = await page.getByRole('button', { name: "Play against a bot: Pascal's Ruin" }).boundingBox();
  const options = await page.getByRole('link', { name: "Options: Pascal's Ruin" }).boundingBox();
  expect(Math.abs((options?.y ?? 0) - (play?.y ?? Number.NaN))).toBeLessThanOrEqual(play?.height ?? 0);
});

const RULESETS = [
  'champions-of-chance',
  'folly-and-fortune',
  'pascal',
  'pascals-ruin',
  'pokers-rogue-reckoning',
] as const;

async function openTable(page: Page, ruleset: string): Promise<void> {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const isSolo = ruleset === 'pascal' || ruleset === 'pokers-rogue-reckoning';
  const body = { ruleset, seats: isSolo ? ['me'] : ['me', { bot: 'random' }], seed: 'small' };
  const { id } = await ask<Game>(origin, await tokenOf(page), 'POST', '/v1/games', body);
  await page.goto(`./#/g/${id}`);
  await expect(page.locator('.felt :is(.card, .die):visible').first()).toBeVisible(); // the bar is there before the table
  await expect(page.locator('.acts').getByRole('button').first()).toBeVisible();
}

for (const ruleset of RULESETS) {
  test(`the bar of ${ruleset} is in sight on a phone on its side, and only the cloth scrolls`, async ({ page }) => {
    await openTable(page, ruleset);
    for (const [width, height] of [
      [844, 390],
      [667, 375],
    ] as const) {
      await resize(page, { width, height });
      await expect(page.locator('.acts').getByRole('button').first()).toBeInViewport({ ratio: 1 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
        .toBeLessThanOrEqual(0);
    }
  });

  test(`text of twice the size fits ${ruleset} on a phone of 390 pixels`, async ({ page }) => {
    await resize(page, { width: 390, height: 844 });
    await openTable(page, ruleset);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('main *, header *')]
        .filter((each) => each.getBoundingClientRect().right > innerWidth && each.closest('.sr, .said') === null)
        .map((each) => `${each.outerHTML.slice(0, 120)} ${each.getBoundingClientRect().right}`),
    );
    expect(beyond).toEqual([]);
  });

  test(`all choices of ${ruleset} are listed on demand, beside a table that stays`, async ({ page }) => {
    await openTable(page, ruleset);
    const list = page.getByRole('region', { name: 'What you may do' });
    await expect(list).toBeHidden();
    const choices = await choicesOf(page);
    await expectFitsNarrow(page);
    await choices.first().click();
    await expectAccessible(page);
    await expect(page.locator('.acts').getByRole('button').first()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.felt')).toBeInViewport();
    await openDrawer(page, 'Menu');
    await page.getByLabel('List of all choices').uncheck();
    await closeDrawer(page);
    await expect(list).toBeHidden();
  });
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const) {
  test(`at ${width}×${height} the header says what a guest did, and a tap on it opens the whole history`, async ({
    page,
  }) => {
    await resize(page, { width, height });
    await page.goto('./');
    await startGame(page, "Play against a bot: Pascal's Ruin");
    // if the bot begins, the guest responds to up to five rolls of the bot before the guest's own turn
    await playOn(page, 8);
    const last = await page.locator('.top .said').boundingBox();
    if (last === null) throw new Error('the header says no move');
    await page.mouse.click(last.x + last.width / 2, last.y + last.height / 2);
    const history = page.getByRole('dialog', { name: 'What happened' });
    // what the guest did may be among the older events, which are folded
    const events = history.getByRole('listitem', { includeHidden: true });
    await expect(events.filter({ hasText: /^You (?!sit down)/ })).not.toHaveCount(0);
  });
}

test('Back closes an open drawer, and leaves the table if no drawer is open, even after a reload', async ({ page }) => {
  await openTable(page, 'pascal');
  const address = page.url();
  const drawer = page.getByRole('dialog');
  const expectTable = async () => {
    await expect(drawer).toHaveCount(0);
    await expect(page.locator('.tray .die').first()).toBeVisible();
    expect(page.url()).toBe(address);
  };
  await openDrawer(page, 'Menu');
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expectTable();
  await openDrawer(page, 'Rules');
  await closeDrawer(page);
  await openDrawer(page, 'Menu');
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.replay')).toBeVisible();
  await page.goBack();
  await expectTable();
  await openDrawer(page, 'What happened');
  await page.reload();
  await expectTable();
  await openDrawer(page, 'Menu');
  await page.goBack();
  await expectTable();
  await openDrawer(page, 'Rules');
  await closeDrawer(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
  await page.goForward();
  await expectTable();
});

test('the most used pages fit a narrow screen without sideways scrolling', async ({ page }) => {
  await sitDown(page);
  for (const at of ['competitions', 'competitions/new', 'ratings', 'me', 'rules', 'rules/pascal', 'daily/pascal']) {
    await page.goto(`./#/${at}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFitsNarrow(page);
  }
  await page.goto('./#/operator');
  await page.getByLabel('Operator’s token').fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText('Nothing is reported.')).toBeVisible();
  await expectFitsNarrow(page);
});
