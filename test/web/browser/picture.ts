import { expect, type Locator, type Page } from '@playwright/test';
import { resize } from './sizes.ts';

const MOST_BYTES = 160_000;
const SIZE = { width: 1_180, height: 640 };
/** Pictures show these values instead of values that differ between runs. */
const MOMENT = '22 Nov 2026, 15:04';
const HEAD = '0f3a9c21';

interface PictureOptions {
  of?: Locator;
  size?: { width: number; height: number };
  /** true: saves a JPG, because a picture of a table or of art would be large as PNG */
  isPhoto?: boolean;
}

/** Saves `docs/pictures/<name>.png`, or `.jpg`, in the light theme, without motion and at a fixed time. Only with
 * `PICTURES=on` (`npm run pictures`). */
export async function picture(
  name: string,
  page: Page,
  { of, size = SIZE, isPhoto = false }: PictureOptions = {},
): Promise<void> {
  if (process.env.PICTURES !== 'on') return;
  const before = page.viewportSize();
  await resize(page, size);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate(sameEachTime, { moment: MOMENT, head: HEAD });
  const file = `docs/pictures/${name}.${isPhoto ? 'jpg' : 'png'}`;
  const path = new URL(`../../../${file}`, import.meta.url).pathname;
  const kind = isPhoto ? ({ type: 'jpeg', quality: 80 } as const) : {};
  const taken = await (of ?? page).screenshot({ path, ...kind, animations: 'disabled', caret: 'hide', scale: 'css' });
  expect(taken.byteLength, `${file}, in bytes`).toBeLessThanOrEqual(MOST_BYTES);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before !== null) await resize(page, before);
}

function sameEachTime({ moment, head }: { moment: string; head: string }): void {
  for (const time of document.querySelectorAll('main time')) time.textContent = moment;
  for (const timer of document.querySelectorAll('main [role=timer]')) {
    timer.textContent = (timer.textContent ?? '').replace(/\d.*/, '4:05');
  }
  for (const code of document.querySelectorAll('main code')) {
    code.textContent = (code.textContent ?? '').replaceAll(/[0-9a-f]{8,64}(-[0-9a-f]{4,12})*/g, head);
  }
}
