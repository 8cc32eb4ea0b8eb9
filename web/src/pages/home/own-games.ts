import { allPages } from '../../core/all-pages.ts';
import { type Answer, answerOf, api, type GameSummary } from '../../core/api.ts';

const MOST = 1_000;
const A_PAGE = 100;
const WITH_NEWS = 50;

interface GamePage {
  games: GameSummary[];
  next: string | null;
}

type Asked = { awaiting: 'others' } | { status: 'open' | 'finished' };

/** Returns games with the events since the player last looked, the newest first. */
export async function ownGames(
  asked: Asked,
  { ruleset, cursor, limit = WITH_NEWS }: { ruleset: string | undefined; cursor?: string | undefined; limit?: number },
): Promise<Answer<GamePage>> {
  const query = { player: 'me', ...asked, limit, since: 'looked', names: true, ...filter(ruleset, cursor) } as const;
  return answerOf(api.GET('/v1/games', { params: { query } }));
}

export async function runningGames(ruleset: string | undefined): Promise<Answer<readonly GameSummary[]>> {
  const list = await allPages<GamePage, GameSummary>({
    read(cursor) {
      if (cursor === undefined) return ownGames({ awaiting: 'others' }, { ruleset });
      const query = { player: 'me', awaiting: 'others', limit: A_PAGE, ...filter(ruleset, cursor) } as const;
      return answerOf(api.GET('/v1/games', { params: { query } }));
    },
    itemsOf: ({ games }) => games,
    keyOf: ({ id }) => id,
    most: MOST,
  });
  return list.ok ? { ok: true, value: list.value.items } : list;
}

function filter(ruleset: string | undefined, cursor: string | undefined) {
  return { ...(ruleset && { ruleset }), ...(cursor && { cursor }) };
}
