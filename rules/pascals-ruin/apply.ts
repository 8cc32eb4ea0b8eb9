import type { Chance, Seat, Step } from '../kernel/ruleset.ts';
import { played, tableOf } from '../kernel/tabletop/step.ts';
import type { Action } from './actions.ts';
import { attempt, settleAttempt } from './attempt.ts';
import { isKing } from './cards.ts';
import { decideChallenge, settleChallenge } from './challenge.ts';
import type { Roll } from './dice.ts';
import type { Event } from './events.ts';
import type { Options } from './options.ts';
import { pass, playReaction } from './reaction.ts';
import { continueChain, revealCard } from './reveal.ts';
import { endRound, startRound } from './round.ts';
import { copyOf, emptyState, faceUp, pendingOf, type State } from './state.ts';
import type { HouseMove, Table } from './table.ts';
import { settleKing, startTurn, takeChain } from './turn.ts';
import { castVote } from './vote.ts';

export function setup(options: Options, seats: number, chance: Chance): Step<State, Event> {
  const table: Table = tableOf(emptyState(options, seats), chance);
  table.houseMove = 'startRound';
  return played(table, HOUSE_MOVES);
}

export function apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table: Table = tableOf(copyOf(state), chance);
  carryOut(table, seat, action);
  return played(table, HOUSE_MOVES);
}

function carryOut(table: Table, seat: Seat, action: Action): void {
  switch (action.type) {
    case 'rollDie':
      attempt(table, seat, action.die);
      break;
    case 'continue':
      continueChain(table);
      break;
    case 'takeChain':
      takeChain(table);
      break;
    case 'playCard':
      playReaction(table, seat, action.card, action.targets);
      break;
    case 'pass':
      pass(table, seat);
      break;
    case 'challenge':
      decideChallenge(table, seat, true);
      break;
    case 'declineChallenge':
      decideChallenge(table, seat, false);
      break;
    case 'voteContinue':
      castVote(table, seat, false);
      break;
    case 'voteStop':
      castVote(table, seat, true);
      break;
    default:
      action satisfies never;
  }
}

const HOUSE_MOVES: Record<HouseMove, (table: Table) => void> = {
  startRound,
  startTurn,
  revealCard,
  settleRolls,
  endRound,
};

/** Rolls stand that nobody forced again: the active seat's own, for a King or at a card, or those of its challengers. */
function settleRolls(table: Table): void {
  const { rolls } = pendingOf(table.state);
  const roll = rolls[0] as Roll;
  if (isKing(faceUp(table.state))) settleKing(table, roll);
  else if (roll.seat === table.state.active) settleAttempt(table, roll);
  else settleChallenge(table, rolls);
}
