import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Hints } from '#rules/kernel/hints.ts';
import type { AnyRuleset, EventShape } from '#rules/kernel/ruleset.ts';
import { count, Nullable, numbered, Ref, SeatNumber, WHAT_HAPPENED, Words } from '#rules/kernel/schema.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { EXTENDED_BECAUSE } from './clock.ts';
import { MOVED_BECAUSE } from './clock-shapes.ts';
import { VOID_REASONS } from './game.ts';
import { SeatedPlayer } from './seat-shapes.ts';

export const Head = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description:
    'The head of the hash chain over the game’s log at this version. Store it as proof: it rules out any other ' +
    'history.',
});

export const EVENT_PLACE = {
  id: Type.String({
    description: '`version.index`: the place among the events of this viewer.',
    pattern: '^\\d+\\.\\d+$',
  }),
  version: numbered('The game version created by the change; one change may have several events.'),
  index: count('The number of the event among this viewer’s events of one version.'),
  head: Head,
  at: Type.String({ format: 'date-time', description: 'When it happened.' }),
  text: Type.Optional(Type.String({ description: 'What happened, as a sentence. Only with `text=true`.' })),
};

export interface SeenEvent extends Static<TObject<typeof EVENT_PLACE>>, EventShape {}

const LEFT = { resigned: 'a seat gave up', timedOut: 'a seat ran out of time' };

export const Outcome = Type.Object(
  {
    winners: Type.Array(SeatNumber, {
      description: 'Seats that have won, lowest first: several share the win; empty when no seat has won.',
    }),
    scores: BySeat(
      Type.Number({ 'x-kind': 'points' } satisfies Hints),
      'One a seat, in seat order; `scoring` in `getState` says whether the highest or the lowest is best in this game.',
    ),
    reason: Type.String({ description: 'Why the game ended, as a code.' }),
    text: Type.String({ description: 'Why the game ended, as a sentence.' }),
    left: Type.Array(
      Type.Object({
        seat: SeatNumber,
        how: Words(['resigned', 'timedOut'], { description: '`resigned`: gave up. `timedOut`: was out of time.' }),
        version: numbered('The version at which the player left.'),
      }),
      { description: 'Who did not play to the end; they cannot win.' },
    ),
  },
  { $id: 'Outcome', description: 'How a game ended.' },
);

export function outcomeIn(rulesets: readonly AnyRuleset[]): TSchema {
  const endings = new Map(Object.entries(LEFT));
  for (const { id, endings: own } of rulesets) {
    for (const [code, words] of Object.entries(own)) endings.set(code, `${words} (${id})`);
  }
  const described = [...endings].map(([code, words]) => `\`${code}\`: ${words}.`).join(' ');
  const reason = Words([...endings.keys()], { description: `Why the game ended. ${described}` });
  return { ...Outcome, properties: { ...Outcome.properties, reason } };
}

type HouseEvent = [seat: TSchema, data: TProperties, description: string];

function houseEvent(type: string, [seat, data, description]: HouseEvent): TObject {
  const $id = `${type.charAt(0).toUpperCase()}${type.slice(1)}Event`;
  const what = Type.Literal(type, { description: WHAT_HAPPENED });
  const known = { ...Type.Object(data), description: 'The details of the event.' };
  return Type.Object({ ...EVENT_PLACE, seat, type: what, data: known }, { $id, description });
}

const OF_HOUSE = Nullable(SeatNumber, { description: 'Null: it is the house’s own deed.' });
const VERSION = { to: numbered('That version.') };
const Player = Nullable(Ref(SeatedPlayer), { description: 'Null for a bot.' });

const EVENTS: Record<string, HouseEvent> = {
  gameCreated: [OF_HOUSE, {}, 'The game was created.'],
  seatTaken: [
    SeatNumber,
    { player: Player, bot: Nullable(Type.String(), { description: 'The bot’s way of playing; null for a player.' }) },
    'A player took a seat, or a bot was put there.',
  ],
  seatLeft: [SeatNumber, { player: Player }, 'A seat or an invitation was given up.'],
  gameStarted: [OF_HOUSE, {}, 'Every seat was taken and the game began.'],
  seatResigned: [SeatNumber, {}, 'The player of a seat resigned.'],
  seatTimedOut: [
    SeatNumber,
    {
      consequence: Words(['random', 'resign'], {
        description: '`random`: an action was drawn for it, which follows. `resign`: its player has left the game.',
      }),
    },
    'The time of a seat was up.',
  ],
  timeGiven: [
    OF_HOUSE,
    { seconds: numbered('How much at most a decision got back.') },
    'In a competition: open decisions got the time back that an outage took of them.',
  ],
  timeAsked: [
    SeatNumber,
    {
      for: { ...SeatNumber, description: 'The seat whose decision gets more time.' },
      seconds: numbered('How much more time.'),
    },
    'The player of a seat asked for more time for a decision, or wants another seat to have it.',
  ],
  timeExtended: [
    SeatNumber,
    {
      deadline: Type.String({ format: 'date-time', description: 'When the time of its decision is up now.' }),
      because: Words(EXTENDED_BECAUSE, { description: MOVED_BECAUSE }),
    },
    'The deadline of a seat was moved.',
  ],
  undone: [
    SeatNumber,
    VERSION,
    'A seat undid its last action: the position is that of an earlier version again. If the action was visible to the seat ' +
      'alone, so is this event.',
  ],
  takebackAsked: [SeatNumber, VERSION, 'The player of a seat asked to go on from an earlier version.'],
  takebackRefused: [SeatNumber, {}, 'The player of a seat refused that, or wants it no longer.'],
  takenBack: [SeatNumber, VERSION, 'All players agreed: the game goes on from an earlier version.'],
  abortAsked: [SeatNumber, {}, 'The player of a seat asked to abort the game.'],
  abortWithdrawn: [SeatNumber, {}, 'The player of a seat no longer asks to abort the game.'],
  gameVoided: [
    OF_HOUSE,
    {
      reason: Words(VOID_REASONS, {
        description:
          '`fault`: something was wrong with the game. `stuck`: it did not go on. `conduct`: a player misbehaved in it. ' +
          '`asked`: its players asked for that. `other`: none of these.',
      }),
    },
    'An operator of the house has ended the game; it counts for nothing. `gameAborted` follows.',
  ],
  gameAborted: [OF_HOUSE, {}, 'The game is over without an outcome.'],
  gameEnded: [OF_HOUSE, { outcome: Ref(Outcome) }, 'The game is over.'],
};

export const HOUSE_EVENTS = Object.entries(EVENTS).map(([type, event]) => houseEvent(type, event));
