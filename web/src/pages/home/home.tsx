import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type NewGame, type Refusal, type RulesetSummary } from '../../core/api.ts';
import { beginLesson } from '../../core/lesson.ts';
import { newGameOf, usualWishes, type Wishes, wishesForFriend } from '../../core/new-game.ts';
import type { PageProps } from '../../core/page-props.ts';
import { register } from '../../core/registering.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { getRuleset, listRulesets } from '../../core/rulesets.ts';
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

/** `?deleted` says that the account of this browser was deleted. */
export default function Home({ query }: PageProps) {
  const who = useStore(session);
  const [rulesets, setRulesets] = useState<RulesetSummary[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => (answer.ok ? setRulesets(answer.value) : setRefusal(answer.refusal)));
  }, []);
  const nameOf = (id: string) => rulesets.find((ruleset) => ruleset.id === id)?.name ?? id;
  const create = async (ruleset: string, body: NewGame, onCreated?: (gameId: string) => void) => {
    if (session.value === null) {
      const seated = await register('');
      if (!seated.ok) return setRefusal(seated.refusal);
    }
    browserStorage.write(LAST, ruleset);
    const answer = await answerOf(api.POST('/v1/games', { params: {}, body }));
    if (!answer.ok) return setRefusal(answer.refusal);
    onCreated?.(answer.value.id);
    goTo('g', answer.value.id);
  };
  const start = (ruleset: RulesetSummary, wishes: Wishes) => void create(ruleset.id, newGameOf(ruleset.id, wishes));
  const learn = async ({ id: ruleset }: RulesetSummary) => {
    const about = await getRuleset({ ruleset });
    if (!about.ok) return setRefusal(about.refusal);
    await create(ruleset, { ruleset, ...about.value.tutorial?.game } as unknown as NewGame, beginLesson);
  };
  const last = browserStorage.read(LAST);
  const sorted = rulesets.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
  return (
    <div class="home">
      <h1 class={who === null ? '' : 'sr'}>{who === null ? WORDS.start.title : WORDS.title}</h1>
      {who === null && query.has('deleted') && (
        <p class="panel on-screen" role="status">
          {WORDS.start.deleted}
        </p>
      )}
      {(who !== null || refusal !== null) && <Fault refusal={refusal} />}
      {who !== null && who.recoveryCode !== null && (
        <p>
          <a href={hrefTo('me')}>{who.isGuest ? WORDS.start.guest(isolated(who.name)) : WORDS.start.note}</a>
        </p>
      )}
      {who !== null && <Lazy load={loadMyGames} with={{ who, rulesets, nameOf }} />}
      <Tiles
        rulesets={sorted}
        onStart={(ruleset) => start(ruleset, usualWishes(ruleset))}
        onInvite={(ruleset) => start(ruleset, wishesForFriend(ruleset))}
        onLearn={(ruleset) => void learn(ruleset)}
      />
      {/* below the games: content that loads above would move them while a player taps */}
      {who === null && rulesets.length > 0 && <SitDown purpose={WORDS.start.purpose} />}
      {who !== null && (
        <div class="columns">
          <Dailies rulesets={rulesets} onPlay={(ruleset) => start(ruleset, { ...usualWishes(ruleset), daily: true })} />
          <CompetitionsNow nameOf={nameOf} />
          <div>
            <Lobby nameOf={nameOf} />
            <GamesNow nameOf={nameOf} playerId={who.playerId} />
          </div>
        </div>
      )}
      {rulesets.length > 0 && (
        <p>
          <a href="./docs/">{WORDS.start.developers}</a>
        </p>
      )}
    </div>
  );
}
