import type { RulesetVersion } from '#rules/catalogue.ts';
import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import { startProblem } from '../formats/formats.ts';
import { type Competition, isOver } from '../model/competition.ts';
import type { EntryChange, NewEntry } from '../model/settings.ts';
import {
  changing,
  closedProblem,
  competitionOver,
  type Decision,
  entering,
  entryNeeds,
  notOrganizer,
  ORGANISER_DELETED,
  pausing,
  sendingAway,
  withdrawing,
  withdrawingBot,
} from './entries.ts';

export interface CompetitionCommand {
  competitionId: string;
  /** the player who sends the command; null: an operator */
  by: Player | null;
  /** null: the request has no idempotency key */
  request: IdempotentRequest | null;
  inviteCode?: string | undefined;
  /** returns ids of players whose accounts must still exist; by default only the sender's */
  alive?(competition: Competition): readonly string[];
  /** true: the organizer and the players that `alive` returns must not be suspended */
  meets?: true;
  /** Decides what the command changes. Called again with the newest version if another change is stored first. */
  decide(competition: Competition, now: Date, rulesOf: (competition: Competition) => RulesetVersion): Result<Decision>;
}

type Request = IdempotentRequest | null;

export function enterCompetition(player: Player, competitionId: string, asked: NewEntry, request: Request) {
  return command(player, competitionId, request, {
    inviteCode: asked.inviteCode,
    alive: (competition) => entryNeeds(competition, player),
    meets: true,
    decide: (competition, now, rulesOf) => entering(competition, player, asked, rulesOf(competition), now),
  });
}

export function changeEntry(player: Player, competitionId: string, patch: EntryChange) {
  return command(player, competitionId, null, {
    decide: (competition, now) => changing(competition, player, patch, now),
  });
}

export function withdrawEntry(player: Player, competitionId: string) {
  return command(player, competitionId, null, { decide: (competition) => withdrawing(competition, player) });
}

export function withdrawBot(player: Player, competitionId: string, entry: number) {
  return command(player, competitionId, null, { decide: (competition) => withdrawingBot(competition, player, entry) });
}

export function disqualifyEntry(
  player: Player,
  competitionId: string,
  { entry, reason }: { entry: number; reason: string },
  request: Request = null,
) {
  return command(player, competitionId, request, {
    decide: (competition) =>
      competition.header.createdBy === player.id ? sendingAway(competition, entry, reason) : notOrganizer(),
  });
}

export function startCompetition(player: Player, competitionId: string, request: Request = null) {
  return command(player, competitionId, request, {
    decide: (competition, now) => starting(competition, player, now),
  });
}

export function abortCompetition(
  player: Player,
  competitionId: string,
  reason: string | null,
  request: Request = null,
) {
  return command(player, competitionId, request, {
    decide: (competition) => aborting(competition, player, reason),
  });
}

/** Withdraws a deleted player's entry, or aborts the competition if the player organizes it and it has not started. */
export function leaveDeleted(player: Player, competitionId: string) {
  return command(player, competitionId, null, {
    alive: () => [],
    decide: (competition) => {
      const { status, header } = competition;
      if (status !== 'open' || header.createdBy !== player.id) return withdrawing(competition, player);
      return aborting(competition, player, ORGANISER_DELETED);
    },
  });
}

export function pauseSuspended(player: Player, competitionId: string) {
  return command(player, competitionId, null, { decide: (competition) => pausing(competition, player) });
}

export function disqualifyByOperator(competitionId: string, entry: number, reason: string) {
  return command(null, competitionId, null, { decide: (competition) => sendingAway(competition, entry, reason) });
}

export function abortByOperator(competitionId: string, reason: string) {
  return command(null, competitionId, null, { decide: (competition) => abortingByOperator(competition, reason) });
}

function command(
  by: Player | null,
  competitionId: string,
  request: Request,
  what: Omit<CompetitionCommand, 'by' | 'competitionId' | 'request'>,
): CompetitionCommand {
  return { by, competitionId, request, ...what };
}

export function starting(competition: Competition, player: Player, now: Date): Result<Decision> {
  if (competition.header.createdBy !== player.id) return notOrganizer();
  if (isOver(competition)) return competitionOver(competition);
  if (competition.status === 'playing') return refused('competition-started', 'The competition has started already.');
  const problem = startProblem(competition);
  if (problem !== null) return refused('too-few-entries', problem, hintIfClosed(competition, now));
  return done({ entry: null, events: [{ type: 'competitionStarted', data: {} }] });
}

function hintIfClosed(competition: Competition, now: Date): { hint?: string } {
  if (closedProblem(competition, now) === null) return {};
  const hint =
    'It accepts no more entries, so it cannot start. Abort it with `abortCompetition`, and create another with a later ' +
    '`entryUntil`.';
  return { hint };
}

/** Aborts a competition for its organizer. Running games go on. */
function aborting(competition: Competition, player: Player, reason: string | null): Result<Decision> {
  if (competition.header.createdBy !== player.id) return notOrganizer();
  if (isOver(competition)) return competitionOver(competition);
  return done({ entry: null, events: [{ type: 'competitionAborted', data: { by: 'organiser', reason } }] });
}

/** Aborts a competition and its running games for an operator, even if its organizer has aborted it already. */
function abortingByOperator(competition: Competition, reason: string): Result<Decision> {
  const goesOn = competition.abortedBy === 'organiser' && !competition.seedPublished;
  if (isOver(competition) && !goesOn) return competitionOver(competition);
  return done({ entry: null, events: [{ type: 'competitionAborted', data: { by: 'operator', reason } }] });
}
