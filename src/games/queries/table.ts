import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber, Union, Words } from '#rules/kernel/schema.ts';
import { Clock, ClockView, Decision } from '../model/clock-shapes.ts';
import { CompetitionPlace, gameFields } from '../model/game-fields.ts';
import { EVENT_PLACE, Head, HOUSE_EVENTS, Outcome } from '../model/house-events.ts';
import { SeatedPlayer, SeatHolder, Viewer } from '../model/seat-shapes.ts';
import { choiceAmong } from './choices-shapes.ts';
import { newGameOf } from './new-game.ts';
import { stateListOf } from './past-states-shapes.ts';
import { SinceLooked } from './since-looked.ts';
import { TakeBackWish } from './undo.ts';

/** Schemas that every family below refers to. */
export const TABLE_PARTS: TSchema[] = [
  SeatedPlayer,
  SeatHolder,
  Decision,
  Outcome,
  Clock,
  ClockView,
  CompetitionPlace,
  TakeBackWish,
  ...HOUSE_EVENTS,
];

/** Everything that is sent and shown in the games of one ruleset, each schema named after it. */
export interface RulesetContract {
  /** as a game holds them: complete */
  options: TObject;
  /** as they are chosen: each may be left out */
  chosenOptions: TObject;
  action: TSchema;
  view: TObject;
  event: TSchema;
  newGame: TObject;
  seatWish: TSchema;
  game: TObject;
  gameSummary: TObject;
  actionResult: TObject;
  actionList: TObject;
  eventPage: TObject;
  liveEvent: TObject;
  stateList: TObject;
  sampledWorlds: TObject;
  /** all of the above and what they refer to */
  all: TSchema[];
}

/** What a version of a ruleset is called here, and whether others stand beside it. */
export interface Standing {
  prefix: string;
  alone: boolean;
}

const HOUSE_TYPES = HOUSE_EVENTS.map((event) => event.properties.type?.const as string);

/** The ruleset's own event `{type, seat, data}` with its place in the game. */
function placed(event: TObject): TObject {
  const type = event.properties.type?.const as string;
  if (HOUSE_TYPES.includes(type)) throw new Error(`${event.$id}: the house itself tells of ${type}`);
  return Type.Object({ ...EVENT_PLACE, ...event.properties }, titled(event));
}

function titled(schema: TObject) {
  return { $id: schema.$id as string, description: schema.description as string };
}

/** What clients send is closed, so that a slip is noticed; what they get is open, so that it may grow. */
export function contractOf(ruleset: AnyRuleset, { prefix, alone }: Standing): RulesetContract {
  const { name, schemas } = ruleset;
  const kind = Type.Literal(ruleset.id, {
    description: 'What is played: tells the branches of every union of games apart.',
  });
  const byVersion = (description: string): TSchema =>
    alone ? Type.Integer({ minimum: 1, description }) : Type.Literal(ruleset.rulesVersion, { description });
  const rulesVersion = byVersion('The version of the rules that this game is played by.');
  const { options, view } = schemas;
  const chosenOptions = Type.Partial(options, {
    $id: `New${prefix}Options`,
    additionalProperties: false,
    description: `Options of ${name} to be chosen. Each that is left out has its default.`,
  });
  const action = Union(`${prefix}Action`, 'type', schemas.actions, `Every action of ${name}.`);
  const choices = schemas.actions.map(choiceAmong);
  const choice = Union(`${prefix}Choice`, 'type', choices, `Actions of ${name} of one type, in few words.`);
  const placedEvents = schemas.events.map(placed);
  const event = Union(
    `${prefix}Event`,
    'type',
    [...HOUSE_EVENTS, ...placedEvents],
    `Everything that happens in ${name}.`,
  );

  const { newGame, seatWish } = newGameOf(ruleset, prefix, chosenOptions);
  const fields = gameFields(kind, rulesVersion, options);
  const game = Type.Object(
    {
      ...fields,
      head: Head,
      you: Type.Array(SeatNumber, {
        description: 'The seats that the caller holds, lowest first; empty for who only watches.',
      }),
      viewer: Viewer,
      toAct: Type.Array(SeatNumber, {
        description:
          'Seats that are to decide now, lowest first; several decide at the same time, in secret. `toAct[0]` is the `viewer` ' +
          'of this answer whenever the caller holds that seat and asked for no other. Empty unless the game is `playing`.',
      }),
      decisions: Type.Array(Ref(Decision), {
        description: 'The seats of `toAct` in the same order: since when each is to decide, and until when.',
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
            'There with `labels=true`: one sentence for each action that `choices` stand for, entry by entry. Of the fields of an ' +
            'entry the last one changes first, then the one before it.',
        }),
      ),
      view: Nullable(Ref(view), { description: 'The table as `viewer` may see it; null until the game starts.' }),
      text: Type.Optional(Type.String({ description: 'The view told in plain words. There with `?text=true`.' })),
      abortAskedBy: Type.Array(Type.String({ format: 'uuid' }), {
        description:
          'The ids of the players who want to abort the game. It is aborted when all who are still there do.',
      }),
      undoTo: Nullable(Type.Integer({ minimum: 1 }), {
        description:
          'The version to which `undoAction` would go back, if the last action of `viewer` told nobody more than that it was taken: ' +
          '`getUndo` says whether. Null where the seat cannot go back: others acted, something was drawn, or it is not its turn.',
      }),
      takeBack: Nullable(Ref(TakeBackWish), {
        description: 'An earlier version from which somebody wants to go on; null: nobody asks. Agree with `takeBack`.',
      }),
      inviteCode: Nullable(Type.String(), {
        description:
          'Opens a private game: in the body of `joinGame`, or in the `Invite-Code` header. Shown to its players and to who ' +
          'created it; null to everyone else, and in a game that is not private.',
      }),
      commitment: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
        description: 'SHA-256 of the server’s secret seed, as hex; null in a seeded game.',
      }),
      clock: Nullable(Ref(ClockView), { description: 'Null: the game has no clock.' }),
      scoring: Words(['highest', 'lowest'], {
        description: 'Which score in `outcome` is best, with the options of this game.',
      }),
      standIn: Type.String({
        description: 'The way of playing by which the house plays on for who leaves a game that goes on without them.',
      }),
    },
    { $id: `${prefix}Game`, description: `A game of ${name} as one viewer sees it.` },
  );
  const actionResult = Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      appliedVersion: Type.Integer({ minimum: 1, description: 'The version that your action made.' }),
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      events: Type.Array(Ref(event), { description: 'What happened, as `viewer` of the state may see it.' }),
      state: Ref(game, { description: 'The game as you see it now, like the answer of `getState`.' }),
    },
    { $id: `${prefix}ActionResult`, description: `What an action in ${name} led to.` },
  );
  const listed = Type.Object({
    action: Ref(action, { description: 'To be sent as `action` in `submitAction`, as it is.' }),
    label: Type.String({ description: 'The action in plain words, for people and for models of language.' }),
  });
  const actionList = Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      seat: { ...SeatNumber, description: 'Whose actions they are: send it back as `seat`.' },
      version: Type.Integer({
        minimum: 1,
        description: 'The version that the game has now: send it back as `expectedVersion`.',
      }),
      head: { ...Head, description: 'Send it back as `expectedHead`: it names the history that you choose on.' },
      total: Type.Integer({ minimum: 0, description: 'How many actions the seat has now; `limit` may list fewer.' }),
      actions: Type.Array(listed, { description: 'What the seat may do now; empty when it is not to act.' }),
    },
    { $id: `${prefix}ActionList`, description: `What a seat may do in a game of ${name}.` },
  );
  const eventPage = Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      events: Type.Array(Ref(event), {
        description: 'What happened after `after`, in the order that was asked for; empty when nothing did.',
      }),
      next: Nullable(Type.Integer({ minimum: 0 }), {
        description:
          'Send it as `after` for the next page, with `order=desc` as `before`; null when there is nothing more yet; 0 when the ' +
          'database has lost the version that you sent.',
      }),
    },
    { $id: `${prefix}EventPage`, description: `What happened in a game of ${name}.` },
  );
  const liveEvent = Type.Object(
    { ruleset: kind, rulesVersion },
    {
      $id: `${prefix}LiveEvent`,
      description: `An event of a game of ${name} as a stream tells it: with what is played.`,
      allOf: [{ $ref: `${event.$id}#` }],
    },
  );
  const stateList = stateListOf({ name, prefix, kind, rulesVersion }, view);
  const world = Type.Object({
    state: Type.Object(
      {},
      { additionalProperties: true, description: 'A whole position as the code of the ruleset keeps it: opaque JSON.' },
    ),
  });
  const sampledWorlds = Type.Object(
    {
      ruleset: kind,
      rulesVersion: byVersion('The version of the rules that can play them on.'),
      options: Ref(options),
      seat: { ...SeatNumber, description: 'Whose knowledge the worlds agree with.' },
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      toAct: Type.Array(SeatNumber, { description: 'Seats that are to decide now, in every one of the worlds.' }),
      worlds: Type.Array(world, { description: 'As many as were asked for, each drawn for itself.' }),
    },
    {
      $id: `${prefix}SampledWorlds`,
      description: `Positions of a game of ${name} that agree with what a seat has seen.`,
    },
  );
  const gameSummary = Type.Object(
    {
      ...fields,
      openSeats: Type.Integer({ minimum: 0, description: 'How many seats anyone may take.' }),
      clock: Nullable(Ref(Clock), { description: 'Null: the game has no clock.' }),
      sinceLooked: Type.Optional(Ref(SinceLooked, { description: 'With `since=looked`, of your own games.' })),
    },
    { $id: `${prefix}GameSummary`, description: `A game of ${name} from outside: everything but the table itself.` },
  );
  const families = [
    seatWish,
    gameSummary,
    action,
    choice,
    event,
    newGame,
    game,
    actionResult,
    actionList,
    eventPage,
    liveEvent,
    stateList,
    sampledWorlds,
  ];
  const all = [
    ...schemas.parts,
    options,
    chosenOptions,
    view,
    ...schemas.actions,
    ...choices,
    ...placedEvents,
    ...families,
  ];
  const shown = { game, gameSummary, actionResult, actionList, eventPage, liveEvent, stateList, sampledWorlds };
  return { options, chosenOptions, action, view, event, newGame, seatWish, ...shown, all };
}
