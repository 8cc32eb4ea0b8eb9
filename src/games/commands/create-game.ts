import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Catalogue, CatalogueEntry, RulesetVersion } from '#rules/catalogue.ts';
import { type BoardPlace, DELETED } from '#rules/kernel/chain.ts';
import { commitmentTo } from '#rules/kernel/chance.ts';
import type { Json } from '#rules/kernel/json.ts';
import { setUp } from '#rules/kernel/play.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Keyed } from '../../eventlog/carry-out.ts';
import { done, type Refused, type Result, refused, wrong } from '../../eventlog/result.ts';
import type { Player, Players } from '../../players/players.ts';
import type { CommitmentRow } from '../../store/fairness.ts';
import type { PlayerUsage } from '../../store/game-lists.ts';
import type { Creation, ServerClock } from '../../store/game-rows.ts';
import type { RequestRow } from '../../store/requests.ts';
import type { Store } from '../../store/store.ts';
import type { DailyChallenges } from '../daily/daily-challenges.ts';
import { companyOf, invitationNotOpen } from '../model/apart.ts';
import { capReached, type PlayerCaps } from '../model/caps.ts';
import type { Clock } from '../model/clock.ts';
import { created, started } from '../model/fold.ts';
import {
  chanceOf,
  type Daily,
  dateOf,
  endOf,
  type Game,
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
import type { NewGame } from '../model/new-game.ts';
import {
  changedMemberships,
  newInviteCode,
  notificationsOf,
  seatedPlayer,
  withNameSalt,
} from '../model/participants.ts';
import { ratedProblem, ratedResultOf } from '../model/rated-game.ts';
import type { SeatWish } from '../model/seat-shapes.ts';
import type { SeatHolder } from '../model/seats.ts';
import { inputRefused, optionsRefused, seatsRefused, seedIsOpen } from '../refusals.ts';
import { withBots } from './actions.ts';

export const SERVER_SEED_BYTES = 32;
const CHAIN_KEY_BYTES = 32;
const CLIENT_SEED_BYTES = 12;

/** All that a new game needs, validated and complete. */
export interface GameSetup {
  ruleset: AnyRuleset;
  options: unknown;
  seats: SeatHolder[];
  /** null or omitted: the server creates the game */
  creator?: Player | null;
  visibility: Visibility;
  clock: Clock | null;
  standIn: string;
  seed?: string | null;
  commitment?: CommitmentRow | null;
  rematchOf?: string | null;
  daily?: Daily | null;
  /** true: `ratedProblem` has allowed it; games of competitions have false, because the competition rates them */
  rated: boolean;
  place?: BoardPlace | null;
  /** default: true */
  allowsChat?: boolean;
  hidesOdds?: boolean;
}

export interface CreateCommand {
  request: Keyed;
  /** called again if the game exists already, a daily game's day is over, or another player was deleted or suspended */
  plan(): Promise<Result<GameSetup>>;
}

/** Makes a game's header. Without `seed`, all random numbers depend on a secret seed, whose hash is published. */
export function newHeader(plan: GameSetup, createdAt: Date): GameHeader {
  const { seats, creator, seed = null, commitment, ...settled } = plan;
  const serverSeed = commitment?.serverSeed ?? randomBytes(SERVER_SEED_BYTES);
  return {
    ...{ rematchOf: null, daily: null, place: null, allowsChat: true },
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
  const row = rowOf(header, 1, 'created', { at: header.createdAt, action: { seats: seats.map(withNameSalt) } });
  return startIfFull({ ...created(header, row), rows: [row] });
}

/** If all seats are taken, sets up the game and lets bots act. */
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
    game: { ...headerColumns(header), ...summaryOf(game) },
    events: rows,
    memberships: changedMemberships(null, game),
    notifications: notificationsOf(null, game, createdBy),
    request,
    entry: counts ? { daily: daily.name, playerId: createdBy } : null,
    rated: header.rated ? ratedResultOf(game) : null,
    before: daily && new Date(endOf(dateOf(daily)).getTime() - aheadMs),
  };
}

/** Seats a player. Draws a client seed if the player has sent none. */
export function holderFor(player: Player, clientSeed: string | null | undefined): SeatHolder & { kind: 'player' } {
  const ownSeed = typeof clientSeed === 'string';
  return { kind: 'player', player: seatedPlayer(player), clientSeed: clientSeed ?? drawnClientSeed(), ownSeed };
}

export function botHolder(policy: string): SeatHolder {
  return { kind: 'bot', policy, clientSeed: drawnClientSeed(), ownSeed: false };
}

async function seatsFor(
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
  const errors = [{ pointer: `/seats/${seat}/player`, message: 'must be the id of a player' }];
  return refused('unknown-player', `There is no player ${id}.`, { errors });
}

function drawnClientSeed(): string {
  return randomBytes(CLIENT_SEED_BYTES).toString('hex');
}

export interface Sources {
  catalogue: Catalogue;
  players: Players;
  store: Store;
  dailies: DailyChallenges;
  clock: ServerClock;
  caps: PlayerCaps;
}

export async function planFor(
  asked: NewGame,
  creator: Player,
  usage: PlayerUsage,
  sources: Sources,
): Promise<Result<GameSetup>> {
  const entry = sources.catalogue.get(asked.ruleset);
  if (entry === undefined) return unknownRuleset(asked.ruleset, sources.catalogue);
  const { ruleset } = entry;
  const form = completeOptions(entry, asked.options);
  if (!form.ok) return form;
  const wishes = asked.seats ?? defaultSeats(entry);
  const standIn = asked.standIn ?? 'random';
  const problem =
    misfit(entry, form.value, wishes, { standIn, clock: asked.clock ?? null }) ??
    clientSeedsProblem(asked, wishes) ??
    (asked.daily === true ? dailyProblem(entry, asked, wishes) : null);
  if (problem !== null) return problem;

  const seats = await seatsFor(wishes, creator, asked.clientSeeds ?? [], sources.players);
  if (!seats.ok) return seats;
  const guests = seats.value.flatMap((holder) => (holder.kind === 'invited' ? [holder.player.id] : []));
  const company = guests.length === 0 ? null : await companyOf(sources.store, creator.id, guests, sources.clock.now());
  const closed = company && invitationNotOpen(seats.value, company);
  if (closed !== null) return closed;
  const { visibility = 'public', clock = null, rated = false } = asked;
  const settled = { ruleset, options: form.value, seats: seats.value, visibility, clock, standIn };
  const unrated = rated ? ratedProblem({ ...settled, seeded: asked.seed !== undefined }) : null;
  if (unrated !== null) return unrated;
  const capped = creationProblem(sources.caps, usage, { seats: seats.value, rated }, creator.id);
  if (capped !== null) return capped;
  const commitment = await commitmentFor(asked.commitmentId, creator, sources.store);
  if (!commitment.ok) return commitment;
  const today = asked.daily === true ? await sources.dailies.enter(ruleset, form.value, creator.id) : null;
  if (today !== null && !today.ok) return today;
  return done({
    ...settled,
    creator,
    seed: today?.value.seed ?? asked.seed ?? null,
    commitment: commitment.value,
    daily: (today?.value.daily as Daily | undefined) ?? null,
    rated,
    allowsChat: asked.chat !== 'off',
  });
}

interface Seated {
  seats: readonly SeatHolder[];
  rated: boolean;
}

export function creationProblem(caps: PlayerCaps, usage: PlayerUsage, { seats, rated }: Seated, playerId: string) {
  const invited = seats.filter(({ kind }) => kind === 'invited').length;
  if (invited > 0 && usage.invitations + invited > caps.invitations) return capReached('invitations', caps.invitations);
  const sits = seats.some((holder) => holder.kind === 'player' && holder.player.id === playerId);
  if (!sits) return usage.hostedGames >= caps.hostedGames ? capReached('hostedGames', caps.hostedGames) : null;
  return seatProblem(caps, usage, { seats, rated });
}

/** Returns why a player with this usage may not join; null: may join. The player's seat is already in `seats`. */
export function joinProblem(caps: PlayerCaps, usage: PlayerUsage, { seats, header }: Game) {
  return seatProblem(caps, usage, { seats, rated: header.rated });
}

function seatProblem(caps: PlayerCaps, usage: PlayerUsage, { seats, rated }: Seated) {
  if (usage.games >= caps.games) return capReached('games', caps.games);
  if (rated && usage.ratedGames >= caps.ratedGames) return capReached('ratedGames', caps.ratedGames);
  const waits = seats.some(({ kind }) => kind === 'open' || kind === 'invited');
  return waits && usage.pendingGames >= caps.pendingGames ? capReached('pendingGames', caps.pendingGames) : null;
}

/** Returns why the game is impossible; null: it is possible. */
export function misfit(
  entry: CatalogueEntry,
  options: unknown,
  seats: readonly SeatWish[],
  { standIn, clock }: { standIn: string; clock: Clock | null },
): Refused | null {
  return (
    seatsProblem(entry, seats) ??
    optionsProblem(entry, options, seats.length) ??
    policiesProblem(entry, seats, standIn) ??
    endlessProblem(entry, options, seats, clock)
  );
}

/** Adds the defaults of options that were not sent. */
export function completeOptions({ ruleset, inputs }: RulesetVersion, sent: unknown): Result<object> {
  const form = inputs.options(sent);
  const detail = `These options are not valid for ${ruleset.name}: \`errors\` says what to change.`;
  return form.ok ? form : inputRefused(form.errors, '/options', detail);
}

function defaultSeats(entry: CatalogueEntry): SeatWish[] {
  return Array.from({ length: entry.ruleset.seats.min }, (_, seat) => (seat === 0 ? 'me' : 'open'));
}

async function commitmentFor(id: string | undefined, by: Player, store: Store): Promise<Result<CommitmentRow | null>> {
  if (id === undefined) return done(null);
  const commitment = await store.fairness.commitment(id);
  if (commitment === null || commitment.playerId !== by.id) {
    const errors = [{ pointer: '/commitmentId', message: 'must be the id of a commitment that you created' }];
    return refused('unknown-commitment', `You have no commitment ${id}.`, { errors });
  }
  if (await store.fairness.isUsed(id)) {
    const errors = [{ pointer: '/commitmentId', message: 'must be the id of a commitment that no game has used' }];
    const detail = 'Another game was created with this commitment.';
    return refused('commitment-used', detail, { errors });
  }
  return done(commitment);
}

function seatsProblem(entry: CatalogueEntry, seats: readonly unknown[]): Refused | null {
  const { min, max } = entry.ruleset.seats;
  if (seats.length >= min && seats.length <= max) return null;
  return seatsRefused(entry.ruleset.name, { min, max }, seats);
}

function clientSeedsProblem({ seed, clientSeeds, commitmentId }: NewGame, seats: readonly SeatWish[]): Refused | null {
  if (seed !== undefined && commitmentId !== undefined) return seedIsOpen('/commitmentId');
  if (clientSeeds === undefined) return null;
  if (seed !== undefined) return seedIsOpen('/clientSeeds');
  const most = `must have at most ${counted(seats.length, 'entry', 'entries')}, one for each seat`;
  if (clientSeeds.length > seats.length)
    return wrong('`clientSeeds` has more entries than seats.', '/clientSeeds', most);
  const errors = clientSeeds.flatMap((clientSeed, seat) => {
    if (clientSeed === null || seats[seat] === 'me') return [];
    return [{ pointer: `/clientSeeds/${seat}`, message: 'must be null, because this seat is not yours' }];
  });
  if (errors.length === 0) return null;
  return refused('invalid-request', 'You can set the client seed of your own seat only.', { errors });
}

function optionsProblem(entry: CatalogueEntry, options: unknown, seats: number): Refused | null {
  const problem = entry.ruleset.checkOptions(options, seats);
  return problem === null ? null : optionsRefused(problem, Object(options));
}

/** Rejects a game that may never end, if bots alone or time-outs alone could keep it going forever. */
function endlessProblem(
  { ruleset }: CatalogueEntry,
  options: unknown,
  seats: readonly SeatWish[],
  clock: Clock | null,
): Refused | null {
  if (ruleset.isUnbounded?.(options) !== true) return null;
  if (seats.every((wish) => typeof wish === 'object' && 'bot' in wish)) {
    const hint = 'Include a player in `seats`, or choose options with which every game ends.';
    const errors = [{ pointer: '/seats', message: 'must include a player, because the game may never end' }];
    const detail = 'With these options a game may never end, and only bots would play it.';
    return refused('invalid-options', detail, { hint, errors });
  }
  if (clock?.onTimeout !== 'random') return null;
  const hint = 'Set "onTimeout": "resign", or choose options with which every game ends.';
  const errors = [{ pointer: '/clock/onTimeout', message: 'must be "resign", because the game may never end' }];
  const detail =
    'With these options a game may never end, because the server would play on for players who run out of time.';
  return refused('invalid-options', detail, { hint, errors });
}

function policiesProblem({ ruleset }: CatalogueEntry, seats: readonly SeatWish[], standIn: string): Refused | null {
  const known = botNames(ruleset);
  const asked = seats.flatMap((wish, seat) => {
    return typeof wish === 'object' && 'bot' in wish ? [{ pointer: `/seats/${seat}/bot`, name: wish.bot }] : [];
  });
  const all = [...asked, { pointer: '/standIn', name: standIn }];
  const errors = all.flatMap(({ pointer, name }) => {
    return known.includes(name) ? [] : [{ pointer, message: `must be one of ${known.join(', ')}` }];
  });
  if (errors.length === 0) return null;
  return refused('unknown-policy', `${ruleset.name} has these policies: ${known.join(', ')}.`, { errors });
}

function dailyProblem({ ruleset }: CatalogueEntry, asked: NewGame, seats: readonly SeatWish[]): Refused | null {
  if (!ruleset.solo) {
    const errors = [{ pointer: '/daily', message: 'must be omitted, because this ruleset cannot be played alone' }];
    return refused('daily-unsupported', `${ruleset.name} has no game of the day, because it cannot be played alone.`, {
      errors,
    });
  }
  if (seats.length !== 1) {
    const errors = [{ pointer: '/seats', message: 'must have one entry in the game of the day' }];
    return refused('daily-unsupported', `The game of the day has one seat, not ${seats.length}.`, { errors });
  }
  const chosen = ['seed', 'clientSeeds', 'commitmentId'] as const;
  const wrong: string[] = chosen.filter((name) => asked[name] !== undefined);
  if ((asked.visibility ?? 'public') !== 'public') wrong.push('visibility');
  if (seats[0] !== 'me') wrong.push('seats/0');
  if (wrong.length === 0) return null;
  const errors = wrong.map((name) => ({ pointer: `/${name}`, message: 'must be omitted in the game of the day' }));
  return refused(
    'invalid-request',
    'The game of the day is the same for all players, so some fields cannot be chosen.',
    { errors },
  );
}

export function unknownRuleset(id: string, catalogue: Catalogue): Refused {
  const known = [...catalogue.keys()].join(', ');
  const errors = [{ pointer: '/ruleset', message: `must be one of ${known}` }];
  const hint = `Rulesets here: ${known}.`;
  return refused('unknown-ruleset', `There is no ruleset ${JSON.stringify(id)}.`, { hint, errors });
}
