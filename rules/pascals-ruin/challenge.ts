import type { Seat } from '../kernel/ruleset.ts';
import { type Card, rankOf } from '../kernel/tabletop/cards.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import type { ReactionCard } from './cards.ts';
import { newLevel } from './chain.ts';
import { type Die, highestOf, judge, type Roll } from './dice.ts';
import { askActive, type Table } from './events.ts';
import { laySpent, openWindow, returnDie, rollApart, rollAtCard, throwForKing, useDie } from './reaction.ts';
import { cardScore, deckCount, faceUp, isFinalCard, pendingOf, type State, seatCount } from './state.ts';
import { endTurn, scoreFinalCard, scoreTurn, settleKing, winLevel } from './turn.ts';

/** Asks the seats that still have this kind of die whether they challenge the failed roll. If there is no such seat,
 * the turn ends (rule R8). */
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

export function decideChallenge(table: Table, seat: Seat, yes: boolean): void {
  const { active } = table.state;
  tell(table, 'challengeChosen', seat, { challenge: yes });
  const shown = choose(table, seat, yes, active);
  if (shown === null) return;
  tell(table, 'challengesRevealed', active, { challengers: shown.yes, declined: shown.no });
  if (shown.yes.length === 0) endTurn(table);
  else rollChallenges(table, shown.yes);
}

// Follows rules R9, R10 of rules.md.
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

/** Compares the highest of the challengers' rolls with the card and settles the challenge (rules R9, R10). */
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
    const isStarters = state.options.printed === true && verdict === 'fail'; // a tie does not count as a failure
    scoreTurn(table, cardScore(state), 'failedChallenge', isStarters ? state.starter : challenged);
  }
}

interface Shown {
  yes: Seat[];
  no: Seat[];
}

/** Stores a choice that a seat made in secret. Returns null until all seats have chosen, and then the seats by choice,
 * clockwise from `first` (rule R22). */
export function choose(table: Table, seat: Seat, yes: boolean, first: Seat): Shown | null {
  const { state } = table;
  const pending = pendingOf(state);
  const waitingFor = pending.waitingFor.filter((other) => other !== seat);
  const choices = [...pending.choices, { seat, yes }];
  state.pending = { ...pending, waitingFor, choices };
  if (waitingFor.length > 0) return null;
  const chose = (wanted: boolean): Seat[] =>
    clockwiseFrom(first, seatCount(state)).filter((other) =>
      choices.some((choice) => choice.seat === other && choice.yes === wanted),
    );
  return { yes: chose(true), no: chose(false) };
}

export function continueChain(table: Table): void {
  table.automaticMove = 'revealCard';
}

export function revealCard(table: Table): void {
  const { state } = table;
  const card = state.deck[state.dealt] as Card;
  state.dealt++;
  tell(table, 'cardRevealed', state.active, { card, level: state.chain.length + 1, deckCount: deckCount(state) });
  switch (rankOf(card)) {
    case 'J':
    case 'Q':
      keepCard(table, card as ReactionCard);
      break;
    case 'A':
      advance(table, card);
      break;
    case 'K':
      revealKing(table, card);
      break;
    default:
      state.chain = [...state.chain, newLevel(card)];
      askActive(table, 'roll');
  }
}

// Follows rule R3 of rules.md.
function keepCard(table: Table, card: ReactionCard): void {
  const { state } = table;
  const { active } = state;
  state.held = replaced(state.held, active, [...(state.held[active] as ReactionCard[]), card]);
  tell(table, 'cardTaken', active, { card });
  if (deckCount(state) === 0) {
    scoreTurn(table, cardScore(state), 'lastCard'); // rule R13 of rules.md
  } else {
    table.automaticMove = 'revealCard';
  }
}

// Follows rule R4 of rules.md.
function advance(table: Table, card: Card): void {
  const { state } = table;
  state.chain = [...state.chain, newLevel(card)];
  tell(table, 'aceAdvanced', state.active, { level: state.chain.length });
  if (isFinalCard(state)) scoreFinalCard(table);
  else table.automaticMove = 'revealCard';
}

// Follows rule R5 of rules.md.
function revealKing(table: Table, card: Card): void {
  const { state } = table;
  state.chain = [...state.chain, newLevel(card)];
  const highest = throwForKing(table);
  if (state.options.printed === true) openWindow(table, [highest]);
  else settleKing(table, highest);
}
