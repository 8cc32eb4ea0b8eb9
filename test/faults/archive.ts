import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PostgresServer } from '../postgres.ts';
import type { Findings } from './audit.ts';
import { withoutPostgres, withPostgres, withServers } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import type { Servers } from './patient-caller.ts';

const CHILD = fileURLToPath(new URL('./archive-until-killed.mjs', import.meta.url));
const ADMIN = fileURLToPath(new URL('../../dist/cli/admin.js', import.meta.url));
interface Extent {
  kills: number;
  /** before each of them */
  moves: number;
  /** two processes archive without a pause, so each second of it costs two of processor time */
  longestLifeMs: number;
}

const EXTENTS: Record<Form, Extent> = {
  long: { kills: 60, moves: 25, longestLifeMs: 1_500 },
  short: { kills: 5, moves: 10, longestLifeMs: 400 },
};
const OVER_AT_FIRST = 3;
const READ_MS = 40;

/** SIGKILL of who archives and restores, at any moment, while another does too and two servers play and read. */
export const archive: Fault = {
  name: 'archive',
  leftOut: withoutPostgres,
  run: (form) =>
    withPostgres(async (database) => {
      const folder = mkdtempSync(join(tmpdir(), 'croupier-archive-'));
      // few games in memory, so that the others are read from wherever they are
      const settings = { DATABASE_URL: database.url, ARCHIVE_DIR: folder, LIVE_GAMES: '10' };
      try {
        return await withServers(2, settings, (servers) => killed(database, folder, servers, EXTENTS[form]));
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
};

async function killed(database: PostgresServer, folder: string, servers: Servers, extent: Extent): Promise<Report> {
  const { kills, moves, longestLifeMs } = extent;
  const found: Found = { lost: new Set(), twice: new Set(), unexplained: new Set() };
  const stop = new AbortController();
  const readers = servers().map((url) => new Reader(url, database, found));
  const [findings] = await Load.around(servers, async (load) => {
    while ((await overIn(database)).length < OVER_AT_FIRST) await load.moved(moves);
    const reading = Promise.all(readers.map((reader) => reader.read(stop.signal)));
    const archivists = [await Archivist.begin(database.url, folder), await Archivist.begin(database.url, folder)];
    for (let kill = 0; kill < kills; kill++) {
      await load.moved(moves);
      await sleep(Math.random() * longestLifeMs);
      const trouble = await (archivists[kill % 2] as Archivist).kill();
      if (trouble !== '') found.unexplained.add(trouble);
      await lookAtPlaces(database, found);
      archivists[kill % 2] = await Archivist.begin(database.url, folder);
    }
    for (const archivist of archivists) await archivist.kill();
    stop.abort();
    await reading;
  });
  await lookAtPlaces(database, found);
  const { status, stderr } = listed(database, folder);
  if (status !== 0) found.unexplained.add(`the archive is not whole: ${stderr}`);
  const reads = readers.reduce((sum, reader) => sum + reader.reads, 0);
  const done = `${kills} × SIGKILL of who archives, ${readdirSync(folder).length} files made, ${reads} transcripts read meanwhile`;
  return { ...together(findings, found), done };
}

interface Found {
  lost: Set<string>;
  twice: Set<string>;
  unexplained: Set<string>;
}

function together(findings: Findings, found: Found): Findings {
  return {
    ...findings,
    lost: [...findings.lost, ...found.lost],
    twice: [...findings.twice, ...found.twice],
    unexplained: [...findings.unexplained, ...found.unexplained],
  };
}

async function overIn(database: PostgresServer): Promise<string[]> {
  const rows = await database.ask(`select id::text from game where status in ('finished', 'aborted')`);
  return rows.map(({ id }) => String(id));
}

/** Each log is whole in one place and in no other, at any moment. */
async function lookAtPlaces(database: PostgresServer, { lost, twice }: Found): Promise<void> {
  const rows = await database.ask(`
    select game.id::text, game.version, (select count(*)::int from game_event where game_id = game.id) as events,
      archived.game_id is not null as archived,
      archived.version = game.version and archived.head is not distinct from game.head as fits
    from game left join archived_game as archived on archived.game_id = game.id`);
  for (const { id, version, events, archived, fits } of rows) {
    if (archived ? !fits : events !== version)
      lost.add(`${id}: ${events} of ${version} entries, archived: ${archived}`);
    if (archived && events !== 0) twice.add(`${id}: ${events} entries beside the archive`);
  }
}

function listed(database: PostgresServer, folder: string) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATABASE_URL: database.url, ARCHIVE_DIR: folder };
  return spawnSync(process.execPath, [ADMIN, 'archive'], { env, encoding: 'utf8' });
}

/** Reads games that are over from one server, and remembers their heads. */
class Reader {
  readonly #url: string;
  readonly #database: PostgresServer;
  readonly #found: Found;
  readonly #heads = new Map<string, string>();
  reads = 0;

  constructor(url: string, database: PostgresServer, found: Found) {
    this.#url = url;
    this.#database = database;
    this.#found = found;
  }

  async read(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      for (const id of await overIn(this.#database)) {
        if (stop.aborted) return;
        await this.#readOne(id);
        await sleep(READ_MS);
      }
    }
  }

  async #readOne(id: string): Promise<void> {
    const answer = await fetch(`${this.#url}/v1/games/${id}/transcript`);
    const { log } = (await answer.json()) as { log?: { head: string }[] };
    const head = log?.at(-1)?.head ?? `none, but ${answer.status}`;
    const known = this.#heads.get(id) ?? head;
    this.#heads.set(id, known);
    this.reads++;
    if (!answer.ok || head !== known) this.#found.unexplained.add(`${id} is read as ${head} after ${known}`);
  }
}

/** A process that archives and restores until it is killed. */
class Archivist {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #complaints = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.on('data', (data) => {
      this.#complaints += data;
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill); // whatever fails leaves none behind
    this.#closed = once(child, 'close').then(() => process.off('exit', kill));
  }

  static async begin(url: string, folder: string): Promise<Archivist> {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [CHILD, url, folder], { env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
    const archivist = new Archivist(child);
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), archivist.#closed]);
    return archivist;
  }

  /** What it complained of before; nothing, else. */
  async kill(): Promise<string> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    return this.#complaints;
  }
}
