import type { RulesetSummary } from '../../core/api.ts';
import { questionsIn } from '../../core/option-schema.ts';
import { OptionQuestion } from '../../parts/option-question.tsx';
import { FieldFaults, NumberField, Radios, SelectField, TextField, Tick } from './fields.tsx';
import { type Format, formatsOf } from './new-competition.ts';
import { WORDS_OF_NEW_COMPETITION as WORDS } from './new-competition-words.ts';
import type { SectionProps } from './section-props.ts';

const MOST_BOARDS = 100;

interface WhatProps extends SectionProps {
  rulesets: readonly RulesetSummary[];
  choose(ruleset: string): void;
  inFormat(format: Format): void;
}

export function WhatIsPlayed({ ruleset, wishes, faults, change, rulesets, choose, inFormat }: WhatProps) {
  return (
    <fieldset class="section">
      <legend>
        <h2>{WORDS.what}</h2>
      </legend>
      <TextField
        said={WORDS.name}
        faults={faults}
        pointer="/name"
        value={wishes.name}
        onChange={(name) => change({ name })}
      />
      <SelectField
        said={WORDS.ruleset}
        faults={faults}
        pointer="/ruleset"
        value={ruleset.id}
        choices={rulesets.map(({ id, name }) => ({ value: id, name }))}
        onChange={choose}
      />
      <p class="dim">{ruleset.summary}</p>
      <Radios
        said={WORDS.format}
        faults={faults}
        pointer="/format"
        value={wishes.format}
        choices={formatsOf(ruleset).map((value) => ({ value, ...WORDS.formats[value] }))}
        onChange={inFormat}
      />
    </fieldset>
  );
}

export function HowItIsPlayed(section: SectionProps) {
  const { ruleset, wishes, faults, change } = section;
  return (
    <fieldset class="section">
      <legend>
        <h2>{WORDS.how}</h2>
      </legend>
      <Schedule {...section} />
      {questionsIn(ruleset.options).map((question) => (
        <OptionQuestion
          key={question.name}
          question={question}
          value={question.name in wishes.options ? (wishes.options[question.name] ?? null) : question.byDefault}
          onAnswer={(value) => change({ options: { ...wishes.options, [question.name]: value } })}
        />
      ))}
      <FieldFaults faults={faults} pointer="/options" />
    </fieldset>
  );
}

function Schedule({ wishes, offered, faults, change }: SectionProps) {
  const { format, seats, duplicate, scoring, boards, rounds, showOdds } = wishes;
  const duplicates = format === 'cup' ? { ...WORDS.duplicates, ...WORDS.cupDuplicates } : WORDS.duplicates;
  return (
    <>
      {offered.seats.length > 1 && (
        <SelectField
          said={WORDS.seats}
          faults={faults}
          pointer="/seats"
          value={String(seats)}
          choices={offered.seats.map((each) => ({ value: String(each), name: String(each) }))}
          onChange={(value) => change({ seats: Number(value) })}
        />
      )}
      {offered.rounds !== null && (
        <NumberField
          said={WORDS.rounds[format]}
          faults={faults}
          pointer="/rounds"
          value={rounds}
          {...offered.rounds}
          onChange={(value) => change({ rounds: value })}
        />
      )}
      {offered.boards && (
        <NumberField
          said={{ ...WORDS.boards, text: format === 'cup' ? WORDS.boards.cup : WORDS.boards.text }}
          faults={faults}
          pointer="/boards"
          value={boards}
          least={1}
          most={MOST_BOARDS}
          onChange={(value) => change({ boards: value })}
        />
      )}
      <Radios
        said={WORDS.duplicate}
        faults={faults}
        pointer="/duplicate"
        value={duplicate}
        choices={offered.duplicates.map((value) => ({ value, ...duplicates[value] }))}
        onChange={(value) => change({ duplicate: value })}
      />
      {offered.scorings.length > 1 && (
        <Radios
          said={WORDS.scoring}
          faults={faults}
          pointer="/scoring"
          value={scoring}
          choices={offered.scorings.map((value) => ({ value, ...WORDS.scorings[value] }))}
          onChange={(value) => change({ scoring: value })}
        />
      )}
      <Tick said={WORDS.showOdds} checked={showOdds} onChange={(checked) => change({ showOdds: checked })} />
      {offered.stop && <Stop wishes={wishes} faults={faults} change={change} />}
    </>
  );
}

function Stop({ wishes: { stops, margin }, faults, change }: Pick<SectionProps, 'wishes' | 'faults' | 'change'>) {
  return (
    <>
      <Tick said={WORDS.stops} checked={stops} onChange={(checked) => change({ stops: checked })} />
      {stops && (
        <NumberField
          said={WORDS.margin}
          faults={faults}
          pointer="/stop"
          value={margin}
          least={0.01}
          most={0.49}
          step={0.01}
          onChange={(value) => change({ margin: value })}
        />
      )}
    </>
  );
}
