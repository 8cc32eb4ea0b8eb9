import type { Seat } from '../kernel/ruleset.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import type { Challenge } from './actions.ts';
import { type Card, cardOf, isWacky } from './cards.ts';
import { discard, layOnDiscardPile } from './discard.ts';
import { concludeWacky, seeTogether } from './knowledge.ts';
import { iconsOf } from './outcome.ts';
import { dieOf, handOf, type LastBattle, otherBattler, type ShownCard, topCardOf } from './state.ts';
import { type Table, takeFromHand } from './table.ts';
import { startThefts } from './theft.ts';

type Rolls = LastBattle['rolls'];

/** The active player chooses the challenge, and both dice are rolled. R3, R4 */
export function chooseChallenge(table: Table, seat: Seat, challenge: Challenge): void {
  const { state } = table;
  state.challenge = challenge;
  tell(table, 'challengeChosen', seat, { challenge });
  state.discarded = [];
  settle(table, [roll(table, seat), roll(table, otherBattler(state, seat))], challenge);
}

/** Reveals one card of a die by lot. R4 */
function roll(table: Table, seat: Seat): ShownCard {
  const { state } = table;
  const die = dieOf(state, seat);
  const card = die[table.chance.int(die.length)] as string;
  tell(table, 'dieRolled', seat, { card: cardOf(card) });
  seeTogether(state, [card]);
  if (die.length === 1 && isWacky(card)) concludeWacky(state, handOf(state, seat)); // R10
  return { seat, card };
}

/** Judges the roll and settles what it costs; a tie asks first. R5, R6, R8, R9 */
function settle(table: Table, rolls: Rolls, challenge: Challenge): void {
  const { state } = table;
  const [first, second] = rolls;
  const verdict = judge([cardOf(first.card), cardOf(second.card)], challenge);
  const { result } = verdict;
  const winner = verdict.winner === null ? null : rolls[verdict.winner].seat;
  state.lastBattle = { rolls, winner, tie: result === 'tied' };
  tellPowers(table, rolls, challenge, verdict);
  if (result === 'tied') {
    tell(table, 'battleTied', null, {});
    state.phase = 'tie';
    return;
  }
  if (verdict.winner !== null) win(table, rolls, verdict.winner);
  else cancel(table, rolls);
  startThefts(table);
}

function tellPowers(table: Table, rolls: Rolls, challenge: Challenge, { inverters, by, winner }: Verdict): void {
  let wanted = challenge;
  for (const side of inverters) {
    const { seat, card } = rolls[side];
    wanted = opposite(wanted);
    tell(table, 'challengeInverted', seat, { card: cardOf(card), challenge: wanted });
  }
  if (winner === null || by === 'number') return;
  const against = cardOf(rolls[other(winner)].card);
  const { seat, card } = rolls[winner];
  tell(table, by === 'beggar' ? 'beggarWon' : 'tieBroken', seat, { card: cardOf(card), against });
}

/** The winner parts with the revealed card, the loser gets it back. R5, R8 */
function win(table: Table, rolls: Rolls, winner: Side): void {
  const { state } = table;
  const { seat, card } = rolls[winner];
  const loser = rolls[other(winner)];
  tell(table, 'battleWon', seat, { card: cardOf(card), against: cardOf(loser.card) });
  if (!state.options.victoryDice) {
    discard(table, seat, card, 'won');
    return;
  }
  if (state.topCardUsed && loser.seat === state.active) loseTopCard(table);
  takeFromHand(state, seat, card);
  const pile = [...(state.piles[seat] ?? []), card];
  state.piles = replaced(state.piles, seat, pile);
  tell(table, 'cardPlaced', seat, { card: cardOf(card), icons: iconsOf(pile) });
}

/** The card that set the number is lost with the battle. R8 */
function loseTopCard(table: Table): void {
  const { state } = table;
  const { active } = state;
  const top = topCardOf(state, active) as string;
  state.piles = replaced(state.piles, active, (state.piles[active] ?? []).slice(0, -1));
  layOnDiscardPile(state, active, top);
  tell(table, 'topCardLost', active, { card: cardOf(top), discardCount: state.discardPile.length });
}

/** Numberless cards are discarded, and that is all. R9 */
function cancel(table: Table, rolls: Rolls): void {
  for (const side of SIDES) {
    const { seat, card } = rolls[side];
    if (cardOf(card).power !== 'numberless') continue;
    tell(table, 'numberCancelled', seat, { card: cardOf(card) });
    discard(table, seat, card, 'numberless');
  }
}

/** One of two revealed cards: 0 is the active player's, 1 the opponent's. */
type Side = 0 | 1;
const SIDES: readonly Side[] = [0, 1];

/** What comes of two revealed cards under a challenge. */
interface Verdict {
  /** cancelled: no winner, no loser and no tie */
  result: 'won' | 'tied' | 'cancelled';
  /** who won, if somebody did */
  winner: Side | null;
  /** what decided it */
  by: 'number' | 'beggar' | 'tiebreak' | 'numberless';
  /** whose cards flipped the challenge, one after another */
  inverters: Side[];
}

/** Judges two revealed cards. R5, R6, R9 */
export function judge(cards: readonly [Card, Card], challenge: Challenge): Verdict {
  if (cards.some((card) => card.power === 'numberless')) {
    return { result: 'cancelled', winner: null, by: 'numberless', inverters: [] };
  }
  const inverters = SIDES.filter((side) => cards[side].power === 'invert');
  const beggars = SIDES.filter((side) => cards[side].power === 'beggar' && isPrey(cards[other(side)]));
  if (beggars.length > 0) return { ...decided(beggars), by: 'beggar', inverters };
  const [first, second] = cards;
  if (first.number === second.number) {
    const breakers = SIDES.filter((side) => cards[side].power === 'tiebreak');
    return { ...decided(breakers), by: breakers.length === 1 ? 'tiebreak' : 'number', inverters };
  }
  const wanted = inverters.length === 1 ? opposite(challenge) : challenge;
  const winner = first.number > second.number === (wanted === 'highest') ? 0 : 1;
  return { result: 'won', winner, by: 'number', inverters };
}

/** One winner has won; none or two make a tie. */
function decided(winners: readonly Side[]): Pick<Verdict, 'result' | 'winner'> {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1) return { result: 'tied', winner: null };
  return { result: 'won', winner };
}

/** What a beggar wins against. */
function isPrey(card: Card): boolean {
  return card.number === 1 || card.number === 6;
}

function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

function opposite(challenge: Challenge): Challenge {
  return challenge === 'highest' ? 'lowest' : 'highest';
}
