import { withoutPostgres, withPostgres, withServers } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import type { Servers } from './patient-caller.ts';

const MOVES: Record<Form, number> = { long: 4_000, short: 400 };
const VANISHING = 1 / 3;

export const twoServers: Fault = onServers('two-servers', 2, async (servers, form) => {
  const [findings] = await Load.around(servers, (load) => load.moved(MOVES[form]));
  return { ...findings, done: 'each game through two servers' };
});

export const vanishingClients: Fault = onServers('vanishing-clients', 1, async (servers, form) => {
  const [findings, load] = await Load.around(servers, (load) => load.moved(MOVES[form]), { vanishing: VANISHING });
  return { ...findings, done: `${load.weather.vanished} connections broken off after sending` };
});

function onServers(name: string, many: number, play: (servers: Servers, form: Form) => Promise<Report>): Fault {
  return {
    name,
    leftOut: withoutPostgres,
    run: (form) =>
      withPostgres(({ url }) => withServers(many, { DATABASE_URL: url }, (servers) => play(servers, form))),
  };
}
