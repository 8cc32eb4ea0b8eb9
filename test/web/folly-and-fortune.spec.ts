import type { Locator } from '@playwright/test';
import { expectAccessible } from './browser/accessibility.ts';
import { expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { confirm, playOn, sitDown } from './browser/playing.ts';
import { type Action, actionTypes, Caller, type Chooser, takeAnother } from './browser/prepared.ts';
import { expect, type Page, test } from './browser/test.ts';
import { somePiece } from './browser/touching.ts';

const RULESET = 'folly-and-fortune';
const OPPONENTS = ['me', { bot: 'random' }];
const LONGEST_GAME = 1_000;
const FIRST_ATTACK = 12;

test.use({ viewport: { width: 1180, height: 900 } });

test('Folly & Fortune is played on its own table to its end, by clicks on cards, rows and their ends', async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const { id } = await caller.begin({ ruleset: RULESET, seats: OPPONENTS }, 1);
  await page.goto(`./#/g/${id}`);
  const touchSome = somePiece();
  await expect(page.getByText('Choose your first row')).toBeVisible();
  await expectAccessible(page);
  await playOn(page, FIRST_ATTACK, touchSome);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, RULESET);
  await playOn(page, LONGEST_GAME, touchSome);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expectAccessible(page);
});

test('Folly & Fortune has a place on its table for every type of action', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const types = await actionTypes(service.url, RULESET);
  const game = { ruleset: RULESET, seats: OPPONENTS, options: { superpowers: true } };
  for (const type of types) {
    const choose = TAKEN.has(type) ? stopOnTaker : takeAnother;
    const moment = await caller.find(game, (action) => action.type === type, choose);
    await page.goto(`./#/g/${moment.id}`);
    await touch(page, moment.action);
    await expect(page.getByTestId('meant'), type).toHaveText(moment.label);
    await confirm(page);
  }
});

test('The rolled card of Folly & Fortune can be dragged to an end of the row', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET, seats: OPPONENTS }, ({ type }) => type === 'placeRoll');
  await page.goto(`./#/g/${moment.id}`);
  await drag(page, page.locator('.ff-rolled'), page.locator('.board').getByRole('button', { name: 'Left end' }));
  await expect(page.getByTestId('meant')).toHaveText(moment.label);
});

test('Two cards that a power of Folly & Fortune swaps are touched in any order', async ({ page, service }) => {
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
    for (const id of order) await page.locator(`.board [data-card=${id}]`).click();
    await expect(page.getByTestId('meant')).toHaveText(moment.label);
    await page.getByRole('button', { name: 'Choose anew' }).click();
  }
});

/** What only a card that takes removed ones leads to. */
const TAKEN = new Set(['placeTaken', 'skipPower']);
const TAKER = 'S07';

/** Begins with that card, attacks from it and takes what it may; a hand without it is not played. */
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

/** Touches on the table what an action names. */
async function touch(page: Page, { type, cards, card, other, side, seat }: FollyAction): Promise<void> {
  const board = page.locator('.board');
  const ids = [...(cards ?? []), card, other].filter((id) => id !== undefined);
  for (const id of ids) await board.locator(`[data-card=${id}]`).click();
  if (side !== undefined) await board.getByRole('button', { name: side === 'left' ? 'Left end' : 'Right end' }).click();
  if (seat !== undefined)
    await page
      .locator('.ff-head')
      .nth(OTHER_FIRST[seat] ?? 0)
      .getByRole('button')
      .click();
  const deed = DEEDS[type];
  if (deed !== undefined) await board.getByRole('button', { name: deed }).click();
}

/** Which strip of the table is whose: the own one is the last. */
const OTHER_FIRST = [1, 0];

const DEEDS: Partial<Record<string, RegExp>> = {
  stop: /^Stop/,
  reroll: /^Reroll/,
  endAttack: /^(Do not attack|End the attack)/,
  skipPower: /^Do without/,
};

/** As a hand does it: a browser takes one jump of the mouse for no drag. */
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
