import { Server } from '../process/server.ts';
import { withoutPostgres, withPostgres } from './databases.ts';
import type { Fault, Form } from './fault.ts';
import { Load } from './load.ts';

const MOVES: Record<Form, number> = { long: 8_000, short: 400 };
const VANISHING = 1 / 3;

/** Two servers on one database, the seats of each game playing through both at once. */
export const twoServers: Fault = {
  name: 'two-servers',
  leftOut: withoutPostgres,
  run: (form) =>
    withPostgres(async ({ url }) => {
      const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
      const servers = await Promise.all([Server.start(settings), Server.start(settings)]);
      const urls = () => servers.map((server) => server.url);
      const [findings] = await Load.around(urls, (load) => load.moved(MOVES[form]));
      await Promise.all(servers.map((server) => server.stop()));
      return { ...findings, done: 'each game through two servers' };
    }),
};

/** A third of all moves is sent by somebody who is gone before the answer, and then sent again by them. */
export const vanishingClients: Fault = {
  name: 'vanishing-clients',
  leftOut: withoutPostgres,
  run: (form) =>
    withPostgres(async ({ url }) => {
      const server = await Server.start({ DATABASE_URL: url, LOG_LEVEL: 'warn' });
      const urls = () => [server.url];
      const [findings, load] = await Load.around(urls, (load) => load.moved(MOVES[form]), VANISHING);
      await server.stop();
      return { ...findings, done: `${load.weather.vanished} connections broken off after sending` };
    }),
};
