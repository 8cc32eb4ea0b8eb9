import { Type } from '@sinclair/typebox';
import { MOST_TOLD } from '#rules/input-errors.ts';
import { Words } from '#rules/kernel/schema.ts';
import { PROBLEM_CODES } from '../problems/catalogue.ts';
import { LIMITS } from '../problems/problem.ts';

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'A path on this server that explains the code: `/problems/{code}`.' }),
    title: Type.String({ description: 'What is wrong, in general.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: Words(PROBLEM_CODES, {
      description:
        'Stable and meant for programs; new codes may be added. What each means and what to do stands at `type`.',
    }),
    detail: Type.String({ description: 'What is wrong with this very call.' }),
    instance: Type.String({ description: 'The path that was called.' }),
    hint: Type.Optional(Type.String({ description: 'What to do about it.' })),
    rule: Type.Optional(Type.String({ description: 'The number of the ruling that an illegal action breaks.' })),
    limit: Type.Optional(
      Words(LIMITS, {
        description:
          'The limit that was reached: on the calls of a player (or of those without a token at one address), on all calls ' +
          'from one address, or on the players registered from one address.',
      }),
    ),
    cap: Type.Optional(
      Words(
        [
          'games',
          'hostedGames',
          'ratedGames',
          'pendingGames',
          'invitations',
          'commitments',
          'competitions',
          'seeks',
          'mutes',
          'blocks',
          'changes',
          'vacationDays',
          'calendarChanges',
          'vacationsCalledOff',
        ],
        {
          description:
            'Of `cap-reached`, what you have as much of as one player may: `games` that are unfinished and in which you sit, ' +
            '`hostedGames` that you created and in which you do not sit, `ratedGames` in which you sit, `pendingGames` of yours that wait for others, ' +
            '`invitations` to your games, `commitments` that no game has used, `competitions` that you created within 24 hours, ' +
            '`seeks` that are open, `mutes` and `blocks` of other players, `changes` of your entry in a competition, ' +
            '`vacationDays` of a year, `calendarChanges` and `vacationsCalledOff` within 30 days.',
        },
      ),
    ),
    suggestion: Type.Optional(
      Type.String({ description: 'Of `name-taken`: a name like the one that was sent which nobody has just now.' }),
    ),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Of `suspended`: when it ends by itself; left out where an operator has to end it.',
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'JSON pointer to the field; parameters of the URL are named like fields.',
          }),
          message: Type.String({ description: 'What would fit.' }),
        }),
        { description: `The fields that do not fit: all of them, or the first ${MOST_TOLD}.`, maxItems: MOST_TOLD },
      ),
    ),
  },
  { $id: 'Problem', description: 'An error after RFC 9457.' },
);
