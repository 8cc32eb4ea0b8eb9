import type { Refusal, Seat } from '../kernel/ruleset.ts';
import { counted, listOf, seatName, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, View } from './schemas.ts';

export function label(action: Action, view: View): string {
  if (action.type === 'bid') return `Bid ${bidInWords(action)}`;
  return view.bid === null ? 'Challenge' : `Challenge the bid of ${bidInWords(view.bid)} by ${seatName(view.bid.seat)}`;
}

function bidInWords({ quantity, face }: { quantity: number; face: number }): string {
  return `${counted(quantity, 'die', 'dice')} that ${quantity === 1 ? 'shows' : 'show'} ${face}`;
}

export function describe(view: View): string {
  const { round, diceCounts, dice, bid, wildOnes, showdown } = view;
  return [
    `Liar's Dice, round ${round}. Ones are ${wildOnes ? 'wild' : 'a face like any other'}.`,
    ...(showdown === null ? [] : showdownLines(showdown)),
    ...diceCounts.map((count, seat) => `${sentence(seatName(seat))} has ${counted(count, 'die', 'dice')}.`),
    ...(dice.length === 0 ? [] : [`Your dice show ${listOf(dice)}.`]),
    bid === null ? 'There is no bid yet.' : `The bid is ${bidInWords(bid)}, by ${seatName(bid.seat)}.`,
    openQuestion(view),
  ].join('\n');
}

function showdownLines({ bid, challenger, hands, matching, loser }: NonNullable<View['showdown']>): string[] {
  const shown = hands.flatMap((dice, seat) => (dice.length === 0 ? [] : [`${seatName(seat)} had ${listOf(dice)}`]));
  return [
    `${sentence(seatName(challenger))} doubted ${bidInWords(bid)}, bid by ${seatName(bid.seat)}: ${shown.join('; ')}.`,
    `That makes ${matching}, and ${seatName(loser)} lost a die.`,
  ];
}

function openQuestion({ active, bid, diceCounts }: View): string {
  if (diceCounts.filter((count) => count > 0).length === 1) return 'The game is over.';
  const asked = `${sentence(seatName(active))} has to`;
  if (bid === null) return `${asked} bid.`;
  const isHighest = bid.face === 6 && bid.quantity === totalOf(diceCounts);
  return isHighest ? `${asked} challenge ${bidInWords(bid)}.` : `${asked} raise ${bidInWords(bid)}, or challenge it.`;
}

function totalOf(diceCounts: readonly number[]): number {
  return diceCounts.reduce((sum, count) => sum + count, 0);
}

export function explain(view: View, _seat: Seat, action: Action): Refusal {
  const hint = openQuestion(view);
  if (action.type === 'challenge') return { rule: 'R4', detail: 'There is no bid to challenge yet.', hint };
  const total = totalOf(view.diceCounts);
  if (action.quantity > total) {
    return { rule: 'R2', detail: `There are ${counted(total, 'die', 'dice')} on the table, and no more.`, hint };
  }
  if (view.wildOnes && action.face === 1) {
    return { rule: 'R2', detail: 'Ones are wild and cannot be bid on.', hint };
  }
  return { rule: 'R3', detail: 'A bid names more dice than the one before, or as many of a higher face.', hint };
}
