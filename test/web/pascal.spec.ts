import { PublishedChance } from '#rules/kernel/chance.ts';
import type { Action } from '#rules/pascal/actions.ts';
import pascal from '#rules/pascal/index.ts';
import { planner } from '#rules/pascal/planner.ts';
import type { View } from '#rules/pascal/view.ts';
import { legalActionsOf, type NewGame } from '../../clients/typescript/src/index.ts';
import { spoken } from '../../web/src/core/words.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { actIn, openGame, readGame } from './browser/house.ts';
import { expectFits, expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { choicesOf, clickAnew, confirm, sitDown } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

/** The planner needs about half as many actions to complete a board. */
const MOST_ACTIONS = 400;
const PICTURED = 19;

test("Pascal's board is completed by taps on its table, as the planner chooses, in sight on each screen", {
  tag: '@picture',
}, async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, alone('a board by clicks'));
  for (let actions = 0; ; actions++) {
    expect(actions, 'actions without a complete board').toBeLessThan(MOST_ACTIONS);
    const { view, choices, status } = await readGame(page, id);
    if (status === 'finished') break;
    const chance = new PublishedChance(new Uint8Array(32), actions);
    await act(page, planner(view as unknown as View, legalActionsOf({ choices }) as Action[], chance));
    if (actions === PICTURED) {
      const die = page.locator('.dice button').first();
      await die.click();
      await expectAccessible(page);
      await expectFits(page);
      await picture(page, 'pascal');
      await die.click();
    }
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(page.getByText('No roll lies on the table.')).toBeVisible();
  await expectFits(page);
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

test('every type of action of Pascal is possible on its table, without scrolling', async ({ page }) => {
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
  for (const action of course) {
    await expectFits(page);
    await act(page, action);
  }
  const done = new Set(course.map(({ type }) => type));
  const types = pascal.schemas.actions.map(({ properties }) => properties.type?.const);
  expect([...done].sort()).toEqual(types.sort());
  const after = (await readGame(page, id)).view as unknown as View;
  expect(after).toMatchObject({ totalDots: 2, totalCrosses: 1, cancelledBoards: 1 });
  expect(after.dice).not.toEqual((view as unknown as View).dice);
  await expect(page.getByText('Boards given up: 1 of 10')).toBeVisible();
  await resize(page, { width: 390, height: 844 });
  await expect(page.getByText('Boards given up: 1 of 10')).toBeHidden();
  await page.getByRole('button', { name: /points so far$/ }).click();
  await expect(page.getByText('Boards given up: 1 of 10')).toBeVisible();
  await expectAccessible(page);
});

test('Pascal is played with keys, announces the possible values of a field, and fits a narrow screen', async ({
  page,
}) => {
  await resize(page, { width: 320, height: 800 });
  await sitDown(page);
  const id = await openGame(page, alone('by keys'));
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Die 1 shows/ }).focus();
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await expect(page.locator('.dice [aria-pressed=true]')).toHaveCount(2);
  const { dice } = (await readGame(page, id)).view as unknown as View;
  const sum = String((dice[0] ?? 0) + (dice[2] ?? 0));
  await expect(page.locator('.tray .sum')).toHaveText(`${dice[0]} + ${dice[2]} = ${sum}`);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-field="0.0"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const field = page.locator('[data-field="1.1"]');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleName(`second row, 2 of 2: write ${sum}, free`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: `second row, 2 of 2: ${sum} in pencil` })).toBeVisible();
  await expect(page.locator('[data-busy]')).toHaveCount(0);
  await page.keyboard.press('2');
  await expect(page.locator('.dice [aria-pressed=true]')).toHaveCount(1); // keys work after the field has disappeared
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a Pascal board that can no longer be completed names the cause', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, alone('two large sums'));
  for (const field of ['1.0', '1.1'] as const) {
    await act(page, { type: 'write', dice: [0, 1, 2, 3, 4, 5], field });
  }
  const { deadEntry } = (await readGame(page, id)).view as unknown as View;
  expect(deadEntry, 'two sums of six dice in the second row leave too little for those below').not.toBeNull();
  await expect(page.getByText(/ can no longer be met: this board cannot be completed\./)).toBeVisible();
  await expect(page.locator('.field.dead').first()).toHaveAttribute('data-field', deadEntry ?? '');
  await expectFits(page);
  await expectAccessible(page);
});

test('the button for giving up the last board of Pascal says that the game is lost, and keeping it is the gold choice', async ({
  page,
}) => {
  await resize(page, { width: 320, height: 700 });
  await sitDown(page);
  await openGame(page, { ruleset: 'pascal', seats: ['me'], options: { maxBoards: 1 } });
  await page.getByRole('button', { name: 'Give up board game lost' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give up the game?' });
  await expect(dialog.locator('.go')).toHaveText('Keep the board');
  await expect(dialog.locator('.go')).toBeFocused();
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Lose the game' }).click();
  await expect(page.locator('[data-status=finished]')).toBeVisible();
});

test('if no field takes the last dice of Pascal, the table says so and offers to erase', async ({ page }) => {
  await resize(page, { width: 390, height: 844 });
  await sitDown(page);
  const id = await openGame(page, alone('stuck'));
  const stuck = (legal: readonly Action[]) =>
    legal.some(({ type }) => type === 'erase') && !legal.some(({ type }) => type === 'write');
  for (;;) {
    const game = await readGame(page, id);
    const legal = legalActionsOf(game) as Action[];
    if (stuck(legal)) break;
    // takes the last write of the list, which fills the lower rows first, so that later dice fit no field
    const write = legal.findLast(({ type }) => type === 'write');
    await actIn(page, id, write ?? legal.find(({ type }) => type === 'discardRoll') ?? legal[0]);
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Erase and regroup' })).toBeVisible();
  await expect(page.locator('.bar')).toContainText(/fits no field|No field takes/);
  await expect(page.getByRole('img', { name: /which fits no field$/ }).first()).toBeVisible();
  await expect(page.locator('.acts .go')).toHaveText(/^Erase/);
  await expectAccessible(page);
  await expectFits(page);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test("the table shows each of a player's own moves at once, however quickly they follow", async ({ page }) => {
    await page.clock.install();
    await sitDown(page);
    await openGame(page, alone('quick writes'));
    await expect(page.locator('[data-die="1"] > button')).toBeVisible();
    // time stands still, so a pause between two moves would never end
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
    await act(page, { type: 'write', dice: [0], field: '6.0' });
    await act(page, { type: 'write', dice: [1], field: '6.6' });
    await act(page, { type: 'write', dice: [2], field: '5.0' });
  });
});

function alone(seed: string): NewGame {
  return { ruleset: 'pascal', seats: ['me'], seed };
}

async function act(page: Page, action: Action): Promise<void> {
  const bar = page.locator('.acts');
  switch (action.type) {
    case 'write':
      await pickDice(page, action.dice);
      return inNewVersion(page, () => page.locator(`[data-field="${action.field}"]`).click());
    case 'reroll':
      if (action.dice.length === 6) return inNewVersion(page, () => bar.getByText('Re-roll all').click());
      await pickDice(page, action.dice);
      await expect(page.getByTestId('meant')).toHaveText(`Re-roll ${action.dice.length}`);
      return inNewVersion(page, () => page.getByTestId('confirm').click());
    case 'erase':
      return inNewVersion(page, () => bar.getByRole('button', { name: /^Erase/ }).click());
    case 'discardRoll':
      return inNewVersion(page, () => bar.getByRole('button', { name: /^Discard roll/ }).click());
    case 'crossOut': {
      const field = page.locator(`[data-field="${action.field}"]`);
      await clickAnew(field);
      await expect(page.getByTestId('meant')).toHaveText('Cross out');
      return inNewVersion(page, () => field.click());
    }
    case 'cancelBoard':
      await page.getByRole('button', { name: /^New board/ }).click();
      await expect(page.getByRole('button', { name: 'Keep the board' })).toBeFocused(); // pressing Enter twice does no harm
      return inNewVersion(page, () => page.getByRole('button', { name: 'Give it up' }).click());
    default:
      return action satisfies never;
  }
}

async function pickPieces(page: Page, action: Action, label: string): Promise<void> {
  await choicesOf(page);
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
    await page.mouse.move(0, 0); // the page waits before it accepts the click of a pointer that rests
    if ((await button.count()) > 0) await button.click();
  }
}

async function pickDice(page: Page, dice: readonly number[]): Promise<void> {
  for (const die of dice) await clickAnew(page.locator(`[data-die="${die}"] > button`));
}

async function inNewVersion(page: Page, click: () => Promise<void>): Promise<void> {
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  await page.mouse.move(0, 0); // the page waits before it accepts the click of a pointer that rests
  await click();
  await expect(table).not.toHaveAttribute('data-version', version ?? '');
  await expect(page.locator('[data-busy]')).toHaveCount(0); // clicks before this are ignored
}
