import { durationOf } from '#rules/kernel/durations.ts';
import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Because = NonNullable<Schemas['Decision']['because']>;

export const WORDS_OF_TIME = {
  title: 'Calendar',
  text:
    'It counts in games with a clock of a day or more for each decision, but not in competitions. No one else sees it: the others ' +
    'see when your time is up, and why it is later.',
  zone: 'Time zone',
  days: 'Days on which you play, two at least',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  hasQuiet: 'Quiet hours: no notifications, and no deadline in them',
  from: 'From',
  to: 'To',
  reminder: 'Reminder before a deadline',
  reminders: {
    usual: 'when a quarter of the time is left',
    none: 'none',
    before: (seconds: number) => `${durationOf(seconds)} before`,
  },
  unknownZone: 'No such time zone is known. They are named like Europe/Berlin.',
  fewDays: 'There have to be two days at least on which you play.',
  save: 'Keep this calendar',
  saved: 'Kept: it counts for decisions that open from now on.',
  vacations: 'Vacations',
  vacationsText: 'Their days begin and end by the time zone of the calendar that you have kept.',
  none: 'You have none.',
  left: (n: number, year: number) => `${counted(n, 'day')} left in ${year}`,
  first: 'First day',
  last: 'Last day',
  take: 'Take a vacation',
  end: (from: string) => `End the vacation of ${from}`,
  endMeans: 'It ends with today, or is called off. Deadlines that were moved for it move back.',
  moreTime: 'More time',
  until: (who: string, when: string) => `${who} has until ${when}.`,
  because: {
    vacation: 'Later for a vacation.',
    daysOff: 'Later for days off.',
    quietHours: 'Later for quiet hours.',
    vacationEnded: 'Back early from a vacation.',
    agreed: 'Later, since all others agreed.',
  } satisfies Record<Because, string>,
  asked: (who: string, seconds: number) => `${durationOf(seconds)} more for ${who}: not everybody has agreed.`,
  agree: (who: string, seconds: number) => `Give ${who} ${durationOf(seconds)} more`,
  ask: (who: string | null) => (who === null ? 'Ask for more time' : `Ask for more time for ${who}`),
  grant: (who: string) => `Give ${who} more time`,
  howMuch: 'How much more',
  amount: durationOf,
};
