import { PublishedChance } from '#rules/kernel/chance.ts';
import type { Action } from '#rules/pascal/actions.ts';
import pascal from '#rules/pascal/index.ts';
import { planner } from '#rules/pascal/planner.ts';
import type { View } from '#rules/pascal/view.ts';
import { legalActionsOf, type NewGame } from '../../clients/typescript/src/index.ts';
import { spoken } from '../../web/src/core/words.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { openGame, readGame } from './browser/house.ts';
import { sitDown } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

/** The planner has completed a board within half of these. */
const MOST_ACTIONS = 400;
const PICTURE = 'docs/tables/pascal.png';

test("Pascal's board is completed by clicks on its table, as the planner chooses", async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, alone('a board by clicks'));
  for (let actions = 0; ; actions++) {
    expect(actions, 'actions without a complete board').toBeLessThan(MOST_ACTIONS);
    const { view, choices, status } = await readGame(page, id);
    if (status === 'finished') break;
    const chance = new PublishedChance(new Uint8Array(32), actions);
    await act(page, planner(view as unknown as View, legalActionsOf({ choices }) as Action[], chance));
    if (actions === 25) await expectAccessible(page);
    if (actions === 19 && process.env.PICTURES === 'on') await takePicture(page);
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(page.getByText('No roll lies on the table.')).toBeVisible();
  await expectAccessible(page);
});

test("Pascal's board is completed piece by piece on the table drawn from its schema, as the planner chooses", async ({
  page,
}) => {
  await sitDown(page);
  const id = await openGame(page, alone('a board by clicks'));
  await page.goto(`./#/g/${id}?table=auto`);
  for (let actions = 0; ; actions++) {
    expect(actions, 'actions without a complete board').toBeLessThan(MOST_ACTIONS);
    const { view, choices, status } = await readGame(page, id);
    if (status === 'finished') break;
    const chance = new PublishedChance(new Uint8Array(32), actions);
    const action = planner(view as unknown as View, legalActionsOf({ choices }) as Action[], chance);
    const label = pascal.label(action, view as unknown as View);
    await pickPieces(page, action, label);
    await expect(page.getByTestId('meant')).toHaveText(label);
    await confirm(page);
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
});

test('every type of action of Pascal is done on its table', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, alone('every type'));
  const { view } = await readGame(page, id);
  await expectAccessible(page);
  const course: Action[] = [
    { type: 'reroll', dice: [1, 4] },
    { type: 'reroll', dice: [0, 1, 2, 3, 4, 5] },
    { type: 'discardRoll' },
    { type: 'write', dice: [0, 2], field: '0.0' },
    { type: 'erase' },
    { type: 'crossOut', field: '7.0' },
    { type: 'cancelBoard' },
  ];
  for (const action of course) await act(page, action);
  const done = new Set(course.map(({ type }) => type));
  const types = pascal.schemas.actions.map(({ properties }) => properties.type?.const);
  expect([...done].sort()).toEqual(types.sort());
  const after = (await readGame(page, id)).view as unknown as View;
  expect(after).toMatchObject({ totalDots: 2, totalCrosses: 1, cancelledBoards: 1 });
  expect(after.dice).not.toEqual((view as unknown as View).dice);
  await expect(page.getByText('1 of 10 boards cancelled')).toBeVisible();
});

test('Pascal is played with keys, says what a field may hold, and fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await sitDown(page);
  await openGame(page, alone('by keys'));
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Die 1 shows/ }).focus();
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await expect(page.locator('[data-die] [aria-pressed=true]')).toHaveCount(2);
  const sum = ((await page.locator('.pascal strong').textContent()) ?? '').replace(/\D/g, '');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-field="0.0"] > button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const field = page.locator('[data-field="1.1"] > button');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleName(`field 1.1 ${sum}, the picked dice fit, free`);
  await page.keyboard.press('Enter');
  await confirm(page);
  await expect(page.locator('[data-field="1.1"] > span')).toHaveText(sum);
  await expect(page.locator('.pascal')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a Pascal board that can no longer be completed says which entry stands against it', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, alone('two large sums'));
  for (const field of ['1.0', '1.1'] as const) {
    await act(page, { type: 'write', dice: [0, 1, 2, 3, 4, 5], field });
  }
  const { deadEntry } = (await readGame(page, id)).view as unknown as View;
  expect(deadEntry, 'two sums of six dice in the second row leave too little for those below').not.toBeNull();
  await expect(page.getByText(`${deadEntry} can no longer be met: this board cannot be completed.`)).toBeVisible();
  await expect(page.locator('.entry.dead [data-field]').first()).toHaveAttribute('data-field', deadEntry ?? '');
  await expectAccessible(page);
});

/** A game whose dice are the same in each run. */
function alone(seed: string): NewGame {
  return { ruleset: 'pascal', seats: ['me'], seed };
}

/** Does an action as a person would: on the dice and fields themselves. */
async function act(page: Page, action: Action): Promise<void> {
  switch (action.type) {
    case 'write':
      await pickDice(page, action.dice);
      await page.locator(`[data-field="${action.field}"] > button`).click();
      return confirm(page);
    case 'reroll':
      await pickDice(page, action.dice);
      await page
        .locator('.verbs')
        .getByRole('button', { name: /^Re-roll/ })
        .click();
      return confirm(page);
    case 'erase':
      await page.locator('.verbs').getByRole('button', { name: 'Erase', exact: true }).click();
      return confirm(page);
    case 'discardRoll':
      await page.locator('.verbs').getByRole('button', { name: 'Discard roll' }).click();
      return confirm(page);
    case 'crossOut':
      await page
        .locator('.verbs')
        .getByRole('button', { name: `Cross out ${action.field}`, exact: true })
        .click();
      return confirm(page);
    case 'cancelBoard':
      await page.getByRole('button', { name: 'Cancel board …' }).click();
      await expect(page.getByRole('button', { name: 'Keep the board' })).toBeFocused(); // Enter twice costs nothing
      return inNewVersion(page, () =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Cancel the board/ })
          .click(),
      );
    default:
      return action satisfies never;
  }
}

/** Picks an action among the buttons of all that may be done: by its label, or value after value until it is what is meant. */
async function pickPieces(page: Page, action: Action, label: string): Promise<void> {
  const choices = page.getByTestId('choices');
  const meant = page.getByTestId('meant');
  const pieces = Object.entries(action).flatMap(([field, value]) => [value].flat().map((each) => [field, each]));
  for (const [field, value] of pieces) {
    if ((await meant.textContent()) === label) return;
    const whole = choices.getByRole('button', { name: label, exact: true });
    if ((await whole.count()) > 0) return whole.click();
    const values = choices.locator('fieldset', { has: page.getByText(field, { exact: true }) });
    const words = field === 'type' ? spoken(value) : String(value);
    const button = values.getByRole('button', { name: words, exact: true });
    await page.mouse.move(0, 0); // a hand that rests would have to wait
    if ((await button.count()) > 0) await button.click();
  }
}

async function pickDice(page: Page, dice: readonly number[]): Promise<void> {
  for (const die of dice) await page.locator(`[data-die="${die}"] > button`).click();
}

function confirm(page: Page): Promise<void> {
  return inNewVersion(page, () => page.getByTestId('confirm').click());
}

async function inNewVersion(page: Page, click: () => Promise<void>): Promise<void> {
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  await click();
  await expect(table).not.toHaveAttribute('data-version', version ?? '');
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond).toBe(0);
}

async function takePicture(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1100, height: 980 });
  const die = page.locator('[data-die] > button').first();
  await die.click();
  await page.screenshot({ path: PICTURE });
  await die.click();
  if (size !== null) await page.setViewportSize(size);
}
