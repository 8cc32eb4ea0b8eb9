// What the table of Folly & Fortune says in its own words; what an action does is said by its label.
import type { Schemas } from '../../core/api.ts';
import { counted } from '../../core/words/counted.ts';

export type Power = Schemas['FollyAndFortunePower'];
export type Card = Schemas['FollyAndFortuneCard'];
export type View = Schemas['FollyAndFortuneView'];

const cards = (n: number) => counted(n, 'card');
const side = (compare: Power['compare']) => (compare === 'less' ? 'below' : 'above');
const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

/** What a power does, short enough for a card. */
export function powerWords(power: Power): string {
  const { kind, amount = 0, threshold = 0, compare, change } = power;
  switch (kind) {
    case 'add':
      return `result +${amount}`;
    case 'subtract':
      return `result −${amount}`;
    case 'raiseLow':
      return `below ${threshold} becomes 6`;
    case 'dropHigh':
      return `above ${threshold} becomes 1`;
    case 'doubleLow':
      return `below ${threshold} doubles`;
    case 'healthCompare':
      return `${change === 'add' ? '+' : '−'}${amount} if ${side(compare)} own health`;
    case 'doubleThenDiscard':
      return 'doubles, discard one';
    case 'noAttackByHealth':
      return `spares rows ${side(compare)} ${threshold} health`;
    case 'noAttackNeighbour':
      return `spares ${power.side} neighbour`;
    case 'swapHand':
      return 'draw one, put one under';
    case 'swapRow':
      return 'swap two of own row';
    case 'drawInstead':
      return 'draw, no attack';
    case 'shuffleRow':
      return 'shuffle any row';
    case 'attackTwo':
      return 'attack two players';
    case 'finalRoll':
      return 'one final roll';
    case 'forcedStop':
      return 'must stop if result equals health';
    default:
      return superpowerWords({ ...power, kind });
  }
}

type BaseKind =
  | 'add'
  | 'subtract'
  | 'raiseLow'
  | 'dropHigh'
  | 'doubleLow'
  | 'healthCompare'
  | 'doubleThenDiscard'
  | 'noAttackByHealth'
  | 'noAttackNeighbour'
  | 'swapHand'
  | 'swapRow'
  | 'drawInstead'
  | 'shuffleRow'
  | 'attackTwo'
  | 'finalRoll'
  | 'forcedStop';
type Superpower = Power & { kind: Exclude<Power['kind'], BaseKind> };

function superpowerWords({ kind, amount = 0, threshold = 0, compare, change, side: end }: Superpower): string {
  switch (kind) {
    case 'keepRoll':
      return 'keep the roll, discard this';
    case 'removeHealthy':
      return 'no attack, remove one card above result';
    case 'takeRemoved':
      return 'take a removed card';
    case 'shieldCard':
      return 'this card is safe';
    case 'shieldRow':
      return 'row keeps two cards';
    case 'shieldAgainst':
      return `no attack ${side(compare)} ${threshold} on you`;
    case 'shieldHealth':
      return `cards to the right ${signed(Number(change))} health`;
    case 'ignoreShields':
      return 'ignore shields, own ones too';
    case 'rerollsAtMost':
      return `reroll at most ${amount} more`;
    case 'rerollsExactly':
      return `reroll exactly ${amount} more`;
    case 'forcedSide':
      return `roll goes to the ${end} end`;
    case 'shrinkDie':
      return `${cards(amount)} of the hand cannot roll`;
    case 'lastingAdd':
      return `all results +${amount}`;
    case 'lastingSubtract':
      return `all results −${amount}`;
    case 'discardOne':
      return 'discard one of row or hand';
    case 'drawIfFew':
      return 'draw if fewer than 4 in hand';
    case 'study':
      return 'look at a hand';
    case 'swapWithRow':
      return 'swap with another row';
    case 'addSecondRoll':
      return 'roll again, that card counts for the row';
    case 'selfDamage':
      return '1 damage to yourself';
    default:
      return kind satisfies never;
  }
}

/** What sets a power off. */
export const TRIGGERS: Readonly<Record<Power['trigger'], string>> = {
  stopped: 'stop',
  passed: 'pass',
  unseen: 'unseen',
};

/** What a power that asks waits for. */
const QUESTIONS: Partial<Record<Power['kind'], string>> = {
  doubleThenDiscard: 'Discard a card of your row.',
  swapHand: 'Put a card of your hand under the draw pile.',
  swapRow: 'Swap two cards of your row.',
  shuffleRow: 'Whose row is shuffled?',
  removeHealthy: 'You may remove one card with more health than the result from any row.',
  takeRemoved: 'You may take a card that your attack removed: it lies in the discard pile.',
  shrinkDie: 'Set a card of your hand aside: it cannot be rolled in this turn.',
  discardOne: 'Discard a card of your row or hand.',
  study: 'Whose hand do you look at?',
  swapWithRow: 'Swap a card of your row with one of another row.',
};

function asked({ power, left, taken }: NonNullable<View['asking']>): string {
  if (taken !== null) return `Put ${taken.id} at an end of your row.`;
  const question = QUESTIONS[power] ?? 'Choose what the power asks for.';
  return left > 1 ? `${question} ${left} in all.` : question;
}

const result = (value: number | null) => (value === null ? 'one final roll would count' : `stopping gives ${value}`);

/** What is to be done, for the seat that does it. */
export function question(view: View): string {
  const { phase, active, result: value, attack, asking, mustReroll, rerollsLeft, current } = view;
  switch (phase) {
    case 'row':
      return 'Choose your first row: the left card, then the right one.';
    case 'roll':
      if (mustReroll) return 'You must reroll.';
      if (rerollsLeft === 0) return 'You must stop.';
      return `Stop, or reroll: at most ${rerollsLeft} more.`;
    case 'victim':
      return `Whom do you attack with ${value ?? 0}?`;
    case 'remove':
      if (attack?.victim !== active) return 'Remove cards of the attacked row.';
      return attack.goal === null
        ? 'You hit yourself: you may remove cards of your row.'
        : 'You hit yourself: remove cards of your row.';
    case 'place':
      return `Put ${current?.id ?? 'the rolled card'} at an end of your row.`;
    case 'power':
      return asking === null ? '' : asked(asking);
    case 'over':
      return 'All hands are empty.';
    default:
      return phase satisfies never;
  }
}

/** The same, for those who watch. */
export function watched({ phase, active, result: value, current, attack, asking }: View, who: string): string {
  switch (phase) {
    case 'row':
      return 'The first rows are being chosen, in secret.';
    case 'roll':
      return `${who} rolled ${current?.id ?? 'a card'}: ${result(value)}.`;
    case 'victim':
      return `${who} chooses whom to attack with ${value ?? 0}.`;
    case 'remove':
      return attack?.victim === active ? `${who} hits the own row.` : `${who} removes cards of the attacked row.`;
    case 'place':
      return `${who} puts ${current?.id ?? 'the rolled card'} at an end of the row.`;
    case 'power':
      return `${who} answers what ${asking?.card.id ?? 'a card'} asks.`;
    case 'over':
      return 'All hands are empty.';
    default:
      return phase satisfies never;
  }
}

export const SAID = {
  stop: (value: number | null) => (value === null ? 'Stop → final roll' : `Stop = ${value}`),
  reroll: 'Reroll → next card',
  noAttack: 'Do not attack',
  endAttack: 'End the attack',
  skipPower: 'Do without',
  attack: 'Attack',
  pickSeat: 'Choose',
  lasting: (n: number) => `Passed powers: every result ${signed(n)}.`,
  setAsideCount: (n: number) => `${cards(n)} set aside.`,
  rowOf: (who: string) => `Row of ${who}`,
  health: 'health',
  inRow: 'health in the row',
  inHand: (n: number) => `${cards(n)} in hand`,
  active: 'in turn',
  attacked: 'attacked this turn',
  inForce: 'in force',
  gone: (id: string) => `in force: ${id}, which has left the row`,
  rolled: 'rolled',
  roll: (n: number) => `roll ${n}`,
  noRow: 'No cards in the row.',
  hand: 'Your hand: your die',
  handLeft: 'left',
  handRight: 'right',
  emptySlot: (end: string) => `${end} card of the row: not chosen yet`,
  setAside: 'set aside',
  end: (end: 'left' | 'right') => (end === 'left' ? '← Left end' : 'Right end →'),
  removed: (total: number, damage: number) => `${total} of ${damage} health removed`,
  goal: (goal: number) => `${goal} must go`,
  limit: (n: number) => `${cards(n)} at most`,
  lastToo: 'the last card may go too',
  drawPile: (n: number) => `Draw pile: ${n}`,
  discardPile: (n: number) => `Discard pile: ${n}`,
  shield: 'Shield',
  studied: (who: string) => `The hand of ${who} when you saw it`,
  asks: (id: string, power: Power['kind'], of: Card) => {
    const printed = of.powers.find(({ kind }) => kind === power);
    return printed === undefined ? id : `${id}: ${powerWords(printed)}`;
  },
} as const;

const SPOKEN_TRIGGERS: Readonly<Record<Power['trigger'], string>> = {
  stopped: 'if you stop on it',
  passed: 'if you reroll past it',
  unseen: 'if it is never reached',
};

/** Everything on a card, to be read out. `health`: what it counts now. */
export function spokenCard({ id, number, health: printed, arrow, powers, shield }: Card, health: number): string {
  const counts = health === printed ? '' : `, printed ${printed}`;
  const says = powers.map((power) => `; ${SPOKEN_TRIGGERS[power.trigger]}: ${powerWords(power)}`).join('');
  const points = arrow === null ? '' : `; arrow ${arrow}`;
  return `${id}: rolls ${number}, health ${health}${counts}${says}${shield ? '; a Shield card' : ''}${points}`;
}
