// A page may change just before a click, which was then meant for something else. This module drops such clicks.

/** For this long after a change, clicks of a resting pointer are dropped. */
const SETTLED_MS = 400;
/** Smaller movements may be a trembling hand, so the pointer still counts as resting. */
const TREMBLE_PX = { mouse: 8, touch: 24 } as const;

const CONTROLS =
  'button, a[href], label:has(input[type=checkbox], input[type=radio]), input[type=checkbox], input[type=radio]';
const REPEATED = '[data-repeated]';
const CLICKING = new Set(['Enter', ' ']);

interface Point {
  x: number;
  y: number;
}

let at: Point = { x: -1, y: -1 };
let changedAt = Number.NEGATIVE_INFINITY;
let from = at;
let hasMoved = true;
let under: Element | null = null;
/** true: the page has changed since the control under the pointer was looked up */
let isStale = false;
let clicked: Element | null = null;
let clickedAt = Number.NEGATIVE_INFINITY;

/** Call it when the choices change. Clicks are then dropped until the pointer moves or `SETTLED_MS` have passed. */
export function choicesChanged(): void {
  changedAt = performance.now();
  from = at;
  hasMoved = false;
}

export function guardIntentions(): void {
  const early = { capture: true, passive: true };
  addEventListener('pointermove', onPointer, early);
  addEventListener('pointerdown', onPointer, early);
  addEventListener('wheel', moved, early);
  addEventListener('input', (event) => event instanceof InputEvent && moved(), early);
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('click', onClick, { capture: true });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(lookSoon).observe(document.body, all);
}

/** Looks at most once a frame, because `elementFromPoint` makes the browser lay out the page. A click looks at once. */
function lookSoon(): void {
  if (!isStale) requestAnimationFrame(() => lookUnder());
  isStale = true;
}

function moved(): void {
  hasMoved = true;
}

function controlAt(place: EventTarget | null): Element | null {
  return place instanceof Element ? place.closest(CONTROLS) : null;
}

/** Treats a new control under a resting pointer as a change. After a movement, the player means the new control. */
function lookUnder(now = controlAt(document.elementFromPoint(at.x, at.y))): void {
  isStale = false;
  if (now === under) return;
  under = now;
  if (!hasMoved) choicesChanged();
}

function onPointer({ clientX: x, clientY: y, pointerType, target, timeStamp }: PointerEvent): void {
  // browsers send this event also when the page changes under a pointer that has not moved
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
    if (!repeat) moved(); // a key such as Tab moves the focus
    return;
  }
  if (!repeat || !(target instanceof Element) || target.closest(REPEATED) !== null) return;
  const sends = key === 'Enter' && target.matches('input, select');
  if (sends || controlAt(target) !== null) stop(event);
}

function onClick(event: MouseEvent): void {
  const control = controlAt(event.target);
  if (control === null || control.closest(REPEATED) !== null) return;
  if (isStale) lookUnder();
  // keyboards and screen readers click without a pointer, so a click on another control counts as a movement
  const isElsewhere = event.detail === 0 && control !== clicked;
  const since = isTyped(event, control) ? clickedAt : changedAt;
  const isSettled = hasMoved || isElsewhere || event.timeStamp - since >= SETTLED_MS;
  if (event.detail > 1 || !isSettled) {
    stop(event);
  } else if (!control.matches('label')) {
    // a click on a label is skipped here, because the browser then clicks its input too
    clicked = control;
    choicesChanged(); // the click may change the choices
    clickedAt = changedAt;
  }
}

/** True if Enter in a field clicked its form's button. Such a click counts even if the page has just changed. */
function isTyped({ detail }: MouseEvent, control: Element): boolean {
  const { activeElement: field } = document;
  const isOfForm = field instanceof HTMLInputElement && control instanceof HTMLButtonElement;
  return detail === 0 && isOfForm && field.form !== null && field.form === control.form;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
