import type { RulesetSummary } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

const seats = ({ min, max }: RulesetSummary['seats']) => (min === max ? `${min}` : `${min} to ${max}`);

export const WORDS_OF_RULES = {
  title: 'Rules',
  all: 'All games',
  read: 'Read the rules',
  readOf: (name: string) => `Read the rules of ${name}`,
  play: 'Start a game',
  playOf: (name: string) => `Start a game of ${name}`,
  players: (ruleset: Pick<RulesetSummary, 'seats'>) =>
    ruleset.seats.max === 1 ? 'For one player' : `For ${seats(ruleset.seats)} players`,
  hidden: 'You hold what others do not see.',
  open: 'Everybody sees everything.',
  scoring: { highest: 'The highest score is best.', lowest: 'The lowest score is best.' },
  by: (author: string) => `By ${author}.`,
  contents: 'On this page',
  options: 'Options in detail',
  option: 'Option',
  ruling: (number: string) => `ruling ${number.slice(1)}`,
  ownRuling: (number: string) => `Ruling ${number.slice(1)}`,
  usual: 'Usually',
  meaning: 'What it does',
  none: 'none',
  yes: 'yes',
  no: 'no',
  between: (from: number, to: number | null, step: number) => {
    const range = to === null ? `From ${from}` : `${from} to ${to}`;
    return step === 1 ? `${range}.` : `${range}, in steps of ${step}.`;
  },
  orNone: 'It can be left empty.',
  glossary: 'Words of this game',
  now: 'Just now',
  otherWords: 'Other words',
  cards: (n: number) => `All ${counted(n, 'card')}`,
  versions: 'Versions',
  version: (version: number) => `Version ${version}`,
  thisVersion: (version: number) => `Version ${version}, shown here`,
  older: (newest: number) =>
    `These are older rules, for games that began with them. Today’s rules are version ${newest}.`,
  noVersion: 'There is no such version of the rules.',
};
