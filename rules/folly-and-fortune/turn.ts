import type { Outcome, Seat } from '../kernel/ruleset.ts';
import { counted, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import { bestSeats, clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf, powerOf } from './cards.ts';
import type { Table } from './events.ts';
import type { Side } from './power.ts';
import { carryOut } from './power-rule.ts';
import { ruleOf, useOf } from './powers.ts';
import { joinRow } from './row.ts';
import { endShields, printedHealth } from './shields.ts';
import { currentOf, handOf, newTurn, rowOf, type State, seatCount } from './state.ts';

/** Each seat takes at most this many turns (rule R37). */
export const MOST_TURNS = 200;

/** Starts the turn of the active seat. Its shields end before its first roll (rule R11). */
export function startTurn(table: Table): void {
  const { state } = table;
  const { active } = state;
  state.turns = replaced(state.turns, active, (state.turns[active] ?? 0) + 1);
  state.turn = newTurn(rowOf(state, active), state.moment);
  tell(table, 'turnStarted', active, {});
  endShields(table, active);
  table.automaticMove = 'roll';
}

// Follows rules R11, R24, R25 of rules.md.
export function afterAttack(table: Table): void {
  const { turn, active } = table.state;
  const use = useOf(turn.effect, 'stopped', active);
  const act = use === null ? undefined : ruleOf(use.power).afterAttack;
  if (use === null || act === undefined || carryOut(table, use, act) !== 'asked') table.automaticMove = 'placeRoll';
}

/** Puts the rolled card at an end of the row, unless a power kept it. The player chooses the end only if both are
 * allowed (rules R7, R15, R34). */
export function openPlacement(table: Table): void {
  const { state } = table;
  if (state.turn.current === null) {
    table.automaticMove = 'unseenPowers';
    return;
  }
  const side = sideOf(state);
  if (side === null) state.phase = 'place';
  else placeRoll(table, side);
}

/** Returns the end of the row that the card must join; null: the player chooses (rule R34). */
function sideOf(state: State): Side | null {
  const { effect } = state.turn;
  const use = useOf(effect, 'stopped', state.active);
  const forced = use === null ? undefined : ruleOf(use.power).side?.(use.power);
  if (forced !== undefined) return forced;
  const arrow = state.options.arrows && effect !== null ? cardOf(effect).arrow : null;
  if (arrow !== null) return arrow;
  return rowOf(state, state.active).length === 0 ? 'right' : null;
}

export function placeRoll(table: Table, side: Side): void {
  const { state } = table;
  const card = currentOf(state);
  joinRow(state, card, side);
  state.turn.current = null;
  state.turn.placed = card;
  tell(table, 'rollPlaced', state.active, { card: cardOf(card), side });
  table.automaticMove = 'unseenPowers';
}

/** Carries out the power of the next card that no roll reached, if it is still in the row (rules R11, R29). */
export function unseenPowers(table: Table): void {
  const { state } = table;
  const { turn, active } = state;
  const [next, ...others] = turn.unseen ?? unseenCards(state);
  turn.unseen = others;
  if (next === undefined || (state.options.printed === true && areHandsEmpty(state))) {
    table.automaticMove = 'endTurn';
    return;
  }
  const use = rowOf(state, active).includes(next) ? useOf(next, 'unseen', active) : null;
  const act = use === null ? undefined : ruleOf(use.power).act;
  if (use === null || act === undefined || carryOut(table, use, act) !== 'asked') table.automaticMove = 'unseenPowers';
}

function unseenCards(state: State): CardId[] {
  return rowOf(state, state.active).filter((card) => powerOf(card, 'unseen') !== null && isUnseen(state, card));
}

function isUnseen({ turn, options }: State, card: CardId): boolean {
  const place = turn.row.indexOf(card);
  if (options.printed === true) return place < 0 || place >= turn.reached;
  return place >= turn.reached && !turn.removed.includes(card);
}

// Follows rule R1 of rules.md.
function areHandsEmpty({ hands }: State): boolean {
  return hands.every((hand) => hand.length === 0);
}

/** Gives the turn to the next seat with cards in hand, or ends the game (rules R1, R37). */
export function endTurn(table: Table): void {
  const { state } = table;
  const { active } = state;
  tell(table, 'turnEnded', active, { handCount: handOf(state, active).length });
  state.turn = newTurn([], state.moment);
  const next = nextSeat(state);
  if (next === undefined || (state.turns[next] ?? 0) >= MOST_TURNS) {
    endGame(table);
  } else {
    state.active = next;
    table.automaticMove = 'startTurn';
  }
}

function nextSeat(state: State): Seat | undefined {
  return clockwiseFrom(state.active + 1, seatCount(state)).find((seat) => handOf(state, seat).length > 0);
}

export const ENDINGS = { emptyHands: 'all hands are empty', lastTurn: 'the last turn has been taken' };

function endGame(table: Table): void {
  const { state } = table;
  state.phase = 'over';
}

/** The seat with the most health in its row wins. Seats with equal health share the win (rules R8, R37). */
export function outcomeOf({ rows, hands }: State): Outcome {
  const scores = rows.map(printedHealth);
  const best = Math.max(...scores);
  const winners = bestSeats(scores);
  const verb = winners.length === 1 ? 'has' : 'share';
  const most = `${seatNames(winners)} ${verb} the most health, ${counted(best, 'point')}`;
  const reason = hands.every((hand) => hand.length === 0) ? 'emptyHands' : 'lastTurn';
  return { winners, scores, reason, text: sentence(`${ENDINGS[reason]}; ${most}.`) };
}
