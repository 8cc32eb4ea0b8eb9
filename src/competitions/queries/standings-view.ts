import { cellsOf } from '../../statistics/cross-table.ts';
import type { Standing } from '../../statistics/results.ts';
import type { Competition, Entry } from '../model/competition.ts';
import type { CompetitionStandings, CrossTableRow, StandingView } from './competition-standings.ts';
import { entrantOf } from './entry-view.ts';
import { type Page, type PageAsked, pageOf } from './page.ts';

/** A page of the standings after a round, or of those by all that counts. */
export function standingsView(
  competition: Competition,
  round: number | null,
  ranked: readonly Standing[],
  asked: PageAsked,
): CompetitionStandings {
  const { version, standings, next } = pageOf(competition.version, 'standings', ranked, asked);
  return { version, round, standings: standings.map((standing) => standingView(competition, standing)), next };
}

function standingView(competition: Competition, { disqualified: _, ...standing }: Standing): StandingView {
  const { status } = competition.entries[standing.entry - 1] as Entry;
  return { ...standing, ...entrantOf(competition, standing.entry), status };
}

/** Everyone against everyone, by number, from the packed cells of all. */
export function crossTableView(
  competition: Competition,
  packed: Float64Array,
  asked: PageAsked,
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
