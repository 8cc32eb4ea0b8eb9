import { participantId, participantName, type Rating } from '../../core/rated.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS_OF_RATINGS } from '../../core/words/ratings.ts';
import { Name } from '../../parts/name.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { You } from '../../parts/you.tsx';
import { IntervalBar } from '../../plots/interval-bar.tsx';
import { type Domain, domainOf } from '../../plots/scale.ts';
import './rating-rows.css';

const RANDOM = 1_500;

export interface RatingScale {
  domain: Domain;
  marks: readonly number[];
}

/** Intervals of provisional ratings are drawn at most this far from the rating, in rating points. */
const REACH = 400;

/** Returns the scale. It covers the intervals of ranked players; others are cut at `REACH` and then end in arrows. */
export function scaleOf(ratings: readonly Rating[]): RatingScale {
  const estimates = ratings.map(({ rating, interval, provisional }) => {
    if (!provisional) return { ...interval, value: rating };
    return {
      low: Math.max(interval.low, rating - REACH),
      value: rating,
      high: Math.min(interval.high, rating + REACH),
    };
  });
  const random = { low: RANDOM, value: RANDOM, high: RANDOM };
  const marks = new Set(ratings.flatMap(({ bot, rating }) => (bot === null || rating === RANDOM ? [] : [rating])));
  return { domain: domainOf([...estimates, random]), marks: [...marks] };
}

interface RatingRowsProps {
  caption: string;
  pool: string;
  ratings: readonly Rating[];
  scale: RatingScale;
  own?: string | undefined;
  canFind: boolean;
}

export function RatingRows({ caption, pool, ratings, scale, own, canFind }: RatingRowsProps) {
  return (
    <WindowedRows
      caption={caption}
      columns={columnsOf(pool, scale)}
      rows={ratings}
      keyOf={participantId}
      isMarked={({ player }) => player !== null && player.id === own}
      {...(canFind ? { nameOf: participantName } : {})}
    />
  );
}

function columnsOf(pool: string, { domain, marks }: RatingScale): Column<Rating>[] {
  return [
    {
      name: WORDS_OF_RATINGS.name,
      isHeader: true,
      cell: (row) => (
        <>
          <a href={hrefTo('ratings', pool, participantId(row))}>
            <Name of={participantName(row)} />
          </a>
          <You of={row.player?.id} />
        </>
      ),
    },
    { name: WORDS_OF_RATINGS.rating, isNumber: true, cell: ({ rating }) => WORDS_OF_RATINGS.number(rating) },
    {
      name: WORDS_OF_RATINGS.interval,
      cell: ({ rating, interval, bot }) => (
        <span class="rating-bar">
          <IntervalBar
            {...interval}
            value={rating}
            domain={domain}
            reference={RANDOM}
            marks={marks}
            isKnown={bot !== null}
          />
          <span>{WORDS_OF_RATINGS.between(interval.low, interval.high)}</span>
        </span>
      ),
    },
    {
      name: WORDS_OF_RATINGS.place,
      cell: (row) => (row.provisional ? <em>{WORDS_OF_RATINGS.provisional}</em> : WORDS_OF_RATINGS.rank(row)),
    },
    { name: WORDS_OF_RATINGS.gamesOf, isNumber: true, cell: ({ games }) => games.toLocaleString('en') },
    { name: WORDS_OF_RATINGS.boards, isNumber: true, cell: ({ boards }) => boards.toLocaleString('en') },
    { name: WORDS_OF_RATINGS.opponents, isNumber: true, cell: ({ opponents }) => opponents },
    {
      name: WORDS_OF_RATINGS.change,
      meaning: WORDS_OF_RATINGS.changeMeans,
      isNumber: true,
      cell: ({ change }) => WORDS_OF_RATINGS.signed(change),
    },
  ];
}
