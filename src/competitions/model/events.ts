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
  version: numbered('The competition version created by the event; each version has one event.'),
  head: CompetitionHead,
  at: Type.String({ format: 'date-time', description: 'When it happened.' }),
};

function event<T extends string, D extends TProperties>(type: T, data: D, description: string) {
  const $id = `${type.charAt(0).toUpperCase()}${type.slice(1)}Event`;
  const what: TLiteral<T> = Type.Literal(type, { description: WHAT_HAPPENED });
  const known = Type.Object(data, { description: 'The details of the event.' });
  return Type.Object({ ...PLACE, type: what, data: known }, { $id, description });
}

const OF_ENTRY = { entry: EntryNumber };
const EntryBySeat = BySeat(
  Nullable(EntryNumber, { description: 'The number of an entry; null: a server seat.' }),
  'The number of the entry on each seat; null: a server seat.',
);
const Reason = Type.String({ description: 'The organizer’s reason.' });

const PairedTable = Type.Object({
  table: PLACED.table,
  entries: EntryBySeat,
  boards: Type.Array(numbered('The number of a board.'), { description: 'The boards that it plays, in order.' }),
});

/** The events of a competition's log. All of them are public. */
export const COMPETITION_EVENTS = [
  event(
    'competitionCreated',
    {
      settings: Type.Object(SETTINGS, { description: 'All settings.' }),
      createdBy: Type.String({ format: 'uuid', description: 'The id of the organizer.' }),
      commitment: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the secret seed, as hex.' }),
    },
    'The competition was created.',
  ),
  event(
    'entryMade',
    {
      ...ENTRANT,
      clientSeed: Type.String({ description: 'The words of this entry that enter the chance of boards.' }),
      ownSeed: Type.Boolean({ description: 'Whether the player chose these words.' }),
      concurrency: Concurrency,
      nameSalt: Type.Optional(
        Type.String({ description: 'The salt with which the chain commits to the name: docs/fairness.md.' }),
      ),
      nameDigest: Type.Optional(Type.String({ description: 'The commitment to the name of a deleted account.' })),
    },
    'An entry was created.',
  ),
  event(
    'entryChanged',
    { ...OF_ENTRY, concurrency: Concurrency },
    'The number of simultaneous games of an entry changed.',
  ),
  event(
    'entryPaused',
    {
      ...OF_ENTRY,
      because: Words(['asked', 'noShow', 'suspended'], {
        description:
          '`asked`: by its player. `noShow`: it did not act in too many games in a row. `suspended`: an operator ' +
          'suspended its player.',
      }),
    },
    'An entry was paused: it gets no new games until it is resumed.',
  ),
  event('entryResumed', OF_ENTRY, 'An entry was resumed, or re-entered after a withdrawal before the start.'),
  event('entryWithdrawn', OF_ENTRY, 'An entry withdrew.'),
  event('entryDisqualified', { ...OF_ENTRY, reason: Reason }, 'The organizer or an operator disqualified an entry.'),
  event('competitionStarted', {}, 'The competition started.'),
  event(
    'roundPaired',
    {
      round: PLACED.round,
      candidates: Type.Array(EntryNumber, {
        description: 'The entries available for pairing: all active ones; in a ladder those with room for a game.',
      }),
      tables: Type.Array(PairedTable, { description: 'The tables with their entries and boards.' }),
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
        description: 'The seats of players that never had to act: their count of no-shows stays the same.',
      }),
    },
    'A game was counted. Games are counted in the order of the schedule, not in the order in which they end.',
  ),
  event(
    'boardClosed',
    {
      board: PLACED.board,
      seed: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The seed of all chance of its games, as hex.' }),
      par: Nullable(Ref(BoardPar), {
        description: 'The luck of each seat; null if it was not measured.',
      }),
    },
    'A board was closed: its seed and games are public.',
  ),
  event('roundEnded', { round: PLACED.round }, 'All boards of a round are closed.'),
  event(
    'verdictReached',
    { verdict: VerdictWord, boards: numbered('The number of closed boards that it took.') },
    'A match was decided before its last round.',
  ),
  event('competitionEnded', {}, 'All games were played and counted.'),
  event(
    'competitionAborted',
    {
      by: AbortedBy,
      reason: Nullable(Type.String(), {
        description: 'The reason given; null: the organizer gave none.',
      }),
    },
    'The competition was ended early by `by`. The operator can also end one that its organizer has ended, with ' +
      'its games.',
  ),
  event(
    'seedPublished',
    { serverSeed: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The secret seed, 32 bytes as hex.' }) },
    'The secret seed was published: everyone can check every board. This is the last event.',
  ),
] as const;

export const CompetitionEvent = Union('CompetitionEvent', 'type', [...COMPETITION_EVENTS], 'A competition event.');

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
      description: 'Send it as `after` for the next page; null: no more yet. 0: `after` no longer exists; start again.',
    }),
  },
  { $id: 'CompetitionEventPage', description: 'A page of competition events.' },
);

export type EventPage = Omit<Static<typeof CompetitionEventPage>, 'events'> & { events: CompetitionEvent[] };
