import { useEffect, useState } from 'preact/hooks';
import { anonymous, answerOf, type Refusal, type Schemas } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { type Participant, participantId, participantName } from '../../core/rated.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { WORDS_OF_PARTICIPANT } from './rating-participant-words.ts';

type List = Schemas['RatedGameList'];
type Game = List['games'][number];

const A_PAGE = 20;

interface RatedGamesProps {
  path: { playerId: string; poolId: string };
}

export function RatedGames({ path }: RatedGamesProps) {
  const { list, refusal, busy, more } = useGames(path);
  return (
    <section class="panel">
      <h2>{WORDS_OF_PARTICIPANT.gameList}</h2>
      <Fault refusal={refusal} />
      {list !== null && <Games list={list} />}
      {busy && <p class="dim">{WORDS.loading}</p>}
      {list !== null && list.next !== null && (
        <button type="button" onClick={more} disabled={busy}>
          {WORDS_OF_PARTICIPANT.moreGames}
        </button>
      )}
    </section>
  );
}

function Games({ list }: { list: List }) {
  const self = participantId(list);
  const ownIn = ({ seats }: Game) => seats.filter((seat) => participantId(seat) === self);
  const sum = (game: Game, of: 'share' | 'expected') => ownIn(game).reduce((all, seat) => all + seat[of], 0);
  const columns: Column<Game>[] = [
    {
      name: WORDS_OF_PARTICIPANT.game,
      isHeader: true,
      cell: ({ gameId, at }) => (
        <a href={hrefTo('g', gameId, 'at', 1)}>
          <time dateTime={at}>{momentOf(at)}</time>
        </a>
      ),
    },
    { name: WORDS_OF_PARTICIPANT.result, cell: (game) => WORDS_OF_PARTICIPANT.outcomes[outcomeOf(sum(game, 'share'))] },
    {
      name: WORDS_OF_PARTICIPANT.expected,
      isNumber: true,
      cell: (game) => WORDS_OF_PARTICIPANT.part(sum(game, 'expected')),
    },
    { name: WORDS_OF_PARTICIPANT.with, cell: (game) => namesIn(game, self) },
    {
      name: WORDS_OF_PARTICIPANT.seatOf,
      cell: ({ seats }) =>
        seats.flatMap((seat, i) => (participantId(seat) === self ? [WORDS_OF_PARTICIPANT.seat(i)] : [])).join(', '),
    },
    {
      name: WORDS_OF_PARTICIPANT.where,
      cell: ({ competition }) =>
        competition && (
          <a href={hrefTo('c', competition.competitionId, 'boards', competition.board)}>
            {WORDS_OF_PARTICIPANT.inCompetition(competition.board)}
          </a>
        ),
    },
  ];
  return (
    <WindowedRows
      caption={WORDS_OF_PARTICIPANT.gameList}
      columns={columns}
      rows={list.games}
      keyOf={({ gameId }) => gameId}
    />
  );
}

function outcomeOf(share: number): 'won' | 'lost' | 'shared' {
  if (share >= 1) return 'won';
  return share > 0 ? 'shared' : 'lost';
}

function namesIn({ seats }: Game, self: string): string {
  const others: readonly Participant[] = seats.filter((seat) => participantId(seat) !== self);
  return others.map(participantName).join(', ');
}

function useGames({ playerId, poolId }: RatedGamesProps['path']) {
  const [list, setList] = useState<List | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async (before: List | null, isWanted: () => boolean) => {
    setBusy(true);
    const query = { limit: A_PAGE, ...(before?.next == null ? {} : { cursor: before.next }) };
    const params = { path: { playerId, poolId }, query };
    const answer = await answerOf(anonymous.api.GET('/v1/players/{playerId}/ratings/{poolId}/games', { params }));
    if (!isWanted()) return;
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setList({ ...answer.value, games: [...(before?.games ?? []), ...answer.value.games] });
  };
  useEffect(() => {
    let isWanted = true;
    void read(null, () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [playerId, poolId]);
  return { list, refusal, busy, more: () => void read(list, () => true) };
}
