// Explains things on the table: when the mouse rests on them, on focus, and after a tap that does nothing else.
import type { Ruleset } from '../core/api.ts';

type Glossary = Ruleset['glossary'];

export interface Explanation {
  title: string;
  lines: string[];
}

const NAMED = '[role=img], .piece, button, summary';
/** The text of these elements is a name, then `:` or `;`, then what the element does. */
const SPEAKS = `${NAMED}, .chip`;
/** Matches two letters in a row, as in a word. */
const WORD = /\p{L}{2}/u;
const ACTS = 'button, a, input, select, textarea, summary, label, dialog, [popover]';
const REST_MS = 600;
const MOST_TERMS = 2;
/** Longer texts describe a whole part of the table, so they explain no single thing. */
const LONGEST = 160;
const KINDS = [
  ['.die, .dice', 'die'],
  ['.card', 'card'],
  ['.field', 'field'],
] as const;
const EDGE_PX = 8;

const glossaries = new WeakMap<Element, Glossary>();

/** Returns the explanation of the element, or else of the nearest one around it. No `lines`: there is none. */
export function explanationOf(at: Element): Explanation {
  const glossary = glossaries.get(at.closest('.board') ?? at) ?? [];
  let title = '';
  for (let one: Element | null = at.closest(NAMED) ?? at; one !== null; one = one.parentElement) {
    const said = saidOf(one);
    if (one.matches('.felt, .top') || said.length > LONGEST) break;
    const [name = '', ...effects] = one.matches(SPEAKS) ? said.split(/[;:] /) : [said];
    if (one.matches(SPEAKS) || WORD.test(name)) title ||= sentence(name.trim());
    const terms = termsOf(one, said, glossary).map(({ term, text }) => `${sentence(term)}: ${text}`);
    const lines = [...effects.map(sentence), ...terms];
    if (lines.length > 0) return { title, lines };
  }
  return { title, lines: [] };
}

function saidOf(thing: Element): string {
  return (thing.getAttribute('aria-label') ?? thing.querySelector(':scope > .sr')?.textContent ?? textOf(thing)).trim();
}

/** Returns the glossary terms that come first in the texts of the element. */
function termsOf(thing: Element, said: string, glossary: Glossary): Glossary {
  const kinds = KINDS.filter(
    ([kind]) => thing.matches(kind) || thing.querySelector(`:scope > :is(${kind})`) !== null,
  ).map(([, word]) => word);
  const words = [said, textOf(thing), thing.closest<HTMLElement>('[data-word]')?.dataset.word, ...kinds].join(' ');
  const terms = glossary.filter(({ term }) => hasTerm(words, term));
  const longest = terms.filter(({ term }) => !terms.some((other) => other.term !== term && hasTerm(other.term, term)));
  const sorted = longest.toSorted((a, b) => placeOf(words, a.term) - placeOf(words, b.term));
  return sorted.slice(0, MOST_TERMS);
}

const placeOf = (words: string, term: string) => words.search(pattern(term));
const hasTerm = (words: string, term: string) => placeOf(words, term) >= 0;

/** Matches a term as a whole word. After “of” it is a suit, as in “of hearts”, and does not match. */
function pattern(term: string): RegExp {
  const plain = term.replaceAll(/[^\p{L}\p{N} ]/gu, '.');
  return new RegExp(`(?<!\\p{L}|of )(?:${term === 'die' ? 'die|dice' : plain})(?:e?s|ed)?(?!\\p{L})`, 'iu');
}

function textOf(thing: Element): string {
  const parts = [...thing.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    return node.getAttribute('aria-label') ?? (node instanceof SVGElement ? '' : textOf(node));
  });
  return parts.join(' ').replaceAll(/\s+/g, ' ');
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Explains things on the table until the returned function is called. `board` contains the table and its bar. */
export function explainThings(board: Element, glossary: Glossary): () => void {
  glossaries.set(board, glossary);
  const root = board.closest('.playing') ?? board;
  const tip = (board.closest('main') ?? document.body).appendChild(document.createElement('div'));
  tip.className = 'tip';
  tip.id = `tip-${Math.random()}`;
  tip.popover = 'manual';
  tip.role = 'tooltip';
  let shown: Element | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const life = new AbortController();
  const gone = new MutationObserver(() => shown?.isConnected === false && hide());

  const hide = () => {
    clearTimeout(resting);
    gone.disconnect();
    if (shown === null) return;
    shown.removeAttribute('aria-describedby');
    shown = null;
    tip.hidePopover();
    tip.replaceChildren();
  };
  const show = (thing: Element) => {
    hide();
    const { title, lines } = explanationOf(thing);
    if (title === '' && lines.length === 0) return;
    const head = document.createElement('b');
    head.textContent = title;
    head.ariaHidden = 'true';
    tip.replaceChildren(
      head,
      ...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })),
    );
    tip.showPopover();
    place(tip, thing);
    shown = thing;
    if (lines.length > 0) thing.setAttribute('aria-describedby', tip.id);
    gone.observe(root, { childList: true, subtree: true });
  };

  const listen = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    on: (event: HTMLElementEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => (root as HTMLElement).addEventListener(type, on, { ...options, signal: life.signal });
  listen('pointerover', ({ target, pointerType }) => {
    const thing = thingAt(target);
    if (pointerType !== 'mouse' || thing === shown) return;
    clearTimeout(resting);
    if (shown?.matches(':focus-visible') !== true) hide();
    if (thing !== null) resting = setTimeout(() => thing.isConnected && show(thing), REST_MS);
  });
  listen('pointerleave', hide);
  listen('pointerdown', hide, { capture: true });
  // the focus may scroll a thing into view; its explanation then stays
  listen('scroll', () => (shown?.matches(':focus-visible') ? place(tip, shown) : hide()), { capture: true });
  listen('keydown', hide, { capture: true });
  listen('focusout', hide);
  listen('focusin', ({ target }) => {
    const thing = thingAt(target);
    if (thing?.matches(':focus-visible')) show(thing);
  });
  listen('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest(ACTS) !== null) return;
    const thing = thingAt(target);
    if (thing !== null) show(thing);
  });
  root.addEventListener('explain', ({ target }) => show(target as Element), { signal: life.signal });
  return () => {
    life.abort();
    hide();
    tip.remove();
  };
}

/** Returns the thing to explain at the target; null: there is none. */
function thingAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const picture = target.closest('svg')?.parentElement ?? target;
  const thing = picture.closest(`.felt :is(${NAMED}), .top .sign`);
  if (thing !== null) return thing;
  const isLeaf = [...picture.children].every((child) => child instanceof SVGElement);
  return isLeaf && picture.matches('.felt *') ? picture : null;
}

/** Places the explanation above the thing, or below it if there is no room above. */
function place(tip: HTMLElement, thing: Element): void {
  const { left, top, bottom, width } = thing.getBoundingClientRect();
  tip.style.left = '0'; // `offsetWidth` depends on `left`
  const { offsetWidth, offsetHeight } = tip;
  const start = Math.min(Math.max(left + width / 2 - offsetWidth / 2, EDGE_PX), innerWidth - offsetWidth - EDGE_PX);
  const above = top - offsetHeight - EDGE_PX;
  tip.style.left = `${start}px`;
  tip.style.top = `${above >= EDGE_PX ? above : Math.min(bottom + EDGE_PX, innerHeight - offsetHeight - EDGE_PX)}px`;
}

/** Moves the focus to the next thing on the table, which is then explained; after the last one, to the first. */
export function explainNext(): void {
  const things = [...document.querySelectorAll<HTMLElement>('.felt :is([role=img], .piece, .chip, button)')].filter(
    (thing) => thing.checkVisibility() && thing.parentElement?.closest(NAMED) == null,
  );
  const next = things[things.indexOf(document.activeElement as HTMLElement) + 1] ?? things[0];
  if (next === undefined) return;
  if (next.tabIndex < 0) {
    next.tabIndex = -1;
    next.addEventListener('blur', () => next.removeAttribute('tabindex'), { once: true });
  }
  next.focus();
}
