import type { NewGame } from '../../clients/typescript/src/index.ts';
import { openGame } from './browser/house.ts';
import { choicesOf, sitDown } from './browser/playing.ts';
import { SIZES } from './browser/sizes.ts';
import { expect, test } from './browser/test.ts';

const TALKING = { ruleset: 'pascals-ruin', seats: ['me', 'me'] } satisfies NewGame;

test('what is typed while a message is sent stays, and so does half a message while one looks at the replay', async ({
  page,
}) => {
  await sitDown(page);
  await openGame(page, TALKING);
  await page.locator('.talk summary').click();
  const field = page.getByLabel('Say something');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await answered;
    await route.continue();
  });
  await field.fill('Good luck');
  await field.press('Enter');
  await field.press('End');
  await page.keyboard.type(', and now');
  answer();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Good luck');
  await expect(field).toHaveValue(', and now');
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.replay')).toBeVisible();
  await page.goBack();
  await page.locator('.talk summary').click();
  await expect(field).toHaveValue(', and now');
});

test('a choice survives a look at the replay, and its tab is not closed without a question', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'unsent' });
  await expect(page.getByTestId('confirm')).toBeVisible();
  await (await choicesOf(page)).first().click();
  const meant = await page.getByTestId('meant').textContent();
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.replay')).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('meant')).toHaveText(meant ?? '');
  await expect(page.getByTestId('confirm')).toHaveAttribute('aria-disabled', 'false');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
});

for (const [size, viewport] of SIZES) {
  test(`${size}: what is changed in the calendar while it is saved stays, and is not called saved`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const name = await sitDown(page);
    await page.getByRole('link', { name }).click();
    const calendar = page.locator('.calendar');
    const zone = calendar.getByRole('textbox').first();
    await zone.fill('Europe/Paris');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/me/calendar', async (route) => {
      if (route.request().method() === 'PUT') await answered;
      await route.continue();
    });
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await zone.press('Enter');
    await zone.fill('Asia/Tokyo');
    answer();
    await (await saved).finished();
    await expect(calendar.getByRole('button').first()).toBeEnabled();
    await expect(zone).toHaveValue('Asia/Tokyo');
    await expect(calendar.getByText('Kept: it counts for decisions that open from now on.')).toBeHidden();
  });

  test(`${size}: the form for a new competition keeps its text while one looks at the rules`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await sitDown(page);
    await page.goto('./#/competitions/new');
    const name = page.locator('.competing').getByRole('textbox').first();
    await name.fill('Autumn cup');
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
    await page.goBack();
    await expect(name).toHaveValue('Autumn cup');
  });
}
