import { useEffect, useState } from 'preact/hooks';
import type { GameSummary, Refusal } from '../../core/api.ts';
import { resultFor } from '../../core/result-for.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { GameLine } from './game-line.tsx';
import { News } from './news.tsx';
import { isFound, othersIn } from './own-game-rows.ts';
import { ownGames } from './own-games.ts';

const A_PAGE = 10;

interface MoreGamesProps {
  status: 'open' | 'finished';
  title: string;
  moment: unknown;
  ruleset: string | undefined;
  typed: string;
  playerId: string;
  without: ReadonlySet<string>;
  nameOf(ruleset: string): string;
}

/** Lists open or finished games, the newest first. */
export function MoreGames(props: MoreGamesProps) {
  const { status, title, moment, ruleset, typed, playerId, without, nameOf } = props;
  const [games, setGames] = useState<readonly GameSummary[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = async (before: readonly GameSummary[], cursor?: string) => {
    const answer = await ownGames({ status }, { ruleset, cursor, limit: A_PAGE });
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    setGames([...before, ...answer.value.games]);
    setNext(answer.value.next);
  };
  useEffect(() => void read([]), [moment, ruleset, status]);
  const shown = games.filter((game) => {
    return !without.has(game.id) && isFound(typed, nameOf(game.ruleset), ...othersIn(game, playerId), title);
  });
  if (shown.length === 0 && refusal === null) return null;
  return (
    <details class="panel" open={status === 'open'}>
      <summary>
        <h3>{title}</h3>
      </summary>
      <Fault refusal={refusal} />
      <ul class="plain my-games lines">
        {shown.map((game) => (
          <GameLine
            key={game.id}
            game={game}
            nameOf={nameOf}
            note={resultFor(game, playerId) ?? WORDS.mine[game.status]}
          >
            {game.sinceLooked !== undefined && <News since={game.sinceLooked} />}
          </GameLine>
        ))}
      </ul>
      {next !== null && (
        <button type="button" onClick={() => void read(games, next)}>
          {WORDS_OF_MANY.more}
        </button>
      )}
    </details>
  );
}
