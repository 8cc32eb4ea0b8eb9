import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Connection, GameSummary, RulesetSummary } from '../../core/api.ts';
import { spokenSeconds } from '../../core/clock.ts';
import { resultOf } from '../../core/headline.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { seatNames } from '../../core/seat-names.ts';
import { useStore } from '../../core/store.ts';
import { useServiceTime } from '../../core/use-service-time.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS_OF_BOARD } from '../../core/words/board.ts';
import { WORDS } from '../../core/words.ts';
import { Name } from '../../parts/name.tsx';
import { type BoardGame, BoardModel } from './board-model.ts';
import { WallFault } from './wall-fault.tsx';

export function WallGames({ through, player }: { through: Connection; player: string }) {
  const board = useMemo(() => new BoardModel(through, player), [through, player]);
  const [rulesets, setRulesets] = useState<readonly RulesetSummary[]>([]);
  useEffect(() => whileVisible((signal) => board.follow(signal)), [board]);
  useEffect(() => void listRulesets().then((answer) => answer.ok && setRulesets(answer.value)), []);
  const { games, refusal, seenMs } = useStore(board.state);
  const nowMs = useServiceTime(true, through);
  return (
    <div class="wall">
      <h1 class="sr">{WORDS_OF_BOARD.title}</h1>
      <WallFault refusal={refusal} seenMs={games === null ? null : seenMs} />
      {games === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {games?.length === 0 && <p class="dim">{WORDS_OF_BOARD.none}</p>}
      <ul class="plain tiles">
        {games?.map((each) => (
          <WallTile
            key={each.game.id}
            name={rulesets.find(({ id }) => id === each.game.ruleset)?.name ?? each.game.ruleset}
            board={each}
            nowMs={nowMs}
          />
        ))}
      </ul>
    </div>
  );
}

function WallTile({ name, board: { game, sentence }, nowMs }: { name: string; board: BoardGame; nowMs: number }) {
  const names = seatNames(game);
  return (
    <li class="panel" data-game={game.id} data-version={game.version}>
      <h2>{name}</h2>
      <ul class="plain players">
        {game.seats.map(({ seat }) => (
          <li key={seat} class={game.toAct.includes(seat) ? 'acts' : ''}>
            <Name of={names[seat] ?? ''} />
            {game.toAct.includes(seat) && <small> {WORDS_OF_BOARD.toAct}</small>}
            {game.outcome !== null && <small> {WORDS.table.points(game.outcome.scores[seat] ?? 0)}</small>}
          </li>
        ))}
      </ul>
      <TimeLeft game={game} nowMs={nowMs} />
      <p>{game.outcome === null ? sentence : resultOf({ ...game, you: [] }, names)}</p>
    </li>
  );
}

function TimeLeft({ game: { deadline, status }, nowMs }: { game: GameSummary; nowMs: number }) {
  if (deadline === null || status !== 'playing') return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(deadline) - nowMs) / 1000));
  return (
    <span role="timer" aria-label={WORDS_OF_BOARD.timeLeft} class="clock">
      {spokenSeconds(seconds)}
    </span>
  );
}
