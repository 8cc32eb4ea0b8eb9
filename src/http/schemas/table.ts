import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { AnyRuleset } from '../../kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber, Union, Words } from '../../kernel/schema.ts';
import { PlayerKind } from './player.ts';

/** Names that hold in every ruleset. */
export const SeatedPlayer = Type.Object(
  { id: Type.String({ format: 'uuid' }), name: Type.String(), kind: PlayerKind },
  { $id: 'SeatedPlayer', description: 'Who holds a seat.' },
);

export const SeatHolder = Type.Object(
  {
    seat: SeatNumber,
    kind: Words(['open', 'player'], { description: '`open`: anyone may take it.' }),
    player: Nullable(Ref(SeatedPlayer), { description: 'Null while the seat is open.' }),
  },
  { $id: 'SeatHolder', description: 'A seat and who holds it.' },
);

export const Decision = Type.Object(
  {
    seat: SeatNumber,
    since: Type.Integer({
      minimum: 1,
      description: 'The version at which this decision opened. An `expectedVersion` from here on is not stale.',
    }),
  },
  { $id: 'Decision', description: 'A seat that is to decide.' },
);

export const Outcome = Type.Object(
  {
    winners: Type.Array(SeatNumber, { description: 'Several share the win; nobody may have won.' }),
    scores: Type.Array(Type.Number(), { description: 'One a seat, in seat order.' }),
    reason: Type.String({ description: 'Why the game ended.' }),
  },
  { $id: 'Outcome', description: 'How a game ended.' },
);

export const Clock = Type.Object(
  {
    perAction: Type.Integer({ minimum: 1, description: 'Seconds that each decision may take.' }),
    onTimeout: Words(['random', 'resign'], { description: 'What happens to a seat that runs out of time.' }),
  },
  { $id: 'Clock', description: 'How long a decision may take.' },
);

const Viewer = Type.Unsafe<number | 'spectator'>({
  anyOf: [
    { type: 'integer', minimum: 0 },
    { const: 'spectator', type: 'string' },
  ],
  description: 'Whose eyes this answer is for: a seat, or a spectator, who sees what is public.',
});

const EVENT_PLACE = {
  id: Type.String({ description: '`version.index`: the place in what this viewer sees.', pattern: '^\\d+\\.\\d+$' }),
  version: Type.Integer({ minimum: 1, description: 'The version that the change made.' }),
  index: Type.Integer({ minimum: 0, description: 'Counts this viewer’s events of one version.' }),
  at: Type.String({ format: 'date-time', description: 'When it was done.' }),
};

function houseEvent(type: string, seat: TSchema, data: TObject, description: string): TObject {
  const $id = `${type.charAt(0).toUpperCase()}${type.slice(1)}Event`;
  return Type.Object({ ...EVENT_PLACE, seat, type: Type.Literal(type), data }, { $id, description });
}

const NOBODY = Nullable(SeatNumber, { description: 'Null: it is the house’s own deed.' });

/** What the house does in games of every ruleset. */
export const HOUSE_EVENTS: TObject[] = [
  houseEvent('gameCreated', NOBODY, Type.Object({}), 'The game was created.'),
  houseEvent('seatTaken', SeatNumber, Type.Object({ player: Ref(SeatedPlayer) }), 'A player took a seat.'),
  houseEvent('gameStarted', NOBODY, Type.Object({}), 'Every seat was taken and the game began.'),
  houseEvent('gameEnded', NOBODY, Type.Object({ outcome: Ref(Outcome) }), 'The game is over.'),
];

/** Schemas that every family below refers to. */
export const TABLE_PARTS: TSchema[] = [SeatedPlayer, SeatHolder, Decision, Outcome, Clock, ...HOUSE_EVENTS];

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
  game: TObject;
  actionResult: TObject;
  actionList: TObject;
  eventPage: TObject;
  sampledWorlds: TObject;
  /** all of the above and what they refer to */
  all: TSchema[];
}

export function prefixOf(ruleset: AnyRuleset): string {
  return ruleset.id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
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
export function contractOf(ruleset: AnyRuleset): RulesetContract {
  const { name, schemas } = ruleset;
  const prefix = prefixOf(ruleset);
  const kind = Type.Literal(ruleset.id);
  const { options, view } = schemas;
  const chosenOptions = Type.Partial(options, {
    $id: `New${prefix}Options`,
    additionalProperties: false,
    description: `Options of ${name} to be chosen. Each that is left out has its default.`,
  });
  const action = Union(`${prefix}Action`, 'type', schemas.actions, `Every action of ${name}.`);
  const placedEvents = schemas.events.map(placed);
  const event = Union(
    `${prefix}Event`,
    'type',
    [...HOUSE_EVENTS, ...placedEvents],
    `Everything that happens in ${name}.`,
  );

  const newGame = Type.Object(
    {
      ruleset: kind,
      options: Type.Optional(Ref(chosenOptions)),
      seats: Type.Optional(
        Type.Array(Words(['me', 'open']), {
          minItems: ruleset.seats.min,
          maxItems: ruleset.seats.max,
          description:
            'One entry a seat: `me` takes it, `open` leaves it to whoever joins. You may hold several. ' +
            `Without it you sit on seat 0 of ${ruleset.seats.min} and the rest is open.`,
        }),
      ),
      clientSeeds: Type.Optional(
        Type.Array(Nullable(ClientSeed), {
          maxItems: ruleset.seats.max,
          description: 'Your own words to the chance of the game, one entry for each of your seats, null for none.',
        }),
      ),
      seed: Type.Optional(Seed),
    },
    { $id: `New${prefix}Game`, additionalProperties: false, description: `A game of ${name} to be created.` },
  );
  const game = Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      ruleset: kind,
      rulesVersion: Type.Integer({ minimum: 1, description: 'The version of the rules that this game is played by.' }),
      options: Ref(options),
      status: Words(['open', 'playing', 'finished', 'aborted'], { description: '`open`: waits for players.' }),
      version: Type.Integer({ minimum: 1, description: 'Counts every change, creation and joining included.' }),
      seats: Type.Array(Ref(SeatHolder)),
      you: Type.Array(SeatNumber, { description: 'The seats that the caller holds.' }),
      viewer: Viewer,
      toAct: Type.Array(SeatNumber, {
        description: 'Seats that are to decide now; several decide at the same time, in secret.',
      }),
      decisions: Type.Array(Ref(Decision), { description: 'The same seats, and since when.' }),
      legalActions: Type.Optional(
        Type.Array(Ref(action), { description: 'Everything that `viewer` may do now. There when `viewer` is to act.' }),
      ),
      view: Nullable(Ref(view), { description: 'The table as `viewer` may see it; null until the game starts.' }),
      text: Type.Optional(Type.String({ description: 'The view told in plain words. There with `?text=true`.' })),
      outcome: Nullable(Ref(Outcome), { description: 'Null until the game is over.' }),
      visibility: Words(['public'], { description: 'Anyone may watch a public game.' }),
      seeded: Type.Boolean({
        description: 'Whether the chance of this game comes from a seed that its creator chose.',
      }),
      commitment: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
        description: 'SHA-256 of the server’s secret seed; null in a seeded game.',
      }),
      createdBy: Nullable(Type.String({ format: 'uuid' })),
      clock: Nullable(Ref(Clock), { description: 'Null: the game has no clock.' }),
      deadline: Nullable(Type.String({ format: 'date-time' }), {
        description: 'Null: nobody has to act by a certain time.',
      }),
      createdAt: Type.String({ format: 'date-time' }),
      updatedAt: Type.String({ format: 'date-time' }),
    },
    { $id: `${prefix}Game`, description: `A game of ${name} as one viewer sees it.` },
  );
  const actionResult = Type.Object(
    {
      ruleset: kind,
      appliedVersion: Type.Integer({ minimum: 1, description: 'The version that your action made.' }),
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      events: Type.Array(Ref(event), { description: 'What happened, as `viewer` of the state may see it.' }),
      state: Ref(game),
    },
    { $id: `${prefix}ActionResult`, description: `What an action in ${name} led to.` },
  );
  const listed = Type.Object({
    action: Ref(action),
    label: Type.String({ description: 'The action in plain words.' }),
  });
  const actionList = Type.Object(
    {
      ruleset: kind,
      seat: SeatNumber,
      version: Type.Integer({ minimum: 1, description: 'Send it back as `expectedVersion`.' }),
      actions: Type.Array(listed, { description: 'Everything that the seat may do now; empty when it is not to act.' }),
    },
    { $id: `${prefix}ActionList`, description: `What a seat may do in a game of ${name}.` },
  );
  const eventPage = Type.Object(
    {
      ruleset: kind,
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      events: Type.Array(Ref(event)),
      next: Nullable(Type.Integer({ minimum: 0 }), {
        description: 'Send it as `after` for the next page; null when there is nothing more yet.',
      }),
    },
    { $id: `${prefix}EventPage`, description: `What happened in a game of ${name}.` },
  );
  const world = Type.Object({
    state: Type.Object(
      {},
      { additionalProperties: true, description: 'A whole position as the code of the ruleset keeps it: opaque JSON.' },
    ),
  });
  const sampledWorlds = Type.Object(
    {
      ruleset: kind,
      rulesVersion: Type.Integer({ minimum: 1, description: 'The version of the rules that can play them on.' }),
      options: Ref(options),
      seat: { ...SeatNumber, description: 'Whose knowledge the worlds agree with.' },
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      toAct: Type.Array(SeatNumber, { description: 'Seats that are to decide now, in every one of the worlds.' }),
      worlds: Type.Array(world),
    },
    {
      $id: `${prefix}SampledWorlds`,
      description: `Positions of a game of ${name} that agree with what a seat has seen.`,
    },
  );
  const families = [action, event, newGame, game, actionResult, actionList, eventPage, sampledWorlds];
  const all = [...schemas.parts, options, chosenOptions, view, ...schemas.actions, ...placedEvents, ...families];
  return {
    options,
    chosenOptions,
    action,
    view,
    event,
    newGame,
    game,
    actionResult,
    actionList,
    eventPage,
    sampledWorlds,
    all,
  };
}

/** A player's own words to the chance of a game. */
export const ClientSeed = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[\\x20-\\x7e]*$',
  description:
    'Any words of yours in ASCII: they go into the chance of the game, so that nobody can have chosen it alone.',
});

const Seed = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\x20-\\x7e]*$',
  description:
    'The same seed gives the same chance again: for practice, research and duplicate play. Such a game is never rated.',
});

/** The same family over all rulesets, told apart by `ruleset`. */
export function familyOf(name: string, members: TObject[], description: string): TSchema {
  return Union(name, 'ruleset', members, description);
}
