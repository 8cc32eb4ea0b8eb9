import { Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { DATE, Vacation } from './calendar.ts';
import { VacationList, VacationYear } from './calendars.ts';

const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const MOST_REMINDER_SECONDS = 7 * 86_400;

function timeOfDay(description: string) {
  return Type.String({ pattern: TIME, description });
}

const QuietHours = Type.Object(
  {
    from: timeOfDay('When they begin, like `22:00`.'),
    to: timeOfDay('When they end, like `07:00`: on the next day where that is not after `from`.'),
  },
  { $id: 'QuietHours', additionalProperties: false, description: 'Hours of every day, by the clocks in `timeZone`.' },
);

const WorkingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 2,
  maxItems: 7,
  uniqueItems: true,
  description: 'The days of the week on which you play, from 1, Monday, to 7, Sunday: two at least.',
});

const ReminderSeconds = Nullable(Type.Integer({ minimum: 0, maximum: MOST_REMINDER_SECONDS }), {
  description:
    'So many seconds before a deadline you are reminded, but never in the first half of the time; 0: not at all. Null: when a ' +
    'quarter of the time is left, twelve hours at most. Decisions of less than an hour have no reminders.',
});

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Where you are: the name of a time zone of the IANA, like `Europe/Berlin`.',
});

const ABOUT_QUIET =
  'Hours in which nothing disturbs you: notices wait, and a deadline that would fall into them is their end.';

export const Calendar = Type.Object(
  {
    timeZone: TimeZone,
    workingDays: WorkingDays,
    quietHours: Nullable(Ref(QuietHours), { description: `${ABOUT_QUIET} Null: you have none.` }),
    reminderSeconds: ReminderSeconds,
  },
  { $id: 'Calendar', description: 'When you have time. Nobody but you sees it.' },
);

export const NewCalendar = Type.Object(
  {
    timeZone: TimeZone,
    workingDays: Type.Optional({ ...WorkingDays, description: `${WorkingDays.description} Left out: all seven.` }),
    quietHours: Type.Optional(Nullable(Ref(QuietHours), { description: `${ABOUT_QUIET} Left out or null: none.` })),
    reminderSeconds: Type.Optional(ReminderSeconds),
  },
  {
    $id: 'NewCalendar',
    additionalProperties: false,
    description: 'When you have time: all of it, what you leave out too.',
  },
);

export const NewVacation = Type.Object(
  {
    from: { ...DATE, description: 'The first day: today, by the clocks in your time zone, or later.' },
    to: { ...DATE, description: 'The last day, which is vacation as well.' },
  },
  { $id: 'NewVacation', additionalProperties: false, description: 'Days to take off.' },
);

export const CALENDAR_PARTS = [QuietHours, Calendar, NewCalendar, Vacation, NewVacation, VacationYear, VacationList];
