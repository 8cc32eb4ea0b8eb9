import { answered } from './answer.ts';
import { type Connection, connect } from './connection.ts';
import { followGame } from './follow-game.ts';
import type { PathOf, Sending, Told } from './operations.ts';
import { type Agent, type PlayOptions, play } from './play.ts';
import { told } from './told.ts';
import { type Turn, Turns, type TurnsOptions } from './turns.ts';
import type { Game, GameEvent, Schemas, Viewer } from './types.ts';

export interface CroupierOptions {
  /** of the service: `https://play.example/croupier` */
  url: string;
  /** of the player; left out: calls are anonymous */
  token?: string | null;
  /** how long to retry while the service is unavailable, in milliseconds */
  patienceMs?: number;
  /** called when a call starts and stops waiting for the service */
  onWaiting?(waiting: boolean): void;
}

/** The database was restored: events after this version are void. */
export interface Rewound {
  type: 'rewound';
  version: number;
}

export interface FollowOptions {
  /** whose view; default: a spectator's */
  seat?: Viewer;
  /** the last known version; default: 0 */
  after?: number;
  /** adds a sentence to each event; default: false */
  text?: boolean;
  /** sentences name players; default: false */
  names?: boolean;
  /** for a private game */
  inviteCode?: string;
  /** ends the iteration without an error */
  signal?: AbortSignal;
}

/** One player at one service. Calls retry while the service restarts, and a change is made exactly once. Throws
 * `ProblemError` if the service refuses a call, and `Unreachable` if it does not respond within the patience. */
export class Croupier {
  readonly connection: Connection;
  /** shown only once, by `register`; it authenticates the player */
  readonly token: string | null;
  /** the response of `register` with the recovery code; null for an existing player */
  readonly registration: Schemas['PlayerWithToken'] | null;

  constructor(
    { url, token = null, patienceMs, onWaiting }: CroupierOptions,
    registration: Schemas['PlayerWithToken'] | null = null,
  ) {
    // without a scheme, `play.example:3000` would be a URL of scheme `play.example`
    if (!/^https?:\/\//i.test(url)) throw new TypeError(`The url has to begin with http:// or https://, not ${url}`);
    this.token = token;
    this.registration = registration;
    this.connection = connect({
      baseUrl: url.replace(/\/+$/, ''),
      token: () => token,
      ...(patienceMs === undefined ? {} : { ms: patienceMs }),
      ...(onWaiting === undefined ? {} : { onWaiting }),
    });
  }

  /** Creates a player with this name, or with the suggested one if it is taken. */
  static async register(options: CroupierOptions | string, newcomer: string | Schemas['NewPlayer']): Promise<Croupier> {
    const service = typeof options === 'string' ? { url: options } : options;
    const { api } = new Croupier({ ...service, token: null }).connection;
    const body = typeof newcomer === 'string' ? { name: newcomer, kind: 'agent' as const } : newcomer;
    const answer = await api.POST('/v1/players', { body });
    const suggestion = answer.error?.suggestion;
    if (suggestion !== undefined) return Croupier.register(service, { ...body, name: suggestion });
    const registration = await answered(Promise.resolve(answer));
    return new Croupier({ ...service, token: registration.token }, registration);
  }

  /** The response body. */
  get<P extends PathOf<'get'>>(path: P, ...sent: Sending<'get', P>): Promise<NonNullable<Told<'get', P>>> {
    return answered(this.connection.api.GET(path, ...sent));
  }

  /** The response body. The change is made exactly once. */
  post<P extends PathOf<'post'>>(path: P, ...sent: Sending<'post', P>): Promise<NonNullable<Told<'post', P>>> {
    return answered(this.connection.api.POST(path, ...sent));
  }

  /** My turns in all my games, each once. Ends only with the signal. */
  turns({ reading = {}, signal }: TurnsOptions = {}): AsyncGenerator<Turn, void, undefined> {
    return new Turns(this.connection, reading).all(signal);
  }

  /** Events of a game, each once, until it is over. */
  follow(gameId: string, options: FollowOptions = {}): AsyncGenerator<GameEvent | Rewound, void, undefined> {
    const { seat = 'spectator', after = 0, text = false, names = false, inviteCode, signal } = options;
    const headers: Record<string, string> = inviteCode === undefined ? {} : { 'invite-code': inviteCode };
    return told((tell, until) => {
      return new Promise((resolve, reject) => {
        const listener = {
          signal: until,
          onLine() {},
          onRefused: reject,
          onEvents: (events: GameEvent[]) => events.forEach(tell),
          onRewound: (version: number) => tell({ type: 'rewound', version }),
        };
        const game = { gameId, viewer: seat, version: after, text, names, headers };
        followGame(this.connection, game, listener).then(resolve, reject);
      });
    }, signal);
  }

  /** Plays until the career is over. Resolves to its games. */
  play(agent: Agent, options: PlayOptions = {}): Promise<Game[]> {
    return play(this.connection, agent, options);
  }
}
