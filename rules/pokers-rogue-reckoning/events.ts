import { type Static, Type } from '@sinclair/typebox';
import type { Chance, Seat } from '../kernel/ruleset.ts';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { CountField, FaceField, HealthField } from '../kernel/tabletop/fields.ts';
import { type StepTable, tableOf, tell } from '../kernel/tabletop/step.ts';
import { RoomField } from './actions.ts';
import { CardField } from './cards.ts';
import { HandSchema } from './hands.ts';
import { copyOf, ENDINGS, type Ending, RESULTS, SIDES, type State } from './state.ts';

/** The only seat of the game. */
export const PLAYER: Seat = 0;

export type AutomaticMove =
  | 'dealLevel'
  | 'lookAround'
  | 'leaveLevel'
  | 'letCardsAct'
  | 'castDice'
  | 'awaitReply'
  | 'settleRoll'
  | 'meetFate';

export type Table = StepTable<State, Event, AutomaticMove>;

export function tableAt(state: State, chance: Chance): Table {
  return tableOf(copyOf(state), chance);
}

export function castDice(table: Table, count: number): number[] {
  const dice: number[] = [];
  for (let i = 0; i < count; i++) dice.push(rollDie(table.chance, 6));
  return dice;
}

export function endRun(table: Table, ending: Ending): void {
  const { state } = table;
  state.phase = 'over';
  state.ending = ending;
  table.automaticMove = null;
  tell(table, 'runEnded', PLAYER, { ending });
}

const { events } = schemaFamily('PokersRogueReckoning');

const room = RoomField('The number of the room, row by row from 0 at the top left.');
const number = (description: string) => Type.Integer({ minimum: 0, description });
const cards = (description: string) => Type.Array(CardField('A card: rank and suit, or X1 or X2.'), { description });
const dice = (description: string) => Type.Array(FaceField('What a die shows.'), { description });
const deckCount = CountField('How many cards are in the deck.');
const hp = HealthField('The hit points (HP) of the player now.');
const money = CountField('The money of the player now.');
const enemyHp = HealthField('The hit points of the enemy now.');
const result = Words(RESULTS, {
  description:
    'Who hits with this roll. tie: no one, which max combat may answer with a counter-attack. draw: no one, and both ' +
    'sides roll again.',
});

export const EVENT_SCHEMAS = events({
  levelStarted: [
    { level: number('The number of the level.'), rooms: CountField('How many rooms it has.'), deckCount },
    'A level was dealt, every room face down.',
  ],
  roomRevealed: [{ room, card: CardField('The card that lies there.') }, 'The card of a room was turned up.'],
  moneyTaken: [
    { card: CardField('The money card.'), gained: CountField('How much of it there was room for.'), money },
    'A money card was taken, up to 24 money in all.',
  ],
  moneyGained: [{ gained: CountField('How much money came in.'), money }, 'An ability brought money.'],
  healed: [{ healed: HealthField('The hit points gained.'), hp }, 'The player healed.'],
  potionRolled: [
    {
      card: CardField('The potion, of rank 2 to 4.'),
      die: FaceField('What the die shows.'),
      isTaken: Type.Boolean({ description: 'Whether it shows the rank, so that the potion is taken.' }),
    },
    'A die was rolled for a low potion; only its exact rank takes it.',
  ],
  potionBought: [
    { card: CardField('The potion.'), room, price: CountField('What was paid.'), money },
    'A potion was bought.',
  ],
  potionTaken: [{ card: CardField('The potion.') }, 'A potion came into the hand.'],
  curseRolled: [
    {
      card: CardField('The curse.'),
      dice: dice('The dice rolled to avoid it: one up to rank 4, two from 5 up.'),
      verdict: Words(['avoided', 'lucky', 'waiting'], {
        description:
          'What becomes of it. avoided: it is discarded. lucky: it helps the player in the next combat. waiting: it helps the enemy there.',
      }),
    },
    'Dice were rolled to avoid a curse.',
  ],
  swordTaken: [
    { card: CardField('The sword.'), atk: CountField('The ATK of the player now.') },
    'A sword added 1 ATK.',
  ],
  heartTaken: [
    { card: CardField('The heart.'), hp, maxHp: HealthField('The most hit points the player can have now.') },
    'A heart added 6 HP.',
  ],
  cardsDiscarded: [
    { cards: cards('The discarded cards, the new top card last.') },
    'Cards were laid on the discard pile.',
  ],
  cardsSetAside: [
    { cards: cards('The cards that left: swords, hearts, enemies or curses.') },
    'Cards left the run for good.',
  ],
  deckShuffled: [
    { returned: cards('The cards that went back into the deck.'), deckCount },
    'Cards went back into the deck, and all of it was shuffled.',
  ],
  levelLeft: [{ level: number('The number of the level.') }, 'The player left the level.'],
  pillCrafted: [
    { blue: CardField('The blue potion it was made of.'), red: CardField('The red potion it was made of.'), money },
    'The revival pill was made.',
  ],
  combatStarted: [
    {
      enemy: CardField('The enemy.'),
      enemyHp,
      enemyAtk: CountField('The ATK of the enemy without its curses.'),
      finalBoss: Type.Boolean({ description: 'Whether it is the final boss.' }),
      curses: cards('The curses that help the enemy.'),
      luckyCurses: cards('The curses that help the player.'),
    },
    'An enemy was met.',
  ],
  buffApplied: [{ card: CardField('The potion.') }, 'A potion was applied.'],
  curseCleansed: [
    { curse: CardField('The removed curse.'), potions: cards('The blue potions spent; none for the ability Cleanse.') },
    'A curse was removed.',
  ],
  potionDrunk: [
    {
      card: CardField('The potion.'),
      healed: HealthField('The hit points gained.'),
      hp,
      isKept: Type.Boolean({ description: 'Whether it stays in the hand, by Miracle; otherwise it is discarded.' }),
    },
    'A red potion was drunk.',
  ],
  abilityUsed: [
    {
      card: CardField('The potion, which is discarded unless Miracle keeps it.'),
      ability: Type.String({ description: 'The name of the ability, as the rules for players have it.' }),
      target: Nullable(CardField('The card it was used on.'), { description: 'The card it was used on, if any.' }),
    },
    'The ability of a potion was used.',
  ],
  curseActed: [
    {
      card: CardField('The curse.'),
      ability: Type.String({ description: 'The name of the ability, as the rules for players have it.' }),
      side: Words(SIDES, { description: 'Whom the curse works for.' }),
    },
    'A curse acted that acts once: for the enemy when it is met, for the player with the first roll, or with the option printed ' +
      'right after those of the enemy.',
  ],
  curseRecharged: [
    { card: CardField('The curse that came back.') },
    'A curse came back from the discard pile into play.',
  ],
  potionLost: [{ card: CardField('The potion.') }, 'The player lost a potion of the hand.'],
  moneyLost: [{ lost: CountField('How much was lost.'), money }, 'The player lost money.'],
  curseLost: [{ card: CardField('The curse.') }, 'The enemy lost a curse.'],
  scouted: [{ cards: cards('The top cards of the deck, from the top.') }, 'Scout showed cards.'],
  scoutSwapped: [
    { card: CardField('The scouted card.'), room },
    'A scouted card was laid into a room, face down, and the card of that room on the deck, unseen.',
  ],
  diceRolled: [
    {
      round: number('The number of the roll in this combat.'),
      playerDice: dice('The white dice.'),
      enemyDice: dice('The black dice.'),
      playerHand: Ref(HandSchema, { description: 'What the player has rolled.' }),
      enemyHand: Ref(HandSchema, { description: 'What the enemy has rolled.' }),
      result,
    },
    'Both sides rolled.',
  ],
  playerRerolled: [
    {
      isCounter: Type.Boolean({ description: 'Whether it is a counter-attack; otherwise it is Tradeoff.' }),
      playerDice: dice('The white dice.'),
      playerHand: Ref(HandSchema, { description: 'What the player has rolled.' }),
      result,
    },
    'The white dice were rolled again.',
  ],
  rollShielded: [
    {
      enemyDice: dice('The black dice now.'),
      enemyHand: Ref(HandSchema, { description: 'What the enemy has rolled.' }),
      result,
    },
    'Shield made the roll of the enemy worse.',
  ],
  resultChanged: [{ result }, 'The roll counts otherwise, because a card that decided a tie has left play.'],
  enemyHurt: [
    { damage: HealthField('The damage, also where it is more than the hit points that were left.'), enemyHp },
    'The enemy lost hit points.',
  ],
  playerHurt: [
    { damage: HealthField('The damage, also where it is more than the hit points that were left.'), hp },
    'The player lost hit points.',
  ],
  atkTraded: [{ atk: CountField('The ATK of the player now.'), hp }, 'The player gave up 1 ATK to stand up again.'],
  playerRevived: [{ atk: CountField('The ATK of the player now.'), hp }, 'The pill revived the player.'],
  timeTravelled: [{ dice: dice('The dice that gave the hit points.'), hp, enemyHp }, 'The combat began again.'],
  bribePaid: [{ price: CountField('What was paid.'), money }, 'The enemy took a bribe.'],
  playerFled: [{ enemy: CardField('The enemy, which goes back into the deck.') }, 'The player fled from the enemy.'],
  enemyFled: [{ enemy: CardField('The enemy, which goes back into the deck.') }, 'The enemy fled from the player.'],
  enemyDefeated: [
    {
      enemy: CardField('The enemy.'),
      defeated: CountField('How many of the twelve are defeated now.'),
      tier: number('The tier now, 1 to 4, of combats that begin.'),
    },
    'An enemy was defeated.',
  ],
  runEnded: [
    {
      ending: Words(Object.keys(ENDINGS) as Ending[], {
        description:
          'How it ended. victory: all enemies are defeated. fallen: at 0 HP. levelLimit: no level follows the 500th.',
      }),
    },
    'The run is over.',
  ],
});

export type Event = Static<(typeof EVENT_SCHEMAS)[number]>;
