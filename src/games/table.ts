import type { ActionShape, Seat, Viewer } from '../kernel/ruleset.ts';
import { type Game, isSeeded, type SeatedPlayer, seatsOf, type TableEvent } from './game.ts';
import { done, type Result, refused } from './refusal.ts';

/** A game as one viewer sees it: the body of `getState`. */
export interface TableView {
  id: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  status: Game['status'];
  version: number;
  seats: { seat: Seat; kind: 'open' | 'player'; player: SeatedPlayer | null }[];
  you: Seat[];
  viewer: Viewer;
  toAct: Seat[];
  decisions: Game['decisions'];
  legalActions?: ActionShape[];
  view: unknown;
  text?: string;
  outcome: Game['outcome'];
  visibility: string;
  seeded: boolean;
  commitment: string | null;
  createdBy: string | null;
  clock: null;
  deadline: null;
  createdAt: string;
  updatedAt: string;
}

/** An event as one viewer sees it. */
export interface SeenEvent {
  id: string;
  version: number;
  index: number;
  at: string;
  seat: Seat | null;
  type: string;
  data: object;
}

/** Who looks, and which seats are theirs. */
export interface Onlooker {
  viewer: Viewer;
  you: Seat[];
}

/** Whose eyes an answer is for: the seat that was asked for if it is the caller's own, else the one that fits best. */
export function onlookerOf(game: Game, playerId: string | null, asked: Viewer | undefined): Result<Onlooker> {
  const you = playerId === null ? [] : seatsOf(game, playerId);
  if (asked === 'spectator') return done({ viewer: asked, you });
  if (asked === undefined) {
    const viewer = you.find((seat) => isToAct(game, seat)) ?? you[0] ?? 'spectator';
    return done({ viewer, you });
  }
  const problem = seatProblem(game, you, asked);
  return problem ?? done({ viewer: asked, you });
}

/** A refusal for a seat that does not exist or is not the caller's; null when it is theirs. */
export function seatProblem(game: Game, you: readonly Seat[], seat: Seat) {
  if (seat >= game.header.seatCount) return noSuchSeat(game, seat);
  if (you.includes(seat)) return null;
  const hint = you.length > 0 ? `Your seats in this game: ${you.join(', ')}.` : 'You hold no seat in this game.';
  return refused('not-your-seat', `Seat ${seat} is not yours.`, { hint });
}

export function noSuchSeat(game: Game, seat: Seat) {
  const last = game.header.seatCount - 1;
  return refused('no-such-seat', `There is no seat ${seat} in this game: its seats are 0 to ${last}.`);
}

export function isToAct(game: Game, seat: Seat): boolean {
  return game.decisions.some((decision) => decision.seat === seat);
}

/** The game as `onlooker` may see it. `text` adds the view in plain words, `legalActions` what the viewer may do now. */
export function tableView(game: Game, onlooker: Onlooker, wants: { text: boolean; legalActions: boolean }): TableView {
  const { header } = game;
  const { ruleset } = header;
  const { viewer } = onlooker;
  const view = game.state === null ? null : ruleset.view(game.state, viewer);
  return {
    id: header.id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: header.options,
    status: game.status,
    version: game.version,
    seats: game.seats.map((holder, seat) => ({
      seat,
      kind: holder.kind,
      player: holder.kind === 'player' ? holder.player : null,
    })),
    you: onlooker.you,
    viewer,
    toAct: game.decisions.map((decision) => decision.seat),
    decisions: game.decisions,
    ...(wants.legalActions && viewer !== 'spectator' && isToAct(game, viewer)
      ? { legalActions: ruleset.legalActions(game.state, viewer) }
      : {}),
    view,
    ...(wants.text ? { text: view === null ? waitingText(game) : ruleset.describe(view) } : {}),
    outcome: game.outcome,
    visibility: header.visibility,
    seeded: isSeeded(header),
    commitment: header.commitment,
    createdBy: header.createdBy,
    clock: null,
    deadline: null,
    createdAt: header.createdAt.toISOString(),
    updatedAt: game.updatedAt.toISOString(),
  };
}

function waitingText(game: Game): string {
  const open = game.seats.flatMap((holder, seat) => (holder.kind === 'open' ? [seat] : []));
  const seats = open.length === 1 ? `seat ${open[0]}` : `seats ${open.join(', ')}`;
  return `${game.header.ruleset.name} has not started yet: it waits for players on ${seats}.`;
}

/** What `viewer` may know of what happened, numbered within each version after redaction. */
export function seenEvents(game: Game, events: readonly TableEvent[], viewer: Viewer): SeenEvent[] {
  const { ruleset } = game.header;
  const seen: SeenEvent[] = [];
  let index = 0;
  for (const event of events) {
    const plain = { type: event.type, seat: event.seat, data: event.data };
    const shown = event.ofRuleset ? ruleset.redact(plain, viewer) : plain;
    if (shown === null) continue;
    index = seen.at(-1)?.version === event.version ? index + 1 : 0;
    seen.push({
      id: `${event.version}.${index}`,
      version: event.version,
      index,
      at: event.at.toISOString(),
      seat: shown.seat,
      type: shown.type,
      data: shown.data,
    });
  }
  return seen;
}
