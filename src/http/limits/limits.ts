import type { OpenCallLimits } from './open-calls.ts';

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
