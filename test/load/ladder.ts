import { parseArgs } from 'node:util';
import { withDatabase } from '../faults/databases.ts';
import { LadderAgent, type SeenWait } from '../faults/ladder-agent.ts';
import { PatientCaller, Weather } from '../faults/patient-caller.ts';
import { findPostgres } from '../postgres.ts';
import { Server } from '../process/server.ts';

const OPTIONS = {
  agents: { type: 'string', default: '64' },
  seconds: { type: 'string', default: '30' },
  short: { type: 'boolean', default: false },
} as const;
const SHORT = { agents: '16', seconds: '8' };
const SETTINGS = { LOG_LEVEL: 'warn', RATE_LIMIT: 'off', REGISTRATION_LIMIT: 'off' };
const ASKED = {
  ruleset: 'pascals-ruin',
  clock: { perAction: 600, onTimeout: 'resign' },
  games: 1000,
};
const THINK_MS = 1_000;
const GOAL_MS = 1_000;
const UNTOLD_MS = 1_000;

export async function ladder(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { agents: many, seconds } = values.short ? { ...values, ...SHORT } : values;
  return withDatabase(findPostgres() === null ? 'embedded' : 'postgres', async (settings) => {
    const server = await Server.start({ ...settings, ...SETTINGS });
    const weather = new Weather();
    const agents = Array.from({ length: Number(many) }, () => {
      return new LadderAgent(new PatientCaller(() => [server.url], weather));
    });
    await Promise.all(agents.map((agent, i) => agent.seek(`agent ${i}`, ASKED)));
    const until = performance.now() + Number(seconds) * 1000;
    const thinkMs = () => Math.random() * 2 * THINK_MS;
    await Promise.all(agents.map((agent) => agent.play(() => performance.now() < until, thinkMs)));
    await server.stop();
    const games = new Set(agents.flatMap((agent) => agent.games)).size;
    console.log(`${many} agents, ${games} games in ${seconds} s`);
    return judged(agents.flatMap(({ waits }) => waits)) ? 0 : 1;
  });
}

function judged(waits: readonly SeenWait[]): boolean {
  const times = waits.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  console.log(`waits for a game: ${times.length}, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`);
  const told = new Map<string, number>();
  for (const { because } of waits) told.set(because ?? 'at once', (told.get(because ?? 'at once') ?? 0) + 1);
  console.log([...told].map(([because, times]) => `${because} ${times}`).join(', '));
  const untold = waits.filter(({ ms, because }) => because === null && ms > UNTOLD_MS).length;
  console.log(`${untold} waited for more than a second and were not told why`);
  return times.length > 0 && at(0.95) < GOAL_MS && untold === 0;
}
