import type { GameSummary } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { Deadline, Since } from './deadline.tsx';
import { namesToAct, othersIn } from './own-game-rows.ts';

interface RunningGamesProps {
  games: readonly GameSummary[];
  playerId: string;
  nameOf(ruleset: string): string;
}

export function RunningGames({ games, playerId, nameOf }: RunningGamesProps) {
  const { columns: words } = WORDS_OF_MANY;
  const columns: Column<GameSummary>[] = [
    {
      name: words.game,
      isHeader: true,
      cell: (game) => <a href={hrefTo('g', game.id)}>{nameOf(game.ruleset)}</a>,
    },
    { name: words.with, cell: (game) => othersIn(game, playerId).join(', ') },
    { name: words.turn, cell: (game) => namesToAct(game).join(', ') },
    { name: words.since, cell: ({ updatedAt }) => <Since at={updatedAt} /> },
    { name: words.deadline, cell: ({ deadline }) => deadline !== null && <Deadline at={deadline} /> },
    {
      name: words.news,
      isNumber: true,
      cell: ({ sinceLooked }) => sinceLooked !== undefined && sinceLooked.events > 0 && sinceLooked.events,
    },
  ];
  return <WindowedRows caption={WORDS_OF_MANY.running} columns={columns} rows={games} keyOf={({ id }) => id} stacks />;
}
