import { type Static, Type } from '@sinclair/typebox';
import type { Viewer } from '../kernel/ruleset.ts';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { BySeat, CountField, HealthField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { CardField, CardIdField, cardOf, cardsOf } from './cards.ts';
import { PowerKindField, PowerSchema } from './power.ts';
import { POWERS } from './powers.ts';
import { mustReroll, rerollsLeft } from './rolling.ts';
import { exposedRow, hasRowShield } from './shields.ts';
import { handOf, type OpenAttack, type Pending, PHASES, type State } from './state.ts';

const { object } = schemaFamily('FollyAndFortune');

const cards = (description: string) => Type.Array(CardField('A card.'), { description });
const optionalCard = (description: string) => Nullable(CardField('A card.'), { description });

export const ShieldSchema = object(
  'Shield',
  {
    owner: SeatField('Whose shield it is.'),
    card: CardField('The card that raised it.'),
    power: Ref(PowerSchema, { description: 'What the shield does.' }),
  },
  'A shield that is in force.',
);

export const ExposedSchema = object(
  'Exposed',
  {
    card: CardIdField('A card of the attacked row.'),
    health: HealthField('The health it counts in this attack.'),
  },
  'A row card as it counts in an attack.',
);

export const AttackSchema = object(
  'Attack',
  {
    victim: SeatField('Who is attacked; the active seat itself after a result below 0 and by selfDamage.'),
    damage: HealthField('How much health may be removed in all.'),
    exposed: Type.Array(Ref(ExposedSchema), {
      description:
        'The attacked row as it was when the attack began, left to right, cards removed since then included.',
    }),
    removed: Type.Array(CardIdField('A card.'), { description: 'The cards removed so far.' }),
    total: HealthField('The health removed so far.'),
    goal: Nullable(HealthField('Health.'), {
      description: 'An attack on oneself: the health that has to be removed in all. Null where less may be removed.',
    }),
    limit: Nullable(CountField('Cards.'), {
      description: 'How many cards may be removed at most; null without a limit.',
    }),
    mayEmptyRow: Type.Boolean({
      description:
        'Whether the last card of the row may be removed: with finalCardVulnerable, unless shieldRow protects the row from ' +
        'this attack.',
    }),
  },
  'An attack that is being carried out.',
);

export const AskingSchema = object(
  'Asking',
  {
    card: CardField('The card whose power asks.'),
    power: PowerKindField('The power that asks.'),
    left: Type.Integer({
      minimum: 1,
      description:
        'How many more answers the power takes, this one included. Only shrinkDie takes several, and never so much that no ' +
        'card is left to roll.',
    }),
    taken: optionalCard('takeRemoved: the card that was picked and needs a side. Otherwise null.'),
  },
  'What a power asks the active seat.',
);

export const StudySchema = object(
  'Study',
  { seat: SeatField('Whose hand it is.'), cards: cards('The cards that were in it when it was shown.') },
  'A hand that was shown.',
);

export const ViewSchema = object(
  'View',
  {
    active: SeatField('The seat whose turn it is; the start player while rows are chosen.'),
    phase: Words(PHASES, {
      description:
        'What the game waits for. row: everybody chooses a first row. roll: the active seat rerolls or stops. victim: it ' +
        'names whom it attacks. remove: it removes cards from the attacked row. place: it puts the rolled card at an end ' +
        'of its row. power: it answers a power. over: the game has ended.',
    }),
    rolls: CountField('How many times the active seat has rolled in this turn.'),
    current: optionalCard('The rolled card, until it joins the row or returns to the hand; otherwise null.'),
    effect: optionalCard('The row card that is in force, or was when the active seat stopped; null if there is none.'),
    result: Nullable(Type.Integer({ description: 'The result.' }), {
      description:
        'The damage that stopping now would give, and after stopping what it gave; below 0 it hits the active seat itself. Null while no card is rolled, and while stopping ' +
        'would take a final roll.',
    }),
    rows: BySeat(cards('A row, left to right.'), 'The rows by seat, left to right.'),
    healths: BySeat(
      Type.Array(HealthField('Health.')),
      'By seat: the health that each row card counts now, which a shield can make differ from the printed.',
    ),
    handCounts: BySeat(CountField('Cards.'), 'By seat: how many cards are in hand. The rolled card is not among them.'),
    hand: cards('Your own hand; empty for those who watch.'),
    drawCount: CountField('How many cards the draw pile has.'),
    discardCount: CountField('How many cards the discard pile has.'),
    discardPile: cards('The discard pile, which lies open: the card that was discarded last is the last one.'),
    shields: Type.Array(Ref(ShieldSchema), { description: 'The shields in force, in the order they were raised.' }),
    lasting: Type.Integer({
      description: 'What the powers passed in this turn add to each of its results; below 0 they subtract.',
    }),
    mustReroll: Type.Boolean({ description: 'Whether the active seat has to reroll now and cannot stop.' }),
    rerollsLeft: CountField('How many more times the active seat can reroll; 0 outside the phase roll.'),
    studied: Nullable(Ref(StudySchema), {
      description: 'The hand that you were shown last, as it was then; null if there was none. Only you see it.',
    }),
    setAside: cards('The cards you set aside and cannot roll in this turn. Only you see them.'),
    setAsideCount: CountField('How many cards the active seat has set aside in this turn.'),
    attacked: Type.Array(SeatField('A seat.'), { description: 'The seats attacked in this turn.' }),
    attack: Nullable(Ref(AttackSchema), { description: 'The attack in the phase remove; otherwise null.' }),
    asking: Nullable(Ref(AskingSchema), { description: 'The question of the phase power; otherwise null.' }),
  },
  'The table of Folly & Fortune.',
);
export type View = Static<typeof ViewSchema>;

// Follows rule R32 of rules.md.
export function view(state: State, viewer: Viewer): View {
  const { active, phase, rows, hands, turn, drawPile, discardPile, attack, pending } = state;
  const isRolling = phase === 'roll';
  const study = viewer === 'spectator' ? null : (state.studies[viewer] ?? null);
  return {
    active,
    phase,
    rolls: turn.rolls,
    current: turn.current === null ? null : cardOf(turn.current),
    effect: turn.effect === null ? null : cardOf(turn.effect),
    result: turn.result,
    rows: rows.map(cardsOf),
    healths: rows.map((_, seat) => exposedRow(state, seat, false).map(({ health }) => health)),
    handCounts: hands.map((hand) => hand.length),
    hand: viewer === 'spectator' ? [] : handOf(state, viewer).map(({ card }) => cardOf(card)),
    drawCount: drawPile.length,
    discardCount: discardPile.length,
    discardPile: cardsOf(discardPile),
    shields: state.shields.map(({ owner, card, power }) => ({ owner, card: cardOf(card), power })),
    lasting: turn.lasting,
    mustReroll: isRolling && mustReroll(state),
    rerollsLeft: isRolling ? rerollsLeft(state) : 0,
    studied: study === null ? null : { seat: study.seat, cards: cardsOf(study.cards) },
    setAside: viewer === active ? cardsOf(turn.setAside) : [],
    setAsideCount: turn.setAside.length,
    attacked: turn.attacked,
    attack: attack === null ? null : shownAttack(state, attack),
    asking: pending === null ? null : shownPending(state, pending),
  };
}

function shownAttack(state: State, { next: _, ...shown }: OpenAttack): NonNullable<View['attack']> {
  return { ...shown, mayEmptyRow: shown.mayEmptyRow && !hasRowShield(state, shown.victim, true) };
}

function shownPending(state: State, { card, power, left, taken }: Pending): NonNullable<View['asking']> {
  const most = POWERS[power].question?.most?.(state) ?? left;
  return { card: cardOf(card), power, left: Math.min(left, most), taken: taken === null ? null : cardOf(taken) };
}
