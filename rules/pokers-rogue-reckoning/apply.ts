import type { Chance, Outcome, Seat, Step } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { counted, sentence } from '../kernel/tabletop/phrases.ts';
import { played, tell } from '../kernel/tabletop/step.ts';
import { loseCard } from './abilities/curses.ts';
import { type Action, type ActionOf, LEAVE_LEVEL } from './actions.ts';
import { type Card, DECK, kindOf, ofKind } from './cards.ts';
import { cleanse } from './cleansing.ts';
import { applyBuff, beginRoll, drink, letCardsAct, resume, useAbility } from './combat.ts';
import { type AutomaticMove, type Event, endRun, PLAYER, type Table, tableAt } from './events.ts';
import { rollBothSides } from './judge.ts';
import { bribePrice, legalActions, PILL_PRICE } from './legality.ts';
import { type Options, roomsOf } from './options.ts';
import { discard, fleeFromEnemy, recuperate, shuffleIn } from './player.ts';
import { buy, reveal, takeHealing, takeMoney } from './reveal.ts';
import { endScout, swapScouted } from './scout.ts';
import { awaitReply, counterAttack, meetFate, rollAgain, settleRoll, tradeAtk } from './settlement.ts';
import { ENDINGS, isFaceDown, NO_LORE, type Room, type State, startingState } from './state.ts';

export function setup(options: Options, _seats: number, chance: Chance): Step<State, Event> {
  const deck = options.shuffle === 'sparse' ? sparseDeck(chance) : shuffle(chance, DECK);
  const lore = options.shuffle === 'sparse' ? { ...NO_LORE, sorted: deck } : NO_LORE;
  const table = tableAt(startingState(options, deck, lore), chance);
  table.automaticMove = 'dealLevel';
  return played(table, AUTOMATIC_MOVES);
}

/** Returns a deck in which four other cards lie before each of ten enemies. The rest of the cards is last (rule R3). */
function sparseDeck(chance: Chance): Card[] {
  const enemies = shuffle(chance, ofKind(DECK, 'enemy'));
  const others = shuffle(
    chance,
    DECK.filter((card) => kindOf(card) !== 'enemy'),
  );
  const deck: Card[] = [];
  for (let i = 0; i < 10; i++) deck.push(...others.slice(4 * i, 4 * i + 4), enemies[i] as Card);
  return [...deck, ...others.slice(40), ...enemies.slice(10)];
}

export function apply(state: State, _seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table = tableAt(state, chance);
  if (table.state.print !== undefined) table.state.print = { ...table.state.print, fresh: null };
  carryOut(table, action);
  return played(table, AUTOMATIC_MOVES);
}

type Deeds = { [T in Action['type']]: (table: Table, action: ActionOf<T>) => void };

const DEEDS: Deeds = {
  reveal: (table, { room }) => reveal(table, room),
  takeMoney: (table, { room }) => takeMoney(table, room),
  takeHealing: (table, { room }) => takeHealing(table, room),
  buy: (table, { room }) => buy(table, room),
  cleanse,
  drink: (table, { card }) => drink(table, card),
  applyBuff: (table, { card }) => applyBuff(table, card),
  useAbility,
  scoutSwap: (table, { card, room }) => swapScouted(table, card, room),
  scoutDone: endScout,
  roll: beginRoll,
  accept: settleRoll,
  counterAttack,
  rollAgain,
  tradeAtk,
  fall: (table) => endRun(table, 'fallen'),
  bribe,
  craftPill: (table, { blue, red }) => craftPill(table, blue, red),
  chooseLoss: (table, { card }) => {
    loseCard(table, card);
    resume(table);
  },
  leaveLevel,
};

function carryOut<T extends Action['type']>(table: Table, action: ActionOf<T>): void {
  DEEDS[action.type as T](table, action);
}

// Follows rule R17 of rules.md.
function bribe(table: Table): void {
  const { state } = table;
  const price = bribePrice(state) as number;
  state.money -= price;
  tell(table, 'bribePaid', PLAYER, { price, money: state.money });
  fleeFromEnemy(table);
}

// Follows rule R18 of rules.md.
function craftPill(table: Table, blue: Card, red: Card): void {
  const { state } = table;
  state.pill = 'ready';
  state.money -= PILL_PRICE;
  state.hand = state.hand.filter((card) => card !== blue && card !== red);
  tell(table, 'pillCrafted', PLAYER, { blue, red, money: state.money });
  discard(table, [blue, red]);
  if (state.combat === null) table.automaticMove = 'lookAround';
}

const AUTOMATIC_MOVES: Record<AutomaticMove, (table: Table) => void> = {
  dealLevel,
  lookAround,
  leaveLevel,
  letCardsAct,
  castDice: rollBothSides,
  awaitReply,
  settleRoll,
  meetFate,
};

const REST = 2;
const LAST_LEVEL = 500;

// Follows rule R1 of rules.md.
function dealLevel(table: Table): void {
  const { state } = table;
  const size = roomsOf(state.options);
  state.rooms = state.deck.slice(0, size).map((card): Room => ({ card, isOpen: false }));
  state.deck = state.deck.slice(size);
  state.level++;
  tell(table, 'levelStarted', PLAYER, { level: state.level, rooms: state.rooms.length, deckCount: state.deck.length });
}

/** Leaves the level if no other action is legal (rule R2). */
function lookAround(table: Table): void {
  const { state } = table;
  if (state.rooms.some(isFaceDown)) return;
  if (legalActions(state, PLAYER).every((action) => action === LEAVE_LEVEL)) table.automaticMove = 'leaveLevel';
}

// Follows rules R2, R19 of rules.md.
function leaveLevel(table: Table): void {
  const { state } = table;
  const left = state.rooms.flatMap(({ card }) => card ?? []);
  state.rooms = [];
  tell(table, 'levelLeft', PLAYER, { level: state.level });
  discard(table, left);
  if (state.options.restHeals) recuperate(table, REST);
  if (state.options.reshuffle) {
    const returned = state.discard;
    state.discard = [];
    shuffleIn(table, returned);
  }
  if (state.level === LAST_LEVEL) endRun(table, 'levelLimit');
  else table.automaticMove = 'dealLevel';
}

/** Returns the outcome, whose score is the number of enemies that the player defeated (rules R19, R36). */
export function outcomeOf({ ending, defeated }: State): Outcome | null {
  if (ending === null) return null;
  const isWon = ending === 'victory';
  const beaten = isWon ? '' : `, with ${counted(defeated, 'enemy', 'enemies')} defeated`;
  const text = sentence(`${ENDINGS[ending]}${beaten}.`);
  return { winners: isWon ? [0] : [], scores: [defeated], reason: ending, text };
}

// Follows rule R36 of rules.md.
export const concededScores = ({ defeated }: State): number[] => [defeated];
