import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { type Answer, answerOf, api, type Game, type GameEvent, type Refusal, type Viewer } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import type { PageProps } from '../../core/page-props.ts';
import { Past } from '../../core/past.ts';
import { hrefTo } from '../../core/router.ts';
import { seatNames } from '../../core/seat-names.ts';
import { spoken, WORDS } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { AnalysisWay } from '../../parts/ways-on.tsx';
import { WORDS_OF_REPLAY } from './replay-words.ts';
import { Scrubber } from './scrubber.tsx';
import './replay.css';

const loadBackToVersion = () => import('./back-to-version.tsx');

export default function ReplayPage({ params: { gameId = '', version = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const [newest, setNewest] = useState<Game | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    const header = invite === null ? {} : { 'invite-code': invite };
    const params = { path: { gameId }, header };
    void answerOf(api.GET('/v1/games/{gameId}', { params })).then((answer) => {
      if (answer.ok) setNewest(answer.value);
      else setRefusal(answer.refusal);
    });
  }, [gameId, invite]);
  if (newest === null) {
    return (
      <section class="panel">
        <Fault refusal={refusal} />
        {refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
    );
  }
  const first = Math.min(Math.max(1, Math.trunc(Number(version)) || newest.version), newest.version);
  return <Replay newest={newest} first={first} invite={invite} asked={viewerIn(query.get('seat'), newest)} />;
}

interface ReplayProps {
  newest: Game;
  first: number;
  asked: Viewer;
  invite: string | null;
}

function Replay({ newest, first, asked, invite }: ReplayProps) {
  const { id } = newest;
  const [version, setVersion] = useState(first);
  const [viewer, setViewer] = useState<Viewer>(asked);
  const past = useMemo(() => {
    const opened = new Past(id, viewer, newest.you, invite);
    opened.know(newest);
    return opened;
  }, [newest, viewer, invite]);
  const { game, events, refusal } = useMoment(past, version, newest.version);
  const names = seatNames(newest);
  const isClosed = game?.version === version && game.viewer === 'spectator' && viewer !== 'spectator';
  useLayoutEffect(() => {
    // changes the address for reloads and links in a layout effect, because a later effect would overwrite the address
    // of the next page
    history.replaceState(null, '', addressOf(id, version, viewer, invite));
  }, [id, version, viewer, invite]);
  const table = `${hrefTo('g', id)}${invite === null ? '' : `?${new URLSearchParams({ invite })}`}`;
  return (
    <div class="replay" data-version={game?.version ?? ''} data-viewer={viewer} data-seen={game?.viewer ?? ''}>
      <section class="panel" aria-label={WORDS_OF_REPLAY.title}>
        <h1>
          {WORDS_OF_REPLAY.title} <small>{WORDS_OF_REPLAY.at(version, newest.version)}</small>
        </h1>
        <Scrubber
          version={version}
          newest={newest.version}
          isShown={game?.version === version}
          go={setVersion}
          leave={() => location.assign(table)}
        >
          <SeenBy newest={newest} names={names} viewer={viewer} choose={setViewer} />
          <a href={addressOf(id, version, viewer, invite)}>{WORDS_OF_REPLAY.link}</a>
          <a href={table}>{WORDS_OF_REPLAY.leave}</a>
          {isOver(newest) && (
            <AnalysisWay game={newest} href={table.replace(hrefTo('g', id), hrefTo('g', id, 'analysis'))} />
          )}
        </Scrubber>
        <Lazy
          load={loadBackToVersion}
          with={{ game: newest, version, past, onDone: () => location.assign(table) }}
          quiet
        />
        <Fault refusal={refusal} />
        {isClosed && (
          <p class="fault">
            {WORDS_OF_REPLAY.closed} <a href={hrefTo('g', id, 'fairness')}>{WORDS.table.fairness}</a>
          </p>
        )}
      </section>
      <section class="panel happened" aria-labelledby="happened">
        <h2 id="happened">{WORDS_OF_REPLAY.happened}</h2>
        <Happened events={events} />
      </section>
      {game === null ? (
        <p class="dim">{WORDS.loading}</p>
      ) : (
        <Board game={game} choice={NO_CHOICE} label={WORDS.table.board} />
      )}
    </div>
  );
}

function Happened({ events }: { events: readonly GameEvent[] | null }) {
  if (events === null) return <p class="dim">{WORDS.loading}</p>;
  return (
    <div role="status">
      {events.length === 0 && <p class="dim">{WORDS_OF_REPLAY.nothing}</p>}
      <ul class="plain">
        {events.map((event) => (
          <li key={event.id}>{event.text ?? spoken(event.type)}</li>
        ))}
      </ul>
    </div>
  );
}

interface SeenByProps {
  newest: Game;
  names: readonly string[];
  viewer: Viewer;
  choose(viewer: Viewer): void;
}

/** Lets the viewer choose whose view is shown: an own seat's, a spectator's, or (after the game) any seat's. */
function SeenBy({ newest, names, viewer, choose }: SeenByProps) {
  const seats = openSeats(newest);
  if (seats.length === 0) return null;
  return (
    <label>
      <span>{WORDS_OF_REPLAY.seenBy}</span>{' '}
      <select
        value={String(viewer)}
        onChange={({ currentTarget: { value } }) => choose(value === 'spectator' ? value : Number(value))}
      >
        {seats.map((seat) => (
          <option key={seat} value={String(seat)}>
            {names[seat]}
          </option>
        ))}
        <option value="spectator">{WORDS_OF_REPLAY.spectator}</option>
      </select>
    </label>
  );
}

interface Moment {
  game: Game | null;
  events: readonly GameEvent[] | null;
  refusal: Refusal | null;
}

function useMoment(past: Past, version: number, newest: number): Moment {
  const [seen, setSeen] = useState<Omit<Moment, 'events'>>({ game: null, refusal: null });
  const [told, setTold] = useState<{ at: number; happened: Answer<readonly GameEvent[]> } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void past.state(version).then((state) => {
      if (!isWanted) return;
      setSeen(({ game }) => (state.ok ? { game: state.value, refusal: null } : { game, refusal: state.refusal }));
      if (version < newest) void past.state(version + 1);
    });
    void past.happenedAt(version).then((happened) => isWanted && setTold({ at: version, happened }));
    return () => {
      isWanted = false;
    };
  }, [past, version, newest]);
  const happened = told?.at === version ? told.happened : null;
  const refusal = seen.refusal ?? (happened?.ok === false ? happened.refusal : null);
  return { game: seen.game, events: happened?.ok ? happened.value : null, refusal };
}

function openSeats({ status, seats, you }: Game): number[] {
  return status === 'finished' ? seats.map(({ seat }) => seat) : you;
}

function viewerIn(seat: string | null, newest: Game): Viewer {
  const asked = seat === null ? newest.viewer : Number(seat);
  return typeof asked === 'number' && openSeats(newest).includes(asked) ? asked : 'spectator';
}

function addressOf(gameId: string, version: number, viewer: Viewer, invite: string | null): string {
  const query = new URLSearchParams({ seat: String(viewer), ...(invite === null ? {} : { invite }) });
  return `${hrefTo('g', gameId, 'at', version)}?${query}`;
}
