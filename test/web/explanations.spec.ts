import { loadCatalogue } from '#rules/catalogue.ts';
import { gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import type { NewGame } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { actIn, openGame, readGame } from './browser/house.ts';
import { ready, sitDown } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const MOST_MOVES = 24;

const taught = [...(await loadCatalogue(false)).values()].flatMap(({ ruleset }) => {
  return ruleset.tutorial === undefined ? [] : [{ ruleset, game: ruleset.tutorial.game }];
});

for (const { ruleset, game } of taught) {
  test(`each thing on the table of ${ruleset.name} has an explanation`, async ({ page }) => {
    await sitDown(page);
    const id = await openGame(page, { ruleset: ruleset.id, ...game } as unknown as NewGame);
    const seed = gameSeedFromText(game.seed);
    for (let moves = 0; moves < MOST_MOVES; ) {
      const state = await readGame(page, id);
      if (state.status === 'playing' && !state.toAct.includes(0)) continue;
      const [, viewport] = SIZES[moves++ % 2] ?? SIZES[0];
      await resize(page, viewport);
      await expect(page.locator('[data-status]')).toHaveAttribute('data-version', `${state.version}`);
      if (state.status === 'playing') await ready(page);
      await expect(page.locator('.tip')).toBeAttached(); // the table has been loaded
      await expect.poll(() => page.evaluate(unexplained), `version ${state.version}`).toEqual([]);
      if (state.status !== 'playing') break;
      const chance = new PublishedChance(seed, `${state.version + 1}:choice`);
      await actIn(page, id, ruleset.policies?.plain?.(state.view, legalActionsOf(state), chance));
    }
  });
}

test('a thing is explained to a mouse that rests, on focus by the keyboard, and by E, and Escape ends it', async ({
  page,
}) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: '1' });
  await ready(page);
  const tip = page.getByRole('tooltip');
  await page.locator('.felt .pile.deck .card').hover();
  await expect(tip).toContainText('The cards to come');
  await expectAccessible(page);
  await page.mouse.move(1, 1);
  await expect(tip).toBeHidden();
  await page.locator('.bar h2').focus();
  await page.keyboard.press('e');
  await expect(tip).toBeVisible();
  await expect(page.locator('.felt :focus')).toHaveAccessibleDescription(/\w/);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await page.locator('.felt button.can').first().focus();
  await expect(tip).toContainText('You have five');
});

test.describe('by touch', () => {
  test.use({ viewport: SIZES[1][1], hasTouch: true });

  test('a tap explains a thing that does nothing else, and a long press one that does', async ({ page }) => {
    await sitDown(page);
    const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: '1' });
    await ready(page);
    const tip = page.getByRole('tooltip');
    await page.locator('.felt .stake').getByText('in the chain').tap();
    await expect(tip).toContainText('at risk');
    await page.locator('.felt .rivals .die').first().tap();
    await expect(tip).toContainText('You have five');
    const { version } = await readGame(page, id);
    const die = page.locator('.felt button.can').first();
    await die.dispatchEvent('pointerdown', { pointerType: 'touch', ...(await middleOf(page, '.felt button.can')) });
    await expect(tip).toContainText('not rolled yet');
    await die.dispatchEvent('pointerup', { pointerType: 'touch' });
    await die.dispatchEvent('click');
    await expect(die).toHaveAttribute('aria-pressed', 'false');
    expect((await readGame(page, id)).version).toBe(version);
  });
});

async function middleOf(page: Page, selector: string): Promise<{ clientX: number; clientY: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
  return { clientX: x + width / 2, clientY: y + height / 2 };
}

/** Returns each card, die, icon, badge and word on the table that has no explanation, and each icon of the header that
 * has no name. */
function unexplained(): string[] {
  const isSeen = (thing: Element) => thing.checkVisibility() && thing.getBoundingClientRect().width > 1;
  const isLeaf = (thing: Element) => [...thing.children].every((child) => child instanceof SVGElement);
  const things = [...document.querySelectorAll('.felt *')].filter((thing) => {
    if (thing.closest('svg') !== null || thing.closest('.sr, dialog, [popover]') !== null || !isSeen(thing))
      return false;
    return thing.matches('[role=img], button, .piece, .card, .die, .slot, .chip') || isLeaf(thing);
  });
  const explain = (thing: Element) => {
    thing.dispatchEvent(new CustomEvent('explain', { bubbles: true }));
    const shown = document.querySelector('.tip:popover-open');
    return { title: shown?.querySelector('b')?.textContent ?? '', lines: shown?.querySelectorAll('p').length ?? 0 };
  };
  return [
    ...things.filter((thing) => explain(thing).lines === 0),
    ...[...document.querySelectorAll('.top .sign')].filter((sign) => isSeen(sign) && explain(sign).title === ''),
  ].map((thing) => thing.outerHTML.replaceAll(/<svg.*?<\/svg>/gs, '').slice(0, 160));
}
