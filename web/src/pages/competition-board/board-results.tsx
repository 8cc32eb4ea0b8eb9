import type { Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { nameOfSeat } from '../../core/seat-entrant.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';

type Game = Schemas['CompetitionBoardGame'];

interface SeatLine {
  game: Game;
  seat: number;
}

interface BoardResultsProps {
  games: readonly Game[];
  seats: number;
  chosen: readonly string[];
  choose(gameId: string): void;
  isFull: boolean;
}

export function BoardResults({ games, seats, chosen, choose, isFull }: BoardResultsProps) {
  const lines = Array.from({ length: seats }, (_, seat) => {
    return games.map((game) => ({ game, seat })).sort((a, b) => better(b) - better(a));
  }).flat();
  const columns: Column<SeatLine>[] = [
    { name: WORDS_OF_BOARDS.who, isHeader: true, cell: whoOf },
    { name: WORDS_OF_BOARDS.seatHead, isNumber: true, cell: ({ seat }) => seat + 1 },
    { name: WORDS_OF_BOARDS.matchpoints, isNumber: true, cell: (line) => matchpointsOf(line) },
    { name: WORDS_OF_BOARDS.share, isNumber: true, cell: ({ game, seat }) => shareOf(game, seat) },
    { name: WORDS_OF_BOARDS.score, isNumber: true, cell: ({ game, seat }) => scoreOf(game, seat) },
    { name: WORDS_OF_BOARDS.table, cell: ({ game }) => tableOf(game) },
    {
      name: WORDS_OF_BOARDS.tables,
      cell: ({ game }) => {
        const isChosen = chosen.includes(game.gameId);
        const isClosed = game.result?.counted === 'void' || (isFull && !isChosen);
        return (
          <input
            type="checkbox"
            aria-label={WORDS_OF_BOARDS.beside(tableOf(game))}
            checked={isChosen}
            disabled={isClosed}
            onChange={() => choose(game.gameId)}
          />
        );
      },
    },
    { name: WORDS_OF_BOARDS.look, cell: ({ game }) => <Ways game={game} /> },
  ];
  return (
    <WindowedRows
      caption={WORDS_OF_BOARDS.results}
      columns={columns}
      rows={lines}
      keyOf={({ game, seat }) => `${game.gameId} ${seat}`}
      nameOf={whoOf}
      isMarked={({ game }) => chosen.includes(game.gameId)}
    />
  );
}

function Ways({ game }: { game: Game }) {
  const table = tableOf(game);
  return (
    <span class="line">
      <a href={hrefTo('g', game.gameId, 'at', 1)} aria-label={WORDS_OF_BOARDS.replayOf(table)}>
        {WORDS_OF_BOARDS.replay}
      </a>
      <a href={hrefTo('g', game.gameId, 'fairness')} aria-label={WORDS_OF_BOARDS.fairnessOf(table)}>
        {WORDS_OF_BOARDS.fairness}
      </a>
    </span>
  );
}

function whoOf({ game, seat }: SeatLine): string {
  const held = game.seats[seat];
  return held === undefined ? '' : nameOfSeat(held);
}

function tableOf({ round, table, copy }: Game): string {
  return WORDS_OF_BOARDS.tableOf(round, table, copy);
}

/** Returns a sort key: the matchpoints. Seats without matchpoints get a negative key and come last, sorted by share. */
function better({ game, seat }: SeatLine): number {
  const points = game.matchpoints[seat] ?? null;
  return points === null ? (game.result?.shares[seat] ?? 0) - 2 : points;
}

function matchpointsOf({ game, seat }: SeatLine): string {
  const points = game.matchpoints[seat] ?? null;
  return points === null ? WORDS_OF_BOARDS.nobodyElse : WORDS_OF_BOARDS.percent(points);
}

function shareOf({ result }: Game, seat: number): string {
  if (result === null) return '';
  if (result.counted === 'void') return WORDS_OF_BOARDS.void;
  const share = WORDS_OF_BOARDS.number(result.shares[seat] ?? 0);
  return result.counted === 'walkover' ? `${share} (${WORDS_OF_BOARDS.walkover})` : share;
}

function scoreOf({ result }: Game, seat: number): string {
  return result === null || result.counted === 'void' ? '' : WORDS_OF_BOARDS.number(result.scores[seat] ?? 0);
}
