import { useState } from 'preact/hooks';
import { allPages } from '../../core/all-pages.ts';
import { type Answer, answerOf, connection, type Schemas } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import type { PageProps } from '../../core/page-props.ts';
import { nameOfSeat } from '../../core/seat-entrant.ts';
import { useCompetition, usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS_OF_ROUNDS } from '../../core/words/rounds.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { OfCompetition } from '../../parts/of-competition.tsx';
import { PlotTable } from '../../plots/plot-table.tsx';
import { CrossMap } from './cross-map.tsx';
import { CrossRows } from './cross-rows.ts';
import '../../look/rounds.css';

const A_PAGE = 100;
const MOST_ENTRIES = 1_000;
const WORDS_HERE = WORDS_OF_ROUNDS.cross;

export default function CrossTablePage({ params: { competitionId = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const watched = useCompetition(competitionId, invite);
  const { value: rows, refusal } = usePart(watched, ['standings'], () => readRows(watched));
  return (
    <OfCompetition
      watched={watched}
      inviteCode={invite}
      title={WORDS_OF_ROUNDS.crossTable}
      ways={<a href={hrefOfCompetition(competitionId, invite, 'boards')}>{WORDS_OF_ROUNDS.boards}</a>}
    >
      {() => (
        <section class="panel" aria-label={WORDS_OF_ROUNDS.crossTable}>
          <Fault refusal={refusal} />
          {rows === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
          {rows !== null && rows.games === 0 && <p class="dim">{WORDS_HERE.none}</p>}
          {rows !== null && rows.games > 0 && <Crossed rows={rows} />}
        </section>
      )}
    </OfCompetition>
  );
}

function Crossed({ rows }: { rows: CrossRows }) {
  const [entry, setEntry] = useState(rows.lines[0]?.entry ?? 1);
  return (
    <>
      <p class="dim">
        {WORDS_HERE.order} {WORDS_HERE.hint}
      </p>
      <CrossMap rows={rows} />
      <label class="question">
        {WORDS_HERE.of}{' '}
        <select value={String(entry)} onChange={({ currentTarget }) => setEntry(Number(currentTarget.value))}>
          {rows.lines.map((line) => (
            <option key={line.entry} value={String(line.entry)}>
              {line.name}
            </option>
          ))}
        </select>
      </label>
      <PlotTable
        caption={WORDS_HERE.resultsOf(rows.nameOf(entry))}
        columns={[WORDS_HERE.opponent, WORDS_HERE.points, WORDS_HERE.games, WORDS_HERE.share]}
        rows={rows
          .against(entry)
          .map(({ other, games, share }) => [
            rows.nameOf(other),
            WORDS_OF_ROUNDS.number(share * games),
            WORDS_OF_ROUNDS.number(games),
            WORDS_HERE.percent(share),
          ])}
      />
    </>
  );
}

async function readRows(watched: WatchedCompetition): Promise<Answer<CrossRows>> {
  const path = { competitionId: watched.id };
  const asked = (cursor: number | undefined) => ({
    path,
    query: { limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) },
    header: watched.headers,
  });
  const crossed = await allPages({
    read: (cursor: number | undefined) =>
      answerOf(connection.api.GET('/v1/competitions/{competitionId}/crosstable', { params: asked(cursor) })),
    itemsOf: ({ rows }: Schemas['CrossTable']) => rows,
    keyOf: ({ entry }) => entry,
    most: MOST_ENTRIES,
  });
  if (!crossed.ok) return crossed;
  const ranked = await allPages({
    read: (cursor: number | undefined) =>
      answerOf(connection.api.GET('/v1/competitions/{competitionId}/standings', { params: asked(cursor) })),
    itemsOf: ({ standings }: Schemas['CompetitionStandings']) => standings,
    keyOf: ({ entry }) => entry,
    most: MOST_ENTRIES,
  });
  if (!ranked.ok) return ranked;
  const order = ranked.value.items.map((standing) => ({ entry: standing.entry, name: nameOfSeat(standing) }));
  return { ok: true, value: new CrossRows(order, crossed.value.items) };
}
