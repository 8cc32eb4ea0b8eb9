import type { Competition, Schemas } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import { hrefTo } from '../../core/router.ts';
import { nameOfSeat } from '../../core/seat-entrant.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS_OF_ROUNDS } from '../../core/words/rounds.ts';
import { Name } from '../../parts/name.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { You } from '../../parts/you.tsx';
import type { RoundLine } from './round-lines.ts';

interface RoundTablesProps {
  competition: Competition;
  round: number;
  lines: readonly RoundLine[];
  inviteCode: string | null;
}

export function RoundTables({ competition, round, lines, inviteCode }: RoundTablesProps) {
  const me = useStore(session)?.playerId ?? null;
  const isMine = ({ seats }: RoundLine) => me !== null && seats.some(({ player }) => player?.id === me);
  const columns: Column<RoundLine>[] = [
    { name: WORDS_OF_ROUNDS.table, isHeader: true, cell: ({ table }) => table },
    ...Array.from({ length: competition.seats }, (_, seat) => seatColumn(seat)),
    { name: WORDS_OF_ROUNDS.result, cell: (line) => <Result line={line} /> },
    {
      name: WORDS_OF_ROUNDS.look,
      cell: (line) => (
        <Look line={line} competition={competition} inviteCode={inviteCode} me={me} isMine={isMine(line)} />
      ),
    },
    { name: WORDS_OF_ROUNDS.boardHead, cell: ({ game }) => game !== null && <BoardOf game={game} /> },
  ];
  return (
    <WindowedRows
      caption={WORDS_OF_ROUNDS.tables(round)}
      columns={columns}
      rows={lines}
      keyOf={({ table, game }) => game?.gameId ?? `table ${table}`}
      nameOf={({ seats }) => seats.map(nameOfSeat).join(' ')}
      isMarked={isMine}
    />
  );
}

function seatColumn(seat: number): Column<RoundLine> {
  return {
    name: WORDS_OF_ROUNDS.seatHead(seat),
    cell: ({ seats }) => {
      const held = seats[seat];
      if (held === undefined) return null;
      return held.player === null ? (
        nameOfSeat(held)
      ) : (
        <>
          <a href={hrefTo('p', held.player.id)}>
            <Name of={held.player.name} />
          </a>
          <You of={held.player.id} />
        </>
      );
    },
  };
}

function BoardOf({ game: { board, copy } }: { game: Schemas['CompetitionGame'] }) {
  return <>{WORDS_OF_ROUNDS.place(board, copy)}</>;
}

function Result({ line: { game } }: { line: RoundLine }) {
  if (game === null) return <span class="dim">{WORDS_OF_ROUNDS.waiting}</span>;
  const { result, seats } = game;
  if (result === null) return <span class="dim">{WORDS_OF_ROUNDS.running}</span>;
  const names = seats.map(nameOfSeat);
  const named = (chosen: readonly number[]) => chosen.map((seat) => names[seat] ?? String(seat));
  if (result.counted === 'void') return <>{WORDS_OF_ROUNDS.void}</>;
  const winners = named(result.shares.flatMap((share, seat) => (share > 0 ? [seat] : [])));
  const won = winners.length > 1 ? WORDS_OF_ROUNDS.shared(winners) : WORDS_OF_ROUNDS.won(winners);
  const scores = WORDS_OF_ROUNDS.scores(result.scores.map(WORDS_OF_ROUNDS.number));
  const shares = WORDS_OF_ROUNDS.shares(result.shares.map(WORDS_OF_ROUNDS.number));
  return (
    <>
      {won}, {shares}, {scores}
      {result.counted === 'walkover' && `, ${WORDS_OF_ROUNDS.walkover(named(result.noShows))}`}
    </>
  );
}

interface LookProps {
  line: RoundLine;
  competition: Competition;
  inviteCode: string | null;
  me: string | null;
  isMine: boolean;
}

/** Links to the replay or the running game. A running game on a shared board is linked only for its own players. */
function Look({ line: { table, seats, game }, competition, inviteCode, me, isMine }: LookProps) {
  if (game === null) return null;
  const { gameId, result, board, copy } = game;
  const isInside = competition.visibility !== 'private' || competition.you !== null || competition.createdBy === me;
  if (result !== null) {
    return (
      <span class="line">
        {isInside && (
          <a href={hrefTo('g', gameId, 'at', 1)} aria-label={WORDS_OF_ROUNDS.replayOf(table, board, copy)}>
            {WORDS_OF_ROUNDS.replay}
          </a>
        )}
        {competition.duplicate !== 'none' && (
          <a href={hrefOfCompetition(competition.id, inviteCode, 'boards', board)}>{WORDS_OF_ROUNDS.compare(board)}</a>
        )}
      </span>
    );
  }
  if (isMine) return <a href={hrefTo('g', gameId)}>{WORDS_OF_ROUNDS.yours}</a>;
  if (competition.duplicate !== 'none') {
    return (
      <a href={hrefOfCompetition(competition.id, inviteCode, 'boards', board)}>{WORDS_OF_ROUNDS.sealedBoard(board)}</a>
    );
  }
  if (!isInside) return <span class="dim">{WORDS_OF_ROUNDS.insiders}</span>;
  return (
    <a href={hrefTo('g', gameId)} aria-label={WORDS_OF_ROUNDS.watchOf(table, seats.map(nameOfSeat))}>
      {WORDS_OF_ROUNDS.watch}
    </a>
  );
}
