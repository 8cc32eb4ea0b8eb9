import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withoutPostgres, withPostgres, withServers } from './databases.ts';
import type { Fault, Form } from './fault.ts';
import { Load } from './load.ts';

const RESTARTS: Record<Form, number> = { long: 20, short: 3 };
const CUTS: Record<Form, number> = { long: 200, short: 15 };
const MOVES_BETWEEN = 80;
const DOWN_MS = 300;
const CUT_EVERY_MS = 100;

/** Stops PostgreSQL and starts it again, in turn normally and as in a crash. The server keeps running. */
export const postgresRestarts: Fault = {
  name: 'postgres-restarts',
  leftOut: withoutPostgres,
  run: (form) =>
    withPostgres((database) =>
      withServers(1, { DATABASE_URL: database.url }, async (servers) => {
        const [findings, load] = await Load.around(servers, async (load) => {
          for (let nth = 0; nth < RESTARTS[form]; nth++) {
            await load.moved(MOVES_BETWEEN);
            await database.stop(nth % 2 === 0 ? 'INT' : 'QUIT');
            await sleep(DOWN_MS);
            await database.start();
          }
          await load.moved(MOVES_BETWEEN);
        });
        return { ...findings, done: `${RESTARTS[form]} restarts, ${load.weather.unanswered} calls sent again` };
      }),
    ),
};

export const cutConnections: Fault = {
  name: 'cut-connections',
  leftOut: withoutPostgres,
  run: (form) =>
    withPostgres(({ url }) =>
      withServers(2, { DATABASE_URL: url }, async (servers) => {
        let cut = 0;
        const [findings, load] = await Load.around(servers, async (load) => {
          cut = await cutOff(url, CUTS[form]);
          await load.moved(MOVES_BETWEEN);
        });
        return { ...findings, done: `${cut} connections cut, ${load.weather.unanswered} calls sent again` };
      }),
    ),
};

async function cutOff(url: string, times: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let cut = 0;
  for (let nth = 0; nth < times; nth++) {
    await sleep(CUT_EVERY_MS);
    const { rowCount } = await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`);
    cut += rowCount ?? 0;
  }
  await client.end();
  return cut;
}
