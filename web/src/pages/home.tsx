import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type GameSummary, type NewGame, type Refusal, type RulesetSummary } from '../core/api.ts';
import { goTo, hrefTo } from '../core/router.ts';
import { listRulesets } from '../core/rulesets.ts';
import { seatNames } from '../core/seat-names.ts';
import { type Session, session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { WORDS } from '../core/words.ts';
import { Fault } from '../parts/fault.tsx';
import { SitDown } from '../parts/sit-down.tsx';

/** Who has a name finds their games and starts others; who has none gives one. */
export default function Home() {
  const who = useStore(session);
  const [rulesets, setRulesets] = useState<RulesetSummary[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => (answer.ok ? setRulesets(answer.value) : setRefusal(answer.refusal)));
  }, []);
  if (who === null) return <SitDown />;
  return (
    <>
      <h1 class="sr">{WORDS.title}</h1>
      <Fault refusal={refusal} />
      <MyGames who={who} rulesets={rulesets} />
      <QuickGames rulesets={rulesets} onRefused={setRefusal} />
    </>
  );
}

function MyGames({ who, rulesets }: { who: Session; rulesets: RulesetSummary[] }) {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  useEffect(() => {
    const query = { player: who.playerId, limit: 20 };
    void answerOf(api.GET('/v1/games', { params: { query } })).then((answer) => {
      if (answer.ok) setGames(answer.value.games);
    });
  }, [who.playerId]);
  const nameOf = (id: string) => rulesets.find((ruleset) => ruleset.id === id)?.name ?? id;
  return (
    <section class="panel" aria-labelledby="mine">
      <h2 id="mine">{WORDS.mine.title}</h2>
      {games?.length === 0 && <p class="dim">{WORDS.mine.none}</p>}
      <ul class="plain">
        {games?.map((game) => (
          <li key={game.id}>
            <a href={hrefTo('g', game.id)}>{nameOf(game.ruleset)}</a>{' '}
            {WORDS.mine.with(seatNames(game).filter((_, seat) => game.seats[seat]?.player?.id !== who.playerId))}
            <small> · {statusFor(game, who)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function statusFor({ status, toAct, seats }: GameSummary, who: Session): string {
  const isMine = toAct.some((seat) => seats[seat]?.player?.id === who.playerId);
  return status === 'playing' && isMine ? WORDS.mine.yourTurn : WORDS.mine[status];
}

interface QuickGamesProps {
  rulesets: RulesetSummary[];
  onRefused(refusal: Refusal): void;
}

/** A game with the usual options in one click. */
function QuickGames({ rulesets, onRefused }: QuickGamesProps) {
  const start = async (ruleset: RulesetSummary) => {
    const others = Array.from({ length: ruleset.seats.min - 1 }, () => ({ bot: ruleset.policies[0] }));
    // which of the new games it is, is known only by the id of its ruleset
    const body = { ruleset: ruleset.id, seats: ['me', ...others] } as NewGame;
    const answer = await answerOf(api.POST('/v1/games', { params: {}, body }));
    if (answer.ok) goTo('g', answer.value.id);
    else onRefused(answer.refusal);
  };
  return (
    <section class="panel" aria-labelledby="quick">
      <h2 id="quick">{WORDS.rulesets.title}</h2>
      <ul class="plain">
        {rulesets.map((ruleset) => (
          <li key={ruleset.id} class="offer">
            <span>
              <strong>{ruleset.name}</strong> <small>{ruleset.summary}</small>
            </span>
            <button
              type="button"
              aria-label={ruleset.solo ? WORDS.rulesets.aloneOf(ruleset.name) : WORDS.rulesets.botsOf(ruleset.name)}
              onClick={() => void start(ruleset)}
            >
              {ruleset.solo ? WORDS.rulesets.alone : WORDS.rulesets.bots}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
