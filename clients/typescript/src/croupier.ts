import { answered } from './answer.ts';
import { type Connection, connect } from './connection.ts';
import { followGame } from './follow-game.ts';
import type { PathOf, Sending, Told } from './operations.ts';
import { type Agent, type PlayOptions, play } from './play.ts';
import { told } from './told.ts';
import { type Turn, Turns, type TurnsOptions } from './turns.ts';
import type { Game, GameEvent, Schemas, Viewer } from './types.ts';

export interface CroupierOptions {
  /** address of the service: `https://play.example/croupier` */
  url: string;
  /** token of the player; left out: calls are anonymous */
  token?: string | null;
  /** for how many milliseconds to try again while the service is unavailable */
  patienceMs?: number;
  /** called with true when a call begins to wait for the service, and with false when it stops waiting */
  onWaiting?(waiting: boolean): void;
}

/** The database was restored: events after this version no longer count. */
export interface Rewound {
  type: 'rewound';
  version: number;
}

export interface FollowOptions {
  /** the seat or spectator for whom events are reported; by default a spectator */
  seat?: Viewer;
  /** reports events after this version; by default 0 */
  after?: number;
  /** true: each event has a sentence; by default false */
  text?: boolean;
  /** true: sentences name players; by default false */
  names?: boolean;
  /** for a private game */
  inviteCode?: string;
  /** ends the iteration without an error */
  signal?: AbortSignal;
}

/** One player at one service. While the service restarts, calls try again, and a change is made exactly once. Throws
 * `ProblemError` if the service refuses a call, and `Unreachable` if it does not respond before `patienceMs` ends. */
export class Croupier {
  readonly connection: Connection;
  /** authenticates the player. `register` shows it only once, so store it */
  readonly token: string | null;
  /** the response of `register`, with the recovery code; null for a player who existed before */
  readonly registration: Schemas['PlayerWithToken'] | null;

  constructor(
    { url, token = null, patienceMs, onWaiting }: CroupierOptions,
    registration: Schemas['PlayerWithToken'] | null = null,
  ) {
    // without a scheme, `play.example:3000` would be a URL whose scheme is `play.example`
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

  /** Creates a player with this name, or with the name that the service suggests if it is taken. */
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

  /** Resolves to the response body. */
  get<P extends PathOf<'get'>>(path: P, ...sent: Sending<'get', P>): Promise<NonNullable<Told<'get', P>>> {
    return answered(this.connection.api.GET(path, ...sent));
  }

  /** Resolves to the response body. The change is made exactly once. */
  post<P extends PathOf<'post'>>(path: P, ...sent: Sending<'post', P>): Promise<NonNullable<Told<'post', P>>> {
    return answered(this.connection.api.POST(path, ...sent));
  }

  /** Reports the player's turns in all games, each once. Ends only when the signal aborts. */
  turns({ reading = {}, signal }: TurnsOptions = {}): AsyncGenerator<Turn, void, undefined> {
    return new Turns(this.connection, reading).all(signal);
  }

  /** Reports the events of a game, each once, until the game is over. */
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

  /** Plays until all that the options ask for is over. Resolves to the games in which the agent was asked. */
  play(agent: Agent, options: PlayOptions = {}): Promise<Game[]> {
    return play(this.connection, agent, options);
  }
}
