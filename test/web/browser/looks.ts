import { resize } from './sizes.ts';
import { expect, type Page } from './test.ts';

const NARROWEST = 320;

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  await resize(page, { width: NARROWEST, height: 720 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(NARROWEST);
  if (size !== null) await resize(page, size);
}

/** Sizes of screens. The cloth of a table must fill at least `cloth` percent of the screen. */
const WHOLE = [
  { width: 1280, height: 800, cloth: 80 },
  { width: 390, height: 844, cloth: 78 },
  { width: 844, height: 390, cloth: 59 },
  { width: 740, height: 360, cloth: 59 },
];
/** The cloth of a replay scrolls on this size. */
const SMALLEST = { width: 667, height: 375, cloth: 59 };

/** Checks on each size that nothing scrolls, all choices are visible, targets and text are large enough, and most of
 * the screen is cloth. */
export async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const { cloth, ...whole } of [...WHOLE, SMALLEST]) {
    await resize(page, whole);
    // pictures change to the new size a moment later, so this repeats the check
    await expect.poll(() => page.evaluate(faultsOfTable, cloth), { message: JSON.stringify(whole) }).toEqual([]);
  }
  if (size !== null) await resize(page, size);
  await expectEdges(page);
  await page.mouse.move(0, 0); // the next click would not count if the page changed under a pointer that rests
}

/** Checks a replay on each size of `WHOLE`: only its list of events may scroll. */
export async function expectReplayFits(page: Page): Promise<void> {
  for (const { width, height } of WHOLE) {
    await resize(page, { width, height });
    const beyond = () =>
      page.evaluate(() => {
        const parts = [document.documentElement, ...document.querySelectorAll('.felt, .replay > :first-child')];
        return parts.flatMap(({ className, scrollHeight, scrollWidth, clientHeight, clientWidth }) => {
          const [down, sideways] = [scrollHeight - clientHeight, scrollWidth - clientWidth];
          return down > 0 || sideways > 0 ? [`${className} scrolls by ${down} and ${sideways} px`] : [];
        });
      });
    await expect.poll(beyond, { message: `${width}×${height}` }).toEqual([]);
  }
}

/** Checks that choices and buttons have an edge in forced colors, which remove shadows and backgrounds. */
async function expectEdges(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const flat = await page.evaluate(() =>
    [...document.querySelectorAll('.felt :is(.can, .is), .acts .act')]
      .filter((each) => {
        const { outlineStyle, borderTopStyle } = getComputedStyle(each);
        return outlineStyle === 'none' && borderTopStyle === 'none';
      })
      .map((each) => each.outerHTML.slice(0, 120)),
  );
  expect(flat, 'without an edge in forced colors').toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

function faultsOfTable(cloth: number): string[] {
  const felt = document.querySelector('.felt');
  if (felt === null) return ['no cloth'];
  const named = (what: string, element: Element) =>
    `${what}: ${element.outerHTML.replaceAll(/<svg.*?<\/svg>/gs, '').slice(0, 140)}`;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);

  const { scrollHeight, scrollWidth } = document.documentElement;
  const beyond: [string, number][] = [
    ['the page scrolls down', scrollHeight - innerHeight],
    ['the page scrolls sideways', scrollWidth - innerWidth],
    ['the cloth scrolls down', felt.scrollHeight - felt.clientHeight],
    ['the cloth scrolls sideways', felt.scrollWidth - felt.clientWidth],
  ];
  const hidden = all('.felt .can, .acts button').filter((choice) => {
    const { top, left, right, bottom } = choice.getBoundingClientRect();
    return top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const small = all('main :is(button, a, input, select, summary)').filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    // fields may be smaller on a phone on its side, because ten rows of them share its height
    const least = innerHeight < 480 && target.matches('.field') ? 24 : 43.5;
    return width < Math.min(43.5, least * 1.5) || height < least;
  });
  const fine = all('main *:not(.sr, .sr *, option)').filter((element) => {
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const least = element.closest('.card') === null ? 12 : 11;
    const drawn = element instanceof SVGTextElement ? element.getScreenCTM() : null;
    const scale = drawn === null ? 1 : Math.hypot(drawn.c, drawn.d);
    return hasText && Number.parseFloat(getComputedStyle(element).fontSize) * scale < least - 0.05;
  });
  // a text with “ · ” lists several powers and may be cut off: the cards of these powers say the rest
  const cut = all('.bar :is(h2, p), .act, .felt .who small').filter(
    ({ scrollWidth, scrollHeight, clientWidth, clientHeight, textContent }) =>
      (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 3) && !textContent.includes(' · '),
  );
  const { width, height } = felt.getBoundingClientRect();
  const beside = [...(felt.parentElement?.children ?? [])]
    .filter((part) => part !== felt && isShown(part))
    .map((part) => `"${part.textContent}" of ${part.getBoundingClientRect().height} px`);
  const share = Math.round(((width * height) / (innerWidth * innerHeight)) * 100);
  return [
    ...beyond.filter(([, pixels]) => pixels > 0).map(([what, pixels]) => `${what} by ${pixels} px`),
    ...hidden.map((choice) => named('a choice out of sight', choice)),
    ...small.map((target) => named('a target below 44 px', target)),
    ...fine.map((element) => named(`"${element.textContent}" too small`, element)),
    ...cut.map((words) => named('words cut', words)),
    ...(share < cloth ? [`cloth on ${share} % of the screen, beside ${beside.join(', ')}`] : []),
  ];
}

const PICTURES = [
  ['desk', { width: 1280, height: 800 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'dark'],
] as const;

/** Takes pictures for the documents, light on a desktop and dark on a phone. Only with `PICTURES=on`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES !== 'on') return;
  const size = page.viewportSize();
  // waits until the drawings of all cards are loaded
  await expect(page.locator('.felt .card svg:not(:has(path, text, image, use, circle, g))')).toHaveCount(0);
  for (const [at, viewport, colorScheme] of PICTURES) {
    await resize(page, viewport);
    await page.emulateMedia({ colorScheme });
    await page.evaluate(withoutNumbers);
    const path = new URL(`../../../docs/tables/${name}-${at}.jpg`, import.meta.url).pathname;
    await page.screenshot({ path, type: 'jpeg', quality: 82, animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await resize(page, size);
}

/** Removes the numbers from names of test players, such as "Ada 4711 1". */
function withoutNumbers(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = text.data.replace(/\bAda( \d+)+/g, 'Ada');
  }
}
