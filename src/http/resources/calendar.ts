import type { Static } from '@sinclair/typebox';
import {
  CalendarSchema,
  calendarIn,
  calendarView,
  NewCalendar,
  NewVacation,
  Vacation,
} from '../../games/calendar/calendar.ts';
import { VacationList } from '../../games/calendar/calendars.ts';
import { get, post, put, remove, resource, whenDone } from '../server/operation.ts';

export const calendarOperations = resource('players', ({ gameService: { calendars } }) => [
  get('/v1/me/calendar', {
    id: 'getCalendar',
    summary: 'Read your calendar',
    about: 'When you have time. Who has said nothing plays whenever it is their turn, by the clocks of UTC.',
    access: 'player',
    answers: CalendarSchema,
    handle: async ({ player }) => calendarView(await calendars.of(player.id)),
  }),

  put('/v1/me/calendar', {
    id: 'putCalendar',
    summary: 'Set your calendar',
    about:
      'In games with a clock of a day or more per action, but not in those of competitions, days on which you do not play stop ' +
      'your clock, and a deadline that would fall into your quiet hours is their end. That counts for decisions that open from now ' +
      'on; what waits for you already keeps its deadline. Reminders and quiet hours for notifications change at once. Days and hours can ' +
      'be changed twelve times within 30 days.',
    access: 'player',
    body: NewCalendar,
    answers: CalendarSchema,
    refuses: ['cap-reached'],
    handle: async ({ player, body }) => {
      const set = await calendars.set(player.id, calendarIn(body as Static<typeof NewCalendar>));
      return whenDone(set, calendarView);
    },
  }),

  get('/v1/me/vacations', {
    id: 'listVacations',
    summary: 'List your vacations',
    about: 'Your vacations of this year and later, and how many days you may take.',
    access: 'player',
    answers: VacationList,
    handle: ({ player }) => calendars.vacations(player.id),
  }),

  post('/v1/me/vacations', {
    id: 'takeVacation',
    summary: 'Take a vacation',
    about:
      'From the first moment of `from` to the last of `to` your clocks stand still in games with a clock of a day or more per ' +
      'action, but not in those of competitions: also for what waits for you already, whose deadlines are moved within seconds. ' +
      'The others see the deadline, and that it is for a vacation; nothing else. You have 30 days in a calendar year, unless the ' +
      'house has set another number. Who has called off twelve within 30 days takes no other for the rest of them.',
    access: 'player',
    key: 'plain',
    body: NewVacation,
    answers: Vacation,
    status: 201,
    refuses: ['cap-reached', 'vacation-overlaps'],
    handle: async ({ player, body, idempotent }, reply) => {
      const taken = await calendars.takeVacation(player.id, body as Static<typeof NewVacation>, idempotent);
      if (taken.ok) reply.header('location', `/v1/me/vacations/${taken.value.id}`);
      return taken;
    },
  }),

  remove('/v1/me/vacations/:vacationId', {
    id: 'endVacation',
    summary: 'End a vacation, or call it off',
    about:
      'One that has not begun is gone; one that is running ends with today. The days that are left can be taken again, and ' +
      'deadlines that were moved for them move back: you keep the time that you had, and an hour at least.',
    access: 'player',
    answers: VacationList,
    handle: ({ player, params }) => calendars.endVacation(player.id, params.vacationId),
  }),
]);
