/** So many requests are served, the others are refused until the next minute (registrations: hour). */
export interface Rates {
  /** a minute, for one player, or for all calls without a token from one address */
  player: number | 'off';
  /** a minute, for all calls from one address, whoever makes them */
  address: number | 'off';
  /** an hour, for the players registered from one address */
  registration: number | 'off';
}

/** How long a client may take, and be left without a word, in milliseconds. */
export interface Patience {
  /** from the first byte of a request to the end of its headers */
  headersMs: number;
  /** from the first byte of a request to the last */
  requestMs: number;
  /** between an answer and the next request on the same connection */
  idleMs: number;
  /** without a byte in either direction while an answer is under way */
  silenceMs: number;
  /** without a sign of life on an event stream: proxies and phones drop connections on which nothing is said */
  quietMs: number;
}

/** What each caller may take of the service. */
export interface Limits {
  rates: Rates;
  /** whose pages in a browser may call: those of every origin, of these, of none */
  origins: '*' | readonly string[] | 'off';
  /** which proxies are believed when they say for whom they ask: none, the last so many, those at these addresses */
  trustProxy: false | number | readonly string[];
  /** connections that are open at once; more are closed as they come */
  connections: number;
  /** those of them that one address may have; a proxy that is believed may have all */
  connectionsOfAddress: number;
  openCalls: OpenCallLimits;
  patience: Patience;
  /** whether everyone who can call may read /metrics */
  publicMetrics: boolean;
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 72_000,
  silenceMs: 120_000,
  quietMs: 15_000,
};

/** Limits that let everyone through: for a document of the API, and for tests that are about something else. */
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

/**
 * What stands for the host behind an IP address. Under IPv6 a host chooses among 2^64 addresses of its own, so that the
 * network, the first half of the address, is what tells hosts apart; an IPv4 address in IPv6 form is the IPv4 address.
 */
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

/** Calls that stay open: event streams, and calls that wait for news. */
export type OpenKind = 'stream' | 'wait';

/** How many a caller may have open at once, of both kinds together. */
export interface OpenCallLimits {
  /** of one player, or without a token from one address */
  player: number;
  /** from one address, whoever makes them */
  address: number;
}

/** Whose a call is that stays open. */
interface Owner {
  /** null: no token was sent */
  playerId: string | null;
  address: string;
}

/** The limit that a call would go beyond, and what it allows. */
interface Full {
  limit: 'player' | 'address';
  most: number;
}

/** Counts the calls that stay open, by player and by address, so that nobody takes all the room there is. */
export class OpenCalls {
  readonly #most: OpenCallLimits;
  readonly #open = new OpenCounts();
  #streams = 0;

  constructor(most: OpenCallLimits) {
    this.#most = most;
  }

  /** The event streams among them. */
  get streams(): number {
    return this.#streams;
  }

  /** Takes a place, to be given back once with the returned function; or says what is full. */
  take(kind: OpenKind, { playerId, address }: Owner): (() => void) | Full {
    const keys = { player: `player ${playerId ?? `at ${address}`}`, address: `address ${address}` };
    for (const limit of ['player', 'address'] as const) {
      const most = this.#most[limit];
      if (this.#open.at(keys[limit]) >= most) return { limit, most };
    }
    const count = (by: 1 | -1) => {
      for (const key of Object.values(keys)) this.#open.add(key, by);
      if (kind === 'stream') this.#streams += by;
    };
    count(1);
    return () => count(-1);
  }
}

/** Counts what is open, by name. */
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
