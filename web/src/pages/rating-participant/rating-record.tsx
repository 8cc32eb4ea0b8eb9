import type { Schemas } from '../../core/api.ts';
import { participantId, participantName } from '../../core/rated.ts';
import { hrefTo, hrefWith } from '../../core/router.ts';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { IntervalBar } from '../../plots/interval-bar.tsx';
import { WORDS_OF_PARTICIPANT } from './rating-participant-words.ts';

type Record = Schemas['RatingRecord'];
type Met = Record['opponents'][number];
type Seat = Record['seats'][number];
type Luck = NonNullable<Record['luck']>;

/** A smaller difference from even luck is shown as none. */
const NO_LUCK = 0.0005;

export function RatingRecord({ record }: { record: Record }) {
  return (
    <>
      <Opponents record={record} />
      <Seats seats={record.seats} />
      <LuckOrSkill luck={record.luck} seats={record.pool.seats} />
    </>
  );
}

function shareColumns<Row extends { share: number; expected: number }>(): Column<Row>[] {
  return [
    { name: WORDS_OF_PARTICIPANT.won, isNumber: true, cell: ({ share }) => WORDS_OF_PARTICIPANT.part(share) },
    {
      name: WORDS_OF_PARTICIPANT.expected,
      isNumber: true,
      cell: ({ expected }) => WORDS_OF_PARTICIPANT.part(expected),
    },
    {
      name: WORDS_OF_PARTICIPANT.difference,
      isNumber: true,
      cell: ({ share, expected }) => WORDS_OF_PARTICIPANT.above(share, expected),
    },
  ];
}

function Opponents({ record: { opponents, pool, ...self } }: { record: Record }) {
  const columns: Column<Met>[] = [
    {
      name: WORDS_OF_PARTICIPANT.opponent,
      isHeader: true,
      cell: (met) => <a href={hrefTo('ratings', pool.id, participantId(met))}>{participantName(met)}</a>,
    },
    { name: WORDS_OF_PARTICIPANT.games, isNumber: true, cell: ({ games }) => games },
    ...shareColumns<Met>(),
    {
      name: WORDS_OF_PARTICIPANT.compare,
      cell: (met) => (
        <a href={hrefWith({ pool: pool.id, one: participantId(self), other: participantId(met) }, 'compare')}>
          {WORDS_OF_PARTICIPANT.compareWith(participantName(met))}
        </a>
      ),
    },
  ];
  return (
    <section class="panel">
      <h2>{WORDS_OF_PARTICIPANT.opponents}</h2>
      <p class="dim">{WORDS_OF_PARTICIPANT.opponentsMean}</p>
      <WindowedRows
        caption={WORDS_OF_PARTICIPANT.opponents}
        columns={columns}
        rows={opponents}
        keyOf={participantId}
        nameOf={participantName}
      />
    </section>
  );
}

function Seats({ seats }: { seats: readonly Seat[] }) {
  const columns: Column<Seat>[] = [
    { name: WORDS_OF_PARTICIPANT.seatOf, isHeader: true, cell: ({ seat }) => WORDS_OF_PARTICIPANT.seat(seat) },
    { name: WORDS_OF_PARTICIPANT.games, isNumber: true, cell: ({ games }) => games },
    ...shareColumns<Seat>(),
  ];
  return (
    <section class="panel">
      <h2>{WORDS_OF_PARTICIPANT.seats}</h2>
      <p class="dim">{WORDS_OF_PARTICIPANT.seatsMean}</p>
      <WindowedRows caption={WORDS_OF_PARTICIPANT.seats} columns={columns} rows={seats} keyOf={({ seat }) => seat} />
    </section>
  );
}

function LuckOrSkill({ luck, seats }: { luck: Luck | null; seats: number }) {
  return (
    <section class="panel" aria-labelledby="luck">
      <h2 id="luck">{WORDS_OF_PARTICIPANT.luck}</h2>
      {luck === null ? <p class="dim">{WORDS_OF_PARTICIPANT.noLuck}</p> : <LuckKnown luck={luck} even={1 / seats} />}
    </section>
  );
}

/** `even` is the share that random play wins on average over all seats. */
function LuckKnown({ luck: { games, share, par, adjustedShare }, even }: { luck: Luck; even: number }) {
  const rows: [string, number][] = [
    [WORDS_OF_PARTICIPANT.luckShare, share],
    [WORDS_OF_PARTICIPANT.luckPar, par],
    [WORDS_OF_PARTICIPANT.luckEven, even],
    [WORDS_OF_PARTICIPANT.luckAdjusted, adjustedShare],
  ];
  const lucky = par - even;
  const words = lucky > 0 ? WORDS_OF_PARTICIPANT.lucky : WORDS_OF_PARTICIPANT.unlucky;
  return (
    <>
      <p>{Math.abs(lucky) < NO_LUCK ? WORDS_OF_PARTICIPANT.evenLuck : words(lucky)}</p>
      <p class="dim">{WORDS_OF_PARTICIPANT.luckOf(games)}</p>
      <dl class="fields luck">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {WORDS_OF_PARTICIPANT.part(value)}
              <IntervalBar low={value} value={value} high={value} domain={{ low: 0, high: 1 }} reference={even} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
