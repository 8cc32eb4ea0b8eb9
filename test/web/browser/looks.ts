import { expect, type Page } from './test.ts';

const NARROWEST = 320;

/** On the narrowest screen nothing lies beside it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: NARROWEST, height: 720 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(NARROWEST);
  if (size !== null) await page.setViewportSize(size);
}

/** A picture of the table for the documents; made only where `PICTURES=on` asks for it. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== 'on') return;
  const path = new URL(`../../../docs/tables/${name}.png`, import.meta.url).pathname;
  await page.locator('.board').screenshot({ path, animations: 'disabled' });
}
