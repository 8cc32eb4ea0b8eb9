import type { Catalogue, CatalogueEntry, RulesetVersion } from '#rules/catalogue.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { countedRange } from '#rules/kernel/tabletop/phrases.ts';
import { done, type Refused, type Result, refused } from '../../eventlog/result.ts';
import type { Player, Players } from '../../players/players.ts';
import type { CommitmentRow } from '../../store/fairness.ts';
import type { PlayerUsage } from '../../store/game-lists.ts';
import type { HouseClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import type { DailyChallenges } from '../daily/daily-challenges.ts';
import { companyOf, invitationNotOpen } from '../model/apart.ts';
import { creationProblem, type PlayerCaps } from '../model/caps.ts';
import type { Clock } from '../model/clock.ts';
import type { Daily } from '../model/game.ts';
import type { NewGame } from '../model/new-game.ts';
import { ratedProblem } from '../model/rated-game.ts';
import type { SeatWish } from '../model/seat-shapes.ts';
import { optionsRefused } from '../refusals.ts';
import { type GameSetup, seatsFor } from './create-game.ts';
import { seedIsOpen } from './join.ts';

export interface Sources {
  catalogue: Catalogue;
  players: Players;
  store: Store;
  dailies: DailyChallenges;
  clock: HouseClock;
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
    rematchOf: null,
    daily: (today?.value.daily as Daily | undefined) ?? null,
    rated,
    place: null,
    allowsChat: asked.chat !== 'off',
  });
}

/** Null: the game is possible. */
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

/** With the defaults of those that were not sent. */
export function completeOptions({ ruleset, inputs }: RulesetVersion, sent: unknown): Result<object> {
  const form = inputs.options(sent);
  if (form.ok) return done(form.value);
  const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/options${pointer}`, message }));
  return refused('invalid-request', `These options are not valid for ${ruleset.name}.`, { errors });
}

function defaultSeats(entry: CatalogueEntry): SeatWish[] {
  return Array.from({ length: entry.ruleset.seats.min }, (_, seat) => (seat === 0 ? 'me' : 'open'));
}

async function commitmentFor(
  id: string | undefined,
  creator: Player,
  store: Store,
): Promise<Result<CommitmentRow | null>> {
  if (id === undefined) return done(null);
  const commitment = await store.fairness.commitment(id);
  if (commitment === null || commitment.playerId !== creator.id) {
    const errors = [{ pointer: '/commitmentId', message: 'is not the id of a commitment of yours' }];
    return refused('unknown-commitment', `You have no commitment ${id}.`, { errors });
  }
  if (await store.fairness.isUsed(id)) {
    const errors = [{ pointer: '/commitmentId', message: 'has been used' }];
    const detail = 'A game has been created with this commitment: a commitment is valid for one game.';
    return refused('commitment-used', detail, { errors });
  }
  return done(commitment);
}

function seatsProblem(entry: CatalogueEntry, seats: readonly unknown[]): Refused | null {
  const { min, max } = entry.ruleset.seats;
  if (seats.length >= min && seats.length <= max) return null;
  const errors = [{ pointer: '/seats', message: `must have ${countedRange({ min, max }, 'entry', 'entries')}` }];
  const detail = `${entry.ruleset.name} is played on ${countedRange({ min, max }, 'seat')}, not ${seats.length}.`;
  return refused('invalid-seats', detail, { errors });
}

function clientSeedsProblem({ seed, clientSeeds, commitmentId }: NewGame, seats: readonly SeatWish[]): Refused | null {
  if (seed !== undefined && commitmentId !== undefined) return seedIsOpen('/commitmentId');
  if (clientSeeds === undefined) return null;
  if (seed !== undefined) return seedIsOpen('/clientSeeds');
  const errors = clientSeeds.flatMap((clientSeed, seat) => {
    if (clientSeed === null || seats[seat] === 'me') return [];
    return [{ pointer: `/clientSeeds/${seat}`, message: 'belongs to a seat that you do not take' }];
  });
  if (errors.length === 0) return null;
  return refused('invalid-request', 'Only the player of a seat sets its client seed.', { errors });
}

function optionsProblem(entry: CatalogueEntry, options: unknown, seats: number): Refused | null {
  const problem = entry.ruleset.checkOptions(options, seats);
  return problem === null ? null : optionsRefused(problem, Object(options));
}

/** Without an end, bots or time-outs alone would play such a game forever. */
function endlessProblem(
  { ruleset }: CatalogueEntry,
  options: unknown,
  seats: readonly SeatWish[],
  clock: Clock | null,
): Refused | null {
  if (ruleset.isUnbounded?.(options) !== true) return null;
  if (seats.every((wish) => typeof wish === 'object' && 'bot' in wish)) {
    const hint = 'Keep a seat for a player, or choose options with a limit.';
    const errors = [{ pointer: '/seats', message: 'must include a player, because the game may never end' }];
    const detail = 'With these options a game may never end, and only bots would play it.';
    return refused('invalid-options', detail, { hint, errors });
  }
  if (clock?.onTimeout !== 'random') return null;
  const hint = 'Set "onTimeout": "resign", or choose options with a limit.';
  const errors = [{ pointer: '/clock/onTimeout', message: 'must be "resign", because the game may never end' }];
  const detail = 'With these options a game may never end, and time-outs would continue it.';
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
  return refused('unknown-policy', `${ruleset.name} knows these ways of playing: ${known.join(', ')}.`, { errors });
}

function dailyProblem({ ruleset }: CatalogueEntry, asked: NewGame, seats: readonly SeatWish[]): Refused | null {
  if (!ruleset.solo) {
    const errors = [{ pointer: '/daily', message: 'must be left out: the ruleset is not played alone' }];
    return refused('daily-unsupported', `${ruleset.name} has no game of the day: it is not played alone.`, { errors });
  }
  if (seats.length !== 1) {
    const errors = [{ pointer: '/seats', message: 'must be one seat in the game of the day' }];
    return refused('daily-unsupported', 'Only games for one seat have a competition of the day.', { errors });
  }
  const chosen = ['seed', 'clientSeeds', 'commitmentId'] as const;
  const wrong: string[] = chosen.filter((name) => asked[name] !== undefined);
  if ((asked.visibility ?? 'public') !== 'public') wrong.push('visibility');
  if (seats[0] !== 'me') wrong.push('seats/0');
  if (wrong.length === 0) return null;
  const errors = wrong.map((name) => ({ pointer: `/${name}`, message: 'cannot be chosen in the game of the day' }));
  return refused('invalid-request', 'The game of the day is the same for everyone.', { errors });
}

export function unknownRuleset(id: string, catalogue: Catalogue): Refused {
  const known = [...catalogue.keys()].join(', ');
  const errors = [{ pointer: '/ruleset', message: `must be one of ${known}` }];
  const hint = `Rulesets here: ${known}.`;
  return refused('unknown-ruleset', `There is no ruleset ${JSON.stringify(id)}.`, { hint, errors });
}
