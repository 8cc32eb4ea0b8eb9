import { type Static, Type } from '@sinclair/typebox';
import type { Seat, Viewer } from '../kernel/ruleset.ts';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { BySeat, CountField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { CHALLENGES } from './actions.ts';
import { type Card, CardSchema, cardOf, cardsOf } from './cards.ts';
import { isDieOpen, MOST_TAKEN_BACK, takeBacksLeft } from './die.ts';
import { MOST_BATTLES } from './outcome.ts';
import { battlersOf, dieOf, handCounts, handOf, otherBattler, PHASES, type ShownCard, type State } from './state.ts';

const { object } = schemaFamily('ChampionsOfChance');

const cards = (description: string) => Type.Array(Ref(CardSchema), { description });
const count = (description: string) => CountField(description, { maximum: 54 });

export const ShownCardSchema = object(
  'ShownCard',
  {
    seat: SeatField('Whose card it was.'),
    card: Type.Unsafe<Card>(Ref(CardSchema, { description: 'The card.' })),
  },
  'A card that everybody has seen, and whose it was.',
);

export const LastBattleSchema = object(
  'LastBattle',
  {
    rolls: Type.Array(Ref(ShownCardSchema), {
      minItems: 2,
      maxItems: 2,
      description: 'What both dice showed, the active player of that battle first.',
    }),
    winner: Nullable(SeatField('A seat.'), {
      description: 'Who won; null after a tie, and after a battle that a numberless card called off.',
    }),
    tie: Type.Boolean({ description: 'Whether it was a tie.' }),
  },
  'The latest roll of two dice and how it came out.',
);

export const ViewSchema = object(
  'View',
  {
    phase: Words(PHASES, {
      description:
        'What the game waits for. opponent: the active seat chooses whom to fight. number: the opponent says how large ' +
        'both dice are. die: both battlers choose the cards of their dice in secret. challenge: the active seat chooses ' +
        'highest or lowest, and the dice are rolled. tie: both battlers choose in secret what to discard. steal: the owner ' +
        'of a steal card takes a card. over: the game has ended.',
    }),
    battle: Type.Integer({
      minimum: 1,
      maximum: MOST_BATTLES,
      description: `The number of the battle that is prepared or fought. The game is scored after battle ${MOST_BATTLES}.`,
    }),
    active: SeatField('The seat whose turn it is.'),
    opponent: Nullable(SeatField('A seat.'), {
      description: 'Whom the active seat fights; null before it has chosen.',
    }),
    topCardUsed: Nullable(Type.Boolean(), {
      description:
        'With Victory Dice: whether the top card of the active seat has set the number of this battle, and is lost if ' +
        'that seat loses. Null without Victory Dice.',
    }),
    number: Nullable(CountField('Cards.', { minimum: 1, maximum: 6 }), {
      description: 'How many cards make a die in this battle; null before that is settled.',
    }),
    challenge: Nullable(Words(CHALLENGES), {
      description: 'What wins, as the active seat chose it; null before the roll.',
    }),
    handCounts: BySeat(count('A number of cards.'), 'By seat: how many cards it holds.'),
    hand: cards("The viewer's own cards, those of its die included, in the order they came. Empty for spectators."),
    stealFrom: Nullable(cards('Cards.'), {
      description: 'What is left of the other die, for the seat that is to take a card of it; null for everybody else.',
    }),
    die: Nullable(cards('Cards.'), {
      description:
        "The cards of the viewer's own die that it still holds. Null when it has no die, also once that has been stolen " +
        'from, and when dice are blind.',
    }),
    takeBacksLeft: Nullable(CountField('Times.', { maximum: MOST_TAKEN_BACK }), {
      description:
        'How often the viewer may still take a card back out of the die that it is making; null when it makes none.',
    }),
    lastBattle: Nullable(Ref(LastBattleSchema), {
      description:
        'The latest roll, which in the phases tie and steal is the one being settled; null before the first.',
    }),
    discarded: Type.Array(Ref(ShownCardSchema), {
      description: 'The cards that were discarded since the latest roll, in this order.',
    }),
    drawCount: count('How many cards are left in the draw pile.'),
    discardCount: count('How many cards lie on the discard pile.'),
    piles: BySeat(
      cards('A pile, the top card last.'),
      'By seat: the cards won with Victory Dice, face up, the top card last.',
    ),
  },
  'The table of Champions of Chance as one viewer sees it.',
);
export type View = Static<typeof ViewSchema>;

export function view(state: State, viewer: Viewer): View {
  const { phase, battle, active, opponent, number, challenge, lastBattle, discarded } = state;
  return {
    phase,
    battle,
    active,
    opponent,
    topCardUsed: state.options.victoryDice ? state.topCardUsed : null,
    number,
    challenge,
    handCounts: handCounts(state),
    hand: viewer === 'spectator' ? [] : cardsOf(handOf(state, viewer)),
    stealFrom: stealFrom(state, viewer),
    die: hasDieInSight(state, viewer) ? cardsOf(dieOf(state, viewer)) : null,
    takeBacksLeft: isMakingDie(state, viewer) ? takeBacksLeft(state, viewer) : null,
    lastBattle: lastBattle === null ? null : { ...lastBattle, rolls: lastBattle.rolls.map(shown) },
    discarded: discarded.map(shown),
    drawCount: state.drawPile.length,
    discardCount: state.discardPile.length,
    piles: state.piles.map(cardsOf),
  };
}

/** True for the owner, except if `dieSelection` is `blind`, and for a thief who may now take one of the die's cards. */
export function canSeeDie(state: State, viewer: Viewer, seat: Seat): boolean {
  if (state.number === null || !battlersOf(state).includes(seat)) return false;
  if (viewer === seat) return state.options.dieSelection !== 'blind';
  return viewer === state.thieves[0] && state.phase === 'steal';
}

// Follows rule R15 of rules.md.
function hasDieInSight(state: State, viewer: Viewer): viewer is Seat {
  return viewer !== 'spectator' && viewer !== state.robbed && canSeeDie(state, viewer, viewer);
}

function isMakingDie(state: State, viewer: Viewer): viewer is Seat {
  if (state.phase !== 'die' || viewer === 'spectator') return false;
  return battlersOf(state).includes(viewer) && isDieOpen(state, viewer);
}

function stealFrom(state: State, viewer: Viewer): View['stealFrom'] {
  if (state.phase !== 'steal' || viewer !== state.thieves[0]) return null;
  return cardsOf(dieOf(state, otherBattler(state, viewer)));
}

function shown({ seat, card }: ShownCard): Static<typeof ShownCardSchema> {
  return { seat, card: cardOf(card) };
}
