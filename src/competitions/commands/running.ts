import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import { startProblem } from '../formats/starting.ts';
import { type Competition, isOver } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import { closedProblem, competitionOver, notOrganiser } from './entries.ts';

/** The organiser begins before its time, or without one. */
export function starting(competition: Competition, player: Player, now: Date): Result<CompetitionEventData[]> {
  if (competition.header.createdBy !== player.id) return notOrganiser();
  if (isOver(competition)) return competitionOver(competition);
  if (competition.status === 'playing') return refused('competition-started', 'The competition has started already.');
  const problem = startProblem(competition);
  if (problem !== null) return refused('too-few-entries', problem, hintIfClosed(competition, now));
  return done([{ type: 'competitionStarted', data: {} }]);
}

/** Nobody can be let in any more: the usual hint would lead nowhere. */
function hintIfClosed(competition: Competition, now: Date): { hint?: string } {
  if (closedProblem(competition, now) === null) return {};
  const hint =
    'No entries are taken any more, so it cannot start. Abort it, and give the next one a later `entryUntil`: ' +
    '`abortCompetition`.';
  return { hint };
}

/** The organiser ends it: nothing more is paired or dealt, and the games that are under way are played on. */
export function aborting(
  competition: Competition,
  player: Player,
  reason: string | null,
): Result<CompetitionEventData[]> {
  if (competition.header.createdBy !== player.id) return notOrganiser();
  if (isOver(competition)) return competitionOver(competition);
  return done([{ type: 'competitionAborted', data: { by: 'organiser', reason } }]);
}

/** The operator ends it at once, after its organiser too: the house aborts the games that are under way. */
export function abortingByOperator(competition: Competition, reason: string): Result<CompetitionEventData[]> {
  const goesOn = competition.abortedBy === 'organiser' && !competition.seedPublished;
  if (isOver(competition) && !goesOn) return competitionOver(competition);
  return done([{ type: 'competitionAborted', data: { by: 'operator', reason } }]);
}
