// One rule for all tables and pages: what a person did not mean twice happens once. Pieces and pages change under a pointer that
// rests, so a click counts only as long as it can mean what lies there now.

/** A pointer that rests may click again this long after a change under it. */
const SETTLED_MS = 400;
/** A hand or a finger that only trembles stays below this. */
const TREMBLE_PX = { mouse: 8, touch: 24 } as const;

const CONTROLS =
  'button, a[href], label:has(input[type=checkbox], input[type=radio]), input[type=checkbox], input[type=radio]';
/** For controls that are pressed many times on purpose, such as those that go through a replay. */
const REPEATED = '[data-repeated]';
/** Keys that click on what has the focus. */
const CLICKING = new Set(['Enter', ' ']);

interface Point {
  x: number;
  y: number;
}

let at: Point = { x: -1, y: -1 };
let changedAt = Number.NEGATIVE_INFINITY;
/** where the pointer was at the change */
let from = at;
let hasMoved = true;
/** the control that the pointer lies on, and the one that was clicked last */
let under: Element | null = null;
let clicked: Element | null = null;

/** Call when other actions can be chosen: until the hand moves, or a moment has passed, clicks are about the former ones. */
export function choicesChanged(): void {
  changedAt = performance.now();
  from = at;
  hasMoved = false;
}

/** Guards all clicks on this page. */
export function guardIntentions(): void {
  const early = { capture: true, passive: true };
  addEventListener('pointermove', onPointer, early);
  addEventListener('pointerdown', onPointer, early);
  addEventListener('wheel', moved, early);
  addEventListener('input', (event) => event instanceof InputEvent && moved(), early);
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('click', onClick, { capture: true });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => lookUnder()).observe(document.body, all);
}

function moved(): void {
  hasMoved = true;
}

function controlAt(place: EventTarget | null): Element | null {
  return place instanceof Element ? place.closest(CONTROLS) : null;
}

/** The page has put another control under a pointer that rests since its last click. A pointer that has moved since aims anew. */
function lookUnder(now = controlAt(document.elementFromPoint(at.x, at.y))): void {
  if (now === under) return;
  under = now;
  if (!hasMoved) choicesChanged();
}

function onPointer({ clientX: x, clientY: y, pointerType, target, timeStamp }: PointerEvent): void {
  // a browser reports a resting pointer again when the page has changed under it
  if (x === at.x && y === at.y) {
    lookUnder(controlAt(target));
    return;
  }
  at = { x, y };
  under = controlAt(target);
  const tremble = pointerType === 'touch' ? TREMBLE_PX.touch : TREMBLE_PX.mouse;
  if (timeStamp >= changedAt && Math.hypot(x - from.x, y - from.y) > tremble) moved();
}

function onKey(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (!CLICKING.has(key)) {
    if (!repeat) moved(); // such as Tab
    return;
  }
  if (!repeat || !(target instanceof Element) || target.closest(REPEATED) !== null) return;
  const sends = key === 'Enter' && target.matches('input, select');
  if (sends || controlAt(target) !== null) stop(event);
}

function onClick(event: MouseEvent): void {
  const control = controlAt(event.target);
  if (control === null || control.closest(REPEATED) !== null) return;
  // keys and screen readers click without a pointer: they have moved when they are elsewhere
  const isElsewhere = event.detail === 0 && control !== clicked;
  const isSettled = hasMoved || isElsewhere || event.timeStamp - changedAt >= SETTLED_MS;
  if (event.detail > 1 || !isSettled) {
    stop(event);
  } else if (!control.matches('label')) {
    // the click on its box follows
    clicked = control;
    choicesChanged(); // what it does may bring others
  }
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
