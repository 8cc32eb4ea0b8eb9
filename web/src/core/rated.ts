import { isolated } from '#rules/kernel/isolated.ts';
import { allPages, type WholeList } from './all-pages.ts';
import { type Answer, anonymous, answerOf, type Schemas } from './api.ts';
import { WORDS } from './words.ts';

export type ListedPool = Schemas['ListedRatingPool'];
export type Pool = Schemas['RatingPool'];
export type Rating = Schemas['Rating'];
export type Participant = Pick<Rating, 'player' | 'bot'>;

export interface PoolRatings extends WholeList<Rating> {
  pool: Pool;
  rated: number;
  version: number;
  behind: number;
}

const A_PAGE = 100;
const MOST_POOLS = 500;
/** A list of ratings ends after this many players. Other players have only pages of their own. */
const MOST_RATINGS = 1_000;
/** Ratings are cached this long, so that pages opened one after another show the same figures. */
const KEPT_MS = 20_000;
const kept = new Map<string, { at: number; ratings: PoolRatings }>();

/** Returns the id that rated games and the addresses of pages use. */
export function participantId({ player, bot }: Participant): string {
  return player?.id ?? `bot:${bot ?? ''}`;
}

export function participantName({ player, bot }: Participant): string {
  return player === null ? WORDS.seats.bot(bot ?? '') : isolated(player.name);
}

export function readPools(
  wanted: Partial<Pick<ListedPool, 'ruleset' | 'rulesVersion' | 'seats'>> = {},
): Promise<Answer<WholeList<ListedPool>>> {
  return allPages<Schemas['RatingPoolList'], ListedPool>({
    read: (cursor) => {
      const query = { ...wanted, limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) };
      return answerOf(anonymous.api.GET('/v1/ratings/pools', { params: { query } }));
    },
    itemsOf: ({ pools }) => pools,
    keyOf: ({ id }) => id,
    most: MOST_POOLS,
  });
}

export async function readRatings(pool: string): Promise<Answer<PoolRatings>> {
  const known = kept.get(pool);
  if (known !== undefined && Date.now() - known.at < KEPT_MS) return { ok: true, value: known.ratings };
  let page: Schemas['RatingList'] | null = null;
  const read = async (cursor: string | undefined) => {
    const query = { pool, limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await answerOf(anonymous.api.GET('/v1/ratings', { params: { query } }));
    if (answer.ok) page = answer.value;
    return answer;
  };
  const all = await allPages<Schemas['RatingList'], Rating>({
    read,
    itemsOf: ({ ratings }) => ratings,
    keyOf: participantId,
    most: MOST_RATINGS,
  });
  if (!all.ok) return all;
  const { pool: found, rated, version, behind } = page as unknown as Schemas['RatingList'];
  const ratings = { ...all.value, pool: found, rated, version, behind };
  kept.set(pool, { at: Date.now(), ratings });
  return { ok: true, value: ratings };
}
