import { useState } from 'preact/hooks';
import type { Competition } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import type { Part } from '../../core/use-competition.ts';
import { Fault } from '../../parts/fault.tsx';
import type { BoardsInShort } from './competition-lists.ts';
import type { RoundSummary } from './competition-parts.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';
import { WORDS_OF_ROUNDS_IN_SHORT } from './rounds-in-short-words.ts';

const FEW = 10;

interface RoundsProps {
  competition: Competition;
  inviteCode: string | null;
  part: Part<RoundSummary[]>;
  /** null: the boards are unknown, or too many */
  boards: BoardsInShort | null;
}

export function RoundsInShort({
  competition: { id, status, roundsPlanned, duplicate },
  inviteCode,
  part,
  boards,
}: RoundsProps) {
  const [shown, setShown] = useState(FEW);
  const rounds = (part.value ?? []).toReversed();
  const words = WORDS_OF_ROUNDS_IN_SHORT;
  return (
    <section class="panel" aria-labelledby="rounds">
      <h2 id="rounds">{WORDS_OF_COMPETITION.rounds}</h2>
      <Fault refusal={part.refusal} />
      {rounds.length === 0 && <p class="dim">{status === 'open' ? words.notYet : words.none}</p>}
      {roundsPlanned !== null && status === 'playing' && rounds.length > 0 && (
        <p class="dim">{words.planned(roundsPlanned)}</p>
      )}
      <ol class="plain" reversed>
        {rounds.slice(0, shown).map((round) => (
          <li key={round.round}>
            <a href={hrefOfCompetition(id, inviteCode, 'rounds', round.round)}>{words.round(round.round)}</a>
            <small> · {words.howFar(round)}</small>
          </li>
        ))}
      </ol>
      {rounds.length > shown && (
        <button type="button" onClick={() => setShown(shown + FEW)}>
          {words.earlier}
        </button>
      )}
      {boards !== null && boards.closed + boards.sealed > 0 && (
        <p>{words.boards(boards.closed, boards.sealed, duplicate)}</p>
      )}
    </section>
  );
}
