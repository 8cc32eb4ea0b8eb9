import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Game } from '../../src/games/model/game.ts';
import { revealsNothing } from '../../src/games/model/going-back.ts';
import { deserialize, serialize } from '../../src/games/runtime/snapshot.ts';
import { KeptGame } from './kept-game.ts';
import { viewersOf } from './position.ts';
import { LawBroken, type Trial } from './trial.ts';

const LAW = 'what is undone is as if it had not been done';

export interface Undone {
  undone: number;
  asked: number;
  allowed: number;
}

export function tryUndoing(trial: Trial, mostAsked: number): Undone {
  const lot = new FastChance(`${trial.seed}/undo`);
  const tally = { undone: 0, asked: 0, allowed: 0 };
  const kept = new KeptGame(trial, lot);
  for (let step = 0; step < trial.bound && kept.game.status === 'playing'; step++) {
    const before = kept.game;
    const seat = before.decisions[lot.int(before.decisions.length)]?.seat as Seat;
    const legal: ActionShape[] = before.header.ruleset.legalActions(before.state, seat);
    const action = legal[lot.int(legal.length)] as ActionShape;
    const after = kept.write(kept.acting(seat, action));
    const undoing = kept.undoing();
    if (undoing === null) continue;
    if (tally.asked < mostAsked) {
      tally.asked++;
      tally.allowed += isHarmless(trial, before, seat, action, lot) ? 1 : 0;
    }
    const back = kept.write(undoing);
    tally.undone++;
    holdAgainst(trial, step, before, back, seat);
    const again = kept.write(kept.acting(seat, action));
    if (bytesOf(again.state) !== bytesOf(after.state)) broken(trial, step, 'done again it leads elsewhere');
    if (bytesOf(again.turn?.steps.length) !== bytesOf(after.turn?.steps.length))
      broken(trial, step, 'it cannot be undone again');
  }
  if (bytesOf(kept.replayed()) !== bytesOf(kept.game)) broken(trial, kept.rows.length, 'the log leads to another game');
  return tally;
}

/** Checks that an undo restores everything, also the old deadline: time that the seat has used stays lost. */
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
  // compares the number of actions that can be undone only if the seat's turn had begun before the action
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
  const trying = revealsNothing({ ruleset: header.ruleset, seats: trial.seats, state, seat, action }, lot);
  for (;;) {
    const tried = trying.next();
    if (tried.done) return tried.value;
  }
}

function bytesOf(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function broken(trial: Trial, step: number, complaint: string): never {
  throw new LawBroken(LAW, complaint, trial, step);
}
