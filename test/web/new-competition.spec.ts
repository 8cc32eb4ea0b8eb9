import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { picture } from './browser/picture.ts';
import { sitDown, tokenOf } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ timezoneId: 'America/New_York', locale: 'en-US' });

async function openForm(page: Page): Promise<void> {
  await sitDown(page);
  await page.goto('./#/competitions/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New competition' })).toBeVisible();
}

function visibleFields(page: Page): Promise<number> {
  return page.locator('form.competing').evaluate((form) => {
    const fields = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter((field) =>
      field.checkVisibility(),
    );
    return new Set(fields.map((field) => (field.type === 'radio' ? field.name : field))).size;
  });
}

const estimate = (page: Page) => page.getByRole('group', { name: 'What to expect' });

test('a competition is composed, estimated before it is created, and opened with bots in it', {
  tag: '@picture',
}, async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Game', { exact: true }).selectOption('folly-and-fortune');
  await page.getByLabel(/^Round robin/).check();
  expect(await visibleFields(page)).toBeLessThanOrEqual(8);
  await page.getByText(/^More: /).click();
  await estimate(page).getByText('What this assumes').click();
  await page.getByLabel('Entries that you expect').fill('6');
  await page.getByLabel('Boards', { exact: true }).fill('4');
  const figures = estimate(page).getByRole('status');
  await expect(figures).toContainText('60 games in 5 rounds');
  const shown = async () =>
    Number(/([\d,]+) rating points:/.exec((await figures.textContent()) ?? '')?.[1]?.replace(',', ''));
  const before = await shown();
  await page.getByLabel(/^Every board from every seat/).check();
  await expect(figures).toContainText('120 games in 5 rounds');
  expect(await shown()).toBeLessThan(before);
  await expect(figures).toContainText('if everyone uses all their time');
  await expect(estimate(page)).toContainText('16 games of random bots');
  await page.getByLabel('Name', { exact: true }).fill('Tuesday');
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByLabel(/^I play too/).check();
  await page.getByLabel('Pip (easy bot)', { exact: true }).check();
  await page.getByLabel('Olga (medium bot)', { exact: true }).check();
  await picture('new-competition', page, { of: estimate(page) });
  await page.getByRole('button', { name: 'Create the competition' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tuesday');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('link', { name: 'you', exact: true })).toHaveAttribute('href', /#\/p\//);
  const id = /#\/c\/([0-9a-f-]+)$/.exec(page.url())?.[1];
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const made = await (await page.request.get(`v1/competitions/${id}`, { headers })).json();
  expect(made).toMatchObject({
    ruleset: 'folly-and-fortune',
    format: 'roundRobin',
    duplicate: 'permuted',
    boards: 4,
    maxEntries: 64,
    entries: 3,
    you: { entry: 1 },
  });
});

test.describe('an invalid combination', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('is reported beside its field before anything is created, and times are those of the browser', async ({
    page,
  }) => {
    await openForm(page);
    await page.getByLabel('Name', { exact: true }).fill('Past');
    await page.getByText(/^More: /).click();
    const starts = page.getByLabel('Starts at');
    await starts.fill('2020-01-31T20:00');
    await expect(page.getByText(/^31 Jan 2020, 20:00 /)).toBeVisible();
    await expect(starts).toHaveAttribute('aria-invalid', 'true');
    await expect(starts).toHaveAccessibleDescription(/must be in the future/);
    await expect(estimate(page)).toContainText('The fields say why');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create the competition' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'This competition is not possible' })).toBeVisible();
    await starts.fill('2036-01-31T20:00');
    await expect(starts).toHaveAttribute('aria-invalid', 'false');
  });
});

test('a private competition opens with its invite link, and offers only what fits a game of one seat', async ({
  page,
}) => {
  await openForm(page);
  await page.getByLabel('Game', { exact: true }).selectOption('pokers-rogue-reckoning');
  await expect(page.getByRole('radio', { name: /^(Swiss|Match |Round robin|Ladder)/ })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Every board from every seat/ })).toHaveCount(0);
  await expect(page.getByLabel('Seats of a table')).toHaveCount(0);
  await expect(estimate(page).getByRole('status')).toContainText('points of the game');
  await page.getByLabel('Name', { exact: true }).fill('Among us');
  await page.getByLabel(/^Only people with the invite link/).check();
  await page.getByRole('button', { name: 'Create the competition' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Among us');
  expect(page.url()).toMatch(/#\/c\/[0-9a-f-]+\?invite=/);
  await expect(page.getByRole('textbox', { name: 'Invite link' })).toHaveValue(/\?invite=/);
});
