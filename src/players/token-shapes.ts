import { type Static, Type } from '@sinclair/typebox';
import { Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import type { TokenRow } from '../store/tokens.ts';
import { Player, PlayerName } from './player-shapes.ts';

const TokenName = Type.String({
  ...PlayerName,
  description: 'What the token is for, in your own words; only you see it.',
});

export const NewReadToken = Type.Object(
  { name: Type.Optional(TokenName) },
  { $id: 'NewReadToken', additionalProperties: false, description: 'A token that is wanted to read with.' },
);

export const Token = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the token where it is revoked; it opens nothing.' }),
    scope: Words(['play', 'read', 'turn'], {
      description:
        '`play` may do all that its player may; `read` changes nothing and reads games, lists and records, as its player sees them; ' +
        '`turn` came of a link in a mail, reads one game and acts in one turn of it.',
    }),
    name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'What its player calls it; null when it has no name.',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'When its secret was made.' }),
    lastUsedOn: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The last day, in UTC, on which something was called with it; null: on none yet.',
    }),
    current: Type.Boolean({ description: 'Whether it is the one that this call was made with.' }),
  },
  { $id: 'Token', description: 'A token of yours, without its secret.' },
);

export const TokenList = Type.Object(
  { tokens: Type.Array(Ref(Token), { description: 'Oldest first.' }) },
  { $id: 'TokenList', description: 'Every token that speaks for you.' },
);

export const TokenWithSecret = Type.Object(
  {
    ...Token.properties,
    token: Type.String({
      description: 'The secret: send it as `Authorization: Bearer <token>`. Shown this once and never again.',
    }),
  },
  { $id: 'TokenWithSecret', description: 'A new token with its secret.' },
);

export function tokenView(
  caller: TokenRow,
  { id, scope, name, createdAt, lastUsedOn }: TokenRow,
): Static<typeof Token> {
  return { id, scope, name, createdAt: createdAt.toISOString(), lastUsedOn, current: id === caller.id };
}

export function tokenWithSecret(
  caller: TokenRow,
  { token, secret }: { token: TokenRow; secret: string },
): Static<typeof TokenWithSecret> {
  return { ...tokenView(caller, token), token: secret };
}

export const OpenedTurn = Type.Object(
  {
    token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`. Shown this once and never again.' }),
    player: Type.Object(
      { id: Type.String({ format: 'uuid', description: 'Names the player.' }), name: PlayerName },
      { description: 'Whom it speaks for.' },
    ),
    gameId: Type.String({ format: 'uuid', description: 'The one game that it reads.' }),
    seat: SeatNumber,
    since: Type.Integer({ description: 'The version at which the decision opened that it may answer.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends.' }),
  },
  { $id: 'OpenedTurn', description: 'A token for one turn of one game.' },
);

export const TOKEN_PARTS = [NewReadToken, Token, TokenList, TokenWithSecret, OpenedTurn];

export const DeviceCode = Type.Object(
  {
    code: Type.String({
      description:
        'To be typed on the other device: case, spaces and hyphens do not matter. Good for one device, once.',
    }),
    expiresAt: Type.String({ format: 'date-time', description: 'Until when it is good: ten minutes.' }),
  },
  { $id: 'DeviceCode', description: 'What lets one more device in.' },
);

export const NewDevice = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'From `createDeviceCode`, called on another device.',
    }),
    name: Type.Optional(
      Type.String({ ...TokenName, description: 'What the device is called in your list; only you see it.' }),
    ),
  },
  { $id: 'NewDevice', additionalProperties: false, description: 'A device that is to play for who gave it a code.' },
);

export const Device = Type.Object(
  {
    player: Ref(Player),
    token: Type.String({
      description: 'What this device plays with: `Authorization: Bearer <token>`. Shown this once and never again.',
    }),
    device: Ref(Token, { description: 'The same token, as `listTokens` shows it.' }),
  },
  { $id: 'Device', description: 'A device that was let in, and the secret that it plays with.' },
);

export const TokenChange = Type.Object(
  {
    name: Type.Unsafe<string | null>({
      ...TokenName,
      type: ['string', 'null'],
      description: 'What you call it from now on; null: nothing.',
    }),
  },
  { $id: 'TokenChange', additionalProperties: false, description: 'What is to be different about a token.' },
);

export const EndedTokens = Type.Object(
  { ended: Type.Integer({ minimum: 0, description: 'How many tokens were ended.' }) },
  { $id: 'EndedTokens', description: 'What signing out everywhere else came to.' },
);

export const DEVICE_PARTS = [DeviceCode, NewDevice, Device, TokenChange, EndedTokens];
