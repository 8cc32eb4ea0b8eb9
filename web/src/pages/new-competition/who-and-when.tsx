import { WORDS as COMMON } from '../../core/words.ts';
import { ClockWish, LateWish } from '../../parts/clock-wish.tsx';
import { FieldFaults, MomentField, NumberField, Radios, SelectField, Tick } from './fields.tsx';
import { botsOf, standInsOf } from './new-competition.ts';
import { WORDS_OF_NEW_COMPETITION as WORDS } from './new-competition-words.ts';
import type { SectionProps } from './section-props.ts';

const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
const KINDS = ['all', 'human', 'agent'] as const;
const CLOCKS = ['perAction', 'bank'] as const;

export function WhoAndHowFast({ wishes, faults, change }: SectionProps) {
  const { visibility, plays, clock } = wishes;
  return (
    <fieldset class="section">
      <legend>
        <h2>{WORDS.who}</h2>
      </legend>
      <Radios
        said={WORDS.visibility}
        faults={faults}
        pointer="/visibility"
        value={visibility}
        choices={VISIBILITIES.map((value) => ({ value, ...WORDS.visibilities[value] }))}
        onChange={(value) => change({ visibility: value })}
      />
      <Tick said={WORDS.plays} checked={plays} onChange={(checked) => change({ plays: checked })} />
      <small>{WORDS.clock.text}</small>
      <ClockWish clock={clock} kinds={CLOCKS} onChange={(chosen) => change({ clock: chosen })} />
      <FieldFaults faults={faults} pointer="/clock" />
    </fieldset>
  );
}

export function WhoMayEnter({ ruleset, wishes, offered, faults, change }: SectionProps) {
  const { kinds, maxEntries, bots } = wishes;
  const withBot = (bot: string, isIn: boolean) => (isIn ? [...bots, bot] : bots.filter((each) => each !== bot));
  return (
    <fieldset class="section">
      <legend>
        <h2>{WORDS.kinds.name}</h2>
      </legend>
      <SelectField
        said={WORDS.kinds}
        faults={faults}
        pointer="/kinds"
        value={kinds}
        choices={KINDS.map((value) => ({ value, name: WORDS.kindsOf[value] }))}
        onChange={(value) => change({ kinds: value as typeof kinds })}
      />
      {offered.entries !== null && (
        <NumberField
          said={WORDS.maxEntries}
          faults={faults}
          pointer="/maxEntries"
          value={maxEntries}
          {...offered.entries}
          onChange={(value) => change({ maxEntries: value })}
        />
      )}
      <fieldset class="question">
        <legend>
          <b>{WORDS.bots.name}</b> <small>{WORDS.bots.text}</small>
        </legend>
        {botsOf(ruleset).map((bot) => (
          <Tick
            key={bot}
            said={{ name: COMMON.seats.bot(bot), text: '' }}
            checked={bots.includes(bot)}
            onChange={(checked) => change({ bots: withBot(bot, checked) })}
          />
        ))}
      </fieldset>
    </fieldset>
  );
}

export function WhenItIs({ wishes, offered, faults, change }: SectionProps) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { startsAt, entryUntil, endsAt, format } = wishes;
  const until = { ...WORDS.entryUntil, text: format === 'ladder' ? WORDS.entryUntil.ladder : WORDS.entryUntil.text };
  return (
    <fieldset class="section">
      <legend>
        <h2>{WORDS.when}</h2>
      </legend>
      <p class="dim">{WORDS.zone(timeZone)}</p>
      <MomentField
        said={WORDS.startsAt}
        faults={faults}
        pointer="/startsAt"
        value={startsAt}
        onChange={(to) => change({ startsAt: to })}
      />
      <MomentField
        said={until}
        faults={faults}
        pointer="/entryUntil"
        value={entryUntil}
        onChange={(to) => change({ entryUntil: to })}
      />
      {offered.endsAt && (
        <MomentField
          said={WORDS.endsAt}
          faults={faults}
          pointer="/endsAt"
          value={endsAt}
          onChange={(to) => change({ endsAt: to })}
        />
      )}
    </fieldset>
  );
}

export function WhoIsAbsent({ ruleset, wishes, faults, change }: SectionProps) {
  return (
    <fieldset class="section">
      <legend>
        <h2>{WORDS.late}</h2>
      </legend>
      <LateWish clock={wishes.clock} onChange={(clock) => change({ clock })} />
      <SelectField
        said={WORDS.standIn}
        faults={faults}
        pointer="/standIn"
        value={wishes.standIn}
        choices={standInsOf(ruleset).map((value) => ({ value, name: COMMON.seats.bot(value) }))}
        onChange={(standIn) => change({ standIn })}
      />
      <NumberField
        said={WORDS.pauseAfter}
        faults={faults}
        pointer="/noShow"
        value={wishes.pauseAfter}
        least={1}
        most={100}
        onChange={(pauseAfter) => change({ pauseAfter })}
      />
    </fieldset>
  );
}
