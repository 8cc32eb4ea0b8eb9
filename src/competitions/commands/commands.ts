import type { RulesetVersion } from '#rules/catalogue.ts';
import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import { startProblem } from '../formats/formats.ts';
import { type Competition, isOver } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import type { EntryChange, NewEntry } from '../model/settings.ts';
import {
  changing,
  closedProblem,
  competitionOver,
  disqualifying,
  entering,
  entryNeeds,
  notOrganiser,
  ORGANISER_DELETED,
  pausing,
  sendingAway,
  withdrawing,
  withdrawingBot,
} from './entries.ts';

/** What is to be written, and about which entry; no events: it is so already. */
export interface Decision {
  events: CompetitionEventData[];
  /** null: about none */
  entry: number | null;
}

/** What a player or an operator wants to change in a competition. */
export interface CompetitionCommand {
  competitionId: string;
  /** null: an operator */
  by: Player | null;
  /** null: sent without an Idempotency-Key */
  request: IdempotentRequest | null;
  inviteCode?: string | undefined;
  /** the ids of the players who must be alive; when it is left out, the player who asks */
  alive?(competition: Competition): readonly string[];
  /** whether none of them, and not the organiser, may be suspended */
  meets?: true;
  /** Asked again on the newest version when another step was written first. */
  decide(competition: Competition, now: Date, rulesOf: (competition: Competition) => RulesetVersion): Result<Decision>;
}

type Request = IdempotentRequest | null;

/** Entering again answers the entry as it is. */
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

/** By the organiser. */
export function withdrawBot(player: Player, competitionId: string, entry: number) {
  return command(player, competitionId, null, { decide: (competition) => withdrawingBot(competition, player, entry) });
}

/** By the organiser. */
export function disqualifyEntry(
  player: Player,
  competitionId: string,
  { entry, reason }: { entry: number; reason: string },
  request: Request = null,
) {
  return command(player, competitionId, request, {
    decide: (competition) => disqualifying(competition, player, entry, reason),
  });
}

export function startCompetition(player: Player, competitionId: string, request: Request = null) {
  return command(player, competitionId, request, {
    decide: (competition, now) => ofNoEntry(starting(competition, player, now)),
  });
}

export function abortCompetition(
  player: Player,
  competitionId: string,
  reason: string | null,
  request: Request = null,
) {
  return command(player, competitionId, request, {
    decide: (competition) => ofNoEntry(aborting(competition, player, reason)),
  });
}

/** Takes a deleted account out: what it organises is aborted if it has not started, and else its entry is withdrawn. */
export function leaveDeleted(player: Player, competitionId: string) {
  return command(player, competitionId, null, {
    alive: () => [],
    decide: (competition) => {
      const { status, header } = competition;
      if (status !== 'open' || header.createdBy !== player.id) return withdrawing(competition, player);
      return ofNoEntry(aborting(competition, player, ORGANISER_DELETED));
    },
  });
}

/** Pauses the entry of a player whom an operator keeps out. */
export function pauseSuspended(player: Player, competitionId: string) {
  return command(player, competitionId, null, { decide: (competition) => pausing(competition, player) });
}

/** An operator takes one entry out; everyone reads the reason. */
export function disqualifyByOperator(competitionId: string, entry: number, reason: string) {
  return command(null, competitionId, null, { decide: (competition) => sendingAway(competition, entry, reason) });
}

/** For the operator, when it does not go on by itself: its games end too. */
export function abortByOperator(competitionId: string, reason: string) {
  return command(null, competitionId, null, {
    decide: (competition) => ofNoEntry(abortingByOperator(competition, reason)),
  });
}

function command(
  by: Player | null,
  competitionId: string,
  request: Request,
  what: Omit<CompetitionCommand, 'by' | 'competitionId' | 'request'>,
): CompetitionCommand {
  return { by, competitionId, request, ...what };
}

function ofNoEntry(events: Result<CompetitionEventData[]>): Result<Decision> {
  return events.ok ? done({ events: events.value, entry: null }) : events;
}

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
function aborting(competition: Competition, player: Player, reason: string | null): Result<CompetitionEventData[]> {
  if (competition.header.createdBy !== player.id) return notOrganiser();
  if (isOver(competition)) return competitionOver(competition);
  return done([{ type: 'competitionAborted', data: { by: 'organiser', reason } }]);
}

/** The operator ends it at once, after its organiser too: the house aborts the games that are under way. */
function abortingByOperator(competition: Competition, reason: string): Result<CompetitionEventData[]> {
  const goesOn = competition.abortedBy === 'organiser' && !competition.seedPublished;
  if (isOver(competition) && !goesOn) return competitionOver(competition);
  return done([{ type: 'competitionAborted', data: { by: 'operator', reason } }]);
}
