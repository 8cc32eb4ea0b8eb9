import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type Schemas } from '../../core/api.ts';
import { keptHeads } from '../../core/kept-heads.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import type { Verification } from '../../core/verification.ts';
import { verifyBeside } from '../../core/verifier.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_FAIRNESS } from './fairness-words.ts';

type Transcript = Schemas['Transcript'];

export default function FairnessPage({ params: { gameId = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const { transcript, verification, refusal, isBroken } = useVerification(gameId, invite);
  return (
    <section class="panel fairness" aria-labelledby="fairness" data-verified={verification?.verified ?? ''}>
      <h1 id="fairness">{WORDS_OF_FAIRNESS.title}</h1>
      <p>{WORDS_OF_FAIRNESS.text}</p>
      <Fault refusal={refusal} />
      <div role="status">
        {isBroken && <p class="fault">{WORDS_OF_FAIRNESS.broken}</p>}
        {refusal === null && !isBroken && verification === null && <p class="dim">{WORDS_OF_FAIRNESS.checking}</p>}
        {verification?.verified === true && transcript !== null && (
          <Holds verification={verification} transcript={transcript} />
        )}
        {verification?.verified === false && <Broken verification={verification} />}
      </div>
      <p class="line">
        <a href={hrefTo('g', gameId)}>{WORDS_OF_FAIRNESS.table}</a>
        <a href={hrefTo('g', gameId, 'at', 1)}>{WORDS.table.replay}</a>
      </p>
    </section>
  );
}

function wordsOfSeed({ seeded, commitmentFirst, daily, competition }: Transcript): string {
  if (competition) return WORDS_OF_FAIRNESS.boardSeed(competition.board);
  if (daily !== null) return WORDS_OF_FAIRNESS.daySeed;
  if (seeded) return WORDS_OF_FAIRNESS.openSeed;
  return commitmentFirst ? WORDS_OF_FAIRNESS.committedFirst : WORDS_OF_FAIRNESS.committedLate;
}

function Holds({
  verification,
  transcript,
}: {
  verification: Verification & { verified: true };
  transcript: Transcript;
}) {
  const { versions, draws, actions, choices, searched, states, keptHeads: kept } = verification;
  const rows: [string, string][] = [
    [WORDS_OF_FAIRNESS.seed, wordsOfSeed(transcript)],
    [WORDS_OF_FAIRNESS.chance, WORDS_OF_FAIRNESS.draws(draws)],
    [WORDS_OF_FAIRNESS.rules, WORDS_OF_FAIRNESS.actions(actions)],
    [WORDS_OF_FAIRNESS.house, WORDS_OF_FAIRNESS.choices(choices, searched)],
    [WORDS_OF_FAIRNESS.states, WORDS_OF_FAIRNESS.positions(states)],
    [WORDS_OF_FAIRNESS.chain, WORDS_OF_FAIRNESS.links(versions)],
    [WORDS_OF_FAIRNESS.kept, kept === 0 ? WORDS_OF_FAIRNESS.noneKept : WORDS_OF_FAIRNESS.heads(kept)],
  ];
  return (
    <>
      <p class="holds">
        <span aria-hidden="true">✓ </span>
        {WORDS_OF_FAIRNESS.holds}
      </p>
      <Rows rows={rows} />
    </>
  );
}

function Broken({ verification }: { verification: Verification & { verified: false } }) {
  const { version, check, expected, found } = verification;
  return (
    <>
      <p class="fault">
        <span aria-hidden="true">✕ </span>
        {version === null ? WORDS_OF_FAIRNESS.brokenWhole : WORDS_OF_FAIRNESS.brokenAt(version)}
      </p>
      <Rows
        rows={[
          [WORDS_OF_FAIRNESS.check, check],
          [WORDS_OF_FAIRNESS.expected, shown(expected)],
          [WORDS_OF_FAIRNESS.found, shown(found)],
        ]}
      />
      <p>{WORDS_OF_FAIRNESS.meaning}</p>
    </>
  );
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl class="fields">
      {rows.map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Checked {
  transcript: Transcript | null;
  verification: Verification | null;
  refusal: Refusal | null;
  isBroken: boolean;
}

const UNCHECKED: Checked = { transcript: null, verification: null, refusal: null, isBroken: false };

function useVerification(gameId: string, invite: string | null): Checked {
  const [checked, setChecked] = useState(UNCHECKED);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const header = invite === null ? {} : { 'invite-code': invite };
    const asked = answerOf(api.GET('/v1/games/{gameId}/transcript', { params: { path: { gameId }, header }, signal }));
    asked
      .then(async (answer) => {
        if (!answer.ok) return setChecked({ ...UNCHECKED, refusal: answer.refusal });
        const transcript = answer.value;
        const verification = await verifyBeside({ transcript, keptHeads: keptHeads(gameId) }, signal);
        setChecked({ ...UNCHECKED, transcript, verification });
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        console.error(error);
        setChecked({ ...UNCHECKED, isBroken: true });
      });
    return () => leaving.abort();
  }, [gameId, invite]);
  return checked;
}
