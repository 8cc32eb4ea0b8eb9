import { Type } from '@sinclair/typebox';
import { Nullable, numbered, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { EXTENDED_BECAUSE, type Clock as GameClock } from './clock.ts';

const MOST_SECONDS = 30 * 24 * 60 * 60;

const OnTimeout = {
  type: 'string',
  enum: ['random', 'resign'],
  description:
    'What happens to a seat that runs out of time. `random`: a legal action is drawn for it. `resign`: it leaves the game.',
};

function seconds(minimum: number, description: string) {
  return { type: 'integer', minimum, maximum: MOST_SECONDS, description };
}

function clockOf(title: string, times: Record<string, object>) {
  const properties = { ...times, onTimeout: OnTimeout };
  return { type: 'object', title, properties, required: Object.keys(properties), additionalProperties: false };
}

export const Clock = Type.Unsafe<GameClock>({
  $id: 'Clock',
  description: 'How long decisions may take: a number of seconds each, or a bank for the whole game with an increment.',
  anyOf: [
    clockOf('per action', {
      perAction: seconds(1, 'Seconds that each decision may take, however many actions it takes.'),
    }),
    clockOf('bank with increment', {
      bank: seconds(1, 'Seconds that each seat has for the whole game.'),
      increment: seconds(0, 'Seconds that each decision adds to the bank of its seat when it is made.'),
    }),
  ],
});

const SECONDS = Type.Integer({ minimum: 0 });

export const ClockView = Type.Object(
  {
    perAction: Nullable(SECONDS, { description: 'Seconds that each decision may take; null with banks.' }),
    bank: Nullable(SECONDS, { description: 'Seconds that each seat had at the start; null without banks.' }),
    increment: Nullable(SECONDS, {
      description: 'Seconds that each decision adds to the bank of its seat; null without banks.',
    }),
    onTimeout: Words(['random', 'resign'], { description: OnTimeout.description }),
    remaining: Nullable(BySeat(Type.Number({ minimum: 0 }), 'Seconds.'), {
      description:
        'Seconds in the bank of each seat when its present or next decision opens; `decisions[].deadline` says when the ' +
        'running ones end. Null without banks.',
    }),
  },
  { $id: 'ClockState', description: 'The clock of a game and what is left on it.' },
);

export const MOVED_BECAUSE =
  '`vacation`, `daysOff`, `quietHours`: by the calendar of its player, which stops clocks of a day or more per action. ' +
  '`vacationEnded`: the player is back early. `agreed`: all other players agreed to more time.';

export const Decision = Type.Object(
  {
    seat: SeatNumber,
    since: numbered(
      'The version at which this decision opened. For your own decision: at which you last changed a part of ' +
        'it; an `expectedVersion` from here on is not stale.',
    ),
    deadline: Nullable(Type.String({ format: 'date-time' }), {
      description: 'The deadline of this decision; null without a clock.',
    }),
    because: Nullable(Words(EXTENDED_BECAUSE), {
      description: `Why the deadline was last moved; null: it was not. ${MOVED_BECAUSE}`,
    }),
    asked: Nullable(
      Type.Object({
        seconds: numbered('How much more time.'),
        by: Type.Array(Type.String({ format: 'uuid' }), { description: 'The ids of the players who agree.' }),
      }),
      {
        description:
          'More time requested for this decision. It is granted when all other players agree, by `extendTime` ' +
          'with the same seat and seconds. Null: no request.',
      },
    ),
  },
  { $id: 'Decision', description: 'A seat that is to decide.' },
);
