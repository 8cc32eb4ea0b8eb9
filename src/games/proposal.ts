import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { commitmentTo } from '../kernel/chance.ts';
import type { Json } from '../kernel/json.ts';
import { play, setUp } from '../kernel/play.ts';
import type { Refusal, Seat } from '../kernel/ruleset.ts';
import type { Player } from '../players/players.ts';
import type { CatalogueEntry } from '../rulesets/catalogue.ts';
import type { EventRow } from '../store/store.ts';
import {
  acted,
  type Change,
  chanceOf,
  created,
  type Game,
  type GameHeader,
  isSeeded,
  joined,
  type SeatHolder,
  seatsOf,
  started,
} from './game.ts';
import { done, type Result, refused } from './refusal.ts';
import { isToAct, noSuchSeat, seatProblem } from './table.ts';

export type SeatWish = 'me' | 'open';

export interface Move {
  action: unknown;
  seat?: Seat | undefined;
  expectedVersion?: number | undefined;
}

const SERVER_SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 12;

/** A change that has been worked out but not written. */
export interface Proposal extends Change {
  rows: EventRow[];
}

/** What is settled about a new game; with `seed` its chance is open, else bound by a commitment. */
export function newHeader(
  entry: CatalogueEntry,
  options: unknown,
  seatCount: number,
  creator: Player,
  seed: string | undefined,
): GameHeader {
  const serverSeed = randomBytes(SERVER_SEED_BYTES);
  return {
    id: uuidv7(),
    ruleset: entry.ruleset,
    options,
    seatCount,
    visibility: 'public',
    createdBy: creator.id,
    createdAt: new Date(),
    commitment: seed === undefined ? commitmentTo(serverSeed) : null,
    chance: seed === undefined ? { serverSeed } : { seed },
  };
}

/** The first change of a game; it starts at once when the creator holds every seat. */
export function opening(
  header: GameHeader,
  creator: Player,
  seats: readonly SeatWish[],
  clientSeeds: readonly (string | null)[],
): Proposal {
  const holders = seats.map((seat, i): SeatHolder => {
    return seat === 'me' ? holderFor(creator, clientSeeds[i] ?? drawnClientSeed()) : { kind: 'open' };
  });
  const row = rowOf(header, 1, 'created', { at: header.createdAt, action: { seats: holders } as unknown as Json });
  return startIfFull({ ...created(header, row), rows: [row] });
}

/** A player takes an open seat, the named one or else the lowest; the last one starts the game. */
export function seating(
  game: Game,
  player: Player,
  asked: { seat?: Seat | undefined; clientSeed?: string | undefined },
): Result<Proposal> {
  if (game.status === 'finished' || game.status === 'aborted') return gameOver(game);
  if (asked.clientSeed !== undefined && isSeeded(game.header)) return seedIsOpen('/clientSeed');
  const open = game.seats.flatMap((holder, seat) => (holder.kind === 'open' ? [seat] : []));
  const seat = asked.seat ?? open[0];
  if (seat !== undefined && seat >= game.seats.length) return noSuchSeat(game, seat);
  if (seat === undefined || !open.includes(seat)) return seatTaken(seat, open);
  const holder = holderFor(player, asked.clientSeed ?? drawnClientSeed()) as unknown as Json;
  const row = rowOf(game.header, game.version + 1, 'joined', { seat, action: holder });
  return done(startIfFull({ ...joined(game, row), rows: [row] }));
}

function startIfFull(proposal: Proposal): Proposal {
  const { game } = proposal;
  if (game.seats.some((holder) => holder.kind === 'open')) return proposal;
  const version = game.version + 1;
  const played = setUp(
    game.header.ruleset,
    game.header.options,
    game.header.seatCount,
    chanceOf(game.header, game.seats, version),
  );
  const row = rowOf(game.header, version, 'started', { draws: played.draws, at: game.updatedAt });
  const change = started(game, row, played);
  return { game: change.game, events: [...proposal.events, ...change.events], rows: [...proposal.rows, row] };
}

/** A player's action for one of their seats. */
export function moveIn(entry: CatalogueEntry, game: Game, player: Player, move: Move): Result<Proposal> {
  if (game.status === 'finished' || game.status === 'aborted') return gameOver(game);
  const chosen = actingSeat(game, player, move.seat);
  if (!chosen.ok) return chosen;
  const seat = chosen.value;
  if (game.status === 'open') return refused('game-not-started', 'The game starts when every seat is taken.');
  const form = entry.forms.action(move.action);
  if (!form.ok) {
    const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/action${pointer}`, message }));
    return refused('invalid-request', `This is not an action of ${entry.ruleset.name}.`, { errors });
  }
  const decision = game.decisions.find((open) => open.seat === seat);
  if (decision === undefined) return notYourTurn(game, seat);
  const stale = staleness(game, decision.since, move.expectedVersion);
  if (stale !== null) return stale;

  const version = game.version + 1;
  const played = play(entry.ruleset, game.state, seat, form.value, chanceOf(game.header, game.seats, version));
  if (!played.ok) return played.code === 'illegal-action' ? illegal(played.refusal) : notYourTurn(game, seat);
  const row = rowOf(game.header, version, 'action', {
    seat,
    action: form.value as unknown as Json,
    draws: played.draws,
  });
  return done({ ...acted(game, row, played), rows: [row] });
}

/** The seat that a move is for: the named one, else the player's lowest that is to act. */
function actingSeat(game: Game, player: Player, asked: Seat | undefined): Result<Seat> {
  const you = seatsOf(game, player.id);
  if (asked !== undefined) return seatProblem(game, you, asked) ?? done(asked);
  const seat = you.find((own) => isToAct(game, own)) ?? you[0];
  return seat === undefined ? refused('not-your-seat', 'You hold no seat in this game.') : done(seat);
}

function staleness(game: Game, since: number, expected: number | undefined) {
  if (expected === undefined || (expected >= since && expected <= game.version)) return null;
  const detail =
    expected > game.version
      ? `You expected version ${expected}, but the game is only at version ${game.version}.`
      : `You chose at version ${expected}, but this decision opened at version ${since}.`;
  return refused('stale-version', detail, { hint: 'Read the state again and choose anew.' });
}

function rowOf(header: GameHeader, version: number, kind: string, more: Partial<EventRow>): EventRow {
  return { gameId: header.id, version, kind, seat: null, action: null, draws: [], at: new Date(), ...more };
}

function holderFor(player: Player, clientSeed: string): SeatHolder {
  return { kind: 'player', player: { id: player.id, name: player.name, kind: player.kind }, clientSeed };
}

function drawnClientSeed(): string {
  return randomBytes(CLIENT_SEED_BYTES).toString('hex');
}

function gameOver(game: Game) {
  return refused('game-over', `This game is over: ${game.outcome?.reason ?? game.status}.`);
}

function notYourTurn(game: Game, seat: Seat) {
  const waiting = game.decisions.map((decision) => decision.seat).join(', ');
  return refused('not-your-turn', `Seat ${seat} has nothing to decide now; the game waits for seat ${waiting}.`);
}

function seatTaken(seat: Seat | undefined, open: readonly Seat[]) {
  const hint = open.length > 0 ? `Open seats: ${open.join(', ')}.` : 'Every seat of this game is taken.';
  return refused('seat-taken', seat === undefined ? 'No seat is open.' : `Seat ${seat} is taken.`, { hint });
}

function illegal(refusal: Refusal) {
  const { rule, detail, hint } = refusal;
  return refused('illegal-action', detail, { rule, ...(hint === undefined ? {} : { hint }) });
}

/** An open seed decides all chance of its game, so that a client seed would be accepted and ignored. */
export function seedIsOpen(pointer: string) {
  const errors = [{ pointer, message: 'can not be combined with an open seed' }];
  return refused('invalid-request', 'The chance of this game comes from its open seed alone.', { errors });
}
