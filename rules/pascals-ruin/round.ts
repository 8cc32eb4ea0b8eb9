import type { Seat } from '../kernel/ruleset.ts';
import { STANDARD_DECK, shuffle } from '../kernel/tabletop/cards.ts';
import { bestSeats, clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { castDice, DICE, highestOf, REROLL_LIMIT } from './dice.ts';
import { endGame } from './outcome.ts';
import { deckCount, emptyHands, seatCount, zeros } from './state.ts';
import type { Table } from './table.ts';
import { openVote } from './vote.ts';

/** Shuffles a full deck and has all roll for the start. R1, R15 */
export function startRound(table: Table): void {
  const { state } = table;
  state.round++;
  state.roundPoints = zeros(seatCount(state));
  state.deck = shuffle(table.chance, STANDARD_DECK);
  state.dealt = 0;
  state.discard = [];
  tell(table, 'roundStarted', null, { round: state.round, deckCount: deckCount(state) });
  state.starter = rollForStart(table);
  table.houseMove = 'startTurn';
}

/** All throw all their dice, and those who share the highest one throw again. R1, R17 */
function rollForStart(table: Table): Seat {
  let tied = clockwiseFrom(0, seatCount(table.state));
  for (let again = 0; ; again++) {
    tied = throwForStart(table, tied);
    const [first] = tied;
    if (first !== undefined && (tied.length === 1 || again === REROLL_LIMIT)) return first;
  }
}

/** The seats that share the highest single die, lower seats first. */
function throwForStart(table: Table, seats: Seat[]): Seat[] {
  const throws = seats.map((seat) => castDice(table.chance, seat, DICE));
  const best = throws.map((dice) => highestOf(dice).value);
  const highest = bestSeats(best).map((place) => seats[place] as Seat);
  tell(table, 'startRolled', null, { rolls: throws.flat(), highest });
  return highest;
}

/** The deck has run out: the round is counted, and the game ends, asks for votes or goes on. R16, R20 */
export function endRound(table: Table): void {
  const { state } = table;
  const { options, round, roundPoints, totals } = state;
  state.discard = [...state.discard, ...state.held.flat()]; // R19
  state.held = emptyHands(seatCount(state));
  const [winner, ...others] = bestSeats(roundPoints);
  const isWon = winner !== undefined && others.length === 0;
  if (isWon) state.roundWins = replaced(state.roundWins, winner, (state.roundWins[winner] ?? 0) + 1);
  const { roundWins } = state;
  tell(table, 'roundScored', null, { round, points: roundPoints, totals, winner: isWon ? winner : null, roundWins });
  const isOver = options.mode === 'match' ? roundWins.includes(options.roundsToWin) : round === options.maxRounds;
  if (isOver) endGame(table);
  else if (options.mode === 'eternal') openVote(table);
  else table.houseMove = 'startRound';
}
