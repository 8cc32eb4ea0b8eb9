import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { count, GameId, Moment, numbered } from '../../games/model/game-fields.ts';
import { SeatedPlayer } from '../../games/model/seat-shapes.ts';
import { Concurrency, SETTINGS } from './settings.ts';

const Id = Type.String({ format: 'uuid' });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const CompetitionId = Type.String({ ...Id, description: 'The id of the competition.' });

export const CompetitionStatus = Words(['open', 'playing', 'finished', 'aborted'], {
  description:
    '`open`: takes entries, nothing is played. `playing`: has begun and goes on. `finished`: over, as its schedule has it. ' +
    '`aborted`: ended early, as `abortedBy` says: nothing more is dealt, and results are kept. Games may be under way until it is `complete`.',
});
export type CompetitionStatus = Static<typeof CompetitionStatus>;

export const CompetitionHead = Type.String({
  ...Hash,
  description:
    'The head of the hash chain over the competition’s events up to this version. Keep it: nobody can later show another history.',
});

export const CompetitionVersion = numbered('Counts every event from 1, the creation; it never falls.');

export const EntryNumber = numbered('The number of the entry, from 1 in the order in which entries were made.');

const Bot = Nullable(Type.String(), {
  description: 'The name of the bot of the house that plays; null: it is a player.',
});
const EntryPlayer = Nullable(Ref(SeatedPlayer), { description: 'Who plays; null: it is a bot of the house.' });

export const EntryStatus = Words(['active', 'paused', 'withdrawn', 'disqualified'], {
  description:
    '`active`: plays. `paused`: gets no new games until it plays on. `withdrawn`: gave up. `disqualified`: sent away by the ' +
    'organiser; its results stand and it ranks last.',
});
export type EntryStatus = Static<typeof EntryStatus>;

export const ENTRANT = { entry: EntryNumber, player: EntryPlayer, bot: Bot };
export type Entrant = Static<TObject<typeof ENTRANT>>;

export const CompetitionEntry = Type.Object(
  {
    ...ENTRANT,
    status: EntryStatus,
    concurrency: Concurrency,
    noShows: count('Games in a row up to now in which it never acted: too many of them pause it.'),
    clientSeed: Type.String({ description: 'The words of this entry that go into the chance of boards.' }),
    ownSeed: Type.Boolean({ description: 'Whether the player gave these words; else the server drew them.' }),
    version: numbered('The version of the competition that made the entry.'),
  },
  { $id: 'CompetitionEntry', description: 'Who takes part in a competition, and how.' },
);
export type CompetitionEntry = Static<typeof CompetitionEntry>;

export const CompetitionSeat = Type.Object(
  {
    seat: SeatNumber,
    entry: Nullable(EntryNumber, {
      description: 'The number of the entry that sits here; null: the house does, for nobody.',
    }),
    player: Nullable(Ref(SeatedPlayer), { description: 'Who plays; null: a bot of the house does.' }),
    bot: Nullable(Type.String(), { description: 'The name of the bot that plays; null: a player does.' }),
  },
  { $id: 'CompetitionSeat', description: 'A seat at a table of a competition, and whose it is.' },
);
export type CompetitionSeat = Static<typeof CompetitionSeat>;

export const CompetitionSeats = BySeat(Ref(CompetitionSeat), 'Who sits where, in order of the seats.');

export const GameResult = Type.Object(
  {
    counted: Words(['played', 'walkover', 'void'], {
      description:
        '`played`: counts for points and strength. `walkover`: somebody was not there, so that it counts for points alone, ' +
        'and in the ratings as lost by who did not act, if another did. ' +
        '`void`: stopped by the house; counts for nothing and is played again.',
    }),
    shares: BySeat(
      Type.Number({ minimum: 0, maximum: 1 }),
      'What part of the win each seat has: they add up to 1; of a game for one seat, 1 is won and 0 is lost.',
    ),
    scores: BySeat(Type.Number(), 'The score of each seat, as in the `outcome` of the game.'),
    noShows: Type.Array(SeatNumber, { description: 'The seats that never acted, and whose time ran out.' }),
    head: Type.String({ ...Hash, description: 'The head of the hash chain of the game at its end.' }),
  },
  { $id: 'CompetitionGameResult', description: 'How a game of a competition counts.' },
);
export type GameResult = Static<typeof GameResult>;

export const PLACED = {
  gameId: GameId,
  round: numbered('The round that the game belongs to.'),
  table: numbered('The table of the round, from 1.'),
  board: numbered('The board that is played, from 1 over the whole competition.'),
  copy: numbered('Which of the games on this board it is, from 1.'),
};

export const CompetitionGame = Type.Object(
  {
    ...PLACED,
    seats: CompetitionSeats,
    result: Nullable(Ref(GameResult), {
      description: 'Null until the game counts, which is when the last game on its board is over.',
    }),
  },
  { $id: 'CompetitionGame', description: 'A game of a competition and its place in the schedule.' },
);
export type CompetitionGame = Static<typeof CompetitionGame>;

export const AbortedBy = Words(['organiser', 'operator', 'house'], {
  description:
    '`organiser`: whoever created it; games under way were played to their end. `operator`: who runs the server; they ended without ' +
    'result. `house`: too few had come when it was to start.',
});
export type AbortedBy = Static<typeof AbortedBy>;

const SUMMARY = {
  id: Type.String({ ...Id, description: 'Names the competition in paths: `/v1/competitions/{competitionId}`.' }),
  ...SETTINGS,
  status: CompetitionStatus,
  version: CompetitionVersion,
  head: CompetitionHead,
  entries: count(
    'How many take part: entries that are active or paused. So many count towards `maxEntries`, and who withdrew or was ' +
      'disqualified does not.',
  ),
  gamesCounted: count('How many games count so far, or were found void.'),
  commitment: Type.String({
    ...Hash,
    description: 'SHA-256 of the secret seed from which, with the words of the entries, all boards follow.',
  }),
  createdBy: Type.String({ ...Id, description: 'The id of the organiser.' }),
  createdAt: { ...Moment, description: 'When it was created.' },
  updatedAt: { ...Moment, description: 'When it last changed, that is when `version` was made.' },
};

export const CompetitionSummary = Type.Object(SUMMARY, {
  $id: 'CompetitionSummary',
  description: 'A competition as lists show it.',
});
export type CompetitionSummary = Static<typeof CompetitionSummary>;

export const VerdictWord = Words(['firstBetter', 'secondBetter', 'equal'], {
  description:
    '`firstBetter`: entry 1 was shown to be the better one. `secondBetter`: entry 2. `equal`: both are as good, within `stop.margin`.',
});

export const Competition = Type.Object(
  {
    ...SUMMARY,
    complete: Type.Boolean({
      description: 'Whether it is over and no game of it is under way: nothing follows, and its transcript is there.',
    }),
    roundsPlanned: Nullable(Type.Integer({ minimum: 0 }), {
      description:
        'How many rounds there are if nothing ends it early; null: before the start, as it follows from how many have come, and ' +
        'in a ladder, which is paired as long as entries have games left.',
    }),
    roundsPaired: count('How many rounds have been paired.'),
    roundsEnded: count('How many rounds are over.'),
    gamesDealt: count('How many games have been created.'),
    verdict: Nullable(
      Type.Object({
        verdict: VerdictWord,
        boards: count('How many closed boards it took to show it.'),
      }),
      { description: 'What ended a match early; null: nothing has.' },
    ),
    abortedBy: Nullable(AbortedBy, { description: `Who ended it early; null: nobody did. ${AbortedBy.description}` }),
    abortReason: Nullable(Type.String(), {
      description:
        'Why it was aborted, in words of who did, as `abortedBy` says; null: it was not, or no reason was given.',
    }),
    waitingFor: Type.Array(EntryNumber, {
      description:
        'Paused entries without whom too few are there: nothing is paired or dealt until one of them plays on, or so many leave that it ends.',
    }),
    you: Nullable(Ref(CompetitionEntry), { description: 'Your own entry; null: you have none, or sent no token.' }),
    inviteCode: Nullable(Type.String(), {
      description:
        'Opens a private competition: in the body of `enterCompetition`, or in the `Invite-Code` header. Shown to its organiser ' +
        'and its entrants; null to everyone else, and in a competition that is not private.',
    }),
    serverSeed: Nullable(Type.String({ ...Hash }), {
      description: 'The secret seed, 32 bytes as hex; null until the competition is complete.',
    }),
  },
  { $id: 'Competition', description: 'A competition as one caller sees it.' },
);
export type CompetitionView = Static<typeof Competition>;

export const EnteredCompetition = Type.Object(
  {
    entry: Ref(CompetitionEntry, { description: 'The entry that the call was about, as it is now.' }),
    competition: Ref(Competition, { description: 'The competition after it.' }),
  },
  { $id: 'EnteredCompetition', description: 'An entry and its competition.' },
);

export const NextPlace = Nullable(Type.Integer({ minimum: 1 }), {
  description: 'Send it as `cursor` for the next page; null on the last one.',
});

export function pageSchema(
  $id: string,
  list: string,
  items: TSchema,
  words: { list: string; page: string },
  next: TSchema = NextPlace,
) {
  return Type.Object(
    {
      version: CompetitionVersion,
      [list]: Type.Array(items, { description: words.list }),
      next,
    },
    { $id, description: words.page },
  );
}

const NextId = Nullable(Type.String(), { description: 'Send it as `cursor` for the next page; null on the last one.' });

export const CompetitionList = Type.Object(
  { competitions: Type.Array(Ref(CompetitionSummary), { description: 'Newest first.' }), next: NextId },
  { $id: 'CompetitionList', description: 'A page of competitions.' },
);

export const EntryList = pageSchema('CompetitionEntryList', 'entries', Ref(CompetitionEntry), {
  list: 'In the order in which they were made.',
  page: 'A page of the entries of a competition.',
});

export const CompetitionGameList = pageSchema('CompetitionGameList', 'games', Ref(CompetitionGame), {
  list: 'In the order in which they were dealt.',
  page: 'A page of the games of a competition.',
});

export const COMPETITION_PARTS = [
  CompetitionEntry,
  CompetitionSeat,
  GameResult,
  CompetitionGame,
  CompetitionSummary,
  Competition,
  EnteredCompetition,
  CompetitionList,
  EntryList,
  CompetitionGameList,
];

export interface PageAsked {
  /** from 1 */
  cursor?: number | undefined;
  limit: number;
}

export type Page<L extends string, T> = { version: number; next: number | null } & Record<L, T[]>;

export function pageOf<L extends string, T>(
  version: number,
  name: L,
  list: readonly T[],
  { cursor = 1, limit }: PageAsked,
): Page<L, T> {
  const end = cursor - 1 + limit;
  const page = { version, [name]: list.slice(cursor - 1, end), next: end < list.length ? end + 1 : null };
  return page as Page<L, T>;
}
