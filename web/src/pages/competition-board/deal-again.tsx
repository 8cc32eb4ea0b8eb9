import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Competition, type NewGame } from '../../core/api.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { Fault } from '../../parts/fault.tsx';

interface DealAgainProps {
  competition: Competition;
  seed: string;
  seat: number;
}

export function DealAgain({ competition, seed, seat }: DealAgainProps) {
  const who = useStore(session);
  const newest = useNewestRules(competition.ruleset);
  const { busy, refusal, run } = useCall();
  const deal = async () => {
    const { ruleset, options } = competition;
    const seats = Array.from({ length: competition.seats }, (_, each) => (each === seat ? 'me' : { bot: 'random' }));
    const body = { ruleset, options, seats, seed } as unknown as NewGame;
    const made = await run(() => answerOf(api.POST('/v1/games', { body })));
    if (made !== null) goTo('g', made.id);
  };
  const isOlder = newest !== null && newest !== competition.rulesVersion;
  return (
    <section class="panel" aria-labelledby="seed">
      <h2 id="seed">{WORDS_OF_BOARDS.seed}</h2>
      <p>
        <code>{seed}</code>
      </p>
      {!isOlder && <p>{WORDS_OF_BOARDS.dealText}</p>}
      <Fault refusal={refusal} />
      {isOlder && <p>{WORDS_OF_BOARDS.olderRules(competition.rulesVersion, newest)}</p>}
      {newest === competition.rulesVersion && who === null && <a href={hrefTo()}>{WORDS_OF_BOARDS.sitDown}</a>}
      {newest === competition.rulesVersion && who !== null && (
        <button type="button" aria-disabled={busy} onClick={() => busy || void deal()}>
          {WORDS_OF_BOARDS.dealAgain}
        </button>
      )}
    </section>
  );
}

function useNewestRules(ruleset: string): number | null {
  const [newest, setNewest] = useState<number | null>(null);
  useEffect(() => {
    let isLeft = false;
    void listRulesets().then((answer) => {
      const found = answer.ok ? answer.value.find(({ id }) => id === ruleset) : undefined;
      if (!isLeft) setNewest(found?.rulesVersion ?? null);
    });
    return () => {
      isLeft = true;
    };
  }, [ruleset]);
  return newest;
}
