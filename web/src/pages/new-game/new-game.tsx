import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary } from '../../core/api.ts';
import { newGameOf, usualWishes, type Visibility, type Wishes } from '../../core/new-game.ts';
import { questionsIn } from '../../core/option-schema.ts';
import type { PageProps } from '../../core/page-props.ts';
import { goTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { type Session, session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { dropDraft, useDraft } from '../../core/unsent.ts';
import { WORDS } from '../../core/words.ts';
import { ClockWish, LateWish } from '../../parts/clock-wish.tsx';
import { Fault } from '../../parts/fault.tsx';
import { OptionQuestion } from '../../parts/option-question.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { type Acquaintance, SeatWishes } from './seat-wishes.tsx';

const VISIBILITIES: readonly Visibility[] = ['public', 'unlisted', 'private'];
const RECENT = 50;

export default function NewGamePage({ params }: PageProps) {
  const who = useStore(session);
  const [ruleset, setRuleset] = useState<RulesetSummary | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => {
      if (answer.ok) setRuleset(answer.value.find(({ id }) => id === params.ruleset) ?? null);
      else setRefusal(answer.refusal);
    });
  }, [params.ruleset]);
  if (who === null) return <SitDown />;
  if (ruleset === null) {
    return (
      <section class="panel">
        <Fault refusal={refusal} />
        <p class="dim">{WORDS.loading}</p>
      </section>
    );
  }
  return <Form key={ruleset.id} ruleset={ruleset} who={who} />;
}

function Form({ ruleset, who }: { ruleset: RulesetSummary; who: Session }) {
  const draft = `new game ${ruleset.id}`;
  const [wishes, setWishes] = useDraft<Wishes>(draft, usualWishes(ruleset));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const acquaintances = useAcquaintances(who);
  const change = (changes: Partial<Wishes>) => setWishes((now) => ({ ...now, ...changes }));
  const create = async () => {
    setBusy(true);
    const answer = await answerOf(api.POST('/v1/games', { params: {}, body: newGameOf(ruleset.id, wishes) }));
    setBusy(false);
    if (!answer.ok) return setRefusal(answer.refusal);
    dropDraft(draft);
    goTo('g', answer.value.id);
  };
  return (
    <form
      class="panel form"
      aria-labelledby="new"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h1 id="new">{WORDS.newGame.title(ruleset.name)}</h1>
      <p>{ruleset.summary}</p>
      {ruleset.solo && (
        <label class="question">
          <input
            type="checkbox"
            checked={wishes.daily}
            onChange={(event) => change({ daily: event.currentTarget.checked })}
          />
          <span>{WORDS.newGame.daily}</span>
        </label>
      )}
      {!wishes.daily && (
        <>
          <SeatWishes
            ruleset={ruleset}
            seats={wishes.seats}
            acquaintances={acquaintances}
            onChange={(seats) => change({ seats })}
          />
          <Presets ruleset={ruleset} options={wishes.options} onChange={(options) => change({ options })} />
          {questionsIn(ruleset.options).map((question) => (
            <OptionQuestion
              key={question.name}
              question={question}
              value={question.name in wishes.options ? (wishes.options[question.name] ?? null) : question.byDefault}
              onAnswer={(value) => change({ options: { ...wishes.options, [question.name]: value } })}
            />
          ))}
          <ClockWish clock={wishes.clock} onChange={(clock) => change({ clock })} />
          {wishes.clock.kind !== 'none' && <LateWish clock={wishes.clock} onChange={(clock) => change({ clock })} />}
          <VisibilityWish visibility={wishes.visibility} onChange={(visibility) => change({ visibility })} />
        </>
      )}
      <Fault refusal={refusal} />
      <button type="submit" class="go" disabled={busy}>
        {WORDS.newGame.go}
      </button>
    </form>
  );
}

interface PresetsProps extends Pick<Wishes, 'options'> {
  ruleset: RulesetSummary;
  onChange(options: Wishes['options']): void;
}

function Presets({ ruleset: { presets, defaultOptions }, options, onChange }: PresetsProps) {
  if (presets.length === 0) return null;
  const full = (some: object) => JSON.stringify({ ...defaultOptions, ...some });
  return (
    <fieldset class="question">
      <legend>
        <b>{WORDS.newGame.presets.title}</b>
      </legend>
      {presets.map((preset) => (
        <label key={preset.id} class="question">
          <input
            type="radio"
            name="preset"
            checked={full(preset.options) === full(options)}
            onChange={() => onChange(preset.options as Wishes['options'])}
          />
          <span>
            {preset.name}{' '}
            <small class="hint">
              {preset.text} {WORDS.newGame.presets.winRates(preset.winRates)}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function VisibilityWish({ visibility, onChange }: Pick<Wishes, 'visibility'> & { onChange(to: Visibility): void }) {
  return (
    <fieldset class="question">
      <legend>
        <b>{WORDS.newGame.visibility.title}</b>
      </legend>
      {VISIBILITIES.map((each) => (
        <label key={each} class="question">
          <input type="radio" name="visibility" checked={visibility === each} onChange={() => onChange(each)} />
          <span>{WORDS.newGame.visibility[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns recent opponents, sorted by name, with the ids that the API needs. */
function useAcquaintances({ playerId }: Session): Acquaintance[] {
  const [found, setFound] = useState<Acquaintance[]>([]);
  useEffect(() => {
    void answerOf(api.GET('/v1/games', { params: { query: { player: playerId, limit: RECENT } } })).then((answer) => {
      if (!answer.ok) return;
      const players = answer.value.games.flatMap(({ seats }) => seats.flatMap(({ player }) => player ?? []));
      const others = new Map(players.filter(({ id }) => id !== playerId).map(({ id, name }) => [id, { id, name }]));
      setFound([...others.values()].sort((a, b) => a.name.localeCompare(b.name)));
    });
  }, [playerId]);
  return found;
}
