import { counted } from '../../core/words/counted.ts';
import type { Combat, RogueProps, View } from './rogue-props.ts';

type Hand = NonNullable<Combat['playerHand']>;
export type Kind = 'money' | 'red' | 'blue' | 'curse' | 'enemy' | 'sword' | 'heart';

const SUITS: Readonly<Record<string, [kind: Kind, suit: string]>> = {
  D: ['money', 'diamonds'],
  H: ['red', 'hearts'],
  S: ['blue', 'spades'],
  C: ['curse', 'clubs'],
};
const COURT: Readonly<Record<string, string>> = { J: 'Jack', Q: 'Queen', K: 'King' };

export function kindOf(card: string): Kind {
  if (card.startsWith('X')) return 'heart';
  if (card.startsWith('A')) return 'sword';
  return card.charAt(0) in COURT ? 'enemy' : (SUITS[card.slice(-1)]?.[0] ?? 'enemy');
}

export interface CardWords {
  /** “Red potion 7” */
  name: string;
  /** “Stun”, “Sorcerer Queen”; the same as `name` if the card has no ability */
  title: string;
  text: string | null;
}

/** In a text of the glossary, this separates the corrected rule from the printed one. */
const PRINTED = '; by the printed rules: ';

export function wordsOfCard(card: string, { view, glossary }: Pick<RogueProps, 'view' | 'glossary'>): CardWords {
  const name = nameOf(card);
  const start = `${name.toLowerCase()} (`;
  const term = view.abilities ? glossary.find((each) => each.term.startsWith(start)) : undefined;
  if (term === undefined) return { name, title: kindOf(card) === 'enemy' ? enemyName(card) : name, text: null };
  const [usual = '', printed = usual] = term.text.split(PRINTED);
  const text = view.print === undefined ? usual : printed;
  return { name, title: term.term.slice(start.length, -1), text: text.charAt(0).toUpperCase() + text.slice(1) };
}

export function saidOf(card: string, props: Pick<RogueProps, 'view' | 'glossary'>): string {
  const { name, title } = wordsOfCard(card, props);
  return title === name ? name : `${name}, ${title}`;
}

function enemyName(card: string): string {
  if (card.startsWith('K')) return 'Evil King';
  if (card.startsWith('Q')) return 'Sorcerer Queen';
  return /[HD]$/.test(card) ? 'Demon' : 'Orc';
}

function nameOf(card: string): string {
  const rank = card.slice(0, -1);
  const kind = kindOf(card);
  switch (kind) {
    case 'money':
      return `Money ${rank}`;
    case 'red':
    case 'blue':
      return `${kind === 'red' ? 'Red' : 'Blue'} potion ${rank}`;
    case 'curse':
      return `Curse ${rank}`;
    case 'enemy':
      return `${COURT[card.charAt(0)]} of ${SUITS[card.slice(-1)]?.[1]}`;
    case 'sword':
      return `Sword of ${SUITS[card.slice(-1)]?.[1]}`;
    case 'heart':
      return 'Heart';
    default:
      return kind satisfies never;
  }
}

const HANDS: Readonly<Record<Hand['kind'], string>> = {
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

/** For each kind of hand: the number of dice that form it. These are the first dice of the hand. */
export const GROUPS: Readonly<Record<Hand['kind'], number>> = {
  highDie: 1,
  pair: 2,
  twoPair: 4,
  threeOfAKind: 3,
  fullHouse: 5,
  fourOfAKind: 4,
  straight: 5,
  fiveOfAKind: 5,
  total: Number.POSITIVE_INFINITY,
};

const handName = ({ kind, total }: Hand) => (total === null ? HANDS[kind] : `${HANDS[kind]} ${total}`);
const initial = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the result of the last roll: the better hand, the comparison, and the dice that count. */
export function verdictOf({ playerHand, enemyHand, result }: Combat) {
  if (playerHand === null || enemyHand === null || result === null) return null;
  const [better, other] = result === 'enemyHits' ? [enemyHand, playerHand] : [playerHand, enemyHand];
  const [name, otherName] = [handName(better), handName(other)];
  const isEven = result === 'tie' || result === 'draw';
  const isLevel = isEven || better.total !== null || `${better.dice}` === `${other.dice}`;
  const isSame = name === otherName && isLevel;
  return {
    better: name === otherName && !isLevel ? SAID.verdict.higher(name) : initial(name),
    than: isSame ? SAID.verdict.both : isEven ? SAID.verdict.even(otherName) : SAID.verdict.beats(otherName),
    dice: SAID.verdict.dice(better.dice, other.dice),
    result: RESULTS[result],
    hurts: result === 'enemyHits',
  };
}

const RESULTS: Readonly<Record<NonNullable<Combat['result']>, string>> = {
  playerHits: 'you hit',
  enemyHits: 'the enemy hits',
  tie: 'a tie',
  draw: 'a draw: no one hits',
};

export const EFFECTS: Readonly<Record<Combat['effects'][number], [name: string, means: string]>> = {
  blight: ['Blight', 'you cannot heal'],
  enemyTerrorize: ['Terrorize', 'you cannot flee'],
  playerTerrorize: ['Your Terrorize', 'the enemy cannot flee'],
  enemyEvade: ['Evade', 'the enemy flees at 1 HP'],
  enemyFocus: ['Focus', 'ties are its own'],
  playerFocus: ['Your Focus', 'ties are yours'],
  enemyNullify: ['Nullify', 'your highest card counts nothing'],
  playerNullify: ['Your Nullify', 'its highest curse counts nothing'],
  overcharge: ['Overcharge', 'gives more ATK'],
  roar: ['Roar', '3 more damage with your next hit'],
  elevate: ['Elevate', 'one more white die'],
  stun: ['Stun', 'one black die fewer'],
  shield: ['Shield', '3 off this roll'],
};

const PLACES: Readonly<Record<number, readonly string[]>> = {
  4: ['top left', 'top right', 'bottom left', 'bottom right'],
  9: [
    ...['top left', 'top middle', 'top right'],
    ...['middle left', 'central', 'middle right'],
    ...['bottom left', 'bottom middle', 'bottom right'],
  ],
};

export function placeOf(room: number, rooms: number): string {
  return `${PLACES[rooms]?.[room] ?? `number ${room + 1}`} room`;
}

/** The question to the player and the text for spectators, by phase. */
export const ASKS: Readonly<Record<Exclude<View['phase'], 'over'>, [ask: string, waits: string]>> = {
  explore: ['Open a room', 'opens rooms'],
  money: ['Money, or healing?', 'takes money or heals'],
  scout: ['Swap what you scouted?', 'scouts'],
  ready: ['Roll the dice', 'gets ready to roll'],
  rolled: ['Let the roll stand?', 'looks at the roll'],
  tie: ['A tie', 'answers a tie'],
  trade: ['You are down', 'is down'],
  loss: ['Which card is lost?', 'loses a card'],
};

const hp = (now: number, most: number) => `${now} of ${most} HP`;

export const SAID = {
  verdict: {
    both: 'on both sides',
    higher: (hand: string) => `Higher ${hand}`,
    beats: (hand: string) => `beats ${hand}`,
    even: (hand: string) => `against ${hand}`,
    dice: (one: readonly number[], other: readonly number[]) => `${one.join('-')} against ${other.join('-')}`,
  },
  asks: {
    first: 'An enemy! Get ready',
    again: 'Roll again',
    buy: 'Open a room, or buy',
    done: 'The level is done',
    hit: 'You win this roll',
    hurt: 'The enemy wins this roll',
    draw: 'No one wins this roll',
    pill: 'Which two potions?',
  },
  hints: {
    explore: (money: number, closed: number) => `You have ${money} money. ${counted(closed, 'room')} still closed.`,
    leave: 'Buy and use what you like, then leave.',
    ready: 'Roll, or use a card that glows first.',
    rolled: 'Let it stand, or use a card that glows.',
    plain: { poker: 'Both sides roll: the better hand hits.', max: 'Both sides roll: the higher total hits.' },
    tie: 'Your dice alone again, or both sides.',
    trade: (atk: number) => `Give up 1 of your ${atk} ATK to stand up, or the run is lost.`,
    loss: 'Tap the card that goes, then again.',
    scout: 'Pick a card, then a closed room for it.',
    money: (money: number, now: number, most: number) => `You have ${money} of 24 money and ${hp(now, most)}.`,
    cleanse: 'Blue potions of at least its rank remove it.',
    target: 'Tap the card that it is used on.',
    pill: 'One blue, one red, and 10 money.',
  },
  pick: { room: 'Tap a room', card: 'Pick a card', potion: 'Pick a potion' },
  roll: 'Roll',
  hit: 'Hit',
  takeHit: 'Take the hit',
  stand: 'Let it stand',
  counterAttack: 'Counter-attack',
  rollAgain: 'Both roll again',
  tradeAtk: 'Give up 1 ATK',
  fall: 'Give the run up',
  bribe: 'Flee',
  bribed: (price: number) => `pay ${price} money`,
  leave: 'Leave the level',
  scoutDone: 'Leave them there',
  takeMoney: (rank: string) => `Take ${rank} money`,
  heal: 'Heal up to 3',
  unhurt: (most: number) => `all ${most} HP are there`,
  buy: (title: string) => `Buy ${title}`,
  price: (rank: string) => `${rank} money`,
  drink: 'Drink it',
  healed: (hp: number) => `+${hp} HP`,
  apply: (title: string) => `Apply ${title}`,
  use: (title: string) => `Use ${title}`,
  cleanse: (title: string) => `Remove ${title}`,
  lose: (title: string) => `Lose ${title}`,
  lay: 'Lay it there',
  makePill: 'Make the pill',
  hp,
  ofMost: (most: number) => `of ${most}`,
  short: { hp: 'HP', atk: 'ATK' },
  atk: (atk: number) => `${atk} ATK`,
  bestAtk: (atk: number) => `best ${atk}`,
  bonus: (n: number) => `+${n}`,
  bonusSaid: (n: number) => `${n} more by cards`,
  money: (money: number) => `${money} of 24 money`,
  ofMoney: 'of 24',
  you: 'You',
  foe: 'The enemy',
  enemies: 'Enemies',
  beaten: (n: number) => `${n} of 12 beaten`,
  tier: (tier: number) => `tier ${tier}`,
  drawn: (n: number) => `${n} drawn`,
  drawnBoss: (name: string) => `final boss: ${name}`,
  level: (level: number) => `Level ${level}`,
  deck: (n: number) => `${counted(n, 'card')} left`,
  bribeCosts: (price: number) => `Bribe ${price}`,
  pill: { none: 'Revival pill', ready: 'Pill ready', used: 'Pill used' },
  reveal: (place: string) => `Open the ${place}`,
  scoutedAt: (place: string, card: string) => `Open the ${place}, where the ${card} lies`,
  faceDown: (place: string) => `${place}, closed`,
  empty: (place: string) => `${place}, empty`,
  at: (place: string, card: string) => `${place}: ${card}`,
  buyAt: (place: string, card: string, rank: string) => `Buy ${card}, ${rank} money, ${place}`,
  scouted: 'Scouted',
  rooms: (closed: number) => `Rooms, ${closed} closed`,
  boss: 'final boss',
  rolls: (round: number) => `Roll ${round}`,
  mode: { poker: 'The better hand hits', max: 'The higher total hits' },
  effects: 'In force',
  pack: 'Your pack',
  packEmpty: 'No potions yet',
  fight: 'In this fight',
  waiting: 'Curses for the next fight',
  lucky: 'Curses that help you',
  keep: 'Keep it by Miracle',
  topOfDeck: 'Top of the deck',
  unknown: 'unknown card',
  discard: (n: number) => `Discard ${n}`,
  aside: (n: number) => `Out ${n}`,
  piles: { discard: 'Discard pile, the newest first', aside: 'Out of the run, the newest first' },
  close: 'Close',
} as const;
