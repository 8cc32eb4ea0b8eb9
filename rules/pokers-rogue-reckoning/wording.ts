import type { Term } from '../kernel/ruleset.ts';
import { counted, listOf, ordinal, sentence } from '../kernel/tabletop/phrases.ts';
import type { CurseAbility, PotionAbility } from './abilities/ability.ts';
import { abilityOf, CURSE_ABILITIES, POTION_ABILITIES } from './abilities/by-name.ts';
import type { Action, ActionOf } from './actions.ts';
import { type Card, isPotion, kindOf, ofKind, rankOf } from './cards.ts';
import type { Effect } from './effects.ts';
import type { Hand } from './hands.ts';
import { healedBy, type View } from './view.ts';

export function label(action: Action, view: View): string {
  switch (action.type) {
    case 'reveal':
      return revealLabel(action.room, view);
    case 'takeMoney':
      return `Take the ${cardIn(view, action.room)}`;
    case 'takeHealing':
      return `Heal up to 3 HP instead of taking the ${cardIn(view, action.room)}`;
    case 'buy':
      return `Buy the ${cardIn(view, action.room)} in the ${roomIn(view, action.room)} and keep ${view.money - priceIn(view, action.room)} money`;
    case 'cleanse':
      return `Remove the ${cardName(action.curse)} with the ${cardNames(action.potions)}`;
    case 'drink':
      return `Drink the ${cardName(action.card)}: heal ${Math.min(healedBy(view, action.card), view.maxHp - view.hp)} HP`;
    case 'applyBuff':
      return `Apply the ${cardName(action.card)}`;
    case 'useAbility':
      return useLabel(action, view);
    case 'scoutSwap':
      return `Lay the ${cardName(action.card)} into the ${roomIn(view, action.room)}`;
    case 'scoutDone':
      return 'Leave the scouted cards on the deck';
    case 'chooseLoss':
      return `Lose the ${cardName(action.card)}`;
    case 'craftPill':
      return `Make the revival pill from the ${cardName(action.blue)}, the ${cardName(action.red)} and 10 money`;
    case 'bribe':
      return `Pay ${view.bribePrice ?? 0} money and flee`;
    default:
      return PLAIN_LABELS[action.type];
  }
}

const PLAIN_LABELS = {
  roll: 'Roll the dice',
  accept: 'Let the roll stand',
  counterAttack: 'Counter-attack: roll your dice again',
  rollAgain: 'Both sides roll again',
  tradeAtk: 'Give up 1 ATK and fight on',
  fall: 'Give the run up',
  leaveLevel: 'Leave the level',
} as const;

function revealLabel(room: number, view: View): string {
  const card = view.rooms[room]?.card ?? null;
  const which = `Reveal the ${roomIn(view, room)}`;
  return card === null ? which : `${which}, where the ${cardName(card)} lies`;
}

/** Names a room of this view: "top right room". */
export function roomIn(view: View, room: number): string {
  return roomName(room, view.rooms.length);
}

function useLabel({ card, target, miracle }: ActionOf<'useAbility'>, { print }: View): string {
  const ability = abilityOf(card);
  const on = target === undefined ? '' : `: the ${cardName(target)}`;
  if (ability === undefined) return `Use the ${cardName(card)}${on}`;
  const kept = miracle === undefined ? '' : ', and keep the potion by Miracle';
  return `Use ${ability.name}, ${wordsOf(ability, print !== undefined)}${on}${kept}`;
}

function cardIn(view: View, room: number): string {
  const card = view.rooms[room]?.card ?? null;
  return card === null ? 'card' : cardName(card);
}

function priceIn(view: View, room: number): number {
  const card = view.rooms[room]?.card ?? null;
  return card === null ? 0 : rankOf(card);
}

export function openQuestion(view: View): string {
  switch (view.phase) {
    case 'explore':
      return view.rooms.some(({ state }) => state === 'faceDown' || state === 'scouted')
        ? 'A room can be revealed.'
        : 'The level is over: something may still be bought or used before it is left.';
    case 'money':
      return 'The money has to be taken, or 3 HP instead.';
    case 'scout':
      return `The ${cardNames(view.scouted)} may be swapped for face-down rooms.`;
    case 'ready':
      return 'The dice can be rolled.';
    case 'rolled':
      return 'Something may be done about the roll before it stands.';
    case 'tie':
      return 'A tie: counter-attack, or both sides roll again.';
    case 'trade':
      return 'At 0 HP, 1 ATK can be given up to fight on.';
    case 'loss':
      return `One card is lost: the ${listOf((view.pending?.cards ?? []).map(cardName)).replace(/ and (?!.* and )/, ' or ')}.`;
    case 'over':
      return 'The run is over.';
    default:
      return view.phase satisfies never;
  }
}

export function describe(view: View): string {
  const { level, tier, defeated, deckCount, hp, maxHp, atk, money } = view;
  const lines = [
    `Poker's Rogue Reckoning, level ${level}, tier ${tier}. Defeated: ${defeated} of 12 enemies. Deck: ${deckCount} cards.`,
    `You have ${hp} of ${maxHp} HP, ${atk} ATK and ${money} money.`,
    ...listed('Potions in hand', view.potions, view),
    ...listed('Curses for the next combat', view.curses, view),
    ...listed('Curses that help you', view.luckyCurses, view),
    ...printLine(view),
    ...(view.pill === 'none' ? [] : [`The revival pill is ${view.pill}.`]),
    ...view.rooms.map((room) => roomLine(room, view)),
    ...knownLine(view),
    ...(view.combat === null ? [] : combatLines(view.combat, view)),
    `Discard pile: ${counted(view.discard.length, 'card')}, ${ofKind(view.discard, 'money').length} of them money.`,
    openQuestion(view),
  ];
  return lines.join('\n');
}

function listed(what: string, cards: readonly Card[], view: View): string[] {
  return cards.length === 0 ? [] : [`${what}: ${listOf(cards.map((card) => cardInFull(card, view)))}.`];
}

function roomLine({ room, card, state }: View['rooms'][number], view: View): string {
  const which = `  ${sentence(roomIn(view, room))}`;
  if (card === null) return `${which}: ${state === 'empty' ? 'empty' : 'face down'}`;
  return `${which}: ${cardInFull(card, view)}${state === 'scouted' ? ', still to be revealed' : ''}`;
}

function printLine({ print }: View): string[] {
  if (print === undefined) return [];
  const { enemiesDrawn, finalBoss } = print;
  const boss = finalBoss === null ? 'the twelfth is the final boss' : `the final boss is the ${cardName(finalBoss)}`;
  return [`Enemy cards drawn: ${enemiesDrawn}; ${boss}.`];
}

function knownLine({ knownTop }: View): string[] {
  if (knownTop.length === 0) return [];
  return [`Top of the deck: ${listOf(knownTop.map((card) => (card === null ? 'an unknown card' : cardName(card))))}.`];
}

const EFFECT_WORDS: Record<Effect, string> = {
  blight: 'Blight, you cannot heal',
  enemyTerrorize: 'Terrorize, you cannot flee',
  playerTerrorize: 'Terrorize, the enemy cannot flee',
  enemyEvade: 'Evade, the enemy flees at 1 HP',
  enemyFocus: 'Focus of the enemy',
  playerFocus: 'your Focus',
  enemyNullify: 'Nullify of the enemy',
  playerNullify: 'your Nullify',
  overcharge: 'your Overcharge',
  roar: 'Roar for your next hit',
  elevate: 'Elevate for the next roll',
  stun: 'Stun for the next roll',
  shield: 'Shield on this roll',
};

const RESULT_WORDS = {
  playerHits: 'you hit',
  enemyHits: 'the enemy hits',
  tie: 'a tie',
  draw: 'a draw, both sides roll again',
} as const;

function combatLines(combat: NonNullable<View['combat']>, view: View): string[] {
  const { enemy, enemyHp, enemyMaxHp, enemyAtk, finalBoss, playerHand, enemyHand, result } = combat;
  const who = `${cardName(enemy)}${finalBoss ? ', the final boss' : ''}`;
  const lines = [
    `In combat with the ${who}: ${enemyHp} of ${enemyMaxHp} HP, ${enemyAtk} ATK and ${combat.enemyBonus} more by curses. ` +
      `Your cards add ${combat.playerBonus} ATK.`,
    ...listed('Applied potions', combat.buffs, view),
    ...listed('Curses of the enemy', combat.curses, view),
    ...(combat.effects.length === 0
      ? []
      : [`In force: ${combat.effects.map((effect) => EFFECT_WORDS[effect]).join('; ')}.`]),
  ];
  if (playerHand === null || enemyHand === null || result === null) return lines;
  const rolled = `Roll ${combat.round}: you have ${handName(playerHand)}, the enemy ${handName(enemyHand)}`;
  return [...lines, sentence(`${rolled}: ${RESULT_WORDS[result]}.`)];
}

const COURT: Record<string, string> = { J: 'jack', Q: 'queen', K: 'king' };
const SUITS: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

/** Writes `7H` as "red potion 7 (Stun)" and `QS` as "queen of spades". */
export function cardName(card: Card): string {
  const kind = kindOf(card);
  switch (kind) {
    case 'money':
      return `money ${rankOf(card)}`;
    case 'red':
    case 'blue':
      return `${kind} potion ${rankOf(card)} (${abilityOf(card)?.name})`;
    case 'curse':
      return `curse ${rankOf(card)} (${abilityOf(card)?.name})`;
    case 'enemy':
      return `${COURT[card.charAt(0)]} of ${SUITS[card.slice(-1)]}`;
    case 'sword':
      return `sword of ${SUITS[card.slice(-1)]}`;
    case 'heart':
      return card === 'X1' ? 'first heart' : 'second heart';
    default:
      return kind satisfies never;
  }
}

/** Writes a card with its ability, if abilities are on: "red potion 7 (Stun: take one black die out …)". */
function cardInFull(card: Card, { abilities, print }: Pick<View, 'abilities' | 'print'>): string {
  const ability = abilityOf(card);
  if (ability === undefined) return cardName(card);
  if (!abilities) return `${kindOf(card)}${isPotion(card) ? ' potion' : ''} ${rankOf(card)}`;
  return cardName(card).replace(/\)$/, `: ${wordsOf(ability, print !== undefined)})`);
}

function wordsOf({ words, printed }: PotionAbility | CurseAbility, isPrinted: boolean): string {
  return isPrinted ? (printed ?? words) : words;
}

export function cardNames(cards: readonly Card[]): string {
  return listOf(cards.map(cardName));
}

const ROWS_OF_ROOMS: Record<number, readonly string[]> = {
  4: ['top left', 'top right', 'bottom left', 'bottom right'],
  9: [
    ...['top left', 'top middle', 'top right'],
    ...['middle left', 'central', 'middle right'],
    ...['bottom left', 'bottom middle', 'bottom right'],
  ],
};

/** Names a room: "top right room" in a full level, whose rooms lie in rows; otherwise "third room". */
export function roomName(room: number, rooms: number): string {
  return `${ROWS_OF_ROOMS[rooms]?.[room] ?? ordinal(room)} room`;
}

const HAND_NAMES: Record<Hand['kind'], string> = {
  highDie: 'high die',
  pair: 'pair',
  twoPair: 'two pair',
  threeOfAKind: 'three of a kind',
  fullHouse: 'full house',
  fourOfAKind: 'four of a kind',
  straight: 'straight',
  fiveOfAKind: 'five of a kind',
  total: 'total',
};

/** Writes a hand as "pair 5-5-2" or "a total of 9 with 4-3". */
export function handName({ kind, dice, total }: Hand): string {
  if (kind === 'total') return `a total of ${total}${dice.length > 0 ? ` with ${dice.join('-')}` : ' without dice'}`;
  return `${HAND_NAMES[kind]} ${dice.join('-')}`;
}

const WORDS: readonly Term[] = [
  { term: 'room', text: 'A place of the level with one card, face down until you open it.' },
  { term: 'card', text: 'The deck has 54 of them. What is left of it is dealt into the rooms of the next levels.' },
  { term: 'discard', text: 'The cards that were used up.' },
  { term: 'set aside', text: 'Cards that do not come back in this run.' },
  { term: 'money', text: 'Buys potions, each for its number. You can hold 24.' },
  { term: 'sword', text: 'Adds 1 ATK at once.' },
  { term: 'heart', text: 'Adds 6 HP at once, and to what you can have.' },
  {
    term: 'enemy',
    text: 'A Jack, a Queen or a King. All twelve are to be beaten. The next ones are stronger after every third.',
  },
  { term: 'die', text: 'White ones are yours, black ones are the enemy’s. ATK counts as one more.' },
  {
    term: 'poker hand',
    text: 'The better hits: high die, pair, two pair, three, full house, four, straight, five of a kind.',
  },
  { term: 'level', text: 'The rooms that are dealt together.' },
  { term: 'tier', text: 'How strong enemies are, 1 to 4: it rises as more of the twelve are defeated.' },
  { term: 'HP', text: 'Hit points. At 0 an enemy is defeated, and the player falls who has no way to stand up again.' },
  {
    term: 'ATK',
    text: 'Attack points: what a hit takes off the HP of the other side, and one more die of every poker hand. Swords add to it.',
  },
  { term: 'potion', text: 'A red or a blue card with an ability, kept in the hand until it is used.' },
  { term: 'curse', text: 'A card that helps the enemy in the next combat, or the player when it is lucky.' },
  { term: 'revival pill', text: 'Made of a blue and a red potion and money: it revives the player once.' },
  { term: 'run', text: 'The whole game, from the first level to the last enemy.' },
];

/** The glossary. A card with an ability has the name that texts use: `red potion 7 (Stun)`. */
export const GLOSSARY: readonly Term[] = [
  ...WORDS,
  ...[...POTION_ABILITIES, ...CURSE_ABILITIES].map((ability) => ({
    term: cardName(ability.card),
    text: textOf(ability),
  })),
];

function textOf(ability: PotionAbility | CurseAbility): string {
  const { words, printed } = ability;
  return printed === undefined ? words : `${words}; by the printed rules: ${printed}`;
}
