import type { Refusal } from '../../core/api.ts';
import { clockOf } from '../../core/moments.ts';
import { WORDS_OF_BOARD } from '../../core/words/board.ts';
import { wordsOf } from '../../core/words.ts';

export function WallFault({ refusal, seenMs }: { refusal: Refusal | null; seenMs: number | null }) {
  return (
    <p role="alert" class={refusal === null ? 'sr' : 'fault'}>
      {refusal !== null && faultOf(refusal, seenMs)}
    </p>
  );
}

function faultOf(refusal: Refusal, seenMs: number | null): string {
  if (refusal.code === 'unauthorized') return WORDS_OF_BOARD.dead;
  const isAway = refusal.status === null || refusal.status >= 500;
  return isAway && seenMs !== null ? WORDS_OF_BOARD.away(clockOf(seenMs)) : wordsOf(refusal);
}
