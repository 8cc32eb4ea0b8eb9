import type { Competition, Ruleset } from '../../core/api.ts';
import { type OptionValue, questionsIn } from '../../core/option-schema.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS_OF_COMPETITION_SETTINGS } from '../../core/words/competition-settings.ts';
import { spoken } from '../../core/words.ts';

export default function CompetitionSettings({ competition }: { competition: Competition }) {
  const { ruleset, rulesVersion, seats, boards, duplicate, scoring, clock, stop, kinds, maxEntries } = competition;
  const rules = valueIn(useRuleset({ ruleset, rulesVersion }));
  const isOwn = useStore(session)?.playerId === competition.createdBy;
  const words = WORDS_OF_COMPETITION_SETTINGS;
  return (
    <section class="panel" aria-labelledby="settings">
      <h2 id="settings">{words.title}</h2>
      <dl class="settled">
        <dt>{words.game}</dt>
        <dd>
          <a href={`${hrefTo('rules', ruleset)}?version=${rulesVersion}`}>{rules?.name ?? ruleset}</a>,{' '}
          {words.rules(rulesVersion)}
        </dd>
        <dt>{words.options}</dt>
        <dd>{optionsInWords(competition, rules)}</dd>
        <dt>{words.format}</dt>
        <dd>{words.formatMeans(competition)}</dd>
        <dt>{words.seats}</dt>
        <dd>{seats === 1 ? words.alone : words.seatsAre(seats, boards)}</dd>
        <dt>{words.duplicate}</dt>
        <dd>{words.duplicateMeans[duplicate]}</dd>
        <dt>{words.scoring}</dt>
        <dd>{words.scoringMeans[scoring]}</dd>
        <dt>{words.clock}</dt>
        <dd>{words.clockMeans(clock)}</dd>
        {stop !== null && (
          <>
            <dt>{words.stop}</dt>
            <dd>{words.stopMeans(stop)}</dd>
          </>
        )}
        {competition.showOdds === false && (
          <>
            <dt>{words.odds}</dt>
            <dd>{words.oddsHidden}</dd>
          </>
        )}
        <dt>{words.who}</dt>
        <dd>{words.kinds(kinds, maxEntries)}</dd>
        <dt>{words.absent}</dt>
        <dd>{words.absentMeans(competition.noShow.pauseAfter)}</dd>
        <dt>{words.visibility}</dt>
        <dd>{words.visibilityMeans[competition.visibility]}</dd>
        <dt>{words.organiser}</dt>
        <dd>
          <a href={hrefTo('p', competition.createdBy)}>{isOwn ? words.organizerYou : words.organizerPage}</a>
        </dd>
      </dl>
    </section>
  );
}

function optionsInWords({ options }: Competition, rules: Ruleset | null): string {
  const usual = new Map(rules === null ? [] : questionsIn(rules.options).map((each) => [each.name, each.byDefault]));
  const other = Object.entries(options as Record<string, OptionValue>).filter(
    ([name, value]) => usual.get(name) !== value,
  );
  const words = WORDS_OF_COMPETITION_SETTINGS;
  return other.length === 0
    ? words.usualOptions
    : `${other.map(([name, value]) => `${spoken(name)}: ${inWords(value)}`).join(', ')}.`;
}

function inWords(value: OptionValue): string {
  const words = WORDS_OF_COMPETITION_SETTINGS;
  if (value === null) return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'string' ? spoken(value) : String(value);
}
