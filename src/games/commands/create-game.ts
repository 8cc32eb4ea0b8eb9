import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { BoardPlace } from '#rules/kernel/chain.ts';
import { DELETED } from '#rules/kernel/chain.ts';
import { commitmentTo } from '#rules/kernel/chance.ts';
import type { Json } from '#rules/kernel/json.ts';
import { setUp } from '#rules/kernel/play.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { type Result, refused } from '../../eventlog/result.ts';
import type { Player, Players } from '../../players/players.ts';
import type { CommitmentRow } from '../../store/fairness.ts';
import type { Creation } from '../../store/game-rows.ts';
import type { RequestRow } from '../../store/requests.ts';
import { newInviteCode } from '../model/access.ts';
import type { Clock } from '../model/clock.ts';
import { created, started } from '../model/fold.ts';
import {
  chanceOf,
  type Daily,
  dateOf,
  endOf,
  type GameHeader,
  isForHouse,
  isFull,
  isSeeded,
  nextRow,
  type Proposal,
  rowOf,
  summaryOf,
  type Visibility,
} from '../model/game.ts';
import { changedMemberships, notificationsOf, seatedPlayer, withNameSalt } from '../model/participants.ts';
import { ratedResultOf } from '../model/rated-game.ts';
import type { SeatWish } from '../model/seat-shapes.ts';
import type { SeatHolder } from '../model/seats.ts';
import { withBots } from './bot-turns.ts';

export const SERVER_SEED_BYTES = 32;
const CHAIN_KEY_BYTES = 32;
const CLIENT_SEED_BYTES = 12;

/** Checked and complete. */
export interface GameSetup {
  ruleset: AnyRuleset;
  options: unknown;
  seats: SeatHolder[];
  /** Null: the house. */
  creator: Player | null;
  visibility: Visibility;
  clock: Clock | null;
  standIn: string;
  seed: string | null;
  commitment: CommitmentRow | null;
  rematchOf: string | null;
  daily: Daily | null;
  /** `ratedProblem` rejects what cannot be rated. Games of competitions are rated without this. */
  rated: boolean;
  place: BoardPlace | null;
  allowsChat: boolean;
  hidesOdds?: boolean;
}

/** With a seed the chance is public, otherwise committed. */
export function newHeader(plan: GameSetup, createdAt: Date): GameHeader {
  const { seats, creator, seed, commitment, ...settled } = plan;
  const serverSeed = commitment?.serverSeed ?? randomBytes(SERVER_SEED_BYTES);
  return {
    ...settled,
    id: uuidv7(),
    seatCount: seats.length,
    inviteCode: settled.visibility === 'private' ? newInviteCode() : null,
    createdBy: creator?.id ?? null,
    createdAt,
    commitment: seed === null ? commitmentTo(serverSeed) : null,
    commitmentId: commitment?.id ?? null,
    chance: seed === null ? { serverSeed } : { seed },
    chainKey: randomBytes(CHAIN_KEY_BYTES),
  };
}

export function headerColumns(header: GameHeader) {
  const { ruleset, options, chance, clock, daily, hidesOdds = false, ...columns } = header;
  return {
    ...columns,
    erased: 0,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: options as Json,
    seeded: isSeeded(header),
    seed: 'seed' in chance ? chance.seed : null,
    serverSeed: 'serverSeed' in chance ? chance.serverSeed : null,
    clock: clock as Json,
    daily: daily?.name ?? null,
    practice: daily?.practice ?? false,
    hidesOdds,
  };
}

export function opening(header: GameHeader, seats: readonly SeatHolder[]): Proposal {
  const row = rowOf(header, 1, 'created', {
    at: header.createdAt,
    action: { seats: seats.map(withNameSalt) },
  });
  return startIfFull({ ...created(header, row), rows: [row] });
}

/** Sets the game up if the last seat is taken, and lets bots begin. */
export function startIfFull(proposal: Proposal): Proposal {
  const { game } = proposal;
  if (!isFull(game)) return proposal;
  const { ruleset, options, seatCount } = game.header;
  const version = game.version + 1;
  const played = setUp(ruleset, options, seatCount, chanceOf(game.header, game.seats, version));
  const row = nextRow(game, game.updatedAt, 'started', { draws: played.draws });
  const change = started(game, row, played);
  const begun = { ...change, events: [...proposal.events, ...change.events], rows: [...proposal.rows, row] };
  return isForHouse(begun.game) ? withBots(begun) : begun;
}

export function creationOf({ game, rows }: Proposal, request: RequestRow | null, aheadMs = 0): Creation {
  const { header } = game;
  const { daily, createdBy } = header;
  const counts = daily !== null && !daily.practice && createdBy !== null;
  return {
    game: { ...summaryOf(game), ...headerColumns(header) },
    events: rows,
    memberships: changedMemberships(null, game),
    notifications: notificationsOf(null, game, createdBy),
    request,
    entry: counts ? { daily: daily.name, playerId: createdBy } : null,
    rated: header.rated ? ratedResultOf(game) : null,
    before: daily && new Date(endOf(dateOf(daily)).getTime() - aheadMs),
  };
}

/** Draws a client seed if the player sent none. */
export function holderFor(player: Player, clientSeed: string | null | undefined): SeatHolder & { kind: 'player' } {
  const ownSeed = typeof clientSeed === 'string';
  return { kind: 'player', player: seatedPlayer(player), clientSeed: clientSeed ?? drawnClientSeed(), ownSeed };
}

export function botHolder(policy: string): SeatHolder {
  return { kind: 'bot', policy, clientSeed: drawnClientSeed(), ownSeed: false };
}

export async function seatsFor(
  wishes: readonly SeatWish[],
  creator: Player,
  clientSeeds: readonly (string | null)[],
  players: Players,
): Promise<Result<SeatHolder[]>> {
  const seats: SeatHolder[] = [];
  for (const [seat, wish] of wishes.entries()) {
    if (wish === 'open') seats.push({ kind: 'open' });
    else if (wish === 'me') seats.push(holderFor(creator, clientSeeds[seat]));
    else if ('bot' in wish) seats.push(botHolder(wish.bot));
    else if (wish.player === creator.id) seats.push(holderFor(creator, clientSeeds[seat]));
    else {
      const player = await players.get(wish.player);
      if (player === null || player.name === DELETED) return unknownPlayer(seat, wish.player);
      seats.push({ kind: 'invited', player: seatedPlayer(player) });
    }
  }
  return { ok: true, value: seats };
}

function unknownPlayer(seat: number, id: string) {
  const errors = [{ pointer: `/seats/${seat}/player`, message: 'is not the id of a player' }];
  return refused('unknown-player', `There is no player ${id}.`, { errors });
}

function drawnClientSeed(): string {
  return randomBytes(CLIENT_SEED_BYTES).toString('hex');
}
