import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { clickAnew, sitDown } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

const newMessages = (page: Page) => page.locator('.top .unread');
const sign = (page: Page) => page.locator('.top').getByRole('button', { name: /^Chat/ });

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Say something').fill(text);
  await page.getByLabel('Say something').press('Enter');
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(text);
}

test('two browsers chat at a table, by keyboard, as text; one mutes, reports and blocks the other', async ({
  page,
  browser,
}) => {
  const host = await sitDown(page);
  await page.getByRole('link', { name: "Options: Pascal's Ruin" }).click();
  await page.getByLabel('Seat 2').selectOption('open');
  await page.getByRole('button', { name: 'Create the game' }).click();
  await expect(page.locator('[data-status=open]')).toBeVisible();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(page.url());
  await guest.getByLabel('Your name').fill(`Bo ${process.pid} ${Date.now()}`);
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await expect(guest.locator('[data-status=playing]')).toBeVisible();

  await sign(page).focus();
  await page.keyboard.press('Enter');
  await say(page, '<b>Good luck</b> https://example.org/');
  await expect(newMessages(guest)).toHaveText('1');
  await expect(guest.getByRole('status').filter({ hasText: '1 new message' })).toHaveCount(1);
  await sign(guest).click();
  await expect(newMessages(guest)).toHaveCount(0);
  const list = guest.getByRole('list', { name: 'Messages' });
  await expect(list).toContainText('<b>Good luck</b> https://example.org/');
  await expect(list.getByRole('link')).toHaveText([host]);
  const saying = guest.locator('form').filter({ has: guest.getByLabel('Say something') });
  await saying.getByRole('combobox').selectOption('all who watch');
  await say(guest, 'Hello, all');
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Hello, all');
  await expectAccessible(guest);
  await expectFitsNarrow(guest);

  await list.getByText('About this message').click();
  await list.getByLabel('Why').selectOption('something else');
  await list.getByRole('button', { name: 'Send the report' }).click();
  await expect(list.getByText('Reported.')).toBeVisible();
  await list.getByRole('button', { name: 'Mute' }).click();
  await list.getByRole('button', { name: 'Yes: Mute' }).click();
  await expect(list).not.toContainText('Good luck');
  await say(page, 'Are you there?');
  await guest.reload();
  await sign(guest).click();
  await expect(list).toContainText('Hello, all');
  await expect(list).not.toContainText('Are you there?');

  await page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: /^Bo/ }).click();
  await page.getByRole('button', { name: 'Block this player' }).click();
  await page.getByRole('button', { name: 'Yes: Block this player' }).click();
  await expect(page.getByText('You have blocked this player.')).toBeVisible();
  await page.getByRole('link', { name: host }).first().click();
  await expect(page.getByRole('button', { name: /^Unblock Bo/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Unblock Bo/ }).click();
  await expect(page.getByText('No one.')).toBeVisible();
  await guest.context().close();
});

test("a guest who joins by a link on a phone reads new messages at once, over the page's stream", async ({
  page,
  browser,
}) => {
  await sitDown(page);
  await page.getByRole('link', { name: "Options: Pascal's Ruin" }).click();
  await page.getByLabel('Seat 2').selectOption('open');
  await page.getByRole('button', { name: 'Create the game' }).click();
  await sign(page).click();
  await say(page, 'Welcome');
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const polls: string[] = [];
  guest.on('request', (request) => {
    if (/\/messages\?.*wait=/.test(request.url())) polls.push(request.url());
  });
  await guest.goto(page.url());
  await guest.getByLabel('Your name').fill(`Bo ${process.pid} ${Date.now()}`);
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await expect(guest.locator('[data-line=live]')).toBeVisible();
  await expect(sign(guest)).toBeVisible();
  await expect(newMessages(guest)).toHaveText('1');
  await say(page, 'Your move');
  await expect(newMessages(guest)).toHaveText('2');
  await sign(guest).click();
  await say(guest, 'Thank you');
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Thank you');
  await guest.goto('./#/rules');
  await guest.goBack();
  await expect(guest.locator('[data-line=live]')).toBeVisible();
  await clickAnew(sign(guest));
  await expect(guest.getByRole('list', { name: 'Messages' })).toContainText('Thank you');
  expect(polls).toEqual([]);
  await guest.context().close();
});
