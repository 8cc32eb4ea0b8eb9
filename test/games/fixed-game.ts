import type { Catalogue } from '#rules/catalogue.ts';
import type { BoardPlace } from '#rules/kernel/chain.ts';
import { commitmentTo } from '#rules/kernel/chance.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { actionFor, botsIn, withBots } from '../../src/games/commands/actions.ts';
import { opening } from '../../src/games/commands/create-game.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import { transcriptOf } from '../../src/games/fairness/transcript.ts';
import { type Game, type GameHeader, isOver, type Proposal } from '../../src/games/model/game.ts';
import type { SeatHolder } from '../../src/games/model/seats.ts';
import type { EventRow } from '../../src/store/game-rows.ts';

const SERVER_SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const ADA = { id: '01930000-0000-7000-8000-000000000001', name: 'Ada', kind: 'agent' } as const;
const MOVE_MS = 60_000;
const SEATS: SeatHolder[] = [
  { kind: 'player', player: ADA, clientSeed: 'alice', ownSeed: true },
  { kind: 'bot', policy: 'random', clientSeed: 'bob' },
  { kind: 'bot', policy: 'random', clientSeed: 'carol' },
];

export interface LoggedGame {
  game: Game;
  rows: EventRow[];
}

interface FixedGameChanges {
  policy?: string;
  place?: BoardPlace;
  rated?: boolean;
}

export function fixedGame(
  catalogue: Catalogue,
  { policy = 'random', place, rated = false }: FixedGameChanges = {},
): LoggedGame {
  const seats = SEATS.map((holder, seat) => (seat === 1 && holder.kind === 'bot' ? { ...holder, policy } : holder));
  return playedOn(opening({ ...headerIn(place, fixedHeader(catalogue)), ...(rated && RATED) }, seats), 'fixed');
}

export function playedOn(first: LoggedGame | Proposal, seed: string): LoggedGame {
  const lot = new FastChance(seed);
  let { game, rows } = first;
  while (!isOver(game)) {
    const next = botsIn(game, game.updatedAt) ?? moveOf(game, lot);
    game = next.game;
    rows = [...rows, ...next.rows];
  }
  return { game, rows };
}

/** Makes a move one minute after the last change. The actions of the bots follow. */
export function moveTo(game: Game, seat: Seat, action: ActionShape): Proposal {
  const now = new Date(game.updatedAt.getTime() + MOVE_MS);
  return withBots(actionFor(game, now, seat, action, 'action'));
}

export function transcriptFor({ game, rows }: LoggedGame): Transcript {
  return transcriptOf(game.header, rows);
}

function moveOf(game: Game, lot: FastChance): Proposal {
  const { seat } = game.decisions[0] as { seat: Seat };
  const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
  return moveTo(game, seat, legal[lot.int(legal.length)] as ActionShape);
}

const RATED = { rated: true, clock: { perAction: 3600, onTimeout: 'resign' } } as const;

function headerIn(place: BoardPlace | undefined, header: GameHeader): GameHeader {
  return place === undefined
    ? header
    : { ...header, place, chance: { seed: 'of the board' }, commitment: null, commitmentId: null };
}

function fixedHeader(catalogue: Catalogue): GameHeader {
  const entry = catalogue.get('pascals-ruin');
  const options = entry?.inputs.options({ mode: 'match', roundsToWin: 1 });
  if (entry === undefined || !options?.ok) throw new Error('the fixed game does not fit its ruleset');
  return {
    id: '01930000-0000-7000-8000-000000000002',
    ruleset: entry.ruleset,
    options: options.value,
    seatCount: SEATS.length,
    visibility: 'public',
    inviteCode: null,
    createdBy: ADA.id,
    createdAt: new Date('2026-01-01T12:00:00Z'),
    commitment: commitmentTo(SERVER_SEED),
    commitmentId: '01930000-0000-7000-8000-000000000003',
    chance: { serverSeed: SERVER_SEED },
    chainKey: Uint8Array.from({ length: 32 }, (_, i) => 255 - i),
    clock: null,
    standIn: 'random',
    rematchOf: null,
    daily: null,
    rated: false,
    place: null,
    allowsChat: true,
  };
}
