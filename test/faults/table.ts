import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Answer, PatientCaller } from './patient-caller.ts';

const WAIT_SECONDS = 1;

export interface Acknowledged {
  appliedVersion: number;
  seat: number;
  action: unknown;
  version: number;
  head: string;
  shown: string;
}

export interface PlayedGame {
  id: string;
  players: readonly PatientCaller[];
  moves: Acknowledged[];
  resigned: number[];
  gone: boolean;
}

interface Kind {
  ruleset: string;
  options?: object | undefined;
  clock?: object | undefined;
  rated: boolean;
}

export class Table {
  readonly #players: readonly PatientCaller[];
  readonly #kind: Kind;
  readonly #lot: FastChance;
  readonly games: PlayedGame[] = [];
  readonly unexplained: string[] = [];
  moves = 0;

  constructor(name: string, players: readonly PatientCaller[], kind: Kind) {
    this.#players = players;
    this.#kind = kind;
    this.#lot = new FastChance(name);
  }

  async play(stop: AbortSignal): Promise<void> {
    try {
      while (!stop.aborted) {
        const game = await this.#create();
        this.games.push(game);
        await this.#seatGuests(game);
        await Promise.all(this.#players.map((player, seat) => this.#playSeat(game, player, seat, stop)));
      }
    } catch (error) {
      this.unexplained.push(String(error));
    }
  }

  async #create(): Promise<PlayedGame> {
    const [host, ...guests] = this.#players as [PatientCaller, ...PatientCaller[]];
    const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
    const created = await host.change('/v1/games', { ...this.#kind, seats });
    const { id } = expected(created, 201, 'createGame');
    return { id, players: this.#players, moves: [], resigned: [], gone: false };
  }

  async #seatGuests(game: PlayedGame): Promise<void> {
    for (const guest of this.#players.slice(1)) {
      const answer = await guest.change(`/v1/games/${game.id}/seats`, {});
      if (!this.#isThere(game, answer)) return;
      expected(answer, 200, 'joinGame');
    }
  }

  #isThere(game: PlayedGame, { status }: Answer): boolean {
    game.gone ||= status === 404;
    return !game.gone;
  }

  async #playSeat(game: PlayedGame, player: PatientCaller, seat: number, stop: AbortSignal): Promise<void> {
    let after = 0;
    while (!stop.aborted) {
      const news = await player.get(`/v1/games/${game.id}?seat=${seat}&after=${after}&wait=${WAIT_SECONDS}`);
      if (!this.#isThere(game, news)) return;
      const state = expected(news, 200, 'getState');
      if (state.status !== 'playing') return;
      after = state.version;
      if (!state.toAct.includes(seat)) continue;
      const action = legalActionsOf(state)[this.#lot.int(legalActionsOf(state).length)];
      const move = { action, seat, expectedVersion: state.version };
      const answer = await player.change(`/v1/games/${game.id}/actions`, move);
      // another player was faster in a simultaneous decision
      if (answer.status === 409) continue;
      if (!this.#isThere(game, answer)) return;
      this.#remember(game, seat, action, expected(answer, 200, 'submitAction'));
      after = 0;
    }
  }

  #remember(game: PlayedGame, seat: number, action: unknown, { appliedVersion, state }: any): void {
    const { version, head } = state;
    game.moves.push({ appliedVersion, seat, action, version, head, shown: shownIn(state) });
    this.moves++;
  }
}

function expected({ status, body }: Answer, right: number, operation: string): any {
  if (status !== right) throw new Error(`${operation} was answered with ${status} ${JSON.stringify(body)}`);
  return body;
}

export function shownIn({ choices: _, ...state }: any): string {
  return JSON.stringify(state);
}
