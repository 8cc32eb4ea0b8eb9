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
    const beyond = () =>
      page.evaluate(() => {
        const { documentElement } = document;
        const felt = document.querySelector('.felt') ?? documentElement;
        return [
          documentElement.scrollHeight - innerHeight,
          felt.scrollHeight - felt.clientHeight,
          felt.scrollWidth - felt.clientWidth,
        ].map((pixels) => Math.max(0, pixels));
      });
    await expect.poll(beyond, { message: JSON.stringify(whole) }).toEqual([0, 0, 0]); // pictures follow the size a moment later
  }
  if (size !== null) await page.setViewportSize(size);
}

const PICTURES = [
  ['desk', { width: 1280, height: 800 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'dark'],
] as const;

/** Pictures of the table for the documents, by day at a desk and by night on a phone; only where `PICTURES=on` asks for them. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== 'on') return;
  const size = page.viewportSize();
  for (const [at, viewport, colorScheme] of PICTURES) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const path = new URL(`../../../docs/tables/${name}-${at}.jpg`, import.meta.url).pathname;
    await page.screenshot({ path, type: 'jpeg', quality: 82, animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}
