import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer, Game, Schemas } from '../../core/api.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import { Past } from '../../core/past.ts';
import { hrefTo } from '../../core/router.ts';
import { named } from '../../core/seat-names.ts';
import { WORDS_OF_ANALYSIS as words } from '../../core/words/analysis.ts';
import { WORDS } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Fault } from '../../parts/fault.tsx';
import { IntervalBar } from '../../plots/interval-bar.tsx';
import { domainOf } from '../../plots/scale.ts';

type Analysis = Schemas['Analysis'];
type Decision = Schemas['AnalysedDecision'];

interface DecisionDetailProps {
  game: Game;
  analysis: Analysis;
  decision: Decision;
  names: readonly string[];
  invite: string | null;
}

export function DecisionDetail({ game, analysis, decision, names, invite }: DecisionDetailProps) {
  const { version, seat, by, verdict, taken, best, options, optionsInAll } = decision;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const query = new URLSearchParams({ seat: String(seat), ...(invite === null ? {} : { invite }) });
  return (
    <div class="analysed-decision">
      <section class="panel" aria-labelledby="decision">
        <h2 id="decision" tabIndex={-1} ref={heading}>
          {words.decision(version)} <small>{words.by[by](names[seat] ?? String(seat))}</small>
        </h2>
        <p>{verdict === null ? (taken === best ? words.foundBest : words.undecided) : named(verdict, names)}</p>
        <Options decision={decision} measure={analysis.measure} names={names} />
        {options.length < optionsInAll && <p class="dim">{words.compared(options.length, optionsInAll)}</p>}
        <p class="on-screen">
          <a href={`${hrefTo('g', game.id, 'at', version - 1)}?${query}`}>{words.replay}</a>
        </p>
      </section>
      <section class="panel before" aria-label={words.before}>
        <TableBefore game={game} decision={decision} invite={invite} />
      </section>
    </div>
  );
}

interface OptionsProps {
  decision: Decision;
  measure: Analysis['measure'];
  names: readonly string[];
}

function Options({ decision: { options, taken, best }, measure, names }: OptionsProps) {
  const domain = domainOf(options.map(({ value, interval }) => ({ value, ...interval })));
  return (
    <table class="analysed-options">
      <caption class="sr">{words.options}</caption>
      <thead>
        <tr>
          <th scope="col">{words.option}</th>
          <th scope="col">{words.worth[measure]}</th>
          <th scope="col">{words.columns.plot}</th>
          <th scope="col">{words.deals}</th>
        </tr>
      </thead>
      <tbody>
        {options.map((option, nth) => (
          <tr key={option.label} class={nth === taken ? 'taken' : undefined}>
            <th scope="row">
              {named(option.label, names)} {nth === taken && <small>✔ {words.isTaken}</small>}{' '}
              {nth === best && <small>★ {words.isBest}</small>}
            </th>
            <td data-of={words.worth[measure]}>{words.estimate(option, measure)}</td>
            <td>
              <IntervalBar {...option.interval} value={option.value} domain={domain} />
            </td>
            <td data-of={words.deals}>{option.deals}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TableBeforeProps {
  game: Game;
  decision: Decision;
  invite: string | null;
}

function TableBefore({ game, decision: { version, seat }, invite }: TableBeforeProps) {
  const { id, you, status } = game;
  const viewer = status === 'finished' || you.includes(seat) ? seat : 'spectator';
  const past = useMemo(() => new Past(id, viewer, you, invite), [id, viewer, you, invite]);
  const [answer, setAnswer] = useState<Answer<Game> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void past.state(version - 1).then((found) => isWanted && setAnswer(found));
    return () => {
      isWanted = false;
    };
  }, [past, version]);
  if (answer === null) return <p class="dim">{WORDS.loading}</p>;
  return answer.ok ? <Board game={answer.value} choice={NO_CHOICE} /> : <Fault refusal={answer.refusal} />;
}
