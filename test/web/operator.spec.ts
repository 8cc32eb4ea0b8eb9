import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { expect, test } from './browser/test.ts';

const OPERATOR_TOKEN = 'the-operators-of-this-test';
test.use({ settings: { OPERATOR_TOKEN }, expectedErrors: [/status of 401/] });

test('whoever has the token sees what waits in the house, by the keyboard alone, and nobody else does', async ({
  page,
}) => {
  await page.goto('./#/operator');
  await expectAccessible(page);
  await page.getByLabel('Operator’s token').focus();
  await page.keyboard.type('not the token of this house');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'does not open' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  await page.getByLabel('Operator’s token').fill(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The house is late in no game.')).toBeVisible();
  await expect(page.getByText('Nothing is reported.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
});
