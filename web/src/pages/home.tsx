import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary } from '../core/api.ts';
import { newGameOf, usualWishes } from '../core/new-game.ts';
import { goTo, hrefTo } from '../core/router.ts';
import { listRulesets } from '../core/rulesets.ts';
import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { WORDS } from '../core/words.ts';
import { Dailies } from '../parts/dailies.tsx';
import { Fault } from '../parts/fault.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { Lobby } from '../parts/lobby.tsx';
import { SitDown } from '../parts/sit-down.tsx';

const loadMyGames = () => import('../parts/my-games.tsx');

/** Who has a name finds what waits for them and starts games; who has none gives one. */
export default function Home() {
  const who = useStore(session);
  const [rulesets, setRulesets] = useState<RulesetSummary[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => (answer.ok ? setRulesets(answer.value) : setRefusal(answer.refusal)));
  }, []);
  if (who === null) return <SitDown />;
  const nameOf = (id: string) => rulesets.find((ruleset) => ruleset.id === id)?.name ?? id;
  const start = async (ruleset: RulesetSummary, daily: boolean) => {
    const body = newGameOf(ruleset.id, { ...usualWishes(ruleset), daily });
    const answer = await answerOf(api.POST('/v1/games', { params: {}, body }));
    if (answer.ok) goTo('g', answer.value.id);
    else setRefusal(answer.refusal);
  };
  return (
    <>
      <h1 class="sr">{WORDS.title}</h1>
      <Fault refusal={refusal} />
      {who.recoveryCode !== null && (
        <p>
          <a href={hrefTo('me')}>{WORDS.start.note}</a>
        </p>
      )}
      <Lazy load={loadMyGames} with={{ who, rulesets, nameOf }} />
      <Offers rulesets={rulesets} onStart={(ruleset) => void start(ruleset, false)} />
      <Lobby nameOf={nameOf} />
      <Dailies rulesets={rulesets} onPlay={(ruleset) => void start(ruleset, true)} />
    </>
  );
}

interface OffersProps {
  rulesets: readonly RulesetSummary[];
  onStart(ruleset: RulesetSummary): void;
}

/** A game with the usual options in one click, and the way to all the others. */
function Offers({ rulesets, onStart }: OffersProps) {
  return (
    <section class="panel" aria-labelledby="offers">
      <h2 id="offers">{WORDS.rulesets.title}</h2>
      <p class="dim">{WORDS.rulesets.complete}</p>
      <ul class="plain">
        {rulesets.map((ruleset) => (
          <li key={ruleset.id} class="offer">
            <span>
              <strong>{ruleset.name}</strong> <small>{ruleset.summary}</small>
            </span>
            <a href={hrefTo('new', ruleset.id)} aria-label={WORDS.rulesets.moreOf(ruleset.name)}>
              {WORDS.rulesets.more}
            </a>
            <button
              type="button"
              aria-label={ruleset.solo ? WORDS.rulesets.aloneOf(ruleset.name) : WORDS.rulesets.botsOf(ruleset.name)}
              onClick={() => onStart(ruleset)}
            >
              {ruleset.solo ? WORDS.rulesets.alone : WORDS.rulesets.bots}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
