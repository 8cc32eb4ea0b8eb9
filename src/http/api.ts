import type { FastifyInstance } from 'fastify';
import { calendarOperations } from './resources/calendar.ts';
import { seats } from './resources/seats.ts';
import { webhookOperations } from './resources/webhooks.ts';
import type { Services } from './services.ts';

/** The API: one resource a tag, in the order of the document. */
const API = [seats, calendarOperations, webhookOperations];

export function serveApi(app: FastifyInstance, services: Services): void {
  for (const route of API.flatMap((resource) => resource(services))) app.route(route);
}
