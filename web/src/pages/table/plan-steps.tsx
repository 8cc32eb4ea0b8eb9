import { useState } from 'preact/hooks';
import { plain } from './plan-words.ts';
import { branchesOf, type NewPlan, type Offer, type PlanField, type PlanStep, type Way } from './planned-steps.ts';
import { WORDS_OF_PLANS as words } from './plans-words.ts';

interface PlanStepsProps {
  offer: Offer;
  fields: readonly PlanField[];
  version: number;
  busy: boolean;
  onPut(plan: NewPlan): Promise<void>;
}

const EMPTY: PlanStep = { action: 0, field: '', way: 'is', value: '' };
const MOST_STEPS = 6;

export function PlanSteps({ offer, fields, version, busy, onPut }: PlanStepsProps) {
  const [steps, setSteps] = useState<PlanStep[]>([EMPTY]);
  const [waits, setWaits] = useState(false);
  const [again, setAgain] = useState(false);
  const change = (nth: number, changes: Partial<PlanStep>) =>
    setSteps(steps.with(nth, { ...(steps[nth] ?? EMPTY), ...changes }));
  const put = (event: Event) => {
    event.preventDefault();
    const unmatched = waits ? 'wait' : 'drop';
    void onPut({ expectedVersion: version, branches: branchesOf(steps, offer.actions, again), unmatched });
  };
  return (
    <form onSubmit={put}>
      {steps.map((step, nth) => (
        <Step
          key={String(nth)}
          step={step}
          nth={nth}
          offer={offer}
          fields={fields}
          onChange={(changes) => change(nth, changes)}
          onRemove={steps.length > 1 ? () => setSteps(steps.toSpliced(nth, 1)) : null}
        />
      ))}
      <div class="line">
        {steps.length < MOST_STEPS && (
          <button type="button" onClick={() => setSteps([...steps, EMPTY])}>
            {words.add}
          </button>
        )}
        <label>
          <input type="checkbox" checked={waits} onChange={(event) => setWaits(event.currentTarget.checked)} />{' '}
          {words.wait}
        </label>
        <label>
          <input type="checkbox" checked={again} onChange={(event) => setAgain(event.currentTarget.checked)} />{' '}
          {words.again}
        </label>
        <button type="submit" class="go" disabled={busy}>
          {words.put}
        </button>
      </div>
    </form>
  );
}

interface StepProps {
  step: PlanStep;
  nth: number;
  offer: Offer;
  fields: readonly PlanField[];
  onChange(changes: Partial<PlanStep>): void;
  onRemove: (() => void) | null;
}

function Step({ step: { action, field, way, value }, nth, offer, fields, onChange, onRemove }: StepProps) {
  const known = fields.find(({ pointer }) => pointer === field);
  return (
    <fieldset>
      <legend>{words.step(nth + 1)}</legend>
      <div class="line">
        <label>
          {words.field}{' '}
          <select
            value={field}
            aria-describedby={known ? `said-of-${nth}` : undefined}
            onChange={(event) => onChange({ field: event.currentTarget.value, value: '' })}
          >
            <option value="">{words.always}</option>
            {fields.map(({ pointer, name }) => (
              <option key={pointer} value={pointer}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {field !== '' && (
          <>
            <select
              aria-label={words.how}
              value={way}
              onChange={(event) => onChange({ way: event.currentTarget.value as Way })}
            >
              {Object.entries(words.ways).map(([each, name]) => (
                <option key={each} value={each}>
                  {name}
                </option>
              ))}
            </select>
            <input
              aria-label={words.value}
              required
              list={known?.words ? `words-of-${nth}` : undefined}
              value={value}
              onInput={(event) => onChange({ value: event.currentTarget.value })}
            />
            {known?.words && (
              <datalist id={`words-of-${nth}`}>
                {known.words.map((word) => (
                  <option key={word} value={word} label={plain(word)} />
                ))}
              </datalist>
            )}
          </>
        )}
        <label>
          {words.action}{' '}
          <select value={String(action)} onChange={(event) => onChange({ action: Number(event.currentTarget.value) })}>
            {offer.labels.map((label, i) => (
              <option key={label} value={String(i)}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {onRemove !== null && (
          <button type="button" onClick={onRemove}>
            {words.remove(nth + 1)}
          </button>
        )}
      </div>
      {known && (
        <p id={`said-of-${nth}`} class="dim">
          {known.description}
        </p>
      )}
    </fieldset>
  );
}
