import { type Static, Type } from '@sinclair/typebox';
import { actionsIn, choicesOf } from '#rules/kernel/choices.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { isToAct } from '../model/access.ts';
import { type Game, rulesOf } from '../model/game.ts';
import type { Played } from '../model/game-fields.ts';
import { Head } from '../model/house-events.ts';
import { asWritten, labelsOf, namingOf } from './wording.ts';

/** What a seat may do in a game of one ruleset, action by action. */
export function actionListOf({ name, prefix, kind, rulesVersion, action }: Played) {
  const listed = Type.Object({
    action: Ref(action, { description: 'To be sent as `action` in `submitAction`, as it is.' }),
    label: Type.String({ description: 'The action in plain words, for people and for models of language.' }),
  });
  return Type.Object(
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
}
type ActionList = Static<ReturnType<typeof actionListOf>>;

export interface ActionsAsked {
  /** players by name in the words */
  names: boolean;
  /** the most that are listed */
  limit: number;
}

/** The legal actions of a seat now, each in plain words, in the order of the choices of the state. */
export function actionsOf(game: Game, seat: Seat, { names, limit }: ActionsAsked): ActionList {
  const { ruleset } = game.header;
  const holder = game.seats[seat];
  const acts = isToAct(game, seat) && holder?.kind === 'player' && holder.left === undefined;
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
