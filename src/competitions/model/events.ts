import { type Static, type TLiteral, type TProperties, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Union, WHAT_HAPPENED, Words } from '#rules/kernel/schema.ts';
import { BoardPar } from '#rules/kernel/search/par.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { numbered } from '../../games/model/game-fields.ts';
import {
  AbortedBy,
  CompetitionHead,
  ENTRANT,
  EntryNumber,
  GameResult,
  PLACED,
  VerdictWord,
} from './competition-shapes.ts';
import { Concurrency, SETTINGS } from './settings.ts';

const PLACE = {
  version: numbered('The version of the competition that the event made: there is one event a version.'),
  head: CompetitionHead,
  at: Type.String({ format: 'date-time', description: 'When it happened.' }),
};

function event<T extends string, D extends TProperties>(type: T, data: D, description: string) {
  const $id = `${type.charAt(0).toUpperCase()}${type.slice(1)}Event`;
  const what: TLiteral<T> = Type.Literal(type, { description: WHAT_HAPPENED });
  const known = Type.Object(data, { description: 'What is to be known of it.' });
  return Type.Object({ ...PLACE, type: what, data: known }, { $id, description });
}

const OF_ENTRY = { entry: EntryNumber };
const EntryBySeat = BySeat(
  Nullable(EntryNumber, { description: 'The number of an entry; null: a seat of the house.' }),
  'The number of the entry on each seat; null is a seat of the house.',
);
const Reason = Type.String({ description: 'Why, in words of the organiser.' });

const PairedTable = Type.Object({
  table: PLACED.table,
  entries: EntryBySeat,
  boards: Type.Array(numbered('The number of a board.'), { description: 'The boards that it plays, in this order.' }),
});

/** The log; all of it is public. */
export const COMPETITION_EVENTS = [
  event(
    'competitionCreated',
    {
      settings: Type.Object(SETTINGS, { description: 'All that was settled.' }),
      createdBy: Type.String({ format: 'uuid', description: 'The id of the organiser.' }),
      commitment: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the secret seed, as hex.' }),
    },
    'The competition was created.',
  ),
  event(
    'entryMade',
    {
      ...ENTRANT,
      clientSeed: Type.String({ description: 'The words of this entry that go into the chance of boards.' }),
      ownSeed: Type.Boolean({ description: 'Whether the player gave these words.' }),
      concurrency: Concurrency,
      nameSalt: Type.Optional(Type.String({ description: 'By which the chain binds the name: docs/fairness.md.' })),
      nameDigest: Type.Optional(Type.String({ description: 'What is left of the name of a deleted account.' })),
    },
    'Somebody entered.',
  ),
  event('entryChanged', { ...OF_ENTRY, concurrency: Concurrency }, 'An entry plays more or fewer games at a time.'),
  event(
    'entryPaused',
    {
      ...OF_ENTRY,
      because: Words(['asked', 'noShow', 'suspended'], {
        description:
          '`asked`: its player wanted it. `noShow`: it never acted in too many games in a row. `suspended`: an operator keeps its player out.',
      }),
    },
    'An entry gets no new games until it is resumed.',
  ),
  event('entryResumed', OF_ENTRY, 'An entry plays on, or who withdrew before the start is back.'),
  event('entryWithdrawn', OF_ENTRY, 'An entry gave up.'),
  event('entryDisqualified', { ...OF_ENTRY, reason: Reason }, 'The organiser, or an operator, sent an entry away.'),
  event('competitionStarted', {}, 'The competition has begun.'),
  event(
    'roundPaired',
    {
      round: PLACED.round,
      candidates: Type.Array(EntryNumber, {
        description:
          'The entries that could be paired: all that are active, in a ladder such of them as had a game free.',
      }),
      tables: Type.Array(PairedTable, { description: 'Who meets whom, and on which boards.' }),
      byes: Type.Array(EntryNumber, { description: 'The entries that sit out with the points of a win.' }),
    },
    'A round was paired.',
  ),
  event(
    'gamesDealt',
    {
      games: Type.Array(Type.Object({ ...PLACED, entries: EntryBySeat }), {
        description: 'The games, which have begun.',
      }),
    },
    'Games were created, all seats taken.',
  ),
  event(
    'gameCounted',
    {
      ...PLACED,
      entries: EntryBySeat,
      ...GameResult.properties,
      unasked: Type.Array(SeatNumber, {
        description:
          'The seats of players that never acted and did not have to: their count of no-shows stays as it was.',
      }),
    },
    'A game counts from now on. Games are counted in the order of the schedule, not in that in which they end.',
  ),
  event(
    'boardClosed',
    {
      board: PLACED.board,
      seed: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The seed of all chance of its games, as hex.' }),
      par: Nullable(Ref(BoardPar), {
        description: 'How lucky each seat of it is; null where none was worked out.',
      }),
    },
    'The last game on a board is over: its seed and its games are open.',
  ),
  event('roundEnded', { round: PLACED.round }, 'All boards of a round are closed.'),
  event(
    'verdictReached',
    { verdict: VerdictWord, boards: numbered('How many closed boards it took to show it.') },
    'A match is decided before its last round.',
  ),
  event('competitionEnded', {}, 'All has been played, and counts.'),
  event(
    'competitionAborted',
    {
      by: AbortedBy,
      reason: Nullable(Type.String(), {
        description: 'Why, in words of who ended it; null: the organiser gave no reason.',
      }),
    },
    'The competition was ended early, as `by` says. The operator can end one that its organiser has ended, and its games with it.',
  ),
  event(
    'seedPublished',
    { serverSeed: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The secret seed, 32 bytes as hex.' }) },
    'The secret seed is open: everyone can check every board. It is the last event.',
  ),
] as const;

export const CompetitionEvent = Union(
  'CompetitionEvent',
  'type',
  [...COMPETITION_EVENTS],
  'Something that happened in a competition.',
);

type AnyEvent = Static<(typeof COMPETITION_EVENTS)[number]>;
export type CompetitionEventData = AnyEvent extends infer T
  ? T extends AnyEvent
    ? Pick<T, 'type' | 'data'>
    : never
  : never;
export type DataOf<T extends AnyEvent['type']> = Extract<AnyEvent, { type: T }>['data'];
export type CompetitionEvent = CompetitionEventData & Pick<AnyEvent, 'version' | 'head'> & { at: Date };

export type EntryMade = DataOf<'entryMade'>;
export type PairedRound = DataOf<'roundPaired'>;
export type PairedTable = PairedRound['tables'][number];
export type DealtGame = DataOf<'gamesDealt'>['games'][number];
export type CountedGame = DataOf<'gameCounted'>;
export type CountedAs = CountedGame['counted'];
export type Verdict = DataOf<'verdictReached'>['verdict'];

export const CompetitionEventPage = Type.Object(
  {
    version: numbered('The newest version of the competition.'),
    events: Type.Array(Ref(CompetitionEvent), { description: 'Oldest first.' }),
    next: Nullable(Type.Integer({ minimum: 0 }), {
      description:
        'Send it as `after` for what follows; null: that was the newest. 0: `after` is no longer there; begin again.',
    }),
  },
  { $id: 'CompetitionEventPage', description: 'What happened in a competition, a page of it.' },
);

export type EventPage = Omit<Static<typeof CompetitionEventPage>, 'events'> & { events: CompetitionEvent[] };

export const COMPETITION_EVENT_PARTS = [...COMPETITION_EVENTS, CompetitionEvent, CompetitionEventPage];
