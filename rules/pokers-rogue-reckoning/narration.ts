import { narratorOf } from '../kernel/narration.ts';
import { counted, listOf } from '../kernel/tabletop/phrases.ts';
import type { Event } from './events.ts';
import { type Options, roomsOf } from './options.ts';
import { ENDINGS, type Result } from './state.ts';
import { cardName, cardNames, handName, roomName } from './wording.ts';

const RESULT_WORDS: Record<Result, string> = {
  playerHits: 'you hit',
  enemyHits: 'the enemy hits',
  tie: 'a tie',
  draw: 'a draw, and both sides roll again',
};
const VERDICT_WORDS = {
  avoided: 'it is avoided',
  lucky: 'it helps you in the next combat',
  waiting: 'it helps the enemy in the next combat',
} as const;

export const narrate = narratorOf<Event, Options>({
  levelStarted: ({ level, rooms }) => `level ${level} is dealt: ${counted(rooms, 'room')}, face down.`,
  roomRevealed: ({ room, card }, _, options) => `the ${roomIn(options, room)} holds the ${cardName(card)}.`,
  moneyTaken: ({ card, gained, money }) => `you take the ${cardName(card)} for ${gained}, and have ${money} money.`,
  moneyGained: ({ gained, money }) => `you gain ${gained}, and have ${money} money.`,
  healed: ({ healed, hp }) => `you heal ${healed}, and have ${hp} HP.`,
  potionRolled: ({ card, die, isTaken }) =>
    `the die for the ${cardName(card)} shows ${die}: it is ${isTaken ? 'yours' : 'not taken'}.`,
  potionBought: ({ card, price, money }) => `you buy the ${cardName(card)} for ${price}, and have ${money} money left.`,
  potionTaken: ({ card }) => `you take the ${cardName(card)}.`,
  curseRolled: ({ card, dice, verdict }) =>
    `against the ${cardName(card)} you roll ${listOf(dice)}: ${VERDICT_WORDS[verdict]}.`,
  swordTaken: ({ card, atk }) => `you take the ${cardName(card)}, and have ${atk} ATK.`,
  heartTaken: ({ card, hp, maxHp }) => `you take the ${cardName(card)}, and have ${hp} of ${maxHp} HP.`,
  cardsDiscarded: ({ cards }) => `discarded: ${cardNames(cards)}.`,
  cardsSetAside: ({ cards }) => `out of the run for good: ${cardNames(cards)}.`,
  deckShuffled: ({ returned, deckCount }) =>
    `${counted(returned.length, 'card')} ${returned.length === 1 ? 'goes' : 'go'} back, and the deck of ${deckCount} is shuffled.`,
  levelLeft: ({ level }) => `you leave level ${level}.`,
  pillCrafted: ({ blue, red, money }) =>
    `you make the revival pill of the ${cardName(blue)} and the ${cardName(red)}, and have ${money} money left.`,
  combatStarted: ({ enemy, enemyHp, enemyAtk, finalBoss }) =>
    `you meet the ${cardName(enemy)}${finalBoss ? ', the final boss' : ''}: ${enemyHp} HP and ${enemyAtk} ATK.`,
  buffApplied: ({ card }) => `you apply the ${cardName(card)}.`,
  curseCleansed: ({ curse, potions }) =>
    `the ${cardName(curse)} is removed${potions.length === 0 ? '' : ` with the ${cardNames(potions)}`}.`,
  potionDrunk: ({ card, healed, hp }) => `you drink the ${cardName(card)}, heal ${healed} and have ${hp} HP.`,
  abilityUsed: ({ card, target }) =>
    `you use the ${cardName(card)}${target === null ? '' : ` on the ${cardName(target)}`}.`,
  curseActed: ({ card, side }) => `the ${cardName(card)} acts for ${side === 'player' ? 'you' : 'the enemy'}.`,
  curseRecharged: ({ card }) => `the ${cardName(card)} comes back into play.`,
  potionLost: ({ card }) => `you lose the ${cardName(card)}.`,
  moneyLost: ({ lost, money }) => `you lose ${lost}, and have ${money} money.`,
  curseLost: ({ card }) => `the enemy loses the ${cardName(card)}.`,
  scouted: ({ cards }) => `you scout the ${cardNames(cards)}.`,
  scoutSwapped: ({ card, room }, _, options) => `you lay the ${cardName(card)} into the ${roomIn(options, room)}.`,
  diceRolled: ({ round, playerHand, enemyHand, result }) =>
    `roll ${round}: you have ${handName(playerHand)}, the enemy ${handName(enemyHand)}: ${RESULT_WORDS[result]}.`,
  playerRerolled: ({ playerHand, result }) =>
    `you roll again and have ${handName(playerHand)}: ${RESULT_WORDS[result]}.`,
  rollShielded: ({ enemyHand, result }) =>
    `by Shield the enemy has only ${handName(enemyHand)}: ${RESULT_WORDS[result]}.`,
  resultChanged: ({ result }) => `the roll counts otherwise now: ${RESULT_WORDS[result]}.`,
  enemyHurt: ({ damage, enemyHp }) => `the enemy loses ${damage} and has ${enemyHp} HP.`,
  playerHurt: ({ damage, hp }) => `you lose ${damage} and have ${hp} HP.`,
  atkTraded: ({ atk, hp }) => `you give up 1 ATK and stand up with ${hp} HP and ${atk} ATK.`,
  playerRevived: ({ atk, hp }) => `the pill revives you with ${hp} HP and ${atk} ATK.`,
  timeTravelled: ({ hp, enemyHp }) => `the combat begins again: you have ${hp} HP, the enemy ${enemyHp}.`,
  bribePaid: ({ price, money }) => `you bribe the enemy with ${price}, and have ${money} money left.`,
  playerFled: ({ enemy }) => `you flee from the ${cardName(enemy)}.`,
  enemyFled: ({ enemy }) => `the ${cardName(enemy)} flees from you.`,
  enemyDefeated: ({ enemy, defeated }) => `the ${cardName(enemy)} is defeated, ${defeated} of 12 now.`,
  runEnded: ({ ending }) => `the run is over: ${ENDINGS[ending]}.`,
});

function roomIn(options: Options, room: number): string {
  return roomName(room, roomsOf(options));
}
