import { type Static, Type } from '@sinclair/typebox';

const When = Type.Object(
  {
    action: Type.Optional(Type.String({ description: 'An action of this type is among the legal ones.' })),
    event: Type.Optional(Type.String({ description: 'An event of this type has happened.' })),
    isOver: Type.Optional(Type.Literal(true, { description: 'The game is over.' })),
  },
  { description: 'When the hint is due: all that is given has to be so.' },
);

export const TutorialSchema = Type.Object(
  {
    game: Type.Object(
      {
        options: Type.Object({}, { additionalProperties: true, description: 'Options that make the game short.' }),
        seats: Type.Array(
          Type.Union([
            Type.Literal('me', { description: 'The learner.' }),
            Type.Object({ bot: Type.String({ description: 'Its policy.' }) }, { description: 'A bot.' }),
          ]),
          { description: 'Who plays.' },
        ),
        seed: Type.String({ description: 'Fixes the chance: the game never counts.' }),
        visibility: Type.Literal('unlisted', { description: 'Keeps it out of the lobby.' }),
      },
      { description: 'What to send to `createGame`, with the id of the ruleset as `ruleset`.' },
    ),
    hints: Type.Array(
      Type.Object(
        { when: When, text: Type.String({ description: 'One or two sentences.' }) },
        { description: 'A hint.' },
      ),
      {
        description:
          'Show one at a time: at each decision of the learner and at the end the first due and not yet shown. ' +
          'The last one ends the lesson. If the game is not over then, offer to play on and to begin another game.',
      },
    ),
  },
  { description: 'A short first game with hints.' },
);
export type Tutorial = Static<typeof TutorialSchema>;
