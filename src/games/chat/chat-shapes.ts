import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { PlayerKind } from '../../players/player-shapes.ts';
import type { SpokenMessage } from '../../store/chat.ts';
import { type Game, seatsOf } from '../model/game.ts';
import { Moment } from '../model/game-fields.ts';
import { SeatedPlayer } from '../model/seat-shapes.ts';

/** The length limit of a message, in Unicode characters. */
export const LONGEST_MESSAGE = 500;
/** The length limit of a note, in Unicode characters. */
export const LONGEST_NOTE = 1000;
/** Before normalization (NFKC), a text may be longer than its limit by this factor. */
const SENT = 2;

const Audience = Words(['public', 'table'], {
  description:
    '`public`: for all who may watch the game. `table`: for the players at the table, including those who have ' +
    'resigned.',
});

export const Message = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the message; send it as `after` or `before`.' }),
    audience: Audience,
    player: Ref(SeatedPlayer, { description: 'The author, with the present name.' }),
    seats: Type.Array(SeatNumber, { description: 'The author’s seats, lowest first.' }),
    text: Nullable(Type.String(), { description: 'Plain text in one line; never show it as HTML. Null: removed.' }),
    removedBy: Nullable(Words(['house']), {
      description:
        '`house`: an operator removed the text; null: not removed. Messages of deleted accounts are not listed.',
    }),
    at: { ...Moment, description: 'When it was written.' },
  },
  { $id: 'Message', description: 'A chat message about a game. It is no part of the game.' },
);

export type MessageView = Static<typeof Message>;

export function messageView(game: Pick<Game, 'seats'>, message: SpokenMessage): MessageView {
  const { id, audience, playerId, name, kind, text, removedBy, at } = message;
  return {
    id,
    audience,
    player: { id: playerId, name, kind },
    seats: seatsOf(game, playerId),
    text: removedBy === null ? text : null,
    removedBy,
    at: at.toISOString(),
  };
}

export const MessageList = Type.Object(
  { messages: Type.Array(Ref(Message), { description: 'Oldest first.' }) },
  { $id: 'MessageList', description: 'The messages that you may read and have not muted.' },
);

export const NewMessage = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: LONGEST_MESSAGE * SENT,
      description:
        `At most ${LONGEST_MESSAGE} characters after NFKC, in one line, beginning and ending with something visible; without control, ` +
        'bidirectional and other unseen characters.',
    }),
    audience: Type.Optional(Type.Unsafe<'public' | 'table'>({ ...Audience, default: 'table' })),
  },
  { $id: 'NewMessage', additionalProperties: false, description: 'A message to send.' },
);

export const NewReport = Type.Object(
  {
    reason: Words(['abuse', 'spam', 'cheating', 'privacy', 'other'], {
      description:
        '`abuse`: insults or threats. `spam`: disturbance or advertising. `cheating`: evidence of unfair play. ' +
        '`privacy`: it reveals private data. `other`: see `note`.',
    }),
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST_NOTE * SENT,
        description: `More information for the operator; at most ${LONGEST_NOTE} characters, with the rules of messages.`,
      }),
    ),
  },
  { $id: 'NewReport', additionalProperties: false, description: 'A report about a message.' },
);

const AvoidedPlayer = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the player.' }),
    name: Type.String({ description: 'The player’s name.' }),
    kind: PlayerKind,
    at: { ...Moment, description: 'Since when.' },
  },
  { $id: 'AvoidedPlayer', description: 'A muted or blocked player.' },
);

export const AvoidedList = Type.Object(
  { players: Type.Array(Ref(AvoidedPlayer), { description: 'The newest first.' }) },
  { $id: 'AvoidedList', description: 'The players whom you muted or blocked.' },
);
