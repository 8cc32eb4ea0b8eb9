import { useState } from 'preact/hooks';
import { allPages, type WholeList } from '../../core/all-pages.ts';
import { type Answer, answerOf, connection, type Schemas } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import { momentOf } from '../../core/moments.ts';
import type { PageProps } from '../../core/page-props.ts';
import { useCompetition, usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { WORDS_OF_ROUNDS } from '../../core/words/rounds.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { OfCompetition } from '../../parts/of-competition.tsx';
import '../../look/rounds.css';

type Board = Schemas['CompetitionBoardSummary'];

const A_PAGE = 100;
const MOST_BOARDS = 300;

export default function BoardsPage({ params: { competitionId = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const watched = useCompetition(competitionId, invite);
  const { value: boards, refusal } = usePart(watched, ['boards', 'games'], () => readBoards(watched));
  return (
    <OfCompetition
      watched={watched}
      inviteCode={invite}
      title={WORDS_OF_BOARDS.title}
      ways={<a href={hrefOfCompetition(competitionId, invite, 'crosstable')}>{WORDS_OF_ROUNDS.crossTable}</a>}
    >
      {() => (
        <section class="panel" aria-label={WORDS_OF_BOARDS.title}>
          <p class="dim">{WORDS_OF_BOARDS.text}</p>
          <Fault refusal={refusal} />
          {boards === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
          {boards !== null && boards.items.length === 0 && <p class="dim">{WORDS_OF_BOARDS.none}</p>}
          {boards?.hasMore && (
            <GoToBoard hrefOf={(board) => hrefOfCompetition(competitionId, invite, 'boards', board)} />
          )}
          {boards !== null && boards.items.length > 0 && (
            <BoardTable
              boards={boards.items}
              hrefOf={(board) => hrefOfCompetition(competitionId, invite, 'boards', board)}
            />
          )}
        </section>
      )}
    </OfCompetition>
  );
}

interface BoardTableProps {
  boards: readonly Board[];
  hrefOf(board: number): string;
}

function BoardTable({ boards, hrefOf }: BoardTableProps) {
  return (
    <table class="of-competition">
      <caption class="sr">{WORDS_OF_BOARDS.title}</caption>
      <thead>
        <tr>
          <th scope="col">{WORDS_OF_BOARDS.title}</th>
          <th scope="col">{WORDS_OF_BOARDS.round}</th>
          <th scope="col">{WORDS_OF_BOARDS.games}</th>
          <th scope="col">{WORDS_OF_BOARDS.state}</th>
        </tr>
      </thead>
      <tbody>
        {boards.map(({ board, round, gamesDealt, closed, opensBy }) => (
          <tr key={board}>
            <th scope="row">
              <a href={hrefOf(board)}>{WORDS_OF_BOARDS.board(board)}</a>
            </th>
            <td>{round}</td>
            <td>{gamesDealt}</td>
            <td>
              {closed ? `✓ ${WORDS_OF_BOARDS.closed}` : `⊘ ${WORDS_OF_BOARDS.sealed}`}
              {opensBy !== null && <small> {WORDS_OF_BOARDS.sealedUntil(momentOf(opensBy))}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function GoToBoard({ hrefOf }: { hrefOf(board: number): string }) {
  const [board, setBoard] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (Number(board) >= 1) location.assign(hrefOf(Number(board)));
      }}
    >
      <p class="dim">{WORDS_OF_BOARDS.hasMore(MOST_BOARDS)}</p>
      <label>
        {WORDS_OF_BOARDS.go}{' '}
        <input
          type="number"
          min={1}
          value={board}
          onInput={({ currentTarget }) => setBoard(currentTarget.value)}
          required
        />
      </label>{' '}
      <button type="submit">{WORDS_OF_BOARDS.open}</button>
    </form>
  );
}

function readBoards(watched: WatchedCompetition): Promise<Answer<WholeList<Board>>> {
  const path = { competitionId: watched.id };
  return allPages({
    read: (cursor: number | undefined) => {
      const query = { limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const params = { path, query, header: watched.headers };
      return answerOf(connection.api.GET('/v1/competitions/{competitionId}/boards', { params }));
    },
    itemsOf: ({ boards }: Schemas['CompetitionBoardList']) => boards,
    keyOf: ({ board }) => board,
    most: MOST_BOARDS,
  });
}
