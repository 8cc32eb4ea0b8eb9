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
  /** who calls; without it nobody in particular */
  token?: string | null;
  /** how long a service that does not answer is waited for, in milliseconds */
  patienceMs?: number;
  /** told when a call begins to wait for the service, and when it has stopped waiting */
  onWaiting?(waiting: boolean): void;
}

/** The database was put back: what was told after this version never happened. */
export interface Rewound {
  type: 'rewound';
  version: number;
}

export interface FollowOptions {
  /** through whose eyes; a spectator's when it is left out */
  seat?: Viewer;
  /** the version that is known already; all is told when it is left out */
  after?: number;
  /** whether each event has a sentence; false when it is left out */
  text?: boolean;
  /** whether sentences name players; false when it is left out */
  names?: boolean;
  /** opens a private game */
  inviteCode?: string;
  /** ends the events, quietly */
  signal?: AbortSignal;
}

/**
 * One player at one service. Calls wait for a service that restarts, and changes are made once, however often they are sent.
 * What is refused throws a `ProblemError`; `Unreachable` is thrown when nothing answers for longer than the patience.
 */
export class Croupier {
  readonly connection: Connection;
  /** shown once, by `register`; whoever has it is this player */
  readonly token: string | null;
  /** the answer to `register`, with the recovery code; null where the player was there before */
  readonly registration: Schemas['PlayerWithToken'] | null;

  constructor(
    { url, token = null, patienceMs, onWaiting }: CroupierOptions,
    registration: Schemas['PlayerWithToken'] | null = null,
  ) {
    // without its scheme `play.example:3000` would be an address of scheme `play.example`
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

  /** A new player under that name, or under the one that the service suggests when somebody has it. */
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

  /** What that path answers. */
  get<P extends PathOf<'get'>>(path: P, ...sent: Sending<'get', P>): Promise<NonNullable<Told<'get', P>>> {
    return answered(this.connection.api.GET(path, ...sent));
  }

  /** What the change is answered with, which is made once. */
  post<P extends PathOf<'post'>>(path: P, ...sent: Sending<'post', P>): Promise<NonNullable<Told<'post', P>>> {
    return answered(this.connection.api.POST(path, ...sent));
  }

  /** My turns in all my games as they come, each of them once. Ends with the signal alone. */
  turns({ reading = {}, signal }: TurnsOptions = {}): AsyncGenerator<Turn, void, undefined> {
    return new Turns(this.connection, reading).all(signal);
  }

  /** What happens in a game, each event once, to its end. */
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

  /** Plays whatever comes of it to its end, and resolves to the games. */
  play(agent: Agent, options: PlayOptions = {}): Promise<Game[]> {
    return play(this.connection, agent, options);
  }
}
