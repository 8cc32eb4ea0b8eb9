import { useEffect, useMemo, useState } from 'preact/hooks';
import { answerOf, api, type Game, type Refusal, type Schemas } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import { momentOf } from '../../core/moments.ts';
import { useAnalysisOffer } from '../../core/open-day.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { seatNames } from '../../core/seat-names.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { useCall } from '../../core/use-call.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS_OF_ANALYSIS as words } from '../../core/words/analysis.ts';
import { ofAddress, WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { DecisionDetail } from './decision-detail.tsx';
import { DecisionList } from './decision-list.tsx';
import { AnalysisProgress } from './progress.tsx';
import { WatchedAnalysis } from './watched-analysis.ts';
import './analysis.css';

export default function AnalysisPage({ params: { gameId = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const { game, refusal } = useGame(gameId, invite);
  useEffect(() => {
    setTab(words.tab, false);
    return () => setTab(WORDS.title, false);
  }, []);
  return (
    <>
      <section class="panel">
        <h1>{words.title}</h1>
        <p class="dim">{words.about}</p>
        <p class="on-screen">
          <a href={addressOf(gameId, invite)}>{words.table}</a>
        </p>
        <Fault refusal={refusal} />
        {game === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
        {game !== null && !isOver(game) && <p>{words.unfinished}</p>}
      </section>
      {game !== null && isOver(game) && <Analysed game={game} invite={invite} at={versionIn(query)} />}
    </>
  );
}

interface AnalysedProps {
  game: Game;
  invite: string | null;
  at: number | null;
}

function Analysed({ game, invite, at }: AnalysedProps) {
  const { id } = game;
  const watched = useMemo(() => new WatchedAnalysis(id, invite), [id, invite]);
  const [asked, setAsked] = useState(0);
  const offer = useAnalysisOffer(game);
  const isOffered = offer?.can === true;
  useEffect(() => {
    if (isOffered) return whileVisible((signal) => watched.follow(signal));
  }, [watched, asked, isOffered]);
  const { analysis, refusal } = useStore(watched.state);
  const isMissing = analysis === null && refusal?.code === 'analysis-not-found';
  const names = seatNames(game);
  const decision = analysis?.decisions.find(({ version }) => version === at);
  const begun = () => setAsked((before) => before + 1);
  return (
    <>
      <section class="panel" aria-label={words.progress}>
        {!isMissing && <Fault refusal={refusal} />}
        {offer?.can === false && <p>{words.dayIsOpen(momentOf(offer.until))}</p>}
        {isMissing && <Begin watched={watched} onBegun={begun} label={words.begin} />}
        {analysis !== null && <AnalysisProgress analysis={analysis} names={names} />}
        {analysis?.status === 'failed' && <Begin watched={watched} onBegun={begun} label={words.again} />}
      </section>
      {analysis !== null && decision !== undefined && (
        <DecisionDetail key={decision.version} {...{ game, analysis, decision, invite, names }} />
      )}
      {analysis !== null && analysis.decisions.length > 0 && (
        <DecisionList analysis={analysis} names={names} at={at} hrefOf={(version) => addressOf(id, invite, version)} />
      )}
    </>
  );
}

interface BeginProps {
  watched: WatchedAnalysis;
  label: string;
  onBegun(): void;
}

function Begin({ watched, label, onBegun }: BeginProps) {
  const who = useStore(session);
  const { busy, refusal, run } = useCall();
  if (who === null) {
    return (
      <p>
        <a href={hrefTo()}>{words.needsName}</a>
      </p>
    );
  }
  const begin = async () => {
    if ((await run(() => watched.begin())) !== null) onBegun();
  };
  return (
    <>
      <p class="dim">{words.beginAbout}</p>
      <Fault refusal={refusal} />
      <button type="button" class="go" disabled={busy} onClick={() => void begin()}>
        {label}
      </button>
    </>
  );
}

function useGame(gameId: string, invite: string | null) {
  const [known, setKnown] = useState<{ game: Game | null; refusal: Refusal | null }>({ game: null, refusal: null });
  useEffect(() => {
    let isWanted = true;
    setKnown({ game: null, refusal: null });
    const header = invite === null ? {} : { 'invite-code': invite };
    const params = { path: { gameId }, header };
    void answerOf(api.GET('/v1/games/{gameId}', { params })).then((answer) => {
      if (!isWanted) return;
      if (answer.ok) setKnown({ game: answer.value, refusal: null });
      else setKnown({ game: null, refusal: ofAddress(answer.refusal) });
    });
    return () => {
      isWanted = false;
    };
  }, [gameId, invite]);
  return known;
}

function versionIn(query: URLSearchParams): Schemas['AnalysedDecision']['version'] | null {
  const at = Number(query.get('at') ?? '');
  return Number.isInteger(at) && at > 0 ? at : null;
}

function addressOf(gameId: string, invite: string | null, version?: number): string {
  const query = new URLSearchParams({
    ...(version === undefined ? {} : { at: String(version) }),
    ...(invite === null ? {} : { invite }),
  });
  const path = version === undefined ? hrefTo('g', gameId) : hrefTo('g', gameId, 'analysis');
  return query.size === 0 ? path : `${path}?${query}`;
}
