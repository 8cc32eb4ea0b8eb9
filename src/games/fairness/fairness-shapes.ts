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
    commitmentId: Type.String({ format: 'uuid', description: 'To be sent in `createGame`, once.' }),
    commitment: hash('SHA-256 of the server’s secret seed, as hex.'),
  },
  { $id: 'Commitment', description: 'The server’s promise to use one secret seed and no other.' },
);

const SETTLED = {
  gameId: GameId,
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  seeded: Type.Boolean({
    description:
      'Whether all chance comes from one seed that gives it again: the creator’s open one, or the house’s for a day or a board.',
  }),
  competition: Nullable(Ref(CompetitionPlace), {
    description:
      'Where the game stands in a competition of many games; null: it belongs to none. Its seed is the house’s: that of the ' +
      'board, which follows from the secret seed that the competition was bound to, and stays secret until the board is closed.',
  }),
  commitment: Nullable(hash(), {
    description:
      'SHA-256 of the server seed; null in a seeded game, and in a game of a competition, whose own `commitment` binds the seeds ' +
      'of all its boards.',
  }),
  commitmentId: Nullable(Type.String({ format: 'uuid' }), {
    description:
      'The commitment that the creator sent; null: it was made together with the game, or the game is seeded.',
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
      'What goes into the chance for this seat. Null while nobody holds the seat, and in a seeded game, whose chance it does ' +
      'not touch.',
  }),
  source: Nullable(Words(['player', 'server']), {
    description:
      'Who chose it: the `player`, or the `server` for a bot or a player who sent none; null with `clientSeed`.',
  }),
  version: Nullable(Type.Integer({ minimum: 1 }), {
    description: 'The version at which the seat was taken with it; null with `clientSeed`.',
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
        'What all chance came from. Null until the game is over, and its day or its board as well; and when it never started.',
    }),
    chainKey: Nullable(hash(), {
      description: `${CHAIN_KEY} Null until the game is over, and its day or its board as well.`,
    }),
  },
  { $id: 'Fairness', description: 'What the chance of a game is made of. Bytes are hex.' },
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
    bounds: Type.Array(Type.Integer({ minimum: 1 }), { description: 'What each of the draws was to be below.' }),
    at: Type.String({ format: 'date-time', description: 'When it was made.' }),
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
    format: Type.Literal('croupier-transcript', {
      description: 'Says what this document is, also where it is kept as a file.',
    }),
    formatVersion: numbered('Raised when a verifier has to know of a change.'),
    ...SETTLED,
    rated: Type.Boolean({
      description: 'Whether it was created to count in the ratings; games of competitions count without that.',
    }),
    options: Type.Unsafe<unknown>(
      Type.Object({}, { additionalProperties: true, description: 'All options of the game.' }),
    ),
    seats: numbered('How many seats the game has.'),
    standIn: Type.String({ description: 'The way of playing by which the house plays on for who leaves.' }),
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
  {
    $id: 'Transcript',
    description: 'A game that is over, with everything that it takes to play it again and to check it. Bytes are hex.',
  },
);

export type Transcript = Static<typeof Transcript>;

export const FAIRNESS_PARTS = [Commitment, Fairness, TranscriptEntry, Transcript];
