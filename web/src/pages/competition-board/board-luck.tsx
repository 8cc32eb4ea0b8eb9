import { useEffect, useState } from 'preact/hooks';
import type { Competition, Schemas } from '../../core/api.ts';
import { parBeside } from '../../core/verifier.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { WORDS } from '../../core/words.ts';

interface BoardLuckProps {
  competition: Competition;
  board: Schemas['CompetitionBoard'];
}

type Par = Schemas['BoardPar'];

/** The service computes the luck of boards that are played once. For others, this page computes it from the seed. */
export function BoardLuck({ competition, board }: BoardLuckProps) {
  const workedOut = useWorkedOut(competition, board);
  const par = board.par ?? workedOut;
  if (par === undefined) return <p class="dim">{WORDS.loading}</p>;
  if (par === null) return <p>{WORDS_OF_BOARDS.noPar}</p>;
  const { seats } = competition;
  return (
    <>
      {seats === 1 ? (
        <p>{WORDS_OF_BOARDS.parAlone(par.scores[0] ?? 0)}</p>
      ) : (
        <ul class="plain">
          {par.shares.map((share, seat) => (
            <li key={`${seat}`}>{WORDS_OF_BOARDS.par(seat, share, 1 / seats, par.scores[seat] ?? 0, par.replays)}</li>
          ))}
        </ul>
      )}
      <p class="dim">
        {board.par === null ? WORDS_OF_BOARDS.parHere(par.replays) : WORDS_OF_BOARDS.parOfHouse(par.replays)}
      </p>
    </>
  );
}

function useWorkedOut({ ruleset, rulesVersion, options, seats }: Competition, board: BoardLuckProps['board']) {
  const [par, setPar] = useState<Par | null | undefined>(undefined);
  const { seed } = board;
  const isKnown = board.par !== null;
  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    const asked = { board: { ruleset, rulesVersion, options, seats, seed } };
    parBeside(asked, leaving.signal).then(
      (answer) => setPar(answer.par),
      () => setPar(null), // the rules could not be loaded
    );
    return () => leaving.abort();
  }, [seed, isKnown]);
  return par;
}
