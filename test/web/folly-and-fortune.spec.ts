import type { Locator } from '@playwright/test';
import { expectAccessible } from './browser/accessibility.ts';
import { expectFits, expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { closeDrawer, ready, sitDown } from './browser/playing.ts';
import { type Action, actionTypes, Caller, type Chooser, takeAnother } from './browser/prepared.ts';
import { expect, type Page, test } from './browser/test.ts';

const RULESET = 'folly-and-fortune';
const BOT = { bot: 'random' };
const OPPONENTS = ['me', BOT];
const LONGEST_GAME = 1_000;

test.use({ viewport: { width: 1280, height: 800 } });

test('Folly & Fortune is played on its own table to its end, by taps on cards, rows, the die and the bar', async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const { id } = await caller.begin({ ruleset: RULESET, seats: OPPONENTS, options: { startingCards: 4 } }, 1);
  await page.goto(`./#/g/${id}`);
  await expect(page.getByRole('heading', { name: 'Choose your first row' })).toBeVisible();
  await expectAccessible(page);
  await tapOn(page, LONGEST_GAME);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(page.locator('.board [aria-pressed]')).toHaveCount(0);
  await expectAccessible(page);
});

test('the table of Folly & Fortune has a place for every type of action, and fits each screen', async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const types = await actionTypes(service.url, RULESET);
  const game = { ruleset: RULESET, seats: OPPONENTS, options: { superpowers: true, arrows: true } };
  for (const type of types) {
    const choose = TAKEN.has(type) ? stopOnTaker : takeAnother;
    const moment = await caller.find(game, (action) => action.type === type, choose);
    await page.goto(`./#/g/${moment.id}`);
    await expect(page.locator('[data-asked]')).toBeVisible();
    await expectFits(page);
    if (type === 'removeCard') await expectAccessible(page);
    await act(page, moment.action, moment.label);
  }
});

test('five rows of Folly & Fortune fit each screen, with every question', { tag: '@picture' }, async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const game = { ruleset: RULESET, seats: ['me', BOT, BOT, BOT, BOT], options: { superpowers: true } };
  for (const type of ['chooseRow', 'stop', 'attack', 'placeRoll', 'pickSeat', 'removeCard']) {
    const moment = await caller.find(game, (action) => action.type === type);
    await page.goto(`./#/g/${moment.id}`);
    await expect(page.locator('[data-asked]')).toBeVisible();
    await expectFits(page);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, RULESET);
});

test('the results of a further roll of Folly & Fortune are on the table, and the chance of a better one on its button', async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, ({ type }) => type === 'reroll');
  await page.goto(`./#/g/${moment.id}`);
  const results = page.getByRole('list', { name: 'Roll again gives' }).getByRole('listitem');
  await expect(results.first()).toHaveText(/^−?\d+ \d+ %$/);
  await expect(page.locator('.acts').getByRole('button', { name: 'Roll again' })).toHaveText(/\d+ % better$/);
  await expect(page.locator('.acts .go')).toHaveText([/^Stop/]); // one gold button: this is no choice between equals
});

test('a card that an attack has removed leaves a gap, which stays when the attack is over', async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const isLast = ({ type }: Action, legal: readonly Action[]) =>
    type === 'removeCard' && legal.filter((other) => other.type === type).length > 1;
  const { id, action } = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, isLast);
  await page.goto(`./#/g/${id}`);
  await expectMoved(page, () => cardOn(page, (action as FollyAction).card).click());
  const gap = page.locator('.felt .lost');
  await expect(gap.first()).toHaveText(/^−\d+$/);
  const end = page.locator('.bar').getByRole('button', { name: 'End the attack' });
  if (await end.isVisible()) await expectMoved(page, () => end.click());
  await expect(gap.first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true });

  test('Folly & Fortune fits a phone on its side', async ({ page, service }) => {
    await sitDown(page);
    const caller = await Caller.of(page, service.url);
    for (const type of ['chooseRow', 'stop', 'attack', 'placeRoll', 'removeCard']) {
      const game = { ruleset: RULESET, seats: ['me', BOT, BOT] };
      const moment = await caller.find(game, (action) => action.type === type);
      await page.goto(`./#/g/${moment.id}`);
      await expect(page.locator('[data-asked]')).toBeVisible();
      await expect
        .poll(() => page.locator('.felt').evaluate((felt) => felt.scrollHeight - felt.clientHeight), type)
        .toBe(0);
    }
  });

  test('a long press on a card shows it large and picks nothing', async ({ page, service }) => {
    await sitDown(page);
    const caller = await Caller.of(page, service.url);
    const moment = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, ({ type }) => type === 'chooseRow');
    await page.goto(`./#/g/${moment.id}`);
    const card = page.locator('.spread .card').first();
    await expect(card).toBeVisible();
    const { x, y } = await middleOf(card);
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    const sheet = page.getByRole('dialog', { name: /^−?\d+, health \d/ });
    await expect(sheet).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(sheet.locator('.card svg')).toBeVisible();
    await expect(card).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
    await closeDrawer(page);
    await card.focus();
    await page.keyboard.press('Shift+Enter');
    await expect(sheet).toBeVisible();
    await expect(card).toHaveAttribute('aria-pressed', 'false');
  });
});

test('the rolled card of Folly & Fortune can be dragged to an end of the row', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, ({ type }) => type === 'placeRoll');
  await page.goto(`./#/g/${moment.id}`);
  await expectMoved(page, () => drag(page, page.locator('.rolled'), page.locator('.end.left')));
});

test('two cards that a power of Folly & Fortune swaps are tapped in any order', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const game = { ruleset: RULESET, seats: OPPONENTS };
  const moment = await caller.find(game, (action: FollyAction) => action.other !== undefined);
  await page.goto(`./#/g/${moment.id}`);
  const { card, other }: FollyAction = moment.action;
  for (const order of [
    [card, other],
    [other, card],
  ]) {
    for (const id of order) await cardOn(page, id).click();
    await expect(page.locator('.bar [role=status]')).toHaveText(moment.label);
    await page.getByRole('button', { name: 'Choose again' }).click();
  }
});

test('a tap on the name of a rival who can be hit in Folly & Fortune hits', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, ({ type }) => type === 'attack');
  await page.goto(`./#/g/${moment.id}`);
  const head = page.locator('.rival .look');
  await expect(head).toBeVisible();
  await expectMoved(page, async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await head.boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a row and the piles of Folly & Fortune open large, with all the text of their cards', async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, ({ type }) => type === 'stop');
  await page.goto(`./#/g/${moment.id}`);
  const row = page.locator('.rival .row .card');
  await expect(row.first()).toBeVisible();
  const cards = await row.count();
  await page.locator('.rival').getByRole('button', { name: 'Look at the row closely' }).click();
  const closely = page.getByRole('dialog', { name: /^Row of/ });
  await expect(closely.getByRole('listitem')).toHaveCount(cards);
  await expectAccessible(page);
  await closeDrawer(page);
  await page.getByRole('button', { name: /in the draw pile/ }).click();
  await expect(page.getByRole('dialog', { name: 'Discard pile' })).toBeVisible();
});

/** The actions that exist only after stopping on a card that takes removed cards. */
const TAKEN = new Set(['placeTaken', 'skipPower']);
const TAKER = 'S07';

/** A player that puts `TAKER` first in its row, attacks with it and takes cards. Without `TAKER`, gives up the game. */
const stopOnTaker: Chooser = (legal, turn) => {
  if (legal[0]?.type === 'chooseRow') return legal.find(({ cards }: FollyAction) => cards?.[0] === TAKER);
  const next = ['stop', 'attack', 'removeCard', 'pickCard'].find((type) =>
    legal.some((action) => action.type === type),
  );
  return legal.find(({ type }) => type === next) ?? takeAnother(legal, turn);
};

interface FollyAction extends Action {
  cards?: string[];
  card?: string;
  other?: string;
  side?: string;
  seat?: number;
}

const cardOn = (page: Page, id: string | undefined) => page.locator(`.felt button[data-thing=${id}]`);

const PLACES: Partial<Record<string, (action: FollyAction) => string>> = {
  reroll: () => '.handbox button.cover',
  stop: () => 'button.burst',
  attack: () => '.rival button.cover',
  removeCard: ({ card }) => `.felt button[data-thing=${card}]`,
  placeRoll: ({ side }) => `button.end.${side}`,
  placeTaken: ({ side }) => `button.end.${side}`,
};

async function act(page: Page, action: FollyAction, label: string): Promise<void> {
  const { type, cards, card, other, seat } = action;
  const place = PLACES[type];
  if (place !== undefined) return expectMoved(page, () => page.locator(place(action)).click());
  if (type === 'endAttack' || type === 'skipPower') {
    const words = /^(No attack|End the attack|Do without)$/;
    return expectMoved(page, () => page.locator('.bar').getByRole('button', { name: words }).click());
  }
  for (const id of [...(cards ?? []), card, other].filter((each) => each !== undefined)) await cardOn(page, id).click();
  if (seat !== undefined) await page.locator(seat === 0 ? '.mine button.cover' : '.rival button.cover').click();
  await expect(page.locator('.bar [role=status]'), type).toHaveText(label);
  await expectMoved(page, () => page.getByTestId('confirm').click());
}

async function expectMoved(page: Page, doIt: () => Promise<void>): Promise<void> {
  const table = page.locator('[data-status]');
  const version = (await table.getAttribute('data-version')) ?? '';
  await doIt();
  await page.mouse.move(0, 0); // the page waits before it accepts the click of a pointer that rests
  await expect(table).not.toHaveAttribute('data-version', version);
}

async function tapOn(page: Page, most: number): Promise<void> {
  const tap = someTap();
  for (let taps = 0; taps < most && (await ready(page)) !== 'over'; taps++) await tap(page);
}

const SPREAD = 2_654_435_761;
const RANGE = 2 ** 32;
const TAPPED = '.board button.piece.can, .acts .act:not([data-testid])';

/** Returns a function that confirms a complete choice, or else taps some element: the same ones in each run. */
function someTap(): (page: Page) => Promise<void> {
  let taps = 0;
  return async (page) => {
    const confirm = page.locator('[data-testid=confirm][aria-disabled=false]');
    if ((await confirm.count()) > 0) return expectMoved(page, () => confirm.click());
    const open = page.locator(TAPPED).filter({ hasNotText: /Undo|Choose again/ });
    const scattered = Math.floor(((++taps * SPREAD) % RANGE) / 2 ** 8);
    const one = open.nth(scattered % Math.max(1, await open.count()));
    const raises = await one.evaluate((each) => each.matches('.card, .tick') && !each.closest('.stage'));
    if (raises) return one.click();
    await expectMoved(page, () => one.click());
  };
}

/** Moves in steps, because browsers ignore a single jump of the mouse. */
async function drag(page: Page, piece: Locator, target: Locator): Promise<void> {
  await piece.hover();
  await page.mouse.down();
  const { x, y } = await middleOf(piece);
  await page.mouse.move(x + 5, y + 5, { steps: 4 });
  const end = await middleOf(target);
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

async function middleOf(piece: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await piece.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}
