import { durationOf } from '#rules/kernel/durations.ts';
import { clothOf } from '../../art/tiles.ts';
import type { TurnList } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { seatNames } from '../../core/seat-names.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { WORDS } from '../../core/words.ts';
import { Scene } from '../../parts/scene.tsx';
import { Deadline } from './deadline.tsx';
import { News } from './news.tsx';
import { opponentNames } from './own-game-rows.ts';

type Turn = TurnList['turns'][number];
type Asking = TurnList['asks'][number];
type Ask = Asking['asks'][number];

interface WaitingGamesProps {
  turns?: readonly Turn[];
  asks?: readonly Asking[];
  nameOf(ruleset: string): string;
}

export function WaitingGames({ turns = [], asks = [], nameOf }: WaitingGamesProps) {
  return (
    <>
      {turns.length > 0 && (
        <>
          <h3 class="sr">{WORDS_OF_MANY.your}</h3>
          <ul class="turns my-games">
            {turns.map((turn) => (
              <li key={turn.gameId} class={clothOf(turn.ruleset)}>
                <Scene of={turn.ruleset} />
                <span class="with">
                  <Way game={turn} nameOf={nameOf} />
                </span>
                <span class="chip gold">
                  {WORDS.play}
                  {turn.deadline !== null && <Deadline at={turn.deadline} />}
                </span>
                {turn.sinceLooked !== undefined && <News since={turn.sinceLooked} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {asks.length > 0 && (
        <>
          <h3>{WORDS_OF_MANY.asked}</h3>
          <ul class="plain my-games">
            {asks.map((game) => (
              <li key={game.gameId}>
                <Way game={game} nameOf={nameOf} />
                {game.asks.map((ask) => (
                  <strong key={ask.what}> · {WORDS_OF_MANY.asks(askersOf(game, ask), thingIn(ask))}</strong>
                ))}{' '}
                ·{' '}
                <a href={hrefTo('g', game.gameId)} aria-label={WORDS_OF_MANY.answerOf(nameOf(game.ruleset))}>
                  {WORDS_OF_MANY.answer}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function askersOf({ opponents }: Asking, { by }: Ask): string[] {
  const names = seatNames({ seats: opponents });
  return [...new Set(opponents.flatMap(({ player }, i) => (by.includes(player?.id ?? '') ? [names[i] ?? ''] : [])))];
}

function thingIn(ask: Ask): string {
  if (ask.what === 'abort') return WORDS_OF_MANY.toAbort;
  return ask.what === 'takeback' ? WORDS_OF_MANY.toGoBack : WORDS_OF_MANY.forTime(durationOf(ask.seconds));
}

export function Way({
  game,
  nameOf,
}: {
  game: Pick<Turn, 'gameId' | 'ruleset' | 'opponents'>;
  nameOf(ruleset: string): string;
}) {
  const names = opponentNames(game);
  return (
    <>
      <a href={hrefTo('g', game.gameId)}>{nameOf(game.ruleset)}</a> {names.length > 0 && WORDS_OF_MANY.with(names)}
    </>
  );
}
