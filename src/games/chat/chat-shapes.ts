import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { PlayerKind } from '../../players/player-shapes.ts';
import type { SpokenMessage } from '../../store/chat.ts';
import { seatsOf } from '../model/access.ts';
import type { Game } from '../model/game.ts';
import { Moment } from '../model/game-fields.ts';
import { SeatedPlayer } from '../model/seat-shapes.ts';

/** In Unicode characters. */
export const LONGEST_MESSAGE = 500;
/** In Unicode characters. */
export const LONGEST_NOTE = 1000;
/** Before NFKC a text may be longer by this factor. */
const SENT = 2;

const Audience = Words(['public', 'table'], {
  description:
    '`public`: for all who may watch the game. `table`: for the players who sit at it, those who have resigned among them.',
});

export const Message = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the message; send it as `after` or `before`.' }),
    audience: Audience,
    player: Ref(SeatedPlayer, { description: 'Who wrote it, as they are called now.' }),
    seats: Type.Array(SeatNumber, { description: 'The seats that they hold, lowest first.' }),
    text: Nullable(Type.String(), {
      description: 'Plain text in one line: not to be shown as HTML. Null: it was taken away.',
    }),
    removedBy: Nullable(Words(['house']), {
      description:
        '`house`: an operator took the text away; null: it is there. Messages of a deleted account are not listed at all.',
    }),
    at: { ...Moment, description: 'When it was written.' },
  },
  { $id: 'Message', description: 'Something that a player says about a game. It is no part of the game.' },
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
  { $id: 'MessageList', description: 'What has been said, as far as you may read it and want to.' },
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
  { $id: 'NewMessage', additionalProperties: false, description: 'Something to be said.' },
);

export const NewReport = Type.Object(
  {
    reason: Words(['abuse', 'spam', 'cheating', 'privacy', 'other'], {
      description:
        '`abuse`: it insults or threatens. `spam`: it is there to disturb, or to sell. `cheating`: it tells of unfair play. ' +
        '`privacy`: it gives away what is somebody’s own. `other`: see `note`.',
    }),
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST_NOTE * SENT,
        description: `What the operator should know besides; at most ${LONGEST_NOTE} characters, of the same kind as those of messages.`,
      }),
    ),
  },
  { $id: 'NewReport', additionalProperties: false, description: 'What is wrong with a message.' },
);

const AvoidedPlayer = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The player, as in `getPlayer`.' }),
    name: Type.String({ description: 'The player’s name.' }),
    kind: PlayerKind,
    at: { ...Moment, description: 'Since when.' },
  },
  { $id: 'AvoidedPlayer', description: 'Somebody whom you have muted or blocked.' },
);

export const AvoidedList = Type.Object(
  { players: Type.Array(Ref(AvoidedPlayer), { description: 'The newest first.' }) },
  { $id: 'AvoidedList', description: 'Those whom you have muted, or blocked.' },
);

export const CHAT_PARTS = [Message, MessageList, NewMessage, NewReport, AvoidedPlayer, AvoidedList];
