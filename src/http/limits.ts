/** Requests a minute; `registration`: players an hour. */
export interface Rates {
  /** for each player, or for each address if calls have no token */
  player: number | 'off';
  /** for each address, no matter who calls */
  address: number | 'off';
  /** how many players an address may register */
  registration: number | 'off';
}

/** In milliseconds. */
export interface Patience {
  /** from the first byte of a request to the end of its headers */
  headersMs: number;
  /** from the first byte of a request to its last */
  requestMs: number;
  /** between two requests on a connection */
  idleMs: number;
  /** during an answer: without a byte in either direction */
  silenceMs: number;
  /** between keep-alive comments on an event stream, because proxies and phones close silent connections */
  quietMs: number;
}

export interface Limits {
  rates: Rates;
  origins: '*' | readonly string[] | 'off';
  /** which proxies are trusted: none, the last N, or those at these addresses */
  trustProxy: false | number | readonly string[];
  /** how many connections may be open; further ones are closed */
  connections: number;
  /** connections of each address; a trusted proxy may have all */
  connectionsOfAddress: number;
  openCalls: OpenCallLimits;
  patience: Patience;
  /** true: everyone may read /metrics */
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

/** An IPv6 host can choose among 2^64 addresses. So it is identified by the first half, its network. */
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

/** Streams and waiting calls count together. */
export interface OpenCallLimits {
  /** for each player, or for each address if calls have no token */
  player: number;
  /** for each address, no matter who calls */
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
