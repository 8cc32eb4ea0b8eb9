import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { Batch, type Choice, illegal } from './batch.ts';
import { type Game, loadRules, type Rules } from './game.ts';
import { NotFinite, Refused } from './refused.ts';
import type { Request, RequestOf } from './requests.ts';
import { indexBytes, maskBytes, type Wanted } from './tables.ts';

export class Session {
  readonly #ids: readonly string[];
  readonly #rules = new Map<string, Rules>();
  readonly #batches = new Map<number, Batch>();

  constructor(ids: readonly string[]) {
    this.#ids = ids;
  }

  /** Answers one request. If it throws `Refused`, nothing has changed. */
  async answer(request: Request): Promise<object> {
    switch (request.do) {
      case 'rulesets':
        return { rulesets: this.#ids };
      case 'layout':
        return layoutOf(await this.#rulesOf(request.ruleset));
      case 'reset':
        return this.#reset(request);
      case 'step':
        return this.#step(request);
      case 'observe':
        return tableOf(this.batch(request.batch), wantedIn(request.want));
      case 'legal':
        return this.#legal(request);
      case 'view':
        return this.#view(request);
      case 'redeal':
        return this.#redeal(request);
      case 'outcome':
        return { outcome: this.#game(request).game.outcome };
      case 'close':
        this.batch(request.batch);
        this.#batches.delete(request.batch ?? 0);
        return { closed: request.batch ?? 0 };
      default:
        return request satisfies never;
    }
  }

  batch(number = 0): Batch {
    const batch = this.#batches.get(number);
    if (batch !== undefined) return batch;
    throw new Refused('unknown-batch', `There is no batch ${number}.`, 'Create it: send `{"do":"reset",…}`.');
  }

  async #rulesOf(id: string): Promise<Rules> {
    const known = this.#rules.get(id) ?? (this.#ids.includes(id) ? await loaded(id) : undefined);
    if (known === undefined) {
      throw new Refused('unknown-ruleset', `There is no ruleset "${id}".`, `The rulesets are ${this.#ids.join(', ')}.`);
    }
    this.#rules.set(id, known);
    return known;
  }

  async #reset(request: RequestOf<'reset'>): Promise<object> {
    const rules = await this.#rulesOf(request.ruleset);
    const { min, max } = rules.ruleset.seats;
    const { seats = min, batch: number = 0 } = request;
    if (seats < min || seats > max) {
      const detail = `A game of ${rules.ruleset.name} has ${min} to ${max} seats, not ${seats}.`;
      throw new Refused('seats-out-of-range', detail, 'Send a number of seats in this range.');
    }
    const setting = { rules, options: optionsIn(rules, request.options ?? {}, seats), seats };
    const batch = new Batch(setting, request.seeds, request.endless ?? false);
    this.#batches.set(number, batch);
    return { ...sizesOf(batch), ...tableOf(batch, wantedIn(request.want)) };
  }

  #step({ batch: number, actions, seats, want }: RequestOf<'step'>): object {
    const batch = this.batch(number);
    for (const list of [actions, seats]) {
      if (list !== undefined && list.length !== batch.games.length) throw wrongLength(list.length, batch);
    }
    batch.step(actions.map((action, game) => choiceIn(batch, game, action, seats?.[game] ?? null)));
    return tableOf(batch, wantedIn(want));
  }

  #legal({ seat, ...where }: RequestOf<'legal'>): object {
    const { game, batch } = this.#game(where);
    const { ruleset, space } = batch.setting.rules;
    const asked = seat ?? game.agent;
    if (asked === null || !game.actors.includes(asked)) return { seat: asked, indices: [], actions: [], labels: [] };
    const actions = game.legalOf(asked);
    const view = ruleset.view(game.state, asked);
    const labels = actions.map((action) => ruleset.label(action, view));
    return { seat: asked, indices: actions.map((action) => space.indexOf(action)), actions, labels };
  }

  #view({ viewer, ...where }: RequestOf<'view'>): object {
    const { game, batch } = this.#game(where);
    if (viewer !== 'spectator') assertSeat(viewer, batch);
    const { ruleset, encoder } = batch.setting.rules;
    const view = ruleset.view(game.state, viewer);
    const observation = viewer === 'spectator' ? null : [...encoder.of(view, viewer)];
    return { viewer, actors: game.actors, view, observation, text: ruleset.describe(view) };
  }

  #redeal({ seat, into, seed, want, ...where }: RequestOf<'redeal'>): object {
    const { game, batch } = this.#game(where);
    assertSeat(seat, batch);
    const games = into.map((number) => gameIn(batch, number));
    games.forEach((other, i) => {
      other.becomeWorldOf(game, seat, `${seed}/${i}`);
    });
    return tableOf(batch, wantedIn(want));
  }

  #game({ batch: number, game = 0 }: { batch?: number; game?: number }): { batch: Batch; game: Game } {
    const batch = this.batch(number);
    return { batch, game: gameIn(batch, game) };
  }
}

async function loaded(id: string): Promise<Rules | undefined> {
  try {
    return await loadRules(id);
  } catch (error) {
    if (!(error instanceof NotFinite)) throw error;
    const hint = 'The schemas of its actions need bounds: see docs/adding-a-game.md.';
    throw new Refused('no-action-space', `Not every action of this ruleset can have an index: ${error.message}.`, hint);
  }
}

function optionsIn({ ruleset, inputs }: Rules, sent: object, seats: number): unknown {
  const checked = inputs.options(sent);
  if (!checked.ok) {
    const errors = checked.errors.map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
    throw new Refused(
      'invalid-options',
      `The options are not valid: ${errors.join('; ')}.`,
      '`getRuleset` returns their schema.',
    );
  }
  const problem = ruleset.checkOptions(checked.value, seats);
  if (problem !== null)
    throw new Refused('invalid-options', `These options conflict. ${problem}`, 'Leave one of them out, or change it.');
  return checked.value;
}

function choiceIn(batch: Batch, number: number, sent: ActionShape | number | null, seat: Seat | null): Choice {
  if (sent === null) return null;
  if (typeof sent === 'number' && seat === null) return batch.choice(number, sent);
  const game = batch.games[number] as Game;
  const asked = seat ?? game.agent;
  if (asked === null || !game.actors.includes(asked)) {
    const detail = `In game ${number}, seat ${asked} has nothing to decide now.`;
    throw new Refused(
      'not-your-turn',
      detail,
      '`actors` in the answer of `view` lists the seats that must decide now.',
    );
  }
  const { space } = batch.setting.rules;
  const isMeant = (action: ActionShape) =>
    typeof sent === 'number' ? space.indexOf(action) === sent : sameJson(action, sent);
  const action = game.legalOf(asked).find(isMeant);
  if (action === undefined) throw illegal(number, JSON.stringify(sent), asked);
  return { seat: asked, action };
}

function gameIn(batch: Batch, number: number): Game {
  const game = batch.games[number];
  if (game !== undefined) return game;
  throw new Refused(
    'unknown-game',
    `There is no game ${number}.`,
    `The batch has ${counted(batch.games.length, 'game')}, numbered from 0.`,
  );
}

function assertSeat(seat: Seat, { setting: { seats } }: Batch): void {
  if (seat < seats) return;
  throw new Refused(
    'seats-out-of-range',
    `There is no seat ${seat}.`,
    `The game has ${counted(seats, 'seat')}, numbered from 0.`,
  );
}

export function wrongLength(length: number, { games }: Batch): Refused {
  const detail = `The batch has ${counted(games.length, 'game')}, but the request has ${counted(length, 'choice')}.`;
  return new Refused('wrong-length', detail, 'Send one choice for each game, and null for a game that is over.');
}

function wantedIn(want: readonly string[] = ['legal']): Wanted {
  return {
    observations: want.includes('observations'),
    mask: want.includes('mask'),
    legal: want.includes('legal'),
  };
}

function layoutOf({ ruleset, space, encoder }: Rules): object {
  const { id, rulesVersion, seats } = ruleset;
  return {
    ruleset: id,
    rulesVersion,
    seats,
    actions: { size: space.size, types: space.types },
    observation: encoder.layout,
  };
}

function sizesOf(batch: Batch): object {
  const { setting, games } = batch;
  const { ruleset, space, encoder } = setting.rules;
  return {
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: setting.options,
    games: games.length,
    seats: setting.seats,
    actions: space.size,
    indexBytes: indexBytes(batch),
    maskBytes: maskBytes(batch),
    observation: encoder.layout.size,
  };
}

function tableOf(batch: Batch, wanted: Wanted): object {
  const { games, setting, ended, rewards } = batch;
  const { seats } = setting;
  return {
    agents: games.map(({ agent }) => agent),
    ended: [...ended].map(Boolean),
    rewards: games.map((_, i) => [...rewards.subarray(i * seats, (i + 1) * seats)]),
    ...(wanted.legal && { legal: games.map(({ indices, legal }) => [...indices.subarray(0, legal.length)]) }),
    ...(wanted.mask && { mask: games.map((game) => maskOf(game, batch)) }),
    ...(wanted.observations && { observations: games.map((game) => observationOf(game, batch)) }),
  };
}

/** Returns the legal actions as a bit mask in hex. The lowest bit of the first byte stands for action 0. */
function maskOf({ indices, legal }: Game, batch: Batch): string {
  const mask = Buffer.alloc(maskBytes(batch));
  for (const index of indices.subarray(0, legal.length)) {
    mask[index >> 3] = (mask[index >> 3] as number) | (1 << (index & 7));
  }
  return mask.toString('hex');
}

function observationOf({ state, agent }: Game, { setting }: Batch): number[] | null {
  const { ruleset, encoder } = setting.rules;
  return agent === null ? null : [...encoder.of(ruleset.view(state, agent), agent)];
}
