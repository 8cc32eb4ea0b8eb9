import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_STRENGTH as words } from './player-strength-words.ts';

type Ratings = Schemas['PlayerRatings'];

interface PlayerRatingsProps {
  playerId: string;
  rulesets: readonly RulesetSummary[];
}

export function PlayerRatings({ playerId, rulesets }: PlayerRatingsProps) {
  const [known, setKnown] = useState<Ratings | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    setKnown(null);
    setRefusal(null);
    const params = { path: { playerId } };
    void answerOf(api.GET('/v1/players/{playerId}/ratings', { params })).then((answer) => {
      if (!isWanted) return;
      if (answer.ok) setKnown(answer.value);
      else setRefusal(answer.refusal);
    });
    return () => {
      isWanted = false;
    };
  }, [playerId]);
  return (
    <section class="panel" aria-labelledby="ratings">
      <h2 id="ratings">{words.ratings}</h2>
      <Fault refusal={refusal} />
      {known === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {known?.ratings.length === 0 && <p class="dim">{words.noRatings}</p>}
      {known !== null && known.ratings.length > 0 && <Table ratings={known} rulesets={rulesets} playerId={playerId} />}
    </section>
  );
}

function Table({ ratings: { ratings }, rulesets, playerId }: PlayerRatingsProps & { ratings: Ratings }) {
  const { columns } = words;
  return (
    <table class="tallies">
      <thead>
        <tr>
          {Object.values(columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ratings.map((rating) => (
          <tr key={rating.pool.id}>
            <th scope="row">
              <a href={hrefTo('ratings', rating.pool.id, playerId)}>
                {words.game(rulesets.find(({ id }) => id === rating.pool.ruleset)?.name ?? rating.pool.ruleset, rating)}
              </a>
            </th>
            <td data-of={columns.rating}>{rating.rating}</td>
            <td data-of={columns.interval}>{words.interval(rating)}</td>
            <td data-of={columns.games}>{rating.games}</td>
            <td data-of={columns.rank}>{words.rank(rating)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
