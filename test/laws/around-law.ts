import type { ActionShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { actionFor } from '../../src/games/commands/actions.ts';
import { undone } from '../../src/games/model/fold.ts';
import { type Game, nextRow, type Proposal, summaryOf, type TableEvent } from '../../src/games/model/game.ts';
import { seenEvents, tableView } from '../../src/games/queries/table-view.ts';
import { CLOCKS, KeptGame } from './kept-game.ts';
import { bytes, difference, named, viewersOf } from './position.ts';
import { LawBroken, type Trial } from './trial.ts';

export const AROUND_LAW = 'leak law: what the service adds to a view tells nothing that is hidden from its viewer';
const SECOND = 1_000;
const FIRST = 4;
const NEXT = 4;
const TOGETHER = 3;
const ALL = { text: true, choices: true, labels: true, odds: true, names: false } as const;

/** Returns what the service shows a viewer. Tests pass faulty functions to check that the law finds the fault. */
export type Telling = (game: Game, viewer: Viewer, events: readonly TableEvent[]) => object;

export const toldByService: Telling = (game, viewer, events) => {
  const you = viewer === 'spectator' ? [] : [viewer];
  const { lookAt, seats, ...row } = summaryOf(game);
  const table = tableView(game, { viewer, you, isHost: false }, ALL);
  return { ...table, row, events: seenEvents(game, events, viewer, { text: true, names: false }) };
};

export interface Compared {
  /** the number of compared pairs of positions that differ in the secret choices of another seat */
  choices: number;
  worlds: number;
}

/** Compares two positions that look the same by the rules: the service must show a viewer the same in both. After an
 * action only the public fields `version`, `head` and `updatedAt` may differ. Throws `LawBroken`. */
export function tryAround(
  trial: Trial,
  told: Telling = toldByService,
  clocks: readonly (typeof CLOCKS)[number][] = CLOCKS,
): Compared {
  const compared = { choices: 0, worlds: 0 };
  for (const clock of clocks) {
    const lot = new FastChance(`${trial.seed}/around`);
    const kept = new KeptGame(trial, lot, clock);
    for (let step = 0; step < trial.bound && kept.game.status === 'playing'; step++) {
      const { game } = kept;
      const looking = { trial, step, lot, told };
      for (const { seat } of game.decisions) compared.choices += compareWays(looking, game, seat);
      for (const viewer of viewersOf(trial.seats)) compared.worlds += compareWorlds(looking, game, viewer);
      const seat = game.decisions[lot.int(game.decisions.length)]?.seat as Seat;
      const legal = legalIn(game, seat);
      kept.write(kept.acting(seat, legal[lot.int(legal.length)] as ActionShape));
    }
  }
  return compared;
}

interface Looking {
  trial: Trial;
  step: number;
  lot: FastChance;
  told: Telling;
}

interface Way {
  actions: ActionShape[];
  game: Game;
  events: TableEvent[];
}

function compareWays(looking: Looking, game: Game, seat: Seat): number {
  const { lot, trial, told, step } = looking;
  const once = waysFrom({ actions: [], game, events: [] }, seat, FIRST, lot);
  const ways = [...once, ...once.flatMap((way) => waysFrom(way, seat, NEXT, lot))];
  let compared = 0;
  for (const viewer of viewersOf(trial.seats)) {
    if (viewer === seat) continue;
    const first = new Map<string, { way: Way; text: string }>();
    for (const way of ways) {
      const shown = shownByRules(way.game, viewer);
      const text = textOf(told(way.game, viewer, way.events), COUNTS);
      const same = first.get(shown);
      if (same === undefined) {
        first.set(shown, { way, text });
        continue;
      }
      compared++;
      if (same.text === text) continue;
      const actions = `${JSON.stringify(way.actions)} or ${JSON.stringify(same.way.actions)} of seat ${seat}`;
      throw new LawBroken(AROUND_LAW, `${named(viewer)} sees ${actions}: ${difference(text, same.text)}`, trial, step);
    }
  }
  return compared;
}

type Worlds = [Proposal, Proposal];

function compareWorlds(looking: Looking, game: Game, viewer: Viewer): number {
  const { lot } = looking;
  const { header } = game;
  const state: unknown = header.ruleset.redeal(game.state, viewer, new FastChance(`${lot.int(2 ** 32)}`));
  const unknown = { chance: { seed: `${lot.int(2 ** 32)}` }, chainKey: header.chainKey.toReversed() };
  const still = (other: Game): Proposal => ({ game: other, events: [], rows: [] });
  expectAlike(looking, [still(game), still({ ...game, state, header: { ...header, ...unknown } })], viewer, 'at once');
  let compared = 1;
  if (state === game.state) return compared;
  // the two games differ only in their hidden facts, and get the same random draws from here on
  let worlds: Worlds = [still(game), still({ ...game, state })];
  for (const done: string[] = []; done.length < TOGETHER; compared++) {
    const next = together(worlds, lot);
    if (next === null) break;
    worlds = next.worlds;
    const [one, other] = worlds.map(({ game, events }) => shownByRules(game, viewer, events));
    if (one !== other) break;
    done.push(next.change);
    expectAlike(looking, worlds, viewer, `after ${done.join(', ')}`);
  }
  return compared;
}

function together([one, other]: Worlds, lot: FastChance): { worlds: Worlds; change: string } | null {
  const seats = one.game.decisions.map(({ seat }) => seat);
  if (seats.length === 0) return null;
  const seat = seats[lot.int(seats.length)] as Seat;
  const change = changeFor(one.game, other.game, seat, lot);
  if (change === null) return null;
  const changed = ({ game, events, rows }: Proposal): Proposal => {
    const next = change.of(game);
    return { ...next, events: [...events, ...next.events], rows };
  };
  return { worlds: [changed(one), changed(other)], change: change.text };
}

function changeFor(one: Game, other: Game, seat: Seat, lot: FastChance) {
  const soon = new Date(one.updatedAt.getTime() + SECOND);
  const undoes = [one, other].map(({ turn }) => (turn?.seat === seat ? turn.steps.at(-1)?.version : undefined));
  const [to] = undoes;
  if (to !== undefined && undoes[1] === to && lot.int(3) === 0) {
    const of = (game: Game): Proposal => {
      const row = nextRow(game, soon, 'undone', { seat, action: { to } });
      return { ...undone(game, row), rows: [row] };
    };
    return { of, text: `seat ${seat} undoes to ${to}` };
  }
  const still = new Set(legalIn(other, seat).map(bytes));
  const legal = legalIn(one, seat).filter((action) => still.has(bytes(action)));
  const action = legal[lot.int(legal.length || 1)];
  if (action === undefined) return null;
  const kind = lot.int(6) === 0 ? 'timeout' : 'action';
  return {
    of: (game: Game) => actionFor(game, soon, seat, action, kind),
    text: `${kind} ${bytes(action)} of seat ${seat}`,
  };
}

function expectAlike({ trial, step, told }: Looking, worlds: Worlds, viewer: Viewer, when: string): void {
  const [one, other] = worlds.map(({ game, events }) => textOf(told(game, viewer, events), SALTED)) as [string, string];
  if (one === other) return;
  throw new LawBroken(AROUND_LAW, `${named(viewer)} sees ${when} ${difference(one, other)}`, trial, step);
}

/** Extends a sequence of actions by each tried action that draws nothing and shows other viewers no event. */
function waysFrom({ actions, game, events }: Way, seat: Seat, many: number, lot: FastChance): Way[] {
  if (!game.decisions.some((open) => open.seat === seat)) return [];
  const legal = legalIn(game, seat);
  const tried = legal.length <= many ? legal : Array.from({ length: many }, () => legal[lot.int(legal.length)]);
  return tried.flatMap((action) => {
    const soon = new Date(game.updatedAt.getTime() + SECOND);
    const next = actionFor(game, soon, seat, action as ActionShape, 'action');
    const others = viewersOf(game.seats.length).filter((viewer) => viewer !== seat);
    const isSecret =
      next.rows[0]?.draws.length === 0 &&
      others.every((viewer) => seenEvents(next.game, next.events, viewer).length === 0);
    return isSecret
      ? [{ actions: [...actions, action as ActionShape], game: next.game, events: [...events, ...next.events] }]
      : [];
  });
}

/** Returns what the rules alone show the viewer. It includes the seats that must choose, because they are public. */
function shownByRules(
  { header: { ruleset }, state }: Game,
  viewer: Viewer,
  events: readonly TableEvent[] = [],
): string {
  const shown = events.map(({ ofRuleset, type, seat, data }) =>
    ofRuleset ? ruleset.redact({ type, seat, data }, viewer) : type,
  );
  return bytes([ruleset.view(state, viewer), ruleset.actors(state), shown]);
}

function legalIn({ header, state }: Game, seat: Seat): ActionShape[] {
  return header.ruleset.legalActions(state, seat);
}

const SALTED = new Set(['head']);
/** Fields that may differ: they are public, because everyone may know the number and time of each change. */
const COUNTS = new Set(['version', 'head', 'updatedAt']);

function textOf(told: object, without: ReadonlySet<string>): string {
  return JSON.stringify(told, (key, value) => (without.has(key) ? undefined : value));
}
