import { SIZES } from './browser/sizes.ts';
import { expect, test } from './browser/test.ts';

for (const [size, viewport] of SIZES) {
  test.describe(`${size}: a browser in Tokyo`, () => {
    test.use({ viewport, timezoneId: 'Asia/Tokyo' });

    test('shows moments with its time zone', async ({ page }) => {
      await page.goto('./#/daily/pascal');
      await expect(page.getByRole('time').first()).toHaveText(/^\d\d? \w+ \d{4}, 09:00 GMT\+9$/);
    });
  });
}
