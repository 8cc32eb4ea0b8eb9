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
    about: 'Returns when you are available. Default: always, with time zone UTC.',
    answers: CalendarSchema,
    handle: async ({ player }) => calendarView(await calendars.of(player.id)),
  }),

  put('/v1/me/calendar', {
    id: 'putCalendar',
    summary: 'Set your calendar',
    about:
      'Applies to games with a clock of a day or more per action, except in competitions. Days off stop your ' +
      'clock, and a deadline that would fall into your quiet hours moves to their end. The change applies to ' +
      'decisions that open later; open decisions keep their deadline. Reminders and quiet hours for ' +
      'notifications change at once. Days and hours can be changed 12 times in 30 days.',
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
    about: 'Returns your vacations of this year and later, and how many days you have left.',
    answers: VacationList,
    handle: ({ player }) => calendars.vacations(player.id),
  }),

  post('/v1/me/vacations', {
    id: 'takeVacation',
    summary: 'Take a vacation',
    about:
      'Your clocks stop from the start of `from` to the end of `to` in games with a clock of a day or more per ' +
      'action, except in competitions. Deadlines of open decisions move within seconds. Other players see the ' +
      'deadline and that it is for a vacation, nothing else. You have 30 days in a calendar year, unless the ' +
      'operator sets another number. After 12 cancellations within 30 days you cannot take another vacation ' +
      'until those 30 days are over.',
    body: NewVacation,
    answers: Vacation,
    status: 201,
    refuses: ['cap-reached', 'vacation-overlaps'],
    at: ({ id }) => `/v1/me/vacations/${id}`,
    handle: ({ player, body, idempotent }) =>
      calendars.takeVacation(player.id, body as Static<typeof NewVacation>, idempotent),
  }),

  remove('/v1/me/vacations/:vacationId', {
    id: 'endVacation',
    summary: 'End or cancel a vacation',
    about:
      'A vacation that has not begun is deleted; a running one ends today. Unused days can be taken again. ' +
      'Deadlines that it moved move back: you keep the time that you had, and at least an hour.',
    answers: VacationList,
    handle: ({ player, params }) => calendars.endVacation(player.id, params.vacationId),
  }),
]);
