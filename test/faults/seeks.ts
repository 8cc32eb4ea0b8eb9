import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '../process/server.ts';
import { withoutPostgres, withPostgres } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { LadderAgent } from './ladder-agent.ts';
import { PatientCaller, Weather } from './patient-caller.ts';

const KILLS: Record<Form, number> = { long: 100, short: 4 };
const SERVERS = 2;
const AGENTS = 8;
const PHASES = 7;
const LOOK_MS = 10;
const LONGEST_STANDSTILL_MS = 120_000;

const ASKED = { ruleset: 'pascals-ruin', clock: { perAction: 3600, onTimeout: 'resign' }, games: 1000 };

interface Database {
  url: string;
  ask(sql: string): Promise<Record<string, unknown>[]>;
}

/** Kills the server after a game begins, a little later each time, so that it also dies while it pairs or rates. */
export const seeks: Fault = {
  name: 'seeks',
  leftOut: withoutPostgres,
  run: (form) => withPostgres((database) => killedWhilePairing(database, KILLS[form])),
};

async function killedWhilePairing(database: Database, kills: number): Promise<Report> {
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => Server.start(settings)));
  const weather = new Weather();
  const agents = Array.from({ length: AGENTS }, () => {
    return new LadderAgent(new PatientCaller(() => servers.map(({ url }) => url), weather));
  });
  let lasts = true;
  try {
    await Promise.all(agents.map((agent, i) => agent.seek(`agent ${i}`, { ...ASKED, seats: i === 0 ? 3 : 2 })));
    const playing = Promise.all(
      agents.map((agent) =>
        agent.play(
          () => lasts,
          () => 0,
        ),
      ),
    );
    for (let kill = 1; kill <= kills; kill++) {
      await Promise.race([another(agents), playing]);
      await sleep((kill % PHASES) * 3);
      const one = kill % SERVERS;
      await servers[one]?.stop('SIGKILL');
      servers[one] = await Server.start(settings);
    }
    lasts = false;
    await playing;
    const moves = agents.reduce((sum, agent) => sum + agent.moves, 0);
    const done = `${kills} × SIGKILL of one of two servers, ${AGENTS} seeks, ${weather.unanswered} calls sent again`;
    return { ...(await audit(database)), moves, done };
  } finally {
    lasts = false;
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function another(agents: readonly LadderAgent[]): Promise<void> {
  const begun = () => agents.reduce((sum, { games }) => sum + games.length, 0);
  const before = begun();
  const until = performance.now() + LONGEST_STANDSTILL_MS;
  while (begun() === before) {
    if (performance.now() > until) throw new Error('nobody is paired');
    await sleep(LOOK_MS);
  }
}

async function audit(database: Database): Promise<Omit<Report, 'done' | 'moves'>> {
  const idsOf = async (what: string, sql: string) => (await database.ask(sql)).map(({ id }) => `${what} ${id}`);
  const [games = {}] = await database.ask('select count(*)::int as games from game');
  const orphans = await idsOf(
    'game of no seek',
    'select id from game where not exists (select from seek_game where game_id = game.id)',
  );
  const halves = await idsOf(
    'player without their seek’s game',
    `select player_id || ' ' || game_id as id from game_player
     where not exists (select from seek_game where seek_game.game_id = game_player.game_id
       and seek_game.player_id = game_player.player_id)`,
  );
  const twice = await idsOf(
    'seek in two games at once',
    `select one.seek_id as id from seek_game one
     join seek_game other on other.seek_id = one.seek_id and other.game_id > one.game_id
     join game first on first.id = one.game_id join game second on second.id = other.game_id
     where second.created_at < first.updated_at or first.status = 'playing'`,
  );
  const miscounted = await idsOf(
    'seek that counts otherwise than its games',
    `select id from seek where running <> (select count(*) from seek_game where seek_id = seek.id and not over)
       or played <> (select count(*) from seek_game join game on game.id = game_id
         where seek_id = seek.id and over and status = 'finished')`,
  );
  const unrated = await idsOf(
    'game that is over and not rated',
    `select id from game where status = 'finished' and not exists (select from rated_game where game_id = game.id)`,
  );
  return { games: Number(games.games), lost: [...orphans, ...halves, ...unrated], twice, unexplained: miscounted };
}
