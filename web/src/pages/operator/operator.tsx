import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { momentOf } from '../../core/moments.ts';
import { hrefTo } from '../../core/router.ts';
import { type Overview, readOverview } from './operator.ts';
import { WORDS_OF_OPERATOR as WORDS } from './operator-words.ts';
import './operator.css';

/** Keeps the token of the operator in memory only. */
export default function Operator() {
  const [token, setToken] = useState('');
  const [overview, setOverview] = useState<Overview | null>(null);
  const [fault, setFault] = useState<'wrong' | 'none' | null>(null);
  const look = async (event: Event) => {
    event.preventDefault();
    const answer = await readOverview(token);
    const isThere = typeof answer !== 'string';
    setOverview(isThere ? answer : null);
    setFault(isThere ? null : answer);
  };
  return (
    <>
      <h1>{WORDS.title}</h1>
      <form class="panel form" onSubmit={look}>
        <label>
          {WORDS.token}
          <input
            type="password"
            autocomplete="off"
            required
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        <button type="submit">{overview === null ? WORDS.look : WORDS.again}</button>
        <div role="alert" class={fault === null ? 'sr' : 'fault'}>
          {fault !== null && WORDS[fault]}
        </div>
      </form>
      <p role="status" class="dim">
        {overview !== null && WORDS.at(momentOf(overview.at))}
      </p>
      {overview !== null && <Shown overview={overview} />}
    </>
  );
}

function Shown({ overview: { queues, overdue, reports, deeds } }: { overview: Overview }) {
  return (
    <>
      <Rows title={WORDS.queues} heads={[WORDS.queue, WORDS.state, WORDS.count, WORDS.oldest]} none="">
        {queues.map(({ queue, state, count, oldest }) => [
          WORDS.queueNames[queue] ?? queue,
          state,
          count,
          oldest === null ? '' : momentOf(oldest),
        ])}
      </Rows>
      <Rows title={WORDS.overdue} heads={[WORDS.game, WORDS.due]} none={WORDS.noneOverdue}>
        {overdue.map(({ id, ruleset, deadline }) => [linkTo('g', id, `${ruleset} ${id}`), momentOf(deadline)])}
      </Rows>
      <Rows
        title={WORDS.reports}
        heads={[WORDS.when, WORDS.reason, WORDS.by, WORDS.author, WORDS.said]}
        none={WORDS.noReports}
      >
        {reports.map(({ at, reason, note, name, message }) => [
          momentOf(at),
          note === null ? reason : `${reason}: ${isolated(note)}`,
          isolated(name),
          linkTo('p', message.playerId, isolated(message.name)),
          linkTo('g', message.gameId, isolated(message.text ?? message.id)),
        ])}
      </Rows>
      <Rows
        title={WORDS.deeds}
        heads={[WORDS.when, WORDS.who, WORDS.deed, WORDS.about, WORDS.because, WORDS.outcome]}
        none={WORDS.noDeeds}
      >
        {deeds.map(({ at, by, deed, subject, because, outcome }) => [
          momentOf(at),
          by,
          deed,
          subject ?? '',
          because ?? '',
          outcome ?? WORDS.brokenOff,
        ])}
      </Rows>
    </>
  );
}

function linkTo(kind: string, id: string, words: string) {
  return <a href={hrefTo(kind, id)}>{words}</a>;
}

interface RowsProps {
  title: string;
  heads: string[];
  none: string;
  children: ComponentChildren[][];
}

function Rows({ title, heads, none, children: rows }: RowsProps) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      {rows.length === 0 && <p class="dim">{none}</p>}
      {rows.length > 0 && (
        <table class="of-house">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, i) => (
              <tr key={i}>
                {cells.map((cell, j) => (
                  <td key={heads[j]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
