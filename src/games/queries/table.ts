import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Choice } from '#rules/kernel/choices.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Ref, Union } from '#rules/kernel/schema.ts';
import { numbered, type Played } from '../model/game-fields.ts';
import { EVENT_PLACE, HOUSE_EVENTS, type SeenEvent } from '../model/house-events.ts';
import { newGameOf } from '../model/new-game.ts';
import { eventPageOf } from './event-reader.ts';
import { gameSummaryOf } from './lobby-shapes.ts';
import { sampledWorldsOf, stateListOf } from './past-states.ts';
import { actionListOf, gameOf } from './table-view.ts';

export type RulesetContract = ReturnType<typeof contractOf>;

/** `prefix`: the names of the ruleset's schemas contain it. `alone`: the ruleset has no other version. */
export interface Standing {
  prefix: string;
  alone: boolean;
}

const HOUSE_TYPES = HOUSE_EVENTS.map((event) => event.properties.type?.const as string);

function placed(event: TObject): TObject {
  const type = event.properties.type?.const as string;
  if (HOUSE_TYPES.includes(type)) throw new Error(`${event.$id}: the house itself tells of ${type}`);
  return Type.Object({ ...EVENT_PLACE, ...event.properties }, titled(event));
}

function titled(schema: TObject) {
  return { $id: schema.$id as string, description: schema.description as string };
}

/** Returns the schema of `choices` for one type of action: each field has a list of its possible values. */
function choiceAmong(action: TObject): TObject {
  const { type, ...fields } = action.properties;
  const lists = Object.entries(fields).map(([name, field]) => {
    const list = Type.Array(field, { minItems: 1, description: `What \`${name}\` of the action may be.` });
    return [name, action.required?.includes(name) ? list : Type.Optional(list)];
  });
  const $id = `${(action.$id as string).replace(/Action$/, '')}Choice`;
  return Type.Object(
    { type: type as TSchema, ...Object.fromEntries(lists) },
    { $id, description: action.description ?? '' },
  );
}

/** Builds the schemas of the API for a ruleset. Inputs reject unknown fields, so that misspelled names are reported.
 * Outputs allow unknown fields, because later versions may add some. */
export function contractOf(ruleset: AnyRuleset, { prefix, alone }: Standing) {
  const { name, schemas } = ruleset;
  const kind = Type.Literal(ruleset.id, { description: 'What is played.' });
  const byVersion = (description: string) =>
    Type.Unsafe<number>(
      alone ? Type.Integer({ minimum: 1, description }) : Type.Literal(ruleset.rulesVersion, { description }),
    );
  const rulesVersion = byVersion('The version of the rules of this game.');
  const { options, view } = schemas;
  const chosenOptions = Type.Partial(options, {
    $id: `New${prefix}Options`,
    additionalProperties: false,
    description: `Options of ${name} to be chosen. Omitted options have their defaults.`,
  });
  const action = Type.Unsafe<ActionShape>(
    Union(`${prefix}Action`, 'type', schemas.actions, `Every action of ${name}.`),
  );
  const choices = schemas.actions.map(choiceAmong);
  const choice = Type.Unsafe<Choice>(
    Union(`${prefix}Choice`, 'type', choices, `Actions of ${name} of one type, in few words.`),
  );
  const placedEvents = schemas.events.map(placed);
  const events = [...HOUSE_EVENTS, ...placedEvents];
  const event = Type.Unsafe<SeenEvent>(Union(`${prefix}Event`, 'type', events, `Everything that happens in ${name}.`));

  const newGame = newGameOf(ruleset, prefix, chosenOptions);
  const played: Played = { name, prefix, kind, rulesVersion, options, view, action, choice, event };
  const game = gameOf(played);
  const actionResult = Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      appliedVersion: numbered('The version created by your action.'),
      version: numbered('The present version of the game.'),
      events: Type.Array(Ref(event), { description: 'What happened, as `viewer` of the state may see it.' }),
      state: Ref(game, { description: 'The game as you see it now, like the answer of `getState`.' }),
    },
    { $id: `${prefix}ActionResult`, description: `What an action in ${name} led to.` },
  );
  const liveEvent = Type.Object(
    { ruleset: kind, rulesVersion },
    {
      $id: `${prefix}LiveEvent`,
      description: `An event of a game of ${name} as a stream tells it: with what is played.`,
      allOf: [Ref(event)],
    },
  );
  const shown = {
    gameSummary: gameSummaryOf(played),
    game,
    actionResult,
    actionList: actionListOf(played),
    eventPage: eventPageOf(played),
    liveEvent,
    stateList: stateListOf(played),
    sampledWorlds: sampledWorldsOf(played, byVersion('The version of the rules that can continue them.')),
  };
  return { chosenOptions, action, view, event, newGame, ...shown };
}
