/** Limits in requests for each minute; `registration` in players for each hour. */
export interface Rates {
  /** the limit of each player, or of each address for calls without a token */
  player: number | 'off';
  /** the limit of each address, no matter who calls */
  address: number | 'off';
  /** the number of players that an address may register */
  registration: number | 'off';
}

/** Time limits in milliseconds. */
export interface Patience {
  /** from the first byte of a request to the end of its headers */
  headersMs: number;
  /** from the first byte of a request to its last */
  requestMs: number;
  /** between two requests on a connection */
  idleMs: number;
  /** how long an answer may go on without a byte in either direction */
  silenceMs: number;
  /** between keep-alive comments on an event stream, because proxies and phones close silent connections */
  quietMs: number;
}

export interface Limits {
  rates: Rates;
  origins: '*' | readonly string[] | 'off';
  /** the trusted proxies: none, the last N, or those with these addresses */
  trustProxy: false | number | readonly string[];
  /** the number of connections that may be open; further ones are closed */
  connections: number;
  /** the number of connections of each address; a trusted proxy may have all */
  connectionsOfAddress: number;
  openCalls: OpenCallLimits;
  patience: Patience;
  /** true: /metrics needs no token */
  publicMetrics: boolean;
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 72_000,
  silenceMs: 120_000,
  quietMs: 15_000,
};

export const NO_LIMITS: Limits = {
  rates: { player: 'off', address: 'off', registration: 'off' },
  origins: '*',
  trustProxy: false,
  connections: 10_000,
  connectionsOfAddress: 2_500,
  openCalls: { player: 1_000, address: 2_000 },
  patience: PATIENCE,
  publicMetrics: true,
};

const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns the address that identifies a host. An IPv6 host can choose among 2^64 addresses, so its network (the first
 * half) identifies it. */
export function hostAddressOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [start = '', end] = address.toLowerCase().split('%', 1).join('').split('::');
  const head = groupsIn(start);
  const tail = groupsIn(end ?? '');
  const zeros = new Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const network = [...head, ...(end === undefined ? [] : zeros), ...tail].slice(0, GROUPS_OF_A_NETWORK);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** Limits of open calls. Streams and waiting calls are counted together. */
export interface OpenCallLimits {
  /** the limit of each player, or of each address for calls without a token */
  player: number;
  /** the limit of each address, no matter who calls */
  address: number;
}

export class OpenCounts {
  readonly #open = new Map<string, number>();

  at(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  add(name: string, by: 1 | -1): void {
    const open = this.at(name) + by;
    if (open === 0) this.#open.delete(name);
    else this.#open.set(name, open);
  }
}
