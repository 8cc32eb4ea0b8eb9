import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import { commitmentTo } from '#rules/kernel/chance.ts';
import { countedRange } from '#rules/kernel/tabletop/phrases.ts';
import { done, type FieldError, type Refused, type Result, refused, wrong } from '../../eventlog/result.ts';
import { completeOptions, misfit, unknownRuleset } from '../../games/commands/create-game.ts';
import { newInviteCode } from '../../games/model/participants.ts';
import { seatsRefused } from '../../games/refusals.ts';
import { titleFrom } from '../../players/name.ts';
import type { Player } from '../../players/players.ts';
import { formatOf, settingsProblem } from '../formats/formats.ts';
import type { CompetitionHeader } from '../model/competition.ts';
import type { Format, NewCompetition, Settings } from '../model/settings.ts';

const SERVER_SEED_BYTES = 32;
const NO_SHOWS = 3;
const MOST_ENTRIES: Record<Format, number> = { roundRobin: 64, swiss: 1000, ladder: 1000, match: 2, cup: 1000 };
const ROUNDS: Record<Format, number> = { roundRobin: 1, swiss: 5, ladder: 20, match: 1, cup: 1 };
const LONGEST_NAME = 80;
const MOMENTS = ['entryUntil', 'startsAt', 'endsAt'] as const;
const EVER = '1970-01-01T00:00:00Z';

export type Origin = Pick<CompetitionHeader, 'id' | 'serverSeed'>;

/** Returns a random id and seed, so that the organizer cannot choose the cards and dice of the games. */
export function drawnOrigin(): Origin {
  return { id: uuidv7(), serverSeed: Uint8Array.from(randomBytes(SERVER_SEED_BYTES)) };
}

export function newCompetition(
  player: Player,
  asked: NewCompetition,
  catalogue: Catalogue,
  now: Date,
  { id, serverSeed }: Origin,
): Result<CompetitionHeader> {
  const settled = settledBy(asked, catalogue, now);
  if (!settled.ok) return settled;
  const settings = settled.value;
  const inviteCode = settings.visibility === 'private' ? newInviteCode() : null;
  const commitment = commitmentTo(serverSeed);
  return done({ id, settings, createdBy: player.id, createdAt: now, inviteCode, commitment, serverSeed, erased: 0 });
}

export function settledBy(asked: NewCompetition, catalogue: Catalogue, now: Date): Result<Settings> {
  const entry = catalogue.get(asked.ruleset);
  if (entry === undefined) return unknownRuleset(asked.ruleset, catalogue);
  const options = completeOptions(entry, asked.options);
  if (!options.ok) return options;
  const named = titleFrom(asked.name, LONGEST_NAME);
  if ('fault' in named) return wrong(`The name ${named.fault}.`, '/name', named.fault);
  const odd = MOMENTS.filter((field) => Number.isNaN(Date.parse(asked[field] ?? EVER)));
  if (odd.length > 0) {
    const errors = odd.map((field) => ({ pointer: `/${field}`, message: 'must be a valid date and time' }));
    return refused('invalid-request', `${odd[0]} is not a valid date and time.`, { errors });
  }
  const settings = settingsOf({ ...asked, name: named.name }, entry, options.value);
  const unseated = seatsProblem(settings, entry, catalogue);
  if (unseated !== null) return unseated;
  const wishes = Array.from({ length: settings.seats }, () => 'me' as const);
  const { standIn, clock } = settings;
  const problem =
    misfit(entry, options.value, wishes, { standIn, clock }) ??
    timesProblem(settings, now) ??
    scheduleProblem(settings);
  return problem ?? done(settings);
}

function settingsOf(asked: NewCompetition, { ruleset }: CatalogueEntry, options: object): Settings {
  const { name, format } = asked;
  const rounds = Math.min(
    ROUNDS[format],
    format === 'swiss' ? Math.max(1, (asked.maxEntries ?? Infinity) - 1) : Infinity,
  );
  // true: no two tables could play with the same cards and dice, so there are no results to compare
  const isAlone = format === 'match' || (format === 'cup' && asked.maxEntries === 1);
  const settings: Settings = {
    name,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options,
    seats: asked.seats ?? (format === 'cup' ? 1 : Math.max(2, ruleset.seats.min)),
    format,
    duplicate: asked.duplicate ?? (isAlone ? 'none' : 'movement'),
    scoring: asked.scoring ?? 'share',
    boards: asked.boards ?? 1,
    rounds: asked.rounds ?? rounds,
    clock: asked.clock,
    standIn: asked.standIn ?? 'random',
    visibility: asked.visibility ?? 'public',
    entryUntil: momentOf(asked.entryUntil),
    startsAt: momentOf(asked.startsAt),
    endsAt: momentOf(asked.endsAt),
    maxEntries: asked.maxEntries ?? MOST_ENTRIES[format],
    kinds: asked.kinds ?? ['human', 'agent'],
    noShow: asked.noShow ?? { pauseAfter: NO_SHOWS },
    ...(asked.showOdds !== undefined && { showOdds: asked.showOdds }),
    stop: asked.stop ?? null,
  };
  return asked.maxEntries === undefined ? { ...settings, maxEntries: mostEntries(settings) } : settings;
}

/** Returns the largest number of entries that the other settings allow. */
function mostEntries(settings: Settings): number {
  const least = formatOf(settings.format).least(settings);
  for (let most = settings.maxEntries; most > least; most--) {
    if (settingsProblem(settings, most) === null) return most;
  }
  return settings.maxEntries;
}

function seatsProblem({ format, seats }: Settings, { ruleset }: CatalogueEntry, catalogue: Catalogue): Refused | null {
  const { min, max } = ruleset.seats;
  const range = countedRange({ min, max }, 'seat');
  const isCup = format === 'cup';
  if (isCup ? min > 1 : max === 1) {
    const fitting = [...catalogue.values()].filter(({ ruleset: other }) =>
      isCup ? other.seats.min === 1 : other.seats.max > 1,
    );
    const names = fitting.map(({ ruleset: other }) => other.id).join(', ');
    const errors = [{ pointer: '/ruleset', message: `must be one of ${names} with this format` }];
    if (isCup) {
      const detail = `A cup is for games of one seat, because each entry plays alone. ${ruleset.name} has ${range}.`;
      const hint = `Rulesets for a cup: ${names}. All other formats are for games of two seats or more.`;
      return refused('invalid-seats', detail, { hint, errors });
    }
    const hint = `Rulesets for this format: ${names}. For games of one seat there is the format \`cup\`.`;
    const detail = `The format \`${format}\` is for games of two seats or more, because entries meet each other. ${ruleset.name} has ${range}.`;
    return refused('invalid-seats', detail, { hint, errors });
  }
  return seats >= min && seats <= max ? null : seatsRefused(ruleset.name, { min, max }, seats);
}

function momentOf(date: string | undefined): string | null {
  return date === undefined ? null : new Date(date).toISOString();
}

function scheduleProblem(settings: Settings): Refused | null {
  const problem = settingsProblem(settings, settings.maxEntries);
  if (problem !== null) return cannotBe([{ pointer: `/${problem.field}`, message: problem.message }]);
  const least = formatOf(settings.format).least(settings);
  if (settings.maxEntries >= least) return null;
  const message = `must be at least ${least} with this format, not ${settings.maxEntries}`;
  return cannotBe([{ pointer: '/maxEntries', message }]);
}

function timesProblem({ format, entryUntil, startsAt, endsAt }: Settings, now: Date): Refused | null {
  const errors: FieldError[] = [];
  for (const [field, time] of Object.entries({ entryUntil, startsAt, endsAt })) {
    if (time !== null && new Date(time) <= now) errors.push({ pointer: `/${field}`, message: 'must be in the future' });
  }
  if (format !== 'ladder' && entryUntil !== null && startsAt !== null && entryUntil > startsAt) {
    errors.push({
      pointer: '/entryUntil',
      message: 'must not be after `startsAt`, because only a ladder takes entries after its start',
    });
  }
  if (endsAt !== null && startsAt !== null && endsAt <= startsAt) {
    errors.push({ pointer: '/endsAt', message: 'must be after `startsAt`' });
  }
  return errors.length === 0 ? null : cannotBe(errors);
}

export function cannotBe(errors: FieldError[]): Refused {
  const [first] = errors;
  const detail = `This competition is not possible. The field \`${first?.pointer.slice(1)}\` ${first?.message}.`;
  return refused('invalid-schedule', detail, { errors });
}
