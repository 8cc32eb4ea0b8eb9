import type { OptionValue, Question } from '../core/option-schema.ts';
import { spoken, WORDS } from '../core/words.ts';

interface OptionQuestionProps {
  question: Question;
  value: OptionValue;
  onAnswer(value: OptionValue): void;
}

export function OptionQuestion(props: OptionQuestionProps) {
  switch (props.question.kind) {
    case 'yesNo':
      return <YesNo {...props} />;
    case 'words':
      return <Words {...props} words={props.question.words} />;
    case 'number':
      return <NumberOf {...props} range={props.question} />;
    case 'text':
      return <Text {...props} />;
    default:
      return props.question satisfies never;
  }
}

function YesNo({ question: { name, description }, value, onAnswer }: OptionQuestionProps) {
  return (
    <label class="question">
      <input type="checkbox" checked={value === true} onChange={(event) => onAnswer(event.currentTarget.checked)} />
      <span>
        <b>{spoken(name)}</b> <small class="hint">{description}</small>
      </span>
    </label>
  );
}

function Words({
  question: { name, description, byDefault },
  words,
  value,
  onAnswer,
}: OptionQuestionProps & { words: { word: string; description: string }[] }) {
  return (
    <fieldset class="question">
      <legend>
        <b>{spoken(name)}</b> <small class="hint">{description}</small>
      </legend>
      {words.map(({ word, description: said }) => (
        <label key={word} class="question">
          <input type="radio" name={name} checked={value === word} onChange={() => onAnswer(word)} />
          <span>
            <span class="word">{spoken(word)}</span> {word === byDefault && <small>({WORDS.newGame.usual})</small>}{' '}
            <small class="hint">{said}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type NumberRange = Extract<Question, { kind: 'number' }>;

function NumberOf({ question, range, value, onAnswer }: OptionQuestionProps & { range: NumberRange }) {
  const { minimum, maximum, step, orNone } = range;
  const isNone = value === null;
  return (
    <div class="question">
      <label>
        <b>{spoken(question.name)}</b> <small class="hint">{question.description}</small>{' '}
        <input
          type="number"
          required={!isNone}
          disabled={isNone}
          min={minimum}
          max={maximum ?? undefined}
          step={step}
          value={isNone ? '' : String(value)}
          onInput={({ currentTarget: { valueAsNumber } }) => Number.isNaN(valueAsNumber) || onAnswer(valueAsNumber)}
        />
      </label>
      {orNone && (
        <label>
          <input
            type="checkbox"
            checked={isNone}
            onChange={({ currentTarget: { checked } }) => onAnswer(checked ? null : (question.byDefault ?? minimum))}
          />{' '}
          {WORDS.newGame.none(spoken(question.name))}
        </label>
      )}
    </div>
  );
}

function Text({ question: { name, description }, value, onAnswer }: OptionQuestionProps) {
  return (
    <label class="question">
      <b>{spoken(name)}</b> <small class="hint">{description}</small>{' '}
      <input value={String(value ?? '')} onInput={(event) => onAnswer(event.currentTarget.value)} />
    </label>
  );
}
