import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionsOf } from '#rules/catalogue.ts';
import { done, type Result, refused, wrong } from '../eventlog/result.ts';
import { poolOf } from '../games/model/rated-game.ts';
import { optionsRefused } from '../games/refusals.ts';
import type { PoolRow, RatingStore } from '../store/ratings.ts';

/** A pool by id or by its properties; all but the ruleset have defaults. */
export interface PoolAsked {
  pool?: string | undefined;
  ruleset?: string | undefined;
  rulesVersion?: number | undefined;
  seats?: number | undefined;
  options?: object | undefined;
}

export interface FoundPool {
  pool: PoolRow;
  games: number;
}

const FEWEST_SEATS = 2;

/** A pool without games is found too. */
export async function findPool(
  asked: PoolAsked,
  catalogue: Catalogue,
  ratings: RatingStore,
): Promise<Result<FoundPool>> {
  const { pool: id, ...description } = asked;
  if (id !== undefined) return poolById(id, description, ratings);
  const described = describedPool(description, catalogue);
  if (!described.ok) return described;
  const found = await ratings.pool(described.value.id);
  return done({ pool: described.value, games: found?.games ?? 0 });
}

async function poolById(
  id: string,
  description: Omit<PoolAsked, 'pool'>,
  ratings: RatingStore,
): Promise<Result<FoundPool>> {
  const named = Object.entries(description).filter(([, value]) => value !== undefined);
  if (named.length > 0) {
    const errors = named.map(([name]) => ({ pointer: `/${name}`, message: 'must be left out where pool is given' }));
    return refused('invalid-request', 'The id of a pool says all that it is made of.', { errors });
  }
  const found = await ratings.pool(id);
  if (found === null) return refused('pool-not-found', `There is no pool ${id}.`);
  const { games, createdAt: _, ...pool } = found;
  return done({ pool, games });
}

/** Defaults: newest rules, default options, and two seats or the minimum of the game. */
function describedPool(asked: Omit<PoolAsked, 'pool'>, catalogue: Catalogue): Result<PoolRow> {
  const entry = rulesetAsked(asked.ruleset, catalogue);
  if (!entry.ok) return entry;
  const rules = rulesAsked(asked.rulesVersion, entry.value);
  if (!rules.ok) return rules;
  const { ruleset } = rules.value;
  const seats = seatsAsked(asked.seats, rules.value);
  if (!seats.ok) return seats;
  const options = optionsAsked(asked.options, rules.value, seats.value);
  if (!options.ok) return options;
  const { id, rulesVersion } = ruleset;
  return done(poolOf({ ruleset: id, rulesVersion, options: options.value, seats: seats.value }));
}

function rulesetAsked(id: string | undefined, catalogue: Catalogue): Result<CatalogueEntry> {
  const entry = catalogue.get(id ?? '');
  if (entry === undefined) {
    const met = [...catalogue].filter(([, { ruleset }]) => ruleset.seats.max >= FEWEST_SEATS).map(([name]) => name);
    const detail =
      id === undefined ? 'Neither a ruleset nor a pool is named.' : `There is no ruleset ${JSON.stringify(id)}.`;
    return wrong(detail, '/ruleset', `must be one of ${met.join(', ')}`);
  }
  if (entry.ruleset.seats.max >= FEWEST_SEATS) return done(entry);
  return refused('invalid-seats', `${entry.ruleset.name} is played alone, so that nobody is rated in it.`, {
    hint: 'How good somebody is alone is told by the standings of a cup (a competition with `format: "cup"`) and by the game of the day.',
    errors: [{ pointer: '/ruleset', message: 'must be a ruleset for two or more' }],
  });
}

function rulesAsked(rulesVersion: number | undefined, entry: CatalogueEntry): Result<RulesetVersion> {
  if (rulesVersion === undefined) return done(entry);
  const versions = versionsOf(entry);
  const found = versions.find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
  if (found !== undefined) return done(found);
  const message = `must be one of ${versions.map(({ ruleset }) => ruleset.rulesVersion).join(', ')}`;
  const detail = `There is no version ${rulesVersion} of the rules of ${entry.ruleset.id}.`;
  return refused('invalid-request', detail, { errors: [{ pointer: '/rulesVersion', message }] });
}

function seatsAsked(seats: number | undefined, { ruleset }: RulesetVersion): Result<number> {
  const min = Math.max(FEWEST_SEATS, ruleset.seats.min);
  const { max } = ruleset.seats;
  const asked = seats ?? min;
  if (asked >= min && asked <= max) return done(asked);
  const range = min === max ? `${min}` : `${min} to ${max}`;
  return refused('invalid-seats', `Ratings in ${ruleset.name} are of games on ${range} seats, not ${asked}.`, {
    errors: [{ pointer: '/seats', message: `must be ${range}` }],
  });
}

function optionsAsked(sent: object | undefined, { ruleset, inputs }: RulesetVersion, seats: number): Result<object> {
  const form = inputs.options(sent);
  if (!form.ok) {
    const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/options${pointer}`, message }));
    return refused('invalid-request', `These options do not fit ${ruleset.name}.`, { errors });
  }
  const problem = ruleset.checkOptions(form.value, seats);
  return problem === null ? done(form.value) : optionsRefused(problem, form.value);
}
