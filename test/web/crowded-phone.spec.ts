import type { Game, NewGame } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { openGame, resignGame } from './browser/house.ts';
import { sitDown, startGame, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Locator, type Page, test } from './browser/test.ts';

const PHONE = { width: 390, height: 844 };
const SMALL = { width: 320, height: 640 };
const ON_SIDE = { width: 844, height: 390 };
const AGAINST_BOT = ['me', { bot: 'random' }] as const;
const MOST_SEEDS = 20;
const MOST_ACTIONS = 300;

test.use({ viewport: PHONE });

/** Returns the pairs of visible elements that overlap. `around`: pixels added on each side of the second element. */
function overlaps(page: Page, one: string, other: string, around = 0): Promise<string[]> {
  return page.evaluate(
    ([first, second, more]) => {
      const shown = (all: string) => [...document.querySelectorAll(all)].filter((each) => each.checkVisibility());
      const nameOf = (element: Element) => element.textContent || element.className;
      return shown(first).flatMap((a) => {
        const { left, right, top, bottom } = a.getBoundingClientRect();
        const isOn = ({ x, y, width, height }: DOMRect) =>
          x - more < right && x + width + more > left && y - more < bottom && y + height + more > top;
        return shown(second)
          .filter((b) => isOn(b.getBoundingClientRect()))
          .map((b) => `${nameOf(a)} on ${nameOf(b)}`);
      });
    },
    [one, other, around] as const,
  );
}

async function openMoment(page: Page, game: NewGame, isWanted: (view: any) => boolean): Promise<void> {
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  for (let n = 1; n <= MOST_SEEDS; n++) {
    const body = { ...game, seed: n.toString(16).padStart(64, '0') };
    let state = await ask<Game>(origin, token, 'POST', '/v1/games', body);
    for (let turn = n; state.status === 'playing' && turn < n + MOST_ACTIONS; ) {
      if (isWanted(state.view)) {
        await page.goto(`./#/g/${state.id}`);
        await expect(page.locator('[data-asked]')).toBeVisible();
        return;
      }
      const legal = legalActionsOf(state);
      if (legal.length === 0) {
        state = await ask<Game>(origin, token, 'GET', `/v1/games/${state.id}`); // the bot is still thinking
        continue;
      }
      const sent = { action: legal[(turn++ * 7) % legal.length], seat: state.you[0] };
      ({ state } = await ask<{ state: Game }>(origin, token, 'POST', `/v1/games/${state.id}/actions`, sent));
    }
  }
  throw new Error(`no such moment in ${MOST_SEEDS} games`);
}

test('at the end a guest with another game can tap each sign of the header, and none lies on the bar', async ({
  page,
}) => {
  await page.goto('./');
  await startGame(page, "Play against a bot: Pascal's Ruin");
  const address = page.url();
  const [id = ''] = /[-\da-f]{36}/.exec(address) ?? [];
  await openGame(page, { ruleset: 'pascal', seats: ['me'] });
  await page.goto(address);
  await resignGame(page, id);
  const next = page.getByRole('button', { name: 'Next game' });
  const keep = page.locator('.notices .keep');
  await expect(keep.and(page.locator(':visible'))).toHaveText(/Keep your games/);
  await expect(next).toBeVisible();
  for (const viewport of [PHONE, SMALL, ON_SIDE]) {
    await resize(page, viewport);
    for (const sign of ['Rules', 'What happened', 'Next game', 'Menu']) {
      await page.locator('.top').getByRole('button', { name: sign, exact: true }).click({ trial: true });
    }
    expect(await overlaps(page, '.top .sign', '.keep, .bar h2'), JSON.stringify(viewport)).toEqual([]);
    expect(await keep.evaluate(({ scrollHeight }) => scrollHeight), 'at most two lines').toBeLessThan(50);
  }
});

test('on a phone on its side no sign of the header and no clock lies on the question', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascal', seats: ['me'] });
  for (const timed of [{}, { clock: { perAction: 86_400, onTimeout: 'random' as const } }]) {
    await openGame(page, { ruleset: 'champions-of-chance', seats: [...AGAINST_BOT], ...timed });
    await resize(page, ON_SIDE);
    await expect(page.getByRole('button', { name: 'Next game' })).toBeVisible();
    await expect(page.locator('.bar h2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Chat' })).toBeVisible();
    expect(await overlaps(page, '.top :is(.sign, .clock)', '.bar h2, .top h1')).toEqual([]);
    for (const sign of await page.locator('.top button.sign:visible').all()) {
      expect((await sign.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    }
  }
});

/** Returns how many characters of the text are inside its box. */
function charactersShown(words: Locator): Promise<number> {
  return words.evaluate((box) => {
    const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const { right, bottom } = box.getBoundingClientRect();
    const place = document.createRange();
    return [...text.data].filter((_, at) => {
      place.setStart(text, at);
      place.setEnd(text, at + 1);
      const character = place.getBoundingClientRect();
      return character.right <= right + 1 && character.y + character.height / 2 < bottom;
    }).length;
  });
}

test('the header of a phone says the last move beside the dot of its seat, whatever signs are shown', async ({
  page,
}) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascal', seats: ['me'] });
  const clock = { perAction: 4 * 86_400 - 60, onTimeout: 'random' as const };
  const isWanted = ({ phase, active }: any) => phase === 'challenge' && active !== 0;
  await openMoment(page, { ruleset: 'pascals-ruin', seats: [...AGAINST_BOT], clock }, isWanted);
  for (const viewport of [PHONE, { width: 360, height: 640 }, SMALL, ON_SIDE, { width: 667, height: 375 }]) {
    await resize(page, viewport);
    const where = JSON.stringify(viewport);
    const signs = ['Rules', 'What happened', 'Next game', 'Chat', 'Menu'];
    for (const name of signs) {
      await page.locator('.top').getByRole('button', { name, exact: true }).click({ trial: true });
    }
    const said = page.locator('.top .said');
    await expect(said).toHaveText(/\d on the d\d/);
    expect(await charactersShown(said), where).toBeGreaterThanOrEqual(40);
    const dot = await said.locator('i').boundingBox();
    expect(dot?.x, where).toBeGreaterThanOrEqual(((await said.boundingBox())?.x ?? 0) + 1);
    expect(await overlaps(page, '.top .said, .top h1', '.top :is(.sign, .clock), .bar h2'), where).toEqual([]);
    await expect(page.locator('.top .clock')).toHaveText(/3 d 23 h$/);
    const isCut = await page.locator('.top h1').evaluate((title) => title.scrollWidth > title.clientWidth);
    expect(isCut, where).toBe(false);
    const height = (await page.locator('.top').boundingBox())?.height;
    expect(height, where).toBeLessThanOrEqual(viewport.width < 640 ? 57 : 114);
  }
});

for (const [nth, ruleset] of ['champions-of-chance', 'folly-and-fortune', 'pascals-ruin'].entries()) {
  test(`the whole name of a single rival is on a phone at a table of ${ruleset}, and in its headline`, async ({
    page,
  }) => {
    await sitDown(page);
    const { origin } = new URL(page.url());
    const token = await tokenOf(page);
    const [rival] = await registerAgents(origin, [`Able Seal 483${nth}`]);
    if (rival === undefined) throw new Error('there is no other player');
    const { id } = await ask<Game>(origin, token, 'POST', '/v1/games', { ruleset, seats: ['me', 'open'] });
    await ask(origin, rival.token, 'POST', `/v1/games/${id}/seats`, {});
    let state = await ask<Game>(origin, token, 'GET', `/v1/games/${id}`);
    while (state.toAct.some((seat) => state.you.includes(seat))) {
      const action = legalActionsOf(state)[0];
      ({ state } = await ask<{ state: Game }>(origin, token, 'POST', `/v1/games/${id}/actions`, { action }));
    }
    await openGame(page, { ruleset: 'pascal', seats: ['me'] });
    await page.goto(`./#/g/${id}`);
    await expect(page.getByRole('button', { name: 'Next game' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(rival.name);
    const cut = await page
      .locator('.rival .who b, .top h1')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
    expect(cut).toEqual([]);
    await expect(page.locator('.rival .who b')).toHaveText(rival.name);
  });
}

test("two rivals of Pascal's Ruin whose long names differ at the end can be told apart on any phone", async ({
  page,
}) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const unique = String(Date.now()).slice(-3);
  const names = [`Maximilian Oberhauser${unique}`, `Максимилиан Обермайер${unique}`];
  const rivals = await registerAgents(origin, names);
  const seats = ['me', 'open', 'open'];
  const { id } = await ask<Game>(origin, token, 'POST', '/v1/games', { ruleset: 'pascals-ruin', seats });
  for (const rival of rivals) await ask(origin, rival.token, 'POST', `/v1/games/${id}/seats`, {});
  await page.goto(`./#/g/${id}`);
  const shown = page.locator('.rival .who b');
  await expect(shown).toHaveText(names);
  for (const viewport of [PHONE, SMALL, ON_SIDE, { width: 740, height: 360 }, { width: 667, height: 375 }]) {
    await resize(page, viewport);
    for (const name of await shown.all()) {
      expect(await charactersShown(name), JSON.stringify(viewport)).toBe(24);
    }
    expect(await overlaps(page, '.rival .who :is(b, small)', '.rival .av, .rival .set, .step')).toEqual([]);
  }
});

test('the bonus fields of Pascal hold their word in one line on the smallest phone', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascal', seats: ['me'] });
  await expect(page.locator('.bonus small').first()).toBeVisible();
  for (const width of [320, 360, 390]) {
    await resize(page, { width, height: 640 });
    const beyond = await page.locator('.bonus small').evaluateAll((all) =>
      all.flatMap((small) => {
        const words = document.createRange();
        words.selectNodeContents(small);
        const text = words.getBoundingClientRect();
        const field = small.parentElement?.getBoundingClientRect();
        const isIn = field !== undefined && text.width <= field.width + 2 && text.height < 20;
        return isIn ? [] : [`${text.width}×${text.height} in ${field?.width}`];
      }),
    );
    expect(beyond, `${width}`).toEqual([]);
  }
});

test('the words around the triangle of Pascal cover no field on a small phone', async ({ page }) => {
  await sitDown(page);
  const game: NewGame = { ruleset: 'pascal', seats: ['me'], options: { maxBoards: 1 } };
  await openMoment(page, game, ({ deadEntry }) => deadEntry?.startsWith('6') === true);
  await expect(page.locator('.dead-entry')).toBeVisible();
  for (const viewport of [SMALL, { width: 360, height: 640 }, { width: 375, height: 667 }, PHONE]) {
    await resize(page, viewport);
    const words = '.give-up, .marks p, .marks svg, .dead-entry';
    expect(await overlaps(page, words, '.tri .field'), JSON.stringify(viewport)).toEqual([]);
  }
});

test("the hero's numbers and the pack of Poker's Rogue Reckoning can be read on the smallest phone", async ({
  page,
}) => {
  await sitDown(page);
  const game: NewGame = { ruleset: 'pokers-rogue-reckoning', seats: ['me'] };
  await openMoment(page, game, ({ combat, potions, hp, money }) => {
    return combat?.round > 0 && potions.length > 0 && hp > 12 && money > 9;
  });
  await expect(page.locator('.hero .stat').last()).toBeVisible();
  await resize(page, SMALL);
  expect(await overlaps(page, '.hero .stat', '.pack h2, .pack .card, .dice')).toEqual([]);
  const felt = page.locator('.felt');
  await felt.evaluate((table) => table.scrollTo(0, table.scrollHeight));
  const hidden = await felt.evaluate((table) => {
    const end = table.getBoundingClientRect().bottom - 9;
    return [...table.querySelectorAll('.pack .told > *')].filter((one) => one.getBoundingClientRect().bottom > end)
      .length;
  });
  expect(hidden).toBe(0);
  await page.locator('.pack button.card').first().press('Shift+Enter');
  await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible();
  await expectAccessible(page);
});

test("rooms and piles of Poker's Rogue Reckoning cover no number on the smallest phone on its side", async ({
  page,
}) => {
  await sitDown(page);
  await resize(page, { width: 667, height: 375 });
  const game: NewGame = { ruleset: 'pokers-rogue-reckoning', seats: ['me'] };
  await openMoment(page, game, ({ combat, level, discard }) => combat === null && level > 1 && discard.length > 0);
  await expect(page.locator('.piles .chip').first()).toBeVisible();
  const numbers = '.lvl[data-word] > *, .level .stat, .pack h2';
  expect(await overlaps(page, '.piles .chip, .rooms > *', numbers)).toEqual([]);
  await openMoment(page, game, ({ combat, potions }) => combat?.round > 0 && potions.length === 1);
  const potion = page.locator('.pack .told').first();
  await expect(potion).toBeVisible();
  const beyondCard = await potion.evaluate((one) => {
    return one.getBoundingClientRect().height - (one.querySelector('.card')?.getBoundingClientRect().height ?? 0);
  });
  expect(beyondCard, 'the name is directly below its card').toBeLessThan(30);
});

test("cards and dice of Pascal's Ruin cover no level, no avatar and no edge of the table on a phone", async ({
  page,
}) => {
  await sitDown(page);
  const game: NewGame = { ruleset: 'pascals-ruin', seats: [...AGAINST_BOT] };
  const isWanted = ({ phase, active, chain }: any) =>
    phase === 'roll' && active === 0 && chain.length > 1 && chain[0].extras.length > 0 && chain[0].roll !== undefined;
  await openMoment(page, game, isWanted);
  for (const viewport of [PHONE, SMALL, ON_SIDE]) {
    await resize(page, viewport);
    const where = JSON.stringify(viewport);
    expect(await overlaps(page, '.beside > *, .on-card .die', '.level'), where).toEqual([]);
    const rail = (await page.locator('.felt').boundingBox())?.x ?? 0;
    for (const thing of await page.locator('.beside > *').all()) {
      expect((await thing.boundingBox())?.x, where).toBeGreaterThanOrEqual(rail + 8);
    }
    for (const die of await page.locator('.rival .die').all()) {
      expect((await die.boundingBox())?.width, 'large enough for a number of 12 px').toBeGreaterThanOrEqual(25.9);
    }
  }
  for (const viewport of [PHONE, SMALL]) {
    await resize(page, viewport);
    const die = page.locator('.take.can, .take.is').first();
    await page.mouse.move(0, 0);
    await die.click();
    await expect(die).toHaveAttribute('aria-pressed', 'true');
    await page.mouse.move(0, 0);
    expect(await overlaps(page, '.take.is .die', '.me .av'), JSON.stringify(viewport)).toEqual([]);
    await page.locator('.acts').getByRole('button', { name: 'Choose again' }).click();
  }
});

test('the card in force of Folly & Fortune leaves the avatar free on a phone', async ({ page }) => {
  await sitDown(page);
  const game: NewGame = { ruleset: 'folly-and-fortune', seats: [...AGAINST_BOT] };
  const isStopped = ({ trigger }: any) => trigger === 'stopped';
  await openMoment(page, game, ({ active, phase, effect }) => {
    return active === 0 && phase === 'roll' && effect?.powers.some(isStopped) === false;
  });
  await expect(page.locator('.mine .now .tag')).toHaveText(/^\d\w\w roll$/);
  await openMoment(page, game, ({ active, attack, effect, hand, rows: [row] }) => {
    const isFirst = row.length === 4 && row[0].id === effect?.id && effect.powers.some(isStopped);
    return active === 0 && attack !== null && hand.length === 0 && isFirst;
  });
  await expect(page.locator('.mine .now .tag')).toHaveText('in force');
  expect(await overlaps(page, '.mine .tag', '.me .av', 3)).toEqual([]);
});

test('a table that goes on below shows a sign of it until it is scrolled to its end', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pokers-rogue-reckoning', seats: ['me'] });
  const felt = page.locator('.felt');
  await expect(felt.getByRole('button').first()).toBeVisible();
  await expect(felt).not.toHaveAttribute('data-more');
  await resize(page, { width: 320, height: 480 });
  await expect(felt).toHaveAttribute('data-more');
  const sign = (property: string) =>
    page
      .locator('.board')
      .evaluate((board, name) => getComputedStyle(board, '::after').getPropertyValue(name), property);
  expect(await sign('content')).toContain('⌄');
  const onTable = Number.parseFloat(await sign('height')) + Number.parseFloat(await sign('margin-bottom'));
  expect(onTable, 'the sign is on the rail').toBeLessThanOrEqual(8);
  await felt.evaluate((table) => table.scrollTo(0, table.scrollHeight));
  await expect(felt).not.toHaveAttribute('data-more');
  expect(await sign('content')).toBe('none');
});

test('no part of a replay scrolls sideways on the smallest phone on its side', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, { ruleset: 'pascals-ruin', seats: [...AGAINST_BOT] });
  await resize(page, { width: 667, height: 375 });
  await page.goto(`./#/g/${id}/at/1`);
  await expect(page.locator('.replay .felt')).toBeVisible();
  const beyond = await page
    .locator('.replay > *')
    .evaluateAll((parts) => parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
});
