import { type Static, Type } from '@sinclair/typebox';
import { CompetitionPlace } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { Clock } from '../model/clock-shapes.ts';
import { DailyEntry, GameId, numbered, RulesetId, RulesVersion } from '../model/game-fields.ts';
import { Head, Outcome } from '../model/house-events.ts';

const hash = (description?: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', ...(description !== undefined && { description }) });

export const Commitment = Type.Object(
  {
    commitmentId: Type.String({ format: 'uuid', description: 'Send it in `createGame`, once.' }),
    commitment: hash('SHA-256 of the server’s secret seed, as hex.'),
  },
  { $id: 'Commitment', description: 'The server’s commitment to one secret seed.' },
);

const SETTLED = {
  gameId: GameId,
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  seeded: Type.Boolean({
    description:
      'Whether one seed determines all chance: an open one from the creator, or the server’s for a day or a ' +
      'board.',
  }),
  competition: Nullable(Ref(CompetitionPlace), { description: 'The place of the game in a competition; null: none.' }),
  commitment: Nullable(hash(), {
    description:
      'SHA-256 of the server seed; null in a seeded game, and in a competition game, as the competition’s own ' +
      '`commitment` covers the seeds of all its boards.',
  }),
  commitmentId: Nullable(Type.String({ format: 'uuid' }), {
    description: 'The commitment that the creator sent; null: it was created with the game, or the game is seeded.',
  }),
  commitmentFirst: Type.Boolean({
    description: 'Whether every client seed came after the commitment was published. False in a seeded game.',
  }),
};

const SERVER_SEED = 'The server’s secret seed; null in a seeded game.';
const CHAIN_KEY = 'Salts the hash chain over the log.';

export const ClientSeedOfSeat = Type.Object({
  seat: SeatNumber,
  clientSeed: Nullable(Type.String(), {
    description:
      'The words of this seat that enter the chance. Null while the seat is empty, and in a seeded game, whose ' +
      'chance does not use them.',
  }),
  source: Nullable(Words(['player', 'server']), {
    description:
      'Who chose it: the `player`, or the `server` for bots and players who sent none; null with `clientSeed`.',
  }),
  version: Nullable(Type.Integer({ minimum: 1 }), {
    description: 'The version at which the seat was taken; null with `clientSeed`.',
  }),
});

export const Fairness = Type.Object(
  {
    ...SETTLED,
    clientSeeds: Type.Array(ClientSeedOfSeat, { description: 'One entry a seat.' }),
    head: Head,
    serverSeed: Nullable(hash(), { description: `${SERVER_SEED} Null until the game is over.` }),
    seed: Nullable(Type.String(), {
      description:
        'The seed of a seeded game; null in any other. Null until the game is over, and its day or its board as well.',
    }),
    gameSeed: Nullable(hash(), {
      description:
        'The seed of all chance. Null until the game is over, and its day or board as well; null if the game ' +
        'never started.',
    }),
    chainKey: Nullable(hash(), {
      description: `${CHAIN_KEY} Null until the game is over, and its day or its board as well.`,
    }),
  },
  { $id: 'Fairness', description: 'The sources of chance of a game. Bytes are hex.' },
);

const ENTRY_KINDS = [
  'created',
  'joined',
  'left',
  'started',
  'action',
  'timeout',
  'timeouts',
  'resigned',
  'undone',
  'takebackAsked',
  'takebackRefused',
  'takenBack',
  'timeGiven',
  'timeAsked',
  'timeExtended',
  'abortAsked',
  'abortWithdrawn',
  'aborted',
  'voided',
] as const;

export const TranscriptEntry = Type.Object(
  {
    version: Type.Integer({ description: 'Counts the changes from 1 without a gap.' }),
    kind: Words(ENTRY_KINDS, {
      description:
        'What changed. `created`, `joined`, `left`: who sits where. `started`: the table was set up. `action`: a seat acted. ' +
        '`timeout`: the time of a seat was up. `timeouts`: that of several was up at the same moment, and they left. `resigned`: its player gave up. `timeGiven`: time that an outage took was given ' +
        'back. `timeAsked`: its player wants a decision to have more time. `timeExtended`: the deadline of the seat was moved. ' +
        '`undone`, `takenBack`: the position is that of an earlier version again, by the seat alone or by agreement. ' +
        '`takebackAsked`, `takebackRefused`: its player wants that, or not. `abortAsked`: its player wants to abort. ' +
        '`aborted`: the game is over without an outcome. `voided`: an operator ended it.',
    }),
    seat: Nullable(Type.Integer(), { description: 'Whose change it is; null: the house’s own.' }),
    action: Type.Unsafe<Json>({
      ...Nullable(Type.Object({}, { additionalProperties: true })),
      description:
        'Who sits where (`created`, `joined`), the seats (`timeouts`), the action of the game (`action`, `timeout`), when an outage began and ended ' +
        '(`timeGiven`), for which seat who asks for how much (`timeAsked`), to when and why a deadline was moved ' +
        '(`timeExtended`), the version that was gone back to, who asked for that or to abort the game, or why it was ended (`voided`); null ' +
        'where there is nothing to say.',
    }),
    draws: Type.Array(Type.Integer({ minimum: 0 }), { description: 'The numbers that chance gave, in order.' }),
    bounds: Type.Array(Type.Integer({ minimum: 1 }), { description: 'The exclusive upper bound of each draw.' }),
    at: Type.String({ format: 'date-time', description: 'When it was created.' }),
    head: Head,
    stateHash: Nullable(hash(), {
      description: 'SHA-256 of the position after the change, as canonical JSON; null before the start.',
    }),
  },
  { $id: 'TranscriptEntry', description: 'One change of a game.' },
);
export type TranscriptEntry = Static<typeof TranscriptEntry>;

export const Transcript = Type.Object(
  {
    format: Type.Literal('croupier-transcript', { description: 'The type of this document.' }),
    formatVersion: numbered('Increases when verifiers must change.'),
    ...SETTLED,
    rated: Type.Boolean({ description: 'Whether it was created as rated; competition games count without that.' }),
    options: Type.Unsafe<unknown>(
      Type.Object({}, { additionalProperties: true, description: 'All options of the game.' }),
    ),
    seats: numbered('The number of seats.'),
    standIn: Type.String({ description: 'The policy that plays on for players who leave.' }),
    clock: Nullable(Ref(Clock), { description: 'Null: the game had no clock.' }),
    daily: Nullable(DailyEntry, { description: 'The competition of a day that the game belongs to; null: to none.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When the game was created.' }),
    serverSeed: Nullable(hash(), { description: SERVER_SEED }),
    seed: Nullable(Type.String(), { description: 'The seed of a seeded game; null in any other.' }),
    chainKey: hash(CHAIN_KEY),
    log: Type.Array(Ref(TranscriptEntry), { description: 'Every change, from the first to the last.' }),
    status: Words(['finished', 'aborted'], {
      description: '`finished`: over, with an `outcome`. `aborted`: over without one.',
    }),
    outcome: Nullable(Ref(Outcome), { description: 'Null for a game that was aborted.' }),
  },
  { $id: 'Transcript', description: 'A finished game with all data to replay and check it. Bytes are hex.' },
);

export type Transcript = Static<typeof Transcript>;
