import { createHash } from 'node:crypto';
import { acted, created, fold, started, undone } from '../../src/games/model/fold.ts';
import { type Change, chanceOf, type Game, type GameHeader, nextRow, rowOf } from '../../src/games/model/game.ts';
import { KeptStates } from '../../src/games/model/lineage.ts';
import type { SeatHolder } from '../../src/games/model/seats.ts';
import { tellsNothing } from '../../src/games/model/undo-fence.ts';
import { deserialize, serialize } from '../../src/games/runtime/snapshot.ts';
import type { Json } from '../../src/kernel/json.ts';
import { applyLegal, setUp } from '../../src/kernel/play.ts';
import type { ActionShape, Seat } from '../../src/kernel/ruleset.ts';
import { FastChance } from '../../src/kernel/search/fast-chance.ts';
import type { EventRow } from '../../src/store/contract/event-log.ts';
import { viewersOf } from './position.ts';
import { LawBroken, type Trial } from './trial.ts';

const LAW = 'what is undone is as if it had not been done';
const BEGIN = Date.parse('2026-01-01T12:00:00Z');
const SECOND = 1_000;
const CLOCKS = [
  null,
  { perAction: 600, onTimeout: 'random' },
  { bank: 600, increment: 5, onTimeout: 'random' },
] as const;

/** How much was tried in one game. */
export interface Undone {
  undone: number;
  /** of which the house would have allowed so many; the fence is asked of some alone */
  asked: number;
  allowed: number;
}

/** A game of the house as it would keep it, of random actions; each that can be undone is, and done again. Throws `LawBroken`. */
export function tryUndoing(trial: Trial, mostAsked: number): Undone {
  const lot = new FastChance(`${trial.seed}/undo`);
  const rows: EventRow[] = [];
  const tally = { undone: 0, asked: 0, allowed: 0 };
  const write = (change: Change, row: EventRow): Game => {
    rows.push(row);
    return change.game;
  };
  let game = begin(trial, lot, write);
  for (let step = 0; step < trial.bound && game.status === 'playing'; step++) {
    const before = game;
    const open = game.decisions[lot.int(game.decisions.length)];
    const seat = open?.seat as Seat;
    const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
    const action = legal[lot.int(legal.length)] as ActionShape;
    game = act(game, seat, action, write);
    const last = game.turn?.steps.at(-1);
    if (game.turn === null || last === undefined) continue;
    if (tally.asked < mostAsked) {
      tally.asked++;
      tally.allowed += isHarmless(trial, before, seat, action, lot) ? 1 : 0;
    }
    const after = game;
    const row = nextRow(game, soon(game), 'undone', { seat, action: { to: last.version } });
    game = write(undone(game, row), row);
    tally.undone++;
    holdAgainst(trial, step, before, game, seat);
    const again = act(game, seat, action, write);
    if (bytesOf(again.state) !== bytesOf(after.state)) broken(trial, step, 'done again it leads elsewhere');
    if (bytesOf(again.turn?.steps.length) !== bytesOf(after.turn?.steps.length))
      broken(trial, step, 'it cannot be undone again');
    game = again;
  }
  replay(trial, rows, game);
  return tally;
}

/** All of the position is as it was, and the time that was used stays used: the decision has the deadline that it had. */
function holdAgainst(trial: Trial, step: number, before: Game, now: Game, seat: Seat): void {
  const { ruleset } = before.header;
  const told = (game: Game) => ({
    state: game.state,
    views: viewersOf(trial.seats).map((viewer) => ruleset.view(game.state, viewer)),
    legal: Array.from({ length: trial.seats }, (_, each) => ruleset.legalActions(game.state, each)),
    decisions: game.decisions.map(({ seat: each, openedAt, deadline }) => ({ each, openedAt, deadline })),
    banks: game.banks,
    status: game.status,
    steps: game.turn?.steps.length ?? 0,
  });
  // who goes back in a turn that had just begun has none to go back in
  const [then, again] = [told(before), told(now)].map(({ steps, ...rest }) => ({
    ...rest,
    steps: before.turn?.seat === seat ? steps : 0,
  }));
  if (bytesOf(then) !== bytesOf(again))
    broken(trial, step, `before ${bytesOf(then)}, after it was undone ${bytesOf(again)}`);
  const reopened = now.decisions.find((open) => open.seat === seat);
  if (reopened?.since !== now.version) broken(trial, step, 'what was chosen after it could still be sent');
  if (serialize(deserialize(now.header, serialize(now))) !== serialize(now))
    broken(trial, step, 'a snapshot loses some of it');
}

function isHarmless(trial: Trial, { header, state }: Game, seat: Seat, action: ActionShape, lot: FastChance): boolean {
  const trying = tellsNothing({ ruleset: header.ruleset, seats: trial.seats, state, seat, action }, lot);
  for (;;) {
    const tried = trying.next();
    if (tried.done) return tried.value;
  }
}

/** The log alone leads to the same game. */
function replay(trial: Trial, rows: readonly EventRow[], end: Game): void {
  const states = new KeptStates(rows);
  let game: Game | null = null;
  for (const row of rows) {
    game = fold(end.header, game, row, states.neededBy(row)).game;
    states.keep(game);
  }
  if (bytesOf(game) !== bytesOf(end)) broken(trial, rows.length, 'the log leads to another game');
}

type Write = (change: Change, row: EventRow) => Game;

function act(game: Game, seat: Seat, action: ActionShape, write: Write): Game {
  const { header, seats, version } = game;
  const played = applyLegal(header.ruleset, game.state, seat, action, chanceOf(header, seats, version + 1));
  const entry = { seat, action: action as unknown as Json, draws: played.draws };
  const row = nextRow(game, soon(game), 'action', entry);
  return write(acted(game, row, played), row);
}

function begin(trial: Trial, lot: FastChance, write: Write): Game {
  const { subject, options, seats, seed } = trial;
  const header = headerOf(trial, CLOCKS[lot.int(CLOCKS.length)] ?? null);
  const holders = Array.from({ length: seats }, (_, seat): SeatHolder => {
    const player = { id: `player ${seat}`, name: `P${seat}`, kind: 'human' as const };
    return { kind: 'player', player, clientSeed: seed };
  });
  const first = rowOf(header, 1, 'created', { at: header.createdAt, action: { seats: holders } as unknown as Json });
  const made = write(created(header, first), first);
  const dealt = setUp(subject.ruleset, options, seats, chanceOf(header, holders, 2));
  const row = nextRow(made, soon(made), 'started', { draws: dealt.draws });
  return write(started(made, row, dealt), row);
}

function headerOf({ subject, options, seats, seed }: Trial, clock: GameHeader['clock']): GameHeader {
  return {
    ...{ id: 'a game of the laws', ruleset: subject.ruleset, options, seatCount: seats, visibility: 'public' },
    ...{ inviteCode: null, createdBy: null, createdAt: new Date(BEGIN), commitment: null, commitmentId: null },
    ...{ chance: { seed }, chainKey: createHash('sha256').update(seed).digest(), clock, standIn: 'random' },
    ...{ rematchOf: null, daily: null, rated: false, place: null, talking: true },
  };
}

/** Everything takes a second. */
function soon({ updatedAt }: Game): Date {
  return new Date(updatedAt.getTime() + SECOND);
}

function bytesOf(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function broken(trial: Trial, step: number, complaint: string): never {
  throw new LawBroken(LAW, complaint, trial, step);
}
