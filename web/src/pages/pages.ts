import type { PageProps } from '../core/page-props.ts';
import type { Loadable } from '../parts/lazy.tsx';

export interface PageEntry {
  /** of the fragment: `g/:gameId` is `#/g/<id>` */
  path: string;
  load(): Promise<{ default: Loadable<PageProps> }>;
}

/** Every page, each fetched when somebody goes there. */
export const PAGES: readonly PageEntry[] = [
  { path: '', load: () => import('./home.tsx') },
  { path: 'new/:ruleset', load: () => import('./new-game.tsx') },
  { path: 'g/:gameId', load: () => import('./table.tsx') },
  { path: 'g/:gameId/at/:version', load: () => import('./replay.tsx') },
  { path: 'g/:gameId/fairness', load: () => import('./fairness.tsx') },
  { path: 'g/:gameId/analysis', load: () => import('./analysis.tsx') },
  { path: 'p/:playerId', load: () => import('./player.tsx') },
  { path: 'me', load: () => import('./me.tsx') },
  { path: 'mail/:what/:token', load: () => import('./notification-link.tsx') },
  { path: 'carried', load: () => import('./carried.tsx') },
  { path: 'competitions/new', load: () => import('./new-competition.tsx') },
  { path: 'competitions', load: () => import('./competitions.tsx') },
  { path: 'c/:competitionId', load: () => import('./competition.tsx') },
  { path: 'daily/:ruleset', load: () => import('./daily.tsx') },
  { path: 'daily/:ruleset/:date', load: () => import('./daily.tsx') },
  { path: 'board', load: () => import('./board.tsx') },
  { path: 'ratings', load: () => import('./ratings.tsx') },
  { path: 'ratings/:pool', load: () => import('./rating-pool.tsx') },
  { path: 'ratings/:pool/:participant', load: () => import('./rating-participant.tsx') },
  { path: 'compare', load: () => import('./compare.tsx') },
  { path: 'c/:competitionId/rounds/:round', load: () => import('./round.tsx') },
  { path: 'c/:competitionId/crosstable', load: () => import('./crosstable.tsx') },
  { path: 'c/:competitionId/boards', load: () => import('./boards.tsx') },
  { path: 'c/:competitionId/boards/:board', load: () => import('./competition-board.tsx') },
  { path: 'c/:competitionId/projector', load: () => import('./projector.tsx') },
  { path: 'operator', load: () => import('./operator.tsx') },
  { path: 'rules', load: () => import('./all-rules.tsx') },
  { path: 'rules/:ruleset', load: () => import('./rules.tsx') },
];
