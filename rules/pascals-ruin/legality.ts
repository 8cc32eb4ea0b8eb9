import type { Seat } from '../kernel/ruleset.ts';
import {
  type Action,
  CHALLENGE,
  CONTINUE,
  DECLINE_CHALLENGE,
  PASS,
  type PlayCardAction,
  ROLL_DIE,
  TAKE_CHAIN,
  VOTE_CONTINUE,
  VOTE_STOP,
} from './actions.ts';
import { targetSets } from './reaction.ts';
import { faceUp, pendingOf, type State } from './state.ts';

export function actors(state: State): Seat[] {
  switch (state.phase) {
    case 'roll':
    case 'decide':
      return [state.active];
    case 'reaction':
    case 'challenge':
    case 'vote':
      return pendingOf(state).waitingFor;
    case 'over':
      return [];
    default:
      return state.phase satisfies never;
  }
}

export function legalActions(state: State, seat: Seat): Action[] {
  if (!actors(state).includes(seat)) return [];
  switch (state.phase) {
    case 'roll':
      return (state.diceLeft[seat] ?? []).map((die) => ROLL_DIE[die]); // rule R18 of rules.md
    case 'decide':
      return [CONTINUE, TAKE_CHAIN];
    case 'reaction':
      return [...playableCards(state, seat), PASS];
    case 'challenge':
      return [CHALLENGE, DECLINE_CHALLENGE];
    case 'vote':
      return [VOTE_CONTINUE, VOTE_STOP];
    case 'over':
      return [];
    default:
      return state.phase satisfies never;
  }
}

/** Lists each Jack and Queen of the seat with each set of seats that it may force to roll again (rules R7, R10). */
function playableCards(state: State, seat: Seat): PlayCardAction[] {
  const window = { card: faceUp(state), rolls: pendingOf(state).rolls };
  return (state.held[seat] ?? []).flatMap((card) =>
    targetSets(window, seat, card).map((targets) => ({ type: 'playCard' as const, card, targets })),
  );
}
