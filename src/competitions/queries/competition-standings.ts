import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { count, numbered } from '../../games/model/game-fields.ts';
import { cellsOf } from '../../statistics/cross-table.ts';
import { REACHED, type Standing } from '../../statistics/results.ts';
import { type Competition, entryIn } from '../model/competition.ts';
import {
  CompetitionVersion,
  ENTRANT,
  EntryStatus,
  NextPlace,
  type Page,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../model/competition-shapes.ts';
import { entrantOf } from './competition-view.ts';

const StandingShape = Type.Object(
  {
    rank: numbered('From 1; equal entries share a rank, and the following ranks are skipped.'),
    ...ENTRANT,
    status: EntryStatus,
    ...REACHED,
  },
  { $id: 'CompetitionStanding', description: 'The standing of an entry.' },
);
type StandingView = Static<typeof StandingShape>;

export const CompetitionStandings = Type.Object(
  {
    version: CompetitionVersion,
    round: Nullable(numbered('The number of a round.'), {
      description: 'Up to and including this round; null: all counted games.',
    }),
    standings: Type.Array(Ref(StandingShape), {
      description: 'Best first; equal entries by number.',
    }),
    next: NextPlace,
  },
  { $id: 'CompetitionStandings', description: 'A page of the standings of a competition.' },
);
export type CompetitionStandings = Static<typeof CompetitionStandings>;

const CrossTableRow = Type.Object(
  {
    ...ENTRANT,
    against: Type.Array(
      Type.Object({
        entry: numbered('The number of the other entry.'),
        games: count('The number of counted games of both.'),
        share: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'This entry’s share of what both won in these games; the other has the rest to 1.',
        }),
      }),
      { description: 'The opponents of the entry, by number.' },
    ),
  },
  { $id: 'CrossTableRow', description: 'The results of an entry against each opponent.' },
);
type CrossTableRow = Static<typeof CrossTableRow>;

export const CrossTable = pageSchema('CrossTable', 'rows', Ref(CrossTableRow), {
  list: 'By the numbers of the entries.',
  page: 'A page of the cross table of a competition: all entries against each other.',
});

export function standingsView(
  competition: Competition,
  round: number | null,
  ranked: readonly Standing[],
  asked: PageQuery,
): CompetitionStandings {
  const { version, standings, next } = pageOf(competition.version, 'standings', ranked, asked);
  const rows = standings.map(({ disqualified: _, ...standing }): StandingView => {
    const { status } = entryIn(competition, standing.entry);
    return { ...standing, ...entrantOf(competition, standing.entry), status };
  });
  return { version, round, standings: rows, next };
}

export function crossTableView(
  competition: Competition,
  packed: Float64Array,
  asked: PageQuery,
): Page<'rows', CrossTableRow> {
  const { version, rows: entries, next } = pageOf(competition.version, 'rows', competition.entries, asked);
  const rows = new Map(
    entries.map(({ entry }): [number, CrossTableRow] => [entry, { ...entrantOf(competition, entry), against: [] }]),
  );
  for (const { entry, opponent, games, share } of cellsOf(packed, entries[0]?.entry ?? 0, entries.at(-1)?.entry ?? 0)) {
    rows.get(entry)?.against.push({ entry: opponent, games, share });
  }
  return { version, next, rows: [...rows.values()] };
}
