import { useEffect, useMemo, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { type Answer, answerOf, api, type Competition, type Refusal, type RulesetSummary } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import { focusTop } from '../../core/focus-top.ts';
import type { PageProps } from '../../core/page-props.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { type Session, session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { dropDraft, useDraft } from '../../core/unsent.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS, wordsOf } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { Estimated } from './estimated.tsx';
import type { Faults } from './fields.tsx';
import { More } from './more.tsx';
import {
  type CompetitionWishes,
  competitionOf,
  type Estimate,
  expectedEntries,
  fitting,
  inFormat,
  offeredBy,
  usualCompetition,
} from './new-competition.ts';
import { WORDS_OF_NEW_COMPETITION } from './new-competition-words.ts';
import { useEstimate } from './use-estimate.ts';
import { HowItIsPlayed, WhatIsPlayed } from './what-is-played.tsx';
import { WhenItIs, WhoAndHowFast, WhoIsAbsent, WhoMayEnter } from './who-and-when.tsx';
import './new-competition.css';

const words = WORDS_OF_NEW_COMPETITION;

export default function NewCompetitionPage({ query }: PageProps) {
  const who = useStore(session);
  const [rulesets, setRulesets] = useState<readonly RulesetSummary[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    setTab(words.tab, false);
    void listRulesets().then((answer) => (answer.ok ? setRulesets(answer.value) : setRefusal(answer.refusal)));
    return () => setTab(WORDS.title, false);
  }, []);
  const asked = query.get('ruleset');
  const first = rulesets.find(({ id }) => id === asked) ?? rulesets[0];
  if (who === null) return <SitDown />;
  if (first === undefined) {
    return (
      <section class="panel">
        <h1>{words.title}</h1>
        <Fault refusal={refusal} />
        {refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
    );
  }
  return <Form rulesets={rulesets} first={first} who={who} />;
}

const DRAFT = 'new competition';

interface Draft {
  ruleset: RulesetSummary;
  wishes: CompetitionWishes;
}

function Form({ rulesets, first, who }: { rulesets: readonly RulesetSummary[]; first: RulesetSummary; who: Session }) {
  const usual = useMemo(() => ({ ruleset: first, wishes: usualCompetition(first) }), [first]);
  const [{ ruleset, wishes }, changeDraft] = useDraft<Draft>(DRAFT, usual);
  const setWishes = (changed: CompetitionWishes) => changeDraft((now) => ({ ...now, wishes: changed }));
  const { busy, refusal, run } = useCall();
  const [sent, setSent] = useState('');
  const [made, setMade] = useState<Made | null>(null);
  const body = competitionOf(ruleset, wishes);
  // a missing name should not prevent the estimate
  const named = { ...body, name: body.name === '' ? words.title : body.name };
  const { answer, isCurrent } = useEstimate(named, expectedEntries(wishes), wishes.secondsPerDecision);
  // a refusal is shown only for the body that was sent
  const refused = sent === JSON.stringify(body) ? refusal : null;
  const faults = refused?.errors ?? faultsIn(answer);
  const section = {
    ruleset,
    wishes,
    offered: offeredBy(ruleset, wishes),
    faults,
    change: (changes: Partial<CompetitionWishes>) => setWishes(fitting(ruleset, { ...wishes, ...changes })),
  };
  const choose = (id: string) => {
    const chosen = rulesets.find((each) => each.id === id) ?? ruleset;
    changeDraft(() => ({ ruleset: chosen, wishes: { ...usualCompetition(chosen), name: wishes.name } }));
  };
  const create = async () => {
    setSent(JSON.stringify(body));
    const competition = await run(() => answerOf(api.POST('/v1/competitions', { params: {}, body })));
    if (competition === null) return;
    dropDraft(DRAFT);
    const missing = await enterAll(competition, wishes);
    focusTop();
    if (missing.length > 0) setMade({ competition, missing });
    else location.hash = hrefOfCompetition(competition.id, competition.inviteCode);
  };
  if (made !== null) return <MadeWithout made={made} who={who} />;
  return (
    <form
      class="panel form competing"
      aria-labelledby="new-competition"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h1 id="new-competition">{words.title}</h1>
      <p>{words.intro}</p>
      <WhatIsPlayed
        {...section}
        rulesets={rulesets}
        choose={choose}
        inFormat={(format) => setWishes(inFormat(ruleset, wishes, format))}
      />
      <WhoAndHowFast {...section} />
      <More faults={faults}>
        <HowItIsPlayed {...section} />
        <WhoMayEnter {...section} />
        <WhenItIs {...section} />
        <WhoIsAbsent {...section} />
      </More>
      <Estimated {...section} estimate={estimateIn(answer)} isCurrent={isCurrent} refusal={unplaced(answer)} />
      <Fault refusal={refused} />
      <button type="submit" class="go" aria-disabled={busy}>
        {busy ? words.going : words.go}
      </button>
    </form>
  );
}

interface Missing {
  bot: string | null;
  refusal: Refusal;
}

interface Made {
  competition: Competition;
  missing: readonly Missing[];
}

/** Enters the player and the bots one after another, because entries are numbered in the order of the requests. */
async function enterAll({ id }: Competition, { plays, bots }: CompetitionWishes): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const bot of [...(plays ? [null] : []), ...bots]) {
    const path = { competitionId: id };
    const body = bot === null ? {} : { bot };
    const entered = await answerOf(api.POST('/v1/competitions/{competitionId}/entries', { params: { path }, body }));
    if (!entered.ok) missing.push({ bot, refusal: entered.refusal });
  }
  return missing;
}

function MadeWithout({ made: { competition, missing }, who }: { made: Made; who: Session }) {
  return (
    <section class="panel">
      <h1>
        <Name of={competition.name} />
      </h1>
      <div role="alert">
        <p>{words.madeWithout}</p>
        <ul>
          {missing.map(({ bot, refusal }) => (
            <li key={bot}>
              {bot === null ? isolated(who.name) : WORDS.seats.bot(bot)}: {wordsOf(refusal)}
            </li>
          ))}
        </ul>
      </div>
      <a href={hrefOfCompetition(competition.id, competition.inviteCode)}>{words.toIt}</a>
    </section>
  );
}

function estimateIn(answer: Answer<Estimate> | null): Estimate | null {
  return answer?.ok === true ? answer.value : null;
}

function faultsIn(answer: Answer<Estimate> | null): Faults {
  return answer === null || answer.ok ? [] : answer.refusal.errors;
}

function unplaced(answer: Answer<Estimate> | null): Refusal | null {
  return answer === null || answer.ok || answer.refusal.errors.length > 0 ? null : answer.refusal;
}
