import { useState } from 'preact/hooks';
import type { Competition, Schemas } from '../../core/api.ts';
import { nameOfSeat } from '../../core/seat-entrant.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { BoardLuck } from './board-luck.tsx';
import { BoardResults } from './board-results.tsx';
import { DealAgain } from './deal-again.tsx';
import { SideBySide } from './side-by-side.tsx';

type Game = Schemas['CompetitionBoardGame'];

interface OpenBoardProps {
  competition: Competition;
  board: Schemas['CompetitionBoard'];
}

const MOST = 4;
const AT_FIRST = 2;
const EVERY = 'every';

export function OpenBoard({ competition, board }: OpenBoardProps) {
  const { games } = board;
  const playable = games.filter(({ result }) => result !== null && result.counted !== 'void');
  const [chosen, setChosen] = useState(() => playable.slice(0, AT_FIRST).map(({ gameId }) => gameId));
  const [seat, setSeat] = useState<number | null>(0);
  const choose = (gameId: string) => {
    if (chosen.includes(gameId)) setChosen(chosen.filter((each) => each !== gameId));
    else if (chosen.length < MOST) setChosen([...chosen, gameId]);
  };
  const tables = playable
    .filter(({ gameId }) => chosen.includes(gameId))
    .map((game) => ({ gameId: game.gameId, name: nameOf(game), who: whoAt(game, seat) }));
  return (
    <>
      <section class="panel" aria-labelledby="made">
        <h2 id="made">{WORDS_OF_BOARDS.resultsOf(board.board)}</h2>
        <BoardResults
          games={games}
          seats={competition.seats}
          chosen={chosen}
          choose={choose}
          isFull={chosen.length >= MOST}
        />
        <p class="dim">{WORDS_OF_BOARDS.matchpointsMean}</p>
        <h3>{WORDS_OF_BOARDS.luck}</h3>
        <BoardLuck competition={competition} board={board} />
      </section>
      <section class="panel" aria-labelledby="beside">
        <h2 id="beside">{WORDS_OF_BOARDS.compare}</h2>
        {competition.seats > 1 && (
          <label class="question">
            {WORDS_OF_BOARDS.which}{' '}
            <select
              value={seat === null ? EVERY : String(seat)}
              onChange={({ currentTarget: { value } }) => setSeat(value === EVERY ? null : Number(value))}
            >
              {Array.from({ length: competition.seats }, (_, each) => (
                <option key={each} value={String(each)}>
                  {WORDS_OF_BOARDS.seat(each)}
                </option>
              ))}
              <option value={EVERY}>{WORDS_OF_BOARDS.everySeat}</option>
            </select>
          </label>
        )}
        <SideBySide tables={tables} seat={competition.seats > 1 ? seat : 0} />
      </section>
      <DealAgain competition={competition} seed={board.seed} seat={seat ?? 0} />
    </>
  );
}

function nameOf({ round, table, copy }: Game): string {
  return WORDS_OF_BOARDS.tableOf(round, table, copy);
}

function whoAt({ seats }: Game, seat: number | null): string {
  if (seat === null) return seats.map(nameOfSeat).join(', ');
  const held = seats[seat];
  return held === undefined ? '' : nameOfSeat(held);
}
