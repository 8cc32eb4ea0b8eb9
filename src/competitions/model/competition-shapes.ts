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
    'The head of the hash chain over the competition’s events up to this version. Store it as proof: it rules ' +
    'out any other history.',
});

export const CompetitionVersion = numbered('Counts all events from 1, the creation; it never decreases.');

export const EntryNumber = numbered('The number of the entry, from 1 in order of creation.');

export const EntryStatus = Words(['active', 'paused', 'withdrawn', 'disqualified'], {
  description:
    '`active`: plays. `paused`: gets no new games until resumed. `withdrawn`: left. `disqualified`: removed by ' +
    'the organizer; its results stand and it ranks last.',
});
export type EntryStatus = Static<typeof EntryStatus>;

export const ENTRANT = {
  entry: EntryNumber,
  player: Nullable(Ref(SeatedPlayer), { description: 'The player; null: a bot.' }),
  bot: Nullable(Type.String(), { description: 'The name of the bot; null: a player.' }),
};
export type Entrant = Static<TObject<typeof ENTRANT>>;

export const CompetitionEntry = Type.Object(
  {
    ...ENTRANT,
    status: EntryStatus,
    concurrency: Concurrency,
    noShows: count('The current number of games in a row without an action: too many pause the entry.'),
    clientSeed: Type.String({ description: 'The words of this entry that enter the chance of boards.' }),
    ownSeed: Type.Boolean({ description: 'Whether the player chose these words; else the server drew them.' }),
    version: numbered('The competition version that created the entry.'),
  },
  { $id: 'CompetitionEntry', description: 'An entry in a competition.' },
);
export type CompetitionEntry = Static<typeof CompetitionEntry>;

export const CompetitionSeat = Type.Object(
  {
    seat: SeatNumber,
    ...ENTRANT,
    entry: Nullable(EntryNumber, {
      description: 'The number of the entry in this seat; null: a server bot fills the seat.',
    }),
  },
  { $id: 'CompetitionSeat', description: 'A seat at a competition table and its holder.' },
);
export type CompetitionSeat = Static<typeof CompetitionSeat>;

export const CompetitionSeats = BySeat(Ref(CompetitionSeat), 'The holders of the seats, by number.');

export const GameResult = Type.Object(
  {
    counted: Words(['played', 'walkover', 'void'], {
      description:
        '`played`: counts for points and strength. `walkover`: a player did not show up, so it counts for points ' +
        'only; in the ratings the seats of `noShows` lose, unless these are all seats. `void`: stopped ' +
        'by the server; it does not count and is replayed.',
    }),
    shares: BySeat(
      Type.Number({ minimum: 0, maximum: 1 }),
      'The share of the win of each seat. Shares add up to 1; in a game for one seat 1 is won and 0 is lost.',
    ),
    scores: BySeat(Type.Number(), 'The score of each seat, as in the `outcome` of the game.'),
    noShows: Type.Array(SeatNumber, { description: 'The seats that never acted before their time ran out.' }),
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
  copy: numbered('The number of the game on this board, from 1.'),
};

export const CompetitionGame = Type.Object(
  {
    ...PLACED,
    seats: CompetitionSeats,
    result: Nullable(Ref(GameResult), {
      description: 'Null until the game counts: when the last game on its board is over.',
    }),
  },
  { $id: 'CompetitionGame', description: 'A competition game and its place in the schedule.' },
);
export type CompetitionGame = Static<typeof CompetitionGame>;

export const AbortedBy = Words(['organiser', 'operator', 'house'], {
  description:
    '`organiser`: its creator; running games were played to their end. `operator`: who runs the server; running games ended without ' +
    'result. `house`: too few had entered at its start.',
});
export type AbortedBy = Static<typeof AbortedBy>;

const SUMMARY = {
  id: Type.String({ ...Id, description: 'The id of the competition, used in `/v1/competitions/{competitionId}`.' }),
  ...SETTINGS,
  status: CompetitionStatus,
  version: CompetitionVersion,
  head: CompetitionHead,
  entries: count(
    'The number of active and paused entries, which count towards `maxEntries`; withdrawn and disqualified ones ' +
      'do not.',
  ),
  gamesCounted: count('The number of games counted or voided so far.'),
  commitment: Type.String({
    ...Hash,
    description: 'SHA-256 of the secret seed. All boards follow from the seed and the words of the entries.',
  }),
  createdBy: Type.String({ ...Id, description: 'The id of the organizer.' }),
  createdAt: { ...Moment, description: 'When it was created.' },
  updatedAt: { ...Moment, description: 'When it last changed.' },
};

export const CompetitionSummary = Type.Object(SUMMARY, {
  $id: 'CompetitionSummary',
  description: 'A competition as returned in lists.',
});
export type CompetitionSummary = Static<typeof CompetitionSummary>;

export const VerdictWord = Words(['firstBetter', 'secondBetter', 'equal'], {
  description:
    '`firstBetter`: entry 1 is better. `secondBetter`: entry 2 is better. `equal`: both are equal within ' +
    '`stop.margin`.',
});

export const Competition = Type.Object(
  {
    ...SUMMARY,
    complete: Type.Boolean({
      description: 'Whether it is over with no running games: nothing follows, and its transcript is available.',
    }),
    roundsPlanned: Nullable(Type.Integer({ minimum: 0 }), {
      description:
        'The planned number of rounds; null before the start, as it depends on the entries, and in a ladder, ' +
        'which has no rounds.',
    }),
    roundsPaired: count('The number of paired rounds.'),
    roundsEnded: count('The number of finished rounds.'),
    gamesDealt: count('The number of created games.'),
    verdict: Nullable(
      Type.Object({
        verdict: VerdictWord,
        boards: count('The number of closed boards that it took.'),
      }),
      { description: 'The result that ended a match early; null: none.' },
    ),
    abortedBy: Nullable(AbortedBy, { description: `Who ended it early; null: no one. ${AbortedBy.description}` }),
    abortReason: Nullable(Type.String(), {
      description: 'The reason given by `abortedBy`; null: not aborted, or no reason given.',
    }),
    waitingFor: Type.Array(EntryNumber, {
      description:
        'Paused entries that are needed: no pairing or dealing until one resumes, or until too few ' +
        'entries are left.',
    }),
    you: Nullable(Ref(CompetitionEntry), { description: 'Your own entry; null: none, or no token was sent.' }),
    inviteCode: Nullable(Type.String(), {
      description:
        'Opens a private competition, in the body of `enterCompetition` or in the `Invite-Code` header. Only its ' +
        'organizer and entrants see it; otherwise null, and null in competitions that are not private.',
    }),
    serverSeed: Nullable(Type.String({ ...Hash }), {
      description: 'The secret seed, 32 bytes as hex; null until the competition is complete.',
    }),
  },
  { $id: 'Competition', description: 'A competition as the caller sees it.' },
);
export type CompetitionView = Static<typeof Competition>;

export const EnteredCompetition = Type.Object(
  {
    entry: Ref(CompetitionEntry, { description: 'The entry after this request.' }),
    competition: Ref(Competition, { description: 'The competition after this request.' }),
  },
  { $id: 'EnteredCompetition', description: 'An entry and its competition.' },
);

const NEXT = 'Send it as `cursor` for the next page; null on the last page.';
export const NextPlace = Nullable(Type.Integer({ minimum: 1 }), { description: NEXT });

export function pageSchema($id: string, list: string, items: TSchema, words: { list: string; page: string }) {
  const listed = Type.Array(items, { description: words.list });
  return Type.Object(
    { version: CompetitionVersion, [list]: listed, next: NextPlace },
    { $id, description: words.page },
  );
}

export const CompetitionList = Type.Object(
  {
    competitions: Type.Array(Ref(CompetitionSummary), { description: 'Newest first.' }),
    next: Nullable(Type.String(), { description: NEXT }),
  },
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

export interface PageQuery {
  /** the number of the page, from 1 */
  cursor?: number | undefined;
  limit: number;
}

export type Page<L extends string, T> = { version: number; next: number | null } & Record<L, T[]>;

export function pageOf<L extends string, T>(
  version: number,
  name: L,
  list: readonly T[],
  { cursor = 1, limit }: PageQuery,
): Page<L, T> {
  const end = cursor - 1 + limit;
  const page = { version, [name]: list.slice(cursor - 1, end), next: end < list.length ? end + 1 : null };
  return page as Page<L, T>;
}
