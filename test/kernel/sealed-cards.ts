import { type Static, Type } from '@sinclair/typebox';
import type { Chance } from '#rules/kernel/chance.ts';
import type { Outcome, Refusal, Ruleset, Seat, Step, Viewer } from '#rules/kernel/ruleset.ts';
import { ActionSchema, EventSchema, Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { rollDie } from '#rules/kernel/tabletop/dice.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { type Cup, CupSchema, CupShaken, CupsLifted, fullestCup, shakenCup } from './sealed-cups.ts';

export const SEALED_CARDS_RULES = `# Sealed Cards
Each player holds three cards. R1 All lay one card of their own hand at the same time; the highest takes a point.
R2 Its owner may draw one or two cards, never more than the deck holds, or hold and roll a die: a 6 is another point.
R3 Nobody else decides meanwhile. R4 After the last round, or when a hand is empty, the most points win.
R5 Each player has shaken a cup and looks under it alone. At the end of a round all cups are lifted, the most on the dice
takes a point, and all shake again.
`;

const P = 'SealedCards';
const CardName = Type.String({ $id: `${P}Card`, pattern: '^N[0-9]+$', description: 'A card, N and its number.' });

const OptionsSchema = Type.Object(
  {
    rounds: Type.Integer({ minimum: 1, maximum: 5, default: 2, description: 'How many rounds are played.' }),
    deck: Words(['short', 'long'] as const, {
      default: 'short',
      description: 'Whether 12 or 20 cards are dealt from.',
    }),
    luckyDie: Type.Boolean({ default: true, description: 'Whether a die is rolled for the one who holds.' }),
  },
  { $id: `${P}Options`, additionalProperties: false },
);

const Lay = ActionSchema(P, 'lay', { card: Ref(CardName) }, 'Lay a card face down.');
const Draw = ActionSchema(
  P,
  'draw',
  { count: Type.Integer({ minimum: 1, maximum: 2, description: 'How many cards.' }) },
  'Draw cards from the deck.',
);
const Hold = ActionSchema(P, 'hold', {}, 'Draw nothing.');

const Dealt = EventSchema(P, 'dealt', { cards: Type.Integer() }, 'Hands were dealt.');
const CardLaid = EventSchema(
  P,
  'cardLaid',
  { card: Nullable(Ref(CardName)) },
  'A card was laid; its owner sees which.',
);
const CardsRevealed = EventSchema(
  P,
  'cardsRevealed',
  { cards: Type.Array(Ref(CardName)), winner: SeatNumber },
  'All cards that were laid were turned up.',
);
const CardsDrawn = EventSchema(
  P,
  'cardsDrawn',
  { count: Type.Integer(), cards: Type.Array(Ref(CardName)) },
  'Cards were drawn; their owner sees which.',
);
const DieRolled = EventSchema(P, 'dieRolled', { value: Type.Integer() }, 'The one who holds rolled a die.');

const ViewSchema = Type.Object(
  {
    phase: Words(['lay', 'draw', 'over'] as const, { description: 'What is to be decided.' }),
    round: Type.Integer({ description: 'The round, from 1.' }),
    points: BySeat(Type.Integer(), 'Points of each seat.'),
    handCounts: BySeat(Type.Integer(), 'How many cards each seat holds.'),
    hand: Type.Array(Ref(CardName), { description: "The viewer's cards." }),
    laid: Nullable(Ref(CardName), { description: 'The card that the viewer has laid.' }),
    cup: Nullable(Ref(CupSchema), { description: "What lies under the viewer's cup." }),
    waitingFor: Type.Array(SeatNumber, { description: 'Seats that are to decide.' }),
    discards: Type.Array(Ref(CardName), { description: 'Cards that were revealed.' }),
    deckCount: Type.Integer({ description: 'Cards left in the deck.' }),
  },
  { $id: `${P}View`, additionalProperties: false },
);

export type SealedOptions = Static<typeof OptionsSchema>;
export type SealedAction = Static<typeof Lay> | Static<typeof Draw> | Static<typeof Hold>;
export type SealedEvent =
  | Static<typeof Dealt>
  | Static<typeof CardLaid>
  | Static<typeof CardsRevealed>
  | Static<typeof CardsDrawn>
  | Static<typeof DieRolled>
  | Static<typeof CupShaken>
  | Static<typeof CupsLifted>;
export type SealedView = Static<typeof ViewSchema>;

export interface SealedState {
  options: SealedOptions;
  phase: 'lay' | 'draw' | 'over';
  round: number;
  points: number[];
  deck: string[];
  hands: string[][];
  laid: (string | null)[];
  cups: Cup[];
  discards: string[];
  drawer: Seat | null;
}

export type SealedCards = Ruleset<SealedOptions, SealedState, SealedAction, SealedEvent, SealedView>;

function cardsOf(options: SealedOptions): string[] {
  return Array.from({ length: options.deck === 'short' ? 12 : 20 }, (_, i) => `N${i + 1}`);
}

function numberOn(card: string | null): number {
  return card === null ? 0 : Number(card.slice(1));
}

function setup(options: SealedOptions, seats: number, chance: Chance): Step<SealedState, SealedEvent> {
  const cards = shuffle(chance, cardsOf(options));
  const hands = Array.from({ length: seats }, (_, seat) => cards.slice(3 * seat, 3 * seat + 3));
  const state: SealedState = {
    options,
    phase: 'lay',
    round: 1,
    points: hands.map(() => 0),
    deck: cards.slice(3 * seats),
    hands,
    laid: hands.map(() => null),
    cups: [],
    discards: [],
    drawer: null,
  };
  const shaken = shake(state, chance);
  return { ...shaken, events: [{ type: 'dealt', seat: null, data: { cards: 3 } }, ...shaken.events] };
}

function actors(state: SealedState): Seat[] {
  if (state.phase === 'draw') return state.drawer === null ? [] : [state.drawer];
  if (state.phase === 'over') return [];
  return state.laid.flatMap((card, seat) => (card === null ? [seat] : []));
}

function legalActions(state: SealedState, seat: Seat): SealedAction[] {
  if (!actors(state).includes(seat)) return [];
  if (state.phase === 'lay') return (state.hands[seat] ?? []).map((card) => ({ type: 'lay', card }));
  const draws = [1, 2].filter((count) => count <= state.deck.length);
  return [...draws.map((count): SealedAction => ({ type: 'draw', count })), { type: 'hold' }];
}

function lay(state: SealedState, seat: Seat, card: string): Step<SealedState, SealedEvent> {
  const hands = state.hands.map((hand, owner) => (owner === seat ? hand.filter((held) => held !== card) : hand));
  const laid = state.laid.map((other, owner) => (owner === seat ? card : other));
  const events: SealedEvent[] = [{ type: 'cardLaid', seat, data: { card } }];
  const waiting: SealedState = { ...state, hands, laid };
  if (laid.includes(null)) return { state: waiting, events };
  const cards = laid.filter((other) => other !== null);
  const numbers = laid.map(numberOn);
  const winner = numbers.indexOf(Math.max(...numbers));
  events.push({ type: 'cardsRevealed', seat: null, data: { cards, winner } });
  const points = state.points.map((own, owner) => (owner === winner ? own + 1 : own));
  const discards = [...state.discards, ...cards];
  const revealed: SealedState = {
    ...waiting,
    laid: laid.map(() => null),
    points,
    discards,
    phase: 'draw',
    drawer: winner,
  };
  return { state: revealed, events };
}

function shake(state: SealedState, chance: Chance): Step<SealedState, SealedEvent> {
  const cups = state.hands.map(() => shakenCup(chance));
  return { state: { ...state, cups }, events: cups.map((cup, seat) => ({ type: 'cupShaken', seat, data: { cup } })) };
}

function endRound(ended: SealedState, events: SealedEvent[], chance: Chance): Step<SealedState, SealedEvent> {
  const fullest = fullestCup(ended.cups);
  const points = ended.points.map((own, owner) => (owner === fullest ? own + 1 : own));
  const lifted: SealedEvent[] = [...events, { type: 'cupsLifted', seat: null, data: { cups: ended.cups } }];
  const state: SealedState = { ...ended, points, cups: [], drawer: null };
  const over = state.round === state.options.rounds || state.hands.some((hand) => hand.length === 0);
  if (over) return { state: { ...state, phase: 'over' }, events: lifted };
  const shaken = shake({ ...state, phase: 'lay', round: state.round + 1 }, chance);
  return { ...shaken, events: [...lifted, ...shaken.events] };
}

function apply(state: SealedState, seat: Seat, action: SealedAction, chance: Chance): Step<SealedState, SealedEvent> {
  switch (action.type) {
    case 'lay':
      return lay(state, seat, action.card);
    case 'draw': {
      const cards = state.deck.slice(0, action.count);
      const hands = state.hands.map((hand, owner) => (owner === seat ? [...hand, ...cards] : hand));
      const drawn = { ...state, hands, deck: state.deck.slice(action.count) };
      return endRound(drawn, [{ type: 'cardsDrawn', seat, data: { count: cards.length, cards } }], chance);
    }
    case 'hold': {
      if (!state.options.luckyDie) return endRound(state, [], chance);
      const value = rollDie(chance, 6);
      const points = state.points.map((own, owner) => (owner === seat && value === 6 ? own + 1 : own));
      return endRound({ ...state, points }, [{ type: 'dieRolled', seat, data: { value } }], chance);
    }
    default:
      return action satisfies never;
  }
}

function view(state: SealedState, viewer: Viewer): SealedView {
  return {
    phase: state.phase,
    round: state.round,
    points: state.points,
    handCounts: state.hands.map((hand) => hand.length),
    hand: viewer === 'spectator' ? [] : (state.hands[viewer] ?? []),
    laid: viewer === 'spectator' ? null : (state.laid[viewer] ?? null),
    cup: viewer === 'spectator' ? null : (state.cups[viewer] ?? null),
    waitingFor: actors(state),
    discards: state.discards,
    deckCount: state.deck.length,
  };
}

function redact(event: SealedEvent, viewer: Viewer): SealedEvent {
  if (event.seat === viewer) return event;
  if (event.type === 'cardLaid') return { ...event, data: { card: null } };
  if (event.type === 'cupShaken') return { ...event, data: { cup: null } };
  if (event.type === 'cardsDrawn') return { ...event, data: { count: event.data.count, cards: [] } };
  return event;
}

function label(action: SealedAction): string {
  switch (action.type) {
    case 'lay':
      return `Lay ${action.card}`;
    case 'draw':
      return `Draw ${action.count}`;
    case 'hold':
      return 'Hold';
    default:
      return action satisfies never;
  }
}

function describe(view: SealedView): string {
  return `Round ${view.round}, points ${view.points.join(' : ')}.\nYour cards: ${view.hand.join(', ') || 'none'}.`;
}

function explain(view: SealedView, _seat: Seat, action: SealedAction): Refusal {
  if (action.type === 'lay' && view.phase === 'lay') {
    return { rule: 'R1', detail: `${action.card} is not in your hand.`, hint: 'Lay one of your own cards.' };
  }
  if (action.type === 'draw' && view.phase === 'draw') return { rule: 'R2', detail: 'The deck holds fewer cards.' };
  return { rule: 'R3', detail: `It is not the time to ${action.type}.` };
}

function outcome(state: SealedState): Outcome | null {
  if (state.phase !== 'over') return null;
  const best = Math.max(...state.points);
  return {
    winners: state.points.flatMap((points, seat) => (points === best ? [seat] : [])),
    scores: state.points,
    reason: 'deckEmpty',
    text: 'The deck is empty.',
  };
}

function redeal(state: SealedState, viewer: Viewer, chance: Chance): SealedState {
  const hidden = (owner: Seat) => owner !== viewer;
  const pool = shuffle(chance, [
    ...state.deck,
    ...state.hands.flatMap((hand, owner) => (hidden(owner) ? hand : [])),
    ...state.laid.flatMap((card, owner) => (hidden(owner) && card !== null ? [card] : [])),
  ]);
  const take = (count: number) => pool.splice(0, count);
  return {
    ...state,
    hands: state.hands.map((hand, owner) => (hidden(owner) ? take(hand.length) : hand)),
    laid: state.laid.map((card, owner) => (hidden(owner) && card !== null ? (take(1)[0] ?? null) : card)),
    deck: pool,
    cups: state.cups.map((cup, owner) => (hidden(owner) ? shakenCup(chance) : cup)),
  };
}

function invariants(state: SealedState): string[] {
  const cards = [
    ...state.deck,
    ...state.hands.flat(),
    ...state.laid.filter((card) => card !== null),
    ...state.discards,
  ];
  const expected = cardsOf(state.options).sort().join();
  return cards.sort().join() === expected ? [] : [`the cards are ${cards.join()} and not ${expected}`];
}

export const sealedCards: SealedCards = {
  id: 'sealed-cards',
  name: 'Sealed Cards',
  summary: 'Lay the highest card, unseen.',
  credits: { author: null, document: 'Made for the tests', added: 'All of it.' },
  rulesVersion: 1,
  seats: { min: 2, max: 3 },
  solo: false,
  hiddenInformation: true,
  scoring: () => 'highest',
  endings: { deckEmpty: 'the deck is empty' },
  schemas: {
    options: OptionsSchema,
    actions: [Lay, Draw, Hold],
    events: [Dealt, CardLaid, CardsRevealed, CardsDrawn, DieRolled, CupShaken, CupsLifted],
    view: ViewSchema,
    parts: [CardName, CupSchema],
  },
  checkOptions: (options, seats) =>
    seats === 3 && options.deck === 'short' && options.rounds > 3 ? 'Three players need the long deck for that.' : null,
  setup,
  actors,
  legalActions,
  apply,
  view,
  redact,
  label,
  describe,
  explain,
  outcome,
  redeal,
  invariants,
};
