import type { NewGame } from '../../clients/typescript/src/index.ts';
import { SmtpServer } from '../notifications/smtp-server.ts';
import { openGame } from './browser/house.ts';
import { choicesOf, closeDrawer, openDrawer, openGroups, sitDown } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const smtp = await new SmtpServer().start();
test.use({
  settings: {
    SMTP_URL: smtp.url.href,
    MAIL_FROM: 'house@play.example',
    PUBLIC_URL: 'https://play.example',
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  },
});
test.use({ expectedErrors: [/status of 409/] }); // the name is taken
test.afterAll(() => smtp.stop());

async function holdUp(page: Page, path: string, method: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === method) await free;
    await route.continue();
  });
  return async () => {
    const answered = page.waitForResponse((response) => response.request().method() === method);
    letGo();
    expect((await answered).ok()).toBe(true);
  };
}

const FORMS = [
  {
    what: 'the address of a webhook',
    field: 'Address (https://)',
    button: 'Make a webhook',
    sent: 'http://127.0.0.1:9/hook',
    next: 'http://127.0.0.1:9/other',
    path: '**/v1/me/webhooks',
    method: 'POST',
    done: 'Secret of the new webhook',
  },
  {
    what: 'a mail address',
    field: 'Mail address',
    button: 'Tell me by mail',
    sent: 'ada@mail.example',
    next: 'bob@mail.example',
    path: '**/v1/me/notification-channels',
    method: 'POST',
    done: 'ada@mail.example',
  },
  {
    what: 'a new name',
    field: 'New name',
    button: 'Take this name',
    sent: `Unsent ${process.pid}`,
    next: 'And another one',
    path: '**/v1/me',
    method: 'PATCH',
    done: 'You are Unsent',
  },
] as const;

const CHATTING = { ruleset: 'pascals-ruin', seats: ['me', 'me'] } satisfies NewGame;

test('text that is typed while a message is sent stays, and so does half a message during a replay', async ({
  page,
}) => {
  await sitDown(page);
  await openGame(page, CHATTING);
  await openDrawer(page, 'Chat');
  const field = page.getByLabel('Say something');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await answered;
    await route.continue();
  });
  await field.fill('Good luck');
  await field.press('Enter');
  await field.press('End');
  await page.keyboard.type(', and now');
  answer();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Good luck');
  await expect(field).toHaveValue(', and now');
  await closeDrawer(page);
  await openDrawer(page, 'Menu');
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.replay')).toBeVisible();
  await page.goBack();
  await openDrawer(page, 'Chat');
  await expect(field).toHaveValue(', and now');
});

test('a choice survives a visit to the replay, and its tab asks before it closes', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'unsent' });
  await expect(page.getByTestId('confirm')).toBeVisible();
  await (await choicesOf(page)).first().click();
  const meant = await page.getByTestId('meant').textContent();
  await openDrawer(page, 'Menu');
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.replay')).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('meant')).toHaveText(meant ?? '');
  await expect(page.getByTestId('confirm')).toHaveAttribute('aria-disabled', 'false');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
});

for (const [size, viewport] of SIZES) {
  test(`${size}: changes in the calendar during saving stay, and are not called saved`, async ({ page }) => {
    await resize(page, viewport);
    const name = await sitDown(page);
    await page.getByRole('link', { name }).click();
    await openGroups(page);
    const calendar = page.locator('.calendar');
    const zone = calendar.getByRole('textbox').first();
    await zone.fill('Europe/Paris');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/me/calendar', async (route) => {
      if (route.request().method() === 'PUT') await answered;
      await route.continue();
    });
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await zone.press('Enter');
    await zone.fill('Asia/Tokyo');
    answer();
    await (await saved).finished();
    await expect(calendar.getByRole('button').first()).toBeEnabled();
    await expect(zone).toHaveValue('Asia/Tokyo');
    await expect(calendar.getByText('Saved. It counts from your next decision on.')).toBeHidden();
  });

  for (const { what, field, button, sent, next, path, method, done } of FORMS) {
    test(`${size}: ${what} that is typed while the previous one is sent stays, and a sent one is removed`, async ({
      page,
    }) => {
      await resize(page, viewport);
      await sitDown(page);
      await page.goto('./#/me');
      await openGroups(page);
      const typed = page.getByLabel(field, { exact: true });
      const send = page.locator('form').filter({ has: typed }).getByRole('button', { name: button });
      const letGo = await holdUp(page, path, method);
      await typed.fill(sent === FORMS[2].sent ? `${sent} ${size}` : sent);
      await send.click();
      await typed.fill(next);
      await letGo();
      await expect(send).toBeEnabled();
      await expect(page.getByText(done).or(page.getByLabel(done)).first()).toBeVisible();
      await expect(typed).toHaveValue(next);
      if (what === 'a new name') return; // the number of name changes is limited
      await send.click();
      await expect(typed).toHaveValue('');
    });
  }

  test(`${size}: a suggested name in place of the typed one empties its field`, async ({ page }) => {
    await resize(page, viewport);
    const name = await sitDown(page);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await sitDown(page);
    await page.goto('./#/me');
    await openGroups(page);
    const typed = page.getByLabel('New name', { exact: true });
    await typed.fill(name);
    await typed.press('Enter');
    await page.getByRole('button', { name: /^Take “/ }).click();
    await expect(page.getByText(/^You are .* now\.$/)).toBeVisible();
    await expect(typed).toHaveValue('');
  });

  test(`${size}: the form for a new competition keeps its text during a visit to the rules`, async ({ page }) => {
    await resize(page, viewport);
    await sitDown(page);
    await page.goto('./#/competitions/new');
    const name = page.locator('.competing').getByRole('textbox').first();
    await name.fill('Autumn cup');
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
    await page.goBack();
    await expect(name).toHaveValue('Autumn cup');
  });
}
