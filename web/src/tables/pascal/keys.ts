import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings.ts';
import type { Choice } from '../../core/table-props.ts';

const DIE_KEY = /^[1-6]$/;
const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The keys 1 to 6 pick dice unless shortcuts of a single key are off. Arrows move between fields. `part` is any part
 * of the board. */
export function useKeys(part: RefObject<HTMLElement | null>, choice: Choice): void {
  const newest = useRef(choice);
  newest.current = choice;
  useEffect(() => {
    const listening = new AbortController();
    const board = part.current?.closest<HTMLElement>('.board');
    board?.addEventListener('keydown', (event) => onKey(event, newest.current), { signal: listening.signal });
    return () => listening.abort();
  }, [part]);
}

function onKey(event: KeyboardEvent, choice: Choice): void {
  if (event.altKey || event.ctrlKey || event.metaKey || isInDialog(event.target)) return;
  const step = STEPS[event.key];
  if (step !== undefined) {
    goOn(event.currentTarget as HTMLElement, step);
    event.preventDefault();
  } else if (DIE_KEY.test(event.key) && settings.value.keys) {
    const die = Number(event.key) - 1;
    if (choice.isPicked('dice', die) || choice.canPick('dice', die)) choice.mark('dice', die);
  }
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest('dialog') !== null;

function goOn(board: HTMLElement, [down, right]: readonly [number, number]): void {
  const fields = [...board.querySelectorAll<HTMLElement>('button[data-field]')];
  const from = placeOf(document.activeElement?.closest<HTMLElement>('[data-field]'));
  if (from === null) {
    fields[0]?.focus();
    return;
  }
  const ahead = fields
    .map((button) => ({ button, away: distance(from, placeOf(button), down, right) }))
    .filter(({ away }) => away !== null)
    .sort((a, b) => Number(a.away) - Number(b.away));
  ahead[0]?.button.focus();
}

interface BoardPosition {
  row: number;
  /** distance from the middle of the board, in half fields; comparable between rows */
  across: number;
}

/** A bonus field counts as half a row below its main field. */
function placeOf(field: HTMLElement | null | undefined): BoardPosition | null {
  const [, row, place, bonus] = /^(\d)\.(\d)(\+?)$/.exec(field?.dataset.field ?? '') ?? [];
  if (row === undefined || place === undefined) return null;
  return { row: Number(row) + (bonus === '+' ? 0.5 : 0), across: 2 * Number(place) - Number(row) };
}

/** Returns the distance to a field; null: the field is not in that direction. One row counts as 100 half fields. */
function distance(from: BoardPosition, to: BoardPosition | null, down: number, right: number): number | null {
  if (to === null) return null;
  const [rows, across] = [to.row - from.row, to.across - from.across];
  if (down !== 0) return rows * down > 0 ? 100 * Math.abs(rows) + Math.abs(across) : null;
  return rows === 0 && across * right > 0 ? Math.abs(across) : null;
}
