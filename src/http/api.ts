import type { FastifyInstance } from 'fastify';
import { actionOperations } from './resources/actions.ts';
import { analysisOperations } from './resources/analyses.ts';
import { calendarOperations } from './resources/calendar.ts';
import { chatOperations } from './resources/chat.ts';
import { entryOperations } from './resources/competition-entries.ts';
import { competitionEventOperations } from './resources/competition-events.ts';
import { scheduleOperations } from './resources/competition-schedule.ts';
import { competitionOperations } from './resources/competitions.ts';
import { eventOperations } from './resources/events.ts';
import { fairnessOperations } from './resources/fairness.ts';
import { gameOperations } from './resources/games.ts';
import { notificationOperations, oneClickOperations, takeOneClicks } from './resources/notifications.ts';
import { healthOperations } from './resources/operations.ts';
import { planOperations } from './resources/plans.ts';
import { playerOperations, recordOperations } from './resources/players.ts';
import { positionOperations } from './resources/positions.ts';
import { playerRatingOperations, ratingOperations } from './resources/ratings.ts';
import { rulesetOperations } from './resources/rulesets.ts';
import { seatOperations } from './resources/seats.ts';
import { seekOperations } from './resources/seeks.ts';
import { takebackOperations } from './resources/takebacks.ts';
import { tokenOperations } from './resources/tokens.ts';
import { turnOperations } from './resources/turns.ts';
import type { Services } from './services.ts';

const API = [
  rulesetOperations,
  gameOperations,
  actionOperations,
  eventOperations,
  turnOperations,
  seatOperations,
  planOperations,
  takebackOperations,
  positionOperations,
  fairnessOperations,
  analysisOperations,
  seekOperations,
  playerOperations,
  tokenOperations,
  recordOperations,
  calendarOperations,
  chatOperations,
  notificationOperations,
  ratingOperations,
  playerRatingOperations,
  competitionOperations,
  entryOperations,
  scheduleOperations,
  competitionEventOperations,
  healthOperations,
];

export function serveApi(app: FastifyInstance, services: Services): void {
  for (const route of API.flatMap((resource) => resource(services))) app.route(route);
  app.register(async (scope) => {
    takeOneClicks(scope);
    for (const route of oneClickOperations(services)) scope.route(route);
  });
}
