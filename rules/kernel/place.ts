import { type Static, Type } from '@sinclair/typebox';

export const CompetitionPlace = Type.Object(
  {
    competitionId: Type.String({ format: 'uuid', description: 'The competition.' }),
    round: Type.Integer({ minimum: 1, description: 'Its round, from 1.' }),
    table: Type.Integer({ minimum: 1, description: 'The table of the round, from 1.' }),
    board: Type.Integer({
      minimum: 1,
      description: 'The board: games on one board have the same chance. Counted in the competition, from 1.',
    }),
    copy: Type.Integer({ minimum: 1, description: 'Which game on that board it is, from 1.' }),
    sealed: Type.Boolean({
      description:
        'Whether the board is played more than once. Until all of that is over the game is shown to its own players alone.',
    }),
  },
  {
    $id: 'CompetitionPlace',
    description:
      'Where a game stands in a competition of many games. It is bound into the first link of the game’s hash chain.',
  },
);
export type BoardPlace = Static<typeof CompetitionPlace>;
