import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary } from '../../core/api.ts';
import { newGameOf, usualWishes } from '../../core/new-game.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { browserStorage } from '../../core/storage.ts';
import { useStore } from '../../core/store.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { Dailies } from './dailies.tsx';
import { Lobby } from './lobby.tsx';
import { CompetitionsNow, GamesNow } from './now.tsx';
import { Tiles } from './tiles.tsx';
import './home.css';

const LAST = 'croupier last game';

const loadMyGames = () => import('./my-games.tsx');

/** A player without a name gives one before the first game. */
export default function Home() {
  const who = useStore(session);
  const [rulesets, setRulesets] = useState<RulesetSummary[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [wanted, setWanted] = useState<RulesetSummary | null>(null);
  const name = useRef<HTMLDivElement>(null);
  /** also a game tapped while the name is being sent */
  const chosen = useRef<RulesetSummary | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => (answer.ok ? setRulesets(answer.value) : setRefusal(answer.refusal)));
  }, []);
  const nameOf = (id: string) => rulesets.find((ruleset) => ruleset.id === id)?.name ?? id;
  const start = async (ruleset: RulesetSummary, daily: boolean) => {
    browserStorage.write(LAST, ruleset.id);
    const body = newGameOf(ruleset.id, { ...usualWishes(ruleset), daily });
    const answer = await answerOf(api.POST('/v1/games', { params: {}, body }));
    if (answer.ok) goTo('g', answer.value.id);
    else setRefusal(answer.refusal);
  };
  const seat = (ruleset: RulesetSummary) => {
    setWanted(ruleset);
    chosen.current = ruleset;
    name.current?.querySelector('input')?.focus();
  };
  const last = browserStorage.read(LAST);
  const sorted = rulesets.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
  return (
    <div class="home">
      <h1 class={who === null ? '' : 'sr'}>{who === null ? WORDS.start.title : WORDS.title}</h1>
      {(who !== null || refusal !== null) && <Fault refusal={refusal} />}
      {who !== null && who.recoveryCode !== null && (
        <p>
          <a href={hrefTo('me')}>{WORDS.start.note}</a>
        </p>
      )}
      {who !== null && <Lazy load={loadMyGames} with={{ who, rulesets, nameOf }} />}
      <Tiles rulesets={sorted} onStart={(ruleset) => (who === null ? seat(ruleset) : void start(ruleset, false))} />
      {who === null && (
        <div ref={name}>
          <SitDown
            purpose={WORDS.start.purpose(wanted?.name)}
            onSeated={() => chosen.current !== null && void start(chosen.current, false)}
          />
        </div>
      )}
      {who !== null && (
        <div class="columns">
          <Dailies rulesets={rulesets} onPlay={(ruleset) => void start(ruleset, true)} />
          <CompetitionsNow nameOf={nameOf} />
          <div>
            <Lobby nameOf={nameOf} />
            <GamesNow nameOf={nameOf} playerId={who.playerId} />
          </div>
        </div>
      )}
    </div>
  );
}
