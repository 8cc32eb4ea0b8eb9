import { Server } from '../process/server.ts';
import { withoutPostgres } from './databases.ts';
import type { Fault, Form } from './fault.ts';
import { Load } from './load.ts';
import { Cluster, withoutPatroni } from './patroni.ts';

const ROUNDS: Record<Form, number> = { long: 20, short: 2 };
const MOVES_BETWEEN = 80;
const MOVES_AFTER = 20;

/** Kills the primary of a Patroni cluster again and again. One server has the addresses of all hosts, the other one
 * only that of HAProxy. */
export const failover: Fault = {
  name: 'failover',
  leftOut: () => withoutPostgres() ?? withoutPatroni(),
  run: async (form) => {
    const rounds = Number(process.env.ROUNDS ?? ROUNDS[form]);
    const cluster = await Cluster.start();
    const servers: Server[] = [];
    try {
      for (const url of [cluster.url, cluster.haproxyUrl]) {
        servers.push(await Server.start({ LOG_LEVEL: 'error', DATABASE_URL: url }));
      }
      const seconds: number[] = [];
      let planned = 0;
      const primaries: string[] = [];
      const [findings, load] = await Load.around(
        () => servers.map(({ url }) => url),
        async (load) => {
          for (let round = 0; round < rounds; round++) {
            await load.moved(MOVES_BETWEEN);
            const killed = await cluster.killPrimary();
            const from = performance.now();
            await load.moved(MOVES_AFTER);
            seconds.push((performance.now() - from) / 1000);
            await cluster.revive(killed);
            primaries.push(await cluster.whole());
            if (primaries.at(-1) === killed) throw new Error(`${killed} was killed and is the primary still`);
            console.error(
              `  ${killed} killed, ${primaries.at(-1)} took over, played again after ${seconds.at(-1)?.toFixed(1)} s`,
            );
          }
          await load.moved(MOVES_BETWEEN);
          const before = await cluster.switchOver();
          const from = performance.now();
          await load.moved(MOVES_AFTER);
          planned = (performance.now() - from) / 1000;
          if ((await cluster.whole()) === before) throw new Error(`${before} handed over and is the primary still`);
          await load.moved(MOVES_BETWEEN);
        },
      );
      const sorted = seconds.toSorted((a, b) => a - b);
      const times = `played again after ${sorted[Math.floor(rounds / 2)]?.toFixed(1)} s (median), ${sorted.at(-1)?.toFixed(1)} s at most`;
      const handover = `after a planned switchover in ${planned.toFixed(1)} s`;
      const again = `${load.weather.unanswered} calls sent again`;
      return { ...findings, done: `${rounds} primaries killed: ${times}; ${handover}; ${again}` };
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await cluster.stop();
    }
  },
};
