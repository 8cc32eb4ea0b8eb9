import type { PageProps } from '../core/page-props.ts';
import type { Loadable } from '../parts/lazy.tsx';

export interface PageEntry {
  /** path in the fragment: `g/:gameId` is `#/g/<id>` */
  path: string;
  load(): Promise<{ default: Loadable<PageProps> }>;
}

export const PAGES: readonly PageEntry[] = [
  { path: '', load: () => import('./home/home.tsx') },
  { path: 'new/:ruleset', load: () => import('./new-game/new-game.tsx') },
  { path: 'g/:gameId', load: () => import('./table/table.tsx') },
  { path: 'g/:gameId/at/:version', load: () => import('./replay/replay.tsx') },
  { path: 'g/:gameId/fairness', load: () => import('./fairness/fairness.tsx') },
  { path: 'g/:gameId/analysis', load: () => import('./analysis/analysis.tsx') },
  { path: 'p/:playerId', load: () => import('./player/player.tsx') },
  { path: 'me', load: () => import('./me/me.tsx') },
  { path: 'mail/:what/:token', load: () => import('./notification-link/notification-link.tsx') },
  { path: 'carried', load: () => import('./carried/carried.tsx') },
  { path: 'competitions/new', load: () => import('./new-competition/new-competition.tsx') },
  { path: 'competitions', load: () => import('./competitions/competitions.tsx') },
  { path: 'c/:competitionId', load: () => import('./competition/competition.tsx') },
  { path: 'daily/:ruleset', load: () => import('./daily/daily.tsx') },
  { path: 'daily/:ruleset/:date', load: () => import('./daily/daily.tsx') },
  { path: 'board', load: () => import('./board/board.tsx') },
  { path: 'ratings', load: () => import('./ratings/ratings.tsx') },
  { path: 'ratings/:pool', load: () => import('./rating-pool/rating-pool.tsx') },
  { path: 'ratings/:pool/:participant', load: () => import('./rating-participant/rating-participant.tsx') },
  { path: 'compare', load: () => import('./compare/compare.tsx') },
  { path: 'c/:competitionId/rounds/:round', load: () => import('./round/round.tsx') },
  { path: 'c/:competitionId/crosstable', load: () => import('./crosstable/crosstable.tsx') },
  { path: 'c/:competitionId/boards', load: () => import('./boards/boards.tsx') },
  { path: 'c/:competitionId/boards/:board', load: () => import('./competition-board/competition-board.tsx') },
  { path: 'c/:competitionId/projector', load: () => import('./projector/projector.tsx') },
  { path: 'operator', load: () => import('./operator/operator.tsx') },
  { path: 'rules', load: () => import('./all-rules/all-rules.tsx') },
  { path: 'rules/:ruleset', load: () => import('./rules/rules.tsx') },
];
