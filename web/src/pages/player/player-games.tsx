import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type GameSummary, type Refusal, type RulesetSummary } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { resultFor } from '../../core/result-for.ts';
import { hrefTo } from '../../core/router.ts';
import { seatNames } from '../../core/seat-names.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_PLAYER } from './player-words.ts';

const A_PAGE = 20;
const STATUSES = ['all', 'playing', 'open', 'finished', 'aborted'] as const;

interface PlayerGamesProps {
  playerId: string;
  rulesets: readonly RulesetSummary[];
}

export function PlayerGames({ playerId, rulesets }: PlayerGamesProps) {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const { games, next, refusal, busy, more } = usePages(playerId, status);
  return (
    <section class="panel" aria-labelledby="games">
      <h2 id="games">{WORDS_OF_PLAYER.games}</h2>
      <label class="line">
        {WORDS_OF_PLAYER.status}
        <select value={status} onChange={(event) => setStatus(event.currentTarget.value as typeof status)}>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {WORDS_OF_PLAYER.statuses[each]}
            </option>
          ))}
        </select>
      </label>
      <Fault refusal={refusal} />
      {games?.length === 0 && <p class="dim">{WORDS_OF_PLAYER.noGames}</p>}
      <ul class="plain games">
        {games?.map((game) => (
          <GameLine key={game.id} game={game} playerId={playerId} rulesets={rulesets} />
        ))}
      </ul>
      {busy && <p class="dim">{WORDS.loading}</p>}
      {next !== null && (
        <button type="button" onClick={more} disabled={busy}>
          {WORDS_OF_PLAYER.more}
        </button>
      )}
    </section>
  );
}

interface Pages {
  games: readonly GameSummary[] | null;
  next: string | null;
}

function usePages(player: string, status: (typeof STATUSES)[number]) {
  const [pages, setPages] = useState<Pages>({ games: null, next: null });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async (before: Pages, isWanted: () => boolean) => {
    setBusy(true);
    const query = {
      player,
      limit: A_PAGE,
      ...(status === 'all' ? {} : { status }),
      ...(before.next === null ? {} : { cursor: before.next }),
    };
    const answer = await answerOf(api.GET('/v1/games', { params: { query } }));
    if (!isWanted()) return;
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setPages({ games: [...(before.games ?? []), ...answer.value.games], next: answer.value.next });
  };
  useEffect(() => {
    let isWanted = true;
    setPages({ games: null, next: null });
    void read({ games: null, next: null }, () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [player, status]);
  return { ...pages, refusal, busy, more: () => void read(pages, () => true) };
}

interface GameLineProps extends PlayerGamesProps {
  game: GameSummary;
}

function GameLine({ game, playerId, rulesets }: GameLineProps) {
  const others = seatNames(game).filter((_, seat) => game.seats[seat]?.player?.id !== playerId);
  return (
    <li>
      <a href={hrefTo('g', game.id)}>{rulesets.find(({ id }) => id === game.ruleset)?.name ?? game.ruleset}</a>{' '}
      {others.length > 0 && WORDS.mine.with(others)}{' '}
      <small>
        · {resultFor(game, playerId) ?? stateOf(game)} ·{' '}
        <time dateTime={game.updatedAt}>{momentOf(game.updatedAt)}</time>
        {game.whyNot !== null && ` · ${WORDS_OF_PLAYER.whyNot[game.whyNot]}`}
      </small>
    </li>
  );
}

function stateOf({ status }: GameSummary): string {
  return status === 'playing' ? WORDS_OF_PLAYER.statuses.playing : WORDS.mine[status];
}
