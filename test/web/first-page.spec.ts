import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { picture } from './browser/picture.ts';
import { openDrawer, sitDown, startGame } from './browser/playing.ts';
import { SIZES } from './browser/sizes.ts';
import { expect, test } from './browser/test.ts';

const RUIN = "Play against a bot: Pascal's Ruin";

test('a guest sees every game first, and one tap on its picture starts it against a bot', {
  tag: '@picture',
}, async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: /^Play (alone|against a bot): / })).toHaveCount(5);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await picture('start', page, { isPhoto: true });
  await page.locator('.tiles > li:has(.scene.ruin)').click({ position: { x: 20, y: 20 } });
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await expect(page.locator('.felt.ruin')).toBeVisible();
});

test('a stranger makes a first move with two taps, in three seconds', async ({ page }) => {
  await page.goto('./');
  const tile = page.getByRole('button', { name: "Play alone: Poker's Rogue Reckoning" });
  await expect(tile).toBeVisible();
  const table = page.locator('[data-status=playing]');
  const begun = Date.now();
  await tile.click();
  await page.mouse.move(0, 0);
  await page.locator('.felt button.can').first().click();
  await expect(table).not.toHaveAttribute('data-version', '0');
  // on a machine that does nothing else, this takes one second
  expect(Date.now() - begun).toBeLessThan(3_000);
});

test('a guest keeps everything under the name that they choose at the end', async ({ page }) => {
  await page.goto('./');
  await startGame(page, RUIN);
  const address = page.url();
  await expect(page.getByText('Keep your games')).toBeHidden();
  await openDrawer(page, 'Menu');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes: Resign' }).click();
  const keep = await page.locator('.keep').boundingBox();
  const cloth = await page.locator('.felt').boundingBox();
  expect((keep?.y ?? 0) + (keep?.height ?? 0), 'over the header').toBeLessThanOrEqual(cloth?.y ?? 0);
  await page.getByText('Keep your games').click();
  await expect(page.getByText(/^You play as [A-Z][a-z]+ [A-Z][a-z]+ \d+, a guest/)).toBeVisible();
  await expectAccessible(page);
  const name = `Ida ${process.pid} ${Date.now()}`;
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Keep your games')).toBeHidden();
  await page.goto('./');
  await expect(page.getByRole('navigation').getByRole('link', { name })).toBeVisible();
  await page.goto(address);
  await expect(page.locator('[data-status=finished]')).toBeVisible();
});

for (const [size, viewport] of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('waiting games are above the tiles, a whole strip is the link, and the latest game comes first', async ({
        page,
      }) => {
        await sitDown(page);
        await startGame(page, RUIN);
        await page.goto('./');
        const strip = page.locator('.turns > li.ruin');
        await expect(strip).toBeVisible();
        await expect(page.locator('.tiles > li').first()).toContainText("Pascal's Ruin");
        await expectAccessible(page);
        const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(beside).toBeLessThanOrEqual(0);
        await strip.click({ position: { x: 8, y: 8 } });
        await expect(page.locator('[data-status=playing]')).toBeVisible();
      });

      test('a whole tile starts its game', async ({ page }) => {
        await sitDown(page);
        await page.locator('.tiles > li:has(.scene.pascal)').click({ position: { x: 20, y: 20 } });
        await expect(page.locator('.felt.pascal')).toBeVisible();
      });
    });
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('four tabs below lead to the other pages, and mark this one', async ({ page }) => {
    await sitDown(page);
    const tabs = page.getByRole('navigation', { name: 'Pages' });
    await expect(tabs.getByRole('link')).toHaveCount(4);
    await expect(tabs.getByRole('link', { name: 'Play' })).toHaveAttribute('aria-current', 'page');
    await tabs.getByRole('link', { name: 'Ratings' }).click();
    await expect(page.getByRole('heading', { name: 'Ratings', level: 1 })).toBeVisible();
    await expect(tabs.getByRole('link', { name: 'Ratings' })).toHaveAttribute('aria-current', 'page');
    const box = await tabs.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
  });
});

test('a tile that a guest taps while the name is being sent starts its game', async ({ page }) => {
  await page.goto('./');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/players', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByLabel('Your name').fill(`Early ${process.pid}`);
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('button', { name: "Play against a bot: Pascal's Ruin" }).click();
  answer();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
});
