import { expectAccessible } from './browser/accessibility.ts';
import { expectFits, expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { confirm, ready, sitDown } from './browser/playing.ts';
import { type Action, actionTypes, Caller, type Chooser, takeAnother, type Wanted } from './browser/prepared.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const RULESET = 'pokers-rogue-reckoning';
const MOST_TAPS = 2_000;
const FIRST_TAPS = 10;

test.describe('on a phone in the dark theme', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("Poker's Rogue Reckoning is played on its own table to its end, by taps on rooms, cards and the bar", async ({
    page,
    service,
  }) => {
    await sitDown(page);
    const caller = await Caller.of(page, service.url);
    const { id } = await caller.begin({ ruleset: RULESET }, 1);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`./#/g/${id}`);
    await expect(page.getByRole('heading', { name: 'Open a room' })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await playByTaps(page, FIRST_TAPS);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await playByTaps(page, MOST_TAPS);
    expect(await ready(page)).toBe('over');
    await expect(page.locator('.felt .can')).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.use({ viewport: { width: 1180, height: 900 } });

test("the table of Poker's Rogue Reckoning has a place for every type of action, and fits each screen", async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  for (const type of await actionTypes(service.url, RULESET)) {
    const moment = await caller.find(LONG_RUN, (action) => action.type === type, gather);
    await page.goto(`./#/g/${moment.id}`);
    await expect(page.locator('[data-asked]')).toBeVisible();
    await expectFits(page);
    if (type === 'accept') await expectAccessible(page);
    const version = await page.locator('[data-status]').getAttribute('data-version');
    await act(page, moment.action, moment.label);
    await expect(page.locator('[data-status]'), type).not.toHaveAttribute('data-version', version ?? '');
  }
});

test("a potion of Poker's Rogue Reckoning shows its healing, and its button the hit points before and after", async ({
  page,
  service,
}) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET }, ({ type }) => type === 'drink');
  await page.goto(`./#/g/${moment.id}`);
  const card = page.locator('.card.can').filter({ hasText: / HP$/ }).first();
  await expect(card).toHaveText(/\+\d+ HP$/);
  await card.click();
  await expect(page.locator('.acts').getByRole('button', { name: 'Drink it' })).toHaveText(/\d+ → \d+ HP$/);
});

test("with all hit points of Poker's Rogue Reckoning, the button for healing says so", async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  // gives up a game at the first fight, which may cost hit points
  const untilFight = (legal: readonly Action[]) =>
    legal.some(({ type }) => type === 'roll') ? undefined : legal.find(({ type }) => type === 'reveal');
  const { id } = await caller.find({ ruleset: RULESET }, ({ type }) => type === 'takeHealing', untilFight);
  await page.goto(`./#/g/${id}`);
  await expect(page.locator('.acts').getByRole('button', { name: 'Heal up to 3' })).toContainText(
    /all \d+ HP are there/,
  );
});

test("in Poker's Rogue Reckoning no single key takes the only choice", async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const moment = await caller.find({ ruleset: RULESET }, (_, legal) => legal.length === 1);
  await page.goto(`./#/g/${moment.id}`);
  await expect(page.locator('[data-asked]')).toBeVisible();
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  for (const key of ['Space', 'Enter', 'u', 'n', 'l', '1']) await page.keyboard.press(key);
  await page.locator('.acts .go').click();
  await expect(table).toHaveAttribute('data-version', String(Number(version) + 1));
});

test("in Poker's Rogue Reckoning a pile opens, a card shows its effect, and rooms open over a fight", {
  tag: '@picture',
}, async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const { id } = await caller.find(FIGHT, usesAbility, gather);
  await page.goto(`./#/g/${id}`);
  await expect(page.locator('.felt .can').first()).toBeVisible();
  await picture(page, RULESET);
  await page.getByRole('button', { name: /^Discard \d/ }).click();
  const pile = page.getByRole('article', { name: /^Discard pile/ });
  await expect(pile).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await pile.getByRole('button', { name: 'Close' }).click();
  await expect(pile).toHaveCount(0);
  await resize(page, { width: 390, height: 844 });
  await page.getByRole('button', { name: /^Rooms, / }).click();
  await expect(page.getByRole('article', { name: /^Level/ })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});

const LONG_RUN = {
  ruleset: RULESET,
  options: { combat: 'max', bribe: true, revivalPill: true, startHp: 18, startAtk: 3, grid: '3x3' },
};

const FIGHT = { ruleset: RULESET, options: { startHp: 18, grid: '3x3' } };

const usesAbility: Wanted = ({ type }, legal) => type === 'useAbility' && legal.some((each) => each.type === 'accept');

const HOARDED = ['buy', 'takeMoney', 'applyBuff', 'reveal', 'roll', 'accept'];

const gather: Chooser = (legal, turn) => {
  const next = HOARDED.find((type) => legal.some((action) => action.type === type));
  return legal.find(({ type }) => type === next) ?? takeAnother(legal, turn);
};

const SPREAD = 2_654_435_761;
const RANGE = 2 ** 32;
const TAPPED = '.felt button.can, .acts .go:not([aria-disabled=true])';

async function playByTaps(page: Page, most: number): Promise<void> {
  for (let taps = 1; taps <= most && (await ready(page)) !== 'over'; taps++) {
    const places = page.locator(TAPPED);
    await page.mouse.move(0, 0);
    const scattered = Math.floor(((taps * SPREAD) % RANGE) / 2 ** 8);
    await places.nth(scattered % (await places.count())).click();
  }
}

interface RogueAction extends Action {
  room?: number;
  card?: string;
  target?: string;
  curse?: string;
  potions?: string[];
  blue?: string;
  red?: string;
}

const ACTS: Partial<Record<string, RegExp>> = {
  takeMoney: /^Take \d+ money/,
  takeHealing: /^Heal/,
  scoutDone: /^Leave them there/,
  roll: /^Roll/,
  accept: /^(Hit|Take the hit|Let it stand)/,
  counterAttack: /^Counter-attack/,
  rollAgain: /^Both roll again/,
  tradeAtk: /^Give up 1 ATK/,
  fall: /^Give the run up/,
  bribe: /^Flee/,
  leaveLevel: /^Leave the level/,
};

const VERBS: Partial<Record<string, RegExp>> = { drink: /^Drink/, applyBuff: /^Apply/, useAbility: /^Use/ };

async function act(page: Page, { type, room, card, target, curse, potions, blue, red }: RogueAction, label: string) {
  const bar = page.locator('.acts');
  const felt = page.locator('.felt');
  const deed = ACTS[type];
  await page.mouse.move(0, 0); // the page waits before it accepts the click of a pointer that rests
  if (deed !== undefined) return bar.getByRole('button', { name: deed }).click();
  if (type === 'craftPill') await felt.getByRole('button', { name: 'Revival pill' }).click();
  for (const id of [curse, card, target, ...(potions ?? []), blue, red]) {
    if (id !== undefined) await felt.locator(`button[data-thing="${id}"]`).click();
  }
  if (room !== undefined) await felt.locator(`[data-room="${room}"] button`).click();
  if (type === 'reveal') return;
  const verb = VERBS[type];
  if (verb !== undefined && (await page.getByTestId('confirm').count()) === 0) {
    return bar.getByRole('button', { name: verb }).click();
  }
  await expect(page.locator('.ask [role=status]')).toHaveText(label);
  await confirm(page);
}
