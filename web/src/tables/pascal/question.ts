import { headlineOf } from '../../core/headline.ts';
import { isOver } from '../../core/is-over.ts';
import type { BarParts } from '../../core/table-props.ts';
import {
  fieldActions,
  type PascalAction,
  type PascalProps,
  type PascalView,
  pickedDice,
  stuckDice,
  sumOf,
} from './view.ts';
import { fieldName, WORDS } from './words.ts';

const ALL = [0, 1, 2, 3, 4, 5];

/** Asks first for dice that belong together, then for the field of their sum. */
export function question(props: PascalProps): BarParts {
  const { game, view, choice, seatName } = props;
  const isMine = choice.all.length > 0;
  if (isOver(game) || (!isMine && game.toAct.length === 0)) {
    const names = game.seats.map(({ seat }) => seatName(seat));
    return { ask: headlineOf(game, names) };
  }
  if (!isMine) return { ask: WORDS.waits(game.toAct.map(seatName).join(', ')) };
  const meant = choice.meant?.action as PascalAction | undefined;
  const go = meant && goOf(meant, view);
  if (meant?.type === 'crossOut') return { ask: WORDS.asks.crossOut, hint: WORDS.hints.crossOut, go };
  const picked = pickedDice(choice);
  if (picked.length === 0) {
    const stuck = stuckDice(view, choice).map((position) => view.dice[position] ?? 0);
    const isStuck = stuck.length > 0;
    const hasPencil = view.used.some((field) => field !== null);
    const hint = hasPencil ? 'pencil' : view.rerollsLeft > 0 ? 'fresh' : 'last';
    const acts = [
      { action: { type: 'erase' } as const, words: WORDS.erase, small: WORDS.eraseAll, gold: isStuck },
      { action: { type: 'discardRoll' } as const, words: WORDS.discard, small: costOfCross(view) },
      { action: { type: 'reroll', dice: ALL } as const, words: WORDS.reroll(6), small: costOfDot(view) },
    ];
    if (isStuck) return { ask: WORDS.asks.stuck, hint: WORDS.hints.stuck(stuck), acts, go };
    return { ask: WORDS.asks.group, hint: WORDS.hints[hint], pick: WORDS.pick.dice, acts, go };
  }
  const sum = sumOf(view, picked);
  const fields = fieldActions(choice).size;
  const hint = fields === 0 ? WORDS.hints.none(sum) : WORDS.hints[meant === undefined ? 'write' : 'writeOrMore'];
  return { ask: WORDS.asks.write(sum), hint, pick: WORDS.pick.field, go };
}

function goOf(meant: PascalAction, view: PascalView): BarParts['go'] {
  switch (meant.type) {
    case 'reroll':
      return { words: WORDS.reroll(meant.dice.length), small: costOfDot(view), quiet: true };
    case 'write':
      return { words: WORDS.write(sumOf(view, meant.dice)), small: fieldName(meant.field) };
    case 'crossOut':
      return { words: WORDS.crossOut, small: fieldName(meant.field) };
    default:
      return undefined;
  }
}

const costOfDot = ({ dots, dotSpaces }: PascalView) => (dots === dotSpaces ? WORDS.noSpace : WORDS.dot);
const costOfCross = ({ crosses, crossSpaces }: PascalView) => (crosses === crossSpaces ? WORDS.noSpace : WORDS.cross);
