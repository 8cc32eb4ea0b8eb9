import type { CompetitionSummary, Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from '../../core/words/counted.ts';

const number = new Intl.NumberFormat('en');

export const WORDS_OF_ROUNDS_IN_SHORT = {
  notYet: 'Rounds are paired when it has started.',
  none: 'The first round is being paired.',
  planned: (rounds: number) => `${counted(rounds, 'round')} in all, if nothing ends it early.`,
  round: (round: number) => `Round ${number.format(round)}`,
  howFar: ({ ended, tables, byes, gamesDealt, gamesCounted }: Schemas['CompetitionRoundSummary']) =>
    [
      counted(tables, 'table'),
      ...(byes === 0 ? [] : [counted(byes, 'bye')]),
      ended
        ? `over, ${counted(gamesCounted, 'game')}`
        : `${number.format(gamesCounted)} of ${counted(gamesDealt, 'game counts', 'games count')}`,
    ].join(' · '),
  earlier: 'Show earlier rounds',
  boards: (closed: number, open: number, duplicate: CompetitionSummary['duplicate']) => {
    if (open === 0) return `Everyone can see the games on ${counted(closed, 'finished board')}.`;
    const rest =
      duplicate === 'none'
        ? counted(open, 'is being played', 'are being played')
        : counted(open, 'sealed until the last game on it is over', 'sealed until the last game on them is over');
    return `${counted(closed + open, 'board')}: ${number.format(closed)} finished and shown to everyone, ${rest}.`;
  },
};
