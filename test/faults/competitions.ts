import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '../process/server.ts';
import { auditCompetitions } from './competition-audit.ts';
import { CompetitionLoad } from './competition-load.ts';
import { withoutPostgres, withPostgres } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';

const KILLS: Record<Form, number> = { long: 100, short: 4 };
const SERVERS = 2;
const PHASES = 7;

export const competitions: Fault = {
  name: 'competitions',
  leftOut: withoutPostgres,
  run: (form) => withPostgres((database) => killedWhileDirecting(database, KILLS[form])),
};

interface Database {
  url: string;
  ask(sql: string): Promise<Record<string, unknown>[]>;
}

async function killedWhileDirecting(database: Database, kills: number): Promise<Report> {
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => Server.start(settings)));
  const load = new CompetitionLoad(() => servers.map(({ url }) => url));
  try {
    await load.start();
    for (let kill = 1; kill <= kills; kill++) {
      await load.directed();
      await sleep((kill % PHASES) * 3);
      const one = kill % SERVERS;
      await servers[one]?.stop('SIGKILL');
      servers[one] = await Server.start(settings);
    }
    await load.finish();
    const findings = await auditCompetitions(load, () => (servers[0] as Server).url, database);
    const { competitions: many, weather } = load;
    const done = `${kills} × SIGKILL of one of two servers, ${many.length} competitions of every format, ${weather.unanswered} calls sent again`;
    return { ...findings, done };
  } finally {
    load.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
}
