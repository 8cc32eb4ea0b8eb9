import { allPages, type WholeList } from '../../core/all-pages.ts';
import { type Answer, answerOf, api, type TurnList } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useReading } from '../../core/use-reading.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { Fault } from '../../parts/fault.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { Deadline } from './deadline.tsx';
import { isFound, opponentNames } from './own-game-rows.ts';

type Turn = TurnList['turns'][number];

const MOST = 2_000;
const A_PAGE = 500;

interface AllWaitingProps {
  readingKey: string;
  ruleset: string | undefined;
  typed: string;
  nameOf(ruleset: string): string;
}

export function AllWaiting({ readingKey, ruleset, typed, nameOf }: AllWaitingProps) {
  const { value, refusal } = useReading(() => allTurns(ruleset), readingKey);
  const columns: Column<Turn>[] = [
    {
      name: WORDS_OF_MANY.columns.game,
      isHeader: true,
      cell: (turn) => <a href={hrefTo('g', turn.gameId)}>{nameOf(turn.ruleset)}</a>,
    },
    { name: WORDS_OF_MANY.columns.with, cell: (turn) => opponentNames(turn).join(', ') },
    { name: WORDS_OF_MANY.columns.deadline, cell: ({ deadline }) => deadline !== null && <Deadline at={deadline} /> },
  ];
  const rows = value?.items.filter((turn) => {
    return isFound(typed, nameOf(turn.ruleset), ...opponentNames(turn), WORDS_OF_MANY.your);
  });
  return (
    <>
      <Fault refusal={refusal} />
      {rows !== undefined && (
        <>
          <p role="status" class="dim">
            {WORDS_OF_MANY.found(rows.length)}
          </p>
          <WindowedRows
            caption={WORDS_OF_MANY.allOf}
            columns={columns}
            rows={rows}
            keyOf={({ gameId }) => gameId}
            stacks
          />
        </>
      )}
    </>
  );
}

function allTurns(ruleset: string | undefined): Promise<Answer<WholeList<Turn>>> {
  return allPages<TurnList, Turn>({
    read(cursor) {
      const query = { only: 'turns', limit: A_PAGE, ...(ruleset && { ruleset }), ...(cursor && { cursor }) } as const;
      return answerOf(api.GET('/v1/me/turns', { params: { query } }));
    },
    itemsOf: ({ turns }) => turns,
    keyOf: ({ gameId }) => gameId,
    most: MOST,
  });
}
