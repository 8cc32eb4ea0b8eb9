import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { openGame } from './browser/house.ts';
import { picture } from './browser/picture.ts';
import { openDrawer, sitDown, startGame } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, test } from './browser/test.ts';

const RUIN = "Play against a bot: Pascal's Ruin";

test('a guest sees every game first, and one tap on its picture starts it against a bot', {
  tag: '@picture',
}, async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: /^Play (alone|against a bot): / })).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'For developers' })).toHaveAttribute('href', './docs/');
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
  const menu = await openDrawer(page, 'Menu');
  await expect(menu.getByText('Keep your games')).toBeVisible();
  for (const means of ['You give up, and cannot win any more.', /^The game ends without a winner once/]) {
    await expect(menu.getByText(means), 'before a tap').toBeVisible();
  }
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes: Resign' }).click();
  await expect(page.locator('.notices .keep')).toBeVisible();
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
  const code = page.getByRole('textbox', { name: 'Your recovery code' });
  await expect(code).toHaveValue(/^crr_/);
  await expectAccessible(page);
  await resize(page, { width: 390, height: 844 });
  await page.goto('./#/me');
  await expect(code, 'without unfolding a group').toBeVisible();
  const hidden = await code.evaluate((field) => [
    field.scrollWidth - field.clientWidth,
    field.scrollHeight - field.clientHeight,
  ]);
  expect(Math.max(...hidden), 'all of it can be read').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'I have noted it: hide it' }).click();
  await expect(code).toHaveCount(0);
  await page.goto('./');
  await expect(page.getByRole('navigation').getByRole('link', { name })).toBeVisible();
  await page.getByText('Finished', { exact: true }).click();
  await expect(page.locator('.mine details li')).toContainText("Pascal's Ruin with Mara · lost by leaving");
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
        await expect(strip.locator('.chip.gold')).toHaveText('Play');
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
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one tap on a tile makes a private game, with its link to share and to copy', async ({ page, browser }) => {
    await page.addInitScript(() => {
      navigator.share = async (shared) => {
        document.title = JSON.stringify(shared);
      };
    });
    await page.goto('./');
    const tile = page.locator('.tiles > li:has(.scene.champions)');
    await expect(tile).toContainText(/2–5 players.*10–20 min/);
    await expect(page.locator('.tiles > li:has(.scene.pascal)')).toContainText(/alone.*20–40 min/);
    await expect(page.getByRole('button', { name: /^Play with a friend: / }), 'none alone').toHaveCount(3);
    await tile.getByRole('button', { name: 'Play with a friend: Champions of Chance' }).tap();
    const link = await page.getByRole('textbox', { name: 'Link for a friend' }).inputValue();
    expect(link).toContain('?invite=');
    await expect(page.getByRole('button', { name: 'Copy: Link for a friend' })).toBeVisible();
    await page.getByRole('button', { name: 'Share the link' }).tap();
    await expect(page).toHaveTitle(JSON.stringify({ text: 'Play Champions of Chance with me', url: link }));
    await expectAccessible(page);
    const friend = await (await browser.newContext()).newPage();
    await friend.goto(link);
    await friend.getByRole('button', { name: 'Sit down' }).click();
    await expect(page.locator('[data-status=playing]')).toBeVisible();
    await friend.context().close();
  });

  test('a finger that scrolls starts no game', async ({ page }) => {
    await page.goto('./');
    const tile = page.locator('.tiles > li').nth(2);
    const { x, y } = (await tile.boundingBox()) ?? { x: 0, y: 0 };
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') asked++;
    });
    const touch = await page.context().newCDPSession(page);
    for (const [dx, dy] of [
      [0, -60],
      [0, 60],
      [60, 0],
    ] as const) {
      const at = (part: number) => [{ x: x + 80 + part * dx, y: y + 80 + part * dy }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const part of [0.3, 0.6, 1]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
    await page.getByRole('link', { name: 'Ratings' }).tap();
    await expect(page.getByRole('heading', { name: 'Ratings', level: 1 })).toBeVisible();
    expect(asked).toBe(0);
  });

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

test('a waiting game has a gold mark with its time, which breaks no word of a name', async ({ page }) => {
  await sitDown(page);
  await openGame(page, {
    ruleset: 'pokers-rogue-reckoning',
    seats: ['me'],
    clock: { perAction: 9_000, onTimeout: 'random' },
  });
  await page.goto('./');
  const mark = page.locator('.turns .chip.gold');
  for (const width of [320, 360, 390, 1280]) {
    await resize(page, { width, height: 844 });
    await expect(mark).toContainText(/^Play *2 hours .* left/);
    await expect.poll(() => page.evaluate(brokenNames), `${width}`).toEqual([]);
  }
  await expectFitsNarrow(page);
});

test('the words of a tile keep their distance from its edges on each screen, in both themes', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('.tiles > li')).toHaveCount(5);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [320, 360, 390, 1280]) {
      await resize(page, { width, height: 844 });
      await expect.poll(() => page.evaluate(wordsAtEdges), `${width} ${colorScheme}`).toEqual([]);
    }
  }
});

/** Returns words in the names of waiting games that do not fit into the link that shows the name. */
function brokenNames(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.turns a')].flatMap((name) => {
    const words = (name.textContent ?? '').split(' ');
    const { font } = getComputedStyle(name);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) return [];
    pen.font = font;
    return words.filter((word) => pen.measureText(word).width > name.clientWidth);
  });
}

function wordsAtEdges(): string[] {
  const least = 8;
  return [...document.querySelectorAll('.tiles > li')].flatMap((tile) => {
    const { left, right } = tile.getBoundingClientRect();
    const texts = [...tile.querySelectorAll(':is(h3, p, small, a, .learn, .friend)')];
    return texts.flatMap((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const box = words.getBoundingClientRect();
      const gaps = [box.left - left, right - box.right];
      return Math.min(...gaps) < least ? [`${element.textContent}: ${gaps.join(' and ')} px`] : [];
    });
  });
}

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
  await page.getByRole('button', { name: 'Play under this name' }).click();
  await page.getByRole('button', { name: "Play against a bot: Pascal's Ruin" }).click();
  answer();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
});
