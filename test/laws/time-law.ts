import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { actionFor } from '../../src/games/commands/actions.ts';
import type { Game } from '../../src/games/model/game.ts';
import { CLOCKS, KeptGame } from './kept-game.ts';
import { LawBroken, type Trial } from './trial.ts';

const LAW = 'no way back to a position gives time';
const SECOND = 1_000;
/** Tries at most `FIRST` actions from each position of a game, and at most `NEXT` after each of these actions. */
const FIRST = 4;
const NEXT = 4;
const DEEPEST = 3;

/** Checks that a seat gains no time by its own actions that draw nothing and lead back to the same position. Returns
 * the number of such sequences that it found. Throws `LawBroken`. */
export function trySpending(trial: Trial): number {
  let circles = 0;
  for (const clock of CLOCKS) {
    if (clock === null) continue;
    const lot = new FastChance(`${trial.seed}/time`);
    const kept = new KeptGame(trial, lot, clock);
    for (let step = 0; step < trial.bound && kept.game.status === 'playing'; step++) {
      const { game } = kept;
      const seat = game.decisions[lot.int(game.decisions.length)]?.seat as Seat;
      const from = {
        trial,
        step,
        lot,
        seat,
        begin: game,
        place: placeOf(game, seat),
        left: leftFor(game, seat),
        bank: bankOf(game, seat),
      };
      circles += circlesFrom(from, game, FIRST);
      const legal = legalIn(game, seat);
      kept.write(kept.acting(seat, legal[lot.int(legal.length)] as ActionShape));
    }
  }
  return circles;
}

interface Walk {
  trial: Trial;
  step: number;
  lot: FastChance;
  seat: Seat;
  begin: Game;
  place: string;
  left: number;
  bank: number;
}

function circlesFrom(walk: Walk, game: Game, many: number, path: readonly ActionShape[] = []): number {
  const { seat, lot, trial, step } = walk;
  let circles = 0;
  for (const action of someOf(candidates(walk, game), many, lot)) {
    const soon = new Date(game.updatedAt.getTime() + SECOND);
    const next = actionFor(game, soon, seat, action, 'action');
    if (next.rows[0]?.draws.length !== 0 || !next.game.decisions.some((open) => open.seat === seat)) continue;
    const taken = [...path, action];
    if (placeOf(next.game, seat) === walk.place) {
      circles++;
      const gained = Math.max(leftFor(next.game, seat) - walk.left, bankOf(next.game, seat) - walk.bank);
      if (gained > 0)
        throw new LawBroken(LAW, `seat ${seat} gains ${gained} ms by ${JSON.stringify(taken)}`, trial, step);
    } else if (taken.length < DEEPEST) circles += circlesFrom(walk, next.game, NEXT, taken);
  }
  return circles;
}

/** Returns the actions to try: at the beginning, all legal ones. Later, those that were illegal at the beginning, as
 * one of them may lead back. If there are none, all legal ones. */
function candidates({ begin, seat }: Walk, game: Game): ActionShape[] {
  const legal = legalIn(game, seat);
  if (game === begin) return legal;
  const before = new Set(legalIn(begin, seat).map((action) => JSON.stringify(action)));
  const fresh = legal.filter((action) => !before.has(JSON.stringify(action)));
  return fresh.length > 0 ? fresh : legal;
}

function someOf(actions: readonly ActionShape[], many: number, lot: FastChance): ActionShape[] {
  if (actions.length <= many) return [...actions];
  return Array.from({ length: many }, () => actions[lot.int(actions.length)] as ActionShape);
}

function legalIn({ header, state }: Game, seat: Seat): ActionShape[] {
  return header.ruleset.legalActions(state, seat);
}

/** Returns what the seat sees and may do. All numbers become 0, because some of them count undos. */
function placeOf(game: Game, seat: Seat): string {
  const seen = { view: game.header.ruleset.view(game.state, seat), legal: legalIn(game, seat) };
  return JSON.stringify(seen, (_, value) => (typeof value === 'number' ? 0 : value));
}

function leftFor({ decisions, updatedAt }: Game, seat: Seat): number {
  const deadline = decisions.find((open) => open.seat === seat)?.deadline ?? updatedAt;
  return deadline.getTime() - updatedAt.getTime();
}

/** Returns the time in the seat's bank in milliseconds. The time of an open decision is not subtracted yet. */
function bankOf({ banks }: Game, seat: Seat): number {
  return banks?.[seat] ?? 0;
}
