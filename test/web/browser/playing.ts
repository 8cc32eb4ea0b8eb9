import type { Locator } from '@playwright/test';
import { expect, type Page } from './test.ts';

let players = 0;

export async function sitDown(page: Page, name = `Ada ${process.pid} ${++players}`): Promise<string> {
  await page.goto('./');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Play under this name' }).click();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
  // waits for the content that comes last, because it would move the page during a click
  await expect(page.getByText('No game waits for you.')).toBeVisible();
  return name;
}

export async function startGame(page: Page, offer: string): Promise<void> {
  await clickAnew(page.getByRole('button', { name: offer, exact: true }));
  await expect(page.locator('[data-status]')).toBeVisible();
}

/** Moves the pointer away first: if the page has just changed under a pointer that rests, a click does not count. */
export async function clickAnew(target: Locator): Promise<void> {
  await target.page().mouse.move(0, 0);
  await target.click();
}

export async function drawFromSchema(page: Page): Promise<void> {
  await page.goto(`${page.url()}?table=auto`);
  await expect(page.locator('[data-status]')).toBeVisible();
}

export async function ready(page: Page): Promise<'over' | 'confirm' | 'choose'> {
  const handle = await page.waitForFunction(() => {
    const status = document.querySelector<HTMLElement>('[data-status]')?.dataset.status;
    if (status !== 'playing') return status === undefined ? null : 'over';
    if (document.querySelector('.curtain') !== null) return 'over'; // another player is to act
    if (document.querySelector('[data-testid=confirm][aria-disabled=false]') !== null) return 'confirm';
    return document.querySelector('[data-asked]:not([data-busy])') === null ? null : 'choose';
  });
  return (await handle.jsonValue()) as 'over' | 'confirm' | 'choose';
}

/** Plays until the game ends or `most` actions are made, and resolves to the number of actions. `choose` picks an
 * action; by default it clicks a button in the list of choices. */
export async function playOn(page: Page, most: number, choose = clickSomeChoice): Promise<number> {
  const table = page.locator('[data-status]');
  for (let actions = 0; actions < most; ) {
    const what = await ready(page);
    if (what === 'over') return actions;
    if (what === 'choose') {
      await choose(page, actions);
      continue;
    }
    const version = await table.getAttribute('data-version');
    await clickAnew(page.getByTestId('confirm'));
    await expect(table).not.toHaveAttribute('data-version', version ?? '');
    actions++;
  }
  return most;
}

export async function openDrawer(page: Page, name: string): Promise<Locator> {
  await clickAnew(page.locator('.top').getByRole('button', { name, exact: true }));
  return page.getByRole('dialog', { name });
}

export async function closeDrawer(page: Page): Promise<void> {
  await page.locator('dialog[open] > header button').click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

/** Returns the list of choices, in any language. Switches the list on if it is hidden. */
export async function choicesOf(page: Page): Promise<Locator> {
  const list = page.locator('.choosing');
  if (!(await list.isVisible())) {
    await clickAnew(page.locator('.top .sign:has(.icon.menu)'));
    await page.getByTestId('list').check();
    await closeDrawer(page);
  }
  return list.getByTestId('choices').getByRole('button');
}

/** Clicks a choice that varies by turn but is the same in every run. Clicks nothing while the list is empty. */
async function clickSomeChoice(page: Page, actions: number): Promise<void> {
  const choices = await choicesOf(page);
  const count = await choices.count();
  if (count > 0) await clickAnew(choices.nth((actions * 7) % count));
}

export async function confirm(page: Page): Promise<void> {
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  await clickAnew(page.getByTestId('confirm'));
  await expect(table).not.toHaveAttribute('data-version', version ?? '');
}

export async function tokenOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => Object.entries(localStorage).find(([key]) => /^croupier \//.test(key))?.[1]);
  return (JSON.parse(kept ?? 'null') as { token: string }).token;
}

/** Opens the groups of the settings, which are folded on a phone. */
export async function openGroups(page: Page): Promise<void> {
  const folded = page.locator('details.group:not([open]) > summary');
  await expect(page.locator('details.group').first()).toBeVisible();
  while ((await folded.count()) > 0) await folded.first().click();
}
