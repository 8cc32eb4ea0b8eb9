// What the page of a competition says of its rounds and boards.
import type { CompetitionSummary, Schemas } from '../../../../clients/typescript/src/index.ts';

const number = new Intl.NumberFormat('en');
const count = (n: number, one: string, more = `${one}s`) => `${number.format(n)} ${n === 1 ? one : more}`;

export const WORDS_OF_ROUNDS_IN_SHORT = {
  notYet: 'Rounds are paired when it has started.',
  none: 'The first round is being paired.',
  planned: (rounds: number) => `${count(rounds, 'round')} in all, if nothing ends it early.`,
  round: (round: number) => `Round ${number.format(round)}`,
  howFar: ({ ended, tables, byes, gamesDealt, gamesCounted }: Schemas['CompetitionRoundSummary']) =>
    [
      count(tables, 'table'),
      ...(byes === 0 ? [] : [count(byes, 'bye')]),
      ended
        ? `over, ${count(gamesCounted, 'game')}`
        : `${number.format(gamesCounted)} of ${count(gamesDealt, 'game')} count`,
    ].join(' · '),
  earlier: 'Show earlier rounds',
  boards: (closed: number, open: number, duplicate: CompetitionSummary['duplicate']) => {
    if (open === 0) return `${count(closed, 'board')}: all are closed, and open to everyone.`;
    const rest = duplicate === 'none' ? 'are being played' : 'sealed until the last game on them is over';
    return `${count(closed + open, 'board')}: ${number.format(closed)} closed and open to everyone, ${number.format(open)} ${rest}.`;
  },
};
