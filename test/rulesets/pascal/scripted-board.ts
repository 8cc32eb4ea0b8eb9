import { frozen } from '#rules/catalogue.ts';
import type { Ruleset } from '#rules/kernel/ruleset.ts';
import type { Action } from '#rules/pascal/actions.ts';
import { ENTRIES, FIELDS, type FieldId } from '#rules/pascal/board.ts';
import type { Event } from '#rules/pascal/events.ts';
import pascal from '#rules/pascal/index.ts';
import type { Options } from '#rules/pascal/options.ts';
import { emptyState, type State } from '#rules/pascal/state.ts';
import type { View } from '#rules/pascal/view.ts';
import { ScriptedSolo } from '../scripted-game.ts';

export const ruleset = frozen(pascal) as Ruleset<Options, State, Action, Event, View>;

export const DEFAULTS = { dotSpaces: 50, crossSpaces: 10, maxBoards: 10, printed: false } satisfies Options;

/** The number in each field that is filled. 0: the field is crossed out. */
export type Filled = Partial<Record<FieldId, number>>;

export interface Setting extends Partial<Omit<State, 'options' | 'values'>> {
  options?: Partial<Options>;
  fields?: Filled;
}

export function positionOf({ options, fields = {}, ...rest }: Setting): State {
  return {
    ...emptyState({ ...DEFAULTS, ...options }),
    values: FIELDS.map(({ id }) => fields[id] ?? null),
    dice: [1, 2, 3, 4, 5, 6],
    ...rest,
  };
}

/** Pascal's triangle with changes: 20 is 12 + 8, and each 35 is 20 + 15. */
export function triangle(changes: Partial<Record<FieldId, number | null>> = {}): Filled {
  const split: Filled = { '6.3': 12, '6.3+': 8, '7.3': 20, '7.3+': 15, '7.4': 20, '7.4+': 15 };
  const filled = { ...Object.fromEntries(ENTRIES.map(({ id, minimum }) => [id, minimum])), ...split, ...changes };
  return Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== null)) as Filled;
}

/** What the dice show after a step that ends a turn. */
export const NEXT_ROLL = [6, 5, 4, 3, 2, 1];

const DICE = { sides: 6 };

/** Each action is given with the faces that the dice show after it. */
export class ScriptedBoard extends ScriptedSolo<Options, State, Action, Event, View> {
  static at(setting: Setting): ScriptedBoard {
    return new ScriptedBoard(ruleset, positionOf(setting), DICE);
  }

  static setUp(options: Partial<Options>, ...script: number[]): ScriptedBoard {
    return new ScriptedBoard(ruleset, { options: { ...DEFAULTS, ...options }, seats: 1, script }, DICE);
  }

  write(field: FieldId, dice: number[], ...faces: number[]): this {
    return this.act({ type: 'write', dice, field }, ...faces);
  }

  reroll(dice: number[], ...faces: number[]): this {
    return this.act({ type: 'reroll', dice }, ...faces);
  }

  erase(): this {
    return this.act({ type: 'erase' });
  }

  discard(...faces: number[]): this {
    return this.act({ type: 'discardRoll' }, ...faces);
  }

  crossOut(field: FieldId): this {
    return this.act({ type: 'crossOut', field });
  }

  cancel(...faces: number[]): this {
    return this.act({ type: 'cancelBoard' }, ...faces);
  }

  override get kinds(): string[] {
    return super.kinds.sort();
  }

  get crossable(): FieldId[] {
    return this.legal.flatMap((action) => (action.type === 'crossOut' ? [action.field] : []));
  }

  sumsFor(field: FieldId): number[] {
    const sums = this.legal.flatMap((action) =>
      action.type === 'write' && action.field === field ? [this.sumOf(action.dice)] : [],
    );
    return [...new Set(sums)].sort((a, b) => a - b);
  }

  sumOf(dice: readonly number[]): number {
    return dice.reduce((sum, position) => sum + (this.state.dice[position] ?? 0), 0);
  }
}
