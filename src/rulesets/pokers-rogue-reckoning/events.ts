import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { EventSchema, Nullable, Ref, Words } from '../../kernel/schema.ts';
import { RoomField } from './actions.ts';
import { CardField } from './cards.ts';
import { HandSchema } from './hands.ts';
import { ENDINGS, RESULTS, SIDES } from './state.ts';

function RogueEvent<const T extends string, D extends TProperties>(type: T, data: D, description: string) {
  return EventSchema('PokersRogueReckoning', type, data, description);
}

const card = CardField('The card.');
const room = RoomField('The room.');
const count = (description: string) => Type.Integer({ minimum: 0, description });
const cards = (description: string) => Type.Array(CardField('A card.'), { description });
const dice = (description: string) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 6, description: 'What a die shows.' }), { description });
const deckCount = count('How many cards are in the deck.');
const hp = count('The hit points of the player now.');
const money = count('The money of the player now.');
const enemyHp = count('The hit points of the enemy now.');
const result = Words(RESULTS, { description: 'Who hits by this roll, or that nobody does.' });

const LevelStarted = RogueEvent(
  'levelStarted',
  { level: count('The number of the level.'), rooms: count('How many rooms it has.'), deckCount },
  'A level was dealt, every room face down.',
);
const RoomRevealed = RogueEvent('roomRevealed', { room, card }, 'The card of a room was turned up.');
const MoneyTaken = RogueEvent(
  'moneyTaken',
  { card, gained: count('How much of it there was room for.'), money },
  'A money card was taken, up to 24 money in all.',
);
const MoneyGained = RogueEvent(
  'moneyGained',
  { gained: count('How much money came in.'), money },
  'An ability brought money.',
);
const Healed = RogueEvent('healed', { healed: count('The hit points gained.'), hp }, 'The player healed.');
const PotionRolled = RogueEvent(
  'potionRolled',
  { card, die: count('What the die shows.'), isTaken: Type.Boolean({ description: 'Whether it shows the rank.' }) },
  'A die was rolled for a low potion; only its exact rank takes it.',
);
const PotionBought = RogueEvent(
  'potionBought',
  { card, room, price: count('What was paid.'), money },
  'A potion was bought.',
);
const PotionTaken = RogueEvent('potionTaken', { card }, 'A potion came into the hand.');
const CurseRolled = RogueEvent(
  'curseRolled',
  {
    card,
    dice: dice('The dice rolled to avoid it.'),
    verdict: Words(['avoided', 'lucky', 'waiting'], {
      description:
        'avoided: it is discarded. lucky: it helps the player in the next combat. waiting: it helps the enemy there.',
    }),
  },
  'Dice were rolled to avoid a curse.',
);
const SwordTaken = RogueEvent('swordTaken', { card, atk: count('The ATK of the player now.') }, 'A sword added 1 ATK.');
const HeartTaken = RogueEvent(
  'heartTaken',
  { card, hp, maxHp: count('The most hit points the player can have now.') },
  'A heart added 6 HP.',
);
const CardsDiscarded = RogueEvent(
  'cardsDiscarded',
  { cards: cards('The discarded cards, the new top card last.') },
  'Cards were laid on the discard pile.',
);
const CardsSetAside = RogueEvent('cardsSetAside', { cards: cards('The cards.') }, 'Cards left the run for good.');
const DeckShuffled = RogueEvent(
  'deckShuffled',
  { returned: cards('The cards that went back into the deck.'), deckCount },
  'Cards went back into the deck, and all of it was shuffled.',
);
const LevelLeft = RogueEvent('levelLeft', { level: count('The number of the level.') }, 'The player left the level.');
const PillCrafted = RogueEvent(
  'pillCrafted',
  { blue: CardField('The blue potion.'), red: CardField('The red potion.'), money },
  'The revival pill was made.',
);
const CombatStarted = RogueEvent(
  'combatStarted',
  {
    enemy: CardField('The enemy.'),
    enemyHp,
    enemyAtk: count('The ATK of the enemy.'),
    finalBoss: Type.Boolean({ description: 'Whether it is the last enemy of the run.' }),
    curses: cards('The curses that help the enemy.'),
    luckyCurses: cards('The curses that help the player.'),
  },
  'An enemy was met.',
);
const BuffApplied = RogueEvent('buffApplied', { card }, 'A potion was applied.');
const CurseCleansed = RogueEvent(
  'curseCleansed',
  { curse: CardField('The removed curse.'), potions: cards('The blue potions spent; none for the ability Cleanse.') },
  'A curse was removed.',
);
const PotionDrunk = RogueEvent(
  'potionDrunk',
  { card, healed: count('The hit points gained.'), hp, isKept: Type.Boolean({ description: 'Whether it is kept.' }) },
  'A red potion was drunk.',
);
const AbilityUsed = RogueEvent(
  'abilityUsed',
  {
    card,
    ability: Type.String({ description: 'The name of the ability.' }),
    target: Nullable(CardField('The card it was used on.'), { description: 'The card it was used on, if any.' }),
  },
  'The ability of a potion was used.',
);
const CurseActed = RogueEvent(
  'curseActed',
  {
    card,
    ability: Type.String({ description: 'The name of the ability.' }),
    side: Words(SIDES, { description: 'Whom the curse works for.' }),
  },
  'A curse acted with the first roll.',
);
const CurseRecharged = RogueEvent('curseRecharged', { card }, 'A curse came back from the discard pile into play.');
const PotionLost = RogueEvent('potionLost', { card }, 'The player lost a potion of the hand.');
const MoneyLost = RogueEvent('moneyLost', { lost: count('How much.'), money }, 'The player lost money.');
const CurseLost = RogueEvent('curseLost', { card }, 'The enemy lost a curse.');
const Scouted = RogueEvent(
  'scouted',
  { cards: cards('The top cards of the deck, from the top.') },
  'Scout showed cards.',
);
const ScoutSwapped = RogueEvent(
  'scoutSwapped',
  { card, room },
  'A scouted card was laid into a room, face down, and the card of that room on the deck, unseen.',
);
const DiceRolled = RogueEvent(
  'diceRolled',
  {
    round: count('The number of the roll in this combat.'),
    playerDice: dice('The white dice.'),
    enemyDice: dice('The black dice.'),
    playerHand: Ref(HandSchema),
    enemyHand: Ref(HandSchema),
    result,
  },
  'Both sides rolled.',
);
const PlayerRerolled = RogueEvent(
  'playerRerolled',
  {
    isCounter: Type.Boolean({ description: 'Whether it is a counter-attack; otherwise it is Tradeoff.' }),
    playerDice: dice('The white dice.'),
    playerHand: Ref(HandSchema),
    result,
  },
  'The white dice were rolled again.',
);
const RollShielded = RogueEvent(
  'rollShielded',
  { enemyDice: dice('The black dice now.'), enemyHand: Ref(HandSchema), result },
  'Shield made the roll of the enemy worse.',
);
const ResultChanged = RogueEvent(
  'resultChanged',
  { result },
  'The roll counts otherwise, because a card that decided a tie has left play.',
);
const EnemyHurt = RogueEvent('enemyHurt', { damage: count('The damage.'), enemyHp }, 'The enemy lost hit points.');
const PlayerHurt = RogueEvent('playerHurt', { damage: count('The damage.'), hp }, 'The player lost hit points.');
const AtkTraded = RogueEvent(
  'atkTraded',
  { atk: count('The ATK of the player now.'), hp },
  'The player gave up 1 ATK to stand up again.',
);
const PlayerRevived = RogueEvent(
  'playerRevived',
  { atk: count('The ATK of the player now.'), hp },
  'The pill revived the player.',
);
const TimeTravelled = RogueEvent(
  'timeTravelled',
  { dice: dice('The dice that gave the hit points.'), hp, enemyHp },
  'The combat began again.',
);
const BribePaid = RogueEvent('bribePaid', { price: count('What was paid.'), money }, 'The enemy took a bribe.');
const PlayerFled = RogueEvent('playerFled', { enemy: CardField('The enemy.') }, 'The player fled from the enemy.');
const EnemyFled = RogueEvent('enemyFled', { enemy: CardField('The enemy.') }, 'The enemy fled from the player.');
const EnemyDefeated = RogueEvent(
  'enemyDefeated',
  { enemy: CardField('The enemy.'), defeated: count('How many are defeated now.'), tier: count('The tier now.') },
  'An enemy was defeated.',
);
const RunEnded = RogueEvent(
  'runEnded',
  { ending: Words(ENDINGS, { description: 'victory, fallen at 0 HP, or levelLimit: no level follows the 500th.' }) },
  'The run is over.',
);

export const EVENT_SCHEMAS = [
  LevelStarted,
  RoomRevealed,
  MoneyTaken,
  MoneyGained,
  Healed,
  PotionRolled,
  PotionBought,
  PotionTaken,
  CurseRolled,
  SwordTaken,
  HeartTaken,
  CardsDiscarded,
  CardsSetAside,
  DeckShuffled,
  LevelLeft,
  PillCrafted,
  CombatStarted,
  BuffApplied,
  CurseCleansed,
  PotionDrunk,
  AbilityUsed,
  CurseActed,
  CurseRecharged,
  PotionLost,
  MoneyLost,
  CurseLost,
  Scouted,
  ScoutSwapped,
  DiceRolled,
  PlayerRerolled,
  RollShielded,
  ResultChanged,
  EnemyHurt,
  PlayerHurt,
  AtkTraded,
  PlayerRevived,
  TimeTravelled,
  BribePaid,
  PlayerFled,
  EnemyFled,
  EnemyDefeated,
  RunEnded,
];

export type Event = Static<(typeof EVENT_SCHEMAS)[number]>;
