import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Calendar as CalendarOfPlayer } from '../../games/calendar/calendar.ts';
import { NO_CALENDAR, Vacation } from '../../games/calendar/calendar.ts';
import type { Calendars } from '../../games/calendar/calendars.ts';
import { VacationList } from '../../games/calendar/calendars.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Calendar, NewCalendar, NewVacation } from '../schemas/calendar.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';

const OWN = { tags: ['players'] };
const Params = Type.Object({ vacationId: Type.String({ format: 'uuid', description: 'The id of the vacation.' }) });

/** When the caller has time: own eyes only. */
export function calendarRoutes(app: FastifyInstance, calendars: Calendars): void {
  calendarOwnRoutes(app, calendars);
  vacationRoutes(app, calendars);
}

function calendarOwnRoutes(app: FastifyInstance, calendars: Calendars): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.get(
    '/v1/me/calendar',
    {
      config: { access: 'player', problems: ['unauthorized'] },
      schema: {
        ...OWN,
        operationId: 'getCalendar',
        summary: 'Read your calendar',
        description: 'When you have time. Who has said nothing plays whenever it is their turn, by the clocks of UTC.',
        response: { 200: { description: 'Your calendar.', ...Ref(Calendar) } },
      },
    },
    async (request) => calendarView(await calendars.of(request.player.id)),
  );

  routes.put(
    '/v1/me/calendar',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, 'cap-reached'],
      },
      schema: {
        ...OWN,
        operationId: 'putCalendar',
        summary: 'Set your calendar',
        description:
          'In games with a clock of a day or more per action, but not in those of competitions, days on which you do not play stop ' +
          'your clock, and a deadline that would fall into your quiet hours is their end. That counts for decisions that open from now ' +
          'on; what waits for you already keeps its deadline. Reminders and quiet hours for notices change at once. Days and hours can ' +
          'be changed twelve times within 30 days.',
        body: Ref(NewCalendar),
        response: { 200: { description: 'Your calendar as it is now.', ...Ref(Calendar) } },
      },
    },
    async (request, reply) => {
      const { timeZone, workingDays, quietHours, reminderSeconds } = request.body as Static<typeof NewCalendar>;
      const set = await calendars.set(request.player.id, {
        timeZone,
        workingDays: workingDays ?? NO_CALENDAR.workingDays,
        quietHours: quietHours ? { from: minutesIn(quietHours.from), to: minutesIn(quietHours.to) } : null,
        reminderSeconds: reminderSeconds ?? null,
      });
      return set.ok ? calendarView(set.value) : sendRefusal(request, reply, set.refusal);
    },
  );
}

function vacationRoutes(app: FastifyInstance, calendars: Calendars): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.get(
    '/v1/me/vacations',
    {
      config: { access: 'player', problems: ['unauthorized'] },
      schema: {
        ...OWN,
        operationId: 'listVacations',
        summary: 'List your vacations',
        description: 'Your vacations of this year and later, and how many days you may take.',
        response: { 200: { description: 'Your vacations.', ...Ref(VacationList) } },
      },
    },
    async (request) => calendars.vacations(request.player.id),
  );

  routes.post(
    '/v1/me/vacations',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, ...KEY_PROBLEMS, 'cap-reached', 'vacation-overlaps'],
      },
      schema: {
        ...OWN,
        operationId: 'takeVacation',
        summary: 'Take a vacation',
        description:
          'From the first moment of `from` to the last of `to` your clocks stand still in games with a clock of a day or more per ' +
          'action, but not in those of competitions: also for what waits for you already, whose deadlines are moved within seconds. ' +
          'The others see the deadline, and that it is for a vacation; nothing else. You have 30 days in a calendar year, unless the ' +
          'house has set another number. Who has called off twelve within 30 days takes no other for the rest of them.',
        headers: KeyHeaders,
        body: Ref(NewVacation),
        response: { 201: { description: 'The vacation.', ...Ref(Vacation) } },
      },
    },
    async (request, reply) => {
      const asked = request.body as Static<typeof NewVacation>;
      const taken = await calendars.takeVacation(request.player.id, asked, request.idempotent);
      if (!taken.ok) return sendRefusal(request, reply, taken.refusal);
      return reply.code(201).header('location', `/v1/me/vacations/${taken.value.id}`).send(taken.value);
    },
  );

  routes.delete(
    '/v1/me/vacations/:vacationId',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, 'vacation-not-found'],
      },
      schema: {
        ...OWN,
        operationId: 'endVacation',
        summary: 'End a vacation, or call it off',
        description:
          'One that has not begun is gone; one that is running ends with today. The days that are left can be taken again, and ' +
          'deadlines that were moved for them move back: you keep the time that you had, and an hour at least.',
        params: Params,
        response: { 200: { description: 'Your vacations as they are now.', ...Ref(VacationList) } },
      },
    },
    async (request, reply) => {
      const ended = await calendars.endVacation(request.player.id, request.params.vacationId);
      return ended.ok ? ended.value : sendRefusal(request, reply, ended.refusal);
    },
  );
}

function calendarView({
  timeZone,
  workingDays,
  quietHours,
  reminderSeconds,
}: CalendarOfPlayer): Static<typeof Calendar> {
  const quiet = quietHours && { from: timeText(quietHours.from), to: timeText(quietHours.to) };
  return { timeZone, workingDays: [...workingDays], quietHours: quiet, reminderSeconds };
}

function minutesIn(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
