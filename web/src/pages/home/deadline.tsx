import { connection } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { useTicks } from '../../core/use-ticks.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { shortDuration, tickOf } from './short-duration.ts';

export function Deadline({ at }: { at: string }) {
  const left = (Date.parse(at) - Date.now() - connection.aheadMs) / 1_000;
  useTicks(tickOf(left), left > 0);
  return (
    <time dateTime={at} title={momentOf(at)}>
      {left <= 0 ? WORDS_OF_MANY.late : WORDS_OF_MANY.left(shortDuration(left))} <small>({momentOf(at)})</small>
    </time>
  );
}

export function Since({ at }: { at: string }) {
  const past = (Date.now() + connection.aheadMs - Date.parse(at)) / 1_000;
  useTicks(tickOf(past), true);
  return (
    <time dateTime={at} title={momentOf(at)}>
      {shortDuration(past)}
    </time>
  );
}
