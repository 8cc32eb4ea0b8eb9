import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { actIn, openGame, readEvents, readGame, resignGame } from './browser/house.ts';
import { clickAnew, sitDown } from './browser/playing.ts';
import { Caller } from './browser/prepared.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The page shows each move for 800 ms. The tests accept half of that, because a busy machine renders late. Moves
 * without a pause would follow each other at once. */
const PACE_MS = 400;

/** What is said in header, bar and scores. */
const WORDS = ['.top h1', '.top .said', '.bar h2', '.felt .who small', '.felt .hps + b', '.felt .verdict'];

interface Seen {
  version: number;
  at: number;
  moving: number;
}

declare global {
  interface Window {
    versions: Seen[];
    /** what `WORDS` said at each frame in which something tumbled */
    said: string[][];
  }
}

async function watchVersions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const table = document.querySelector<HTMLElement>('[data-status]');
    window.versions = [];
    if (table === null) throw new Error('there is no table');
    new MutationObserver(() => {
      const seen = { version: Number(table.dataset.version), at: performance.now(), moving: 0 };
      window.versions.push(seen);
      requestAnimationFrame(() => requestAnimationFrame(() => (seen.moving = document.getAnimations().length)));
    }).observe(table, { attributeFilter: ['data-version'] });
  });
}

test("a die rolls visibly, and bots' moves are shown one after another", async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
  for (let moves = 0; moves < 40; moves++) {
    await expect(
      page.locator('[data-asked]:not([data-busy])').or(page.locator('[data-status=finished]')),
    ).toBeVisible();
    await watchVersions(page);
    await page.mouse.move(0, 0);
    const version = await page.locator('[data-status]').getAttribute('data-version');
    const act = page.locator('.acts .act:not([data-testid]):not(:has-text("Undo")):enabled').first();
    if (await act.isVisible()) await act.click();
    else {
      await page.locator('.take.can').first().click();
      await page.getByTestId('confirm').click();
    }
    await expect(page.locator('[data-status]')).not.toHaveAttribute('data-version', version ?? '');
    await expect(
      page.locator('[data-asked]:not([data-busy])').or(page.locator('[data-status=finished]')),
    ).toBeVisible();
    const seen = await page.evaluate(() => window.versions);
    if (seen.length < 3) continue;
    const last = seen.slice(-3);
    for (const [i, { version: shown, at }] of last.slice(1).entries()) {
      expect(shown).toBe((last[i]?.version ?? 0) + 1);
      expect(at - (last[i]?.at ?? 0)).toBeGreaterThan(PACE_MS);
    }
    expect(Math.max(...seen.map(({ moving }) => moving))).toBeGreaterThan(0);
    return;
  }
  throw new Error('no bot ever made two moves');
});

const ROLL_MS = 820;

test('a tap on the cloth ends a roll at once', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
  const tumbling = () =>
    page.evaluate((ms) => {
      const all = document.getAnimations();
      return all.filter(({ effect }) => effect?.getComputedTiming().duration === ms).length;
    }, ROLL_MS);
  await page.locator('.take.can').first().click();
  await page.getByTestId('confirm').click();
  await page.waitForFunction((ms) => {
    const rolls = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().duration === ms);
    if (rolls.length === 0) return false;
    document.querySelector('.felt')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return rolls.every(({ playState }) => playState === 'finished');
  }, ROLL_MS);
  expect(await tumbling()).toBe(0);
});

/** Notes at each frame in which an element matches `moving`, or a die tumbles, what is said. */
async function watchWords(page: Page, moving = 'none'): Promise<string[]> {
  return await page.evaluate(
    ({ words, selector, ms }) => {
      const saidNow = () =>
        words.map((each) => [...document.querySelectorAll(each)].map(({ textContent }) => textContent).join('|'));
      const isTumbling = () =>
        document.getAnimations().some(({ effect }) => effect?.getComputedTiming().duration === ms) ||
        document.querySelector(selector) !== null;
      const look = () => {
        if (isTumbling()) window.said.push(saidNow());
        requestAnimationFrame(look);
      };
      window.said = [];
      requestAnimationFrame(look);
      return saidNow();
    },
    { words: WORDS, selector: moving, ms: ROLL_MS },
  );
}

async function expectSaidAfterwards(page: Page, before: readonly string[]): Promise<void> {
  const [during, after] = await page.evaluate(
    (words) => [window.said, words.map((each) => document.querySelector(each)?.textContent ?? '')] as const,
    WORDS,
  );
  expect(during.length).toBeGreaterThan(0);
  for (const said of during) expect(said).toEqual(before);
  expect(after[1]).not.toBe(before[1]);
  expect(after[2]).not.toBe(before[2]);
}

const bar = (page: Page) => page.locator('.bar:not([data-busy])');

test('header, bar and scores tell of a roll when its die has landed', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
  await page.locator('.take.can').first().click();
  await expect(page.locator('.felt.live')).toBeVisible();
  const before = await watchWords(page);
  await page.getByTestId('confirm').click();
  await page.waitForFunction(() => window.said.length > 0);
  await expect(bar(page)).toBeVisible();
  await expectSaidAfterwards(page, before);
});

test('header, bar and hands tell of a battle when the light on its dice has stopped', async ({ page, service }) => {
  await sitDown(page);
  const wanted = { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }] };
  const { id } = await (await Caller.of(page, service.url)).find(wanted, ({ type }) => type === 'chooseChallenge');
  await page.goto(`./#/g/${id}`);
  const highest = page.getByRole('button', { name: 'Highest' });
  await expect(highest).toBeVisible();
  await expect(page.locator('.felt.live')).toBeVisible();
  const before = await watchWords(page, '.arena .dim');
  await clickAnew(highest);
  await page.waitForFunction(() => window.said.length > 0);
  await expect(bar(page)).toBeVisible();
  await expectSaidAfterwards(page, before);
});

test('hit points and verdict of a fight are told when its dice have landed', async ({ page, service }) => {
  await sitDown(page);
  const wanted = { ruleset: 'pokers-rogue-reckoning', seats: ['me'] };
  const { id } = await (await Caller.of(page, service.url)).find(wanted, ({ type }) => type === 'roll');
  await page.goto(`./#/g/${id}`);
  const roll = page.locator('.acts').getByRole('button', { name: /^Roll/ });
  await expect(roll).toBeVisible();
  await expect(page.locator('.felt.live')).toBeVisible();
  const before = await watchWords(page);
  await clickAnew(roll);
  await page.waitForFunction(() => window.said.length > 0);
  await expect(bar(page)).toBeVisible();
  await expectSaidAfterwards(page, before);
});

test('a click on the bar during a roll only ends the roll', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.method() === 'POST' && request.url().includes('/actions'))));
  await page.locator('.take.can').first().click();
  await expect(page.locator('.felt.live')).toBeVisible();
  await page.getByTestId('confirm').click();
  // the button is still that of the state before
  await page.waitForFunction((ms) => {
    const isRoll = ({ effect }: Animation) => effect?.getComputedTiming().duration === ms;
    const button = document.querySelector('[data-testid=confirm]');
    if (button === null || !document.getAnimations().some(isRoll)) return false;
    dispatchEvent(new PointerEvent('pointermove', { clientX: 1, clientY: 1 })); // a click of a resting pointer is dropped
    dispatchEvent(new PointerEvent('pointermove', { clientX: 99, clientY: 99 }));
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    return !document.getAnimations().some(isRoll);
  }, ROLL_MS);
  await expect(bar(page)).toBeVisible();
  expect(sent).toBe(1);
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the bar tells of a roll at once', async ({ page }) => {
    await sitDown(page);
    await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
    await page.locator('.take.can').first().click();
    await expect(page.locator('.felt.live')).toBeVisible();
    await page.evaluate(() => {
      const table = document.querySelector<HTMLElement>('[data-status]');
      if (table === null) throw new Error('there is no table');
      const say = () => {
        document.body.dataset.said ??= document.querySelector('.bar:not([data-busy]) h2')?.textContent ?? 'nothing';
      };
      new MutationObserver(() => requestAnimationFrame(say)).observe(table, { attributeFilter: ['data-version'] });
    });
    const asked = await page.locator('.bar h2').textContent();
    await page.getByTestId('confirm').click();
    await expect(page.locator('body')).toHaveAttribute('data-said', /./);
    await expect(page.locator('body')).not.toHaveAttribute('data-said', asked ?? '');
    await expect(page.locator('body')).not.toHaveAttribute('data-said', 'nothing');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  const asked = (page: Page) => page.locator('.bar[data-asked]:not([data-busy])');
  const shown = async (page: Page) => Number(await page.locator('[data-status]').getAttribute('data-version'));

  /** Five seats play Folly & Fortune up to the end of the viewer's turn. */
  async function endTurn(page: Page): Promise<string> {
    await sitDown(page);
    const BOT = { bot: 'random' } as const;
    const id = await openGame(page, { ruleset: 'folly-and-fortune', seats: ['me', BOT, BOT, BOT, BOT], seed: 'x1' });
    await asked(page).waitFor();
    await watchVersions(page);
    await page.locator('.spread .can').first().click();
    await page.locator('.spread .can').last().click();
    await clickAnew(page.getByTestId('confirm'));
    const isDone = page.getByRole('heading', { level: 1, name: 'Your turn' });
    for (const name of [/^Stop/, 'No attack', 'Right end'])
      await clickAnew(page.locator('.acts').getByRole('button', { name }));
    await expect(isDone).toBeHidden();
    return id;
  }

  test('each turn of four rivals is drawn, and the bar says what each of them did', async ({ page }) => {
    const id = await endTurn(page);
    const from = await shown(page);
    const told = new Map<number, string>();
    while ((await asked(page).count()) === 0) {
      const text = await page
        .locator('.told')
        .textContent({ timeout: 5_000 })
        .catch(() => null);
      if (text !== null) told.set(await shown(page), text);
    }
    const until = await shown(page);
    const events = (await readEvents(page, id)).filter(({ version }) => version > from && version <= until);
    const seen = (await page.evaluate(() => window.versions)).map(({ version }) => version);
    expect(new Set(events.map(({ seat }) => seat)).size).toBeGreaterThanOrEqual(4);
    for (const { version } of events) expect(seen).toContain(version);
    for (const { version, type } of events) {
      if (type === 'cardRemoved') expect(told.get(version)).toMatch(/ removes .* from (your row|the row of)/);
    }
  });

  for (const [what, tap] of [
    ['“Skip to now”', (page: Page) => clickAnew(page.getByRole('button', { name: 'Skip to now' }))],
    [
      'a tap on the cloth',
      (page: Page) =>
        page
          .locator('.felt .me')
          .first()
          .tap({ position: { x: 2, y: 2 } }),
    ],
  ] as const) {
    test(`${what} ends the moves of others at once`, async ({ page }) => {
      const id = await endTurn(page);
      await expect(page.getByRole('button', { name: 'Skip to now' })).toBeVisible();
      // the service has made all these moves, so none comes after the tap
      await expect.poll(async () => (await readGame(page, id)).toAct).toContain(0);
      await tap(page);
      await asked(page).waitFor();
      const seen = (await page.evaluate(() => window.versions)).map(({ version }) => version);
      expect((seen.at(-1) ?? 0) - (seen.at(-2) ?? 0)).toBeGreaterThan(4);
      await expect(page.getByRole('button', { name: 'Skip to now' })).toBeHidden();
    });
  }

  test('the bar says that a challenge in Pascal’s Ruin was lost, also when the next card is on the table', async ({
    page,
  }) => {
    await sitDown(page);
    await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'x1' });
    const action = page.getByRole('button', { name: /^Roll my d/ });
    await clickAnew(action);
    await expect(page.locator('.told')).toContainText('You, who challenge, roll ');
    await expect(page.locator('.bar h2')).toHaveText(/^Beat the /);
  });

  test('a die of Pascal that is drawn anew does not tumble, because no event rolled it', async ({ page }) => {
    await sitDown(page);
    await openGame(page, { ruleset: 'pascal', seats: ['me'], seed: 'x1' });
    await asked(page).waitFor();
    await page.locator('.felt.live').waitFor();
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        if (typeof options === 'object' && options.duration === 820) document.body.dataset.tumbled = 'true';
        return animate.call(this, frames, options);
      };
    });
    for (const die of [0, 2]) await page.locator(`[data-die="${die}"] button`).click();
    await page.locator('[data-field="0.0"]').click();
    await expect(page.locator('.dice .used')).toHaveCount(2);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await expect(page.locator('body')).not.toHaveAttribute('data-tumbled');
  });
});

test('the end of a game shows its result large for some seconds, over buttons that can be used', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, {
    ruleset: 'pascals-ruin',
    seats: ['me', { bot: 'random' }],
    options: { roundsToWin: 1 },
    seed: 'large',
  });
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  for (let state = await readGame(page, id); state.status === 'playing'; state = await readGame(page, id)) {
    if (!state.toAct.includes(0)) continue;
    const [first, ...others] = legalActionsOf(state);
    await actIn(page, id, others.find(({ type }) => type === 'takeChain') ?? others.at(-1) ?? first);
  }
  await page.getByRole('button', { name: 'Skip to now' }).click();
  const { outcome } = await readGame(page, id);
  const result = page.locator('.result');
  await expect(result.locator('strong')).toHaveText(outcome?.winners.includes(0) ? 'You won' : /^You lost: /);
  await expect(result.locator('b')).toHaveText((outcome?.scores ?? []).toSorted((a, b) => b - a).map(String));
  await expect(result).toBeVisible();
  await page.getByRole('button', { name: 'Play again' }).click({ trial: true });
  await expect(result).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
  await expect(result).toHaveCount(0);

  const other = await openGame(page, { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }] });
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await resignGame(page, other);
  await expect(result).toContainText('Well played.');
  await expect(result.locator('b')).toHaveCount(0);
});
