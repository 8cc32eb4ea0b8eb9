import { gameSeedFrom, gameSeedFromText, PublishedChance } from '../kernel/chance.ts';
import { type Json, sameJson } from '../kernel/json.ts';
import { replayAction, replaySetup } from '../kernel/replay.ts';
import type { ActionShape, AnyRuleset, EventShape, Outcome, Seat, Step } from '../kernel/ruleset.ts';
import type { EventRow, GameRow } from '../store/store.ts';

export type Status = GameRow['status'];

/** A player as everyone at the table sees them. */
export interface SeatedPlayer {
  id: string;
  name: string;
  kind: 'human' | 'agent';
}

/** Who holds a seat, and the words that they gave to the game's chance. */
export type SeatHolder = { kind: 'open' } | { kind: 'player'; player: SeatedPlayer; clientSeed: string };

/** A seat that is to decide, and the version at which that decision opened to it. */
export interface Decision {
  seat: Seat;
  since: number;
}

/** What is settled when a game is created and never changes. */
export interface GameHeader {
  id: string;
  ruleset: AnyRuleset;
  options: unknown;
  seatCount: number;
  visibility: string;
  createdBy: string | null;
  createdAt: Date;
  commitment: string | null;
  /** exactly one of the two is there */
  chance: { serverSeed: Uint8Array } | { seed: string };
}

/** A game at one version: a fold of its log. */
export interface Game {
  header: GameHeader;
  version: number;
  status: Status;
  seats: SeatHolder[];
  /** the ruleset's position; null until the game starts */
  state: unknown;
  decisions: Decision[];
  outcome: Outcome | null;
  updatedAt: Date;
}

/** Something that happened, before it is decided who may see it. */
export interface TableEvent extends EventShape {
  version: number;
  at: Date;
  /** whether the ruleset decides who may see it; what the house does is public */
  ofRuleset: boolean;
}

/** A game after a change, and what happened in that change. */
export interface Change {
  game: Game;
  events: TableEvent[];
}

export function isSeeded(header: GameHeader): boolean {
  return 'seed' in header.chance;
}

/** The chance of the change that makes `version`. Every seat must be taken. */
export function chanceOf(header: GameHeader, seats: readonly SeatHolder[], version: number): PublishedChance {
  const seed =
    'seed' in header.chance
      ? gameSeedFromText(header.chance.seed)
      : gameSeedFrom(header.chance.serverSeed, seats.map(clientSeedOf));
  return new PublishedChance(seed, version);
}

function clientSeedOf(holder: SeatHolder): string {
  if (holder.kind === 'open') throw new Error('chance is needed before every seat is taken');
  return holder.clientSeed;
}

/** The seats that a player holds, lowest first. */
export function seatsOf(game: Game, playerId: string): Seat[] {
  return game.seats.flatMap((holder, seat) =>
    holder.kind === 'player' && holder.player.id === playerId ? [seat] : [],
  );
}

/** A game as its first event makes it. */
export function created(header: GameHeader, event: EventRow): Change {
  const { seats } = event.action as unknown as { seats: SeatHolder[] };
  const game: Game = {
    header,
    version: event.version,
    status: 'open',
    seats,
    state: null,
    decisions: [],
    outcome: null,
    updatedAt: event.at,
  };
  const taken = seats.flatMap((holder, seat) =>
    holder.kind === 'player' ? [seatTaken(event, seat, holder.player)] : [],
  );
  return { game, events: [houseEvent(event, 'gameCreated', null, {}), ...taken] };
}

/** A game after somebody took an open seat. */
export function joined(game: Game, event: EventRow): Change {
  const seat = event.seat as Seat;
  const holder = event.action as unknown as SeatHolder & { kind: 'player' };
  const seats = game.seats.with(seat, holder);
  return {
    game: { ...game, version: event.version, seats, updatedAt: event.at },
    events: [seatTaken(event, seat, holder.player)],
  };
}

/** A game after its set-up. */
export function started(game: Game, event: EventRow, step: Step<unknown, EventShape>): Change {
  const opening = houseEvent(event, 'gameStarted', null, {});
  return settled({ ...game, status: 'playing' }, event, step, [opening]);
}

/** A game after a seat's action. */
export function acted(game: Game, event: EventRow, step: Step<unknown, EventShape>): Change {
  return settled(game, event, step, []);
}

function settled(game: Game, event: EventRow, step: Step<unknown, EventShape>, opening: TableEvent[]): Change {
  const outcome = game.header.ruleset.outcome(step.state);
  const told = step.events.map((happened) => ({ ...happened, version: event.version, at: event.at, ofRuleset: true }));
  const ending = outcome === null ? [] : [houseEvent(event, 'gameEnded', null, { outcome })];
  return {
    game: {
      ...game,
      version: event.version,
      status: outcome === null ? 'playing' : 'finished',
      state: step.state,
      decisions: decisionsAfter(game, event, step.state),
      outcome,
      updatedAt: event.at,
    },
    events: [...opening, ...told, ...ending],
  };
}

/** A decision stays the one it was while another seat's choice leaves its legal actions as they are. */
function decisionsAfter(before: Game, event: EventRow, state: unknown): Decision[] {
  const { ruleset } = before.header;
  return ruleset.actors(state).map((seat) => {
    const open = before.decisions.find((decision) => decision.seat === seat);
    const untouched =
      open !== undefined &&
      seat !== event.seat &&
      sameJson(ruleset.legalActions(before.state, seat), ruleset.legalActions(state, seat));
    return untouched ? open : { seat, since: event.version };
  });
}

/** Applies one stored event: the only way from the log to a game. */
export function fold(header: GameHeader, game: Game | null, event: EventRow): Change {
  const expected = (game?.version ?? 0) + 1;
  if (event.version !== expected) {
    throw new Error(`the log of game ${header.id} jumps to version ${event.version} where ${expected} is due`);
  }
  if (game === null) return created(header, event);
  const { ruleset, options, seatCount } = header;
  switch (event.kind) {
    case 'joined':
      return joined(game, event);
    case 'started':
      return started(game, event, replaySetup(ruleset, options, seatCount, event.draws));
    case 'action': {
      const action = event.action as unknown as ActionShape;
      return acted(game, event, replayAction(ruleset, game.state, event.seat as Seat, action, event.draws));
    }
    default:
      throw new Error(`the log of game ${header.id} holds an event of unknown kind ${event.kind}`);
  }
}

/** The part of a game that lists and other servers read from its row. */
export function summaryOf(game: Game) {
  return {
    status: game.status,
    version: game.version,
    toAct: game.decisions.map((decision) => decision.seat),
    seats: game.seats as unknown as Json,
    deadline: null,
    outcome: game.outcome as unknown as Json,
    updatedAt: game.updatedAt,
  };
}

function houseEvent(event: EventRow, type: string, seat: Seat | null, data: object): TableEvent {
  return { version: event.version, at: event.at, ofRuleset: false, type, seat, data };
}

function seatTaken(event: EventRow, seat: Seat, player: SeatedPlayer): TableEvent {
  return houseEvent(event, 'seatTaken', seat, { player });
}
