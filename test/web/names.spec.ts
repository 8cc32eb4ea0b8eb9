import { openGame, resignGame } from './browser/house.ts';
import { closeDrawer, openDrawer, sitDown } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Locator, test } from './browser/test.ts';

const ALEF = 0x05d0;
const LETTERS = 22;

function hebrewName(): string {
  return String.fromCharCode(...Array.from({ length: 10 }, () => ALEF + Math.floor(Math.random() * LETTERS)));
}

/** True if the number after a name is to its right, as in text from left to right. */
function isNumberRightOf(place: Locator, name: string): Promise<boolean> {
  return place.evaluate((element, wanted) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let nameEnd: number | null = null;
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const value = node.nodeValue ?? '';
      const at = nameEnd === null ? value.indexOf(wanted) : value.search(/\d/);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + (nameEnd === null ? wanted.length : 1));
      const { left, right } = range.getBoundingClientRect();
      if (nameEnd !== null) return left >= nameEnd - 1;
      nameEnd = right;
    }
    throw new Error('there is no number after the name');
  }, name);
}

for (const [size, viewport] of SIZES) {
  test(`${size}: a right-to-left name leaves the numbers beside it in their places`, async ({ page, browser }) => {
    await resize(page, viewport);
    const name = await sitDown(page, hebrewName());
    const { origin } = new URL(page.url());
    const other = await browser.newPage({ viewport, baseURL: origin });
    await sitDown(other);
    const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    await other.goto(`./#/g/${id}`);
    await other.getByRole('button', { name: 'Sit down' }).click();
    await expect(other.locator('[data-status=playing]')).toBeVisible();
    await openDrawer(page, 'Chat');
    await page.getByLabel('Say something').fill('12 שלום');
    await page.getByLabel('Say something').press('Enter');
    await openDrawer(other, 'Chat');
    const message = other.getByRole('list', { name: 'Messages' }).getByRole('listitem').first();
    await expect(message).toContainText('שלום');
    expect(await isNumberRightOf(message, name)).toBe(true);
    await resignGame(other, id);
    // text without markup has Unicode isolates around names
    const isolated = `\u2068${name}\u2069`;
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(`You lost: ${isolated} won`);
    await expect(other).toHaveTitle(`You lost: ${isolated} won · Croupier`);
    await closeDrawer(other);
    await openDrawer(other, 'What happened');
    await expect(other.getByRole('region', { name: 'What happened' })).toContainText(`${isolated} sits down.`);
    await closeDrawer(other);
    await expect(other.locator('.board').getByRole('article', { name: isolated })).toBeVisible();
    await openDrawer(other, 'Menu');
    const seat = other.locator('.seats li').filter({ hasText: name });
    await expect(seat).toContainText('points');
    expect(await isNumberRightOf(seat, name)).toBe(true);
    await other.close();
  });
}
