import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { CountField, FaceField, HealthField } from '../kernel/tabletop/fields.ts';
import { effectsOf } from './abilities/by-name.ts';
import { RoomField } from './actions.ts';
import { type Card, CardField, healingOf } from './cards.ts';
import { EFFECTS, enemyBonus, playerBonus } from './effects.ts';
import { HandSchema } from './hands.ts';
import { bribePrice } from './legality.ts';
import { type Combat, PHASES, PILLS, type Print, RESULTS, type State, tierOf } from './state.ts';

const { object } = schemaFamily('PokersRogueReckoning');

const ROOM_STATES = ['faceDown', 'scouted', 'faceUp', 'empty'] as const;
const PENDING_KINDS = ['money', 'scout', 'rolled', 'tie', 'trade', 'loss'] as const;

const cards = (description: string) => Type.Array(CardField('A card: rank and suit, or X1 or X2.'), { description });
const dice = (description: string) => Type.Array(FaceField('What a die shows.'), { description });

export const RoomSchema = object(
  'Room',
  {
    room: RoomField('The number of the room, row by row from 0 at the top left.'),
    card: Nullable(CardField('A card: rank and suit, or X1 or X2.'), {
      description: 'The card; null when it is not known, or gone.',
    }),
    state: Words(ROOM_STATES, {
      description:
        'faceDown: still to be revealed. scouted: still to be revealed, but known from Scout. faceUp: revealed and still ' +
        'there. empty: the card is gone.',
    }),
  },
  'A place of the grid.',
);

export const CombatSchema = object(
  'Combat',
  {
    mode: Words(['poker', 'max'], { description: 'How rolls are compared: as poker hands, or as totals.' }),
    enemy: CardField('The enemy.'),
    enemyHp: HealthField('The hit points that the enemy has left.'),
    enemyMaxHp: HealthField('The hit points that it began with.'),
    enemyAtk: CountField('Its ATK without its curses: what its hits take, and one more die of its hands.'),
    finalBoss: Type.Boolean({ description: 'Whether it is the final boss.' }),
    buffs: cards('The potions that the player has applied.'),
    curses: cards('The curses on the side of the enemy.'),
    playerBonus: CountField('The ATK that the cards of the player add to a hit.'),
    enemyBonus: CountField('The ATK that the curses add to a hit of the enemy.'),
    playerDice: dice('The white dice of the last roll.'),
    enemyDice: dice('The black dice of the last roll.'),
    playerHand: Nullable(Ref(HandSchema), { description: 'What the player has rolled; null before the first roll.' }),
    enemyHand: Nullable(Ref(HandSchema), { description: 'What the enemy has rolled; null before the first roll.' }),
    effects: Type.Array(Words(EFFECTS, { description: 'An effect, by the ability that it comes from.' }), {
      description:
        'What holds or is prepared at the moment. blight: the player cannot heal. enemyTerrorize: the player cannot flee. ' +
        'playerTerrorize: the enemy cannot flee. enemyEvade: the enemy flees at exactly 1 HP. enemyFocus, playerFocus: ' +
        'that side wins ties. enemyNullify, playerNullify: the highest card of the other side gives no ATK. overcharge: ' +
        'its potion gives more ATK than others. roar: 3 more damage with the next hit of the player. elevate: one more white die in the ' +
        'next roll. stun: one black die less in it. shield: 3 are taken off this roll of the enemy.',
    }),
    tie: Type.Boolean({ description: 'Whether no one hits with the last roll.' }),
    result: Nullable(Words(RESULTS, { description: 'A result of a roll.' }), {
      description:
        'Who hits by the last roll. draw: both are at their cap, or a counter-attack was equal. null before the first roll.',
    }),
    round: CountField('How often both sides have rolled since the combat began, or began again.'),
  },
  'A combat.',
);

export const PrintSchema = object(
  'Print',
  {
    enemiesDrawn: CountField('How many enemy cards were drawn so far, each as often as it was.'),
    finalBoss: Nullable(CardField('An enemy.'), {
      description: 'The final boss: the twelfth enemy card that was drawn, also when it comes back; null before that.',
    }),
  },
  'What counts only with the option printed.',
);

export const PendingSchema = object(
  'Pending',
  {
    kind: Words(PENDING_KINDS, {
      description:
        'What about. money: take it or heal. scout: swap scouted cards, or be done. rolled: do something about the roll, or accept it. ' +
        'tie: counter-attack or roll again. trade: give up 1 ATK or fall. loss: choose the card that is lost.',
    }),
    room: Type.Optional(RoomField('Only with money: the room with the card.')),
    cards: Type.Optional(cards('Only with scout and loss: the cards to choose from.')),
  },
  'What has to be decided before anything else.',
);

export const ViewSchema = object(
  'View',
  {
    phase: Words(PHASES, {
      description:
        'What the game waits for. explore: outside combat. ready: in combat, before a roll. over: the run has ended. All ' +
        'others are in pending.',
    }),
    abilities: Type.Boolean({ description: 'Whether potions and curses have their abilities in this run.' }),
    level: Type.Integer({ minimum: 1, description: 'The number of the level.' }),
    rooms: Type.Array(Ref(RoomSchema), { maxItems: 9, description: 'The rooms of the level, by number.' }),
    deckCount: CountField('How many cards are in the deck.', { maximum: 54 }),
    discard: cards('The discard pile, the top card last.'),
    setAside: cards('Cards that have left the run: swords, hearts, defeated enemies and recovered curses.'),
    hp: HealthField('The hit points (HP) of the player.'),
    maxHp: HealthField('The most hit points that the player can have.'),
    atk: Type.Integer({
      minimum: 1,
      description:
        'The ATK (attack points) of the player without potions and lucky curses: at most 6, unless the option printed is on.',
    }),
    bestAtk: Type.Integer({ minimum: 1, description: 'The highest ATK that the player has had.' }),
    money: CountField('The money of the player, at most 24.', { maximum: 24 }),
    tier: Type.Integer({ minimum: 1, maximum: 4, description: 'The tier, 1 to 4, of combats that begin now.' }),
    defeated: CountField('How many of the twelve enemies are defeated.', { maximum: 12 }),
    potions: cards('The red and blue potions in hand.'),
    curses: cards('Curses that wait for the next combat, on the side of the enemy.'),
    luckyCurses: cards('Curses that help the player, in this combat or the next.'),
    combat: Nullable(Ref(CombatSchema), { description: 'The combat that is going on; null outside combat.' }),
    bribePrice: Nullable(CountField('A price in money.'), {
      description: 'What a bribe costs in this tier; null when none is taken.',
    }),
    scouted: cards('The scouted cards that may still be swapped.'),
    knownTop: Type.Array(
      Nullable(CardField('A card: rank and suit, or X1 or X2.'), { description: 'A card; null when it is not known.' }),
      {
        description: 'What is known of the top of the deck, from the top card down to the last known one.',
      },
    ),
    pill: Words(PILLS, {
      description: 'The revival pill. none: not made. ready: it revives the player at 0 HP. used: it has.',
    }),
    pending: Nullable(Ref(PendingSchema), {
      description: 'What has to be decided before anything else; null outside combat, before a roll and at the end.',
    }),
    print: Type.Optional(Ref(PrintSchema, { description: 'Only with the option printed: what counts only there.' })),
  },
  "The table of Poker's Rogue Reckoning. Everybody sees what the player sees. A card is written as rank and suit, S, H, D or C: " +
    'diamonds are money, hearts red potions, spades blue potions, clubs curses, aces swords, jacks, queens and kings enemies; ' +
    'X1 and X2 are the hearts.',
);
export type View = Static<typeof ViewSchema>;

/** Returns the hit points that a potion restores if the player misses that many (rule R22). */
export function healedBy({ abilities, print }: View, potion: Card): number {
  return healingOf(potion, abilities && print !== undefined);
}

export function view(state: State): View {
  const { phase, level, deck, discard, setAside, hp, maxHp, atk, bestAtk, money, defeated, hand } = state;
  return {
    phase,
    abilities: state.options.abilities,
    level,
    rooms: shownRooms(state),
    deckCount: deck.length,
    discard,
    setAside,
    hp,
    maxHp,
    atk,
    bestAtk,
    money,
    tier: tierOf(defeated),
    defeated,
    potions: hand,
    curses: state.curses,
    luckyCurses: state.luckyCurses,
    combat: state.combat === null ? null : shownCombat(state, state.combat),
    bribePrice: bribePrice(state),
    scouted: state.scout?.cards ?? [],
    knownTop: knownTop(state),
    pill: state.pill,
    pending: pendingOf(state),
    ...(state.print !== undefined && { print: shownPrint(state.print) }),
  };
}

function shownPrint({ enemiesDrawn, finalBoss }: Print): NonNullable<View['print']> {
  return { enemiesDrawn, finalBoss };
}

function shownRooms({ rooms, lore }: State): View['rooms'] {
  return rooms.map(({ card, isOpen }, room) => {
    if (card === null) return { room, card, state: 'empty' };
    if (isOpen) return { room, card, state: 'faceUp' };
    return lore.known.includes(card) ? { room, card, state: 'scouted' } : { room, card: null, state: 'faceDown' };
  });
}

// Follows rule R27 of rules.md.
function knownTop({ deck, lore }: State): (Card | null)[] {
  if (lore.known.length === 0) return [];
  const last = deck.findLastIndex((card) => lore.known.includes(card));
  return deck.slice(0, last + 1).map((card) => (lore.known.includes(card) ? card : null));
}

function shownCombat(state: State, combat: Combat): NonNullable<View['combat']> {
  const { result } = combat;
  return {
    mode: state.options.combat,
    enemy: combat.enemy,
    enemyHp: combat.enemyHp,
    enemyMaxHp: combat.enemyMaxHp,
    enemyAtk: combat.enemyAtk,
    finalBoss: combat.finalBoss,
    buffs: combat.buffs,
    curses: combat.curses,
    playerBonus: playerBonus(state),
    enemyBonus: enemyBonus(state),
    playerDice: combat.playerDice,
    enemyDice: combat.enemyDice,
    playerHand: combat.playerHand,
    enemyHand: combat.enemyHand,
    effects: effectsOf(state),
    tie: result === 'tie' || result === 'draw',
    result,
    round: combat.round,
  };
}

function pendingOf(state: State): View['pending'] {
  const { phase } = state;
  switch (phase) {
    case 'explore':
    case 'ready':
    case 'over':
      return null;
    case 'money':
      return { kind: phase, room: state.moneyRoom as number };
    case 'scout':
      return { kind: phase, cards: state.scout?.cards ?? [] };
    case 'loss':
      return { kind: phase, cards: state.combat?.losses ?? [] };
    default:
      return { kind: phase };
  }
}
