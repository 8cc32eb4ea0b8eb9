import type { ListedCompetition } from '../../store/competition-rows.ts';
import { formatOf } from '../formats/formats.ts';
import { type Competition, countThere, type Entry, hasLeft, waitedFor } from '../model/competition.ts';
import type {
  CompetitionEntry,
  CompetitionSeat,
  CompetitionSummary,
  CompetitionView,
  Entrant,
} from '../model/competition-shapes.ts';
import type { Settings } from '../model/settings.ts';

export function competitionSummary(row: ListedCompetition): CompetitionSummary {
  const { id, status, version, head, entries, gamesCounted, commitment, createdBy } = row;
  return {
    id,
    ...(row.settings as unknown as Settings),
    status,
    version,
    head,
    entries,
    gamesCounted,
    commitment,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function summaryOf(competition: Competition): CompetitionSummary {
  const { header, version, head, status, counted } = competition;
  const { id, settings, commitment, createdBy, createdAt } = header;
  return {
    id,
    ...settings,
    status,
    version,
    head,
    entries: countThere(competition),
    gamesCounted: counted.length,
    commitment,
    createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: competition.updatedAt.toISOString(),
  };
}

/** `playerId`: null for a caller without a token. */
export function competitionView(competition: Competition, playerId: string | null): CompetitionView {
  const { header, rounds, roundsEnded, games, verdict, seedPublished: isComplete } = competition;
  const you = entryOf(competition, playerId);
  const isInside = (you !== null && !hasLeft(you)) || header.createdBy === playerId;
  return {
    ...summaryOf(competition),
    complete: isComplete,
    roundsPlanned: roundsPlanned(competition),
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

/** If nothing ends it early. */
function roundsPlanned({ header, starters }: Competition): number | null {
  const { settings } = header;
  return starters === null ? null : formatOf(settings.format).rounds(settings, starters.length);
}

/** The policy on house seats. */
const HOUSE = 'random';

/** `changes` stays private: it is for the limit only. */
export function entryView({ changes: _, ...shown }: Entry): CompetitionEntry {
  return shown;
}

export function entrantOf({ entries }: Competition, number: number): Entrant {
  const found = entries[number - 1];
  if (found === undefined) throw new Error(`there is no entry ${number}`);
  const { entry, player, bot } = found;
  return { entry, player, bot };
}

export function seatsView(competition: Competition, entries: readonly (number | null)[]): CompetitionSeat[] {
  return entries.map((entry, seat) => {
    return entry === null ? { seat, entry, player: null, bot: HOUSE } : { seat, ...entrantOf(competition, entry) };
  });
}

export function entryOf({ entries }: Competition, playerId: string | null): Entry | null {
  if (playerId === null) return null;
  return entries.find(({ player }) => player?.id === playerId) ?? null;
}
