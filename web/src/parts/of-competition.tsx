import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import type { Competition } from '../core/api.ts';
import { hrefOfCompetition } from '../core/competition-address.ts';
import { useStore } from '../core/store.ts';
import { setTab } from '../core/tab.ts';
import type { WatchedCompetition } from '../core/watched-competition.ts';
import { WORDS_OF_ROUNDS } from '../core/words/rounds.ts';
import { ofAddress, WORDS } from '../core/words.ts';
import { Fault } from './fault.tsx';
import { Name } from './name.tsx';

interface OfCompetitionProps {
  watched: WatchedCompetition;
  inviteCode: string | null;
  title: string;
  ways?: ComponentChildren;
  children(competition: Competition): ComponentChildren;
}

export function OfCompetition({ watched, inviteCode, title, ways, children }: OfCompetitionProps) {
  const { competition, refusal } = useStore(watched.state);
  const name = competition?.name ?? WORDS_OF_ROUNDS.competition;
  useEffect(() => setTab(WORDS_OF_ROUNDS.tab(title, isolated(name)), false), [title, name]);
  return (
    <>
      <section class="panel">
        <h1>{title}</h1>
        <p class="ways-of-competition">
          <a href={hrefOfCompetition(watched.id, inviteCode)}>
            {competition === null ? WORDS_OF_ROUNDS.toCompetition : <Name of={competition.name} />}
          </a>
          {competition !== null && ways}
        </p>
        <Fault refusal={refusal === null ? null : ofAddress(refusal)} />
        {competition === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
      {competition !== null && children(competition)}
    </>
  );
}
