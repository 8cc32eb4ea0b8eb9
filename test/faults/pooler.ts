import { findPgBouncer, PgBouncer, type PoolMode } from '../pgbouncer.ts';
import { withoutPostgres, withPostgres, withServers } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';

const MOVES: Record<Form, number> = { long: 2_000, short: 200 };

/** Two servers share a PgBouncer that has fewer connections than they need. All calls must succeed at the first try. */
function poolerIn(mode: Exclude<PoolMode, 'statement'>): Fault {
  return {
    name: `pooler-${mode}`,
    leftOut: () => withoutPostgres() ?? (findPgBouncer() === null ? 'there is no pgbouncer on this machine' : null),
    run: (form) =>
      withPostgres(async ({ url }) => {
        const pooler = await PgBouncer.before(url);
        try {
          const around = mode === 'transaction' ? { DATABASE_LISTEN_URL: url } : undefined;
          const settings = { DATABASE_URL: pooler.url(mode), ...around };
          return await withServers(2, settings, (servers) => play(servers, MOVES[form], mode));
        } finally {
          await pooler.remove();
        }
      }),
  };
}

async function play(servers: () => string[], moves: number, mode: PoolMode): Promise<Report> {
  const [findings, load] = await Load.around(servers, (load) => load.moved(moves));
  const { unanswered } = load.weather;
  if (unanswered > 0) findings.unexplained.push(`${unanswered} calls were sent again`);
  return { ...findings, done: `two servers behind PgBouncer in ${mode} mode, ${unanswered} calls sent again` };
}

export const POOLERS: readonly Fault[] = [poolerIn('session'), poolerIn('transaction')];
