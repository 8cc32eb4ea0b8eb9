import { isolated } from '#rules/kernel/isolated.ts';
import type { DailyResults } from '../../core/daily.ts';
import { hrefTo } from '../../core/router.ts';
import { Name } from '../../parts/name.tsx';
import { You } from '../../parts/you.tsx';
import { WORDS_OF_DAILY as WORDS } from './daily-words.ts';

interface DayResultsProps {
  results: DailyResults;
  isToday: boolean;
  onCompare(gameId: string): void;
}

export function DayResults({ results, isToday, onCompare }: DayResultsProps) {
  const { closed, conceded, results: rows, scoring } = results;
  if (rows.length === 0) return <p class="dim">{isToday ? WORDS.noneYet : WORDS.none}</p>;
  const isAnyYoung = rows.some(({ registeredBefore }) => !registeredBefore);
  return (
    <>
      <div class="wide">
        <table class="tallies">
          <thead>
            <tr>
              <th scope="col">{WORDS.rank}</th>
              <th scope="col">{WORDS.player}</th>
              <th scope="col">{WORDS.points}</th>
              <th scope="col">{WORDS.ending}</th>
              {closed && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.gameId}>
                <td>{row.rank}</td>
                <th scope="row">
                  <a href={hrefTo('p', row.player.id)}>
                    <Name of={row.player.name} />
                  </a>
                  <You of={row.player.id} /> {!row.registeredBefore && <small>({WORDS.young})</small>}
                </th>
                <td>
                  {row.score} {row.won && <small>{WORDS.won}</small>}
                </td>
                <td>{row.text}</td>
                {closed && (
                  <td class="on-screen">
                    <a href={hrefTo('g', row.gameId, 'at', 1)} aria-label={WORDS.replayOf(isolated(row.player.name))}>
                      {WORDS.replay}
                    </a>{' '}
                    {rows.length > 1 && (
                      <button
                        type="button"
                        aria-label={WORDS.compareWith(isolated(row.player.name))}
                        onClick={() => onCompare(row.gameId)}
                      >
                        {WORDS.compare}
                      </button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="dim">
        {WORDS[scoring]} {conceded > 0 && WORDS.gaveUp(conceded)} {isAnyYoung && WORDS.youngMeans}{' '}
        {!closed && (isToday ? WORDS.openToday : WORDS.open)}
      </p>
    </>
  );
}
