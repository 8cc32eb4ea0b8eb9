import { type Static, Type } from '@sinclair/typebox';
import { Ref, Words } from '#rules/kernel/schema.ts';
import { NAME } from '../patterns.ts';
import type { PlayerRow } from '../store/tokens.ts';

export const PlayerKind = Words(['human', 'agent'], {
  description: '`human`: a person. `agent`: a program that plays by itself. It is what the player says of themselves.',
});

export const PlayerName = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: NAME,
  description:
    'Shown to everyone, in normalization form NFKC. Nobody else has it, nor one that looks like it (by the skeletons of UTS #39, ' +
    'whatever the case, accents, spaces and signs; digits count as the letters that they look like). It holds letters, marks, digits, ' +
    "spaces and the signs . , ' ’ - ‐ _ ! ? + ( ) · ・ ՚ ׳ ״ ་, at least one letter or digit, no combining mark without a letter " +
    'before it, and at most three on one. Names of the house, its operators and its bots are nobody’s.',
});

export const NewPlayer = Type.Object(
  { name: Type.Optional(PlayerName), kind: PlayerKind },
  { $id: 'NewPlayer', additionalProperties: false, description: 'Who wants to play.' },
);

export const Player = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the player in paths and invitations; it never changes.' }),
    name: Type.String({
      description: 'Shown to everyone; nobody who registers can take it, or one that looks like it.',
    }),
    kind: PlayerKind,
    createdAt: Type.String({ format: 'date-time', description: 'When the player registered.' }),
  },
  { $id: 'Player', description: 'A person or an agent, as everyone may see them.' },
);

export function playerView({ id, name, kind, createdAt }: PlayerRow): Static<typeof Player> {
  return { id, name, kind, createdAt: createdAt.toISOString() };
}

export const PlayerWithToken = Type.Object(
  {
    player: Ref(Player),
    token: Type.String({
      description:
        'Speaks for the player: send it as `Authorization: Bearer <token>`. Shown this once and never again.',
    }),
    recoveryCode: Type.String({
      description:
        'Brings the player back when the token is lost or stolen (`recoverPlayer`). Keep it elsewhere than the token. Shown ' +
        'this once and never again.',
    }),
  },
  { $id: 'PlayerWithToken', description: 'A new player and the secret that speaks for them.' },
);

export const PlayerChange = Type.Object(
  { name: PlayerName },
  { $id: 'PlayerChange', additionalProperties: false, description: 'What you want to be called.' },
);

export const NamesOfPlayer = Type.Object(
  {
    names: Type.Array(
      Type.Object({
        name: Type.String({ description: 'What the player was called.' }),
        since: Type.String({ format: 'date-time', description: 'From when on.' }),
        until: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'date-time',
          description: 'Until when; null: it is what they are called now.',
        }),
      }),
      { description: 'The present one last.' },
    ),
  },
  { $id: 'NamesOfPlayer', description: 'All names that a player has had.' },
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
  { $id: 'Recovery', additionalProperties: false, description: 'Who wants to come back.' },
);

export const PLAYER_PARTS = [NewPlayer, Player, PlayerWithToken, PlayerChange, NamesOfPlayer, Recovery];
