import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { BySeat, CountField, PointsField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { CardField, ReactionCardField } from './cards.ts';
import { chainPoints, LevelSchema } from './chain.ts';
import { DieField, RollSchema } from './dice.ts';
import { deckCount, PENDING_KINDS, type Pending, PHASES, type State } from './state.ts';

const { object } = schemaFamily('PascalsRuin');

export const PendingSchema = object(
  'Pending',
  {
    kind: Words(PENDING_KINDS, {
      description:
        'reaction: a Jack or Queen may be played on the rolls. challenge: a failed roll may be challenged. vote: play on or stop.',
    }),
    waitingFor: Type.Array(SeatField('A seat.'), {
      description: 'The seats that still have to decide. What the others have decided in secret is not shown.',
    }),
    rolls: Type.Array(Ref(RollSchema), {
      description:
        'The rolls in question: the one that may be forced again or challenged, of a throw for a King its highest die, or ' +
        'those of two challengers, clockwise from the active seat. Empty in a vote.',
    }),
  },
  'A question that seats are being asked besides rolling, continuing or taking.',
);

export const ViewSchema = object(
  'View',
  {
    phase: Words(PHASES, {
      description:
        'What the game waits for. roll: the active seat has to roll against the card. decide: the active seat continues ' +
        'or takes the chain. reaction: a seat may play a Jack or Queen on a roll. challenge: seats may challenge a failed ' +
        'roll. vote: all vote whether to play on (eternal mode). over: the game has ended.',
    }),
    round: Type.Integer({
      minimum: 1,
      description: 'The number of the round, from 1; each is played with a full deck.',
    }),
    roundWins: BySeat(CountField('Rounds.'), 'Rounds won so far, by seat.'),
    scores: BySeat(
      PointsField('Points.'),
      'Points by seat: those of this round in match mode, the running total in eternal mode.',
    ),
    deckCount: CountField('How many cards are left in the deck.', { maximum: 52 }),
    discardTop: Nullable(CardField('A card.'), {
      description: 'The top card of the discard pile, the only one that lies open; null when it is empty.',
    }),
    starter: SeatField('The seat that started this turn.'),
    active: SeatField('The seat that holds the chain: it rolls and decides.'),
    level: Type.Integer({
      minimum: 1,
      maximum: 5,
      description: 'The level of the card being decided, or just won; 1 when no turn is being played.',
    }),
    chain: Type.Array(Ref(LevelSchema), {
      maxItems: 5,
      description: 'The cards of this turn from level 1 up. The last one is being decided or was just won.',
    }),
    diceLeft: BySeat(
      Type.Array(DieField('A die.'), { description: 'The dice of one seat.' }),
      'By seat: the dice that it can still roll in this turn.',
    ),
    held: BySeat(
      Type.Array(ReactionCardField('A Jack or Queen.'), { description: 'The cards of one seat.' }),
      'By seat: the Jacks and Queens that lie face up in front of it, in the order they came.',
    ),
    pending: Nullable(Ref(PendingSchema), {
      description: 'The question being asked in the phases reaction, challenge and vote; otherwise null.',
    }),
    chainPoints: PointsField('What taking the chain now would score: the sum of the cards that are won.'),
  },
  "The table of Pascal's Ruin. All is public but the order of the deck and choices that are not shown yet. A card is " +
    'written as rank (A, 2 to 10, J, Q or K) and suit (S, H, D or C).',
);
export type View = Static<typeof ViewSchema>;

export function view(state: State): View {
  const { phase, round, roundWins, discard, starter, active, chain, diceLeft, held, pending } = state;
  return {
    phase,
    round,
    roundWins,
    scores: state.options.mode === 'match' ? state.roundPoints : state.totals,
    deckCount: deckCount(state),
    discardTop: discard.at(-1) ?? null,
    starter,
    active,
    level: Math.max(1, chain.length),
    chain,
    diceLeft,
    held,
    pending: pending === null ? null : shownOf(pending),
    chainPoints: chainPoints(chain),
  };
}

function shownOf({ kind, waitingFor, rolls }: Pending): NonNullable<View['pending']> {
  return { kind, waitingFor, rolls };
}
