// A game in which one client plays all seats. The client knows no rules and picks one of the listed legal actions.
import { randomUUID } from 'node:crypto';
import { actionsIn } from '../../dist/rules/kernel/choices.js';
import { written } from './connection.mjs';

/** a game with small positions that does not end for thousands of actions */
export const LONG_GAME = { ruleset: 'pascals-ruin', options: { mode: 'eternal', maxRounds: 99 } };
export const ENDS_IT = 'voteStop';
const GAMES_OF_EACH = 200;

export async function register(connection) {
  const body = { name: `Load ${randomUUID().slice(0, 8)}`, kind: 'agent' };
  return (await connection.json(written('POST', '/v1/players', { body }), 201)).token;
}

export async function registerFor(games, connection) {
  const tokens = [];
  while (tokens.length * GAMES_OF_EACH < games) tokens.push(await register(connection));
  return tokens;
}

export class PlayedGame {
  #connection;
  #token;
  #random;
  state;

  constructor(connection, token, state, seed) {
    this.#connection = connection;
    this.#token = token;
    this.#random = randomFrom(seed);
    this.state = state;
  }

  static async create(connection, token, seed, { seats = 2, ...more } = {}) {
    const body = { ...LONG_GAME, seats: Array(seats).fill('me'), seed: `bench ${seed}`, ...more };
    const state = await connection.json(written('POST', '/v1/games', { token, body }), 201);
    return new PlayedGame(connection, token, state, seed);
  }

  get isOver() {
    return this.state.status !== 'playing';
  }

  get path() {
    return `/v1/games/${this.state.id}`;
  }

  async act() {
    this.state = (await this.#connection.json(this.request(), 200)).state;
  }

  request() {
    const { version, choices } = this.state;
    const body = { action: chosenBy(this.#random, actionsIn(choices)), expectedVersion: version };
    return written('POST', `${this.path}/actions`, { token: this.#token, body });
  }

  took(body) {
    this.state = JSON.parse(body).state;
  }
}

/** Chooses an action that does not end the game. */
export function chosenBy(random, legalActions) {
  const choices = legalActions.filter(({ type }) => type !== ENDS_IT);
  return choices[random(choices.length)];
}

export function randomFrom(seed) {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
