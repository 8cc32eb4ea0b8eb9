import pg from 'pg';

/** One of the hosts that a database's URL names. */
export interface DatabaseHost {
  /** as it is told to operators, without user and password */
  name: string;
  /** the URL of the database on this host alone */
  url: string;
}

/** A database's URL that leads nowhere; the message says what is wrong with it and never repeats its password. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError';
}

const DEFAULT_PORT = 5432;
const HIGHEST_PORT = 65_535;
const ENCODED = 'special characters in its user or password have to be percent-encoded';
const FORM = 'several hosts are written as postgresql://user:password@host1:5432,host2:5432/database';
/** Who sets one of these expects something that would not happen. */
const PRISMAS = /^(schema|connection_limit|pool_timeout|pgbouncer|socket_timeout|statement_cache_size)=/;
const PRISMAS_HERE = 'tables are in the schema public, and DATABASE_POOL bounds connections';
/** What the drivers know. They would take any other word for `verify-full`. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** What this service needs a host to be; it writes, so that no other value of libpq's fits. */
const WRITES = ['read-write', 'primary'];

/**
 * The hosts of `postgresql://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`, as libpq
 * reads it, each with a URL that a driver of single hosts understands. Throws `DatabaseUrlError`.
 */
export function hostsIn(url: string): DatabaseHost[] {
  const [, scheme = '', authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === '') throw new DatabaseUrlError('has to begin with postgresql://');
  const login = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(login.length).split(',');
  const tail = withoutTarget(rest, hosts.length);
  return hosts.map((host) => {
    const at = hosts.length === 1 ? host : `${host}${portIn(host) === null ? `:${DEFAULT_PORT}` : ''}`;
    const alone = `${scheme}${login}${at}${tail}`;
    return { name: nameOf(alone), url: alone };
  });
}

/** What follows the hosts, without the word about what they have to be, which this service sees to itself. */
function withoutTarget(rest: string, hosts: number): string {
  if (rest.includes('#')) throw new DatabaseUrlError(`cannot have a #: ${ENCODED}`);
  const [path = '', ...query] = rest.split('?');
  const parameters = query.join('?').split('&');
  const given = (name: string) => parameters.find((parameter) => parameter.startsWith(`${name}=`))?.split('=')[1];
  const target = given('target_session_attrs');
  if (target !== undefined && !WRITES.includes(target)) {
    throw new DatabaseUrlError('cannot have that target_session_attrs: this service writes, so it is read-write');
  }
  const mode = given('sslmode');
  if (mode !== undefined && !SSL_MODES.includes(mode)) {
    throw new DatabaseUrlError(`has an sslmode that is none of ${SSL_MODES.join(', ')}`);
  }
  const [, strange] = parameters.map((parameter) => PRISMAS.exec(parameter)).find((match) => match !== null) ?? [];
  if (strange !== undefined) {
    throw new DatabaseUrlError(
      `has the parameter ${strange}, which is Prisma's and does nothing here: ${PRISMAS_HERE}`,
    );
  }
  const listed = parameters.some((parameter) => /^(host|hostaddr|port)=.*(,|%2c)/i.test(parameter));
  const twice = hosts > 1 && parameters.some((parameter) => /^(host|hostaddr|port)=/.test(parameter));
  if (listed || twice) throw new DatabaseUrlError(`has hosts among its parameters: ${FORM}`);
  const kept = parameters.filter((parameter) => parameter !== '' && !parameter.startsWith('target_session_attrs='));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/** The port that is written behind one of several hosts, or null. */
function portIn(host: string): number | null {
  const [whole, port] = /^(?:\[[\da-f:.]+\]|[^:[\]]+)(?::(\d+))?$/i.exec(host) ?? [];
  const fits = port === undefined || (Number(port) > 0 && Number(port) <= HIGHEST_PORT);
  if (whole === undefined || !fits)
    throw new DatabaseUrlError(`has a host or port that cannot be: ${FORM}; ${ENCODED}`);
  return port === undefined ? null : Number(port);
}

function nameOf(url: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  } catch (error) {
    // the driver reads the certificates that the URL names
    const { path } = error as NodeJS.ErrnoException;
    throw new DatabaseUrlError(
      path === undefined ? `cannot be read: ${ENCODED}` : `names a file that cannot be read: ${path}`,
    );
  }
}
