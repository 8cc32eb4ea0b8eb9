import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kept-program.ts';
import { Server } from '../process/server.ts';
import { withDatabase, withoutPostgres } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';

const KILLS: Record<Form, number> = { long: 100, short: 4 };
const MOVES_BETWEEN = 60;
const PHASES = 7;

function killOn(database: 'embedded' | 'postgres'): Fault {
  return {
    name: `kill-${database}`,
    leftOut: () => (database === 'postgres' ? withoutPostgres() : null),
    run: (form) => withDatabase(database, (settings) => killUnderLoad(settings, KILLS[form])),
  };
}

async function killUnderLoad(settings: Record<string, string>, kills: number): Promise<Report> {
  const own = { ...settings, LOG_LEVEL: 'warn', PORT: String(await freePort()) };
  let server = await Server.start(own);
  const [findings, load] = await Load.around(
    () => [server.url],
    async (load) => {
      for (let kill = 1; kill <= kills; kill++) {
        await load.moved(MOVES_BETWEEN);
        await sleep((kill % PHASES) * 3);
        await server.stop('SIGKILL');
        server = await Server.start(own);
      }
    },
  );
  await server.stop();
  return { ...findings, done: `${kills} × SIGKILL, ${load.weather.unanswered} calls sent again` };
}

export const KILLS_ON_EITHER: readonly Fault[] = [killOn('embedded'), killOn('postgres')];
