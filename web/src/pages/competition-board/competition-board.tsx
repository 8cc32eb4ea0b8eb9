import { type Answer, answerOf, type Competition, connection, type Schemas } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import { momentOf } from '../../core/moments.ts';
import type { PageProps } from '../../core/page-props.ts';
import { useCompetition, usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { OfCompetition } from '../../parts/of-competition.tsx';
import { OpenBoard } from './open-board.tsx';
import '../../look/rounds.css';

export default function CompetitionBoardPage({ params: { competitionId = '', board = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const watched = useCompetition(competitionId, invite);
  const number = Number(board);
  const isNumber = Number.isSafeInteger(number) && number > 0;
  const hrefOf = (...parts: (string | number)[]) => hrefOfCompetition(competitionId, invite, ...parts);
  return (
    <OfCompetition
      watched={watched}
      inviteCode={invite}
      title={WORDS_OF_BOARDS.board(board)}
      ways={
        <>
          <a href={hrefOf('boards')}>{WORDS_OF_BOARDS.title}</a>
          {isNumber && <Neighbours watched={watched} board={number} hrefOf={(board) => hrefOf('boards', board)} />}
        </>
      }
    >
      {(competition) =>
        isNumber ? (
          <Board key={number} watched={watched} competition={competition} board={number} />
        ) : (
          <section class="panel">
            <p>{WORDS_OF_BOARDS.noBoard(board)}</p>
          </section>
        )
      }
    </OfCompetition>
  );
}

interface NeighboursProps {
  watched: WatchedCompetition;
  board: number;
  hrefOf(board: number): string;
}

function Neighbours({ watched, board, hrefOf }: NeighboursProps) {
  const read = () => readBoards(watched, Math.max(1, board - 1), 3);
  const { value } = usePart(watched, ['boards'], read, String(board));
  const isThere = (wanted: number) => value?.boards.some((each) => each.board === wanted) === true;
  return (
    <>
      {isThere(board - 1) && <a href={hrefOf(board - 1)}>{WORDS_OF_BOARDS.earlier}</a>}
      {isThere(board + 1) && <a href={hrefOf(board + 1)}>{WORDS_OF_BOARDS.later}</a>}
    </>
  );
}

interface BoardProps {
  watched: WatchedCompetition;
  competition: Competition;
  board: number;
}

function Board({ watched, competition, board }: BoardProps) {
  const { value: read, refusal } = usePart(watched, ['boards', 'games'], () => readBoard(watched, board));
  const isOpen = read !== null && read.open !== null;
  return (
    <>
      <section class="panel" aria-label={WORDS_OF_BOARDS.board(board)}>
        <Fault refusal={refusal} />
        <p role="status">{isOpen ? WORDS_OF_BOARDS.opened : read !== null && sealedWords(read, board)}</p>
        {read === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
        {read?.sealed && <Sealed competition={competition} sealed={read.sealed} />}
      </section>
      {read?.open && <OpenBoard competition={competition} board={read.open} />}
    </>
  );
}

function sealedWords({ sealed }: BoardRead, board: number): string {
  if (sealed === null) return WORDS_OF_BOARDS.noBoard(String(board));
  return `⊘ ${WORDS_OF_BOARDS.whySealed}`;
}

interface SealedProps {
  competition: Competition;
  sealed: Schemas['CompetitionBoardSummary'];
}

function Sealed({ competition, sealed: { gamesDealt, opensBy } }: SealedProps) {
  return (
    <>
      <p>{WORDS_OF_BOARDS.dealt(gamesDealt)}</p>
      {competition.duplicate === 'none' && <p>{WORDS_OF_BOARDS.single}</p>}
      {opensBy !== null && <p>{WORDS_OF_BOARDS.sealedUntil(momentOf(opensBy))}</p>}
    </>
  );
}

interface BoardRead {
  sealed: Schemas['CompetitionBoardSummary'] | null;
  open: Schemas['CompetitionBoard'] | null;
}

function readBoards({ id, headers: header }: WatchedCompetition, cursor: number, limit: number) {
  const params = { path: { competitionId: id }, query: { cursor, limit }, header };
  return answerOf(connection.api.GET('/v1/competitions/{competitionId}/boards', { params }));
}

async function readBoard(watched: WatchedCompetition, board: number): Promise<Answer<BoardRead>> {
  const { id, headers: header } = watched;
  const listed = await readBoards(watched, board, 1);
  if (!listed.ok) return listed;
  const [found = null] = listed.value.boards;
  if (found === null || !found.closed) return { ok: true, value: { sealed: found, open: null } };
  const opened = await answerOf(
    connection.api.GET('/v1/competitions/{competitionId}/boards/{board}', {
      params: { path: { competitionId: id, board }, header },
    }),
  );
  return opened.ok ? { ok: true, value: { sealed: null, open: opened.value } } : opened;
}
