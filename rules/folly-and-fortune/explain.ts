import type { Refusal, Seat } from '../kernel/ruleset.ts';
import { counted, listOf, seatName } from '../kernel/tabletop/phrases.ts';
import type { Action, Answer, ChooseRowAction } from './actions.ts';
import { type Card, cardOf, powerOf } from './cards.ts';
import { POWERS, ruleOf } from './powers.ts';
import { exposedHealth, type RemovalBar, removalBar } from './removal.ts';
import { isCardShielded, isRowShielded } from './shields.ts';
import type { Attack, Board } from './state.ts';
import { type VictimBar, victimBar } from './victim.ts';
import type { View } from './view.ts';
import { openQuestion } from './wording.ts';

export function explain(view: View, seat: Seat, action: Action): Refusal {
  return { ...refusal(view, seat, action), hint: openQuestion(view) };
}

function refusal(view: View, seat: Seat, action: Action): Refusal {
  switch (action.type) {
    case 'chooseRow':
      return view.phase === 'row' ? rowRefusal(view, action) : refuse('R1', 'The first rows have been laid already.');
    case 'reroll':
    case 'stop':
      return view.phase === 'roll' ? rollRefusal(view) : refuse('R2', 'You reroll or stop only right after a roll.');
    case 'attack':
      return view.phase === 'victim' ? victimRefusal(view, action.seat) : refuse('R5', NO_ATTACK);
    case 'removeCard':
      return view.attack === null
        ? refuse('R5', 'There is no attack to remove a card in.')
        : cardRefusal(view, action.card);
    case 'endAttack':
      if (view.attack !== null) return refuse('R6', goalText(view.attack.goal));
      return refuse('R5', view.phase === 'victim' ? MUST_ATTACK : 'There is no attack to end.');
    case 'placeRoll':
      return refuse(
        'R7',
        'The rolled card is put into the row at the end of the turn, if its side is yours to choose.',
      );
    case 'pickCard':
    case 'pickSeat':
    case 'placeTaken':
      return answerRefusal(view, seat, action);
    case 'skipPower':
      return refuse('R14', skipText(view));
    default:
      return action satisfies never;
  }
}

const MUST_ATTACK = 'You have to name a player to attack; after that you may remove as little as you like.';
const NO_ATTACK = 'You attack another player only after you have stopped, if the result allows it.';

function refuse(rule: string, detail: string): Refusal {
  return { rule, detail };
}

function rowRefusal({ hand }: View, { cards }: ChooseRowAction): Refusal {
  const missing = cards.filter((id) => !hand.some((card) => card.id === id));
  return refuse('R1', `Your first row is two different cards of your hand, and ${listOf(missing)} is not in it.`);
}

function rollRefusal(view: View): Refusal {
  const { mustReroll, rolls, rows, active, effect } = view;
  const power = effect === null ? null : powerOf(effect.id, 'stopped');
  const isForced = power !== null && ruleOf(power).mustStop !== undefined;
  const health = (view.healths[active] ?? [])[(rows[active] ?? []).findIndex(({ id }) => id === effect?.id)];
  if (mustReroll)
    return refuse('R17', `You must reroll: ${counted(view.rerollsLeft, 'reroll')} demanded by a passed power.`);
  if (isForced && view.result === health) {
    return refuse('R17', `The result equals the health of ${effect?.id}, so you must stop here.`);
  }
  if (rolls >= (rows[active] ?? []).length)
    return refuse('R2', 'No row card is left for another roll, so you must stop.');
  return refuse('R17', 'A passed power allows no further reroll, so you must stop.');
}

function boardOf({ rows, shields, active }: View): Board {
  const ids = (cards: readonly Card[]): string[] => cards.map(({ id }) => id);
  return { rows: rows.map(ids), shields: shields.map((shield) => ({ ...shield, card: shield.card.id })), active };
}

function victimRefusal(view: View, seat: Seat): Refusal {
  const { effect, result, attacked } = view;
  const aim = { board: boardOf(view), effect: effect?.id ?? null, result: result ?? 0, attacked };
  const bar = victimBar(aim, seat);
  return bar === null ? refuse('R5', NO_ATTACK) : VICTIM_REFUSALS[bar](view, seat);
}

const VICTIM_REFUSALS: Record<VictimBar, (view: View, seat: Seat) => Refusal> = {
  noSeat: (_, seat) => refuse('R5', `There is no ${seatName(seat)} at this table.`),
  oneself: () => refuse('R5', 'You attack another player; only a result below 0 hits your own row.'),
  noRow: (_, seat) => refuse('R33', `The row of ${seatName(seat)} is empty.`),
  attacked: (_, seat) => refuse('R22', `You have attacked ${seatName(seat)} in this turn already.`),
  spared: ({ effect }, seat) => refuse('R14', `The power of ${effect?.id} spares ${seatName(seat)}.`),
  shielded: ({ result }, seat) => refuse('R11', `A shield of ${seatName(seat)} keeps off attacks with ${result ?? 0}.`),
};

function cardRefusal(view: View, id: string): Refusal {
  const { attack } = view;
  const bar = attack === null ? null : removalBar(boardOf(view), attack, id);
  if (attack === null || bar === null) return refuse('R5', 'There is no attack to remove this card in.');
  return REMOVAL_REFUSALS[bar](attack, id);
}

const REMOVAL_REFUSALS: Record<RemovalBar, (attack: Attack, id: string) => Refusal> = {
  absent: ({ victim }, id) => refuse('R5', `${id} does not lie in the row of ${seatName(victim)}.`),
  last: ({ victim }) => refuse('R5', `The last card in the row of ${seatName(victim)} cannot be removed.`),
  limit: ({ limit }) => refuse('R9', `A tough attack with this result removes ${counted(limit ?? 1, 'card')} at most.`),
  shieldCard: (_, id) => refuse('R11', `${id} is shielded and cannot be lost.`),
  shieldRow: ({ victim }) =>
    refuse('R11', `The row of ${seatName(victim)} is shielded and cannot fall below two cards.`),
  tooHealthy: (attack, id) =>
    refuse(
      attack.goal === null ? 'R5' : 'R6',
      `${id} counts ${exposedHealth(attack, id)} health, and only ${attack.damage - attack.total} may still be removed.`,
    ),
  notMost: ({ goal }) => refuse('R6', goalText(goal)),
};

function goalText(goal: number | null): string {
  return `You have to remove as much of your own health as the damage allows, which is ${goal ?? 0} in all.`;
}

function answerRefusal(view: View, seat: Seat, answer: Answer): Refusal {
  const { asking } = view;
  if (asking === null) return refuse('R14', 'No power asks you for anything now.');
  if (asking.taken !== null) return refuse('R24', 'The card you take needs a side of your row: left or right.');
  const shielded = answer.type === 'pickCard' ? shieldRefusal(view, seat, [answer.card, answer.other]) : null;
  const wanted = POWERS[asking.power].question?.wanted;
  return shielded ?? refuse('R14', `That is not what ${asking.power} asks for, which is ${wanted}.`);
}

function shieldRefusal(view: View, seat: Seat, ids: readonly (string | undefined)[]): Refusal | null {
  const board = boardOf(view);
  const power = view.asking?.power;
  if (power !== 'removeHealthy' && power !== 'swapWithRow') return null;
  for (const id of ids) {
    const owner = id === undefined ? -1 : board.rows.findIndex((row) => row.includes(id));
    if (id === undefined || owner < 0 || owner === seat) continue;
    if (isCardShielded(board, owner, id, false))
      return refuse('R11', `${cardOf(id).id} is shielded and cannot be lost.`);
    if (power === 'removeHealthy' && isRowShielded(board, owner, false)) {
      return refuse('R11', `The row of ${seatName(owner)} is shielded and cannot fall below two cards.`);
    }
  }
  return null;
}

function skipText({ asking }: View): string {
  if (asking === null) return 'No power asks you for anything now.';
  return asking.taken === null
    ? `The power ${asking.power} is not one that you may leave out.`
    : 'You have picked the card, and it needs a side of your row: left or right.';
}
