import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { connection, followTurns, type GameSummary, type RulesetSummary, type TurnList } from '../../core/api.ts';
import type { Session } from '../../core/session.ts';
import { setTab } from '../../core/tab.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { WORDS } from '../../core/words.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { AllWaiting } from './all-waiting.tsx';
import { Invitations } from './invitations.tsx';
import { MoreGames } from './more-games.tsx';
import { isFound, namesToAct, opponentNames, othersIn } from './own-game-rows.ts';
import { runningGames } from './own-games.ts';
import { RunningGames } from './running-games.tsx';
import { useSettled } from './use-settled.ts';
import { WaitingGames } from './waiting-games.tsx';
import './my-games.css';

const IN_FULL = 30;
const FEW = 8;
/** The list of running games is read again at most once in this time. */
const READ_MS = 5_000;

const NOTHING: Pick<TurnList, 'turns' | 'asks' | 'invitations' | 'total'> = {
  turns: [],
  asks: [],
  invitations: [],
  total: { turns: 0, asks: 0, invitations: 0 },
};

interface MyGamesProps {
  who: Session;
  rulesets: readonly RulesetSummary[];
  nameOf(ruleset: string): string;
}

export default function MyGames({ who, rulesets, nameOf }: MyGamesProps) {
  const [ruleset, setRuleset] = useState<string | undefined>();
  const [typed, setTyped] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const waiting = useWaiting(who, ruleset);
  const moment = useSettled(waiting, READ_MS);
  const running = useRunning(who, ruleset, moment);
  const { turns, asks, invitations, total } = waiting ?? NOTHING;
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  useKeys({
    n: () => list.current?.querySelector<HTMLElement>('li a')?.focus(),
    '/': () => search.current?.focus(),
  });
  const isFoundIn = (texts: readonly string[]) => isFound(typed, ...texts);
  const turnsShown = turns.filter((turn) =>
    isFoundIn([nameOf(turn.ruleset), ...opponentNames(turn), WORDS_OF_MANY.your]),
  );
  const asked = asks.filter((each) => {
    return isFoundIn([nameOf(each.ruleset), ...opponentNames(each), WORDS_OF_MANY.asked]);
  });
  const invited = invitations.filter((each) => {
    return isFoundIn([nameOf(each.ruleset), ...opponentNames(each), WORDS_OF_MANY.invitations]);
  });
  const runningShown = running.filter((game) => {
    return isFoundIn([
      nameOf(game.ruleset),
      ...othersIn(game, who.playerId),
      ...namesToAct(game),
      WORDS_OF_MANY.running,
    ]);
  });
  const elsewhere = useMemo(() => new Set(invitations.map(({ gameId }) => gameId)), [waiting]);
  const isMany =
    total.turns + total.asks + total.invitations + running.length > FEW || typed !== '' || ruleset !== undefined;
  const hasAll = total.turns > turns.length;
  const listsAll = hasAll && (showsAll || typed !== '');
  const more = { moment, ruleset, typed, playerId: who.playerId, without: elsewhere, nameOf };
  return (
    <section ref={list} class="mine" aria-labelledby="mine">
      <header>
        <h2 id="mine">{WORDS.mine.title}</h2>
        <p role="status">{waiting !== null && WORDS_OF_MANY.waiting(total.turns, total.asks)}</p>
      </header>
      {isMany && (
        <p class="line">
          <label class="line">
            {WORDS_OF_MANY.find}
            <input
              ref={search}
              type="search"
              aria-keyshortcuts="/"
              title={WORDS_OF_MANY.findHint}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value.trimStart())}
            />
          </label>
          <label class="line">
            {WORDS_OF_MANY.only}
            <select
              value={ruleset ?? ''}
              onChange={({ currentTarget }) => setRuleset(currentTarget.value || undefined)}
            >
              <option value="">{WORDS_OF_MANY.any}</option>
              {rulesets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      {listsAll ? (
        <AllWaiting readingKey={`${ruleset} ${idsIn(moment)}`} ruleset={ruleset} typed={typed} nameOf={nameOf} />
      ) : (
        <WaitingGames turns={turnsShown} nameOf={nameOf} />
      )}
      {hasAll && !listsAll && (
        <button type="button" onClick={() => setShowsAll(true)}>
          {WORDS_OF_MANY.all(total.turns)}
        </button>
      )}
      <WaitingGames asks={asked} nameOf={nameOf} />
      {runningShown.length > 0 && (
        <>
          <h3>{WORDS_OF_MANY.running}</h3>
          <RunningGames games={runningShown} playerId={who.playerId} nameOf={nameOf} />
        </>
      )}
      <Invitations invitations={invited} rulesets={rulesets} nameOf={nameOf} />
      <MoreGames status="open" title={WORDS_OF_MANY.open} {...more} />
      <MoreGames status="finished" title={WORDS_OF_MANY.finished} {...more} />
    </section>
  );
}

function useWaiting(who: Session, ruleset: string | undefined): TurnList | null {
  const [waiting, setWaiting] = useState<TurnList | null>(null);
  useEffect(() => {
    const asked = { since: 'looked', names: true, limit: IN_FULL, ...(ruleset && { ruleset }) } as const;
    return whileVisible((signal) => followTurns(connection, { signal, asked, onTurns: setWaiting, onLine: () => {} }));
  }, [who.token, ruleset]);
  const turns = waiting?.total.turns ?? 0;
  useEffect(() => {
    setTab(turns > 0 ? WORDS.tab.turns(turns) : WORDS.title, turns > 0);
    return () => setTab(WORDS.title, false);
  }, [turns]);
  return waiting;
}

function useRunning(who: Session, ruleset: string | undefined, moment: TurnList | null): readonly GameSummary[] {
  const [games, setGames] = useState<readonly GameSummary[]>([]);
  useEffect(() => {
    let isLeft = false;
    void runningGames(ruleset).then((answer) => {
      if (answer.ok && !isLeft) setGames(answer.value);
    });
    return () => {
      isLeft = true;
    };
  }, [who.token, ruleset, moment]);
  return games;
}

function idsIn(list: TurnList | null): string {
  return list === null ? '' : `${list.total.turns} ${list.turns.map(({ gameId, version }) => gameId + version).join()}`;
}
