import { type Game, legalActionsOf } from '../../clients/typescript/src/index.ts';
import { ask } from './browser/competitions.ts';
import { actIn, readGame } from './browser/house.ts';
import { choicesOf, openDrawer, ready, sitDown, tokenOf } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

/** A clock so quick that choices may be sent without confirmation. */
const QUICK_CLOCK = { perAction: 90, onTimeout: 'random' };
const MOST_ACTIONS = 20;
const ENOUGH = 1;
const TABLES = [
  { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }] },
  { ruleset: 'folly-and-fortune', seats: ['me', { bot: 'random' }] },
  { ruleset: 'pascal', seats: ['me'] },
  { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] },
  { ruleset: 'pokers-rogue-reckoning', seats: ['me'] },
  { ruleset: 'pokers-rogue-reckoning', seats: ['me'], query: '?table=auto' },
];

interface Point {
  x: number;
  y: number;
}

async function openQuickTable(page: Page, ruleset: string, seats: unknown[], query = ''): Promise<void> {
  await page.clock.install();
  await sitDown(page);
  await page.evaluate(() => localStorage.setItem('croupier settings', JSON.stringify({ quick: true })));
  const { origin } = new URL(page.url());
  const body = { ruleset, seats, clock: QUICK_CLOCK, seed: 'one intention' };
  const { id } = await ask<Game>(origin, await tokenOf(page), 'POST', '/v1/games', body);
  await page.goto(`./#/g/${id}${query}`);
  await page.reload();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
}

/** Stops the time of the page, so that the speed of the machine makes no difference. Waits first until the table has
 * loaded, because nothing loads while the time stands still. */
async function stopTime(page: Page): Promise<void> {
  await expect(page.getByTestId('confirm')).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

declare global {
  interface Window {
    seen: { actions: number };
  }
}

/** Counts calls inside the page. Seen from the test, a call that follows a click could still be missing. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { actions: 0 };
    window.seen = seen;
    const real = window.fetch;
    window.fetch = (...sent) => {
      const [request] = sent;
      if (request instanceof Request && request.method === 'POST' && request.url.includes('/actions?')) seen.actions++;
      return real(...sent);
    };
  });
});

const actions = (page: Page) => page.evaluate(() => window.seen.actions);

const isControlAt = (page: Page, { x, y }: Point) =>
  page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('.piece, .go') !== null, [
    x,
    y,
  ] as const);

async function placeToClick(page: Page): Promise<Point> {
  const button = (await ready(page)) === 'confirm' ? page.getByTestId('confirm') : (await choicesOf(page)).first();
  // reads the place in one step, because a bot's move may replace the button meanwhile
  return button.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
}

for (const { ruleset, seats, query = '' } of TABLES) {
  for (const size of ['desk', 'phone'] as const) {
    test.describe(`${ruleset}${query} at ${size} size`, () => {
      if (size === 'phone') test.use({ viewport: { width: 390, height: 844 } });
      test('acts once for two clicks at one place, although the page there has changed', async ({ page }) => {
        await openQuickTable(page, ruleset, seats, query);
        const table = page.locator('[data-status]');
        let found = 0;
        for (let nth = 0; nth < MOST_ACTIONS && found < ENOUGH && (await ready(page)) !== 'over'; nth++) {
          await page.mouse.move(0, 0);
          const at = await placeToClick(page);
          const version = await table.getAttribute('data-version');
          const before = await actions(page);
          await stopTime(page);
          await page.mouse.click(at.x, at.y);
          if ((await actions(page)) > before) {
            await expect(table).not.toHaveAttribute('data-version', version ?? '');
            await expect(page.locator('[data-busy]')).toHaveCount(0);
            if (await isControlAt(page, at)) {
              found++;
              await page.mouse.click(at.x, at.y);
              await page.mouse.dblclick(at.x, at.y);
              expect(await actions(page), `after ${nth}`).toBe(before + 1);
              await expect(page.locator('.piece.is')).toHaveCount(0);
            }
          }
          await page.clock.resume();
        }
        expect(found).toBeGreaterThan(0);
      });
    });
  }
}

test('a table counts a second click at the same place after 400 ms, and at once after a movement', async ({ page }) => {
  await openQuickTable(page, 'pascals-ruin', ['me', { bot: 'random' }]);
  for (const wait of ['time', 'move']) {
    await page.mouse.move(0, 0);
    await ready(page);
    const at = await placeToClick(page);
    const before = await actions(page);
    await stopTime(page);
    await page.mouse.click(at.x, at.y);
    await expect.poll(() => actions(page)).toBe(before + 1);
    await expect(page.locator('[data-busy]')).toHaveCount(0);
    await ready(page);
    expect(await isControlAt(page, at)).toBe(true);
    if (wait === 'time') await page.clock.runFor(399);
    await page.mouse.click(at.x, at.y);
    expect(await actions(page)).toBe(before + 1);
    if (wait === 'time') await page.clock.runFor(1);
    else await page.mouse.move(at.x + 30, at.y);
    await page.mouse.click(at.x, at.y);
    expect(await actions(page)).toBe(before + 2);
    await page.clock.resume();
  }
});

test('lets a double click pick a piece, and a second one put it back', async ({ page }) => {
  await sitDown(page);
  await page.getByRole('button', { name: 'Play alone: Pascal' }).click();
  const die = page.locator('[data-die="0"] button');
  await die.dblclick();
  await expect(die).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(0, 0);
  await die.dblclick();
  await expect(die).toHaveAttribute('aria-pressed', 'false');
});

test('acts once if Enter is held on Confirm', async ({ page }) => {
  await openQuickTable(page, 'pokers-rogue-reckoning', ['me'], '?table=auto');
  await page.evaluate(() => localStorage.removeItem('croupier settings'));
  await page.reload();
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  if ((await ready(page)) === 'choose') await page.getByTestId('choices').getByRole('button').first().click();
  await page.getByTestId('confirm').focus();
  await page.keyboard.down('Enter');
  await expect(table).not.toHaveAttribute('data-version', version ?? '');
  for (let i = 0; i < 20; i++) await page.keyboard.down('Enter'); // all but the first are repetitions of a key that is held
  await page.keyboard.up('Enter');
  expect(await actions(page)).toBe(1);
});

test('Enter sends a message, though the choices change after it was typed', async ({ page }) => {
  await openQuickTable(page, 'pascals-ruin', ['me', { bot: 'random' }]);
  const table = page.locator('[data-status]');
  const say = async (text: string, meanwhile: () => Promise<void>) => {
    await page.getByLabel('Say something').fill(text);
    await meanwhile();
    await page.getByLabel('Say something').press('Enter');
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText(text);
  };
  await ready(page);
  await openDrawer(page, 'Chat');
  await say('one', async () => {});
  await stopTime(page);
  await say('two', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    const { choices, version } = await readGame(page, id);
    await actIn(page, id, legalActionsOf({ choices })[0]);
    await expect(table).not.toHaveAttribute('data-version', String(version));
  });
});

test('clicks without a pointer, as of screen readers, go from one control to another without waiting', async ({
  page,
}) => {
  await openQuickTable(page, 'pokers-rogue-reckoning', ['me'], '?table=auto');
  await page.evaluate(() => localStorage.removeItem('croupier settings'));
  await page.reload();
  const clickOn = (selector: string) =>
    page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
  await ready(page);
  await stopTime(page);
  for (let done = 1; done <= 3; done++) {
    if ((await ready(page)) === 'choose') await clickOn('[data-testid=choices] button');
    else await page.clock.runFor(400); // only one choice is left, at the control that was just clicked
    await expect(page.getByTestId('confirm')).toHaveAttribute('aria-disabled', 'false');
    await clickOn('[data-testid=confirm]');
    await expect.poll(() => actions(page)).toBe(done);
    await expect(page.locator('[data-busy]')).toHaveCount(0);
    await clickOn('[data-testid=confirm]');
    expect(await actions(page)).toBe(done);
  }
});

test('two clicks on the button that starts a game make one game, on a line of any speed', async ({ page }) => {
  await page.clock.install();
  await sitDown(page);
  let made = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/games', async (route) => {
    if (route.request().method() === 'POST') made++;
    await answered;
    await route.continue();
  });
  const start = page.getByRole('button', { name: "Play against a bot: Pascal's Ruin" });
  await start.dblclick();
  await page.mouse.move(0, 0);
  await start.click();
  await page.clock.runFor(1_000);
  await start.click();
  answer();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  expect(made).toBe(1);
});

test('the label of a box switches it, once', async ({ page }) => {
  const name = await sitDown(page);
  await page.getByRole('link', { name }).click();
  const box = page.getByRole('checkbox', { name: /sound/i });
  await page.getByText(await box.evaluate((input) => input.parentElement?.textContent?.trim() ?? '')).dblclick();
  await expect(box).toBeChecked();
  await page.mouse.move(0, 0);
  await box.dblclick();
  await expect(box).not.toBeChecked();
});
