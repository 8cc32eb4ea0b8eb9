// The words of this table. Labels of actions and sentences of events are the service's.

import { counted } from '../../core/words/counted.ts';
import type { NumberedCard } from './champions-props.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

const POWERS: Record<NonNullable<NumberedCard['power']>, string> = {
  invert: 'flips the challenge',
  beggar: 'wins against a 1 or a 6',
  tiebreak: 'wins against an equal number',
  numberless: 'calls the battle off',
  steal: 'takes a card of the other die',
};

export const WORDS = {
  asks: {
    opponent: 'Whom do you fight?',
    number: 'How many cards make a die?',
    die: (free: number) => `Make your die: ${counted(free, 'more card')}`,
    challenge: 'What wins: the highest or the lowest number?',
    tie: 'A tie: give up a card of your hand',
    steal: 'Steal a card of the other die',
  },
  waits: {
    opponent: (names: readonly string[]) => `${listed(names)} chooses an opponent`,
    number: (names: readonly string[]) => `${listed(names)} says how many cards make a die`,
    die: (names: readonly string[]) => `Still making a die in secret: ${listed(names)}`,
    challenge: (names: readonly string[]) => `${listed(names)} says what wins`,
    tie: (names: readonly string[]) => `A tie. Still giving up a card in secret: ${listed(names)}`,
    steal: (names: readonly string[]) => `${listed(names)} steals a card`,
  },
  battle: (n: number) => `Battle ${n}`,
  chips: {
    blind: 'Dice drawn blind',
    blindSeen: 'Dice drawn, own die seen',
    victoryDice: 'Victory Dice',
    wackyNumbers: 'Wacky Numbers',
  },
  draw: 'Draw pile',
  discard: 'Discard pile',
  pile: (name: string, n: number) => `${name}: ${counted(n, 'card')}`,
  card: ({ id, number, icons, power }: NumberedCard, withIcons: boolean) => {
    const parts = [`number ${number}`, ...(withIcons ? [counted(icons, 'icon')] : [])];
    if (power !== null) parts.push(`${power}: ${POWERS[power]}`);
    return `${id}, ${parts.join(', ')}`;
  },
  seat: {
    hand: (n: number) => `${counted(n, 'card')} in hand`,
    attacks: 'attacks',
    attacked: 'is attacked',
    fight: 'Fight',
    icons: (n: number) => counted(n, 'icon'),
    noPile: 'no card won yet',
    pile: (cards: number, icons: number) => `${counted(icons, 'icon')} on ${counted(cards, 'won card')}`,
  },
  topCard: {
    title: 'Who says how large the dice are?',
    stake: (icons: number) => `My top card: ${counted(icons, 'icon')}`,
    stakeMeans: 'lost if you lose',
    keep: 'My opponent',
    keepMeans: 'the card stays mine',
    staked: 'The top card is at stake',
  },
  die: {
    of: (name: string) => `Die of ${name}`,
    size: (n: number) => `Dice of ${counted(n, 'card')}`,
    hidden: 'a card face down',
    free: 'a free place',
    backs: (n: number) => `${counted(n, 'time')} more a card may be taken back`,
  },
  number: {
    title: 'Cards of a die',
    cards: 'cards',
  },
  challenge: {
    highest: 'Highest wins',
    lowest: 'Lowest wins',
    roll: 'both dice are rolled',
  },
  last: {
    title: 'Latest roll',
    won: 'won',
    tie: 'a tie',
    off: 'nobody won',
    discarded: 'Discarded since',
    by: (name: string) => `by ${name}`,
    shows: (name: string) => `${name} rolled`,
  },
  hand: 'Your hand',
  handEmpty: 'You have no cards left.',
  steal: 'Cards of the other die',
};
