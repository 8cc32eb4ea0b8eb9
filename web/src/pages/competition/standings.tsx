import { isolated } from '#rules/kernel/isolated.ts';
import type { WholeList } from '../../core/all-pages.ts';
import type { Competition } from '../../core/api.ts';
import { nameOfEntrant } from '../../core/entrants.ts';
import type { Part } from '../../core/use-competition.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { IntervalBar } from '../../plots/interval-bar.tsx';
import { type Domain, domainOf, type Estimate } from '../../plots/scale.ts';
import { type BotPlaces, useBotPlaces } from './bot-places.ts';
import type { Standing } from './competition-parts.ts';
import { EntrantName } from './entrant-name.tsx';
import { WORDS_OF_STANDINGS } from './standings-words.ts';

const { columns: NAMES, meanings } = WORDS_OF_STANDINGS;
const RANDOM_PLAY = 1500;

interface StandingsProps {
  competition: Competition;
  part: Part<WholeList<Standing>>;
}

export function Standings({ competition, part: { value, refusal } }: StandingsProps) {
  const own = competition.you?.entry;
  const places = useBotPlaces(competition);
  return (
    <section class="panel" aria-labelledby="standings">
      <h2 id="standings">{WORDS_OF_STANDINGS.title}</h2>
      <Fault refusal={refusal} />
      {value === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {value !== null && competition.gamesCounted === 0 && <p class="dim">{WORDS_OF_STANDINGS.none}</p>}
      {value !== null && value.items.length > 0 && (
        <>
          <WindowedRows
            caption={WORDS_OF_STANDINGS.caption(isolated(competition.name))}
            columns={columnsFor(competition, value.items, places)}
            rows={value.items}
            keyOf={({ entry }) => entry}
            nameOf={nameOfEntrant}
            isMarked={({ entry }) => entry === own}
          />
          <p class="dim">{WORDS_OF_STANDINGS.ranksBy[competition.format]}</p>
          <p class="dim">
            {competition.format === 'cup' ? WORDS_OF_STANDINGS.scoreIntervals : WORDS_OF_STANDINGS.intervals}
          </p>
        </>
      )}
    </section>
  );
}

const { number, share, percent } = WORDS_OF_STANDINGS;

/** Returns the columns: first for ranking, then for uncertainty, then for luck. Columns without values are left out. */
function columnsFor({ format }: Competition, rows: readonly Standing[], places: BotPlaces): Column<Standing>[] {
  const has = (field: 'buchholz' | 'sonnebornBerger' | 'matchpoints' | 'adjustedShare') => {
    return rows.some((row) => row[field] !== null);
  };
  const counted = (field: 'points' | 'games' | 'buchholz' | 'sonnebornBerger', meaning?: string): Column<Standing> => {
    return { name: NAMES[field], isNumber: true, cell: (row) => number(row[field]), ...(meaning && { meaning }) };
  };
  return [
    { name: NAMES.rank, isNumber: true, cell: ({ rank }) => rank },
    { name: NAMES.name, isHeader: true, cell: (row) => <Name standing={row} places={places} /> },
    counted('points', meanings.points),
    counted('games'),
    ...(has('buchholz') ? [counted('buchholz', meanings.buchholz)] : []),
    ...(has('sonnebornBerger') ? [counted('sonnebornBerger', meanings.sonnebornBerger)] : []),
    ...(format === 'cup' ? scoreColumns(rows) : strengthColumns(rows)),
    ...(has('matchpoints')
      ? [
          {
            name: NAMES.matchpoints,
            meaning: meanings.matchpoints,
            isNumber: true,
            cell: (row: Standing) => percent(row.matchpoints),
          },
        ]
      : []),
    ...(has('adjustedShare')
      ? [
          {
            name: NAMES.adjustedShare,
            meaning: meanings.adjustedShare,
            isNumber: true,
            cell: (row: Standing) => share(row.adjustedShare),
          },
        ]
      : []),
  ];
}

function strengthColumns(rows: readonly Standing[]): Column<Standing>[] {
  const { whole, between, unknown, ranks } = WORDS_OF_STANDINGS;
  const estimate = ({ strength }: Standing) => strength && { ...strength.interval, value: strength.rating };
  const domain = scaleOf(rows, estimate, RANDOM_PLAY);
  return [
    {
      name: NAMES.rating,
      meaning: meanings.rating,
      isNumber: true,
      cell: ({ strength }) => (strength === null ? unknown : whole(strength.rating)),
    },
    {
      name: NAMES.bar,
      isPlot: true,
      cell: (row) => <Bar estimate={estimate(row)} domain={domain} reference={RANDOM_PLAY} />,
    },
    {
      name: NAMES.interval,
      meaning: meanings.interval,
      cell: ({ strength }) => (strength === null ? unknown : between(strength.interval.low, strength.interval.high)),
    },
    {
      name: NAMES.rankInterval,
      meaning: meanings.rankInterval,
      cell: ({ strength }) => (
        <>
          {strength?.rankInterval ? ranks(strength.rankInterval) : unknown}
          {strength?.provisional && (
            <small title={WORDS_OF_STANDINGS.provisionalMeans}> {WORDS_OF_STANDINGS.provisional}</small>
          )}
        </>
      ),
    },
  ];
}

function scoreColumns(rows: readonly Standing[]): Column<Standing>[] {
  const { between, unknown } = WORDS_OF_STANDINGS;
  const estimate = ({ score }: Standing) => score?.interval && { ...score.interval, value: score.value };
  const domain = scaleOf(rows, estimate);
  return [
    { name: NAMES.score, meaning: meanings.score, isNumber: true, cell: ({ score }) => number(score?.value ?? null) },
    {
      name: NAMES.interval,
      meaning: meanings.interval,
      cell: ({ score }) => (score?.interval ? between(score.interval.low, score.interval.high) : unknown),
    },
    { name: NAMES.bar, isPlot: true, cell: (row) => <Bar estimate={estimate(row)} domain={domain} /> },
  ];
}

type EstimateOf = (row: Standing) => Estimate | null | undefined;

function scaleOf(rows: readonly Standing[], estimate: EstimateOf, reference?: number): Domain {
  const known = rows.flatMap((row) => estimate(row) ?? []);
  const point = reference === undefined ? [] : [{ low: reference, value: reference, high: reference }];
  return domainOf([...known, ...point]);
}

function Bar({
  estimate,
  domain,
  reference,
}: {
  estimate: ReturnType<EstimateOf>;
  domain: Domain;
  reference?: number;
}) {
  return estimate ? <IntervalBar {...estimate} domain={domain} reference={reference} /> : null;
}

function Name({ standing, places }: { standing: Standing; places: BotPlaces }) {
  const { status, walkovers, byes } = standing;
  const flags = [
    WORDS_OF_STANDINGS.flags[status],
    walkovers > 0 && WORDS_OF_STANDINGS.walkovers(walkovers),
    byes > 0 && WORDS_OF_STANDINGS.byes(byes),
  ].filter(Boolean);
  return (
    <>
      <EntrantName entrant={standing} places={places} />
      {flags.length > 0 && <small> {flags.join(', ')}</small>}
    </>
  );
}
