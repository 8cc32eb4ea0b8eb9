import { type Static, Type } from '@sinclair/typebox';
import { count, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import type { TokenRow } from '../store/tokens.ts';
import { Player, PlayerName } from './player-shapes.ts';

const TokenName = Type.String({ ...PlayerName, description: 'A name for the token; only you see it.' });

export const NewReadToken = Type.Object(
  { name: Type.Optional(TokenName) },
  { $id: 'NewReadToken', additionalProperties: false, description: 'The read-only token to create.' },
);

export const Token = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the token, used to revoke it; it is not the secret.' }),
    scope: Words(['play', 'read', 'turn'], {
      description:
        '`play` may do everything; `read` only reads games, lists and records, as its player sees them; `turn` ' +
        'comes from a link in a mail: it reads one game and acts in one of its turns.',
    }),
    name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The name set by its player; null: none.',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'When its secret was created.' }),
    lastUsedOn: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The last day, in UTC, on which it was used; null: never.',
    }),
    current: Type.Boolean({ description: 'Whether it is the token of this request.' }),
  },
  { $id: 'Token', description: 'A token of yours, without its secret.' },
);

export const TokenList = Type.Object(
  { tokens: Type.Array(Ref(Token), { description: 'Oldest first.' }) },
  { $id: 'TokenList', description: 'Your tokens.' },
);

export const TokenWithSecret = Type.Object(
  {
    ...Token.properties,
    token: Type.String({
      description: 'The secret: send it as `Authorization: Bearer <token>`. Returned only this once.',
    }),
  },
  { $id: 'TokenWithSecret', description: 'A new token with its secret.' },
);

export function tokenView(own: TokenRow, { id, scope, name, createdAt, lastUsedOn }: TokenRow): Static<typeof Token> {
  return { id, scope, name, createdAt: createdAt.toISOString(), lastUsedOn, current: id === own.id };
}

export function tokenWithSecret(
  caller: TokenRow,
  { token, secret }: { token: TokenRow; secret: string },
): Static<typeof TokenWithSecret> {
  return { ...tokenView(caller, token), token: secret };
}

export const OpenedTurn = Type.Object(
  {
    token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`. Returned only this once.' }),
    player: Type.Object(
      { id: Type.String({ format: 'uuid', description: 'The id of the token’s player.' }), name: PlayerName },
      { description: 'The player for whom the token acts.' },
    ),
    gameId: Type.String({ format: 'uuid', description: 'The one game that it reads.' }),
    seat: SeatNumber,
    since: Type.Integer({ description: 'The version at which its decision opened.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends.' }),
  },
  { $id: 'OpenedTurn', description: 'A token for one turn of one game.' },
);

export const DeviceCode = Type.Object(
  {
    code: Type.String({
      description: 'Type it on the other device; case, spaces and hyphens do not matter. Valid for one device, once.',
    }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it expires: after ten minutes.' }),
  },
  { $id: 'DeviceCode', description: 'A code that signs in another device.' },
);

export const NewDevice = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'From `createDeviceCode`, called on another device.',
    }),
    name: Type.Optional(
      Type.String({ ...TokenName, description: 'The name of the device in your list; only you see it.' }),
    ),
  },
  { $id: 'NewDevice', additionalProperties: false, description: 'The device to sign in.' },
);

export const Device = Type.Object(
  {
    player: Ref(Player),
    token: Type.String({
      description: 'The token of this device: `Authorization: Bearer <token>`. Returned only this once.',
    }),
    device: Ref(Token, { description: 'The same token, as `listTokens` shows it.' }),
  },
  { $id: 'Device', description: 'A signed-in device and its token.' },
);

export const TokenChange = Type.Object(
  {
    name: Type.Unsafe<string | null>({
      ...TokenName,
      type: ['string', 'null'],
      description: 'The new name; null: none.',
    }),
  },
  { $id: 'TokenChange', additionalProperties: false, description: 'The change of a token.' },
);

export const EndedTokens = Type.Object(
  { ended: count('The number of revoked tokens.') },
  { $id: 'EndedTokens', description: 'The result of revoking your other tokens.' },
);
