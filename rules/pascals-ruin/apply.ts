import type { Chance, Seat, Step } from '../kernel/ruleset.ts';
import { STANDARD_DECK, shuffle } from '../kernel/tabletop/cards.ts';
import { bestSeats, clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { played, replaced, tableOf, tell } from '../kernel/tabletop/step.ts';
import type { Action } from './actions.ts';
import { isKing } from './cards.ts';
import { choose, continueChain, decideChallenge, openChallenge, revealCard, settleChallenge } from './challenge.ts';
import { castDice, DICE, type Die, highestOf, judge, REROLL_LIMIT, type Roll } from './dice.ts';
import type { AutomaticMove, Event, Table } from './events.ts';
import type { Options } from './options.ts';
import { endGame } from './outcome.ts';
import { openWindow, pass, playReaction, rollAtCard, useDie } from './reaction.ts';
import {
  cardScore,
  copyOf,
  deckCount,
  emptyHands,
  emptyState,
  faceUp,
  pendingOf,
  type State,
  seatCount,
  zeros,
} from './state.ts';
import { scoreTurn, settleKing, startTurn, takeChain, winLevel } from './turn.ts';

export function setup(options: Options, seats: number, chance: Chance): Step<State, Event> {
  const table: Table = tableOf(emptyState(options, seats), chance);
  table.automaticMove = 'startRound';
  return played(table, AUTOMATIC_MOVES);
}

export function apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table: Table = tableOf(copyOf(state), chance);
  carryOut(table, seat, action);
  return played(table, AUTOMATIC_MOVES);
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

const AUTOMATIC_MOVES: Record<AutomaticMove, (table: Table) => void> = {
  startRound,
  startTurn,
  revealCard,
  settleRolls,
  endRound,
};

/** Settles final rolls: a throw for a King, a roll of the active seat, or rolls of its challengers. */
function settleRolls(table: Table): void {
  const { rolls } = pendingOf(table.state);
  const roll = rolls[0] as Roll;
  if (isKing(faceUp(table.state))) settleKing(table, roll);
  else if (roll.seat === table.state.active) settleAttempt(table, roll);
  else settleChallenge(table, rolls);
}

function attempt(table: Table, seat: Seat, die: Die): void {
  useDie(table, seat, die);
  openWindow(table, [rollAtCard(table, 'dieRolled', seat, die)]);
}

function settleAttempt(table: Table, roll: Roll): void {
  const { state } = table;
  const verdict = judge(roll, faceUp(state));
  switch (verdict) {
    case 'win':
      winLevel(table, roll);
      break;
    case 'tie': // rule R11 of rules.md
      tell(table, 'tieRolled', roll.seat, { level: state.chain.length });
      scoreTurn(table, cardScore(state), 'tie');
      break;
    case 'fail':
      openChallenge(table, roll);
      break;
    default:
      verdict satisfies never;
  }
}

// Follows rules R1, R15 of rules.md.
function startRound(table: Table): void {
  const { state } = table;
  state.round++;
  state.roundPoints = zeros(seatCount(state));
  state.deck = shuffle(table.chance, STANDARD_DECK);
  state.dealt = 0;
  state.discard = [];
  tell(table, 'roundStarted', null, { round: state.round, deckCount: deckCount(state) });
  state.starter = rollForStart(table);
  table.automaticMove = 'startTurn';
}

/** Returns the seat that starts. All throw all their dice; those that share the highest throw again (rules R1, R17). */
function rollForStart(table: Table): Seat {
  let tied = clockwiseFrom(0, seatCount(table.state));
  for (let again = 0; ; again++) {
    tied = throwForStart(table, tied);
    const [first] = tied;
    if (first !== undefined && (tied.length === 1 || again === REROLL_LIMIT)) return first;
  }
}

function throwForStart(table: Table, seats: Seat[]): Seat[] {
  const throws = seats.map((seat) => castDice(table.chance, seat, DICE));
  const best = throws.map((dice) => highestOf(dice).value);
  const highest = bestSeats(best).map((place) => seats[place] as Seat);
  tell(table, 'startRolled', null, { rolls: throws.flat(), highest });
  return highest;
}

/** Scores the round. Then the game ends, the seats vote on ending it, or a round starts (rules R16, R20). */
function endRound(table: Table): void {
  const { state } = table;
  const { options, round, roundPoints, totals } = state;
  state.discard = [...state.discard, ...state.held.flat()]; // rule R19 of rules.md
  state.held = emptyHands(seatCount(state));
  const [winner, ...others] = bestSeats(roundPoints);
  const isWon = winner !== undefined && others.length === 0;
  if (isWon) state.roundWins = replaced(state.roundWins, winner, (state.roundWins[winner] ?? 0) + 1);
  const { roundWins } = state;
  tell(table, 'roundScored', null, { round, points: roundPoints, totals, winner: isWon ? winner : null, roundWins });
  const isOver = options.mode === 'match' ? roundWins.includes(options.roundsToWin) : round === options.maxRounds;
  if (isOver) endGame(table);
  else if (options.mode === 'eternal') openVote(table);
  else table.automaticMove = 'startRound';
}

// Follows rule R16 of rules.md.
function openVote(table: Table): void {
  const { state } = table;
  state.phase = 'vote';
  state.pending = { kind: 'vote', waitingFor: clockwiseFrom(0, seatCount(state)), rolls: [], choices: [] };
}

/** Stores a vote. After the last vote, the game ends only if all seats want to stop (rule R16). */
function castVote(table: Table, seat: Seat, stop: boolean): void {
  tell(table, 'voteCast', seat, { stop });
  const shown = choose(table, seat, stop, 0);
  if (shown === null) return;
  tell(table, 'votesRevealed', null, { stop: shown.yes, continue: shown.no });
  if (shown.no.length === 0) endGame(table);
  else table.automaticMove = 'startRound';
}
