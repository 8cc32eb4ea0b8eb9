import { type Card, powerOf } from '../cards.ts';
import type { Power } from '../power.ts';
import { ruleOf } from '../powers.ts';
import type { Board } from '../state.ts';
import { highestSum } from '../sums.ts';
import type { View } from '../view.ts';

/** What another card in hand is worth in health. Found by playing. */
const DRAWN = 3;

/** What the powers look at, as the view shows it: put together only if one of them looks. */
function boardOf({ active, rows, shields }: View): Board {
  return {
    active,
    get rows() {
      return rows.map((row) => row.map(({ id }) => id));
    },
    get shields() {
      return shields.map(({ owner, card, power }) => ({ owner, card: card.id, power }));
    },
  };
}

/** The most health that a blow can take from a row, which keeps its last card. */
export function mostTaken(healths: readonly number[], damage: number): number {
  if (damage <= 0 || healths.length < 2) return 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const health of healths) {
    sum += health;
    least = Math.min(least, health);
  }
  return sum <= damage ? sum - least : highestSum(healths, damage);
}

/** What a turn that is stopped now is worth in health. */
export function worthOfStopping(view: View): number {
  const { effect, result } = view;
  if (result === null) return meanWorth(view, null, view.hand);
  return worthOf(view, effect === null ? null : powerOf(effect.id, 'stopped'), result);
}

/** What the next roll of the turn is worth on average, the rolled card being in hand again. */
export function worthOfRerolling(view: View): number {
  const { rows, active, rolls, hand, current } = view;
  const next = rows[active]?.[rolls] ?? rows[active]?.at(-1);
  const power = next === undefined ? null : powerOf(next.id, 'stopped');
  return meanWorth(view, power, current === null ? hand : [...hand, current]);
}

/** What a roll that shows one of these cards is worth on average where this power is in force. */
function meanWorth(view: View, power: Power | null, cards: readonly Card[]): number {
  if (power?.kind === 'finalRoll') return meanWorth(view, null, cards);
  const board = boardOf(view);
  const change = power === null ? undefined : ruleOf(power).result;
  let sum = 0;
  for (const { number } of cards) {
    const rolled = number + view.lasting;
    const result = power === null || change === undefined ? rolled : change(rolled, power, board);
    sum += worthOf(view, power, result ?? rolled);
  }
  return cards.length === 0 ? 0 : sum / cards.length;
}

/** What this result is worth where this power is in force. */
function worthOf(view: View, power: Power | null, result: number): number {
  const { active, healths } = view;
  if (power?.kind === 'drawInstead') return view.drawCount + view.discardCount > 0 ? DRAWN : 0;
  if (power?.kind === 'removeHealthy')
    return Math.max(0, ...healths.flatMap((row, seat) => (seat === active ? [] : row)));
  if (result < 0) return -mostTaken(healths[active] ?? [], -result);
  const spares = power === null ? undefined : ruleOf(power).spares;
  const board = boardOf(view);
  let most = 0;
  for (let seat = 0; seat < healths.length; seat++) {
    if (seat === active || (power !== null && spares?.(board, power, seat) === true)) continue;
    most = Math.max(most, mostTaken(healths[seat] ?? [], result));
  }
  return most;
}
