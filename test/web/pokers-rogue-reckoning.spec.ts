import { expectAccessible } from './browser/accessibility.ts';
import { expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { confirm, playOn, sitDown } from './browser/playing.ts';
import { type Action, actionTypes, Caller, type Chooser, takeAnother } from './browser/prepared.ts';
import { expect, type Page, test } from './browser/test.ts';
import { somePiece } from './browser/touching.ts';

const RULESET = 'pokers-rogue-reckoning';
const LONGEST_GAME = 2_000;
const FIRST_ROOMS = 10;

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("Poker's Rogue Reckoning is played on its own table to its end, by taps on rooms, cards and dice", async ({
    page,
    service,
  }) => {
    await sitDown(page);
    const caller = await Caller.of(page, service.url);
    const { id } = await caller.begin({ ruleset: RULESET }, 1);
    await page.goto(`./#/g/${id}`);
    const touchSome = somePiece();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('.board').getByText('Reveal a room.')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await playOn(page, FIRST_ROOMS, touchSome);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await playOn(page, LONGEST_GAME, touchSome);
    await expect(page.locator('.board').getByText('The run is over.')).toBeVisible();
    await expectAccessible(page);
  });
});

test.use({ viewport: { width: 1180, height: 900 } });

test("Poker's Rogue Reckoning has a place on its table for every type of action", async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  for (const type of await actionTypes(service.url, RULESET)) {
    const moment = await caller.find(LONG_RUN, (action) => action.type === type, gather);
    await page.goto(`./#/g/${moment.id}`);
    await touch(page, moment.action);
    await expect(page.getByTestId('meant'), type).toHaveText(moment.label);
    if (type === 'accept') await picture(page, RULESET);
    await confirm(page);
  }
});

test("In Poker's Rogue Reckoning no single key takes the only choice", async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET }, (_, legal) => legal.length === 1);
  await page.goto(`./#/g/${moment.id}`);
  await expect(page.getByTestId('meant')).toHaveText(moment.label);
  await expect(page.getByRole('list', { name: 'The level' })).toBeVisible();
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  for (const key of ['Space', 'Enter', 'u', 'n', 'l', '1']) await page.keyboard.press(key);
  await confirm(page);
  await expect(table).toHaveAttribute('data-version', String(Number(version) + 1));
});

/** A run in which everything can happen, and long enough for it. */
const LONG_RUN = {
  ruleset: RULESET,
  options: { combat: 'max', bribe: true, revivalPill: true, startHp: 18, startAtk: 3, grid: '3x3' },
};

const HOARDED = ['buy', 'takeMoney', 'applyBuff', 'reveal', 'roll', 'accept'];

/** Keeps potions and gets on. */
const gather: Chooser = (legal, turn) => {
  const next = HOARDED.find((type) => legal.some((action) => action.type === type));
  return legal.find(({ type }) => type === next) ?? takeAnother(legal, turn);
};

interface RogueAction extends Action {
  room?: number;
  card?: string;
  target?: string;
  curse?: string;
  potions?: string[];
  blue?: string;
  red?: string;
}

const VERBS: Partial<Record<string, string>> = { drink: 'Drink', applyBuff: 'Apply', useAbility: 'Use' };
const DEEDS: Partial<Record<string, RegExp>> = {
  takeMoney: /^Take the money/,
  takeHealing: /^Heal/,
  scoutDone: /^Leave the scouted/,
  roll: /^Roll the dice/,
  accept: /^Let the roll stand/,
  counterAttack: /^Counter-attack/,
  rollAgain: /^Both sides roll again/,
  tradeAtk: /^Give up 1 ATK/,
  fall: /^Give the run up/,
  bribe: /^Pay /,
  craftPill: /^Make the revival pill/,
  leaveLevel: /^Leave the level/,
};

/** Touches on the table what an action names. */
async function touch(page: Page, { type, room, card, target, curse, potions, blue, red }: RogueAction): Promise<void> {
  const board = page.locator('.board');
  const tile = (id: string) => board.locator(`[data-tile="${id}"]`);
  const deed = DEEDS[type];
  if (deed !== undefined) await board.getByRole('button', { name: deed }).click();
  const verb = VERBS[type];
  if (card !== undefined && verb !== undefined) await tile(card).getByRole('button', { name: verb }).click();
  const named = [verb === undefined ? card : target, curse, ...(potions ?? []), blue, red];
  for (const id of named) if (id !== undefined) await tile(id).locator('> button').click();
  if (room !== undefined && deed === undefined) await board.locator(`[data-room="${room}"] button`).click();
}
