// What the table of Poker's Rogue Reckoning says in its own words; what an action does is said by its label.
import type { Ruleset, Schemas } from '../../core/api.ts';
import { counted } from '../../core/words/counted.ts';

export type View = Schemas['PokersRogueReckoningView'];
export type Combat = NonNullable<View['combat']>;
type Hand = NonNullable<Combat['playerHand']>;
type Kind = 'money' | 'red' | 'blue' | 'curse' | 'enemy' | 'sword' | 'heart';

const SUITS: Readonly<Record<string, [kind: Kind, suit: string]>> = {
  D: ['money', 'diamonds'],
  H: ['red', 'hearts'],
  S: ['blue', 'spades'],
  C: ['curse', 'clubs'],
};
const COURT: Readonly<Record<string, string>> = { J: 'Jack', Q: 'Queen', K: 'King' };

/** What a card is in this game, which its suit and rank say. */
function kindOf(card: string): Kind {
  if (card.startsWith('X')) return 'heart';
  if (card.startsWith('A')) return 'sword';
  return card.charAt(0) in COURT ? 'enemy' : (SUITS[card.slice(-1)]?.[0] ?? 'enemy');
}

export interface CardWords {
  /** “Red potion 7” */
  name: string;
  /** “Stun”; null where the card has none, or abilities are off */
  ability: string | null;
  /** what the ability does */
  text: string | null;
}

/** The name of a card, and of its ability with the words that the glossary has for it. */
export function wordsOfCard(card: string, glossary: Ruleset['glossary'], abilities: boolean): CardWords {
  const name = nameOf(card);
  const start = `${name.toLowerCase()} (`;
  const term = abilities ? glossary.find((each) => each.term.startsWith(start)) : undefined;
  if (term === undefined) return { name, ability: null, text: null };
  return { name, ability: term.term.slice(start.length, -1), text: term.text };
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

export function handWords({ kind, dice, total }: Hand): string {
  return total === null ? `${HANDS[kind]} ${dice.join('-')}` : `${HANDS[kind]} ${total}`;
}

export const RESULTS: Readonly<Record<NonNullable<Combat['result']>, string>> = {
  playerHits: 'You hit',
  enemyHits: 'The enemy hits',
  tie: 'A tie',
  draw: 'A draw: nobody hits',
};

export const EFFECTS: Readonly<Record<Combat['effects'][number], string>> = {
  blight: 'Blight: you cannot heal',
  enemyTerrorize: 'Terrorize: you cannot flee',
  playerTerrorize: 'Terrorize: the enemy cannot flee',
  enemyEvade: 'Evade: the enemy flees at exactly 1 HP',
  enemyFocus: 'Focus of the enemy',
  playerFocus: 'Your Focus',
  enemyNullify: 'Nullify of the enemy',
  playerNullify: 'Your Nullify',
  overcharge: 'Your Overcharge',
  roar: 'Roar: 3 more damage with your next hit',
  elevate: 'Elevate: a white die more in the next roll',
  stun: 'Stun: a black die fewer in the next roll',
  shield: 'Shield: 3 off this roll of the enemy',
};

/** What is to be decided. */
export function question({ phase, rooms }: View): string {
  switch (phase) {
    case 'explore':
      return rooms.some(({ state }) => state === 'faceDown' || state === 'scouted')
        ? 'Reveal a room.'
        : 'Every room is revealed.';
    case 'money':
      return 'Take the money, or heal instead.';
    case 'scout':
      return 'Scout: lay a card into a face-down room, or be done.';
    case 'ready':
      return 'An enemy! Get ready, then roll.';
    case 'rolled':
      return 'Do something about the roll, or let it stand.';
    case 'tie':
      return 'A tie: counter-attack, or roll again.';
    case 'trade':
      return 'You are down: give up 1 ATK to stand up again?';
    case 'loss':
      return 'Misplace: choose the card that is lost.';
    case 'over':
      return SAID.over;
    default:
      return phase satisfies never;
  }
}

const PLACES: Readonly<Record<number, readonly string[]>> = {
  4: ['top left', 'top right', 'bottom left', 'bottom right'],
  9: [
    ...['top left', 'top middle', 'top right'],
    ...['middle left', 'central', 'middle right'],
    ...['bottom left', 'bottom middle', 'bottom right'],
  ],
};

/** Where a room lies; by its number in a level that is not complete. */
export function placeOf(room: number, rooms: number): string {
  return `${PLACES[rooms]?.[room] ?? `number ${room + 1}`} room`;
}

/** What is done with a room, by type of action. */
export const ROOM_VERBS: Readonly<Record<string, string>> = {
  reveal: 'Reveal',
  buy: 'Buy',
  scoutSwap: 'Lay here',
};

/** What is done with a potion, by type of action. */
export const POTION_VERBS: Readonly<Record<string, string>> = {
  drink: 'Drink',
  applyBuff: 'Apply',
  useAbility: 'Use',
};

const PILLS: Readonly<Record<Exclude<View['pill'], 'none'>, string>> = {
  ready: 'Revival pill: ready',
  used: 'Revival pill: used',
};

export const SAID = {
  over: 'The run is over.',
  you: 'You',
  run: 'The run',
  hp: (hp: number, most: number) => `${hp} of ${most} HP`,
  atk: (atk: number) => `${atk} ATK`,
  bestAtk: (atk: number) => `highest so far ${atk}`,
  bonus: (n: number) => `+${n} by cards`,
  money: (money: number) => `${money} of 24 money`,
  enemies: (defeated: number) => `${defeated} of 12 enemies defeated`,
  tier: (tier: number) => `tier ${tier}`,
  level: (level: number) => `level ${level}`,
  drawn: (n: number) => `${n} enemies drawn`,
  deck: (n: number) => `${counted(n, 'card')} in the deck`,
  bribe: (price: number) => `A bribe costs ${price}`,
  pill: (pill: View['pill']) => (pill === 'none' ? null : PILLS[pill]),
  craftPill: 'Make the revival pill of two potions',
  rooms: 'The level',
  keep: 'Keep it by Miracle',
  faceDown: (place: string) => `${place}, face down`,
  empty: 'empty',
  scouted: 'Scouted',
  combat: 'Combat',
  boss: 'final boss',
  roll: (round: number) => (round === 0 ? 'No roll yet' : `Roll ${round}`),
  mode: { poker: 'the better hand hits', max: 'the higher total hits' },
  effects: 'In force',
  potions: 'Potions in hand',
  buffs: 'Applied',
  curses: 'Curses that wait for the next combat',
  enemyCurses: 'Its curses',
  lucky: 'Curses that help you',
  topOfDeck: 'Top of the deck',
  unknown: 'unknown card',
  discard: (n: number) => `Discard pile: ${n}`,
  setAside: (n: number) => `Out of the run: ${n}`,
  dice: (dice: readonly number[]) => `dice ${dice.join(', ')}`,
} as const;
