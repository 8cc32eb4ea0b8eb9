import { counted } from '../../core/words/counted.ts';
export const WORDS_OF_FAIRNESS = {
  title: 'Was it fair?',
  text: 'This browser plays the whole game again from its published record and checks every roll, card and move. It does not trust the server.',
  table: 'To the table',
  checking: 'Checking …',
  broken: 'This browser cannot run the check.',
  holds: 'Everything is right.',
  brokenAt: (version: number) => `Version ${version} is wrong: this is not the game that was played.`,
  brokenWhole: 'This record is wrong: it is not of the game that was played.',
  meaning: 'The rest was not checked. Save the transcript: it proves what the server sent you.',
  check: 'what is wrong',
  expected: 'expected',
  found: 'found',
  seed: 'seed',
  openSeed: 'open: chosen by the creator of the game',
  daySeed: 'the house’s, of the competition of a day',
  boardSeed: (board: number) => `the house’s, of board ${board} of a competition`,
  committedFirst: 'the one that the house was bound to before anyone gave words of their own',
  committedLate: 'the one that the house was bound to, when it already knew some of these words',
  chance: 'chance',
  draws: (n: number) => counted(n, 'draw, as the recipe gives it', 'draws, each as the recipe gives it'),
  rules: 'rules',
  actions: (n: number) =>
    `${counted(n, 'action, legal', 'actions, each legal')} and by who was to act; the outcome follows`,
  house: 'the house',
  choices: (n: number, searched: number) =>
    `${counted(n, 'choice of bots and time-outs, as the recipe gives it', 'choices of bots and time-outs, as the recipe gives them')}${searched === 0 ? '' : `; ${counted(searched, 'choice of searching bots, of which only that it was', 'choices of searching bots, of which only that they were')} legal`}`,
  states: 'positions',
  positions: (n: number) => `${n}, by their hashes`,
  chain: 'chain',
  links: (n: number) => `${counted(n, 'link')} without a gap`,
  kept: 'you kept',
  heads: (n: number) =>
    n === 1 ? 'one head while you played: it is in this chain' : `${n} heads while you played: all are in this chain`,
  noneKept:
    'no head: this history holds together; whether it is the one that was played is known only to who looked on while it was',
};
