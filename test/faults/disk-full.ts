import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kept-program.ts';
import { Server } from '../process/server.ts';
import { withDatabase, withoutPostgres } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import { fillUp, mount, unmount, withoutDisk } from './small-disk.ts';

const DISK = '256m';
const FILLS: Record<Form, number> = { long: 8, short: 2 };
const MOVES_BETWEEN = 80;
const FULL_MS = 2_500;

function diskFullOn(database: 'embedded' | 'postgres'): Fault {
  return {
    name: `disk-full-${database}`,
    leftOut: () => (database === 'postgres' ? withoutPostgres() : null) ?? withoutDisk(),
    run: (form) =>
      withSmallDisk((disk) => withDatabase(database, (settings) => fillUnderLoad(disk, settings, FILLS[form]))),
  };
}

async function withSmallDisk<T>(use: (disk: string) => Promise<T>): Promise<T> {
  const disk = mkdtempSync(join(tmpdir(), 'croupier-disk-'));
  const before = process.env.TMPDIR;
  if (!mount(disk, DISK)) throw new Error('the disk cannot be mounted');
  process.env.TMPDIR = disk;
  try {
    return await use(disk);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    unmount(disk);
    rmSync(disk, { recursive: true });
  }
}

async function fillUnderLoad(disk: string, settings: Record<string, string>, fills: number): Promise<Report> {
  const own = { ...settings, LOG_LEVEL: 'fatal', PORT: String(await freePort()) };
  const keeper = await KeptServer.start(own);
  const ballast = join(disk, 'ballast');
  const [findings, load] = await Load.around(
    () => [keeper.url],
    async (load) => {
      for (let fill = 0; fill < fills; fill++) {
        await load.moved(MOVES_BETWEEN);
        fillUp(ballast);
        await sleep(FULL_MS);
        rmSync(ballast);
      }
      await load.moved(MOVES_BETWEEN);
    },
  );
  await keeper.stop();
  const done = `full ${fills} times, server ended by it ${keeper.starts - 1} times, ${load.weather.unanswered} calls sent again`;
  return { ...findings, done };
}

class KeptServer {
  readonly #settings: Record<string, string>;
  readonly url: string;
  #server: Server;
  #stopping = false;
  readonly #keeping: Promise<void>;
  starts = 1;

  private constructor(settings: Record<string, string>, server: Server) {
    this.#settings = settings;
    this.#server = server;
    this.url = server.url;
    this.#keeping = this.#keep();
  }

  static async start(settings: Record<string, string>): Promise<KeptServer> {
    return new KeptServer(settings, await Server.start(settings));
  }

  async #keep(): Promise<void> {
    for (;;) {
      await this.#server.ended();
      if (this.#stopping) return;
      await sleep(200);
      this.#server = await Server.launch(this.#settings);
      this.starts++;
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#server.stop();
    await this.#keeping;
  }
}

export const diskFull: readonly Fault[] = [diskFullOn('embedded'), diskFullOn('postgres')];
