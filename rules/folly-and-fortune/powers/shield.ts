import type { Table } from '../events.ts';
import type { PowerKind } from '../power.ts';
import type { Done, PowerRule, Use } from '../power-rule.ts';
import { raiseShield } from '../shields.ts';

/** Raises a shield. `shields.ts` has the effect of each kind (rule R11). */
function raise(table: Table, { seat, card, power }: Use<PowerKind>): Done {
  raiseShield(table, seat, card, power);
  return 'done';
}

const LASTS = 'until your next turn';

export const shieldCard: PowerRule<'shieldCard'> = {
  words: () => `this card cannot be lost ${LASTS}`,
  act: raise,
};

export const shieldRow: PowerRule<'shieldRow'> = {
  words: () => `your row cannot fall below two cards ${LASTS}`,
  act: raise,
};

export const shieldAgainst: PowerRule<'shieldAgainst'> = {
  words: ({ compare, threshold }) => `nobody can attack you with a result ${compare} than ${threshold} ${LASTS}`,
  act: raise,
};

export const shieldHealth: PowerRule<'shieldHealth'> = {
  words: ({ change }) =>
    `cards to the right of this one have ${Math.abs(change)} ${change < 0 ? 'less' : 'more'} health ${LASTS}`,
  act: raise,
};

export const ignoreShields: PowerRule<'ignoreShields'> = {
  words: () => `your attack ignores shields, and your own shields are ignored ${LASTS}`,
  act: raise,
};
