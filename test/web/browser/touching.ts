import type { Page } from './test.ts';

const SPREAD = 2_654_435_761;
const RANGE = 2 ** 32;

/** Touches some piece of the board that can be picked: another one each time, and the same ones in each run. */
export function somePiece(): (page: Page) => Promise<void> {
  let touches = 0;
  return async (page) => {
    const pieces = page.locator('.board button.piece.can');
    await page.mouse.move(0, 0);
    const scattered = Math.floor(((++touches * SPREAD) % RANGE) / 2 ** 8);
    await pieces.nth(scattered % (await pieces.count())).click();
  };
}
