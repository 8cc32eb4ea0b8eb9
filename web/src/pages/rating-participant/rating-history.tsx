import type { Refusal, Schemas } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { LinePlot, type Tick } from '../../plots/line-plot.tsx';
import { type Domain, domainOf, type EstimateAt } from '../../plots/scale.ts';
import { WORDS_OF_PARTICIPANT } from './rating-participant-words.ts';

type Point = Schemas['RatingHistory']['points'][number];

const RANDOM = 1_500;

interface RatingHistoryProps {
  /** null until it was read, which takes longer than the rest of the page */
  history: Schemas['RatingHistory'] | null;
  refusal: Refusal | null;
  name: string;
}

export function RatingHistory({ history, refusal, name }: RatingHistoryProps) {
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">{WORDS_OF_PARTICIPANT.history}</h2>
      <p class="dim">{WORDS_OF_PARTICIPANT.historyMeans}</p>
      <Fault refusal={refusal} />
      {history === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {history !== null && <Plot points={history.points} name={name} />}
    </section>
  );
}

function Plot({ points, name }: { points: readonly Point[]; name: string }) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { low, high } = last.interval;
  const estimates = points.map(({ games, rating, interval }) => ({ at: games, value: rating, ...interval }));
  return (
    <LinePlot
      caption={WORDS_OF_PARTICIPANT.rating}
      spoken={WORDS_OF_PARTICIPANT.historySpoken(name, points.length, first.rating, last.rating, low, high)}
      points={estimates}
      upright={uprightOf(estimates)}
      ticks={ticksOf(first, last)}
      wordsOf={String}
      references={[{ at: RANDOM, words: WORDS_OF_PARTICIPANT.random }]}
      table={{
        caption: WORDS_OF_PARTICIPANT.history,
        columns: [
          WORDS_OF_PARTICIPANT.after,
          WORDS_OF_PARTICIPANT.when,
          WORDS_OF_PARTICIPANT.rating,
          WORDS_OF_PARTICIPANT.interval,
        ],
        rows: points.map(({ games, at, rating, interval }) => [
          WORDS_OF_PARTICIPANT.gamesOfAll(games),
          <time key="at" dateTime={at}>
            {momentOf(at)}
          </time>,
          rating,
          WORDS_OF_PARTICIPANT.to(interval.low, interval.high),
        ]),
      }}
    />
  );
}

/** Uses only the later half of the intervals: the first ones are so wide that nothing else could be seen. */
function uprightOf(estimates: readonly EstimateAt[]): Domain {
  const later = estimates.slice(Math.floor(estimates.length / 2));
  const values = [...estimates.map(({ value }) => value), RANDOM].map((value) => ({ low: value, value, high: value }));
  return domainOf([...later, ...values]);
}

function ticksOf(first: Point, last: Point): Tick[] {
  const ends = first === last ? [first] : [first, last];
  return ends.map(({ games }) => ({ at: games, words: WORDS_OF_PARTICIPANT.gamesOfAll(games) }));
}
