import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '../process/server.ts';
import { withoutPostgres, withPostgres } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import { auditRatings } from './rating-audit.ts';

const KILLS: Record<Form, number> = { long: 100, short: 4 };
const SERVERS = 2;
const MOVES_BETWEEN = 40;
const PHASES = 7;
const CLOCK = { perAction: 3600, onTimeout: 'resign' };

export const ratings: Fault = {
  name: 'ratings',
  leftOut: withoutPostgres,
  run: (form) => withPostgres((database) => killedWhileRated(database, KILLS[form])),
};

interface Database {
  url: string;
  ask(sql: string): Promise<Record<string, unknown>[]>;
}

async function killedWhileRated(database: Database, kills: number): Promise<Report> {
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => Server.start(settings)));
  try {
    const [findings, load] = await Load.around(
      () => servers.map(({ url }) => url),
      async (load) => {
        for (let kill = 1; kill <= kills; kill++) {
          await load.moved(MOVES_BETWEEN);
          await sleep((kill % PHASES) * 3);
          const one = kill % SERVERS;
          await servers[one]?.stop('SIGKILL');
          servers[one] = await Server.start(settings);
        }
      },
      { clock: CLOCK, rated: true },
    );
    const rated = await auditRatings(database, findings);
    const done = `${kills} × SIGKILL of one of two servers, ${rated} games rated, ${load.weather.unanswered} calls sent again`;
    return { ...findings, done };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
