import { done, type Result, refused } from '../../games/model/result.ts';
import type { Player } from '../../players/players.ts';
import { startProblem } from '../formats/starting.ts';
import { type Competition, isOver } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import { competitionOver, notOrganiser } from './entries.ts';

/** The organiser begins before its time, or without one. */
export function starting(competition: Competition, player: Player): Result<CompetitionEventData[]> {
  if (competition.header.createdBy !== player.id) return notOrganiser();
  if (isOver(competition)) return competitionOver(competition);
  if (competition.status === 'playing') return refused('competition-started', 'The competition has started already.');
  const problem = startProblem(competition);
  if (problem !== null) return refused('too-few-entries', problem);
  return done([{ type: 'competitionStarted', data: {} }]);
}

/** The organiser ends it at once: the house aborts the games that are under way. */
export function aborting(
  competition: Competition,
  player: Player,
  reason: string | null,
): Result<CompetitionEventData[]> {
  if (competition.header.createdBy !== player.id) return notOrganiser();
  if (isOver(competition)) return competitionOver(competition);
  return done([{ type: 'competitionAborted', data: { reason } }]);
}
