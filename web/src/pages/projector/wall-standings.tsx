import { nameOfEntrant } from '../../core/entrants.ts';
import { Name } from '../../parts/name.tsx';
import type { Projection } from './projection.ts';
import { WORDS_OF_PROJECTOR } from './projector-words.ts';

const ROWS = 10;

export function WallStandings({ standings, before }: Pick<Projection, 'standings' | 'before'>) {
  return (
    <table class="wall-standings">
      <caption class="sr">{WORDS_OF_PROJECTOR.standings}</caption>
      <thead>
        <tr>
          <th scope="col">{WORDS_OF_PROJECTOR.rank}</th>
          {before.size > 0 && <th scope="col">{WORDS_OF_PROJECTOR.change}</th>}
          <th scope="col">{WORDS_OF_PROJECTOR.name}</th>
          <th scope="col">{WORDS_OF_PROJECTOR.points}</th>
        </tr>
      </thead>
      <tbody>
        {standings.slice(0, ROWS).map((standing) => (
          <tr key={standing.entry}>
            <td>{standing.rank}</td>
            {before.size > 0 && (
              <td>
                <Change from={before.get(standing.entry) ?? null} to={standing.rank} />
              </td>
            )}
            <th scope="row">
              <Name of={nameOfEntrant(standing)} />
            </th>
            <td>{WORDS_OF_PROJECTOR.number(standing.points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Change({ from, to }: { from: number | null; to: number }) {
  const by = from === null ? 0 : from - to;
  const words = by === 0 ? WORDS_OF_PROJECTOR.same : by > 0 ? WORDS_OF_PROJECTOR.up(by) : WORDS_OF_PROJECTOR.down(-by);
  const sign = by === 0 ? '=' : by > 0 ? `▲${by}` : `▼${-by}`;
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span class="sr">{words}</span>
    </>
  );
}
