import { type Catalogue, versionsOf } from '#rules/catalogue.ts';
import { done, type Refused, type Result, refused, wrong } from '../eventlog/result.ts';
import { completeOptions } from '../games/commands/create-game.ts';
import { poolOf } from '../games/model/rated-game.ts';
import { optionsRefused, seatsRefused } from '../games/refusals.ts';
import type { PoolRow, RatingPoolRow, RatingStore } from '../store/ratings.ts';

/** Names a pool (rated games that can be compared) by its id or its properties. All properties but the ruleset have
 * defaults. */
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

/** Finds a pool, even one without games. */
export async function findPool(asked: PoolAsked, catalogue: Catalogue, store: RatingStore): Promise<Result<FoundPool>> {
  const { pool: id, ...description } = asked;
  if (id === undefined) {
    const described = describedPool(description, catalogue);
    if (!described.ok) return described;
    return done({ pool: described.value, games: (await store.pool(described.value.id))?.games ?? 0 });
  }
  const named = Object.entries(description).filter(([, value]) => value !== undefined);
  if (named.length > 0) {
    const errors = named.map(([name]) => ({ pointer: `/${name}`, message: 'must be omitted when `pool` is sent' }));
    return refused(
      'invalid-request',
      'A rating pool has its own ruleset, version, seats and options: send none of them with `pool`.',
      { errors },
    );
  }
  const found = await store.pool(id);
  if (found === null) return refused('pool-not-found', `There is no pool ${id}.`);
  return done(foundPool(found));
}

export function foundPool({ games, createdAt: _, ...pool }: RatingPoolRow): FoundPool {
  return { pool, games };
}

/** Returns a pool by its properties. Defaults: the newest rules, default options, two seats or the ruleset's fewest. */
function describedPool(asked: Omit<PoolAsked, 'pool'>, catalogue: Catalogue): Result<PoolRow> {
  const entry = catalogue.get(asked.ruleset ?? '');
  if (entry === undefined || entry.ruleset.seats.max < FEWEST_SEATS) return unratedRuleset(asked.ruleset, catalogue);
  const versions = versionsOf(entry);
  const { rulesVersion = entry.ruleset.rulesVersion } = asked;
  const rules = versions.find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
  if (rules === undefined) {
    const message = `must be one of ${versions.map(({ ruleset }) => ruleset.rulesVersion).join(', ')}`;
    return wrong(`There is no version ${rulesVersion} of the rules of ${entry.ruleset.id}.`, '/rulesVersion', message);
  }
  const { ruleset } = rules;
  const [min, max] = [Math.max(FEWEST_SEATS, ruleset.seats.min), ruleset.seats.max];
  const { seats = min } = asked;
  if (seats < min || seats > max) return seatsRefused(ruleset.name, { min, max }, seats, { rated: true });
  const options = completeOptions(rules, asked.options);
  if (!options.ok) return options;
  const problem = ruleset.checkOptions(options.value, seats);
  if (problem !== null) return optionsRefused(problem, options.value);
  return done(poolOf({ ruleset: ruleset.id, rulesVersion, options: options.value, seats }));
}

function unratedRuleset(id: string | undefined, catalogue: Catalogue): Refused {
  const entry = catalogue.get(id ?? '');
  if (entry === undefined) {
    const met = [...catalogue].filter(([, { ruleset }]) => ruleset.seats.max >= FEWEST_SEATS).map(([name]) => name);
    const detail = id === undefined ? 'Send `pool` or `ruleset`.' : `There is no ruleset ${JSON.stringify(id)}.`;
    return wrong(detail, '/ruleset', `must be one of ${met.join(', ')}`);
  }
  return refused('invalid-seats', `${entry.ruleset.name} is for one player, so it has no ratings.`, {
    hint: 'The standings of a cup (a competition with `format: "cup"`) and the game of the day compare players of such games.',
    errors: [{ pointer: '/ruleset', message: 'must be a ruleset for two players or more' }],
  });
}
