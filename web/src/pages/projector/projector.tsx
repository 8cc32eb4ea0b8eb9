import { useEffect, useMemo, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { type Competition, type Connection, connection, connectionAs } from '../../core/api.ts';
import { spokenSeconds } from '../../core/clock.ts';
import type { PageProps } from '../../core/page-props.ts';
import { pause } from '../../core/pause.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { usePart } from '../../core/use-competition.ts';
import { useServiceTime } from '../../core/use-service-time.ts';
import { whileVisible } from '../../core/visible.ts';
import { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS } from '../../core/words.ts';
import { Name } from '../../parts/name.tsx';
import { ProjectedGame } from './projected-game.tsx';
import { nextOnWall, type ProjectedTable } from './projected-tables.ts';
import { type Projection, readProjection } from './projection.ts';
import { ProjectorFault } from './projector-fault.tsx';
import { WORDS_OF_PROJECTOR } from './projector-words.ts';
import { WallStandings } from './wall-standings.tsx';
import '../../look/board.css';
import './projector.css';

const PAUSE_MS = 3_000;
const TICK_MS = 1_000;

export default function ProjectorPage({ params: { competitionId = '' }, query }: PageProps) {
  const [token, invite] = [query.get('token'), query.get('invite')];
  const through: Connection = useMemo(() => (token === null ? connection : connectionAs(() => token)), [token]);
  const watched = useMemo(
    () => new WatchedCompetition(through, competitionId, invite),
    [through, competitionId, invite],
  );
  useEffect(() => whileVisible((signal) => followOn(watched, signal)), [watched]);
  const { competition, refusal } = useStore(watched.state);
  const name = competition?.name ?? WORDS_OF_PROJECTOR.title;
  useEffect(() => setTab(WORDS_OF_PROJECTOR.tab(isolated(name)), false), [name]);
  if (competition === null) {
    return (
      <section class="wall">
        <h1 class="sr">{WORDS_OF_PROJECTOR.title}</h1>
        <p class={refusal === null ? 'dim' : 'fault'} role="status">
          {refusal === null || refusal.status === null ? WORDS.loading : WORDS_OF_PROJECTOR.closed}
        </p>
      </section>
    );
  }
  return <Wall key={competitionId} watched={watched} through={through} competition={competition} />;
}

async function followOn(watched: WatchedCompetition, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && watched.state.value.competition?.complete !== true) {
    await watched.follow(signal);
    await pause(PAUSE_MS, signal);
  }
}

interface WallProps {
  watched: WatchedCompetition;
  through: Connection;
  competition: Competition;
}

function Wall({ watched, through, competition }: WallProps) {
  const { value: projection } = usePart(watched, ['rounds', 'games', 'standings'], () =>
    readProjection(through, watched.state.value.competition ?? competition, watched.headers),
  );
  return (
    <div class="wall projector">
      <section class="panel head">
        <h1>
          <Name of={competition.name} />
        </h1>
        <p role="status">{progressOf(competition)}</p>
        <Countdown competition={competition} through={through} />
        <ProjectorFault watched={watched} />
      </section>
      {projection === null ? (
        <p class="dim">{WORDS.loading}</p>
      ) : (
        <>
          {isSealed(competition, projection) ? (
            <p class="panel">⊘ {WORDS_OF_PROJECTOR.sealed}</p>
          ) : (
            <Tables through={through} projection={projection} />
          )}
          <section class="panel" aria-labelledby="standings">
            <h2 id="standings">{WORDS_OF_PROJECTOR.standings}</h2>
            <WallStandings standings={projection.standings} before={projection.before} />
          </section>
        </>
      )}
    </div>
  );
}

function Tables({ through, projection }: { through: Connection; projection: Projection }) {
  const [shown, setShown] = useState<readonly ProjectedTable[]>([]);
  const [ended] = useState(() => new Map<string, number>());
  useEffect(() => {
    const look = () => {
      const now = performance.now();
      for (const { gameId } of shown) {
        const isRunning = projection.running.some((table) => table.gameId === gameId);
        if (!isRunning && !ended.has(gameId)) ended.set(gameId, now);
      }
      const next = nextOnWall(shown, projection.running, ended, now);
      if (next.map(({ gameId }) => gameId).join() !== shown.map(({ gameId }) => gameId).join()) setShown(next);
    };
    look();
    const looking = setInterval(look, TICK_MS);
    return () => clearInterval(looking);
  }, [shown, projection]);
  if (shown.length === 0) return <p class="panel dim">{WORDS_OF_PROJECTOR.none}</p>;
  return (
    <div class="projected">
      {shown.map(({ gameId }) => (
        <ProjectedGame
          key={gameId}
          through={through}
          gameId={gameId}
          place={projection.games.get(gameId)}
          onEnd={() => ended.has(gameId) || ended.set(gameId, performance.now())}
        />
      ))}
    </div>
  );
}

function isSealed({ duplicate, complete, gamesCounted, gamesDealt }: Competition, { running }: Projection): boolean {
  return duplicate !== 'none' && (running.length > 0 || (!complete && gamesCounted < gamesDealt));
}

function progressOf({
  status,
  roundsPaired,
  roundsPlanned,
  roundsEnded,
  gamesCounted,
  gamesDealt,
}: Competition): string {
  switch (status) {
    case 'open':
      return WORDS_OF_PROJECTOR.notBegun;
    case 'finished':
      return WORDS_OF_PROJECTOR.over;
    case 'aborted':
      return WORDS_OF_PROJECTOR.aborted;
    case 'playing': {
      if (roundsPaired === roundsEnded) return WORDS_OF_PROJECTOR.pairing;
      const round = WORDS_OF_PROJECTOR.round(roundsPaired, roundsPlanned);
      const next = roundsPaired === roundsPlanned ? WORDS_OF_PROJECTOR.last : WORDS_OF_PROJECTOR.next;
      return `${round}: ${WORDS_OF_PROJECTOR.progress(gamesCounted, gamesDealt)} ${next}`;
    }
    default:
      return status satisfies never;
  }
}

function Countdown({ competition: { status, startsAt, endsAt }, through }: Pick<WallProps, 'competition' | 'through'>) {
  const until = status === 'open' ? startsAt : status === 'playing' ? endsAt : null;
  const nowMs = useServiceTime(until !== null, through);
  if (until === null) return null;
  const words = status === 'open' ? WORDS_OF_PROJECTOR.startsIn : WORDS_OF_PROJECTOR.endsIn;
  return (
    <p>
      {words}{' '}
      <span role="timer" aria-label={words}>
        {spokenSeconds(Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1000)))}
      </span>
    </p>
  );
}
