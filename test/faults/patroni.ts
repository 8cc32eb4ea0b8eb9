import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram, freePort, KeptProgram, ownDirectory } from '../kept-program.ts';
import { findPostgres } from '../postgres.ts';

const CONFIGURATION = fileURLToPath(new URL('../../deploy/ha/patroni.yml', import.meta.url));
const HAPROXY = fileURLToPath(new URL('../../deploy/ha/haproxy.cfg', import.meta.url));
const PROGRAMS = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };
const NODES = [1, 2, 3];
const LOOK_MS = 200;
const PATIENCE_MS = 180_000;
const PASSWORD = 'of-this-run';

export function withoutPatroni(): string | null {
  const missing = Object.entries(PROGRAMS).filter(([program]) => findProgram(program) === null);
  if (missing.length === 0) return null;
  return `there is no ${missing.map(([, name]) => name).join(', ')} on this machine (Debian's packages of these names)`;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

interface Node {
  name: string;
  data: string;
  postgresPort: number;
  restPort: number;
  program: KeptProgram;
}

export class Cluster {
  readonly #etcd: KeptProgram;
  readonly #nodes: Node[] = [];
  #haproxy: KeptProgram | null = null;
  #haproxyPort = 0;

  private constructor(etcd: KeptProgram) {
    this.#etcd = etcd;
  }

  static async start(): Promise<Cluster> {
    const [client, peer] = [await freePort(), await freePort()];
    const cluster = new Cluster(etcdAt(client, peer));
    try {
      await cluster.#etcd.start(() => isOk(`http://127.0.0.1:${client}/health`));
      for (const nth of NODES) cluster.#nodes.push(await nodeOf(nth, client));
      for (const node of cluster.#nodes) await cluster.#startNode(node);
      await cluster.whole();
      await cluster.#startHaproxy();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get url(): string {
    const hosts = this.#nodes.map(({ postgresPort }) => `127.0.0.1:${postgresPort}`).join(',');
    return `postgresql://croupier:${PASSWORD}@${hosts}/croupier?target_session_attrs=read-write`;
  }

  get haproxyUrl(): string {
    return `postgresql://croupier:${PASSWORD}@127.0.0.1:${this.#haproxyPort}/croupier`;
  }

  /** Kills the primary and its Patroni as a power cut would. Returns its name. */
  async killPrimary(): Promise<string> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader');
    const node = this.#nodes.find(({ name }) => name === leader?.name);
    if (node === undefined) throw new Error('there is no primary to kill');
    const stopped = node.program.stop('KILL');
    for (const pid of processesOf(node.data)) kill(pid);
    await stopped;
    for (const pid of processesOf(node.data)) kill(pid);
    return node.name;
  }

  /** Makes another node the primary, like `patronictl switchover`. Returns the name of the old primary. */
  async switchOver(): Promise<string> {
    const leader = await this.whole();
    const node = this.#nodes.find(({ name }) => name === leader);
    const answer = await fetch(`http://127.0.0.1:${node?.restPort}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader }),
    });
    if (!answer.ok) throw new Error(`the switchover was refused: ${answer.status} ${await answer.text()}`);
    return leader;
  }

  async revive(name: string): Promise<void> {
    const node = this.#nodes.find((node) => node.name === name);
    if (node !== undefined) await this.#startNode(node);
  }

  async whole(): Promise<string> {
    const patience = performance.now() + PATIENCE_MS;
    for (;;) {
      const members = await this.#members().catch(() => []);
      const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
      const following = members.filter(
        ({ role, state, timeline }) =>
          role !== 'leader' && /running|streaming/.test(state) && timeline === leader?.timeline,
      );
      const safe = members.some(({ role }) => role === 'sync_standby');
      if (leader !== undefined && following.length === NODES.length - 1 && safe) return leader.name;
      if (performance.now() > patience) throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`);
      await sleep(LOOK_MS);
    }
  }

  async stop(): Promise<void> {
    await this.#haproxy?.remove();
    await Promise.all(this.#nodes.map(({ program }) => program.remove()));
    await this.#etcd.remove();
  }

  async #startNode({ program, restPort }: Node): Promise<void> {
    await program.start(() => isAnswered(`http://127.0.0.1:${restPort}/liveness`));
  }

  async #startHaproxy(): Promise<void> {
    this.#haproxyPort = await freePort();
    const environment = [`HAPROXY_BIND=127.0.0.1:${this.#haproxyPort}`];
    for (const [i, { postgresPort, restPort }] of this.#nodes.entries()) {
      environment.push(`NODE_${i + 1}=127.0.0.1:${postgresPort}`, `NODE_${i + 1}_REST=${restPort}`);
    }
    const path = findProgram('haproxy') ?? 'haproxy';
    this.#haproxy = new KeptProgram(ownDirectory('haproxy'), ['env', ...environment, path, '-db', '-f', HAPROXY]);
    await this.#haproxy.start(async () => true);
  }

  async #members(): Promise<Member[]> {
    for (const { restPort } of this.#nodes) {
      const answer = await asked(`http://127.0.0.1:${restPort}/cluster`);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    throw new Error('no node answers');
  }
}

function etcdAt(client: number, peer: number): KeptProgram {
  const directory = ownDirectory('etcd');
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  return new KeptProgram(directory, [
    findProgram('etcd') ?? 'etcd',
    ...['--data-dir', join(directory, 'data')],
    ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
    ...[
      '--listen-peer-urls',
      peerUrl,
      '--initial-advertise-peer-urls',
      peerUrl,
      '--initial-cluster',
      `default=${peerUrl}`,
    ],
  ]);
}

async function nodeOf(nth: number, etcdPort: number): Promise<Node> {
  const directory = ownDirectory('patroni');
  const name = `node-${nth}`;
  const data = join(directory, 'data');
  const [postgresPort, restPort] = [await freePort(), await freePort()];
  const environment = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPort}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgresPort}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: findPostgres() ?? '',
    PATRONI_POSTGRESQL_PGPASS: join(directory, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    DATABASE_PASSWORD: PASSWORD,
  };
  const settings = Object.entries(environment).map(([variable, value]) => `${variable}=${value}`);
  const command = ['env', ...settings, findProgram('patroni') ?? 'patroni', CONFIGURATION];
  return { name, data, postgresPort, restPort, program: new KeptProgram(directory, command, 'KILL') };
}

function processesOf(data: string): number[] {
  try {
    const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
    return [postmaster, ...others.map(Number)];
  } catch {
    return [];
  }
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process ended by itself
  }
}

async function isOk(url: string): Promise<boolean> {
  return (await asked(url))?.ok ?? false;
}

async function isAnswered(url: string): Promise<boolean> {
  return (await asked(url)) !== null;
}

async function asked(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
}
