/** Requests per minute; `registration`: per hour. */
export interface Rates {
  /** per player, or per address for calls without a token */
  player: number | 'off';
  /** per address, all callers */
  address: number | 'off';
  /** players registered per address */
  registration: number | 'off';
}

/** Milliseconds. */
export interface Patience {
  /** from a request's first byte to the end of its headers */
  headersMs: number;
  /** from a request's first byte to its last */
  requestMs: number;
  /** between requests on a connection */
  idleMs: number;
  /** without a byte in either direction during an answer */
  silenceMs: number;
  /** between keep-alive comments on an event stream: proxies and phones drop silent connections */
  quietMs: number;
}

export interface Limits {
  rates: Rates;
  origins: '*' | readonly string[] | 'off';
  /** trusted proxies: none, the last N, or those at these addresses */
  trustProxy: false | number | readonly string[];
  /** open connections; further ones are closed */
  connections: number;
  /** per address; a trusted proxy may have all */
  connectionsOfAddress: number;
  openCalls: OpenCallLimits;
  patience: Patience;
  /** /metrics is open to everyone who can call */
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

/** An IPv6 host chooses among 2^64 addresses, so the network, the first half, identifies it. */
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

/** The limit counts streams and waiting calls together. */
export interface OpenCallLimits {
  /** per player, or per address without a token */
  player: number;
  /** per address, all callers */
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
