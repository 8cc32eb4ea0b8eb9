import type { Schemas } from '../../core/api.ts';
import { participantName } from '../../core/rated.ts';
import { IntervalBar } from '../../plots/interval-bar.tsx';
import { LinePlot } from '../../plots/line-plot.tsx';
import { PlotTable } from '../../plots/plot-table.tsx';
import { WORDS_OF_COMPARISON } from './comparison-words.ts';

type Comparison = Schemas['Comparison'];

const HALF = 1 / 2;
const ALL = { low: 0, high: 1 };

interface VerdictProps {
  comparison: Comparison;
  trail: readonly Comparison[];
}

export function Verdict({ comparison, trail }: VerdictProps) {
  const { verdict, gamesNeeded, games } = comparison;
  const [one, other] = [participantName(comparison.one), participantName(comparison.other)];
  const isDecided = verdict !== 'undecided';
  return (
    <section class="panel" aria-labelledby="verdict" data-verdict={verdict}>
      <h2 id="verdict">{WORDS_OF_COMPARISON.of(one, other)}</h2>
      <div role="status">
        <p class={isDecided ? 'verdict decided' : 'verdict'}>{WORDS_OF_COMPARISON.verdict[verdict](one, other)}</p>
        {!isDecided && <p>{WORDS_OF_COMPARISON.needed(gamesNeeded)}</p>}
      </div>
      <p>
        {[
          WORDS_OF_COMPARISON.together(games.together),
          WORDS_OF_COMPARISON.games(one, games.one),
          WORDS_OF_COMPARISON.games(other, games.other),
        ].join(' · ')}
      </p>
      <Share comparison={comparison} />
      <p class="dim">
        {WORDS_OF_COMPARISON.means} {WORDS_OF_COMPARISON.watching}
      </p>
      {trail.length > 1 && <Trail trail={trail} />}
    </section>
  );
}

function Share({ comparison: { share, interval, ...who } }: { comparison: Comparison }) {
  const [one, other] = [participantName(who.one), participantName(who.other)];
  const { low, high } = interval;
  const caption = WORDS_OF_COMPARISON.share(one, other);
  return (
    <figure class="plot">
      <figcaption>
        {caption}: {WORDS_OF_COMPARISON.part(share)}
      </figcaption>
      <IntervalBar
        {...interval}
        value={share}
        domain={ALL}
        reference={HALF}
        spoken={WORDS_OF_COMPARISON.spoken(one, share, low, high)}
      />
      <PlotTable
        caption={caption}
        columns={[WORDS_OF_COMPARISON.one, WORDS_OF_COMPARISON.shareOf, WORDS_OF_COMPARISON.interval]}
        rows={[[one, WORDS_OF_COMPARISON.part(share), WORDS_OF_COMPARISON.between(low, high)]]}
      />
    </figure>
  );
}

function Trail({ trail }: { trail: readonly Comparison[] }) {
  const [first, last] = [trail[0] as Comparison, trail.at(-1) as Comparison];
  return (
    <LinePlot
      caption={WORDS_OF_COMPARISON.trail}
      spoken={WORDS_OF_COMPARISON.trailSpoken(trail.length, last.interval.low, last.interval.high)}
      points={trail.map(({ version, share, interval }) => ({ at: version, value: share, ...interval }))}
      ticks={[first, last].map(({ version }) => ({ at: version, words: WORDS_OF_COMPARISON.gamesOfAll(version) }))}
      wordsOf={WORDS_OF_COMPARISON.part}
      upright={ALL}
      references={[{ at: HALF, words: WORDS_OF_COMPARISON.half }]}
      table={{
        caption: WORDS_OF_COMPARISON.trail,
        columns: [
          WORDS_OF_COMPARISON.after,
          WORDS_OF_COMPARISON.shareOf,
          WORDS_OF_COMPARISON.interval,
          WORDS_OF_COMPARISON.verdictOf,
        ],
        rows: trail.map(({ version, share, interval, verdict }) => [
          WORDS_OF_COMPARISON.gamesOfAll(version),
          WORDS_OF_COMPARISON.part(share),
          WORDS_OF_COMPARISON.between(interval.low, interval.high),
          WORDS_OF_COMPARISON.verdicts[verdict],
        ]),
      }}
    />
  );
}
