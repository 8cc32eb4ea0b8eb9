import { Type } from '@sinclair/typebox';
import { Ref } from '#rules/kernel/schema.ts';
import { Player } from './player-shapes.ts';
import { Token, TokenName } from './token-shapes.ts';

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
