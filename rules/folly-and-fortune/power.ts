import { type TSchema, Type } from '@sinclair/typebox';
import { schemaFamily, Words } from '../kernel/schema.ts';

const { object } = schemaFamily('FollyAndFortune');

/** When a power acts. `stopped`: the player stops at its card; `passed`: the player rerolls and so passes its card;
 * `unseen`: the turn ends before a roll has reached its card. */
export const TRIGGERS = ['stopped', 'passed', 'unseen'] as const;
export type Trigger = (typeof TRIGGERS)[number];

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

interface Amount {
  amount: number;
}
interface Threshold {
  threshold: number;
}
interface Compare {
  compare: 'less' | 'more';
}
interface WithSide {
  side: Side;
}
type Plain = object;

interface PowerFields {
  subtract: Amount;
  add: Amount;
  raiseLow: Threshold;
  dropHigh: Threshold;
  doubleLow: Threshold;
  healthCompare: Compare & Amount & { change: 'add' | 'subtract' };
  doubleThenDiscard: Plain;
  noAttackByHealth: Compare & Threshold;
  noAttackNeighbour: WithSide;
  swapHand: Plain;
  swapRow: Plain;
  drawInstead: Plain;
  shuffleRow: Plain;
  attackTwo: Plain;
  finalRoll: Plain;
  forcedStop: Plain;
  keepRoll: Plain;
  removeHealthy: Plain;
  takeRemoved: Plain;
  shieldCard: Plain;
  shieldRow: Plain;
  shieldAgainst: Compare & Threshold;
  shieldHealth: { change: number };
  ignoreShields: Plain;
  rerollsAtMost: Amount;
  rerollsExactly: Amount;
  forcedSide: WithSide;
  shrinkDie: Amount;
  lastingAdd: Amount;
  lastingSubtract: Amount;
  discardOne: Plain;
  drawIfFew: Plain;
  study: Plain;
  swapWithRow: Plain;
  addSecondRoll: Plain;
  selfDamage: Plain;
}

export type PowerKind = keyof PowerFields;
export type Power<K extends PowerKind = PowerKind> = K extends PowerKind
  ? { trigger: Trigger; kind: K } & PowerFields[K]
  : never;

export const BASE_POWERS = [
  'subtract',
  'add',
  'raiseLow',
  'dropHigh',
  'doubleLow',
  'healthCompare',
  'doubleThenDiscard',
  'noAttackByHealth',
  'noAttackNeighbour',
  'swapHand',
  'swapRow',
  'drawInstead',
  'shuffleRow',
  'attackTwo',
  'finalRoll',
  'forcedStop',
] as const satisfies readonly PowerKind[];
export const SUPERPOWERS = [
  'keepRoll',
  'removeHealthy',
  'takeRemoved',
  'shieldCard',
  'shieldRow',
  'shieldAgainst',
  'shieldHealth',
  'ignoreShields',
  'rerollsAtMost',
  'rerollsExactly',
  'forcedSide',
  'shrinkDie',
  'lastingAdd',
  'lastingSubtract',
  'discardOne',
  'drawIfFew',
  'study',
  'swapWithRow',
  'addSecondRoll',
  'selfDamage',
] as const satisfies readonly PowerKind[];

export function TriggerField(description: string) {
  return Words(TRIGGERS, { description });
}

export function PowerKindField(description: string) {
  return Words([...BASE_POWERS, ...SUPERPOWERS] as PowerKind[], { description });
}

export function SideField(description: string) {
  return Words(SIDES, { description });
}

const optional = (schema: TSchema) => Type.Optional(schema);
const PowerShape = object(
  'Power',
  {
    trigger: TriggerField(
      'stopped: acts if you stop on this card. passed: acts from the moment you reroll past it until your turn ends. ' +
        'unseen: acts at the end of your turn if this card was never reached.',
    ),
    kind: PowerKindField('What the power does, by the name that the rules explain it under.'),
    amount: optional(
      Type.Integer({
        description: 'How much is added or subtracted, or how many rerolls or cards the power is about.',
      }),
    ),
    threshold: optional(
      Type.Integer({ description: 'The number that the power compares a result, or the health of a row, with.' }),
    ),
    compare: optional(
      Words(['less', 'more'], { description: 'less: the power holds below what it compares with. more: above it.' }),
    ),
    change: optional(
      Type.Unsafe<'add' | 'subtract' | number>({
        anyOf: [{ type: 'string', enum: ['add', 'subtract'] }, { type: 'integer' }],
        description:
          'healthCompare: whether the amount is added to the result or subtracted from it. shieldHealth: by how much the health of ' +
          'each card to the right changes.',
      }),
    ),
    side: optional(
      SideField(
        'noAttackNeighbour: which neighbour, left being the next seat clockwise. forcedSide: which end of the row.',
      ),
    ),
  },
  'A power that is printed on a card.',
);
export const PowerSchema = Type.Unsafe<Power>(PowerShape);

export function lies(compare: 'less' | 'more', number: number, threshold: number): boolean {
  return compare === 'less' ? number < threshold : number > threshold;
}
