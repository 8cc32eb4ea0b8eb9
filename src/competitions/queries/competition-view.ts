import type { ListedCompetition } from '../../store/competitions.ts';
import { formatOf } from '../formats/formats.ts';
import {
  type Competition,
  type Entry,
  entryIn,
  entryOf,
  HOUSE,
  hasLeft,
  summaryOf,
  waitedFor,
} from '../model/competition.ts';
import type {
  CompetitionEntry,
  CompetitionSeat,
  CompetitionSummary,
  CompetitionView,
  Entrant,
} from '../model/competition-shapes.ts';
import type { Settings } from '../model/settings.ts';

type Summarized = Pick<
  ListedCompetition,
  'id' | 'commitment' | 'createdBy' | 'createdAt' | keyof ReturnType<typeof summaryOf>
>;

export function competitionSummary(row: Summarized & { settings: unknown }): CompetitionSummary {
  const { id, settings, status, version, head, entries, gamesCounted, commitment, createdBy } = row;
  return {
    ...{ id, ...(settings as Settings), status, version, head, entries, gamesCounted, commitment, createdBy },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns a competition as a caller sees it. `playerId` is null for a caller without a token. */
export function competitionView(competition: Competition, playerId: string | null): CompetitionView {
  const { header, starters, rounds, roundsEnded, games, verdict, seedPublished: isComplete } = competition;
  const you = entryOf(competition, playerId);
  const isInside = (you !== null && !hasLeft(you)) || header.createdBy === playerId;
  return {
    ...competitionSummary({ ...header, ...summaryOf(competition) }),
    complete: isComplete,
    roundsPlanned: starters && formatOf(header.settings.format).rounds(header.settings, starters.length),
    roundsPaired: rounds.length,
    roundsEnded,
    gamesDealt: games.length,
    verdict,
    abortedBy: competition.abortedBy,
    abortReason: competition.abortReason,
    waitingFor: waitedFor(competition),
    you: you && entryView(you),
    inviteCode: isInside ? header.inviteCode : null,
    serverSeed: isComplete ? Buffer.from(header.serverSeed).toString('hex') : null,
  };
}

/** Omits `changes`, which the server needs only for a limit. */
export function entryView({ changes: _, ...shown }: Entry): CompetitionEntry {
  return shown;
}

export function entrantOf(competition: Competition, number: number): Entrant {
  const { entry, player, bot } = entryIn(competition, number);
  return { entry, player, bot };
}

export function seatsView(competition: Competition, entries: readonly (number | null)[]): CompetitionSeat[] {
  return entries.map((entry, seat) => {
    return entry === null ? { seat, entry, player: null, bot: HOUSE } : { seat, ...entrantOf(competition, entry) };
  });
}
