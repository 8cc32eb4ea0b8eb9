import { durationOf } from '#rules/kernel/durations.ts';
import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Because = NonNullable<Schemas['Decision']['because']>;

export const WORDS_OF_TIME = {
  title: 'Calendar',
  text:
    'It counts in games with a day or more for each decision, but not in competitions. Others do not see it: they only ' +
    'see when your time is up, and why it is later.',
  zone: 'Time zone',
  days: 'Days on which you play (two or more)',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  hasQuiet: 'Quiet hours: no notifications and no deadlines',
  from: 'From',
  to: 'To',
  reminder: 'Reminder before a deadline',
  reminders: {
    usual: 'when a quarter of the time is left',
    none: 'none',
    before: (seconds: number) => `${durationOf(seconds)} before`,
  },
  unknownZone: 'This time zone is unknown. Write it like Europe/Berlin.',
  fewDays: 'Choose two or more days on which you play.',
  save: 'Save this calendar',
  saved: 'Saved. It counts from your next decision on.',
  vacations: 'Vacations',
  vacationsText: 'Days begin and end in the time zone of your saved calendar.',
  none: 'You have none.',
  left: (n: number, year: number) => `${counted(n, 'day')} left in ${year}`,
  first: 'First day',
  last: 'Last day',
  take: 'Take a vacation',
  end: (from: string) => `End the vacation of ${from}`,
  endMeans: 'It ends today, or does not begin. Deadlines that it moved go back.',
  moreTime: 'More time',
  until: (who: string, when: string) => `${who} has until ${when}.`,
  because: {
    vacation: 'Later for a vacation.',
    daysOff: 'Later for days off.',
    quietHours: 'Later for quiet hours.',
    vacationEnded: 'Back early from a vacation.',
    agreed: 'Later, because all others agreed.',
  } satisfies Record<Because, string>,
  asked: (who: string, seconds: number) => `${durationOf(seconds)} more for ${who}: not everyone has agreed yet.`,
  agree: (who: string, seconds: number) => `Give ${who} ${durationOf(seconds)} more`,
  ask: (who: string | null) => (who === null ? 'Ask for more time' : `Ask for more time for ${who}`),
  grant: (who: string) => `Give ${who} more time`,
  howMuch: 'How much more',
  amount: durationOf,
};
