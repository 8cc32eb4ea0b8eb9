import { inputsOf } from '#rules/input-validator.ts';
import { applyLegal, play } from '#rules/kernel/play.ts';
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import { policyOf } from '#rules/kernel/search/policy.ts';
import type { Keyed } from '../../eventlog/carry-out.ts';
import { type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import { acted, appended } from '../model/fold.ts';
import {
  chanceOf,
  closedTo,
  closingTimeOf,
  type Game,
  isForHouse,
  nextRow,
  type Proposal,
  policyAt,
  seatInPlay,
  timeIsUp,
} from '../model/game.ts';
import { botChoice, lateChoice, overdueDecision, seatsOutOfTime } from '../model/house-choice.ts';
import { inputRefused } from '../refusals.ts';
import type { Command, HeadThen } from './command.ts';

export interface SeenPosition {
  version: number;
  /** the head (hash of the last event) at that version, or only the beginning of it */
  headBegins?: string | undefined;
  /** the refusal's code if this version is outdated; versions in the body and in a header have different codes */
  staleAs: 'stale-version' | 'precondition-failed';
}

export interface SubmittedAction {
  action: unknown;
  seat?: Seat | undefined;
  /** positions that the player has seen; if one no longer exists or is too old, the server rejects the action */
  seen?: readonly SeenPosition[];
  /** the action answers only the decision that opened at this version; omitted: any decision */
  since?: number | undefined;
}

export function submitAction(player: Player, gameId: string, submitted: SubmittedAction, request: Keyed): Command {
  return {
    gameId,
    by: player.id,
    request,
    chosenOn: (submitted.seen ?? []).filter(({ headBegins }) => headBegins !== undefined).map(({ version }) => version),
    decide: (game, now, headThen) => decideAction({ game, now, headThen }, player.id, submitted),
  };
}

function decideAction(
  { game, now, headThen }: { game: Game; now: Date; headThen: HeadThen | null },
  playerId: string,
  submitted: SubmittedAction,
): Result<Proposal> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  // checked first: if the database has lost changes, the refusals below would mislead the player
  for (const seen of submitted.seen ?? []) {
    const lost = lossOf(game, headThen, seen);
    if (lost !== null) return lost;
  }
  const chosen = seatInPlay(game, playerId, submitted.seat);
  if (!chosen.ok) return chosen;
  const seat = chosen.value;
  const { ruleset } = game.header;
  const form = inputsOf(ruleset).action(submitted.action);
  if (!form.ok) {
    const detail = `This is not an action of ${ruleset.name}: \`errors\` says what is wrong with it.`;
    return inputRefused(form.errors, '/action', detail);
  }
  const decision = game.decisions.find((open) => open.seat === seat);
  if (decision === undefined) return notYourTurn(game, seat);
  if (decision.deadline !== null && decision.deadline <= now) return timeIsUp(decision.deadline);
  const stale = staleness(decision.since, submitted);
  if (stale !== null) return stale;

  const version = game.version + 1;
  const played = play(ruleset, game.state, seat, form.value, chanceOf(game.header, game.seats, version));
  if (!played.ok) {
    if (played.code !== 'illegal-action') return notYourTurn(game, seat);
    const { rule, detail, hint } = played.refusal;
    return refused('illegal-action', detail, { rule, ...(hint !== undefined && { hint }) });
  }
  const row = nextRow(game, now, 'action', { seat, action: form.value as object, draws: played.draws });
  const proposal = { ...acted(game, row, played), rows: [row] };
  return { ok: true, value: isForHouse(proposal.game) ? withBots(proposal) : proposal };
}

/** Rejects a version that the game lacks, or whose head (hash) differs: then the database may have lost changes. */
function lossOf(game: Game, headThen: HeadThen | null, { version: expected, headBegins, staleAs }: SeenPosition) {
  if (expected > game.version) {
    const detail = `You expected version ${expected}, but the game is only at version ${game.version}.`;
    return refused(staleAs, detail, { hint: `If the server showed you version ${expected}, ${TAKEN_BACK}` });
  }
  const head = headThen?.(expected) ?? null;
  if (headBegins === undefined || head === null || head.startsWith(headBegins)) return null;
  const detail = `The head (hash) that you sent is not that of version ${expected} of this game.`;
  return refused(staleAs, detail, { hint: `Check what you sent. If the server showed you this head, ${TAKEN_BACK}` });
}

const TAKEN_BACK = 'the database has lost changes of this game. Read the state again, then choose again.';

function staleness(since: number, { seen = [], since: only }: SubmittedAction) {
  if (only !== undefined && only !== since) {
    const detail = `This token is for the decision that opened at version ${only}, but another decision opened at version ${since}.`;
    return refused('stale-version', detail, { hint: 'Use your own token for the new decision.' });
  }
  const stale = seen.find(({ version }) => version < since);
  if (stale === undefined) return null;
  const detail = `You chose at version ${stale.version}, but this decision opened at version ${since}.`;
  return refused(stale.staleAs, detail, { hint: 'Read the state again, then choose again.' });
}

function notYourTurn(game: Game, seat: Seat) {
  const waiting = game.decisions.map((decision) => decision.seat).join(', ');
  return refused('not-your-turn', `Seat ${seat} has nothing to decide now; the game waits for seat ${waiting}.`);
}

/** One change has at most this many actions. Further actions follow in further changes. */
const MOST_AT_ONCE = 60;
const LONGEST_MS = 30;

/** Appends actions of bots, all with the time `now`, until no bot can act or a limit above is reached. */
export function withBots(proposal: Proposal, now = proposal.game.updatedAt): Proposal {
  const giveUpAt = performance.now() + LONGEST_MS;
  let after = proposal;
  for (let n = 0; n < MOST_AT_ONCE && performance.now() < giveUpAt; n++) {
    const next = nextBot(after.game);
    if (next === null) break;
    const action = botChoice(after.game, next.seat, next.policy);
    after = followed(after, actionFor(after.game, now, next.seat, action, 'action'));
  }
  return after;
}

/** Returns the actions of bots that can act now; null: there are none. */
export function botsIn(game: Game, now: Date): Proposal | null {
  const proposal = withBots({ game, events: [], rows: [] }, now);
  return proposal.rows.length === 0 ? null : proposal;
}

function nextBot(game: Game): { seat: Seat; policy: Policy<any, any> } | null {
  for (const { seat } of game.decisions) {
    const name = policyAt(game, seat);
    const policy = name === null ? null : policyOf(game.header.ruleset, name);
    if (policy !== null) return { seat, policy };
  }
  return null;
}

export function actionFor(game: Game, at: Date, seat: Seat, action: ActionShape, kind: 'action' | 'timeout'): Proposal {
  const chance = chanceOf(game.header, game.seats, game.version + 1);
  const played = applyLegal(game.header.ruleset, game.state, seat, action, chance);
  const row = nextRow(game, at, kind, { seat, action, draws: played.draws });
  return { ...acted(game, row, played), rows: [row] };
}

export function followed(first: Proposal, then: Proposal): Proposal {
  return { game: then.game, events: [...first.events, ...then.events], rows: [...first.rows, ...then.rows] };
}

/** Returns what the server must do now; null: nothing. */
export function houseTurn(game: Game, now: Date): Proposal | null {
  if (game.status !== 'playing') return null;
  const closing = closingTimeOf(game.header);
  // only daily games have a closing time, and they have one seat
  if (closing !== null && closing <= now) return withBots(appended(game, now, 'timeout', { seat: 0 }));
  if (overdueDecision(game, now) !== null) return withBots(timedOut(game, now));
  return isForHouse(game) ? botsIn(game, now) : null;
}

function timedOut(game: Game, now: Date): Proposal {
  const nothing: Proposal = { game, events: [], rows: [] };
  return game.header.clock?.onTimeout === 'resign' ? withLeavers(nothing, now) : withDrawn(nothing, now);
}

/** Makes all overdue seats leave, in the order of their deadlines. Bots act for them only after the last has left. */
function withLeavers(before: Proposal, now: Date): Proposal {
  let after = before;
  for (;;) {
    const seats = after.game.status === 'playing' ? seatsOutOfTime(after.game, now) : [];
    const [seat, ...others] = seats;
    if (seat === undefined) return after;
    const isOne = others.length === 0;
    const entry = isOne ? { seat } : { action: { seats } };
    after = followed(after, appended(after.game, now, isOne ? 'timeout' : 'timeouts', entry));
  }
}

function withDrawn(before: Proposal, now: Date): Proposal {
  let after = before;
  for (let n = 0; n < MOST_AT_ONCE; n++) {
    const late = overdueDecision(after.game, now);
    if (late === null) break;
    after = followed(after, actionFor(after.game, now, late.seat, lateChoice(after.game, late.seat), 'timeout'));
  }
  return after;
}
