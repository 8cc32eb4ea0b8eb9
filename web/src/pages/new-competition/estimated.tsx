import type { Refusal } from '../../core/api.ts';
import { Fault } from '../../parts/fault.tsx';
import { NumberField } from './fields.tsx';
import type { Estimate } from './new-competition.ts';
import { WORDS_OF_NEW_COMPETITION as WORDS } from './new-competition-words.ts';
import type { SectionProps } from './section-props.ts';

const { estimate: SAID } = WORDS;
const MOST_SECONDS = 2_592_000;

interface EstimatedProps extends Pick<SectionProps, 'wishes' | 'offered' | 'faults' | 'change'> {
  /** the estimate for the current choices or for earlier ones; null: there is none yet */
  estimate: Estimate | null;
  isCurrent: boolean;
  refusal: Refusal | null;
}

export function Estimated({ wishes, offered, faults, change, estimate, isCurrent, refusal }: EstimatedProps) {
  return (
    <fieldset class="section estimate">
      <legend>
        <h2>{SAID.title}</h2>
      </legend>
      <Fault refusal={refusal} />
      <div role="status" aria-busy={!isCurrent}>
        {faults.length > 0 ? <p class="dim">{SAID.stale}</p> : !isCurrent && <p class="dim">{SAID.busy}</p>}
        {isCurrent && estimate !== null && <Figures estimate={estimate} />}
      </div>
      <details>
        <summary>{SAID.assumed}</summary>
        {offered.entries !== null && (
          <NumberField
            said={WORDS.entries}
            faults={faults}
            pointer="/entries"
            value={wishes.entries}
            least={1}
            most={offered.entries.most}
            onChange={(entries) => change({ entries })}
          />
        )}
        <NumberField
          said={SAID.seconds}
          faults={faults}
          pointer="/secondsPerDecision"
          value={wishes.secondsPerDecision}
          least={1}
          most={MOST_SECONDS}
          onChange={(secondsPerDecision) => change({ secondsPerDecision })}
        />
        {isCurrent && estimate !== null && (
          <ul>
            {estimate.assumptions.map((assumption) => (
              <li key={assumption}>{assumption}</li>
            ))}
          </ul>
        )}
      </details>
    </fieldset>
  );
}

function Figures({ estimate: { games, gamesEach, roundsPlanned, seconds, difference } }: { estimate: Estimate }) {
  return (
    <dl class="figures">
      <dt>{SAID.games}</dt>
      <dd>
        <b>{SAID.gamesOf(games.least, games.most)}</b> {SAID.rounds(roundsPlanned)}, {SAID.each(gamesEach)}
      </dd>
      <dt>{SAID.time}</dt>
      <dd>
        {seconds === null ? (
          SAID.endless
        ) : (
          <>
            <b>{SAID.expected(WORDS.time(seconds.expected))}</b>, {SAID.byClock(WORDS.time(seconds.byClock))}
          </>
        )}
      </dd>
      <dt>{SAID.difference}</dt>
      <dd>{difference === null ? SAID.nothing : <Shown difference={difference} />}</dd>
    </dl>
  );
}

function Shown({ difference: { shown, interval } }: { difference: NonNullable<Estimate['difference']> }) {
  const inScore = shown.score !== null;
  const reach = inScore ? SAID.scorePoints(interval.score ?? 0) : SAID.points(interval.rating ?? 0);
  return (
    <>
      <b>{inScore ? SAID.score(shown.score ?? 0) : SAID.rating(shown.rating ?? 0, shown.share ?? 0)}</b>. {SAID.means}{' '}
      {SAID.interval(reach)}
    </>
  );
}
