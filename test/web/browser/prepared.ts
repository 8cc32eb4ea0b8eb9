import { type Game, legalActionsOf } from '../../../clients/typescript/src/types.ts';
import type { Page } from './test.ts';

export interface Action {
  type: string;
}

export type Wanted = (action: Action, legal: readonly Action[]) => boolean;

export type Chooser = (legal: readonly Action[], turn: number) => Action | undefined;

export const takeAnother: Chooser = (legal, turn) => legal[(turn * 7) % legal.length];

export interface Moment {
  id: string;
  action: Action;
  label: string;
}

export interface GameWanted {
  ruleset: string;
  options?: Record<string, unknown>;
  seats?: unknown[];
}

interface State {
  id: string;
  version: number;
  status: string;
  you: number[];
  toAct: number[];
  choices?: Game['choices'];
  labels?: string[];
}

const MOST_GAMES = 100;
const JSON_TYPE = { 'content-type': 'application/json' };

export class Caller {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async of(page: Page, url: string): Promise<Caller> {
    const token = await page.evaluate(() => {
      const kept = Object.entries(localStorage).find(([key]) => key.startsWith('croupier '))?.[1];
      return (JSON.parse(kept ?? '{}') as { token?: string }).token;
    });
    if (token === undefined) throw new Error('nobody has sat down on this page');
    return new Caller(url, token);
  }

  /** Plays games of successive seeds until an action that the test wants is legal. Gives up a game if `choose` returns
   * undefined. */
  async find(game: GameWanted, isWanted: Wanted, choose: Chooser = takeAnother): Promise<Moment> {
    for (let seed = 1; seed <= MOST_GAMES; seed++) {
      const moment = await this.#play(game, seed, isWanted, choose);
      if (moment !== null) return moment;
    }
    throw new Error(`no such action in ${MOST_GAMES} games of ${game.ruleset}: ${isWanted}`);
  }

  begin(wanted: GameWanted, seed: number): Promise<State> {
    const hex = seed.toString(16).padStart(64, '0');
    return this.#call<State>('/v1/games', { seats: ['me'], ...wanted, seed: hex });
  }

  async #play(wanted: GameWanted, seed: number, isWanted: Wanted, choose: Chooser): Promise<Moment | null> {
    let state = await this.begin(wanted, seed);
    for (let turn = seed; state.status === 'playing'; turn++) {
      const legal = legalActionsOf(state);
      const at = legal.findIndex((action) => isWanted(action, legal));
      if (at >= 0) return this.#moment(state.id, at);
      const action = choose(legal, turn);
      if (action === undefined) return null;
      const answer = await this.#call<{ state: State }>(`/v1/games/${state.id}/actions`, {
        action,
        seat: state.you[0],
      });
      state = answer.state;
    }
    return null;
  }

  async #moment(id: string, at: number): Promise<Moment> {
    const { choices, labels } = await this.#call<State>(`/v1/games/${id}?labels=true&names=true`);
    const [action, label] = [legalActionsOf({ choices })[at], labels?.[at]];
    if (action === undefined || label === undefined) throw new Error(`${id} has no legal action ${at}`);
    return { id, action, label };
  }

  async #call<Answer>(path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(this.#url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#token}`, ...(body === undefined ? {} : JSON_TYPE) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
}

interface ActionSchemas {
  $defs: Record<string, { properties: { type?: { const?: string } } }>;
  oneOf: { $ref: string }[];
}

export async function actionTypes(url: string, ruleset: string): Promise<string[]> {
  const answer = await fetch(`${url}/v1/rulesets/${ruleset}?schemas=true`);
  const { schemas } = (await answer.json()) as { schemas: { action: ActionSchemas } };
  const { $defs, oneOf } = schemas.action;
  return oneOf.map(({ $ref }) => $defs[$ref.replace('#/$defs/', '')]?.properties.type?.const ?? $ref);
}
