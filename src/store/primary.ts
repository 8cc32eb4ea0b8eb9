import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Fixable, innermostMessage, StoreUnavailable } from './failures.ts';

export const CONNECT_MS = 3_000;
const ANSWER_MS = 3_000;
/** After one host accepts writes, the others get this long to answer, because one of them may be the newer primary. */
const GRACE_MS = 1_000;
const LOOK_AGAIN_MS = 200;

/** The code of the error with which a standby rejects a write. */
const READ_ONLY = '25006';

/** Asks a host for its role and timeline, eight hexadecimal digits. Each promotion starts a higher timeline. */
const ROLE = `
  select current_setting('transaction_read_only')::boolean as "readOnly",
    case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;
/** A single host needs no timeline, and not all PostgreSQL-compatible databases have one. */
const ROLE_OF_ONE = `select current_setting('transaction_read_only')::boolean as "readOnly", '' as timeline`;

interface Role {
  readOnly: boolean;
  timeline: string | null;
}

export class PrimaryClient extends pg.Client {
  constructor(primary: Primary, config: pg.ClientConfig = {}) {
    super({ ...config, connectionString: primary.url, keepAlive: true, stream: () => primary.socket() });
    this.on('error', () => {}); // waiting queries receive the error too
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) primary.leave();
    });
  }
}

/** Finds the host that accepts writes. When a connection breaks, fails or becomes read-only, asks all hosts again until
 * one accepts writes. Then closes the connections to the other hosts, so that their owners connect again. */
export class Primary {
  readonly #hosts: DatabaseHost[];
  readonly #onChange: (host: string) => void;
  readonly #sockets = new Map<Socket, DatabaseHost>();
  #current: DatabaseHost;
  #newestTimeline = '';
  #searching: Promise<void> | null = null;
  #closed = false;

  private constructor(url: string, onChange: (host: string) => void) {
    this.#hosts = hostsIn(url);
    this.#current = this.#hosts[0] as DatabaseHost;
    this.#onChange = onChange;
  }

  /** Throws `DatabaseUrlError`, or `StoreUnavailable` if no host accepts writes. Calls `onChange` after failovers. */
  static async find(url: string, onChange: (host: string) => void = () => {}): Promise<Primary> {
    const primary = new Primary(url, onChange);
    primary.#current = await primary.#look();
    return primary;
  }

  get url(): string {
    return this.#current.url;
  }

  socket(): Socket {
    const socket = new Socket();
    let endedHere = false;
    const end = () => {
      if (!endedHere) this.#search();
    };
    socket.once('finish', () => {
      endedHere = true;
    });
    socket.once('end', end);
    socket.once('close', end);
    for (const known of this.#sockets.keys()) if (known.destroyed) this.#sockets.delete(known);
    this.#sockets.set(socket, this.#current);
    return socket;
  }

  async check(client: pg.ClientBase): Promise<void> {
    const notReadyReason = this.#notReadyReason(await this.#roleOf(client));
    if (notReadyReason === null) return;
    this.leave();
    throw new StoreUnavailable(`the database accepts no writes: ${notReadyReason}`, { trouble: 'readOnly' });
  }

  /** Closes all connections, even those that only read, and searches for the primary. */
  leave(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
    this.#search();
  }

  close(): void {
    this.#closed = true;
  }

  #search(): void {
    if (this.#closed) return;
    this.#searching ??= this.#searchOn().finally(() => {
      this.#searching = null;
    });
  }

  async #searchOn(): Promise<void> {
    while (!this.#closed) {
      const found = await this.#look().catch(() => null);
      if (found !== null) return this.#turnTo(found);
      await sleep(LOOK_AGAIN_MS, undefined, { ref: false });
    }
  }

  #turnTo(found: DatabaseHost): void {
    if (found === this.#current) return;
    this.#current = found;
    for (const [socket, host] of this.#sockets) if (host !== found) socket.destroy();
    this.#onChange(found.name);
  }

  /** Returns the primary: of several hosts that accept writes, the one with the newest timeline. */
  async #look(): Promise<DatabaseHost> {
    const found: { host: DatabaseHost; timeline: string }[] = [];
    const reasons: string[] = [];
    const asked = this.#hosts.map(async (host) => {
      const role = await this.#ask(host).catch(innermostMessage);
      const notReadyReason = typeof role === 'string' ? role : this.#notReadyReason(role);
      if (typeof role === 'string' || notReadyReason !== null) reasons.push(`${host.name}: ${notReadyReason}`);
      else found.push({ host, timeline: role.timeline ?? '' });
      if (notReadyReason !== null) throw new Error(notReadyReason);
    });
    await Promise.any(asked).catch(() => {});
    await Promise.race([Promise.allSettled(asked), sleep(GRACE_MS, undefined, { ref: false })]);
    const [newest] = found.sort((one, other) => (one.timeline < other.timeline ? 1 : -1));
    if (newest === undefined) throw new StoreUnavailable(`the database is not available: ${reasons.join('; ')}`);
    this.#newestTimeline = newest.timeline;
    return newest.host;
  }

  async #ask({ url }: DatabaseHost): Promise<Role> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => {}); // waiting queries receive the error too
    try {
      await client.connect();
      return await this.#roleOf(client);
    } finally {
      client.end().catch(() => {});
    }
  }

  async #roleOf(client: pg.ClientBase): Promise<Role> {
    const { rows } = await client.query<Role>(this.#hosts.length === 1 ? ROLE_OF_ONE : ROLE);
    return rows[0] as Role;
  }

  /** Returns why a host with this role is not the primary; null: it is the primary. */
  #notReadyReason({ readOnly, timeline }: Role): string | null {
    if (readOnly || timeline === null) return 'it is read-only';
    if (timeline >= this.#newestTimeline) return null;
    return `another server took over: the timeline here, ${timeline}, is older than ${this.#newestTimeline}`;
  }
}

export interface DatabaseHost {
  name: string;
  url: string;
}

/** Thrown for an invalid URL. The message never contains its password. */
export class DatabaseUrlError extends Fixable {}

const DEFAULT_PORT = 5432;
const HIGHEST_PORT = 65_535;
const ENCODED = 'percent-encode special characters in its user and password';
const FORM = 'write several hosts as postgresql://user:password@host1:5432,host2:5432/database';
/** Parameters of Prisma that are rejected, because they would have no effect here. */
const PRISMAS = /^(schema|connection_limit|pool_timeout|pgbouncer|socket_timeout|statement_cache_size)=/;
/** The valid modes. The drivers would treat any other as `verify-full`. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
const WRITES = ['read-write', 'primary'];

/** Splits a libpq URL of several hosts into one URL for each. Throws `DatabaseUrlError`. */
export function hostsIn(url: string): DatabaseHost[] {
  const [, scheme = '', authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === '') throw new DatabaseUrlError('must begin with postgresql://');
  const login = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(login.length).split(',');
  const tail = withoutTarget(rest, hosts.length);
  return hosts.map((host) => {
    const at = hosts.length === 1 ? host : `${host}${portIn(host) === null ? `:${DEFAULT_PORT}` : ''}`;
    const alone = `${scheme}${login}${at}${tail}`;
    return { name: nameOf(alone), url: alone };
  });
}

function withoutTarget(rest: string, hosts: number): string {
  if (rest.includes('#')) throw new DatabaseUrlError(`must not contain #: ${ENCODED}`);
  const [path = '', ...query] = rest.split('?');
  const parameters = query.join('?').split('&');
  const given = (name: string) => parameters.find((parameter) => parameter.startsWith(`${name}=`))?.split('=')[1];
  const target = given('target_session_attrs');
  if (target !== undefined && !WRITES.includes(target)) {
    throw new DatabaseUrlError(
      'must lead to a server that accepts writes: set target_session_attrs=read-write, or remove this parameter',
    );
  }
  const mode = given('sslmode');
  if (mode !== undefined && !SSL_MODES.includes(mode)) {
    throw new DatabaseUrlError(`has an unknown sslmode: use one of ${SSL_MODES.join(', ')}`);
  }
  const [, strange] = parameters.map((parameter) => PRISMAS.exec(parameter)).find((match) => match !== null) ?? [];
  if (strange !== undefined) {
    throw new DatabaseUrlError(`has the parameter ${strange}, which has no effect here: remove it`);
  }
  const listed = parameters.some((parameter) => /^(host|hostaddr|port)=.*(,|%2c)/i.test(parameter));
  const twice = hosts > 1 && parameters.some((parameter) => /^(host|hostaddr|port)=/.test(parameter));
  if (listed || twice) throw new DatabaseUrlError(`has hosts in its parameters: ${FORM}`);
  const kept = parameters.filter((parameter) => parameter !== '' && !parameter.startsWith('target_session_attrs='));
  if (!given('uselibpqcompat')) kept.splice(0, kept.length, ...kept.map(withoutWarning));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/** Replaces modes that the driver treats as `verify-full` by this mode, so that the driver prints no warning. */
function withoutWarning(parameter: string): string {
  return parameter.replace(/^sslmode=(prefer|require|verify-ca)$/, 'sslmode=verify-full');
}

function portIn(host: string): number | null {
  const [whole, port] = /^(?:\[[\da-f:.]+\]|[^:[\]]+)(?::(\d+))?$/i.exec(host) ?? [];
  const fits = port === undefined || (Number(port) > 0 && Number(port) <= HIGHEST_PORT);
  if (whole === undefined || !fits) throw new DatabaseUrlError(`has an invalid host or port: ${FORM}; ${ENCODED}`);
  return port === undefined ? null : Number(port);
}

function nameOf(url: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  } catch (error) {
    // an error with a path comes from reading the certificates that the URL names
    const { path } = error as NodeJS.ErrnoException;
    throw new DatabaseUrlError(
      path === undefined ? `is not a valid URL: ${ENCODED}` : `names a file that the server cannot read: ${path}`,
    );
  }
}
