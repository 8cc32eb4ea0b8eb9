import type { RulesetSummary, Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS_OF_PLAYER } from './player-words.ts';

type Tally = Schemas['PlayerRecord']['rulesets'][number];

const COLUMNS = ['finished', 'won', 'shared', 'lost', 'uncounted'] as const;

interface PlayerRecordProps {
  record: Schemas['PlayerRecord'];
  rulesets: readonly RulesetSummary[];
}

export function PlayerRecord({ record, rulesets }: PlayerRecordProps) {
  return (
    <section class="panel" aria-labelledby="record">
      <h2 id="record">{WORDS_OF_PLAYER.record}</h2>
      {record.rulesets.length === 0 ? (
        <p class="dim">{WORDS_OF_PLAYER.noRecord}</p>
      ) : (
        <>
          <p class="dim">{WORDS_OF_PLAYER.recordOf}</p>
          <Tallies tallies={record.rulesets} rulesets={rulesets} />
        </>
      )}
    </section>
  );
}

function Tallies({ tallies, rulesets }: { tallies: readonly Tally[]; rulesets: readonly RulesetSummary[] }) {
  return (
    <table class="tallies">
      <thead>
        <tr>
          <th scope="col">{WORDS_OF_PLAYER.game}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {WORDS_OF_PLAYER[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tallies.map((tally) => (
          <tr key={tally.ruleset}>
            <th scope="row">
              <a href={hrefTo('rules', tally.ruleset)}>
                {rulesets.find(({ id }) => id === tally.ruleset)?.name ?? tally.ruleset}
              </a>
              <Reasons whyNot={tally.whyNot} />
            </th>
            {COLUMNS.map((column) => (
              <td key={column} data-of={WORDS_OF_PLAYER[column]}>
                {tally[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reasons({ whyNot }: { whyNot: Tally['whyNot'] }) {
  const reasons = (Object.keys(whyNot) as (keyof Tally['whyNot'])[]).filter((reason) => whyNot[reason] > 0);
  if (reasons.length === 0) return null;
  return (
    <small class="reasons">
      {WORDS_OF_PLAYER.uncounted}: {reasons.map((reason) => WORDS_OF_PLAYER.reasons[reason](whyNot[reason])).join('; ')}
      .
    </small>
  );
}
