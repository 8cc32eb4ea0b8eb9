import { crossTable } from '../../standings/cross-table.ts';
import type { Standing } from '../../standings/results.ts';
import type { Competition, Entry, EntryStatus } from '../model/competition.ts';
import { type EntrantView, entrantOf } from './entry-view.ts';
import { type Page, type PageAsked, pageOf } from './page.ts';

/** Where an entry stands, and who it is. */
export interface StandingView extends Omit<Standing, 'disqualified'>, EntrantView {
  status: EntryStatus;
}

export interface CrossTableRow extends EntrantView {
  /** those whom it met, by number */
  against: { entry: number; games: number; share: number }[];
}

export interface StandingsPage {
  version: number;
  /** null: by all that counts */
  round: number | null;
  standings: StandingView[];
  next: number | null;
}

/** A page of the standings after a round, or of those by all that counts. */
export function standingsView(
  competition: Competition,
  round: number | null,
  ranked: readonly Standing[],
  asked: PageAsked,
): StandingsPage {
  const { version, standings, next } = pageOf(competition.version, 'standings', ranked, asked);
  return { version, round, standings: standings.map((standing) => standingView(competition, standing)), next };
}

function standingView(competition: Competition, { disqualified: _, ...standing }: Standing): StandingView {
  const { status } = competition.entries[standing.entry - 1] as Entry;
  return { ...standing, ...entrantOf(competition, standing.entry), status };
}

/** Everyone against everyone, by number. */
export function crossTableView(competition: Competition, asked: PageAsked): Page<'rows', CrossTableRow> {
  const rows = competition.entries.map(
    ({ entry }): CrossTableRow => ({ ...entrantOf(competition, entry), against: [] }),
  );
  for (const { entry, opponent, games, share } of crossTable(competition.counted)) {
    rows[entry - 1]?.against.push({ entry: opponent, games, share });
  }
  return pageOf(competition.version, 'rows', rows, asked);
}
