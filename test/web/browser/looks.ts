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

/** The two sizes that a table is drawn for. */
const WHOLE = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** At a desk and on a phone the whole table is in sight: neither the page nor the cloth scrolls. */
export async function expectNothingScrolls(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const whole of WHOLE) {
    await page.setViewportSize(whole);
    const beyond = await page.evaluate(() => {
      const { documentElement } = document;
      const felt = document.querySelector('.felt') ?? documentElement;
      return [
        documentElement.scrollHeight - innerHeight,
        felt.scrollHeight - felt.clientHeight,
        felt.scrollWidth - felt.clientWidth,
      ].map((pixels) => Math.max(0, pixels));
    });
    expect(beyond, JSON.stringify(whole)).toEqual([0, 0, 0]);
  }
  if (size !== null) await page.setViewportSize(size);
}

/** A picture of the table for the documents; made only where `PICTURES=on` asks for it. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== 'on') return;
  const path = new URL(`../../../docs/tables/${name}.png`, import.meta.url).pathname;
  await page.locator('.board').screenshot({ path, animations: 'disabled' });
}
