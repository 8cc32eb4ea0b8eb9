// Makes CSV tables of a competition. Columns have the names of the API's fields.
import type { CompetitionGame, CrossTableRow, Entry, Standing } from './competition-parts.ts';
import { type CsvCell, csvOf } from './csv.ts';

type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => CsvCell])[];

function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return csvOf(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

const ENTRANT: Columns<Pick<Entry, 'entry' | 'player' | 'bot'>> = [
  ['entry', ({ entry }) => entry],
  ['name', ({ player, bot }) => player?.name ?? bot],
  ['playerId', ({ player }) => player?.id ?? null],
  ['bot', ({ bot }) => bot],
];

const STANDINGS: Columns<Standing> = [
  ['rank', ({ rank }) => rank],
  ...ENTRANT,
  ['status', ({ status }) => status],
  ['points', ({ points }) => points],
  ['games', ({ games }) => games],
  ['walkovers', ({ walkovers }) => walkovers],
  ['byes', ({ byes }) => byes],
  ['buchholz', ({ buchholz }) => buchholz],
  ['sonnebornBerger', ({ sonnebornBerger }) => sonnebornBerger],
  ['matchpoints', ({ matchpoints }) => matchpoints],
  ['adjustedShare', ({ adjustedShare }) => adjustedShare],
  ['score', ({ score }) => score?.value ?? null],
  ['scoreLow', ({ score }) => score?.interval?.low ?? null],
  ['scoreHigh', ({ score }) => score?.interval?.high ?? null],
  ['rating', ({ strength }) => strength?.rating ?? null],
  ['ratingLow', ({ strength }) => strength?.interval.low ?? null],
  ['ratingHigh', ({ strength }) => strength?.interval.high ?? null],
  ['rankLow', ({ strength }) => strength?.rankInterval?.low ?? null],
  ['rankHigh', ({ strength }) => strength?.rankInterval?.high ?? null],
  ['provisional', ({ strength }) => strength?.provisional ?? null],
];

const ENTRIES: Columns<Entry> = [
  ...ENTRANT,
  ['status', ({ status }) => status],
  ['concurrency', ({ concurrency }) => concurrency],
  ['noShows', ({ noShows }) => noShows],
  ['clientSeed', ({ clientSeed }) => clientSeed],
  ['ownSeed', ({ ownSeed }) => ownSeed],
  ['version', ({ version }) => version],
];

interface SeatOfGame {
  game: CompetitionGame;
  seat: CompetitionGame['seats'][number];
}

const SEATS: Columns<SeatOfGame> = [
  ['gameId', ({ game }) => game.gameId],
  ['round', ({ game }) => game.round],
  ['table', ({ game }) => game.table],
  ['board', ({ game }) => game.board],
  ['copy', ({ game }) => game.copy],
  ['seat', ({ seat }) => seat.seat],
  ['entry', ({ seat }) => seat.entry],
  ['name', ({ seat }) => seat.player?.name ?? seat.bot],
  ['counted', ({ game }) => game.result?.counted ?? null],
  ['share', ({ game, seat }) => game.result?.shares[seat.seat] ?? null],
  ['score', ({ game, seat }) => game.result?.scores[seat.seat] ?? null],
  ['noShow', ({ game, seat }) => game.result?.noShows.includes(seat.seat) ?? null],
  ['head', ({ game }) => game.result?.head ?? null],
];

interface Pair {
  row: CrossTableRow;
  other: CrossTableRow['against'][number];
  otherName: string | null;
}

const PAIRS: Columns<Pair> = [
  ['entry', ({ row }) => row.entry],
  ['name', ({ row }) => row.player?.name ?? row.bot],
  ['opponent', ({ other }) => other.entry],
  ['opponentName', ({ otherName }) => otherName],
  ['games', ({ other }) => other.games],
  ['share', ({ other }) => other.share],
];

export const standingsCsv = (standings: readonly Standing[]) => tableOf(STANDINGS, standings);

export const entriesCsv = (entries: readonly Entry[]) => tableOf(ENTRIES, entries);

export function gamesCsv(games: readonly CompetitionGame[]): string {
  return tableOf(
    SEATS,
    games.flatMap((game) => game.seats.map((seat) => ({ game, seat }))),
  );
}

export function crossTableCsv(rows: readonly CrossTableRow[]): string {
  const names = new Map(rows.map(({ entry, player, bot }) => [entry, player?.name ?? bot]));
  const pairs = rows.flatMap((row) => {
    return row.against.map((other) => ({ row, other, otherName: names.get(other.entry) ?? null }));
  });
  return tableOf(PAIRS, pairs);
}
