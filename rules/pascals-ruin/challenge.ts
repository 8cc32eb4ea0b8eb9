import type { Seat } from '../kernel/ruleset.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { choose } from './choice.ts';
import { type Die, highestOf, judge, type Roll } from './dice.ts';
import { openWindow } from './reaction.ts';
import { laySpent, returnDie, rollApart, rollAtCard, useDie } from './roll.ts';
import { cardScore } from './scoring.ts';
import { faceUp, type State, seatCount } from './state.ts';
import type { Table } from './table.ts';
import { endTurn, scoreTurn, winLevel } from './turn.ts';

/** Asks all who have a die like the failed one left; when nobody has, the turn ends. R8 */
export function openChallenge(table: Table, roll: Roll): void {
  const { state } = table;
  const { seat, die } = roll;
  const asked = clockwiseFrom(0, seatCount(state)).filter((other) => other !== seat && hasDie(state, other, die));
  if (asked.length === 0) {
    endTurn(table);
  } else {
    tell(table, 'challengeOpened', seat, { die, seats: asked });
    state.phase = 'challenge';
    state.pending = { kind: 'challenge', waitingFor: asked, rolls: [roll], choices: [] };
  }
}

function hasDie(state: State, seat: Seat, die: Die): boolean {
  return state.diceLeft[seat]?.includes(die) ?? false;
}

/** A seat challenges or declines; when all have decided, the decisions are shown and the challengers roll. */
export function decideChallenge(table: Table, seat: Seat, yes: boolean): void {
  const { active } = table.state;
  tell(table, 'challengeChosen', seat, { challenge: yes });
  const shown = choose(table, seat, yes, active);
  if (shown === null) return;
  tell(table, 'challengesRevealed', active, { challengers: shown.yes, declined: shown.no });
  if (shown.yes.length === 0) endTurn(table);
  else rollChallenges(table, shown.yes);
}

// R9, R10
function rollChallenges(table: Table, challengers: Seat[]): void {
  const { options, pending } = table.state;
  const failed = pending?.rolls[0] as Roll;
  if (options.printed === true) returnDie(table, failed);
  else laySpent(table, failed);
  const rolls = challengers.map((seat) => {
    useDie(table, seat, failed.die);
    return rollAtCard(table, 'challengeRolled', seat, failed.die);
  });
  openWindow(table, rollApart(table, rolls));
}

/** The challengers' rolls stand, and the higher one is compared with the card. R9, R10 */
export function settleChallenge(table: Table, rolls: Roll[]): void {
  const { state } = table;
  const challenged = state.active;
  const best = highestOf(rolls);
  const verdict = judge(best, faceUp(state));
  if (verdict === 'win') {
    state.active = best.seat;
    tell(table, 'chainPickedUp', best.seat, { from: challenged });
    for (const roll of rolls) if (roll !== best) laySpent(table, roll);
    winLevel(table, best);
  } else {
    tell(table, 'challengeFailed', best.seat, { challenged });
    const isStarters = state.options.printed === true && verdict === 'fail'; // a tie is no fail
    scoreTurn(table, cardScore(state), 'failedChallenge', isStarters ? state.starter : challenged);
  }
}
