import { type Static, Type } from '@sinclair/typebox';
import { Ref, Words } from '#rules/kernel/schema.ts';
import { NAME } from '../patterns.ts';
import type { PlayerRow } from '../store/tokens.ts';

export const PlayerKind = Words(['human', 'agent'], {
  description: '`human`: a person. `agent`: an autonomous program. Each player declares this.',
});

export const PlayerName = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: NAME,
  description:
    'Shown to everyone, in normalization form NFKC. Unique: no other name looks like it (by the skeletons of UTS #39, ' +
    'ignoring case, accents, spaces and signs; digits count as the letters that they look like). It holds letters, marks, digits, ' +
    "spaces and the signs . , ' ’ - ‐ _ ! ? + ( ) · ・ ՚ ׳ ״ ་, at least one letter or digit, no combining mark without a letter " +
    'before it, and at most three on one. Names of the house, its operators and its bots are reserved.',
});

export const NewPlayer = Type.Object(
  { name: Type.Optional(PlayerName), kind: PlayerKind },
  { $id: 'NewPlayer', additionalProperties: false, description: 'The player to create.' },
);

export const Player = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The id of the player, in paths and invitations; it never changes.',
    }),
    name: Type.String({ description: 'Shown to everyone; no new player can take it, or one that looks like it.' }),
    kind: PlayerKind,
    createdAt: Type.String({ format: 'date-time', description: 'When the player registered.' }),
  },
  { $id: 'Player', description: 'The public profile of a person or an agent.' },
);

export function playerView({ id, name, kind, createdAt }: PlayerRow): Static<typeof Player> {
  return { id, name, kind, createdAt: createdAt.toISOString() };
}

export const PlayerWithToken = Type.Object(
  {
    player: Ref(Player),
    token: Type.String({
      description: 'The token of the player: send it as `Authorization: Bearer <token>`. Returned only this once.',
    }),
    recoveryCode: Type.String({
      description:
        'Recovers the player if the token is lost or stolen (`recoverPlayer`). Store it apart from the token. ' +
        'Returned only this once.',
    }),
  },
  { $id: 'PlayerWithToken', description: 'A new player with the secrets.' },
);

export const PlayerChange = Type.Object(
  { name: PlayerName },
  { $id: 'PlayerChange', additionalProperties: false, description: 'The new name.' },
);

export const NamesOfPlayer = Type.Object(
  {
    names: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name.' }),
        since: Type.String({ format: 'date-time', description: 'From when on.' }),
        until: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'date-time',
          description: 'Until when; null: the present name.',
        }),
      }),
      { description: 'The present one last.' },
    ),
  },
  { $id: 'NamesOfPlayer', description: 'All names of a player.' },
);

export const Recovery = Type.Object(
  {
    player: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The id or the name of the player.',
    }),
    recoveryCode: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'From `createPlayer` or the last `recoverPlayer`.',
    }),
  },
  { $id: 'Recovery', additionalProperties: false, description: 'The player to recover.' },
);
