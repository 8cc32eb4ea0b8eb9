import type { Seat } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import type { Challenge } from './actions.ts';
import { type Card, type CardId, cardOf, cardsOf, isWacky } from './cards.ts';
import { addToHand, type Table, takeFromHand } from './events.ts';
import { iconsOf } from './outcome.ts';
import {
  concludeWacky,
  dieOf,
  handOf,
  type LastBattle,
  mixUp,
  numberOf,
  otherBattler,
  type ShownCard,
  type State,
  seeAlone,
  seeTogether,
  topCardOf,
} from './state.ts';
import { endBattle } from './turn.ts';

type Rolls = LastBattle['rolls'];

// Follows rules R3, R4 of rules.md.
export function chooseChallenge(table: Table, seat: Seat, challenge: Challenge): void {
  const { state } = table;
  state.challenge = challenge;
  tell(table, 'challengeChosen', seat, { challenge });
  state.discarded = [];
  settle(table, [roll(table, seat), roll(table, otherBattler(state, seat))], challenge);
}

/** Rolls the seat's die, which is a set of cards: reveals one of these cards at random (rule R4). */
function roll(table: Table, seat: Seat): ShownCard {
  const { state } = table;
  const die = dieOf(state, seat);
  const card = die[table.chance.int(die.length)] as string;
  tell(table, 'dieRolled', seat, { card: cardOf(card) });
  seeTogether(state, [card]);
  if (die.length === 1 && isWacky(card)) concludeWacky(state, handOf(state, seat)); // rule R10 of rules.md
  return { seat, card };
}

/** Judges the roll and moves the cards. After a tie, first asks both seats for discards (rules R5, R6, R8, R9). */
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

/** The winner's card is discarded or, with Victory Dice, won. The loser keeps its card (rules R5, R8). */
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

/** Discards the top card with which the active player set the number of the lost battle (rule R8). */
function loseTopCard(table: Table): void {
  const { state } = table;
  const { active } = state;
  const top = topCardOf(state, active) as string;
  state.piles = replaced(state.piles, active, (state.piles[active] ?? []).slice(0, -1));
  layOnDiscardPile(state, active, top);
  tell(table, 'topCardLost', active, { card: cardOf(top), discardCount: state.discardPile.length });
}

/** Discards every numberless card that was rolled (rule R9). */
function cancel(table: Table, rolls: Rolls): void {
  for (const side of SIDES) {
    const { seat, card } = rolls[side];
    if (cardOf(card).power !== 'numberless') continue;
    tell(table, 'numberCancelled', seat, { card: cardOf(card) });
    discard(table, seat, card, 'numberless');
  }
}

/** 0 is the active player, 1 the opponent. */
type Side = 0 | 1;
const SIDES: readonly Side[] = [0, 1];

interface Verdict {
  /** `cancelled`: the roll has no winner, no loser and no tie */
  result: 'won' | 'tied' | 'cancelled';
  winner: Side | null;
  by: 'number' | 'beggar' | 'tiebreak' | 'numberless';
  inverters: Side[];
}

// Follows rules R5, R6, R9 of rules.md.
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

function decided(winners: readonly Side[]): Pick<Verdict, 'result' | 'winner'> {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1) return { result: 'tied', winner: null };
  return { result: 'won', winner };
}

/** True for numbers that a beggar card beats. */
function isPrey(card: Card): boolean {
  return card.number === 1 || card.number === 6;
}

function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

function opposite(challenge: Challenge): Challenge {
  return challenge === 'highest' ? 'lowest' : 'highest';
}

/** Discards a card face up, so that all viewers know it (rule R12). */
export function discard(table: Table, seat: Seat, card: CardId, reason: 'won' | 'tie' | 'numberless'): void {
  const { state } = table;
  takeFromHand(state, seat, card);
  seeTogether(state, [card]);
  layOnDiscardPile(state, seat, card);
  tell(table, 'cardDiscarded', seat, { card: cardOf(card), reason, discardCount: state.discardPile.length });
}

function layOnDiscardPile(state: State, seat: Seat, card: CardId): void {
  state.discardPile = [...state.discardPile, card];
  state.discarded = [...state.discarded, { seat, card }];
}

/** The seat draws a card. Nothing happens if draw pile and discard pile are both empty (rule R6). */
export function draw(table: Table, seat: Seat): void {
  const { state } = table;
  if (state.drawPile.length === 0) formDrawPile(table);
  const [card] = state.drawPile;
  if (card === undefined) return;
  state.drawPile = state.drawPile.slice(1);
  addToHand(state, seat, card);
  seeAlone(state, seat, [card]);
  tell(table, 'cardDrawn', seat, { card: cardOf(card), drawCount: state.drawPile.length });
}

// Follows rule R6 of rules.md.
function formDrawPile(table: Table): void {
  const { state } = table;
  if (state.discardPile.length === 0) return;
  state.drawPile = shuffle(table.chance, state.discardPile);
  state.discardPile = [];
  mixUp(state, state.drawPile, []);
  tell(table, 'drawPileFormed', null, { drawCount: state.drawPile.length });
}

/** Begins the thefts of the revealed steal cards, the active player's first. The battle ends after them (rule R9). */
export function startThefts(table: Table): void {
  const { state } = table;
  const thieves = state.lastBattle?.rolls.filter(({ card }) => cardOf(card).power === 'steal') ?? [];
  if (thieves.length > 0) state.thieves = thieves.map(({ seat }) => seat);
  nextTheft(table);
}

function nextTheft(table: Table): void {
  const { state } = table;
  const thief = state.thieves.find((seat) => stealableBy(state, seat).length > 0);
  if (thief === undefined) {
    if (state.thieves.length > 0) state.thieves = [];
    endBattle(table);
    return;
  }
  state.thieves = state.thieves.slice(state.thieves.indexOf(thief));
  state.phase = 'steal';
  const from = otherBattler(state, thief);
  const left = stealableBy(state, thief);
  seeAlone(state, thief, left);
  tell(table, 'dieInspected', thief, { from, cards: cardsOf(left) });
}

/** Returns the cards of the other seat's die that the thief may take: all that were not revealed (rules R9, R15). */
export function stealableBy(state: State, thief: Seat): CardId[] {
  return dieOf(state, otherBattler(state, thief));
}

export function stealCard(table: Table, thief: Seat, card: CardId): void {
  const { state } = table;
  const from = otherBattler(state, thief);
  mixUp(state, suspects(state, from), [thief, from]);
  takeFromHand(state, from, card);
  addToHand(state, thief, card);
  state.dice = replaced(state.dice, from, []);
  state.robbed = from;
  state.thieves = state.thieves.slice(1);
  tell(table, 'cardStolen', thief, { from, card: cardOf(card) });
  nextTheft(table);
}

/** Returns the cards that the stolen card may be, for viewers who see only that a card was stolen. */
function suspects(state: State, from: Seat): CardId[] {
  if (numberOf(state) === 1) return dieOf(state, from);
  return handOf(state, from).filter((card) => !state.newcomers.includes(card));
}
