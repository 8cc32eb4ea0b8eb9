import { counted } from '../../core/words/counted.ts';
import type { NumberedCard, Power } from './champions-props.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const inWords = (n: number) => NUMBERS[n] ?? String(n);
const dice = (n: number) => (n === 1 ? 'one die' : `${inWords(n)} dice`);

const POWERS: Readonly<Record<Power, { title: string; does: string }>> = {
  invert: { title: 'Invert', does: 'turns highest into lowest, and back' },
  beggar: { title: 'Beggar', does: 'wins against a 1 or a 6' },
  tiebreak: { title: 'Tiebreak', does: 'wins against an equal number' },
  numberless: { title: 'Numberless', does: 'calls the battle off' },
  steal: { title: 'Steal', does: 'takes a card of the other die' },
};

const power = (of: Power) => `${POWERS[of].title}: ${POWERS[of].does}`;

export const WORDS = {
  versus: 'VS',
  asks: {
    opponent: 'Whom do you fight?',
    topCard: 'Who sizes the dice?',
    number: 'How large are the dice?',
    die: (chosen: number, free: number) => {
      const faces = free === 1 ? 'face' : 'faces';
      return chosen === 0 ? `Pick ${inWords(free)} ${faces}` : `Pick ${inWords(free)} more ${faces}`;
    },
    challenge: 'Which number wins?',
    tie: 'A tie: give one card',
    steal: 'Take one card',
  },
  hints: {
    number: 'Both dice get this number of cards.',
    die: (chosen: number, number: number, backs: number) =>
      `${chosen} of ${number}. Tap a card to take it back (${counted(backs, 'time')} left).`,
    noBacks: (chosen: number, number: number) => `${chosen} of ${number}. You can take back no more.`,
    first: 'One of them will be rolled.',
    faces: (numbers: readonly number[], name: string) =>
      `Your faces: ${numbers.join(', ')}. Those of ${name} are hidden.`,
    blind: 'No one has seen either die.',
    tie: 'It is discarded, and a new one drawn.',
    powers: (held: readonly Power[]) => held.map(power).join(' · '),
  },
  pick: {
    seat: 'Pick a rival',
    topCard: 'My card or theirs?',
    number: 'Pick a die',
    die: 'Die not ready',
    card: 'Pick a card',
  },
  fight: (name: string, withCard: boolean | undefined) =>
    withCard === true ? `Stake it against ${name}` : `Fight ${name}`,
  add: (number: number) => `Add the ${number}`,
  takeBack: (number: number) => `Take back the ${number}`,
  give: (number: number) => `Give the ${number}`,
  take: (number: number) => `Take the ${number}`,
  waits: {
    opponent: (names: readonly string[]) => `${listed(names)} chooses a rival`,
    number: (names: readonly string[]) => `${listed(names)} sizes the dice`,
    die: (names: readonly string[]) => `Still making a die: ${listed(names)}`,
    challenge: (names: readonly string[]) => `${listed(names)} says what wins`,
    tie: (names: readonly string[]) => `A tie: ${listed(names)} gives a card`,
    steal: (names: readonly string[]) => `${listed(names)} takes a card`,
  },
  battle: (n: number) => `Battle ${n}`,
  options: {
    blind: 'dice drawn blind',
    blindSeen: 'dice drawn, own die seen',
    victoryDice: 'Victory Dice',
    wackyNumbers: 'Wacky Numbers',
  },
  draw: (n: number) => `The draw pile, ${counted(n, 'card')} left`,
  left: (n: number) => `${n} left`,
  discard: (n: number) => `${n} discarded`,
  discarded: (n: number) => `The discard pile, ${counted(n, 'card')}`,
  by: (name: string) => `discarded by ${name}`,
  powers: POWERS,
  power,
  card: ({ number, icons, power: of }: NumberedCard, withIcons: boolean) => {
    const parts = [String(number), ...(withIcons ? [dice(icons)] : []), ...(of === null ? [] : [power(of)])];
    return parts.join(', ');
  },
  seat: {
    you: 'You',
    hand: (n: number) => `${counted(n, 'card')} in hand`,
    inHand: (n: number) => `${n} in hand`,
    attacks: 'attacks',
    attacked: 'defends',
    fight: 'Fight',
    best: 'won the game',
    won: (icons: number) => (icons === 1 ? '1 die won' : `${icons === 0 ? 'no' : icons} dice won`),
    pile: (name: string, cards: number, icons: number) =>
      `${dice(icons)} on ${counted(cards, 'won card')} of ${name}: show all`,
  },
  topCard: {
    mine: 'My top card',
    theirs: 'My opponent',
    mineMeans: (icons: number) => `says ${inWords(icons)}, and is lost if I lose`,
    theirsMeans: 'says how large, and my card stays mine',
    staked: 'The top card is at stake',
  },
  die: {
    own: 'Your die',
    of: (name: string) => `${name}’s die`,
    size: (n: number) => (n === 1 ? 'Dice of one card' : `Dice of ${inWords(n)}`),
    count: inWords,
    hidden: 'a hidden face',
    free: 'a free face',
    ready: 'ready',
    making: 'in the making …',
    loot: (name: string) => `What is left of ${name}’s die`,
  },
  challenge: {
    highest: 'Highest wins',
    lowest: 'Lowest wins',
  },
  says: (name: string) => `${name} will say highest or lowest`,
  youSay: 'You will say highest or lowest',
  rolling: 'The dice roll …',
  last: {
    title: 'Latest roll',
    wins: (name: string, number: number) => `${name}’s ${number} won`,
    youWin: (number: number) => `Your ${number} won`,
    lowest: (won: string) => `${won}: lowest wins`,
    tie: 'A tie',
    off: 'Called off',
    shows: (name: string) => `${name} rolled`,
    youShow: 'You rolled',
  },
  hand: 'Your hand',
  handEmpty: 'No cards left',
};
