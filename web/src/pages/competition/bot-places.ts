import type { Answer, Competition } from '../../core/api.ts';
import { participantId, readPools, readRatings } from '../../core/rated.ts';
import { hrefTo } from '../../core/router.ts';
import { useReading } from '../../core/use-reading.ts';

export type BotPlaces = ReadonlyMap<string, string>;

const NOWHERE: BotPlaces = new Map();

export function useBotPlaces(competition: Competition): BotPlaces {
  const { id, status } = competition;
  return useReading(() => readBotPlaces(competition), `${id} ${status}`).value ?? NOWHERE;
}

async function readBotPlaces({ ruleset, rulesVersion, seats, options }: Competition): Promise<Answer<BotPlaces>> {
  const pools = await readPools({ ruleset, rulesVersion, seats });
  if (!pools.ok) return pools;
  const pool = pools.value.items.find((each) => isSame(each.options, options));
  if (pool === undefined) return { ok: true, value: NOWHERE };
  const ratings = await readRatings(pool.id);
  if (!ratings.ok) return ratings;
  const bots = ratings.value.items.filter(({ bot }) => bot !== null);
  return {
    ok: true,
    value: new Map(bots.map((each) => [each.bot ?? '', hrefTo('ratings', pool.id, participantId(each))])),
  };
}

function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
