import { type Static, Type } from '@sinclair/typebox';
import { actionsIn, choicesOf } from '#rules/kernel/choices.ts';
import { sentenceOf } from '#rules/kernel/narration.ts';
import { Odds } from '#rules/kernel/odds.ts';
import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import type { Decision } from '../model/clock.ts';
import { ClockView as ClockShape, Decision as DecisionShape } from '../model/clock-shapes.ts';
import { countableIn, countsInRatings, whyNotCounted } from '../model/counting.ts';
import {
  bestOnlooker,
  dailyView,
  dueAt,
  type Game,
  hasChat,
  isSeeded,
  isStaying,
  isToAct,
  type Onlooker,
  rulesOf,
  shownTo,
  stayingAt,
  type TableEvent,
  Takeback,
} from '../model/game.ts';
import { count, gameFields, numbered, type Played } from '../model/game-fields.ts';
import { Head, type SeenEvent } from '../model/house-events.ts';
import { type SeatHolder as SeatHolderShape, Viewer as ViewerSchema } from '../model/seat-shapes.ts';
import type { SeatHolder } from '../model/seats.ts';
import {
  asWritten,
  houseSentence,
  labelsOf,
  type Naming,
  NO_TELLING,
  namedOutcome,
  namingOf,
  type Telling,
} from './house-sentences.ts';

export type SeatView = Static<typeof SeatHolderShape>;
type ClockView = Static<typeof ClockShape>;
type DecisionView = Static<typeof DecisionShape>;

export function gameOf(played: Played) {
  const { name, prefix, view, choice } = played;
  return Type.Object(
    {
      ...gameFields(played),
      head: Head,
      you: Type.Array(SeatNumber, { description: 'Your seats, lowest first; empty for spectators.' }),
      viewer: ViewerSchema,
      toAct: Type.Array(SeatNumber, {
        description:
          'Seats that are to decide now, lowest first; several decide at once, in secret. `toAct[0]` is the ' +
          '`viewer` if you hold that seat and selected no other. Empty unless the game is `playing`.',
      }),
      decisions: Type.Array(Ref(DecisionShape), {
        description: 'For each seat of `toAct`, in the same order: when its decision opened and its deadline.',
      }),
      choices: Type.Optional(
        Type.Array(Ref(choice), {
          description:
            'Everything that the seat `viewer` may do now. There when `viewer` is one of your seats and is to act. Take an entry and, ' +
            'of each of its fields beside `type`, one value: each such combination is a legal action, to be sent as `action` in ' +
            '`submitAction`, and each legal action is in one entry only. `listActions` lists whole actions.',
        }),
      ),
      labels: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Only with `labels=true`: a sentence for each action in `choices`, entry by entry. Of the fields of ' +
            'an entry, the last changes first.',
        }),
      ),
      odds: Type.Optional(
        Type.Array(Nullable(Ref(Odds)), {
          description:
            'Only with `odds=true`, unless `showOdds` of its competition is false: the result of each action in ' +
            '`choices`, in the order of `labels`. Null where open facts tell nothing.',
        }),
      ),
      view: Nullable(Ref(view), { description: 'The table as `viewer` may see it; null until the game starts.' }),
      text: Type.Optional(Type.String({ description: 'The view in plain words. Only with `text=true`.' })),
      abortAskedBy: Type.Array(Type.String({ format: 'uuid' }), {
        description:
          'The ids of the players who requested to abort the game. It is aborted once all remaining players have.',
      }),
      undoTo: Nullable(Type.Integer({ minimum: 1 }), {
        description:
          'The version that `undoAction` would restore if the last action of `viewer` revealed nothing new: ' +
          '`getUndo` checks that. Null if the seat cannot undo: others acted, something was drawn, or it is not ' +
          'its turn.',
      }),
      takeback: Nullable(Ref(Takeback), {
        description: 'The requested takeback; null: none. Agree with `requestTakeback`.',
      }),
      inviteCode: Nullable(Type.String(), {
        description:
          'Opens a private game, in the body of `joinGame` or in the `Invite-Code` header. Only its players and ' +
          'creator see it; otherwise null, and null in games that are not private.',
      }),
      commitment: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
        description: 'SHA-256 of the server’s secret seed, as hex; null in a seeded game.',
      }),
      clock: Nullable(Ref(ClockShape), { description: 'Null: the game has no clock.' }),
      scoring: Words(['highest', 'lowest'], {
        description: 'Which score in `outcome` is best with the options of this game.',
      }),
      standIn: Type.String({ description: 'The policy that plays on for a player who leaves the game.' }),
    },
    { $id: `${prefix}Game`, description: `A game of ${name} as one viewer sees it.` },
  );
}
export type TableView = Static<ReturnType<typeof gameOf>>;

export interface Wants {
  text: boolean;
  /** true: adds legal actions; only for the newest version */
  choices: boolean;
  labels: boolean;
  odds: boolean;
  /** true: sentences use names of players and bots instead of seat numbers */
  names: boolean;
}

export function tableView(game: Game, onlooker: Onlooker, wants: Wants): TableView {
  const { header } = game;
  const { ruleset } = header;
  const { viewer } = onlooker;
  const view = game.state === null ? null : ruleset.view(game.state, viewer);
  const naming = wants.names ? namingOf(game.seats) : asWritten;
  const whyNot = whyNotCounted(countableIn(game));
  const decisions = game.decisions.toSorted((one, other) => one.seat - other.seat);
  return {
    id: header.id,
    ...rulesOf(game),
    options: header.options,
    status: game.status,
    version: game.version,
    head: game.head,
    seats: game.seats.map((holder, seat) => seatView(holder, seat, header.standIn)),
    you: onlooker.you,
    viewer,
    toAct: decisions.map((decision) => decision.seat),
    decisions: decisions.map((decision) => decisionView(decision, viewer)),
    ...actionsFor(game, viewer, view, wants, naming),
    view,
    ...(wants.text ? { text: textOf(game, view, naming) } : {}),
    outcome: game.outcome && namedOutcome(game.outcome, naming),
    abortAskedBy: game.abortAskedBy,
    undoTo: game.turn?.seat === viewer ? (game.turn.steps.at(-1)?.version ?? null) : null,
    takeback: game.takeback,
    visibility: header.visibility,
    inviteCode: onlooker.you.length > 0 || onlooker.isHost ? header.inviteCode : null,
    seeded: isSeeded(header),
    counts: whyNot === null,
    whyNot,
    scoring: ruleset.scoring(header.options),
    commitment: header.commitment,
    createdBy: header.createdBy,
    clock: clockView(game),
    deadline: game.status === 'playing' ? (dueAt(game)?.toISOString() ?? null) : null,
    standIn: header.standIn,
    rematchOf: header.rematchOf,
    daily: dailyView(header.daily),
    competition: header.place,
    rated: countsInRatings(header),
    chat: hasChat(header) ? 'on' : 'off',
    createdAt: header.createdAt.toISOString(),
    updatedAt: game.updatedAt.toISOString(),
  };
}

function actionsFor(
  game: Game,
  viewer: Viewer,
  view: unknown,
  wants: Wants,
  naming: Naming,
): Pick<TableView, 'choices' | 'labels' | 'odds'> {
  if (!wants.choices || viewer === 'spectator') return {};
  if (!isToAct(game, viewer) || !isStaying(game.seats[viewer])) return {};
  const { ruleset } = game.header;
  const choices = choicesOf(ruleset.legalActions(game.state, viewer));
  const actions = wants.labels || wants.odds ? actionsIn(choices) : [];
  return {
    choices,
    ...(wants.labels && { labels: labelsOf(ruleset, actions, view, naming) }),
    ...(wants.odds &&
      game.header.hidesOdds !== true && {
        odds: actions.map((action) => ruleset.odds?.(game.state, viewer, action) ?? null),
      }),
  };
}

/** For other players `since` is when the decision opened: a later version would reveal that the seat has acted. */
function decisionView(decision: Decision, viewer: Viewer): DecisionView {
  const { seat, opened, deadline, because, asked } = decision;
  const since = viewer === seat ? decision.since : (opened ?? decision.since);
  if (deadline === null) return { seat, since, deadline: null, because: null, asked: null };
  return { seat, since, deadline: deadline.toISOString(), because: because ?? null, asked: asked ?? null };
}

export function seatView(holder: SeatHolder, seat: Seat, standIn: string): SeatView {
  const left = holder.kind === 'player' ? (holder.left?.how ?? null) : null;
  const policy = holder.kind === 'bot' ? holder.policy : left === null ? null : standIn;
  return { seat, kind: holder.kind, player: 'player' in holder ? holder.player : null, policy, left };
}

function clockView({ header: { clock }, banks, seats }: Game): ClockView | null {
  if (clock === null) return null;
  // 0 for a player whose time ran out, because the stored bank does not count the time of the last decision
  const remaining = banks?.map((ms, seat) => {
    const holder = seats[seat];
    return holder?.kind === 'player' && holder.left?.how === 'timedOut' ? 0 : ms / 1000;
  });
  return { perAction: null, bank: null, increment: null, ...clock, remaining: remaining ?? null };
}

export function textOf(game: Game, view: unknown, naming: Naming): string {
  return view === null ? waitingText(game) : naming(game.header.ruleset.describe(view));
}

function waitingText(game: Game): string {
  if (game.status === 'aborted') return `${game.header.ruleset.name} was not played: the game was aborted.`;
  const open = game.seats.flatMap((holder, seat) =>
    holder.kind === 'open' || holder.kind === 'invited' ? [seat] : [],
  );
  const seats = open.length === 1 ? `seat ${open[0]}` : `seats ${open.join(', ')}`;
  return `${game.header.ruleset.name} has not started yet: it waits for players on ${seats}.`;
}

export interface CommandOutcome {
  game: Game;
  onlooker: Onlooker;
  /** the version of the action itself; bots may have acted after it */
  appliedVersion: number;
  events: SeenEvent[];
}

/** Returns events and state for the viewer that `getState` uses, so that no answer mixes the views of two seats. */
export function outcomeFor(
  playerId: string,
  { game, applied, events }: { game: Game; applied: number; events: readonly TableEvent[] },
  telling: Telling = NO_TELLING,
): CommandOutcome {
  const onlooker = bestOnlooker(game, playerId);
  return { game, onlooker, appliedVersion: applied, events: seenEvents(game, events, onlooker.viewer, telling) };
}

/** Returns events as the viewer may see them, numbered from 0 in each version. */
export function seenEvents(
  game: Game,
  events: readonly TableEvent[],
  viewer: Viewer,
  { text, names }: Telling = NO_TELLING,
): SeenEvent[] {
  const naming = names ? namingOf(game.seats) : asWritten;
  const { ruleset, options } = game.header;
  const seen: SeenEvent[] = [];
  let index = 0;
  for (const event of events) {
    const shown = shownTo(game.header, event, viewer);
    if (shown === null) continue;
    index = seen.at(-1)?.version === event.version ? index + 1 : 0;
    seen.push({
      id: `${event.version}.${index}`,
      version: event.version,
      index,
      head: event.head,
      at: event.at.toISOString(),
      seat: shown.seat,
      type: shown.type,
      data: shown.type === 'gameEnded' ? { outcome: namedOutcome((shown.data as any).outcome, naming) } : shown.data,
      // the sentence uses only what the viewer may see
      ...(text && {
        text: event.ofRuleset ? naming(sentenceOf(ruleset, shown, options)) : houseSentence(shown, naming),
      }),
    });
  }
  return seen;
}

export function actionListOf({ name, prefix, kind, rulesVersion, action }: Played) {
  const listed = Type.Object({
    action: Ref(action, { description: 'Send it unchanged as `action` in `submitAction`.' }),
    label: Type.String({ description: 'The action in plain words, for people and for models of language.' }),
  });
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      seat: { ...SeatNumber, description: 'The acting seat: send it back as `seat`.' },
      version: numbered('The present version: send it back as `expectedVersion`.'),
      head: { ...Head, description: 'Send it back as `expectedHead`: it identifies the history.' },
      total: count('The number of legal actions; `limit` may list fewer.'),
      actions: Type.Array(listed, { description: 'What the seat may do now; empty when it is not to act.' }),
    },
    { $id: `${prefix}ActionList`, description: `What a seat may do in a game of ${name}.` },
  );
}
type ActionList = Static<ReturnType<typeof actionListOf>>;

export interface ActionsAsked {
  names: boolean;
  limit: number;
}

/** Lists actions in the order of `choices`. `total` also counts actions beyond `limit`. */
export function actionsOf(game: Game, seat: Seat, { names, limit }: ActionsAsked): ActionList {
  const { ruleset } = game.header;
  const acts = isToAct(game, seat) && stayingAt(game.seats, seat) !== null;
  const all = acts ? actionsIn(choicesOf(ruleset.legalActions(game.state, seat))) : [];
  const actions = all.slice(0, limit);
  const view = actions.length > 0 ? ruleset.view(game.state, seat) : null;
  const labels = labelsOf(ruleset, actions, view, names ? namingOf(game.seats) : asWritten);
  return {
    ...rulesOf(game),
    seat,
    version: game.version,
    head: game.head,
    total: all.length,
    actions: actions.map((action, nth) => ({ action, label: labels[nth] as string })),
  };
}
