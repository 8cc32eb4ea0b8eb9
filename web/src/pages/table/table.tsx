import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer, Game } from '../../core/api.ts';
import { isQuickClock } from '../../core/clock.ts';
import { decidedBy, headlineOf } from '../../core/headline.ts';
import { isOver } from '../../core/is-over.ts';
import { keepHead } from '../../core/kept-heads.ts';
import { lessonIn } from '../../core/lesson.ts';
import { useLanded } from '../../core/motion.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { seatNames } from '../../core/seat-names.ts';
import { toViewer } from '../../core/second-person.ts';
import { session } from '../../core/session.ts';
import { settings } from '../../core/settings.ts';
import { play } from '../../core/sound.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { type BarParts, type Choice, momentOf } from '../../core/table-props.ts';
import { useAskBeforeLeaving } from '../../core/unsent.ts';
import { watchSight } from '../../core/visible.ts';
import { WORDS } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { Seats } from '../../parts/seats.tsx';
import { WaysOn } from '../../parts/ways-on.tsx';
import { Bar } from './bar.tsx';
import { Choosing } from './choosing.tsx';
import { Curtain } from './curtain.tsx';
import { canReadChat, TableModel, type TableState } from './table-model.ts';
import { hasTime, isMoved } from './time-left.ts';
import { Top } from './top.tsx';
import { useUnseen } from './use-unseen.ts';
import '../../look/play.css';

const loadAnnouncer = () => import('./announcer.tsx');
const loadEventLog = () => import('./event-log.tsx');
const loadPlanAhead = () => import('./plan-ahead.tsx');
const loadTakebacks = () => import('./takebacks.tsx');
const loadInvitation = () => import('./invitation.tsx');
const loadNextGame = () => import('./next-game.tsx');
const loadMoreTime = () => import('./more-time.tsx');
const loadChat = () => import('./chat.tsx');
const loadRulesInShort = () => import('./rules-in-short.tsx');
const loadAfterwards = () => import('./afterwards.tsx');
const loadLookBack = () => import('./look-back.tsx');
const loadKeepGuest = () => import('./keep-guest.tsx');
const loadLesson = () => import('./lesson.tsx');
const loadResult = () => import('./result.tsx');
const loadTold = () => import('./told.tsx');
const loadTableDoings = () => import('./table-doings.tsx');
const loadTurnOnly = () => import('./turn-only.tsx');

export default function TablePage({ params: { gameId = '' }, query }: PageProps) {
  const who = useStore(session);
  const inviteCode = query.get('invite');
  // makes a new table if the player changes, because another player may see other things
  const table = useMemo(() => tableOf(gameId, inviteCode), [gameId, inviteCode, who?.token]);
  useEffect(() => {
    const stop = watchSight({ onShown: () => void table.open(), onHidden: () => table.rest() });
    return () => {
      stop();
      table.close();
    };
  }, [table]);
  const state = useStore(table.state);
  useAskBeforeLeaving(() => table.hasUnsent);
  useEffect(() => {
    // the player has seen this head (the hash of the last event): it proves later that the history was not changed
    if (state.game !== null) keepHead(state.game.id, state.game);
  }, [state.game]);
  if (state.game === null) {
    return (
      <section class="panel">
        <Fault refusal={state.refusal} />
        {state.refusal === null ? (
          <p class="dim">{WORDS.loading}</p>
        ) : (
          <p class="line">
            <button type="button" onClick={() => void table.open()}>
              {WORDS.again}
            </button>
            <a href={hrefTo()}>{WORDS.home}</a>
          </p>
        )}
      </section>
    );
  }
  const auto = query.get('table') === 'auto';
  return <Playing table={table} state={state} game={state.game} auto={auto} inviteCode={inviteCode} />;
}

function tableOf(gameId: string, inviteCode: string | null): TableModel {
  const table: TableModel = new TableModel(gameId, inviteCode, () => {
    const { game } = table.state.value;
    return settings.value.quick && game !== null && isQuickClock(game);
  });
  return table;
}

interface PlayingProps {
  table: TableModel;
  state: TableState;
  game: Game;
  auto: boolean;
  inviteCode: string | null;
}

const eventsFor = (game: Game, events: TableState['events']) =>
  events.map((event) => (event.text === undefined ? event : { ...event, text: toViewer(event.text, game) }));

const hasFocus = () => document.activeElement?.closest('.playing') != null;

type Open = 'rules' | 'history' | 'menu' | 'lookBack' | null;

function Playing({ table, state, game, auto, inviteCode }: PlayingProps) {
  const names = seatNames(game);
  const who = useStore(session);
  const forTurn = who?.turnIn !== undefined;
  const [cameAsGuest] = useState(who?.isGuest === true);
  const hasToKeep = who !== null && (who.isGuest || (cameAsGuest && who.recoveryCode !== null));
  const { list } = useStore(settings);
  const headline = headlineOf(game, names);
  // the game that words tell: while dice roll for a newer state, the one before it
  const landed = useLanded(momentOf(game), game);
  const told = landed.viewer === game.viewer && game.status !== 'open' ? landed : game;
  const isMoving = told !== game;
  const watches = game.status === 'playing' && game.viewer === 'spectator';
  const ending =
    told.status === 'finished'
      ? { hint: toViewer(decidedBy(told, names), told) }
      : watches
        ? { hint: WORDS.watching }
        : {};
  const events = useMemo(() => eventsFor(game, state.events), [state.events, game.seats, game.you]);
  const unseen = useUnseen(game, state.opened);
  const isBehind = state.behind && state.choices.all.length === 0;
  const [open, setOpen] = useState<Open>(null);
  useTurn(game, headline);
  const isEnded = isOver(told);
  const [wasOver] = useState(isOver(game));
  const wasEnded = useRef(isEnded);
  useEffect(() => {
    if (isEnded && !wasEnded.current) setOpen((now) => (now === 'menu' ? null : now));
    wasEnded.current = isEnded;
  }, [isEnded]);
  const curtain = useCurtain(game);
  const learns = useMemo(() => lessonIn(game.id) !== null, [game.id]);
  const choice = typeof game.viewer === 'number' ? table.choice : NO_CHOICE;
  const asked = useRef<(BarParts & { choice: Choice }) | null>(null);
  const take = (answer: Answer<Game>) => table.take(answer);
  const showsList = (list || auto) && curtain === null && game.status === 'playing' && choice !== NO_CHOICE;
  const close = () => setOpen(null);
  const keepGuest = hasToKeep && game.you.length > 0 && <Lazy load={loadKeepGuest} with={{ who }} quiet />;
  return (
    <div class="playing" data-status={game.status} data-version={game.version} data-watching={watches || undefined}>
      <Top game={game} told={told} names={names} events={events} line={state.line} open={setOpen}>
        <Lazy load={loadAnnouncer} with={{ headline, events, version: game.version, busy: state.busy }} quiet />
        {!forTurn && <Lazy load={loadNextGame} with={{ game }} quiet />}
        {canReadChat(game) && (
          <Lazy
            load={loadChat}
            with={{
              gameId: game.id,
              plays: game.you.length > 0,
              invite: inviteCode,
              line: state.line,
              said: state.said,
            }}
            quiet
          />
        )}
      </Top>
      <div class="notices">
        <Fault refusal={state.refusal} hasChoice={table.hasUnsent} />
        {forTurn && <Lazy load={loadTurnOnly} with={{}} quiet />}
        {isEnded && keepGuest}
        {!forTurn && game.takeback !== null && (
          <Lazy load={loadTakebacks} with={{ part: 'wish', game, events: state.events, onAnswer: take }} quiet />
        )}
        {!forTurn && game.decisions.some(isMoved) && (
          <Lazy load={loadMoreTime} with={{ part: 'moved', game, onAnswer: take }} quiet />
        )}
      </div>
      {game.status === 'open' ? (
        <Lazy load={loadInvitation} with={{ game, inviteCode, onAnswer: take }} />
      ) : curtain === null ? (
        <Board
          game={game}
          label={WORDS.table.board}
          choice={choice}
          auto={auto}
          bar={({ ask, ...parts }) => {
            const spoken = typeof ask === 'string' && choice.all.length === 0 ? toViewer(ask, game) : ask;
            if (asked.current === null || !(isMoving || state.busy))
              asked.current = { ...parts, ask: spoken, ...ending, choice };
            return (
              <Bar
                {...asked.current}
                busy={state.busy}
                isMoving={isMoving}
                told={!isEnded && <Lazy load={loadTold} with={{ table, game: told, events, behind: isBehind }} quiet />}
                hadFocus={hasFocus()}
                lesson={
                  learns && (
                    <Lazy
                      load={loadLesson}
                      with={{ game: told, choice: asked.current.choice, events: state.events }}
                      quiet
                    />
                  )
                }
              >
                {isBehind && !watches && (
                  <button type="button" class="act" onClick={() => table.skip()}>
                    {WORDS.table.skip}
                  </button>
                )}
                {!forTurn && game.status === 'playing' && game.undoTo !== null && (
                  <Lazy
                    load={loadTakebacks}
                    with={{ part: 'undo', game, events: state.events, onAnswer: take }}
                    quiet
                  />
                )}
                {!forTurn && isEnded && (
                  <Lazy
                    load={loadAfterwards}
                    with={{ game, learns, onAnswer: take, onLookBack: () => setOpen('lookBack') }}
                    quiet
                  />
                )}
              </Bar>
            );
          }}
        />
      ) : (
        <Curtain name={names[curtain.seat] ?? ''} onOpen={curtain.open} />
      )}
      {told.status === 'finished' && !wasOver && (
        <Lazy load={loadResult} with={{ game: told, names, why: ending.hint }} quiet />
      )}
      {showsList && (
        <section class="choosing" aria-label={WORDS.table.choices}>
          <Choosing choice={choice} busy={state.busy} />
        </section>
      )}
      <Drawer title={WORDS.table.rules} isOpen={open === 'rules'} onClose={close}>
        <Lazy load={loadRulesInShort} with={{ game }} />
      </Drawer>
      <Drawer title={WORDS.table.log} isOpen={open === 'history'} onClose={close}>
        <Lazy load={loadEventLog} with={{ events, unseen, you: game.you }} quiet />
      </Drawer>
      <Drawer title={WORDS.doings.lookBack} isOpen={open === 'lookBack'} onClose={close}>
        <Lazy load={loadLookBack} with={{ game, invite: inviteCode }} />
      </Drawer>
      <Drawer title={WORDS.table.menu} isOpen={open === 'menu'} onClose={close}>
        <Seats game={game} names={names} />
        <WaysOn game={game} invite={inviteCode} />
        {!forTurn && mayPlan(game) && <Lazy load={loadPlanAhead} with={{ game }} quiet />}
        <Lazy load={loadTableDoings} with={{ game, forTurn, onAnswer: take }} quiet />
        {!forTurn && hasTime(game) && (
          <Lazy load={loadMoreTime} with={{ part: 'asking', game, onAnswer: take }} quiet />
        )}
        {!forTurn && game.status === 'playing' && game.you.length > 0 && game.takeback === null && (
          <Lazy load={loadTakebacks} with={{ part: 'ask', game, events: state.events, onAnswer: take }} quiet />
        )}
        {!isEnded && keepGuest}
      </Drawer>
    </div>
  );
}

/** True if another player may act before the viewer decides next. */
function mayPlan({ status, viewer, you, seats }: Game): boolean {
  const isOn = status === 'playing' || status === 'open';
  return isOn && typeof viewer === 'number' && you.includes(viewer) && seats.length > 1;
}

/** Shows by title, icon and perhaps sound that the viewer has a turn. */
function useTurn({ id, status, toAct, you }: Game, headline: string): void {
  const isTurn = status === 'playing' && toAct.some((seat) => you.includes(seat));
  useEffect(() => {
    setTab(WORDS.tab.table(headline), isTurn);
    return () => setTab(WORDS.title, false);
  }, [headline, isTurn]);
  useEffect(() => {
    if (isTurn) play('turn');
  }, [id, isTurn]);
}

/** If several seats share a screen: returns the seat that must confirm before its view is shown; null: none. */
function useCurtain({ you, viewer, status, ruleset }: Game): { seat: number; open(): void } | null {
  const [seen, setSeen] = useState(viewer);
  useEffect(() => {
    if (you.length < 2) setSeen(viewer);
  }, [viewer, you.length]);
  const hides = useHides(ruleset);
  if (!hides || you.length < 2 || typeof viewer !== 'number' || viewer === seen || status !== 'playing') return null;
  return { seat: viewer, open: () => setSeen(viewer) };
}

/** True if seats of this game see different things. Also true until the ruleset is loaded. */
function useHides(ruleset: string): boolean {
  const [hides, setHides] = useState(true);
  useEffect(() => {
    void listRulesets().then((answer) => {
      if (answer.ok) setHides(answer.value.find(({ id }) => id === ruleset)?.hiddenInformation ?? true);
    });
  }, [ruleset]);
  return hides;
}
